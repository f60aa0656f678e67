import PlayerCore
import PlayerText

/// Parses the lines of a vocabulary.
struct VocabularyBuilder {
  private(set) var enumerations: [CaseNames] = []
  private(set) var inputs = [MessageSchema?](repeating: nil, count: 256)
  private(set) var outputs = [MessageSchema?](repeating: nil, count: 256)
  private(set) var settings: [TraceVocabulary.SettingField] = []
  private(set) var state: [TraceVocabulary.StateField] = []
  private var typeNames: [String] = []

  /// No state in a trace has more fields than this.
  static let stateLimit = 400

  mutating func build(_ lines: VocabularyLines) throws(Flaw) {
    for line in lines.enumerations {
      let words = splitWords(line)
      guard words.count > 1 else { throw VocabularyLines.flaw(line, "a name, and the names of cases") }
      enumerations.append(CaseNames(typeName: words[0], words.dropFirst().joined(separator: " ")))
    }
    // Sorted, so that the types of fields have the same numbers wherever the vocabulary is read.
    for (code, line) in lines.inputs.sorted(by: { $0.key < $1.key }) { inputs[Int(code)] = try message(code, line) }
    for (code, line) in lines.outputs.sorted(by: { $0.key < $1.key }) { outputs[Int(code)] = try message(code, line) }
    for line in lines.state { state.append(try stateField(line.name, line.rest)) }
    for (number, line) in lines.settings.sorted(by: { $0.key < $1.key }) {
      let words = splitWords(line)
      guard words.count == 3 else { throw VocabularyLines.flaw(line, "a name, a type and a default") }
      let field = try stateField("setting.\(words[0])", "\(words[1]) \(words[2])")
      settings.append(.init(number: number, name: words[0], type: field.type, standard: field.fresh))
      state.append(field)
    }
    guard state.count <= Self.stateLimit else {
      throw Flaw(field: "changes", expected: "at most \(Self.stateLimit) fields of the state", found: "\(state.count)")
    }
    try checkNames()
  }

  private mutating func message(_ code: UInt8, _ line: String) throws(Flaw) -> MessageSchema {
    let words = splitWords(line)
    guard let name = words.first, words.count - 1 <= WireMessage.maximumFieldCount else {
      throw VocabularyLines.flaw(line, "a name, and at most \(WireMessage.maximumFieldCount) fields")
    }
    var fields: [MessageSchema.Field] = []
    for word in words.dropFirst() {
      let halves = word.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      guard halves.count == 2, !halves[0].isEmpty, !halves[1].isEmpty else {
        throw VocabularyLines.flaw(line, "fields as name:type")
      }
      fields.append(
        MessageSchema.Field(
          name: halves[0], utf8: Array(halves[0].utf8), typeName: halves[1], type: type(named: halves[1]),
          typeNumber: number(of: halves[1])))
    }
    return MessageSchema(code: UInt16(code), name: name, fields: fields)
  }

  private mutating func number(of typeName: String) -> Int {
    if let number = typeNames.firstIndex(of: typeName) { return number }
    typeNames.append(typeName)
    return typeNames.count - 1
  }

  private func type(named name: String) -> FieldType {
    FieldType.builtIn(name) ?? enumerations.firstIndex { $0.typeName == name }.map { .enumeration($0) } ?? .integer
  }

  private mutating func stateField(_ name: String, _ rest: String) throws(Flaw) -> TraceVocabulary.StateField {
    let words = splitWords(rest)
    guard words.count == 2, let fresh = Int64(words[1]) else {
      throw VocabularyLines.flaw("\(name) \(rest)", "a type and a number")
    }
    return .init(name: name, type: stateType(words[0]), fresh: fresh)
  }

  private mutating func stateType(_ word: String) -> FieldType {
    guard word.contains("|") else { return FieldType.builtIn(word) ?? .integer }
    let names = word.split(separator: "|").joined(separator: " ")
    let cases = CaseNames(typeName: word, names)
    if let place = enumerations.firstIndex(where: { $0.names == cases.names }) { return .enumeration(place) }
    enumerations.append(cases)
    return .enumeration(enumerations.count - 1)
  }

  /// Names must be unique, and need no escapes in text.
  private func checkNames() throws(Flaw) {
    for names in [
      inputs.compactMap { $0?.name }, outputs.compactMap { $0?.name }, settings.map { $0.name }, state.map { $0.name },
    ] + (inputs + outputs).compactMap({ $0?.fields.map { $0.name } }) {
      var seen: Set<String> = []
      for name in names {
        guard seen.insert(name).inserted else {
          throw Flaw(field: "changes", expected: "each name once", found: "\"\(Excerpt.of(name, limit: 80))\" twice")
        }
        guard name.utf8.count <= 80, name.utf8.allSatisfy(Self.isPlain) else {
          throw VocabularyLines.flaw(name, "a name of at most 80 letters, digits, dots, dashes and underscores")
        }
      }
    }
    for name in enumerations.flatMap({ $0.names.compactMap({ $0 }) }) {
      guard name.utf8.allSatisfy(Self.isPlain) else { throw VocabularyLines.flaw(name, "letters and digits") }
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  // MARK: Hashes

  /// As `Vocabulary.hash`.
  func hash(of lines: VocabularyLines) -> UInt64 {
    var digest = StateDigest()
    for (code, line) in lines.inputs.sorted(by: { $0.key < $1.key }) { digest.absorb(line, Int64(code)) }
    for (code, line) in lines.outputs.sorted(by: { $0.key < $1.key }) { digest.absorb(line, Int64(code)) }
    for (place, line) in lines.enumerations.enumerated() {
      let name = line.prefix { $0 != " " }
      digest.absorb(String(name), Int64(place))
      digest.absorb(String(line.dropFirst(name.count + 1)), Int64(place))
    }
    return digest.value
  }

  /// As ``StateLayout/hash``.
  func layout() -> UInt64 {
    var digest = StateDigest()
    for field in state {
      digest.absorb("\(field.name):\(words(of: field.type))")
      digest.put(field.fresh)
    }
    return digest.value
  }

  private func words(of type: FieldType) -> String {
    switch type {
    case .integer: "int"
    case .boolean: "bool"
    case .mediaTime: "time"
    case .span: "span"
    case .supply: "supply"
    case .code: "code"
    case .enumeration(let place): enumerations[place].names.map { $0 ?? "-" }.joined(separator: " ")
    }
  }
}

extension StateDigest {
  fileprivate mutating func absorb(_ text: String, _ number: Int64) {
    put(number)
    absorb(text)
  }

  fileprivate mutating func absorb(_ text: String) {
    for byte in text.utf8 { put(Int64(byte)) }
  }
}
