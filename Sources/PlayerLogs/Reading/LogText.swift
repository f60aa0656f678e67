#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A part of a line of a log, as bytes: logs hold what no encoding allows, and gigabytes of it.
public struct LogText: Sendable {
  let bytes: [UInt8]
  /// Where the part begins, and where it ends, in `bytes`.
  private(set) var start: Int
  private(set) var end: Int

  /// A whole line without its end.
  public init(_ bytes: [UInt8]) { (self.bytes, start, end) = (bytes, 0, bytes.count) }

  /// A whole line.
  public init(_ text: String) { self.init(Array(text.utf8)) }

  private init(_ bytes: [UInt8], _ start: Int, _ end: Int) { (self.bytes, self.start, self.end) = (bytes, start, end) }

  var isEmpty: Bool { start >= end }
  var count: Int { end - start }
  var first: UInt8? { isEmpty ? nil : bytes[start] }
  var last: UInt8? { isEmpty ? nil : bytes[end - 1] }

  /// The text; invalid UTF-8 is replaced.
  var text: String { String(decoding: bytes[start..<end], as: UTF8.self) }

  /// Where `word` begins, in bytes from the beginning of this part; `nil` if this part does not contain it.
  func place(of word: StaticString) -> Int? {
    let length = word.utf8CodeUnitCount
    guard length > 0, length <= count else { return nil }
    let first = Int32(word.utf8Start[0])
    return bytes.withUnsafeBytes { memory -> Int? in
      guard let base = memory.baseAddress else { return nil }
      var place = start
      while place + length <= end, let found = memchr(base + place, first, end - length + 1 - place) {
        if memcmp(found, word.utf8Start, length) == 0 { return UnsafeRawPointer(found) - (base + start) }
        place = UnsafeRawPointer(found) - base + 1
      }
      return nil
    }
  }

  func contains(_ word: StaticString) -> Bool { place(of: word) != nil }

  func hasPrefix(_ word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard length <= count else { return false }
    return bytes.withUnsafeBytes { memory in
      guard let base = memory.baseAddress else { return false }
      return memcmp(base + start, word.utf8Start, length) == 0
    }
  }

  func hasSuffix(_ word: StaticString) -> Bool { dropFirst(max(0, count - word.utf8CodeUnitCount)).hasPrefix(word) }

  static func == (text: Self, word: StaticString) -> Bool {
    text.count == word.utf8CodeUnitCount && text.hasPrefix(word)
  }

  static func == (text: Self, other: Self) -> Bool {
    text.bytes[text.start..<text.end].elementsEqual(other.bytes[other.start..<other.end])
  }

  /// For `switch`.
  static func ~= (word: StaticString, text: Self) -> Bool { text == word }

  func dropFirst(_ count: Int) -> Self { Self(bytes, min(end, start + max(0, count)), end) }
  func prefix(_ count: Int) -> Self { Self(bytes, start, min(end, start + max(0, count))) }

  /// The part after the first `word`.
  func after(_ word: StaticString) -> Self? { place(of: word).map { dropFirst($0 + word.utf8CodeUnitCount) } }

  /// The part before the first `word`; everything without it.
  func before(_ word: StaticString) -> Self { place(of: word).map { prefix($0) } ?? self }

  /// The part after the prefix; `nil` if it begins otherwise.
  func after(prefix word: StaticString) -> Self? {
    hasPrefix(word) ? dropFirst(word.utf8CodeUnitCount) : nil
  }

  /// The part between the first `a` and the `b` after it.
  func between(_ a: StaticString, _ b: StaticString) -> Self? {
    guard let rest = after(a), let end = rest.place(of: b) else { return nil }
    return rest.prefix(end)
  }

  /// The part without surrounding white space.
  var trimmed: Self {
    var result = self
    while let byte = result.first, byte <= 0x20 { result.start += 1 }
    while let byte = result.last, byte <= 0x20 { result.end -= 1 }
    return result
  }

  /// What a terminal shows of a line in which carriage returns overwrite: the part after the last, trimmed.
  var overwritten: Self {
    var result = trimmed
    while let rest = result.after("\r") { result = rest.trimmed }
    return result
  }

  /// Takes the first word and the white space before it.
  mutating func takeWord() -> Self? {
    self = trimmed
    guard !isEmpty else { return nil }
    var place = start
    while place < end, bytes[place] > 0x20 { place += 1 }
    defer { start = place }
    return Self(bytes, start, place)
  }

  /// The byte at a place of this part.
  subscript(place: Int) -> UInt8? { place >= 0 && place < count ? bytes[start + place] : nil }

  /// An integer at the beginning; `nil` if there is none, or if it is out of range.
  var integer: Int64? { leadingInteger?.value }

  private var leadingInteger: (value: Int64, length: Int)? {
    var place = start
    let isNegative = place < end && bytes[place] == UInt8(ascii: "-")
    if isNegative { place += 1 }
    var value: Int64 = 0
    let digits = place
    while place < end, case let digit = bytes[place] &- 0x30, digit < 10 {
      let (scaled, tooLong) = value.multipliedReportingOverflow(by: 10)
      let (sum, tooHigh) = scaled.addingReportingOverflow(Int64(digit))
      guard !tooLong, !tooHigh else { return nil }
      value = sum
      place += 1
    }
    return place > digits ? (isNegative ? -value : value, place - start) : nil
  }

  /// A decimal number at the beginning, in millionths; for seconds these are microseconds. `nil` when there is none, or
  /// one beyond 9 · 10¹².
  var millionths: Int64? { leadingMillionths?.value }

  /// The same, with its length in bytes.
  var leadingMillionths: (value: Int64, length: Int)? {
    guard let whole = leadingInteger, whole.value.magnitude <= 9_000_000_000_000 else { return nil }
    var place = start + whole.length
    var fraction: Int64 = 0
    if place < end, bytes[place] == UInt8(ascii: ".") || bytes[place] == UInt8(ascii: ",") {
      var scale: Int64 = 100_000
      var next = place + 1
      while next < end, case let digit = bytes[next] &- 0x30, digit < 10 {
        fraction += Int64(digit) * scale
        scale /= 10
        next += 1
      }
      if next > place + 1 { place = next }
    }
    let isNegative = first == UInt8(ascii: "-")
    let size = Int64(whole.value.magnitude) * 1_000_000 + fraction
    return (isNegative ? -size : size, place - start)
  }

  /// `H:MM:SS.fraction` at the beginning, with any number of fractional digits, in microseconds, and its length; `nil`
  /// if there is none. A space may replace the point.
  var clock: (value: Int64, length: Int)? {
    var parts: [Int64] = []
    var rest = self
    while parts.count < 2 {
      guard let part = rest.leadingInteger, part.value >= 0, part.value <= 1_000_000,
        rest[part.length] == UInt8(ascii: ":")
      else { return nil }
      parts.append(part.value)
      rest = rest.dropFirst(part.length + 1)
    }
    guard let seconds = rest.leadingMillionths, seconds.value >= 0, seconds.value < 100_000_000 else { return nil }
    return ((parts[0] * 3_600 + parts[1] * 60) * 1_000_000 + seconds.value, count - rest.count + seconds.length)
  }
}
