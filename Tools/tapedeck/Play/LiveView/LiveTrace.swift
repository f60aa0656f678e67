import Backports
import Foundation
import PlayerTrace

/// A growing trace with many readers: each starts at any place and reads at its own speed.
///
/// Its bytes are in an unnamed file, so a slow or late reader costs no memory, and the writer never waits for a reader.
final class LiveTrace: TraceSink {
  private struct State {
    var length = 0
    var isOver = false
    /// Readers that wait for more bytes.
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    /// Readers, oldest first.
    var readers: [Int] = []
    var lastReader = 0
  }

  /// The content at a place.
  enum Part: Equatable {
    case bytes([UInt8])
    /// Nothing follows.
    case end
    /// Newer readers have displaced this one.
    case displaced
  }

  /// More readers than a user has open pages. Another reader displaces the oldest, because closed pages are detected
  /// only when something is sent to them.
  static let readerLimit = 32

  private let descriptor: Int32
  private let state = Lock(State())

  /// Throws ``TraceError/system(action:file:code:message:)`` if the file cannot be created.
  init() throws(TraceError) {
    var path = Array((NSTemporaryDirectory() as NSString).appendingPathComponent("tapedeck-XXXXXX").utf8CString)
    descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw Self.failure("create", errno) }
    unlink(path)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { close(descriptor) }

  private static func failure(_ action: String, _ code: Int32) -> TraceError {
    .system(action: action, file: "the file of the view", code: code, message: String(cString: strerror(code)))
  }

  var name: String { "the view" }

  /// The number of bytes.
  var count: Int { state.withLock { $0.length } }

  /// Appends bytes; there is only one writer.
  func append(_ bytes: [UInt8]) throws(TraceError) {
    let start = count
    var done = 0
    while done < bytes.count {
      let written = bytes.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress! + done, $0.count - done, off_t(start + done))
      }
      if written > 0 { done += written } else if errno != EINTR { throw Self.failure("write", errno) }
    }
    wake { $0.length += bytes.count }
  }

  /// Ends the trace: nothing more is appended.
  func end() { wake { $0.isOver = true } }

  private func wake(_ change: (inout State) -> Void) {
    let waiting = state.withLock { state in
      change(&state)
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for continuation in waiting { continuation.resume() }
  }

  // MARK: Readers

  /// The current number of readers.
  var readerCount: Int { state.withLock { $0.readers.count } }

  /// A number for a new reader.
  func addReader() -> Int {
    var number = 0
    wake { state in
      state.lastReader += 1
      number = state.lastReader
      state.readers.append(number)
      if state.readers.count > Self.readerLimit { state.readers.removeFirst() }
    }
    return number
  }

  func removeReader(_ number: Int) { state.withLock { $0.readers.removeAll { $0 == number } } }

  /// The content at a place, at most `limit` bytes; waits until some is available. Throws when the task is cancelled.
  func read(_ reader: Int, from place: Int, limit: Int) async throws -> Part {
    while true {
      try Task.checkCancellation()
      let (length, isOver, isKnown) = state.withLock { ($0.length, $0.isOver, $0.readers.contains(reader)) }
      guard isKnown else { return .displaced }
      if place < length { return .bytes(try bytes(at: place, min(limit, length - place))) }
      if isOver { return .end }
      await more(reader, than: length)
    }
  }

  private func more(_ reader: Int, than length: Int) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDue = state.withLock { state in
          guard state.length == length, !state.isOver, state.readers.contains(reader), !Task.isCancelled else {
            return true
          }
          state.waiting[reader] = continuation
          return false
        }
        if isDue { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: reader) }?.resume()
    }
  }

  private func bytes(at place: Int, _ count: Int) throws(TraceError) -> [UInt8] {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      while done < count {
        let got = pread(descriptor, buffer.baseAddress! + done, count - done, off_t(place + done))
        if got > 0 { done += got } else if got == 0 || errno != EINTR { code = got == 0 ? EIO : errno; return }
      }
    }
    if code != 0 { throw Self.failure("read", code) }
    return bytes
  }
}
