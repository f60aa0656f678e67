import CTapeDeck
import Foundation
import PlayerCore
import PlayerCABI
import Testing

/// The headers match the library: numbers, layouts, names.
@Suite("The headers of the C library")
struct HeaderTests {
  @Test("the version, the interface and the vocabulary match the macros")
  func versions() {
    #expect(String(cString: td_version()) == "\(TD_VERSION_MAJOR).\(TD_VERSION_MINOR).\(TD_VERSION_PATCH)")
    #expect(td_abi() == UInt32(TD_VERSION_MAJOR) << 16 | UInt32(TD_VERSION_MINOR))
    #expect(Vocabulary.hash == TD_VOCABULARY_HASH, "Tools/generate makes vocabulary.h anew")
    #expect(td_vocabulary_hash() == Vocabulary.hash)
  }

  @Test("a record has room for every message, and the output limit for all outputs of one input")
  func limits() {
    #expect(Int(TD_MESSAGE_FIELDS) + 1 == WireMessage.maximumFieldCount)
    #expect(Int(TD_OUTPUTS_MAX) == Outputs.maximumPerInput)
  }

  private struct Description: Decodable {
    struct Structure: Decodable {
      struct Field: Decodable {
        var name: String
        var offset32: Int
        var offset64: Int
        var count: Int
      }
      var name: String
      var size32: Int
      var size64: Int
      var fields: [Field]
    }
    struct Message: Decodable {
      var code: UInt16
      var name: String
      var context: [String: String]
      var fields: [String: String]
    }
    struct Key: Decodable {
      var number: Int
      var name: String
      var type: String
    }
    var vocabularyHash: String
    var keys: [Key]
    var structures: [Structure]
    var constants: [String: Int]
    var functions: [String]
    var enumerations: [String: [String: Int]]
    var inputs: [Message]
    var outputs: [Message]
    var state: [String: String]
  }

  private static func description() throws -> Description {
    try JSONDecoder().decode(Description.self, from: Data(String(cString: td_type_json(nil)).utf8))
  }

  @Test("td_type_json has the compiler's layouts of the structures")
  func layouts() throws {
    let description = try Self.description()
    let compiled: [String: (size: Int, last: Int)] = [
      "td_text": (MemoryLayout<td_text>.size, MemoryLayout<td_text>.offset(of: \.length) ?? -1),
      "td_message": (MemoryLayout<td_message>.size, MemoryLayout<td_message>.offset(of: \.reserved) ?? -1),
      "td_setting": (MemoryLayout<td_setting>.size, MemoryLayout<td_setting>.offset(of: \.value) ?? -1),
      "td_options": (MemoryLayout<td_options>.size, MemoryLayout<td_options>.offset(of: \.message_size) ?? -1),
      "td_recording": (MemoryLayout<td_recording>.size, MemoryLayout<td_recording>.offset(of: \.recorded_at) ?? -1),
    ]
    #expect(Set(description.structures.map(\.name)) == Set(compiled.keys))
    for structure in description.structures {
      #expect(structure.size64 == compiled[structure.name]?.size, "\(structure.name)")
      #expect(structure.fields.last?.offset64 == compiled[structure.name]?.last, "\(structure.name)")
    }
    // td_message crosses boundaries, so its layout is the same everywhere.
    let message = try #require(description.structures.first { $0.name == "td_message" })
    #expect(message.size32 == 112 && message.size64 == 112)
    #expect(message.fields.map(\.offset32) == message.fields.map(\.offset64))
  }

  @Test("td_type_json has every message, state field, constant and function")
  func names() throws {
    let description = try Self.description()
    #expect(description.vocabularyHash == "0x" + String(Vocabulary.hash, radix: 16, uppercase: true))
    for (found, expected) in [(description.inputs, Vocabulary.inputs), (description.outputs, Vocabulary.outputs)] {
      #expect(found.map(\.code) == expected.map(\.code))
      #expect(found.map(\.name) == expected.map { "\($0.name)" })
      for (found, expected) in zip(found, expected) {
        #expect(found.context.count + found.fields.count == expected.fields.count, "\(found.name)")
      }
    }
    // Every key has a type from the vocabulary, by which bindings read values.
    let plain = [
      "bool", "int", "long", "rate", "time", "span", "instant", "digest", "item", "text", "segment", "seek", "epoch",
      "track", "supply",
    ]
    #expect(description.keys.map(\.number) == Array(1...TD_KEY_PLAYED_BLOCKED_SEGMENT))
    #expect(Set(description.keys.map(\.name)).count == description.keys.count)
    for key in description.keys {
      #expect(plain.contains(key.type) || description.enumerations[key.type] != nil, "\(key.name): \(key.type)")
    }
    #expect(description.constants["TD_KEY_PLAYED_BLOCKED_SEGMENT"] == Int(TD_KEY_PLAYED_BLOCKED_SEGMENT))
    #expect(description.constants["TD_ERROR_WRITE"] == Int(TD_ERROR_WRITE))
    #expect(description.constants["TD_MESSAGE_FIELDS"] == Int(TD_MESSAGE_FIELDS))
    #expect(description.functions.contains("td_receive_many") && description.functions.count <= 40)
    #expect(description.enumerations["playbackState"]?["stalled"] == Int(PlaybackState.stalled.rawValue))
    #expect(description.state["loading.phase"] == "phase")
  }

  @Test("td_name returns the names of the registry")
  func lookup() {
    func name(_ family: Int, _ number: Int64) -> String? {
      var text = td_text()
      guard td_name(UInt32(family), number, &text) == 0 else { return nil }
      return text.bytes.map { bytes in
        bytes.withMemoryRebound(to: UInt8.self, capacity: text.length) {
          String(decoding: UnsafeBufferPointer(start: $0, count: text.length), as: UTF8.self)
        }
      }
    }
    for code in 0..<Vocabulary.codeLimit {
      #expect(name(TD_NAMES_INPUTS, Int64(code)) == Vocabulary.inputKind(code).map { "\($0.name)" })
      #expect(name(TD_NAMES_OUTPUTS, Int64(code)) == Vocabulary.outputKind(code).map { "\($0.name)" })
    }
    for index in 0..<Vocabulary.enumerationCount {
      let words = Vocabulary.enumeration(index).map { "\($0.cases)".split(separator: " ").map(String.init) } ?? []
      for (number, word) in words.enumerated() {
        #expect(name(TD_NAMES_ENUMERATIONS + index, Int64(number)) == (word == "-" ? nil : word))
      }
    }
  }
}
