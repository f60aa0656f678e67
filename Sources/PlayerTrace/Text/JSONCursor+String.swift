import Backports

extension JSONCursor {
  /// A string with escapes. It must be UTF-8.
  mutating func string() throws(Flaw) -> String {
    try expect(UInt8(ascii: "\""))
    var content: [UInt8] = []
    while true {
      guard index < end else { throw flaw("the end of a string") }
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") { break }
      guard byte >= 0x20 else { throw flaw("a control character as an escape") }
      index += 1
      if byte == UInt8(ascii: "\\") { try unescape(into: &content) } else { content.append(byte) }
    }
    index += 1
    guard let text = String(wellFormed: content) else { throw flaw("UTF-8") }
    return text
  }

  private mutating func unescape(into content: inout [UInt8]) throws(Flaw) {
    guard index < end else { throw flaw("an escape") }
    let byte = bytes[index]
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "f"): content.append(0x0C)
    case UInt8(ascii: "r"): content.append(0x0D)
    case UInt8(ascii: "u"): content.append(contentsOf: String(Character(try scalar())).utf8)
    default: throw flaw("an escape that JSON knows")
    }
  }

  /// The digits behind `\u`, of two escapes for a scalar outside the basic plane.
  private mutating func scalar() throws(Flaw) -> UnicodeScalar {
    let first = try unit()
    if let scalar = UnicodeScalar(first) { return scalar }
    guard first < 0xDC00, index + 1 < end, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
    else { throw flaw("two escapes that belong together") }
    index += 2
    let second = try unit()
    guard second >= 0xDC00, second < 0xE000,
      let scalar = UnicodeScalar(0x10000 + (UInt32(first) - 0xD800) << 10 + UInt32(second) - 0xDC00)
    else { throw flaw("two escapes that belong together") }
    return scalar
  }

  private mutating func unit() throws(Flaw) -> UInt16 {
    guard end - index >= 4 else { throw flaw("four hexadecimal digits") }
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = Character(UnicodeScalar(bytes[index])).hexDigitValue else {
        throw flaw("four hexadecimal digits")
      }
      value = value << 4 | UInt16(digit)
      index += 1
    }
    return value
  }
}
