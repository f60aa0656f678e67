#if FFmpeg
import CFFmpeg
import Foundation
import PlayerCore

extension InputFile {
  /// Where a seek lands, seen from its target.
  enum Direction { case before, after }

  /// Moves to a key frame near `position`, in the stream `leading` if given: where exactly, the next packets show.
  func seek(to position: Int64, _ direction: Direction, leading: Int32? = nil) throws(MediaError) {
    interrupt.resume()
    forgetCarriers()
    if try openWindow(at: position) { return }
    if try openSegment(at: position, isNeeded: false) { return }
    if try seekByBytes(to: position) { return }
    if try seekByReading(to: position) { return }
    if try seekByCount(to: position) { return }
    if try seekSound(to: position) { return }
    let stamp = position.saturatingPlus(origin)
    let flags = direction == .before ? AVSEEK_FLAG_BACKWARD : 0
    var code: Int32 = -1
    // Transport streams are searched by decoding time, and the first picture's lies before the first presentation time.
    // ASF reaches its beginning only for zero.
    let early = info.container == "asf" ? 0 : stamp.saturatingMinus(1_000_000)
    if position == 0 { code = seek(to: early, flags: flags, in: leading) }
    if code < 0 { code = seek(to: stamp, flags: flags, in: leading) }
    // Its demuxer takes the first decoding stamp for the beginning, and refuses what is presented before it.
    if code < 0, info.container == "hls", try openSegment(at: position, isNeeded: true) { return }
    if code < 0 { throw Self.failure(code, gate, interrupt) }
    stamps?.move(toTimelineOf: 0)
    enterPages(at: position)
  }

  /// Reopens HLS on demand at the segment that holds `position`, where the demuxer cannot go there itself: it takes the
  /// stamps of all segments for one timeline, and reads fragments of MP4 as if they followed the last one. Returns
  /// whether that was needed.
  private func openSegment(at position: Int64, isNeeded: Bool) throws(MediaError) -> Bool {
    guard let playlist = onDemand?.playlist, isNeeded || playlist.isSoughtBySegments,
      let index = playlist.segment(at: position)
    else { return false }
    gate.shortenedTo = position
    defer { gate.shortenedTo = nil }
    replaceContext(by: try Self.open(gate, nil, interrupt))
    let segment = playlist.segments[index]
    let start = gate.shortenedStart ?? segment.start
    let hasJoints = playlist.segments.last.map { $0.timeline > 0 } ?? false
    // Without a discontinuity, only timestamps that restart at each segment are unreliable.
    let tolerance = hasJoints ? max(Self.leastTolerance, segment.duration) : max(Self.leastTolerance, start / 2)
    let beginning = start.saturatingPlus(origin)
    let first = leadingStream.flatMap { beginnings[$0] }
    let stamp = first == nil ? nil : leadingStream.flatMap(stream).flatMap(Self.beginning(of:))
    stamps?.move(stamp, to: stamp == nil ? beginning : beginning.saturatingPlus(first ?? 0), tolerance: tolerance)
    return true
  }

  /// Goes to `position` in an Ogg file of several links from its beginning: libavformat searches for stamps as if there were one.
  /// Returns whether that was needed.
  private func seekByReading(to position: Int64) throws(MediaError) -> Bool {
    guard info.container == "ogg", stamps?.hasJumped == true else { return false }
    loaded?.rewind()
    replaceContext(by: try Self.open(gate, loaded, interrupt))
    stamps?.move(toTimelineOf: 0)
    enterPages(at: 0)
    // What is needed before it, decoders of all codecs find in half a second.
    let begin = position - 500_000
    while begin > 0, let packet = try read(), (packet.position ?? 0) < begin {}
    return true
  }

  func replaceContext(by opened: UnsafeMutablePointer<AVFormatContext>) {
    var old: UnsafeMutablePointer<AVFormatContext>? = context
    Self.close(&old, gate)
    context = opened
    opening += 1
    carriers.removeAll()
    heirs.removeAll()
    streamCount = Int32(clamping: context.pointee.nb_streams)
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

  /// Whether HLS on demand has been read to the end of its last segment, and nothing was missing.
  var hasReadPlaylist: Bool {
    guard !gate.log.hasMissed, let (list, address) = onDemand, let last = list.segments.last else { return false }
    let base = URL(string: address)
    return gate.latestParts.contains { ProtocolPolicy.plain($0) == list.address(of: last, from: base) }
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
    // Streams that were not there at first are not played.
    for (index, _) in free { numbers[index] = -1 - index }
  }

  /// `stamp` is in microseconds, or the number of a byte.
  func seek(to stamp: Int64, flags: Int32, in stream: Int32? = nil) -> Int32 {
    // Clears what an interrupted read left behind.
    context.pointee.pb?.pointee.error = 0
    context.pointee.pb?.pointee.eof_reached = 0
    let index = stream.map(index(of:)) ?? -1
    let base = stream.flatMap { self.stream($0) }?.time_base
    let place = base.map { av_rescale_q(stamp, AVRational(num: 1, den: 1_000_000), $0) } ?? stamp
    return gate.log.listening { av_seek_frame(context, index, place, flags) }
  }
}

// Seeks by byte, in files whose timestamps may jump: to places that were passed.

extension InputFile {
  /// A place in the file, and where it is on the media's timeline.
  struct Passed {
    let position: Int64
    let byte: Int64
    let offset: Int64
  }

  private static let passedStep: Int64 = 500_000
  private static let passedLimit = 200_000

  private var isSoughtByBytes: Bool { ["mpegts", "mpeg"].contains(info.container) }

  func remember(_ packet: Packet) {
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
  func seekByBytes(to position: Int64) throws(MediaError) -> Bool {
    guard hasJoints else { return false }
    if let last = passed.last, position > last.position + Self.passedStep {
      try seek(to: last)
      while let packet = try read(), (packet.position ?? 0) < position {}
    }
    guard let place = passed.last(where: { $0.position <= position }) ?? passed.first else { return false }
    try seek(to: place)
    return true
  }

  /// Whether seeks prefer speed to exactness.
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
    stamps?.move(to: place.position.saturatingPlus(origin), tolerance: Self.leastTolerance)
  }
}
#endif
