import Foundation
@testable import PlayerCore
import Testing

/// What other languages read about the player matches the player.
@Suite("vocabulary.json")
struct VocabularyFileTests {
  struct File: Decodable {
    struct Named: Decodable { var name: String }
    struct Case: Decodable, Equatable {
      var number: Int64
      var name: String
    }
    struct Enumeration: Decodable {
      var name: String
      var cases: [Case]
    }
    struct Field: Decodable {
      var name: String
      var type: String
    }
    struct Kind: Decodable {
      var code: UInt16
      var name: String
      var fields: [Field]
    }
    struct Number: Decodable {
      var value: Int64

      /// Numbers beyond 53 bits are strings.
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self), let number = Int64(text) {
          value = number
        } else {
          value = try container.decode(Int64.self)
        }
      }
    }
    struct Setting: Decodable {
      var name: String
      var unit: String
      var `default`: Number
      var minimum: Number
      var maximum: Number
    }
    struct Preset: Decodable {
      var name: String
      var settings: [String: Number]
    }
    struct StateField: Decodable {
      var name: String
      var type: String
      var count: Int?
    }

    var enumerations: [Enumeration]
    var inputs: [Kind]
    var outputs: [Kind]
    var settings: [Setting]
    var presets: [Preset]
    var state: [StateField]
    var transitions: [String: [String: [String]]]
  }

  let file: File

  init() throws {
    let root = URL(fileURLWithPath: #filePath).appending(path: "../../../..").standardized
    let data = try Data(contentsOf: root.appending(path: "Sources/Specification/vocabulary.json"))
    file = try JSONDecoder().decode(File.self, from: data)
  }

  @Test("messages have the numbers, names and fields of the registry")
  func messages() {
    #expect(file.inputs.map(Self.line) == Vocabulary.inputs.map(Self.line))
    #expect(file.outputs.map(Self.line) == Vocabulary.outputs.map(Self.line))
  }

  private static func line(_ kind: File.Kind) -> String {
    "\(kind.code) \(kind.name) \(kind.fields.map { "\($0.name):\($0.type)" })"
  }

  private static func line(_ kind: Vocabulary.Kind) -> String {
    "\(kind.code) \(kind.name) \(kind.fields.map { "\($0.name):\($0.type.name)" })"
  }

  @Test("enumerations have the numbers and names of their cases")
  func enumerations() {
    for type in Vocabulary.FieldType.allCases where !type.cases.isEmpty {
      let cases = file.enumerations.first { $0.name == "\(type.name)" }?.cases
      #expect(cases == type.cases.map { File.Case(number: $0.number, name: "\($0.name)") }, "\(type)")
    }
  }

  @Test("settings have their units, defaults and ranges")
  func settings() {
    #expect(file.settings.map(\.name) == Setting.allCases.map { "\($0)" })
    for (setting, told) in zip(Setting.allCases, file.settings) {
      let specification = setting.specification
      #expect(told.unit == "\(specification.unit)" && told.default.value == specification.standard, "\(setting)")
      let range = specification.range
      #expect(told.minimum.value == range.lowerBound && told.maximum.value == range.upperBound, "\(setting)")
    }
  }

  @Test("presets name the settings that they change")
  func presets() {
    #expect(file.presets.map(\.name) == Configuration.Preset.allCases.map { "\($0)" })
    for (preset, told) in zip(Configuration.Preset.allCases, file.presets) {
      let configuration = preset.configuration
      let changed = Setting.allCases.filter { configuration[$0] != $0.specification.standard }
      let values = Dictionary(uniqueKeysWithValues: changed.map { ("\($0)", configuration[$0]) })
      #expect(told.settings.mapValues(\.value) == values, "\(preset)")
    }
  }

  @Test("the state has the fields of a checkpoint, with their types")
  func state() {
    var player = Player()
    var visitor = Listing()
    player.visitState(&visitor)
    let told = file.state.flatMap { field -> [String] in
      guard let count = field.count else { return ["\(field.name) \(kind(of: field.type))"] }
      return (0..<count).map { "\(field.name).\($0) \(kind(of: field.type))" }
    }
    #expect(["clock instant"] + told == visitor.fields.dropLast(Setting.count))
  }

  private func kind(of type: String) -> String {
    if let enumeration = file.enumerations.first(where: { $0.name == type }) {
      return enumeration.cases.map(\.name).joined(separator: " ")
    }
    return switch type {
    case "bool": "boolean"
    case "time": "mediaTime"
    case "span", "instant", "supply": type
    default: "integer"
    }
  }

  private struct Listing: StateVisitor {
    var fields: [String] = []

    mutating func visit<Value: WireValue>(_ name: StaticString, _ value: inout Value) {
      if case .enumeration(let names) = Value.wireKind {
        fields.append("\(name) \(names)")
      } else {
        fields.append("\(name) \(Value.wireKind)")
      }
    }
  }

  @Test("transitions match the tables")
  func transitions() {
    check("phase", Phase.allCases) { $0.canBecome($1) }
    check("playbackState", PlaybackState.allCases) { $0.canBecome($1) }
    check("drive", Transport.EngineActivity.allCases) { $0.canBecome($1) }
  }

  private func check<Value: WireEnumeration>(_ name: String, _ cases: [Value], _ follows: (Value, Value) -> Bool) {
    for from in cases {
      let told = file.transitions[name]?["\(from)"]
      #expect(told == cases.filter { follows(from, $0) }.map { "\($0)" }, "\(name) \(from)")
    }
  }
}
