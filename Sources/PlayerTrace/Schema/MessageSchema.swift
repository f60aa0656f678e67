import PlayerCore

/// One message of the vocabulary: its name and its fields in order.
struct MessageSchema: Sendable {
  struct Field: Sendable {
    var name: String
    var utf8: [UInt8]
    /// The word behind the colon in the registry.
    var typeName: String
    var type: FieldType
    /// The same number for all fields with the same `typeName`.
    var typeNumber: Int
  }

  var code: UInt16
  var name: String
  var fields: [Field]
}

/// The vocabulary, taken apart once.
struct Schema: Sendable {
  static let shared = Schema()

  private(set) var enumerations: [CaseNames] = []
  /// By code.
  private(set) var inputs: [MessageSchema?] = []
  private(set) var outputs: [MessageSchema?] = []
  private(set) var inputNumbers = NameTable()
  private(set) var outputNumbers = NameTable()
  /// Names of field types, by ``MessageSchema/Field/typeNumber``.
  private(set) var typeNames: [String] = []

  private init() {
    for index in 0..<Vocabulary.enumerationCount {
      guard let (name, cases) = Vocabulary.enumeration(index) else { continue }
      enumerations.append(CaseNames(typeName: name.description, cases))
    }
    for code in 0..<Vocabulary.codeLimit {
      inputs.append(Vocabulary.input(code).map { message(code, $0) })
      outputs.append(Vocabulary.output(code).map { message(code, $0) })
    }
    for case let message? in inputs { inputNumbers.insert(message.name, Int(message.code)) }
    for case let message? in outputs { outputNumbers.insert(message.name, Int(message.code)) }
  }

  private mutating func message(_ code: UInt16, _ line: StaticString) -> MessageSchema {
    let parts = words(of: line)
    let fields = parts.dropFirst().map { part in
      let halves = part.split(separator: ":").map(String.init)
      let typeName = halves.last ?? ""
      return MessageSchema.Field(
        name: halves.first ?? "", utf8: Array((halves.first ?? "").utf8), typeName: typeName,
        type: type(named: typeName), typeNumber: number(of: typeName))
    }
    return MessageSchema(code: code, name: parts.first ?? "", fields: fields)
  }

  private mutating func number(of typeName: String) -> Int {
    if let number = typeNames.firstIndex(of: typeName) { return number }
    typeNames.append(typeName)
    return typeNames.count - 1
  }

  private func type(named name: String) -> FieldType {
    switch name {
    case "bool": .boolean
    case "time": .mediaTime
    case "span": .span
    case "supply": .supply
    case "code": .code
    default: enumerations.firstIndex { $0.typeName == name }.map { .enumeration($0) } ?? .integer
    }
  }

  func input(_ code: UInt16) -> MessageSchema? { Int(code) < inputs.count ? inputs[Int(code)] : nil }
  func output(_ code: UInt16) -> MessageSchema? { Int(code) < outputs.count ? outputs[Int(code)] : nil }
}
