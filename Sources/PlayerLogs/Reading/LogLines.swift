import Foundation

/// Reads a log line by line in bounded memory, whatever it contains.
///
/// Terminal colours, carriage returns and zero bytes are removed. A line longer than ``limit`` is split into pieces of
/// at most that length, each of which ends where a JSON value may end. What Android Studio exports becomes the lines that
/// it shows.
struct LogLines {
  /// The longest piece of a line, in bytes.
  static let limit = 64 << 10

  /// The number of bytes read.
  private(set) var bytes: Int64 = 0
  /// The number of lines begun.
  private(set) var lines: Int64 = 0
  /// The number of lines split into pieces.
  private(set) var longLines: Int64 = 0
  private let read: (Int) throws -> [UInt8]
  private var window: [UInt8] = []
  private var start = 0
  private var isLast = false
  private var isInside = false
  private var studio = StudioLogcat()
  /// Lines of a message of Android Studio that have not been returned.
  private var rest: ArraySlice<LogText> = []

  /// `read` returns at most the given number of bytes, and none at the end.
  init(_ read: @escaping (Int) throws -> [UInt8]) { self.read = read }

  /// The next line or piece without its line end, with the number of the line, from 1; `nil` after the last.
  mutating func next() throws -> (line: LogText, number: Int64)? {
    while rest.isEmpty {
      guard let found = try nextPiece() else { return nil }
      guard let lines = studio.lines(found.line) else { return found }
      rest = lines[...]
    }
    return rest.popFirst().map { ($0, lines) }
  }

  private mutating func nextPiece() throws -> (line: LogText, number: Int64)? {
    while true {
      if let end = lineEnd() { return try piece(upTo: end, skipping: 1, isWhole: true) }
      if window.count - start >= Self.limit { return try piece(upTo: start + cut(), skipping: 0, isWhole: false) }
      guard !isLast else {
        guard start < window.count else { return nil }
        return try piece(upTo: window.count, skipping: 0, isWhole: true)
      }
      try fill()
    }
  }

  private func lineEnd() -> Int? {
    let reach = min(window.count, start + Self.limit)
    return window.withUnsafeBytes { memory -> Int? in
      guard reach > start, let base = memory.baseAddress else { return nil }
      guard let found = memchr(base + start, 0x0A, reach - start) else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }

  /// The length of the first piece of a line that is too long.
  private func cut() -> Int {
    let reach = start + Self.limit
    var place = reach
    while place > reach - 4_096 {
      place -= 1
      if window[place] == UInt8(ascii: "}") { return place + 1 - start }
    }
    return Self.limit
  }

  private mutating func fill() throws {
    if start > 0 {
      window.removeFirst(start)
      start = 0
    }
    let more = try read(256 << 10)
    bytes += Int64(more.count)
    isLast = more.isEmpty
    window += more
  }

  private mutating func piece(upTo end: Int, skipping: Int, isWhole: Bool) throws(LogError) -> (LogText, Int64) {
    let line = Self.clean(window[start..<end])
    if line.isEmpty, !isWhole { throw LogError.notText(line: lines + 1) }
    start = end + skipping
    if !isInside { lines += 1 }
    if !isWhole, !isInside { longLines += 1 }
    isInside = !isWhole
    return (LogText(line), lines)
  }

  /// The bytes without sequences that move a terminal's cursor.
  private static func clean(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let isClean = bytes.withUnsafeBytes { memory in
      guard let base = memory.baseAddress, !memory.isEmpty else { return true }
      return memchr(base, 0x1B, memory.count) == nil && memchr(base, 0, memory.count) == nil
        && memory[memory.count - 1] != 0x0D
    }
    if isClean { return Array(bytes) }
    var result: [UInt8] = []
    var place = bytes.startIndex
    while place < bytes.endIndex {
      let byte = bytes[place]
      place += 1
      switch byte {
      case 0, 0x0D: continue
      case 0x1B:
        // `ESC [ parameters final byte`.
        guard place < bytes.endIndex, bytes[place] == UInt8(ascii: "[") else { continue }
        place += 1
        while place < bytes.endIndex, bytes[place] < 0x40 { place += 1 }
        if place < bytes.endIndex { place += 1 }
      default: result.append(byte)
      }
    }
    return result
  }
}
