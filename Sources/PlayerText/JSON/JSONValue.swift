/// A JSON document built in memory, for short reports.
package indirect enum JSONValue: Sendable {
  case null
  case flag(Bool)
  case integer(Int64)
  case text(String)
  case list([JSONValue])
  /// Written in alphabetical order; `nil` members are omitted.
  case object([String: JSONValue?])

  /// An integer, or `null`.
  package init(_ value: Int64?) { self = value.map { .integer($0) } ?? .null }

  package static func texts(_ texts: [String]) -> JSONValue { .list(texts.map { .text($0) }) }

  package func write(into writer: inout JSONWriter) {
    switch self {
    case .null: writer.raw("null")
    case .flag(let flag): writer.raw(flag ? "true" : "false")
    case .integer(let value): writer.integer(value)
    case .text(let text): writer.string(text)
    case .list(let values):
      writer.raw("[")
      for (index, value) in values.enumerated() {
        if index > 0 { writer.raw(",") }
        value.write(into: &writer)
      }
      writer.raw("]")
    case .object(let values):
      writer.raw("{")
      for name in values.keys.sorted() {
        guard case .some(.some(let value)) = values[name] else { continue }
        if writer.bytes.last != UInt8(ascii: "{") { writer.raw(",") }
        writer.string(name)
        writer.raw(":")
        value.write(into: &writer)
      }
      writer.raw("}")
    }
  }

  /// The document on one line.
  package var line: String {
    var writer = JSONWriter()
    write(into: &writer)
    return writer.text
  }
}
