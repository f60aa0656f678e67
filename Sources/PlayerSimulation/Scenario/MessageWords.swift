import PlayerCore

/// The registry of messages as texts: how scenarios name inputs, outputs and their fields.
struct MessageWords: Sendable {
  struct Field: Hashable, Sendable {
    var name: String
    var type: String
  }

  struct Entry: Sendable {
    var code: UInt16
    var name: String
    var fields: [Field]

    func place(of name: String) -> Int? { fields.firstIndex { $0.name == name } }
  }

  static let shared = MessageWords()
  private static let supplyNames = BufferState.bitNames.map { $0.description }

  let inputs: [Entry]
  let outputs: [Entry]
  /// By the name of the enumeration.
  private let cases: [String: [String]]

  private init() {
    inputs = Vocabulary.inputs.map(Self.entry)
    outputs = Vocabulary.outputs.map(Self.entry)
    var cases: [String: [String]] = [:]
    for type in Vocabulary.FieldType.allCases where !type.cases.isEmpty {
      cases[type.name.description] = Self.names(type)
    }
    cases["reportKinds"] = ReportKinds.names
    self.cases = cases
  }

  /// The names of the cases, each at its number.
  private static func names(_ type: Vocabulary.FieldType) -> [String] {
    let last = type.cases.map { $0.number }.max() ?? 0
    return (0...last).map { type.caseName($0)?.description ?? "-" }
  }

  private static func entry(_ kind: Vocabulary.Kind) -> Entry {
    let fields = kind.fields.map { Field(name: $0.name.description, type: $0.type.name.description) }
    return Entry(code: kind.code, name: kind.name.description, fields: fields)
  }

  func input(_ code: UInt16) -> Entry? { inputs.first { $0.code == code } }
  func output(_ code: UInt16) -> Entry? { outputs.first { $0.code == code } }

  /// The cases of an enumeration; `nil` for another type.
  func names(of type: String) -> [String]? { cases[type] }

  // MARK: Values

  /// What a value of this type looks like.
  func expectation(_ type: String) -> String {
    switch type {
    case "bool": return "yes or no"
    case "time", "span": return ScenarioNumber.timeExpectation
    case "rate": return "a rate such as 1 or 1.5"
    case "supply": return "playable, playThrough and stalled, joined by +, or unknown"
    case "reportKinds": return "kinds of reports joined by +, such as buffered+starved, or all"
    case "track": return "the number of a track, off or automatic"
    case "text": return "a text, or its number"
    case "language": return Language.expectation
    case "code": return "the name of an input"
    case "int", "long": return "a whole number"
    default:
      guard let names = cases[type] else { return "a number from 0 on" }
      return names.count > 12 ? "a \(type)" : "one of \(names.joined(separator: ", "))"
    }
  }

  /// The number of a word; `text` gives a number to a text that is not a number.
  func value(_ word: String, _ type: String, text: (String) -> TextID?) -> Int64? {
    switch type {
    case "bool": return Self.flag(word)
    case "time", "span": return ScenarioNumber.time(word)
    case "rate":
      if let rest = word.dropping("-") { return ScenarioNumber.fixed(rest, places: 3).map { 0 - $0 } }
      return ScenarioNumber.fixed(word, places: 3)
    case "supply": return flags(word, Self.supplyNames, nothing: "unknown")
    case "reportKinds": return word == "all" ? Int64(ReportKinds.all.rawValue) : flags(word, ReportKinds.names)
    case "track":
      if word == "off" { return -1 }
      if word == "automatic" { return -2 }
      return ScenarioNumber.integer(word)
    case "code":
      return inputs.first { $0.name == word }.map { Int64($0.code) } ?? ScenarioNumber.integer(word)
    case "text":
      if word == "none" { return 0 }
      return ScenarioNumber.integer(word) ?? text(word).map { Int64($0.rawValue) }
    // Only languages are possible here, as in a short form; in the vocabulary they are texts.
    case "language":
      if word == "none" { return 0 }
      return Language.hasShape(word) ? text(word).map { Int64($0.rawValue) } : nil
    case "int", "long": return ScenarioNumber.integer(word)
    default:
      if let names = cases[type] { return names.firstIndex(of: word).map(Int64.init) }
      return word == "none" ? 0 : ScenarioNumber.integer(word)
    }
  }

  static func flag(_ word: String) -> Int64? {
    switch word.lowercased() {
    case "yes", "true", "on": 1
    case "no", "false", "off": 0
    default: nil
    }
  }

  private func flags(_ word: String, _ names: [String], nothing: String? = nil) -> Int64? {
    if word == nothing { return 0 }
    var bits: Int64 = 0
    for part in word.split(separator: "+") {
      guard let index = names.firstIndex(of: String(part)) else { return nil }
      bits |= 1 << Int64(index)
    }
    return bits
  }

  /// What ``value(_:_:text:)`` reads as this number. `text` gives the words of a text that can be written as such.
  func word(_ value: Int64, _ type: String, text: (Int64) -> String?) -> String {
    switch type {
    case "bool": return value == 0 ? "no" : "yes"
    case "time", "span": return ScenarioNumber.text(time: value)
    case "rate": return ScenarioNumber.decimal(value, places: 3)
    case "supply": return names(value, Self.supplyNames) ?? "unknown"
    case "reportKinds":
      return value == Int64(ReportKinds.all.rawValue) ? "all" : names(value, ReportKinds.names) ?? "all"
    case "track": return value == -1 ? "off" : value == -2 ? "automatic" : "\(value)"
    case "code": return inputs.first { Int64($0.code) == value }?.name ?? "\(value)"
    case "text", "language": return value == 0 ? "none" : text(value) ?? "\(value)"
    default:
      if let names = cases[type], let index = Int(exactly: value), names.indices.contains(index) {
        return names[index]
      }
      return "\(value)"
    }
  }

  private func names(_ bits: Int64, _ names: [String]) -> String? {
    let set = names.indices.filter { bits & (1 << Int64($0)) != 0 }.map { names[$0] }
    return set.isEmpty ? nil : set.joined(separator: "+")
  }
}

extension ReportKinds {
  /// The names of the bits, the lowest first.
  static let names = [
    "opened", "closed", "started", "stopped", "seekCompleted", "buffered", "starved", "ended", "position", "failed",
    "other",
  ]
}
