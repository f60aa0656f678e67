#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif
import PlayerText

/// An open file, which is closed with the last reference to it.
final class OpenFile: Sendable {
  let name: String
  let descriptor: Int32
  private let closes: Bool
  private let isTerminal: Bool

  /// Borrows a descriptor that its owner has opened and will close.
  init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
    closes = false
    isTerminal = isatty(descriptor) == 1
  }

  /// Takes over a descriptor, and closes it.
  init(taking descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
    closes = true
    isTerminal = isatty(descriptor) == 1
  }

  private init(_ path: String, _ flags: Int32, _ action: String) throws(TraceError) {
    descriptor = open(path, flags | O_CLOEXEC, 0o666)
    let code = errno
    name = path
    closes = true
    isTerminal = descriptor >= 0 && isatty(descriptor) == 1
    if descriptor < 0 { throw .system(action, path, code) }
  }

  deinit { if closes, descriptor >= 0 { close(descriptor) } }

  static func reading(_ path: String) throws(TraceError) -> OpenFile { try OpenFile(path, O_RDONLY, "open") }

  static func writing(_ path: String) throws(TraceError) -> OpenFile {
    try OpenFile(path, O_WRONLY | O_CREAT | O_TRUNC, "create")
  }

  /// Opens a pipe or a device, which takes bytes as they come.
  static func streaming(_ path: String) throws(TraceError) -> OpenFile { try OpenFile(path, O_WRONLY, "open") }

  /// Appends up to `count` bytes; returns how many, 0 at the end of the file.
  func read(upTo count: Int, into bytes: inout [UInt8]) throws(TraceError) -> Int {
    let descriptor = descriptor
    while true {
      var code: Int32 = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        #if canImport(Darwin)
        let result = Darwin.read(descriptor, buffer.baseAddress, count)
        #elseif canImport(Musl)
        let result = Musl.read(descriptor, buffer.baseAddress, count)
        #else
        let result = Glibc.read(descriptor, buffer.baseAddress, count)
        #endif
        code = result < 0 ? errno : 0
        filled = max(0, result)
      }
      if code == EINTR { continue }
      if code != 0 { throw error("read", code) }
      bytes.append(contentsOf: chunk)
      return chunk.count
    }
  }

  /// The size of a file; `nil` for a pipe, a terminal, and anything else that can be read only once.
  var size: Int64? {
    var status = stat()
    guard closes, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int64(status.st_size)
  }

  /// Reads up to `count` bytes at a place of a file that has a ``size``, without changing the position.
  func read(upTo count: Int, at offset: Int64) throws(TraceError) -> [UInt8] {
    let descriptor = descriptor
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let result = pread(
          descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(offset) + off_t(filled))
        if result < 0, errno == EINTR { continue }
        if result < 0 { code = errno }
        guard result > 0 else { break }
        filled += result
      }
    }
    if code != 0 { throw error("read", code) }
    return bytes
  }

  /// Moves the reading position of a file that has a ``size``.
  func seek(to offset: Int64) throws(TraceError) {
    if lseek(descriptor, off_t(offset), SEEK_SET) < 0 { throw error("seek", errno) }
  }

  /// Writes all of `bytes`, or throws after writing as many as possible. A terminal is not told what would move its
  /// cursor.
  func writeAll(_ bytes: [UInt8]) throws(TraceError) {
    let bytes = isTerminal ? TerminalText.harmless(bytes) : bytes
    var done = 0
    while done < bytes.count {
      let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress.map { $0 + done }, bytes.count - done) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw error("write", written < 0 ? errno : ENOSPC) }
      done += written
    }
  }

  private func error(_ action: String, _ code: Int32) -> TraceError { .system(action, name, code) }
}

extension TraceError {
  /// An error with the system's own text for the code.
  static func system(_ action: String, _ file: String, _ code: Int32) -> TraceError {
    .system(action: action, file: file, code: code, message: String(cString: strerror(code)))
  }
}

/// The date now, in microseconds since 1970, for ``TraceHeader/recordedAt``.
public func microsecondsSince1970() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
}
