#if FFmpeg
import CFFmpeg
import Foundation
import PlayerCore
import PlayerRuntime

/// One opened source: the only owner of an `AVFormatContext`. Used by one thread at a time.
final class InputFile {
  let info: MediaInfo
  let interrupt: Interrupt
  private var context: UnsafeMutablePointer<AVFormatContext>
  let gate: Gate
  /// What follows the playlist of a live source; nil when it has none.
  let live: LiveFeed?
  /// The segment of a live source that was opened first.
  let anchor: (position: Int64, timeline: Int)
  /// What the app reads for libavformat; nil for what libavformat reads itself.
  private let loaded: LoadedIO?
  /// What the container calls the first moment of the media, in microseconds.
  let origin: Int64
  private let isVirtual: Bool
  /// Grows whenever the source was opened anew to go to a place: decoders from before do not fit any more.
  private(set) var opening = 0
  /// What the source last said of itself.
  private var tags: [String: String]?
  /// Of a stream that was opened anew, its number at first.
  private var numbers: [Int32: Int32] = [:]
  private var selected: [Int32] = []
  /// Where each stream began when the source was opened first, behind ``origin``.
  private var beginnings: [Int32: Int64] = [:]
  /// Places that were passed, in a file that can be sought by bytes and whose stamps may jump.
  private var passed: [Passed] = []
  /// Of FLAC in Ogg after a seek: the page that each stream was entered at, -1 before it comes.
  private var enteredPages: [Int32: Int64] = [:]
  /// Of HLS on demand, once it was asked for.
  private var playlist: MediaPlaylist??
  private var isMaster = false
  /// The shortened playlist that libavformat reads.
  private var listing: LoadedIO?
  /// Nil where stamps do not jump.
  var stamps: StampMap?
  /// Of raw video; nil where packets have stamps.
  var pictures: PictureCounter?
  /// Of raw sound from a server.
  var sound: SoundCounter?

  /// A packet larger than this is not media that anybody made on purpose.
  private static let packetSizeLimit = 64 << 20

  /// Opens `source`, an address or a path, and looks at its streams. Blocks until that is done or interrupted. What
  /// `loader` can read is read by it.
  init(
    source: String, interrupt: Interrupt, loader: (any ResourceLoader)? = nil,
    network: NetworkOptions = NetworkOptions(), isVirtual: Bool = false
  ) throws(MediaError) {
    _ = Self.bounds
    let loaded = try Self.load(source, by: loader, interrupt)
    let gate = Gate(
      policy: loaded == nil ? try ProtocolPolicy(source: source) : ProtocolPolicy(loaded: source),
      network: RequestOptions(network, source: source), interrupt: interrupt)
    self.isVirtual = isVirtual
    if isVirtual, loaded == nil { (playlist, listing) = try Self.completed(gate) }
    // What the app reads has its playlist from the app, and on the virtual clock a file does not grow.
    if loaded == nil, !isVirtual || !gate.policy.isLocal { gate.live = LiveFeed() }
    interrupt.limit(to: isVirtual ? Self.callLimit : nil)
    defer { interrupt.limit(to: nil) }
    let context = try Self.open(gate, loaded ?? listing, interrupt)
    gate.shorten(to: nil)
    let start = context.pointee.start_time
    self.gate = gate
    self.loaded = loaded
    self.interrupt = interrupt
    self.context = context
    let begin = start == CFF_NO_TIMESTAMP ? 0 : start
    let liveOrigin = Self.liveOrigin(context, gate.live)
    let origin = liveOrigin ?? begin
    self.origin = origin
    live = liveOrigin == nil ? nil : gate.live
    live?.begin()
    anchor = live?.entry ?? (0, 0)
    let flags = context.pointee.iformat?.pointee.flags ?? 0
    stamps = flags & AVFMT_TS_DISCONT != 0 ? StampMap(start: begin) : nil
    var info = MediaInfo(context, origin: origin)
    if live != nil { info.isSeekable = true }
    let isLocal = gate.policy.isLocal && loaded == nil
    if let size = LengthFinder.size(of: context, info, isLocal: isLocal) {
      if !isVirtual { interrupt.limit(to: LengthFinder.callLimit) }
      let found = Self.apart(source, gate.policy, loader, network, interrupt) {
        var finder = LengthFinder($0, origin, size, isLocal: isLocal, isVirtual: isVirtual, interrupt)
        return finder.find()
      }
      if let found { (info.duration, info.isDurationEstimated) = (.microseconds(found.end), found.isEstimated) }
    }
    self.info = info
    let first = context.pointee.nb_streams > 0 ? context.pointee.streams?[0] : nil
    pictures = first.flatMap { PictureCounter(info, base: $0.pointee.time_base) }
    for number in info.streams.map(\.index) {
      beginnings[number] =
        stream(number).flatMap(Self.beginning(of:))?.subtractingReportingOverflow(origin).partialValue
    }
    sound = isLocal || loaded != nil ? nil : SoundCounter(context, info)
    setFastSeek(false)
    _ = takeChangedTags()
    if !info.streams.contains(where: { $0.kind != .subtitle }) { throw .failed(.invalidData) }
  }

  deinit {
    var context: UnsafeMutablePointer<AVFormatContext>? = context
    Self.close(&context, gate)
  }

  /// On the virtual clock: how long one call may wait for a server, in real time. Nobody else can end it.
  private static let callLimit = TimeSpan.seconds(30)

  /// A local playlist without an end, as it is now: on the virtual clock nothing is added to it, and waiting for that
  /// would never end.
  private static func completed(_ gate: Gate) throws(MediaError) -> (MediaPlaylist??, LoadedIO?) {
    guard gate.policy.isLocal, let file = FileHandle(forReadingAtPath: String(gate.policy.address.dropFirst(5))),
      let head = try? file.read(upToCount: 7), head.elementsEqual("#EXTM3U".utf8),
      let rest = try? file.read(upToCount: 16 << 20),
      var playlist = MediaPlaylist(String(decoding: head + rest, as: UTF8.self))
    else { return (nil, nil) }
    if playlist.isMaster { gate.shorten(to: 0) }
    if playlist.isMaster || playlist.isComplete || playlist.segments.isEmpty { return (nil, nil) }
    playlist.isComplete = true
    return (.some(playlist), try LoadedIO(Text(playlist.text(from: 0)), interrupt: nil))
  }

  /// No single allocation of FFmpeg's may be larger, whatever a file's headers say: once for the process.
  private static let bounds: Void = av_max_alloc(512 << 20)

  static func load(
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

  /// Opens the source as what it says it is, or as `format`.
  static func openOnce(
    _ gate: Gate, _ loaded: LoadedIO?, _ interrupt: Interrupt, keepsConnections: Bool = true,
    format: UnsafePointer<AVInputFormat>? = nil
  ) throws(MediaError) -> UnsafeMutablePointer<AVFormatContext> {
    var context = avformat_alloc_context()
    guard let new = context else { throw MediaError(code: -ENOMEM) }
    gate.guardContext(new)
    new.pointee.pb = loaded?.context
    // Has the table of MP3 read: it is used for nothing but seeks, and only from servers.
    if loaded == nil, !gate.policy.isLocal { new.pointee.flags |= AVFMT_FLAG_FAST_SEEK }
    var options: OpaquePointer?
    av_dict_set(&options, "protocol_whitelist", gate.policy.protocols, 0)
    av_dict_set(&options, "format_whitelist", ProtocolPolicy.demuxers, 0)
    // The gate hands out live playlists from where they are entered.
    if gate.live != nil { av_dict_set(&options, "live_start_index", "0", 0) }
    if !keepsConnections { av_dict_set(&options, "http_persistent", "0", 0) }
    defer { av_dict_free(&options) }
    let openBefore = gate.openCount
    var code = gate.log.listening { avformat_open_input(&context, gate.address, format, &options) }
    if code >= 0 {
      code = gate.log.listening { avformat_find_stream_info(context, nil) }
    }
    guard code >= 0, let opened = context, gate.log.keyFailure == nil else {
      // An open that fails has freed what it opened.
      if context == nil { gate.forget(after: openBefore) }
      let failure = gate.log.keyFailure ?? failure(code, gate, interrupt)
      close(&context, gate)
      gate.forget(after: openBefore)
      throw failure
    }
    return opened
  }

  static func close(_ context: inout UnsafeMutablePointer<AVFormatContext>?, _ gate: Gate) {
    let source = context?.pointee.pb
    gate.forget(source)
    gate.log.listening { avformat_close_input(&context) }
    gate.takeBack(source)
  }

  /// The most exact reason there is for `code`.
  private static func failure(_ code: Int32, _ gate: Gate, _ interrupt: Interrupt) -> MediaError {
    if gate.isPlaylistTooLong { return .failed(.tooLarge, words: "a playlist") }
    if !interrupt.isRaised, interrupt.isExpired { return .failed(.io, detail: ETIMEDOUT) }
    if interrupt.isRaised || code == CFF_ERROR_INTERRUPTED { return .interrupted }
    if let failure = gate.refusal ?? gate.log.keyFailure { return failure }
    if gate.needsParts { return .failed(.rangeRequired) }
    // What a wrong key makes of media looks like no media at all.
    if code == CFF_ERROR_INVALID_DATA, gate.isEncrypted { return .failed(.keyMissing, words: "the key does not fit") }
    return gate.log.reason(for: code)
  }

  /// How the connection came about; nil for a local source.
  var timings: NetworkTimings? { gate.log.timings }

  /// Why segments were left out since the last call.
  func takeMissing() -> [MediaError] { gate.log.takeMissing() }

  var traits: SourceTraits { SourceTraits(isSeekable: info.isSeekable) }

  /// All bytes read from the source since the open, none of a file twice.
  var bytesRead: Int64 { gate.bytesRead + (loaded?.bytesRead ?? 0) }

  /// The stream of a kind that plays when nobody chooses: one that there is a decoder for, if any.
  func bestStream(_ kind: TrackKind, beside other: Int32 = -1) -> Int32? {
    var decoder: UnsafePointer<AVCodec>?
    let candidates = [
      av_find_best_stream(context, kind.mediaType, -1, other, &decoder, 0),
      av_find_best_stream(context, kind.mediaType, -1, other, nil, 0),
    ]
    return candidates.first { index in info.streams.contains { $0.index == index && $0.kind == kind } }
  }

  /// What a stream's codec is called: by FFmpeg, or else by the container, in four characters.
  func codec(stream index: Int32) -> String {
    let name = info.streams.first { $0.index == index }?.codec ?? "none"
    let tag = stream(index)?.codecpar?.pointee.codec_tag ?? 0
    let characters = (0..<4).map { UInt8(truncatingIfNeeded: tag >> ($0 * 8)) }
    guard name == "none", characters.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return name }
    return String(decoding: characters, as: UTF8.self)
  }

  /// Has only these streams read; the demuxer may skip the others.
  func select(_ selected: [Int32]) {
    self.selected = selected
    for index in 0..<Int32(clamping: context.pointee.nb_streams) {
      context.pointee.streams?[Int(index)]?.pointee.discard =
        selected.contains(number(of: index)) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
  }

  /// A decoder for the stream.
  func decoder(stream index: Int32, kind: TrackKind) throws(MediaError) -> any StreamDecoder {
    guard let stream = stream(index) else { throw MediaError(code: CFF_ERROR_NO_STREAM) }
    if kind == .subtitle { return try SubtitleDecoder(stream) }
    return try Decoder(stream, kind: kind, origin: origin, isAlone: isVirtual)
  }

  /// The natural size that the container declares; nil without video.
  func naturalSize(stream index: Int32) -> (width: Int32, height: Int32)? {
    guard let parameters = stream(index)?.codecpar?.pointee, parameters.width > 0, parameters.height > 0 else {
      return nil
    }
    let (width, height, pixel) = (parameters.width, parameters.height, parameters.sample_aspect_ratio)
    guard orientation(stream: index).isTransposed else { return shownSize(width, height, pixel) }
    return shownSize(height, width, AVRational(num: pixel.den, den: pixel.num))
  }

  /// How the pictures of a stream become upright.
  func orientation(stream index: Int32) -> Orientation { stream(index).map { Orientation(of: $0) } ?? .upright }

  /// The stream that had this number when the source was opened first.
  func stream(_ number: Int32) -> AVStream? {
    let index = numbers.first { $0.value == number }?.key ?? number
    guard index >= 0, index < context.pointee.nb_streams else { return nil }
    return context.pointee.streams?[Int(index)]?.pointee
  }

  /// The number that a stream had at first.
  private func number(of index: Int32) -> Int32 { numbers[index] ?? index }

  /// What the source says of itself now and did not say before: the title that an Icecast server sends, for one.
  func takeChangedTags() -> [(key: String, value: String)] {
    guard context.pointee.event_flags & AVFMT_EVENT_FLAG_METADATA_UPDATED != 0 || tags == nil else { return [] }
    context.pointee.event_flags &= ~AVFMT_EVENT_FLAG_METADATA_UPDATED
    var known = tags ?? [:]
    let changed = MediaInfo.entries(of: context.pointee.metadata).filter { known[$0.key] != $0.value }
    for (key, value) in changed { known[key] = value }
    tags = known
    return changed
  }

  /// The next packet, or nil at the end. Blocks until there is one.
  func read() throws(MediaError) -> Packet? {
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
    packet.pointer.pointee.stream_index = number(of: packet.stream)
    guard packet.size <= Self.packetSizeLimit else { throw .failed(.tooLarge, words: "a packet") }
    stamp(packet)
    return packet
  }

  /// An end that follows a failure is that failure: demuxers take what they have for all there is.
  private func end() throws(MediaError) -> Packet? {
    if let failure = gate.refusal ?? gate.log.keyFailure { throw failure }
    // Without a declared length the end of the connection is the end of the media.
    if gate.log.hasEndedWithoutLength { return nil }
    if let code = context.pointee.pb?.pointee.error, code < 0, code != CFF_ERROR_END_OF_FILE {
      throw Self.failure(code, gate, interrupt)
    }
    return nil
  }

  private func stamp(_ packet: Packet) {
    guard let stream = stream(packet.stream) else { return }
    if pictures != nil {
      pictures?.stamp(packet)
      return
    }
    sound?.stamp(packet)
    if let live { stamps?.horizon = live.end?.addingClamped(origin) }
    distrust(packet)
    place(packet, of: stream)
    let fields = packet.pointer.pointee
    let stamp = fields.pts == CFF_NO_TIMESTAMP ? fields.dts : fields.pts
    packet.position = microseconds(stamp, stream.time_base, origin: origin)
    packet.duration = max(0, microseconds(fields.duration, stream.time_base, origin: 0) ?? 0)
    remember(packet)
  }

  /// Ogg says where a page ends. libavformat stamps the first page of FLAC after a seek as if it began there: what is on
  /// it is counted back from the second page instead.
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

  private func enterPages(at position: Int64) {
    enteredPages.removeAll()
    // The first page of all begins at its beginning.
    guard info.container == "ogg", position > 0 else { return }
    for stream in info.streams where stream.codec == "flac" { enteredPages[stream.index] = -1 }
  }

  /// Whether an exact seek has to enter well before its target: libavformat misplaces what is on the last page of an Ogg
  /// file, by what the end trims, when a seek enters the file there. FLAC is counted back from the second page anyway, and
  /// the packets of Opus say how long they are.
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
    let offset = isTimed ? stamps?.place(found, of: packet.stream) : stamps?.offset
    guard let offset, offset != 0 else { return }
    let shift = av_rescale_q(offset, AVRational(num: 1, den: 1_000_000), base)
    if fields.pointee.pts != CFF_NO_TIMESTAMP { fields.pointee.pts &+= shift }
    if fields.pointee.dts != CFF_NO_TIMESTAMP { fields.pointee.dts &+= shift }
  }

  /// A place in the file, and where it is on the media's timeline.
  private struct Passed {
    let position: Int64
    let byte: Int64
    let offset: Int64
  }

  private static let passedStep: Int64 = 500_000
  private static let passedLimit = 200_000

  private var isSoughtByBytes: Bool { ["mpegts", "mpeg"].contains(info.container) }

  private func remember(_ packet: Packet) {
    let byte = packet.pointer.pointee.pos
    guard let offset = stamps?.offset, isSoughtByBytes, byte >= 0, let position = packet.position,
      passed.count < Self.passedLimit
    else { return }
    if let last = passed.last, position < last.position + Self.passedStep || byte <= last.byte { return }
    passed.append(Passed(position: position, byte: byte, offset: offset))
  }

  /// Whether the file was joined of several timelines: then their stamps do not lead anywhere.
  var hasJoints: Bool { passed.first.map { first in passed.contains { $0.offset != first.offset } } ?? false }

  /// Goes to the last known place before `position`, after reading up to it when it is further than all of them.
  /// Returns whether that is how this file is sought.
  private func seekByBytes(to position: Int64) throws(MediaError) -> Bool {
    guard hasJoints else { return false }
    if let last = passed.last, position > last.position + Self.passedStep {
      try seek(to: last)
      while let packet = try read(), (packet.position ?? 0) < position {}
    }
    guard let place = passed.last(where: { $0.position <= position }) ?? passed.first else { return false }
    try seek(to: place)
    return true
  }

  /// Whether seeks go by what is near rather than by what is exact.
  func setFastSeek(_ isFast: Bool) {
    context.pointee.flags =
      isFast ? context.pointee.flags | AVFMT_FLAG_FAST_SEEK : context.pointee.flags & ~AVFMT_FLAG_FAST_SEEK
  }

  func goToByte(_ byte: Int64) throws(MediaError) {
    let code = seek(to: byte, flags: AVSEEK_FLAG_BYTE)
    if code < 0 { throw Self.failure(code, gate, interrupt) }
  }

  private func seek(to place: Passed) throws(MediaError) {
    try goToByte(place.byte)
    stamps?.move(to: place.position.addingReportingOverflow(origin).partialValue, tolerance: Self.leastTolerance)
  }

  /// Where a seek lands, seen from its target.
  enum Direction { case before, after }

  /// Moves to a key frame near `position`: where exactly, the next packets tell.
  func seek(to position: Int64, _ direction: Direction) throws(MediaError) {
    interrupt.resume()
    if try openWindow(at: position) { return }
    if try openSegment(at: position) { return }
    if try seekByBytes(to: position) { return }
    if try seekByCount(to: position) { return }
    if try seekSound(to: position) { return }
    let stamp = position.addingReportingOverflow(origin).partialValue
    let flags = direction == .before ? AVSEEK_FLAG_BACKWARD : 0
    var code: Int32 = -1
    // Transport streams are searched by decoding time, and the first picture's lies before the first presentation time.
    // ASF goes to its beginning for zero only.
    let early = info.container == "asf" ? 0 : stamp.subtractingReportingOverflow(1_000_000).partialValue
    if position == 0 { code = seek(to: early, flags: flags) }
    if code < 0 { code = seek(to: stamp, flags: flags) }
    if code < 0 { throw Self.failure(code, gate, interrupt) }
    stamps?.move(toTimelineOf: 0)
    enterPages(at: position)
  }

  /// Opens HLS on demand anew at the segment that holds `position`, where the demuxer cannot go there by itself: it
  /// takes the stamps of all segments for one timeline, and reads fragments of MP4 as if they followed the last one.
  /// Returns whether that was needed.
  private func openSegment(at position: Int64) throws(MediaError) -> Bool {
    guard let playlist = soughtPlaylist, let index = playlist.segment(at: position) else { return false }
    let isAlone = !isMaster
    gate.shorten(to: position)
    defer { gate.shorten(to: nil) }
    let text = isAlone ? try LoadedIO(Text(playlist.text(from: index)), interrupt: nil) : nil
    // libavformat does not take over a connection to a playlist that it did not make.
    let opened = try Self.open(gate, text, interrupt, keepsConnections: isAlone)
    replaceContext(by: opened)
    listing = text
    let segment = playlist.segments[index]
    let start = gate.shortenedStart?.position ?? segment.start
    let hasJoints = playlist.segments.last.map { $0.timeline > 0 } ?? false
    // Without a joint, only stamps that begin anew at each segment are not to be believed.
    let tolerance = hasJoints ? max(Self.leastTolerance, segment.duration) : max(Self.leastTolerance, start / 2)
    let beginning = start.addingReportingOverflow(origin).partialValue
    if let lead = leadingStream, let first = beginnings[lead], let stamp = stream(lead).flatMap(Self.beginning(of:)) {
      stamps?.move(stamp, to: beginning.addingReportingOverflow(first).partialValue, tolerance: tolerance)
    } else {
      stamps?.move(to: beginning, tolerance: tolerance)
    }
    return true
  }

  func replaceContext(by opened: UnsafeMutablePointer<AVFormatContext>) {
    var old: UnsafeMutablePointer<AVFormatContext>? = context
    Self.close(&old, gate)
    context = opened
    opening += 1
    matchStreams()
    select(selected)
  }

  /// Segments begin with a key frame of the video, if there is one.
  var leadingStream: Int32? {
    [TrackKind.video, .audio].lazy.compactMap { kind in
      self.info.streams.first { $0.kind == kind && self.selected.contains($0.index) }?.index
    }.first
  }

  /// The first stamp of a stream, in microseconds, as the demuxer found it.
  static func beginning(of stream: AVStream) -> Int64? {
    microseconds(stream.start_time, stream.time_base, origin: 0)
  }

  /// How far the durations in a playlist may be off.
  static let leastTolerance: Int64 = 1_000_000

  /// The playlist, when seeks go by its segments.
  private var soughtPlaylist: MediaPlaylist? {
    if playlist == nil { playlist = .some(findPlaylist()) }
    return playlist.flatMap(\.self).flatMap { $0.isComplete && $0.isSoughtBySegments ? $0 : nil }
  }

  private func findPlaylist() -> MediaPlaylist? {
    guard info.container == "hls", info.duration.isKnown, loaded == nil,
      let first = gate.playlist(at: gate.policy.address, context)
    else { return nil }
    isMaster = first.isMaster
    return isMaster ? gate.second.flatMap { gate.playlist(at: $0, context) } : first
  }

  /// Finds the streams again that were there at first: mostly they have the same numbers.
  private func matchStreams() {
    numbers.removeAll()
    var free = (0..<Int32(clamping: context.pointee.nb_streams)).map { index in
      let type = context.pointee.streams?[Int(index)]?.pointee.codecpar?.pointee.codec_type
      return (index: index, kind: type.flatMap { TrackKind($0) })
    }
    for stream in info.streams.sorted(by: { selected.contains($0.index) && !selected.contains($1.index) }) {
      let place =
        free.firstIndex { $0.index == stream.index && $0.kind == stream.kind }
        ?? free.firstIndex { $0.kind == stream.kind }
      if let place { numbers[free.remove(at: place).index] = stream.index }
    }
    // What was not there at first is not played.
    for (index, _) in free { numbers[index] = -1 - index }
  }

  private func seek(to stamp: Int64, flags: Int32) -> Int32 {
    // What an interrupted read left behind.
    context.pointee.pb?.pointee.error = 0
    context.pointee.pb?.pointee.eof_reached = 0
    return gate.log.listening { av_seek_frame(context, -1, stamp, flags) }
  }
}
#endif
