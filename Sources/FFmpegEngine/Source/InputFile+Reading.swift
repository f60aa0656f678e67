#if FFmpeg
import CFFmpeg
import Foundation
import PlayerCore

// Reading packets, and placing them on the timeline of the media.

extension InputFile {
  /// A packet larger than this is not real media.
  private static let packetSizeLimit = 64 << 20

  /// The next packet, or nil at the end. Blocks until there is one.
  func read() throws(MediaError) -> Packet? {
    while waiting.isEmpty {
      if let packet = try demux() {
        if admit(packet) { return packet }
      } else if !inheritAll() {
        return nil
      }
    }
    return waiting.removeFirst()
  }

  private func demux() throws(MediaError) -> Packet? {
    guard let packet = Packet() else { throw MediaError(code: -ENOMEM) }
    if isVirtual { interrupt.limit(to: Self.callLimit) }
    defer { if isVirtual { interrupt.limit(to: nil) } }
    var code = gate.log.listening { av_read_frame(context, packet.pointer) }
    while code == -EAGAIN, !interrupt.isRaised, !interrupt.isExpired {
      // Some demuxers return instead of waiting.
      usleep(10_000)
      code = gate.log.listening { av_read_frame(context, packet.pointer) }
    }
    if code == CFF_ERROR_END_OF_FILE || code == -EIO && gate.log.hasEndedWithoutLength, !interrupt.isRaised {
      return try end()
    }
    if code < 0 { throw Self.failure(code, gate, interrupt) }
    if let failure = gate.log.keyFailure { throw failure }
    gate.log.dataCame()
    meetStreams()
    guard packet.size <= Self.packetSizeLimit else { throw .failed(.tooLarge, words: "a packet") }
    return packet
  }

  /// An end that follows a failure is that failure: demuxers take what they have for all there is.
  private func end() throws(MediaError) -> Packet? {
    if info.container == "hls" { gate.log.missRest() }
    if let failure = gate.refusal ?? gate.log.keyFailure { throw failure }
    // Without a declared length the end of the connection is the end of the media.
    if gate.log.hasEndedWithoutLength { return nil }
    // Nothing is read where a demuxer cannot move to.
    if gate.log.isUnanswered, info.container != "hls" { throw .failed(.io) }
    if let code = context.pointee.pb?.pointee.error, code < 0, code != CFF_ERROR_END_OF_FILE {
      throw Self.failure(code, gate, interrupt)
    }
    return nil
  }

  /// Streams may begin later than the media: of a kind that there was not, or to continue another one.
  private func meetStreams() {
    for index in streamCount..<max(streamCount, Int32(clamping: context.pointee.nb_streams)) {
      streamCount = index + 1
      guard let stream = context.pointee.streams?[Int(index)]?.pointee, let new = MediaInfo.Stream(stream),
        numbers[index] == nil
      else { continue }
      let others = info.streams.filter { $0.kind == new.kind }
      if others.isEmpty {
        info.streams.append(new)
        lateStreams.append(new)
      } else if new.kind != .subtitle, heirs.count < Self.heirLimit,
        let other = others.first(where: { selected.contains($0.index) }),
        areTogether(index, self.index(of: other.index))
      {
        heirs[index] = Heir(number: other.index)
      }
    }
  }

  func stamp(_ packet: Packet, of index: Int32) {
    guard let stream = context.pointee.streams?[Int(index)]?.pointee else { return }
    if pictures != nil {
      pictures?.stamp(packet)
      return
    }
    sound?.stamp(packet)
    if let live { stamps?.horizon = live.end?.saturatingPlus(origin) }
    distrust(packet)
    place(packet, of: stream)
    let fields = packet.pointer.pointee
    let stamp = fields.pts == CFF_NO_TIMESTAMP ? fields.dts : fields.pts
    packet.position = microseconds(stamp, stream.time_base, origin: origin)
    packet.duration = max(0, microseconds(fields.duration, stream.time_base, origin: 0) ?? 0)
    // What only fills the decoder does not count as a beginning where streams are described.
    if let position = packet.position, position < min(0, beginnings[packet.stream] ?? 0) {
      beginnings[packet.stream] = position
    }
    remember(packet)
  }

  /// Ogg declares where a page ends. libavformat stamps the first page of FLAC after a seek as if it began there: what
  /// is on it is counted back from the second page instead.
  private func distrust(_ packet: Packet) {
    guard let page = enteredPages[packet.stream] else { return }
    let fields = packet.pointer
    if page >= 0, fields.pointee.pos != page {
      enteredPages[packet.stream] = nil
      return
    }
    enteredPages[packet.stream] = fields.pointee.pos
    fields.pointee.pts = CFF_NO_TIMESTAMP
    fields.pointee.dts = CFF_NO_TIMESTAMP
  }

  func enterPages(at position: Int64) {
    enteredPages.removeAll()
    // The very first page starts at its beginning.
    guard info.container == "ogg", position > 0 else { return }
    for stream in info.streams where stream.codec == "flac" { enteredPages[stream.index] = -1 }
  }

  /// Whether an exact seek has to enter well before its target: libavformat misplaces what is on the last page of an
  /// Ogg file, by what the end trims, when a seek enters the file there. FLAC is counted back from the second page
  /// anyway, and the packets of Opus declare their length.
  var isEnteredEarly: Bool {
    info.container == "ogg" && info.streams.contains { $0.codec != "opus" }
      && !info.streams.contains { $0.codec == "flac" }
  }

  /// Writes stamps of the media's timeline into a packet of a demuxer whose own may jump: what decodes it sees no jump.
  private func place(_ packet: Packet, of stream: AVStream) {
    if stamps == nil { return }
    let fields = packet.pointer
    let base = stream.time_base
    func time(_ stamp: Int64) -> Int64? { microseconds(stamp, base, origin: 0) }
    var found = StampMap.Stamps(decoding: time(fields.pointee.dts), presentation: time(fields.pointee.pts))
    found.duration = max(0, time(fields.pointee.duration) ?? 0)
    if !found.isConsistent { fields.pointee.pts = CFF_NO_TIMESTAMP }
    let isTimed = stream.codecpar.map { TrackKind($0.pointee.codec_type) != .subtitle } ?? false
    let offset = isTimed ? stamps?.place(found, of: stream.index) : stamps?.offset
    guard let offset, offset != 0 else { return }
    let shift = av_rescale_q(offset, AVRational(num: 1, den: 1_000_000), base)
    if fields.pointee.pts != CFF_NO_TIMESTAMP { fields.pointee.pts &+= shift }
    if fields.pointee.dts != CFF_NO_TIMESTAMP { fields.pointee.dts &+= shift }
  }
}
#endif
