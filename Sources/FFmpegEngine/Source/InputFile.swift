#if FFmpeg
import CFFmpeg
import Foundation
import PlayerCore
import PlayerRuntime

/// One opened source: the only owner of an `AVFormatContext`. Used by one thread at a time.
final class InputFile {
  let info: MediaInfo
  let interrupt: Interrupt
  private let context: UnsafeMutablePointer<AVFormatContext>
  private let gate: Gate
  /// What the app reads for libavformat; nil for what libavformat reads itself.
  private let loaded: LoadedIO?
  /// What the container calls the first moment of the media, in microseconds.
  private let origin: Int64

  /// A packet larger than this is not media that anybody made on purpose.
  private static let packetSizeLimit = 64 << 20

  /// Opens `source`, an address or a path, and looks at its streams. Blocks until that is done or interrupted. What
  /// `loader` can read is read by it.
  init(source: String, interrupt: Interrupt, loader: (any ResourceLoader)? = nil) throws(MediaError) {
    _ = Self.bounds
    let loaded = try Self.load(source, by: loader, interrupt)
    let gate = Gate(policy: loaded == nil ? try ProtocolPolicy(source: source) : ProtocolPolicy(loaded: source))
    let context = try Self.open(gate, loaded, interrupt)
    let start = context.pointee.start_time
    self.gate = gate
    self.loaded = loaded
    self.interrupt = interrupt
    self.context = context
    origin = start == CFF_NO_TIMESTAMP ? 0 : start
    info = MediaInfo(context, origin: origin)
    if !info.streams.contains(where: { $0.kind != .subtitle }) { throw .failed(.invalidData) }
  }

  deinit {
    var context: UnsafeMutablePointer<AVFormatContext>? = context
    gate.log.listening { avformat_close_input(&context) }
  }

  /// No single allocation of FFmpeg's may be larger, whatever a file's headers say: once for the process.
  private static let bounds: Void = av_max_alloc(512 << 20)

  private static func load(
    _ source: String, by loader: (any ResourceLoader)?, _ interrupt: Interrupt
  ) throws(MediaError) -> LoadedIO? {
    guard let loader, loader.canLoad(source) else { return nil }
    let resource: any Resource
    do {
      resource = try loader.open(source)
    } catch {
      throw .failed(.notFound)
    }
    return try LoadedIO(resource, interrupt: interrupt)
  }

  private static func open(
    _ gate: Gate, _ loaded: LoadedIO?, _ interrupt: Interrupt
  ) throws(MediaError) -> UnsafeMutablePointer<AVFormatContext> {
    var context = avformat_alloc_context()
    guard let new = context else { throw MediaError(code: -ENOMEM) }
    gate.guardContext(new)
    new.pointee.pb = loaded?.context
    new.pointee.interrupt_callback = interrupt.callback
    var options: OpaquePointer?
    av_dict_set(&options, "protocol_whitelist", gate.policy.protocols, 0)
    av_dict_set(&options, "format_whitelist", ProtocolPolicy.demuxers, 0)
    defer { av_dict_free(&options) }
    var code = gate.log.listening { avformat_open_input(&context, gate.policy.address, nil, &options) }
    if code >= 0 {
      code = gate.log.listening { avformat_find_stream_info(context, nil) }
      if code < 0 { avformat_close_input(&context) }
    }
    guard code >= 0, let context else { throw failure(code, gate, interrupt) }
    return context
  }

  /// The most exact reason there is for `code`.
  private static func failure(_ code: Int32, _ gate: Gate, _ interrupt: Interrupt) -> MediaError {
    if interrupt.isRaised || code == CFF_ERROR_INTERRUPTED { return .interrupted }
    return gate.refusal ?? gate.log.failure ?? MediaError(code: code)
  }

  /// How the connection came about; nil for a local source.
  var timings: NetworkTimings? { gate.log.timings }

  var traits: SourceTraits {
    let flags = context.pointee.iformat?.pointee.flags ?? 0
    return SourceTraits(isSeekable: info.isSeekable, hasJumps: flags & AVFMT_TS_DISCONT != 0)
  }

  /// All bytes read from the source since the open, none of a file twice.
  var bytesRead: Int64 { gate.bytesRead + (loaded?.bytesRead ?? 0) }

  /// The stream of a kind that plays when nobody chooses.
  func bestStream(_ kind: TrackKind, beside other: Int32 = -1) -> Int32? {
    let index = av_find_best_stream(context, kind.mediaType, -1, other, nil, 0)
    return info.streams.contains { $0.index == index && $0.kind == kind } ? index : nil
  }

  /// Has only these streams read; the demuxer may skip the others.
  func select(_ selected: [Int32]) {
    for index in 0..<Int32(clamping: context.pointee.nb_streams) {
      context.pointee.streams?[Int(index)]?.pointee.discard =
        selected.contains(index) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
  }

  /// A decoder for the stream.
  func decoder(stream index: Int32, kind: TrackKind) throws(MediaError) -> any StreamDecoder {
    guard let stream = stream(index) else { throw MediaError(code: CFF_ERROR_NO_STREAM) }
    if kind == .subtitle { return try SubtitleDecoder(stream) }
    return try Decoder(stream, kind: kind, origin: origin)
  }

  /// The natural size that the container declares; nil without video.
  func naturalSize(stream index: Int32) -> (width: Int32, height: Int32)? {
    guard let parameters = stream(index)?.codecpar?.pointee, parameters.width > 0, parameters.height > 0 else {
      return nil
    }
    return shownSize(parameters.width, parameters.height, parameters.sample_aspect_ratio)
  }

  private func stream(_ index: Int32) -> AVStream? {
    guard index >= 0, index < context.pointee.nb_streams else { return nil }
    return context.pointee.streams?[Int(index)]?.pointee
  }

  /// The next packet, or nil at the end. Blocks until there is one.
  func read() throws(MediaError) -> Packet? {
    guard let packet = Packet() else { throw MediaError(code: -ENOMEM) }
    var code = gate.log.listening { av_read_frame(context, packet.pointer) }
    while code == -EAGAIN, !interrupt.isRaised {
      // Some demuxers return instead of waiting.
      usleep(10_000)
      code = gate.log.listening { av_read_frame(context, packet.pointer) }
    }
    if code == CFF_ERROR_END_OF_FILE, !interrupt.isRaised { return try end() }
    if code < 0 { throw Self.failure(code, gate, interrupt) }
    guard packet.size <= Self.packetSizeLimit else { throw MediaError(code: CFF_ERROR_INVALID_DATA) }
    stamp(packet)
    return packet
  }

  /// An end that follows a failure is that failure: demuxers take what they have for all there is.
  private func end() throws(MediaError) -> Packet? {
    if let refusal = gate.refusal { throw refusal }
    if let code = context.pointee.pb?.pointee.error, code < 0, code != CFF_ERROR_END_OF_FILE {
      throw Self.failure(code, gate, interrupt)
    }
    return nil
  }

  private func stamp(_ packet: Packet) {
    let fields = packet.pointer.pointee
    guard let stream = stream(fields.stream_index) else { return }
    let stamp = fields.pts == CFF_NO_TIMESTAMP ? fields.dts : fields.pts
    packet.position = microseconds(stamp, stream.time_base, origin: origin)
    packet.duration = max(0, microseconds(fields.duration, stream.time_base, origin: 0) ?? 0)
  }

  /// Where a seek lands, seen from its target.
  enum Direction { case before, after }

  /// Moves to a key frame near `position`: where exactly, the next packets tell.
  func seek(to position: Int64, _ direction: Direction) throws(MediaError) {
    interrupt.resume()
    let stamp = position.addingReportingOverflow(origin).partialValue
    let flags = direction == .before ? AVSEEK_FLAG_BACKWARD : 0
    var code: Int32 = -1
    // Transport streams are searched by decoding time, and the first picture's lies before the first presentation time.
    if position == 0 { code = seek(to: stamp.subtractingReportingOverflow(1_000_000).partialValue, flags: flags) }
    if code < 0 { code = seek(to: stamp, flags: flags) }
    if code < 0 { throw Self.failure(code, gate, interrupt) }
  }

  private func seek(to stamp: Int64, flags: Int32) -> Int32 {
    // What an interrupted read left behind.
    context.pointee.pb?.pointee.error = 0
    context.pointee.pb?.pointee.eof_reached = 0
    return gate.log.listening { av_seek_frame(context, -1, stamp, flags) }
  }
}
#endif
