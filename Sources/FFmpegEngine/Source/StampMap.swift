#if FFmpeg
/// Maps the time stamps of a demuxer onto one continuous timeline. All times in microseconds.
///
/// Where streams were joined, stamps jump: at an advert break, where a recording was cut, at the end of a counter of
/// 33 bits. Each run of stamps without a jump is a *timeline* of the demuxer's, and has an offset to the media's. A
/// jump is found in each stream by itself, against the stamp that was expected next; the first stream that jumps sets
/// the offset so that it continues without a gap, and the others take the same one, so that they stay together. A
/// stream that reaches a joint later than the others ends on its old timeline first.
///
/// A single damaged stamp looks like a jump to a new timeline and back: the packet is placed where it was expected, and
/// what follows is where it was before.
struct StampMap {
  /// The stamps of one packet, without an offset.
  struct Stamps {
    var decoding: Int64?
    var presentation: Int64?
    var duration: Int64 = 0

    var first: Int64? { decoding ?? presentation }

    /// Whether the two fit together: no picture waits longer than ten seconds for those that are shown before it.
    var isConsistent: Bool {
      guard let decoding, let presentation else { return true }
      let delay = StampMap.distance(presentation, decoding)
      return delay >= -StampMap.overlapLimit && delay <= StampMap.gapLimit
    }
  }

  private struct Line {
    /// Offset of the timeline that the stream is on.
    var offset: Int64
    /// Where its next packet is expected, on the media's timeline.
    var next: Int64
    /// The same before the latest packet, when that one was not where it was expected.
    var before: (offset: Int64, next: Int64)?
    /// How long its latest packet was.
    var duration: Int64 = 0
    /// Whether it is that of another stream, which this one may continue.
    var isTakenOver = false
  }

  private var lines: [Int32: Line] = [:]
  /// Offsets of the timelines that were seen, the latest last.
  private var offsets: [Int64] = [0]
  /// Where the latest packet of any stream was; nil when anything may come.
  private var latest: Int64?
  /// Where the first packet must be, and how far off it may be, after a move to a place that is known otherwise.
  private var landing: (position: Int64, tolerance: Int64)?

  /// Up to here a jump forward is a gap, however long: media that went away before it was read. Nil where none does.
  var horizon: Int64?

  /// Forward, stamps further from where they are expected belong to another timeline; nearer, it is a gap.
  fileprivate static let gapLimit: Int64 = 10_000_000
  /// Backward, decoding stamps that are further off do. Presentation stamps are not in order.
  fileprivate static let overlapLimit: Int64 = 100_000
  private static let unorderedLimit: Int64 = 1_000_000
  /// How far apart the streams of one timeline may be at a joint.
  private static let skewLimit: Int64 = 1_000_000
  /// How many timelines are remembered. Noise must not fill the memory.
  private static let memory = 64

  /// - Parameter start: the first stamp of the media, as the demuxer found it.
  init(start: Int64) { latest = start }

  /// Whether there was more than one timeline.
  var hasJumped: Bool { offsets.count > 1 }

  /// Offset of the latest timeline.
  private(set) var offset: Int64 = 0

  /// The demuxer was moved within the timeline of `offset`: stamps there are taken as they are.
  mutating func move(toTimelineOf offset: Int64) {
    forget()
    remember(offset)
  }

  /// The demuxer was moved to a place that is known to be at `position` on the media's timeline, counted from the first
  /// stamp, give or take `tolerance`. A timeline that was seen before and fits is taken up again, else a new one
  /// begins: at once if the `stamp` is known that belongs there, or else with the first.
  mutating func move(_ stamp: Int64? = nil, to position: Int64, tolerance: Int64) {
    forget()
    if let stamp {
      remember(fitting(stamp, at: position, tolerance: tolerance))
    } else {
      landing = (position, tolerance)
    }
  }

  private mutating func forget() {
    lines.removeAll()
    latest = nil
    landing = nil
  }

  private func fitting(_ stamp: Int64, at position: Int64, tolerance: Int64) -> Int64 {
    let offset = Self.distance(position, stamp)
    let nearest = offsets.min { abs(Self.distance($0, offset)) < abs(Self.distance($1, offset)) }
    return nearest.flatMap { abs(Self.distance($0, offset)) <= tolerance ? $0 : nil } ?? offset
  }

  /// The offset that places the stamps of a packet of `stream` on the media's timeline.
  mutating func place(_ stamps: Stamps, of stream: Int32) -> Int64 {
    guard let stamp = stamps.first else { return advance(stream, by: stamps.duration) }
    if let landing {
      self.landing = nil
      latest = landing.position
      return settle(stream, stamps, on: fitting(stamp, at: landing.position, tolerance: landing.tolerance))
    }
    let line = lines[stream]
    guard let expected = line?.next ?? latest else { return settle(stream, stamps, on: offset) }
    let current = line?.offset ?? offset
    let back: Int64
    if let line {
      back = stamps.decoding == nil || line.isTakenOver ? Self.unorderedLimit : Self.overlapLimit
    } else {
      back = Self.gapLimit
    }
    let distance = Self.distance(Self.sum(stamp, current), expected)
    if let before = line?.before, abs(distance) > Self.overlapLimit,
      abs(Self.distance(Self.sum(stamp, before.offset), before.next)) <= min(abs(distance), Self.skewLimit)
    {
      // The previous packet was the wrong one.
      return settle(stream, stamps, on: before.offset)
    }
    let gap = max(Self.gapLimit, horizon.map { Self.distance($0, expected) } ?? 0)
    if (-back...gap).contains(distance) {
      return settle(stream, stamps, on: current, suspectedFrom: distance > Self.skewLimit ? expected : nil)
    }
    let seen = offsets.last {
      $0 != current && abs(Self.distance(Self.sum(stamp, $0), expected)) <= Self.skewLimit
    }
    return settle(stream, stamps, on: seen ?? Self.distance(expected, stamp), suspectedFrom: expected)
  }

  /// `stream` may continue `other`. If that has pictures, two of them are still held back: by the demuxer and by its parser.
  mutating func take(over other: Int32, as stream: Int32, isHeldBack: Bool) {
    guard var line = lines[other] else { return }
    if isHeldBack { line.next = Self.sum(line.next, 2 * min(line.duration, Self.skewLimit)) }
    line.isTakenOver = true
    lines[stream] = line
  }

  /// A packet without a stamp belongs to the one before it.
  private mutating func advance(_ stream: Int32, by duration: Int64) -> Int64 {
    guard let line = lines[stream] else { return offset }
    lines[stream]?.next = Self.sum(line.next, duration)
    return line.offset
  }

  private mutating func settle(
    _ stream: Int32, _ stamps: Stamps, on offset: Int64, suspectedFrom expected: Int64? = nil
  ) -> Int64 {
    // Nobody has measured a stream that begins late.
    let duration = stamps.duration > 0 ? stamps.duration : lines[stream]?.duration ?? 0
    let next = Self.sum(Self.sum(stamps.first ?? 0, offset), duration)
    let before = expected.map { (lines[stream]?.offset ?? self.offset, Self.sum($0, duration)) }
    lines[stream] = Line(offset: offset, next: next, before: before, duration: duration)
    latest = next
    remember(offset)
    return offset
  }

  private mutating func remember(_ offset: Int64) {
    self.offset = offset
    if offsets.last == offset { return }
    offsets.removeAll { $0 == offset }
    offsets.append(offset)
    if offsets.count > Self.memory { offsets.removeFirst() }
  }

  /// Stamps of hostile files are any number.
  fileprivate static func sum(_ a: Int64, _ b: Int64) -> Int64 { bounded(bounded(a) + bounded(b)) }

  fileprivate static func distance(_ a: Int64, _ b: Int64) -> Int64 { bounded(a) - bounded(b) }

  private static func bounded(_ number: Int64) -> Int64 { min(max(number, -(Int64.max / 8)), Int64.max / 8) }
}
#endif
