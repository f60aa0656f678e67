import PlayerCore
import PlayerText

// Messages and values as JSON, in the words of text traces: unknown, endless and never are `null`.
extension JSONWriter {
  /// `"name":"…"` and the fields of a message.
  mutating func fields(of message: WireMessage, _ entry: MessageWords.Entry?) {
    key("name")
    string(entry?.name ?? "message \(message.code)")
    guard let entry else { return }
    for (index, field) in entry.fields.enumerated() {
      key(field.name)
      value(message[index], field.type)
    }
  }

  /// A value as its type is written; a number that the type has no word for stays a number.
  mutating func value(_ value: Int64, _ type: String) {
    switch type {
    case "bool": raw(value == 0 ? "false" : "true")
    case "time": value == .min ? raw("null") : integer(value)
    case "span", "instant": value == .max ? raw("null") : integer(value)
    case "digest": string(hexadecimal(UInt64(bitPattern: value)))
    // Types of values that a player shows, not of messages.
    case "deadlineSlot": string(DeadlineSlot(wireValue: value)?.wireName.description ?? "")
    case "supply": string(MessageWords.shared.word(value, type) { _ in nil })
    case "code":
      if let entry = MessageWords.shared.inputs.first(where: { Int64($0.code) == value }) {
        string(entry.name)
      } else {
        integer(value)
      }
    default:
      if let names = MessageWords.shared.names(of: type), let index = Int(exactly: value), names.indices.contains(index)
      {
        string(names[index])
      } else {
        integer(value)
      }
    }
  }
}
