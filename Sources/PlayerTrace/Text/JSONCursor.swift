/// What is wrong with a line of text or a binary record, before the place is known.
struct Flaw: Error {
  var field: String
  var expected: String
  var found: String
  var advice = "Correct the line by hand, or take a copy that is whole"
}

/// Walks over the JSON of one line. White space is allowed, fractions and exponents are not.
struct JSONCursor {
  let bytes: [UInt8]
  var index: Int
  let end: Int
  /// The key that is being read, for errors.
  var field = "record"

  init(_ range: ByteRange) {
    bytes = range.bytes
    index = range.start
    end = range.end
  }

  /// The next byte that is not white space; 0 at the end.
  mutating func peek() -> UInt8 {
    while index < end {
      let byte = bytes[index]
      if byte != 0x20, byte != 0x09, byte != 0x0D { return byte }
      index += 1
    }
    return 0
  }

  /// A key that stands twice in its object.
  func twice(_ key: ByteRange) -> Flaw {
    Flaw(field: key.excerpt, expected: "each key once", found: "\"\(key.excerpt)\" twice")
  }

  func flaw(_ expected: String) -> Flaw {
    let stop = min(end, index + 24)
    let found = index < stop ? ByteRange(bytes, index, stop).excerpt : "the end of the line"
    return Flaw(field: field, expected: expected, found: found)
  }

  mutating func expect(_ byte: UInt8) throws(Flaw) {
    guard peek() == byte, index < end else { throw flaw("'\(Character(UnicodeScalar(byte)))'") }
    index += 1
  }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard peek() == byte, index < end else { return false }
    index += 1
    return true
  }

  var isAtEnd: Bool {
    mutating get { peek() == 0 && index >= end }
  }

  /// The next key of an object whose brace was read, or `nil` when the object closes.
  mutating func nextKey(first: inout Bool) throws(Flaw) -> ByteRange? {
    if skip(UInt8(ascii: "}")) { return nil }
    if !first { try expect(UInt8(ascii: ",")) }
    first = false
    let key = try name()
    field = "key"
    try expect(UInt8(ascii: ":"))
    return key
  }

  /// A string that is compared with names: in place, unless it has escapes.
  mutating func name() throws(Flaw) -> ByteRange {
    let quote = index
    try expect(UInt8(ascii: "\""))
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

  mutating func integer() throws(Flaw) -> Int64 {
    let isNegative = skip(UInt8(ascii: "-"))
    guard index < end, Self.isDigit(bytes[index]) else { throw flaw("an integer") }
    if bytes[index] == UInt8(ascii: "0"), index + 1 < end, Self.isDigit(bytes[index + 1]) {
      throw flaw("an integer without leading zeros")
    }
    let start = index
    var value: Int64 = 0
    while index < end, Self.isDigit(bytes[index]) {
      let digit = Int64(bytes[index] - UInt8(ascii: "0"))
      let (product, tooLong) = value.multipliedReportingOverflow(by: 10)
      let (sum, tooLarge) = product.subtractingReportingOverflow(digit)
      if tooLong || tooLarge { throw flaw("an integer of 64 bits") }
      value = sum
      index += 1
    }
    if index < end, [UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E")].contains(bytes[index]) {
      index = start
      throw flaw("an integer without fraction or exponent")
    }
    if isNegative { return value }
    guard value != .min else { throw flaw("an integer of 64 bits") }
    return -value
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  mutating func skip(word: StaticString) -> Bool {
    _ = peek()
    guard end - index >= word.utf8CodeUnitCount else { return false }
    let matches = word.withUTF8Buffer { word in
      for offset in word.indices where bytes[index + offset] != word[offset] { return false }
      return true
    }
    if matches { index += word.utf8CodeUnitCount }
    return matches
  }

  /// 16 hexadecimal digits in quotes.
  mutating func digest() throws(Flaw) -> UInt64 {
    let start = index
    let text = try name()
    guard text.count == 16 else { throw flaw(since: start, "16 hexadecimal digits") }
    var value: UInt64 = 0
    for index in text.start..<text.end {
      guard let digit = Character(UnicodeScalar(text.bytes[index])).hexDigitValue else {
        throw flaw(since: start, "16 hexadecimal digits")
      }
      value = value << 4 | UInt64(digit)
    }
    return value
  }

  private mutating func flaw(since start: Int, _ expected: String) -> Flaw {
    index = start
    return flaw(expected)
  }

  mutating func boolean() throws(Flaw) -> Bool {
    if skip(word: "true") { return true }
    if skip(word: "false") { return false }
    throw flaw("true or false")
  }
}
