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

/// Which bytes of one file were read, so that none counts twice: probing and seeks read some of them again.
///
/// Looked at from time to time. What was read in between counts as what lies right before the place of the last read: a
/// look after every packet sees all that is played, and little of what a demuxer only looked up elsewhere.
struct ReadLedger {
  private var read = IndexSet()
  private var lastBytes: Int64 = 0
  /// How many bytes of the file were read.
  private(set) var count: Int64 = 0

  /// More pieces are not kept apart: what is read then counts as new.
  private static let pieceLimit = 10_000

  mutating func look(at io: UnsafeMutablePointer<AVIOContext>) {
    look(bytesRead: io.pointee.bytes_read, position: io.pointee.pos)
  }

  /// `bytesRead`: all that was ever read, again and again; `position`: where the last read ended.
  mutating func look(bytesRead: Int64, position: Int64) {
    let bytes = bytesRead - lastBytes
    guard bytes > 0 else { return }
    lastBytes = bytesRead
    guard read.rangeView.count < Self.pieceLimit else {
      count += bytes
      return
    }
    let end = max(0, position)
    let range = Int(max(0, end - bytes))..<Int(end)
    count += Int64(range.count - read.count(in: range))
    read.insert(integersIn: range)
  }
}

/// A part of a source, a segment or a key, from a server that sends it only as a whole: if the transfer ends early, it is asked
/// for once more from its beginning. libavformat would take the beginning of that for the rest, or go on without it.
final class WholePart: Resource {
  private unowned let gate: Gate
  private let context: UnsafeMutablePointer<AVFormatContext>
  private let address: String
  private var options: OpaquePointer?
  private var io: UnsafeMutablePointer<AVIOContext>?
  /// How far `io` was read, and how much there is.
  private var place: Int64 = 0
  private let size: Int64
  private var wasRepeated = false

  /// It is read from front to back.
  var length: Int64? { nil }

  private struct Broken: Error {}

  /// What is encrypted is shorter than the server says, by up to a block.
  private static let padding: Int64 = 16

  /// - Parameters:
  ///   - io: reads the part; closed by `gate`, which must outlive this.
  ///   - options: with which it was opened.
  init(
    _ io: UnsafeMutablePointer<AVIOContext>, size: Int64, address: String, options: OpaquePointer?, gate: Gate,
    _ context: UnsafeMutablePointer<AVFormatContext>
  ) {
    self.io = io
    self.size = size
    self.address = address
    self.gate = gate
    self.context = context
    av_dict_copy(&self.options, options, 0)
  }

  deinit {
    if let io { _ = gate.close(context, io) }
    av_dict_free(&options)
  }

  func read(from offset: Int64, count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    while let io, place < size {
      // When it was asked for again, what came before is passed over.
      let isNew = place >= offset
      let got = avio_read(io, &bytes, Int32(clamping: isNew ? Int64(count) : min(Int64(count), offset - place)))
      if got > 0 {
        place += Int64(got)
        if isNew { return Array(bytes.prefix(Int(got))) }
      } else if got == CFF_ERROR_INTERRUPTED {
        throw Broken()
      } else if got == CFF_ERROR_END_OF_FILE, place + Self.padding >= size {
        return []
      } else {
        try repeatPart(io)
      }
    }
    return []
  }

  private func repeatPart(_ broken: UnsafeMutablePointer<AVIOContext>) throws {
    _ = gate.close(context, broken)
    io = wasRepeated ? nil : gate.connectAgain(context, address, &options)
    wasRepeated = true
    place = 0
    if io == nil {
      gate.missRest(of: address)
      throw Broken()
    }
  }
}
#endif
