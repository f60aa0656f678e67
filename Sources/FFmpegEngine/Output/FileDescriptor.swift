#if FFmpeg
import Foundation

/// An open file that is written to; closed with the object unless it was lent.
final class FileDescriptor: Sendable {
  private let number: Int32
  private let isLent: Bool

  /// Writes to a descriptor that its owner closes.
  init(lent number: Int32) {
    self.number = number
    isLent = true
  }

  /// Creates or empties the file.
  init(creating path: String) throws(OutputError) {
    number = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    isLent = false
    if number < 0 { throw OutputError(code: errno) }
  }

  deinit { if !isLent, number >= 0 { close(number) } }

  /// Writes all `bytes`, at the end or at `offset`.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64? = nil) throws(OutputError) {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count =
        offset.map { pwrite(number, rest.baseAddress, rest.count, off_t($0) + off_t(done)) }
        ?? Foundation.write(number, rest.baseAddress, rest.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw OutputError(code: errno)
      }
      done += count
    }
  }

  func write(_ bytes: [UInt8], at offset: Int64? = nil) throws(OutputError) {
    var failure: OutputError?
    bytes.withUnsafeBytes { bytes in
      do throws(OutputError) { try write(bytes, at: offset) } catch { failure = error }
    }
    if let failure { throw failure }
  }
}
#endif
