#if FFmpeg
import CFFmpeg
import PlayerCore
import PlayerRuntime

/// Finds how long a file is whose container has no length, or an impossible one. Reads with a context of its own, so
/// that nothing changes for the one that plays; nothing is decoded.
///
/// A short file is read to its end. Of a longer one the last part is read, where stamps show how late that is. What is
/// left is estimated: the rest of the file is as dense as what was read of it.
struct LengthFinder {
  let context: UnsafeMutablePointer<AVFormatContext>
  let origin: Int64
  let interrupt: Interrupt
  let size: Int64
  let isLocal: Bool
  /// When the search ends, on the ``PlayerRuntime/MonotonicClock``. On the virtual clock only bytes bound it, for every
  /// machine has to find the same.
  let deadline: Instant
  /// Where each stream that was read ends, by its stamps or else by the durations of its packets.
  private(set) var ends: [Int32: Int64] = [:]
  /// How far the file was read.
  private(set) var byte: Int64 = 0

  /// How much of the beginning is read: of a file, and of what comes from a server.
  private static let localLimit: Int64 = 64 << 20
  private static let remoteLimit: Int64 = 256 << 10
  /// How much of the end is read: more when no stamp was in less.
  private static let tails: [Int64] = [512 << 10, 8 << 20]
  /// Damaged stamps lie anywhere: no media lasts for more than a thousand years. In microseconds.
  private static let longest: Int64 = 1_000 * 366 * 86_400 * 1_000_000
  /// Longer than any real file, whatever a server declares. In bytes.
  static let sizeLimit: Int64 = 1 << 50
  static let timeLimit = TimeSpan.seconds(2)
  /// How long the search may take with the connection that it needs. A server that gives none must not hold up
  /// playback.
  static let callLimit = TimeSpan.seconds(4)

  /// Where the media ends, in microseconds from its first moment; nil when not one packet came.
  mutating func find() -> (end: Int64, isEstimated: Bool)? {
    let isWhole = read(upTo: isLocal ? Self.localLimit : Self.remoteLimit)
    // Packets without a duration still end at some point: playing shows when.
    guard let seen = ends.values.max().map({ min(max($0, 1), Self.longest) }) else { return nil }
    if isWhole, seen > 1 { return (seen, false) }
    // At least what was seen, whatever a damaged place in the file contains.
    let place = max(1, min(byte, size))
    if let last = findLast(after: seen), last <= Self.longest { return (last, false) }
    return (min(max(seen, av_rescale(seen, size, place)), Self.longest), true)
  }

  /// Reads packets until `limit` bytes of the file are passed. Returns whether that was its end.
  private mutating func read(upTo limit: Int64) -> Bool {
    guard let packet = Packet() else { return false }
    let start = byte
    while !interrupt.mustReturn, MonotonicClock.now < deadline {
      let code = av_read_frame(context, packet.pointer)
      if code == CFF_ERROR_END_OF_FILE { return !interrupt.mustReturn }
      if code < 0 { return false }
      take(packet)
      // Probing may have read the file further.
      let place = packet.pointer.pointee.pos
      byte = max(
        byte,
        place >= 0
          ? place.saturatingPlus(Int64(packet.size)) : context.pointee.pb?.pointee.pos ?? 0)
      av_packet_unref(packet.pointer)
      if byte - start > limit { return false }
    }
    return false
  }

  private mutating func take(_ packet: Packet) {
    guard packet.stream >= 0, packet.stream < context.pointee.nb_streams,
      let stream = context.pointee.streams?[Int(packet.stream)]?.pointee, let parameters = stream.codecpar?.pointee,
      let kind = TrackKind(parameters.codec_type), kind != .subtitle,
      stream.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
    else { return }
    let fields = packet.pointer.pointee
    let duration = max(0, microseconds(fields.duration, stream.time_base, origin: 0) ?? 0)
    let stamp = fields.pts == CFF_NO_TIMESTAMP ? fields.dts : fields.pts
    let last = ends[packet.stream] ?? 0
    let start = microseconds(stamp, stream.time_base, origin: origin) ?? last
    ends[packet.stream] = max(last, start.saturatingPlus(duration))
  }

  /// Where the last part of the file ends, if its stamps lie after what was read before.
  private mutating func findLast(after seen: Int64) -> Int64? {
    guard let format = context.pointee.iformat?.pointee, format.flags & AVFMT_NO_BYTE_SEEK == 0,
      Self.hasStamps(String(cString: format.name))
    else { return nil }
    let passed = byte
    for tail in Self.tails where size - tail > passed {
      ends.removeAll()
      byte = size - tail
      context.pointee.pb?.pointee.error = 0
      guard av_seek_frame(context, -1, size - tail, AVSEEK_FLAG_BYTE) >= 0 else { return nil }
      if read(upTo: tail + Self.tails[0]), let last = ends.values.max(), last > seen { return last }
    }
    return nil
  }

  /// Whether packets carry stamps that are true wherever reading begins.
  private static func hasStamps(_ container: String) -> Bool {
    ["matroska", "flac", "nut"].contains(where: container.hasPrefix)
  }
}

extension LengthFinder {
  /// How many bytes to look for the length in: those of a source that can be read at any place, and whose container has
  /// no credible length. Nil for any other.
  static func size(
    of context: UnsafeMutablePointer<AVFormatContext>, _ info: MediaInfo, isLocal: Bool
  ) -> Int64? {
    guard info.container != "hls", let io = context.pointee.pb, io.pointee.seekable & AVIO_SEEKABLE_NORMAL != 0
    else { return nil }
    let size = avio_seek(io, 0, AVSEEK_SIZE)
    guard (1...sizeLimit).contains(size),
      !info.duration.isKnown || isDoubtful(context, info, size: size, isLocal: isLocal)
    else {
      return nil
    }
    return size
  }

  /// Whether a length was written before it was known, or guessed by libavformat although the file can be read.
  private static func isDoubtful(
    _ context: UnsafeMutablePointer<AVFormatContext>, _ info: MediaInfo, size: Int64, isLocal: Bool
  ) -> Bool {
    if info.isDurationEstimated { return isLocal || hasStamps(info.container) }
    guard ["avi", "ivf"].contains(info.container) else { return false }
    let streams = (0..<Int(context.pointee.nb_streams)).compactMap { context.pointee.streams?[$0] }
    if info.container == "avi" { return !streams.contains { hasIndex($0, info) } }
    // A frame of IVF has a header of 12 bytes.
    return streams.contains { $0.pointee.nb_frames > size / 12 || $0.pointee.duration > size / 12 }
  }

  /// Whether an index reaches past half of the declared length: then its frames were counted.
  private static func hasIndex(_ stream: UnsafeMutablePointer<AVStream>, _ info: MediaInfo) -> Bool {
    let count = avformat_index_get_entries_count(stream)
    guard count > 0, let last = avformat_index_get_entry(stream, count - 1) else { return false }
    let reach = microseconds(last.pointee.timestamp, stream.pointee.time_base, origin: 0) ?? 0
    return reach > info.duration.microseconds / 2
  }
}
#endif
