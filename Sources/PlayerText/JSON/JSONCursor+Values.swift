import Backports

// Strings, numbers and truth values.
extension JSONCursor {
  package mutating func boolean() throws(Flaw) -> Bool {
    if skip(word: "true") { return true }
    if skip(word: "false") { return false }
    throw flaw("true or false")
  }

  // MARK: Numbers

  /// A 64-bit integer in JSON syntax, without fraction or exponent.
  @inlinable
  package mutating func integer() throws(Flaw) -> Int64 {
    let isNegative = skip(UInt8(ascii: "-"))
    guard index < end, Self.isDigit(bytes[index]) else { throw flaw("an integer") }
    if bytes[index] == UInt8(ascii: "0"), index + 1 < end, Self.isDigit(bytes[index + 1]) {
      throw flaw("an integer without leading zeros")
    }
    let start = index
    // Accumulated as a negative number, because that range has one number more.
    var value: Int64 = 0
    while index < end, Self.isDigit(bytes[index]) {
      let (product, tooLong) = value.multipliedReportingOverflow(by: 10)
      let (sum, tooLarge) = product.subtractingReportingOverflow(Int64(bytes[index] - UInt8(ascii: "0")))
      if tooLong || tooLarge { throw flaw("an integer of 64 bits") }
      value = sum
      index += 1
    }
    if index < end, bytes[index] == UInt8(ascii: ".") || bytes[index] | 0x20 == UInt8(ascii: "e") {
      throw flaw("an integer without fraction or exponent", at: start)
    }
    if isNegative { return value }
    guard value != .min else { throw flaw("an integer of 64 bits") }
    return -value
  }

  /// A number with any fraction and exponent, and where it begins.
  package mutating func number() throws(Flaw) -> (number: DecimalNumber, offset: Int) {
    let start = nextIndex
    guard let (number, length) = DecimalNumber.read(bytes[start..<end]) else {
      throw flaw("a number", advice: "Write it without quotation marks and units")
    }
    index += length
    return (number, start)
  }

  /// 16 hexadecimal digits in quotes.
  package mutating func digest() throws(Flaw) -> UInt64 {
    let start = nextIndex
    let text = try word()
    var value: UInt64 = 0
    for byte in text.bytes[text.start..<text.end] {
      guard text.count == 16, let digit = Self.hexadecimalDigit(byte) else {
        throw flaw("16 hexadecimal digits", at: start)
      }
      value = value << 4 | UInt64(digit)
    }
    guard text.count == 16 else { throw flaw("16 hexadecimal digits", at: start) }
    return value
  }

  @inlinable
  package static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  private static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  // MARK: Strings

  /// A string for comparison with names: in place, unless it contains escapes.
  @inlinable
  package mutating func word() throws(Flaw) -> ByteRange {
    let quote = nextIndex
    try expect(UInt8(ascii: "\""), "a name in quotes")
    let start = index
    while index < end, bytes[index] != UInt8(ascii: "\"") {
      if bytes[index] == UInt8(ascii: "\\") {
        index = quote
        return ByteRange(try string())
      }
      index += 1
    }
    guard index < end else { throw flaw("a name in quotes") }
    index += 1
    return ByteRange(bytes, start, index - 1)
  }

  /// A string, or the empty one for `null`.
  package mutating func stringOrNull() throws(Flaw) -> String { skip(word: "null") ? "" : try string() }

  /// A string; it must be UTF-8.
  package mutating func string() throws(Flaw) -> String {
    let quote = nextIndex
    try expect(UInt8(ascii: "\""), "a text in quotes")
    var content: [UInt8] = []
    var plain = index
    while true {
      guard index < end else { throw flaw("a closing quotation mark", at: quote) }
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") { break }
      guard byte >= 0x20 else { throw flaw("a control character as an escape") }
      index += 1
      guard byte == UInt8(ascii: "\\") else { continue }
      content += bytes[plain..<index - 1]
      try unescape(into: &content)
      plain = index
    }
    index += 1
    let rest = bytes[plain..<index - 1]
    let text =
      content.isEmpty ? String(wellFormed: rest) : String(wellFormed: content + rest)
    if let text { return text }
    throw flaw("UTF-8", at: content.isEmpty ? Self.firstFlaw(rest) : quote, advice: "Save the file as UTF-8")
  }

  /// The first place with invalid UTF-8.
  private static func firstFlaw(_ bytes: ArraySlice<UInt8>) -> Int {
    var place = bytes.startIndex
    var iterator = bytes.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    while case .valid(let scalar) = parser.parseScalar(from: &iterator) { place += scalar.count }
    return place
  }

  private mutating func unescape(into content: inout [UInt8]) throws(Flaw) {
    guard index < end else { throw flaw("an escape") }
    let byte = bytes[index]
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "f"): content.append(0x0C)
    case UInt8(ascii: "r"): content.append(0x0D)
    case UInt8(ascii: "u"):
      index += 1
      content += String(Character(try scalar())).utf8
      return
    default: throw flaw("a valid JSON escape")
    }
    index += 1
  }

  /// The digits after `\u`; those of two escapes for a scalar outside the basic plane.
  private mutating func scalar() throws(Flaw) -> UnicodeScalar {
    let first = try unit()
    if let scalar = UnicodeScalar(first) { return scalar }
    let afterFirst = index
    if first < 0xDC00, index + 1 < end, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u") {
      index += 2
      let second = try unit()
      let value = 0x10000 + (UInt32(first) - 0xD800) << 10 + UInt32(second & 0x3FF)
      if second & 0xFC00 == 0xDC00, let scalar = UnicodeScalar(value) { return scalar }
      index = afterFirst
    }
    guard rules.mendsHalfPairs else { throw flaw("two escapes that form a surrogate pair") }
    return "\u{FFFD}"
  }

  private mutating func unit() throws(Flaw) -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard index < end, let digit = Self.hexadecimalDigit(bytes[index]) else {
        throw flaw("four hexadecimal digits")
      }
      value = value << 4 | UInt16(digit)
      index += 1
    }
    return value
  }
}
