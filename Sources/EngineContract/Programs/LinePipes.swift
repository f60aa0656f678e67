import Backports
import Foundation

/// Reads lines from a program.
struct LineReader {
  private let file: FileHandle
  private var bytes: [UInt8] = []
  private var start = 0
  /// Made once: a program may write one byte at a time.
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  init(_ file: FileHandle) { self.file = file }

  /// The next line without its end, cut to `limit` bytes; `nil` at the end.
  mutating func next(atMost limit: Int) -> [UInt8]? {
    var searched = start
    while true {
      if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return Array(bytes[start..<min(end, start + limit)])
      }
      if bytes.count - start >= limit { return Array(bytes[start..<start + limit]) }
      bytes.removeSubrange(..<start)
      start = 0
      searched = bytes.count
      guard let count = readOn() else { return nil }
      bytes += buffer[..<count]
    }
  }

  /// Reads to the end, so that the program never waits for a reader.
  mutating func drain() { while readOn() != nil {} }

  /// How many bytes came into the buffer; `nil` at the end.
  private mutating func readOn() -> Int? {
    while true {
      let count = read(file.fileDescriptor, &buffer, buffer.count)
      if count > 0 { return count }
      if count == 0 || errno != EINTR { return nil }
    }
  }
}

/// Writes lines to a program on its own thread: a program that does not read blocks nothing.
final class LineQueue: Sendable {
  private struct Contents {
    var lines: [[UInt8]] = []
    var isEnded = false
  }

  private let contents = Lock(Contents())
  private let signal = DispatchSemaphore(value: 0)

  /// Begins to write; the file is closed at the end.
  func begin(_ file: FileHandle) {
    let descriptor = file.fileDescriptor
    Thread.detachNewThread { [self] in
      // A program that has ended must not end this process: `write` returns an error instead.
      var ignored = sigset_t()
      sigemptyset(&ignored)
      sigaddset(&ignored, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &ignored, nil)
      while true {
        signal.wait()
        let (lines, isEnded) = contents.withLock { contents in
          defer { contents.lines.removeAll() }
          return (contents.lines, contents.isEnded)
        }
        let isWritten = lines.allSatisfy { write($0, to: descriptor) }
        if isEnded || !isWritten { break }
      }
      try? file.close()
    }
  }

  func append(_ line: [UInt8]) {
    contents.withLock { $0.lines.append(line) }
    signal.signal()
  }

  func end() {
    contents.withLock { $0.isEnded = true }
    signal.signal()
  }

  private func write(_ line: [UInt8], to descriptor: Int32) -> Bool {
    var written = 0
    while written < line.count {
      let count = line.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress! + written, $0.count - written) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      written += count
    }
    return true
  }
}
