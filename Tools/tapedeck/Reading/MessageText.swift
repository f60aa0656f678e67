import PlayerCore
import PlayerTrace

/// A message in one human-readable line: its name and its fields, numbers in words where the trace has words for them.
struct MessageText {
  var names = TraceNames()

  func callAsFunction(_ input: Input) -> String { self(TraceMessage(input)) }
  func callAsFunction(_ output: Output) -> String { self(TraceMessage(output)) }

  func callAsFunction(_ message: TraceMessage) -> String {
    let name = message.name
    var result = name
    for field in message.fields where !isSilent(field, of: name) { result += " \(field.name)=\(value(field))" }
    return result
  }

  /// True for an empty value: no text, no segment, no tolerance.
  private func isSilent(_ field: TraceMessage.Field, of message: String) -> Bool {
    guard field.value == 0 else { return false }
    let isTolerance = message == "seek" && field.name != "offset"
    switch field.type {
    case "text", "segment", "refusal": return true
    case "span": return field.name.contains(".") || field.name.hasPrefix("tolerance") || isTolerance
    case "int": return field.name == "detail"
    default: return false
    }
  }

  private func value(_ field: TraceMessage.Field) -> String {
    let value = field.value
    switch field.type {
    case "bool": return value == 0 ? "no" : "yes"
    case "time": return TraceTime.position(MediaTime(microseconds: value))
    case "span": return TraceTime.span(TimeSpan(microseconds: value)).replacing(" ", with: "")
    case "rate": return ThousandthsText.text(value)
    case "text": return quoted(names.text(TextID(UInt32(truncatingIfNeeded: value))))
    case "item": return value == 0 ? "none" : quoted(names.source(ItemID(UInt32(truncatingIfNeeded: value))))
    case "supply": return BufferState(rawValue: UInt8(truncatingIfNeeded: value)).words
    default: return field.text
    }
  }

  private func quoted(_ text: String) -> String { "\"\(text)\"" }
}
