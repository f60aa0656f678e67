#if FFmpeg
import Foundation
import PlayerCore

/// Writes the sound into a WAV file: 16-bit stereo at the rate of the source.
///
/// The file is valid from the first sample on: until ``finish()`` its length is marked as unknown, as in streams.
public final class WAVOutput: MediaOutput {
  private let file: FileDescriptor
  private var bytesWritten: Int64 = 0
  private var hasHeader = false

  private static let unknownLength: UInt32 = .max

  /// Creates the file, or empties it.
  public init(path: String) throws(OutputError) { file = try FileDescriptor(creating: path) }

  /// It takes sound.
  public var wantsAudio: Bool { true }

  /// Writes sound.
  public func present(_ samples: AudioSamples) throws(OutputError) {
    try writeHeader(rate: samples.rate)
    try file.write(samples)
    bytesWritten += Int64(samples.samples.count) * 2
  }

  /// Completes the file.
  public func finish() throws(OutputError) {
    try writeHeader(rate: 48_000)
    // The length of a file larger than 4 GiB stays unknown.
    guard bytesWritten + 36 < Int64(Self.unknownLength) else { return }
    try file.write(Self.littleEndian(UInt32(bytesWritten + 36)), at: 4)
    try file.write(Self.littleEndian(UInt32(bytesWritten)), at: 40)
  }

  private func writeHeader(rate: Int32) throws(OutputError) {
    if hasHeader { return }
    hasHeader = true
    var header = [UInt8]("RIFF".utf8) + Self.littleEndian(Self.unknownLength) + [UInt8]("WAVEfmt ".utf8)
    header += Self.littleEndian(UInt32(16)) + Self.littleEndian(UInt16(1)) + Self.littleEndian(UInt16(2))
    header += Self.littleEndian(UInt32(clamping: rate)) + Self.littleEndian(UInt32(clamping: Int64(rate) * 4))
    header += Self.littleEndian(UInt16(4)) + Self.littleEndian(UInt16(16))
    header += [UInt8]("data".utf8) + Self.littleEndian(Self.unknownLength)
    try file.write(header)
  }

  private static func littleEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { [UInt8]($0) }
  }
}

/// Writes the sound as raw samples, 16-bit little-endian stereo at the rate of the source, to an open file such as
/// standard output.
public final class PCMOutput: MediaOutput {
  private let file: FileDescriptor

  /// Writes to `descriptor`, which stays open. A pipe without a reader ends playback with EPIPE, provided that the
  /// process ignores SIGPIPE.
  public init(descriptor: Int32) { file = FileDescriptor(lent: descriptor) }

  /// It takes sound.
  public var wantsAudio: Bool { true }
  /// Writes sound.
  public func present(_ samples: AudioSamples) throws(OutputError) { try file.write(samples) }
}

extension FileDescriptor {
  /// Both hosts that are supported, x86-64 and ARM, store samples in the order of the files.
  fileprivate func write(_ samples: AudioSamples) throws(OutputError) {
    try samples.samples.withUnsafeBufferPointer { samples throws(OutputError) in
      try write(UnsafeRawBufferPointer(samples))
    }
  }
}

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
    try bytes.withUnsafeBufferPointer { bytes throws(OutputError) in
      try write(UnsafeRawBufferPointer(bytes), at: offset)
    }
  }
}
#endif
