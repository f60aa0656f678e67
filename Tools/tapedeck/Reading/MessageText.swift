import PlayerCore
import PlayerTrace

/// The registry of messages, taken apart once.
struct MessageTable: Sendable {
  struct Entry: Sendable {
    var name: String
    var fields: [(name: String, type: String)]
  }

  static let shared = MessageTable()

  /// By number.
  let inputs: [Entry?]
  let outputs: [Entry?]
  private let cases: [String: [String]]

  private init() {
    inputs = (0..<Vocabulary.codeLimit).map { Vocabulary.input($0).map(Self.entry) }
    outputs = (0..<Vocabulary.codeLimit).map { Vocabulary.output($0).map(Self.entry) }
    var cases: [String: [String]] = [:]
    for index in 0..<Vocabulary.enumerationCount {
      guard let (name, line) = Vocabulary.enumeration(index) else { continue }
      cases[name.description] = Self.words(line)
    }
    self.cases = cases
  }

  /// The name of a case of an enumeration; nil for another type or number.
  func caseName(_ value: Int64, of type: String) -> String? {
    guard let names = cases[type], let index = Int(exactly: value), names.indices.contains(index) else { return nil }
    return names[index]
  }

  /// Every name of an input or an output.
  var names: Set<String> { Set((inputs + outputs).compactMap { $0?.name }) }

  private static func entry(_ line: StaticString) -> Entry {
    let words = words(line)
    let fields = words.dropFirst().map { word in
      let halves = word.split(separator: ":").map(String.init)
      return (name: halves.first ?? "", type: halves.last ?? "")
    }
    return Entry(name: words.first ?? "", fields: fields)
  }

  private static func words(_ line: StaticString) -> [String] {
    line.description.split(separator: " ").map(String.init)
  }
}

/// A message in one line for people: its name and its fields, numbers in words where the trace has words for them.
struct MessageText {
  var names = TraceNames()

  func callAsFunction(_ input: Input) -> String {
    let message = input.message
    return text(message, MessageTable.shared.inputs[Int(message.code)])
  }

  func callAsFunction(_ output: Output) -> String {
    let message = output.message
    return text(message, MessageTable.shared.outputs[Int(message.code)])
  }

  private func text(_ message: Message, _ entry: MessageTable.Entry?) -> String {
    guard let entry else { return "message \(message.code)" }
    var result = entry.name
    for (index, field) in entry.fields.enumerated() where !isSilent(message[index], field, of: entry.name) {
      result += " \(field.name)=\(value(message[index], field.type))"
    }
    return result
  }

  /// True for what says nothing: no text, no segment, no tolerance.
  private func isSilent(_ value: Int64, _ field: (name: String, type: String), of message: String) -> Bool {
    guard value == 0 else { return false }
    let isTolerance = message == "seek" && field.name != "offset"
    switch field.type {
    case "text", "segment", "refusal": return true
    case "span": return field.name.contains(".") || field.name.hasPrefix("tolerance") || isTolerance
    case "int": return field.name == "detail"
    default: return false
    }
  }

  private func value(_ value: Int64, _ type: String) -> String {
    switch type {
    case "bool": value == 0 ? "no" : "yes"
    case "time": TraceTime.position(MediaTime(microseconds: value))
    case "span": TraceTime.span(TimeSpan(microseconds: value)).replacing(" ", with: "")
    case "rate": ThousandthsText.text(value)
    case "text": quoted(names.text(TextID(UInt32(truncatingIfNeeded: value))))
    case "item": value == 0 ? "none" : quoted(names.source(ItemID(UInt32(truncatingIfNeeded: value))))
    case "supply": Supply(rawValue: UInt8(truncatingIfNeeded: value)).words
    case "code": MessageTable.shared.inputs[Int(UInt8(truncatingIfNeeded: value))]?.name ?? "\(value)"
    default: MessageTable.shared.caseName(value, of: type) ?? "\(value)"
    }
  }

  private func quoted(_ text: String) -> String { "\"\(text)\"" }
}
