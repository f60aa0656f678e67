import Backports
import PlayerCore
import PlayerText

/// How far lines were counted.
private final class LineCounter {
  /// A place in the line.
  var offset = 0
  var line = 1
}

/// The bytes of a segment file, with what errors about them need.
struct SegmentSource {
  let file: String
  let bytes: [UInt8]
  /// Behind the byte order mark.
  let start: Int
  private let counter = LineCounter()

  init(file: String, bytes: [UInt8]) throws(SegmentFileError) {
    self.file = file
    self.bytes = bytes
    start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw error(at: 0, "encoding", "UTF-8", found: "UTF-16", advice: "Save the file as UTF-8")
    }
  }

  /// The place of the first byte that is not white space.
  var contentStart: Int { bytes[start...].firstIndex { !Self.isSpace($0) && !Self.isLineEnd($0) } ?? bytes.count }

  /// The first byte that is not white space; 0 when there is none.
  var firstByte: UInt8 { contentStart < bytes.count ? bytes[contentStart] : 0 }

  func begins(with word: String) -> Bool { bytes[start...].starts(with: word.utf8) }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
  static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
  static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

  // MARK: Lines

  /// The line at `index`, without its end; moves `index` after it. `nil` at the end of the file. Lines end with LF, CR
  /// or both.
  func nextLine(_ index: inout Int) -> Range<Int>? {
    guard index < bytes.count else { return nil }
    let first = index
    while index < bytes.count, !Self.isLineEnd(bytes[index]) { index += 1 }
    let line = first..<index
    if index < bytes.count {
      let isPair = bytes[index] == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
      index += isPair ? 2 : 1
    }
    return line
  }

  /// The words of a line, separated by spaces and tabs; at most `limit`, the last one with everything that follows.
  func words(_ line: Range<Int>, limit: Int) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var index = line.lowerBound
    while true {
      while index < line.upperBound, Self.isSpace(bytes[index]) { index += 1 }
      guard index < line.upperBound else { return words }
      let first = index
      if words.count == limit - 1 {
        words.append(first..<line.upperBound)
        return words
      }
      while index < line.upperBound, !Self.isSpace(bytes[index]) { index += 1 }
      words.append(first..<index)
    }
  }

  func text(_ range: Range<Int>, _ field: String) throws(SegmentFileError) -> String {
    if let text = String(wellFormed: bytes[range]) { return text }
    var end = range.lowerBound
    // The first place where the text stops being UTF-8.
    var iterator = bytes[range].makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    while case .valid(let scalar) = parser.parseScalar(from: &iterator) { end += scalar.count }
    throw error(at: end, field, "UTF-8", advice: "Save the file as UTF-8")
  }

  /// The title that the author gave: one line, and not too long to read. Letters with hundreds of marks are cut, too.
  static func title(_ text: String) -> String {
    let words = text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace).joined(
      separator: " ".unicodeScalars)
    let title = String(String.UnicodeScalarView(words.prefix(4 * MediaSegment.titleLimit)))
    return title.count > MediaSegment.titleLimit ? title.prefix(MediaSegment.titleLimit - 1) + "…" : title
  }

  // MARK: Errors

  /// The line of a place, from 1. Places that are looked up in order cost one pass over the file.
  func line(of offset: Int) -> Int {
    let offset = min(offset, bytes.count)
    if offset < counter.offset { (counter.offset, counter.line) = (0, 1) }
    for index in counter.offset..<offset where Self.isLineEnd(bytes[index]) {
      let isPair = bytes[index] == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
      if !isPair { counter.line += 1 }
    }
    counter.offset = offset
    return counter.line
  }

  func checkCount(_ count: Int, at offset: Int) throws(SegmentFileError) {
    do throws(Flaw) { try Self.checkCount(count, at: offset) } catch { throw self.error(error) }
  }

  static func checkCount(_ count: Int, at offset: Int) throws(Flaw) {
    guard count > SegmentList.countLimit else { return }
    throw Flaw(
      at: offset, field: "count", expected: "at most \(SegmentList.countLimit) segments", found: "more",
      advice: "Check that this is the right file")
  }

  func error(
    at offset: Int, _ field: String, _ expected: String, found: String? = nil, advice: String = "Correct the file",
    kind: SegmentFileError.Kind = .damaged
  ) -> SegmentFileError {
    SegmentFileError(
      kind: kind, file: file, line: line(of: offset), offset: offset, field: field, expected: expected,
      found: found ?? Excerpt.at(offset, of: bytes, upTo: bytes.count), advice: advice)
  }

  /// A cursor over the file as JSON.
  var json: JSONCursor { JSONCursor(file: bytes, rules: .file(mendsHalfPairs: true)) }

  /// Reads the file as JSON.
  func readingJSON<Value>(_ read: (JSONCursor) throws(Flaw) -> Value) throws(SegmentFileError) -> Value {
    do throws(Flaw) { return try read(json) } catch { throw self.error(error) }
  }

  private func error(_ flaw: Flaw) -> SegmentFileError {
    error(
      at: flaw.offset, flaw.field, flaw.expected, found: flaw.found,
      advice: flaw.advice.isEmpty ? "Correct the file" : flaw.advice)
  }
}
