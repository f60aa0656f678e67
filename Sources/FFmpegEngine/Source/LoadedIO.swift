#if FFmpeg
import CFFmpeg
import Foundation
import PlayerRuntime

/// A source that the app reads, in libavformat's form: the owner of an `AVIOContext` and of the ``Resource`` it
/// reads.
final class LoadedIO {
  private(set) var context: UnsafeMutablePointer<AVIOContext>?
  private let resource: any Resource
  private let interrupt: Interrupt?
  private var offset: Int64 = 0
  private var ledger = ReadLedger()

  private static let bufferSize = 64 << 10

  init(_ resource: any Resource, interrupt: Interrupt?) throws(MediaError) {
    self.resource = resource
    self.interrupt = interrupt
    guard let buffer = av_malloc(Self.bufferSize) else { throw MediaError(code: -ENOMEM) }
    context = avio_alloc_context(
      buffer.assumingMemoryBound(to: UInt8.self), Int32(Self.bufferSize), 0, Unmanaged.passUnretained(self).toOpaque(),
      { opaque, target, count in LoadedIO.of(opaque)?.read(into: target, Int(count)) ?? -EIO }, nil,
      { opaque, offset, whence in LoadedIO.of(opaque)?.seek(offset, whence) ?? Int64(-EIO) })
    if context == nil {
      av_free(buffer)
      throw MediaError(code: -ENOMEM)
    }
    if resource.length == nil { context?.pointee.seekable = 0 }
  }

  deinit {
    // libavformat may have replaced the buffer.
    if let context { av_freep(&context.pointee.buffer) }
    avio_context_free(&context)
  }

  /// Goes back to the beginning, for the source to be opened again.
  func rewind() {
    if let context { avio_seek(context, 0, SEEK_SET) }
  }

  /// How many bytes of the source were read, none twice.
  var bytesRead: Int64 {
    if let context { ledger.look(at: context) }
    return ledger.count
  }

  private static func of(_ opaque: UnsafeMutableRawPointer?) -> LoadedIO? {
    opaque.map { Unmanaged<LoadedIO>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Only while libavformat asks is the app asked: a read that is broken off is not begun.
  private func read(into target: UnsafeMutablePointer<UInt8>?, _ count: Int) -> Int32 {
    if interrupt?.isRaised == true { return CFF_ERROR_INTERRUPTED }
    guard let target, count > 0, let bytes = try? resource.read(from: offset, count: count) else { return -EIO }
    if bytes.isEmpty { return CFF_ERROR_END_OF_FILE }
    // A loader that returns more than requested must not overrun the buffer.
    let taken = min(bytes.count, count)
    bytes.withUnsafeBufferPointer { bytes in
      if let base = bytes.baseAddress { target.update(from: base, count: taken) }
    }
    offset += Int64(taken)
    return Int32(taken)
  }

  private func seek(_ to: Int64, _ whence: Int32) -> Int64 {
    let length = resource.length
    if whence & AVSEEK_SIZE != 0 { return length ?? Int64(-ENOSYS) }
    let base: Int64
    switch whence & ~AVSEEK_FORCE {
    case SEEK_SET: base = 0
    case SEEK_CUR: base = offset
    case SEEK_END:
      guard let length else { return Int64(-ENOSYS) }
      base = length
    default: return Int64(-EINVAL)
    }
    let (target, overflow) = base.addingReportingOverflow(to)
    guard !overflow, target >= 0 else { return Int64(-EINVAL) }
    offset = target
    return target
  }
}

/// A text in memory.
final class Text: Resource {
  private let bytes: [UInt8]

  init(_ text: String) { bytes = [UInt8](text.utf8) }

  var length: Int64? { Int64(bytes.count) }

  func read(from offset: Int64, count: Int) -> [UInt8] {
    let start = min(Int(clamping: max(0, offset)), bytes.count)
    return Array(bytes[start..<min(bytes.count, start + max(0, min(count, bytes.count)))])
  }
}
#endif
