/// Appends canonical JSON to bytes: no white space, integers only, the shortest escapes.
package struct JSONWriter: Sendable {
  package var bytes: [UInt8] = []

  package init() {}

  /// The written bytes as text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  @inlinable
  package mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

  @inlinable
  package mutating func integer(_ value: Int64) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    var magnitude = value.magnitude
    if magnitude < 10 { return bytes.append(UInt8(ascii: "0") + UInt8(magnitude)) }
    let start = bytes.count
    while magnitude > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(magnitude % 10))
      magnitude /= 10
    }
    bytes[start...].reverse()
  }

  package mutating func string(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 { escape(byte) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// A string as JSON.
  package static func quoted(_ text: String) -> String {
    var writer = Self()
    writer.string(text)
    return writer.text
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): raw("\\\"")
    case UInt8(ascii: "\\"): raw("\\\\")
    case 0x08: raw("\\b")
    case 0x09: raw("\\t")
    case 0x0A: raw("\\n")
    case 0x0C: raw("\\f")
    case 0x0D: raw("\\r")
    case 0..<0x20: raw("\\u\(padded(byte, 4, radix: 16))" as String)
    default: bytes.append(byte)
    }
  }

  /// `,"name":` — the comma is omitted after an opening brace.
  @inlinable
  package mutating func key(_ name: String) {
    if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
    word(name)
    bytes.append(UInt8(ascii: ":"))
  }

  /// A name in quotes, which needs no escapes.
  @inlinable
  package mutating func word(_ name: String) {
    bytes.append(UInt8(ascii: "\""))
    raw(name)
    bytes.append(UInt8(ascii: "\""))
  }
}
