import PlayerCore
import PlayerText

extension JSONWriter {
  /// A value in the form of its type; a number for which the type has no word stays a number.
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
}

/// How the bits of a ``PlayerCore/BufferState`` are written.
enum SupplyText {
  private static let names = [
    "unknown", "playable", "playThrough", "playable+playThrough", "stalled", "playable+stalled", "playThrough+stalled",
    "playable+playThrough+stalled",
  ]

  static func name(_ value: Int64) -> String? { value >= 0 && value < 8 ? names[Int(value)] : nil }
  static func number(_ name: ByteRange) -> Int64? {
    names.firstIndex { name.bytes[name.start..<name.end].elementsEqual($0.utf8) }.map(Int64.init)
  }
}
