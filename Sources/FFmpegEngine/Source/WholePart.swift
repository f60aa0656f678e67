#if FFmpeg
import CFFmpeg
import PlayerRuntime

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
