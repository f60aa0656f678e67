import PlayerCore

/// What an opening has to know of its media all the time, as numbers.
struct Traits: Hashable, Sendable {
  /// Beyond every position for a live stream.
  var end = MediaTime(microseconds: .max)
  var isLive = false
  var isSeekable = false
  /// Whether each piece needs its own request.
  var isSegmented = true
  /// How much media a piece holds, in microseconds; above zero.
  var piece: Int64 = 2_000_000
  var keyFrameInterval: Int64 = 0
  var window = TimeSpan.zero
  var holdBack = TimeSpan.zero
  var age = TimeSpan.zero
  var hasAudio = false
  var hasVideo = false
  var hasCues = false
  /// Whether the sizes of single pieces are known.
  var hasSizes = false

  init() {}

  init(_ media: SimulatedMedia) {
    isLive = !media.duration.isKnown
    if !isLive { end = max(.zero, media.duration) }
    isSeekable = media.isSeekable
    let length: TimeSpan
    switch media.delivery {
    case .segments(let span): (isSegmented, length) = (true, span)
    case .progressive(let span): (isSegmented, length) = (false, span)
    }
    piece = max(.milliseconds(100), min(length, .seconds(3_600))).microseconds
    keyFrameInterval = max(0, media.keyFrameInterval.microseconds)
    window = Self.possible(media.window)
    holdBack = Self.possible(media.holdBack)
    age = Self.possible(media.age)
    hasAudio = media.has(.audio)
    hasVideo = media.has(.video)
    hasCues = !media.cues.isEmpty
    hasSizes = media.tracks.contains { !$0.segmentBits.isEmpty }
  }

  /// At most a hundred years.
  private static func possible(_ span: TimeSpan) -> TimeSpan { max(.zero, min(span, .seconds(100 * 366 * 86_400))) }

  // MARK: Pieces

  /// The number of the piece that holds `position`.
  func pieceIndex(of position: MediaTime) -> Int64 { max(0, position.microseconds) / piece }

  func pieceEnd(after position: MediaTime) -> MediaTime {
    min(end, MediaTime(microseconds: pieceIndex(of: position) * piece) + TimeSpan(microseconds: piece))
  }

  func keyFrame(before position: MediaTime) -> MediaTime {
    guard keyFrameInterval > 0 else { return position }
    return MediaTime(microseconds: position.microseconds - position.microseconds % keyFrameInterval)
  }

  // MARK: Live

  /// Where the newest whole piece of a live stream ends.
  func liveEnd(at now: Instant) -> MediaTime {
    let recorded = max(.zero, age + (now - .zero)).microseconds
    return MediaTime(microseconds: recorded - recorded % piece)
  }

  /// When the stream will be there up to `position`.
  func instant(ofLive position: MediaTime) -> Instant { .zero + (position - .zero - age) }

  /// Where a live stream is played, and the end of its window.
  func edge(at now: Instant) -> MediaTime { max(.zero, liveEnd(at: now) + (.zero - holdBack)) }

  func windowStart(at now: Instant) -> MediaTime { max(.zero, edge(at: now) + (.zero - window)) }

  /// Media before this is gone; a piece more than the window stays, for playheads that are on their way there.
  func available(at now: Instant) -> MediaTime {
    max(.zero, windowStart(at: now) + TimeSpan(microseconds: -piece))
  }

  // MARK: Landing

  func clamped(_ target: MediaTime, at now: Instant) -> MediaTime {
    isLive ? target.clamped(from: windowStart(at: now), to: edge(at: now)) : target.clamped(from: .zero, to: end)
  }

  func landing(
    _ landing: EngineTiming.Landing, _ target: MediaTime, _ before: TimeSpan, _ after: TimeSpan
  ) -> MediaTime {
    let earlier = keyFrame(before: target)
    if landing == .exact || target - earlier <= before { return landing == .exact ? target : earlier }
    let later = earlier + TimeSpan(microseconds: keyFrameInterval)
    if later <= end, later - target <= after { return later }
    return landing == .keyFrame ? earlier : target
  }
}
