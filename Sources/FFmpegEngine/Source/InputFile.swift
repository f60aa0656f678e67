#if FFmpeg
import CFFmpeg
import Foundation
import PlayerCore
import PlayerRuntime

/// One opened source: the only owner of an `AVFormatContext`. Used by one thread at a time.
final class InputFile {
  var info: MediaInfo
  let interrupt: Interrupt
  var context: UnsafeMutablePointer<AVFormatContext>
  let gate: Gate
  /// What follows the playlist of a live source; nil when it has none.
  let live: LiveFeed?
  /// The segment of a live source that was opened first.
  let anchor: (position: Int64, timeline: Int)
  /// What the app reads for libavformat; nil for what libavformat reads itself.
  let loaded: LoadedIO?
  /// What the container calls the first moment of the media, in microseconds.
  let origin: Int64
  let isVirtual: Bool
  private let threads: Int32
  /// Whether it is no file: it may have to be waited for.
  let isRemote: Bool
  /// Grows whenever the source was reopened to go to a place: earlier decoders no longer fit.
  var opening = 0
  /// How many streams were seen, and those that have begun since they were looked at last.
  var streamCount: Int32
  var lateStreams: [MediaInfo.Stream] = []
  /// The latest tags of the source.
  private var tags: [String: String]?
  /// For a stream that was reopened, or that continues another one, the number of that.
  var numbers: [Int32: Int32] = [:]
  /// By number; of streams that a decoder was made for.
  var carriers: [Int32: Carrier] = [:]
  /// By their own numbers.
  var heirs: [Int32: Heir] = [:]
  /// Whether one of them has continued a stream.
  var hasHeirs = false
  /// What was read to find out what continues a stream.
  var waiting: [Packet] = []
  var selected: [Int32] = []
  /// Where each stream began when the source was opened first, counted from ``origin``.
  var beginnings: [Int32: Int64] = [:]
  /// Places that were passed, in a file that can be sought by bytes and whose stamps may jump.
  var passed: [Passed] = []
  /// Of FLAC in Ogg after a seek: the page that each stream was entered at, -1 before it comes.
  var enteredPages: [Int32: Int64] = [:]
  /// Of HLS on demand, with its address.
  private(set) lazy var onDemand =
    info.container == "hls" && info.duration.isKnown && loaded == nil ? gate.listOnDemand : nil
  /// Where a playlist wants playback to begin, in microseconds.
  let declaredStart: Int64?
  /// Nil where stamps do not jump.
  var stamps: StampMap?
  /// Of raw video; nil where packets have stamps.
  var pictures: PictureCounter?
  /// Of raw sound from a server.
  var sound: SoundCounter?

  /// Opens `source`, an address or a path, and looks at its streams. Blocks until that is done or interrupted. What
  /// `loader` can read is read by it.
  init(
    source: String, interrupt: Interrupt, loader: (any ResourceLoader)? = nil,
    network: NetworkOptions = NetworkOptions(), isVirtual: Bool = false, threads: Int32 = 1
  ) throws(MediaError) {
    _ = Self.bounds
    let loaded = try Self.load(source, by: loader, interrupt)
    let gate = Gate(
      policy: loaded == nil ? try ProtocolPolicy(source: source) : ProtocolPolicy(loaded: source),
      network: RequestOptions(network, source: source), interrupt: interrupt)
    self.isVirtual = isVirtual
    self.threads = threads
    let isLocal = gate.policy.isLocal && loaded == nil
    isRemote = !isLocal
    // A source that the app loads has its playlist from the app, and on the virtual clock a file does not grow: waiting for that
    // would never end.
    if loaded == nil { if isVirtual, isLocal { gate.completesLists = true } else { gate.live = LiveFeed() } }
    interrupt.limit(to: isVirtual ? Self.callLimit : nil)
    defer { interrupt.limit(to: nil) }
    let context = try Self.open(gate, loaded, interrupt)
    declaredStart = gate.declaredStart
    let start = context.pointee.start_time
    self.gate = gate
    self.loaded = loaded
    self.interrupt = interrupt
    self.context = context
    streamCount = Int32(clamping: context.pointee.nb_streams)
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
    if let size = LengthFinder.size(of: context, info, isLocal: isLocal) {
      if !isVirtual { interrupt.limit(to: LengthFinder.callLimit) }
      let found = Self.apart(source, gate.policy, loader, network, interrupt) {
        var finder = LengthFinder(
          context: $0, origin: origin, interrupt: interrupt, size: size, isLocal: isLocal,
          deadline: isVirtual ? .never : MonotonicClock.now + LengthFinder.timeLimit)
        return finder.find()
      }
      if let found { (info.duration, info.isDurationEstimated) = (.microseconds(found.end), found.isEstimated) }
    }
    self.info = info
    let first = context.pointee.nb_streams > 0 ? context.pointee.streams?[0] : nil
    pictures = first.flatMap { PictureCounter(info, base: $0.pointee.time_base) }
    for number in info.streams.map(\.index) {
      beginnings[number] =
        stream(number).flatMap(Self.beginning(of:))?.saturatingMinus(origin)
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

  /// On the virtual clock: how long one call may wait for a server, in real time. Nothing else can end it.
  static let callLimit = TimeSpan.seconds(30)

  /// No single allocation of FFmpeg's may be larger, whatever a file's headers declare: once for the process.
  private static let bounds: Void = av_max_alloc(512 << 20)

  var traits: SourceTraits { SourceTraits(isSeekable: info.isSeekable, isRemote: isRemote) }

  /// All bytes read from the source since the open, none of a file twice.
  var bytesRead: Int64 { gate.bytesRead + (loaded?.bytesRead ?? 0) }

  /// The stream of a kind that plays without a selection: one that there is a decoder for, if any.
  func bestStream(_ kind: TrackKind, beside other: Int32 = -1) -> Int32? {
    var decoder: UnsafePointer<AVCodec>?
    // Sound may be in another program than the pictures.
    let candidates = [other, -1].flatMap { other in
      [
        av_find_best_stream(context, kind.mediaType, -1, other, &decoder, 0),
        av_find_best_stream(context, kind.mediaType, -1, other, nil, 0),
      ]
    }
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
        selected.contains(number(of: index)) || heirs[index] != nil ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
  }

  /// A decoder for the stream.
  func decoder(stream index: Int32, kind: TrackKind) throws(MediaError) -> any StreamDecoder {
    guard let stream = stream(index) else { throw MediaError(code: CFF_ERROR_NO_STREAM) }
    let setup = try setup(of: stream, kind: kind)
    if kind == .subtitle { return try SubtitleDecoder(setup) }
    carriers[index] = stream.codecpar.map { Carrier(index: stream.index, codec: $0.pointee.codec_id) }
    return try Decoder(setup)
  }

  func setup(of stream: AVStream, kind: TrackKind) throws(MediaError) -> Decoder.Setup {
    try Decoder.Setup(stream, kind: kind, origin: origin, threads: threads)
  }

  /// The natural size that the container declares; nil without video.
  func naturalSize(stream index: Int32) -> PixelSize? {
    guard let stream = stream(index), let parameters = stream.codecpar?.pointee, parameters.width > 0,
      parameters.height > 0
    else { return nil }
    let (width, height) = (parameters.width, parameters.height)
    let pixel = stream.declaredPixel ?? parameters.sample_aspect_ratio
    guard orientation(stream: index).isTransposed else { return shownSize(width, height, pixel) }
    return shownSize(height, width, AVRational(num: pixel.den, den: pixel.num))
  }

  /// How the pictures of a stream become upright.
  func orientation(stream index: Int32) -> Orientation { stream(index).map { Orientation(of: $0) } ?? .upright }

  /// The stream that had this number when the source was opened first, or what carries it now.
  func stream(_ number: Int32) -> AVStream? {
    let index = index(of: number)
    guard index >= 0, index < context.pointee.nb_streams else { return nil }
    return context.pointee.streams?[Int(index)]?.pointee
  }

  func index(of number: Int32) -> Int32 {
    carriers[number]?.index ?? numbers.first { $0.value == number }?.key ?? number
  }

  /// The number that a stream had at first.
  func number(of index: Int32) -> Int32 { numbers[index] ?? index }

  /// The tags that the source has changed since the last call: the title that an Icecast server sends, for one.
  func takeChangedTags() -> [(key: String, value: String)] {
    guard context.pointee.event_flags & AVFMT_EVENT_FLAG_METADATA_UPDATED != 0 || tags == nil else { return [] }
    context.pointee.event_flags &= ~AVFMT_EVENT_FLAG_METADATA_UPDATED
    var known = tags ?? [:]
    let changed = MediaInfo.entries(of: context.pointee.metadata).filter { known[$0.key] != $0.value }
    for (key, value) in changed { known[key] = value }
    tags = known
    return changed
  }
}
#endif
