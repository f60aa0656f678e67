import Backports
import PlayerCore

/// Walks over a JSON document, for segment files. Depth is bounded, every error knows its place, and nothing is kept that
/// nobody asked for, so a hostile document costs no more than its size.
struct SegmentJSON {
  private enum PathPart {
    case key(String)
    case index(Int)
  }

  /// Deeper than this no segment file goes.
  static let depthLimit = 32

  let source: SegmentSource
  private(set) var index: Int
  private var path: [PathPart] = []

  init(_ source: SegmentSource) {
    self.source = source
    index = source.start
  }

  /// For example `chapters[2].startTime`.
  var field: String {
    var text = ""
    for part in path {
      switch part {
      case .key(let key): text += text.isEmpty ? key : ".\(key)"
      case .index(let index): text += "[\(index)]"
      }
    }
    return text.isEmpty ? "document" : text
  }

  func flaw(_ expected: String) -> SegmentFileError { source.error(at: index, field, expected) }

  /// The next byte that is not white space; 0 at the end.
  mutating func peek() -> UInt8 {
    while index < source.bytes.count {
      let byte = source.bytes[index]
      if !SegmentSource.isSpace(byte), !SegmentSource.isLineEnd(byte) { return byte }
      index += 1
    }
    return 0
  }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard peek() == byte, index < source.bytes.count else { return false }
    index += 1
    return true
  }

  mutating func end() throws(SegmentFileError) {
    if peek() != 0 || index < source.bytes.count { throw flaw("the end of the file") }
  }

  func checkCount(_ count: Int) throws(SegmentFileError) { try source.checkCount(count, at: index) }

  // MARK: Objects and arrays

  mutating func open(_ byte: UInt8, _ expected: String) throws(SegmentFileError) {
    guard skip(byte) else { throw flaw(expected) }
  }

  /// The next key of an object that was opened, which is then part of the path until ``leave()``; `nil` when it closes.
  mutating func nextKey(_ isFirst: inout Bool) throws(SegmentFileError) -> String? {
    if skip(UInt8(ascii: "}")) { return nil }
    if !isFirst { try open(UInt8(ascii: ","), "',' or '}'") }
    isFirst = false
    guard peek() == UInt8(ascii: "\"") else { throw flaw("a key in quotes") }
    let key = try string()
    try open(UInt8(ascii: ":"), "':'")
    path.append(.key(key))
    return key
  }

  /// Whether an array that was opened has another element, which is then part of the path until ``leave()``.
  mutating func nextElement(_ count: inout Int) throws(SegmentFileError) -> Bool {
    if skip(UInt8(ascii: "]")) { return false }
    if count > 0 { try open(UInt8(ascii: ","), "',' or ']'") }
    path.append(.index(count))
    count += 1
    return true
  }

  mutating func leave() { path.removeLast() }

  /// Passes over a value of any kind.
  mutating func skipValue() throws(SegmentFileError) { try skipValue(depth: path.count) }

  private mutating func skipValue(depth: Int) throws(SegmentFileError) {
    guard depth < Self.depthLimit else { throw flaw("at most \(Self.depthLimit) values inside each other") }
    switch peek() {
    case UInt8(ascii: "{"):
      var isFirst = true
      try open(UInt8(ascii: "{"), "an object")
      while try nextKey(&isFirst) != nil {
        try skipValue(depth: depth + 1)
        leave()
      }
    case UInt8(ascii: "["):
      var count = 0
      try open(UInt8(ascii: "["), "an array")
      while try nextElement(&count) {
        try skipValue(depth: depth + 1)
        leave()
      }
    case UInt8(ascii: "\""): _ = try string()
    default:
      if skip(word: "true") || skip(word: "false") || skip(word: "null") { return }
      guard case .notANumber = SegmentNumber.seconds(source.bytes[number()]) else { return }
      throw flaw("a value")
    }
  }

  // MARK: Values

  mutating func skip(word: String) -> Bool {
    _ = peek()
    guard source.bytes[index...].starts(with: word.utf8) else { return false }
    index += word.utf8.count
    return true
  }

  /// The bytes of a number; empty when there is none. Moves behind them.
  private mutating func number() -> Range<Int> {
    _ = peek()
    let start = index
    while index < source.bytes.count, Self.isNumeric(source.bytes[index]) { index += 1 }
    let range = start..<index
    if case .notANumber = SegmentNumber.seconds(source.bytes[range]) { index = start }
    return range
  }

  private static func isNumeric(_ byte: UInt8) -> Bool {
    SegmentSource.isDigit(byte) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains(byte)
  }

  /// Seconds, not negative.
  mutating func seconds() throws(SegmentFileError) -> MediaTime {
    _ = peek()
    let start = index
    let expected = "a number of seconds from 0 to \(MediaSegment.timeLimit.microseconds / 1_000_000)"
    switch SegmentNumber.seconds(source.bytes[number()]) {
    case .time(let time): return time
    case .notANumber, .negative, .tooLarge: throw source.error(at: start, field, expected)
    }
  }

  mutating func boolean() throws(SegmentFileError) -> Bool {
    if skip(word: "true") { return true }
    if skip(word: "false") { return false }
    throw flaw("true or false")
  }

  /// A text; empty for `null`.
  mutating func text() throws(SegmentFileError) -> String {
    if skip(word: "null") { return "" }
    guard peek() == UInt8(ascii: "\"") else { throw flaw("a text in quotes") }
    return try string()
  }
}

// MARK: - Strings

extension SegmentJSON {
  private mutating func string() throws(SegmentFileError) -> String {
    let start = index
    index += 1
    var content: [UInt8] = []
    var plainStart = index
    while true {
      guard index < source.bytes.count else { throw source.error(at: start, field, "a text with an end") }
      let byte = source.bytes[index]
      if byte == UInt8(ascii: "\"") { break }
      guard byte >= 0x20 else { throw flaw("a control character as an escape") }
      guard byte == UInt8(ascii: "\\") else {
        index += 1
        continue
      }
      content += source.bytes[plainStart..<index]
      index += 1
      try unescape(into: &content)
      plainStart = index
    }
    let plain = plainStart..<index
    index += 1
    // Escapes are UTF-8 by construction; so it is what stands between them that may not be.
    if content.isEmpty { return try source.text(plain, field) }
    guard let text = String(wellFormed: content + source.bytes[plain]) else {
      throw source.error(at: start, field, "UTF-8", advice: "Save the file as UTF-8")
    }
    return text
  }

  private mutating func unescape(into content: inout [UInt8]) throws(SegmentFileError) {
    guard index < source.bytes.count else { throw flaw("an escape") }
    let byte = source.bytes[index]
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
    default: throw flaw("an escape that JSON knows")
    }
    index += 1
  }

  /// The digits behind `\u`, of two escapes for a scalar outside the basic plane. Half a pair, which browsers write,
  /// becomes the replacement character.
  private mutating func scalar() throws(SegmentFileError) -> UnicodeScalar {
    let first = try unit()
    if let scalar = UnicodeScalar(first) { return scalar }
    let bytes = source.bytes
    guard first < 0xDC00, index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == 0x75 else {
      return "\u{FFFD}"
    }
    let afterFirst = index
    index += 2
    let second = try unit()
    guard 0xDC00..<0xE000 ~= second else {
      index = afterFirst
      return "\u{FFFD}"
    }
    return UnicodeScalar(0x10000 + (UInt32(first) - 0xD800) << 10 + UInt32(second) - 0xDC00) ?? "\u{FFFD}"
  }

  private mutating func unit() throws(SegmentFileError) -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard index < source.bytes.count, let digit = Character(UnicodeScalar(source.bytes[index])).hexDigitValue else {
        throw flaw("four hexadecimal digits")
      }
      value = value << 4 | UInt16(digit)
      index += 1
    }
    return value
  }
}
