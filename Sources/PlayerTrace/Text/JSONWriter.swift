/// Appends canonical JSON to bytes: no white space, integers only, the shortest escapes.
struct JSONWriter {
  var bytes: [UInt8] = []

  mutating func raw(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func integer(_ value: Int64) {
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

  mutating func string(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 { escape(byte) }
    bytes.append(UInt8(ascii: "\""))
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
    case 0..<0x20:
      raw("\\u00")
      bytes.append(UInt8(ascii: "0") + (byte >> 4))
      let low = byte & 15
      bytes.append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
    default: bytes.append(byte)
    }
  }

  /// `,"name":` — the comma is left out behind an opening brace.
  mutating func key(_ name: String) {
    if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
    bytes.append(UInt8(ascii: "\""))
    raw(name)
    raw("\":")
  }

  /// A value as its type is written; a number that the type has no word for stays a number.
  mutating func value(_ value: Int64, _ type: FieldType, _ vocabulary: TraceVocabulary) {
    switch type {
    case .integer: integer(value)
    case .boolean where value == 0: raw("false")
    case .boolean where value == 1: raw("true")
    case .boolean: integer(value)
    case .mediaTime: if value == .min { raw("null") } else { integer(value) }
    case .span: if value == .max { raw("null") } else { integer(value) }
    case .supply: if let name = SupplyText.name(value) { string(name) } else { integer(value) }
    case .code:
      if let message = UInt16(exactly: value).flatMap(vocabulary.input) {
        word(message.name)
      } else {
        integer(value)
      }
    case .enumeration(let index):
      if let name = vocabulary.enumerations[index].name(value) { word(name) } else { integer(value) }
    }
  }

  /// A name of the vocabulary: nothing in it needs an escape.
  private mutating func word(_ name: String) {
    bytes.append(UInt8(ascii: "\""))
    raw(name)
    bytes.append(UInt8(ascii: "\""))
  }
}

/// How the bits of a ``PlayerCore/Supply`` are written.
enum SupplyText {
  private static let names = [
    "unknown", "playable", "playThrough", "playable+playThrough", "stalled", "playable+stalled", "playThrough+stalled",
    "playable+playThrough+stalled",
  ]

  static func name(_ value: Int64) -> String? { value >= 0 && value < 8 ? names[Int(value)] : nil }
  static func number(_ name: ByteRange) -> Int64? {
    let text = name.text
    return names.firstIndex(of: text).map(Int64.init)
  }
}
