import PlayerCore

/// The playhead, derived from the engine's reports and the rate between them; and what depends on it: the media played,
/// the buffer ahead of it, and its distance from the live edge.
struct PlayheadMeter: Equatable, Sendable {
  private(set) var position = MediaTime.unknown
  /// Thousandths of a microsecond beyond ``position``.
  private var fraction: Int64 = 0
  /// Thousandths; the rate at which playback runs, or would run.
  var rate: Int64 = 1_000
  var duration = MediaTime.unknown { didSet { if duration.isKnown { length = duration } } }
  /// The last known duration: a stop unloads the media, but what was watched of it still counts.
  private(set) var length = MediaTime.unknown
  var streamType = StreamType.unknown { didSet { if isLiveStream { hasBeenLive = true } } }
  /// Whether a live stream was played in the session.
  private(set) var hasBeenLive = false
  var isAtEdge = false
  /// Media that was played, in microseconds of media.
  private(set) var media: Int64 = 0
  private var mediaFraction: Int64 = 0
  /// The farthest position that was played.
  private(set) var farthest = MediaTime.unknown
  /// Time that live streams played, and the part of it at the live edge.
  private(set) var livePlay: Int64 = 0
  private(set) var edgePlay: Int64 = 0
  var catchUps: Int64 = 0
  /// The end of the buffered data; unknown after an opening or a seek.
  var bufferedUntil = MediaTime.unknown
  /// The local minima of the buffer ahead of the playhead: before each report of more data, and where playback ended.
  private(set) var lows: [Int64] = []
  /// How far behind the wall clock live streams played, at each step.
  private(set) var latencies: [Int64] = []
  private var dateOfZero: Int64?
  private var dateOfClock: Int64?

  private var isLiveStream: Bool { streamType == .live || streamType == .dvr }

  mutating func resume(_ player: borrowing Player) {
    position = player.position(at: player.clock)
    rate = Int64(player.effectiveRate.thousandths)
    duration = player.shown.duration
    streamType = player.shown.streamType
    isAtEdge = player.shown.isLive
    bufferedUntil = player.bufferedUntil
  }

  /// The playhead moves for `span`.
  @inline(__always)
  mutating func play(_ span: Int64) {
    let (product, overflow) = span.multipliedReportingOverflow(by: rate)
    guard !overflow else { return }
    let played = mediaFraction + product % 1_000
    media = media.saturatingPlus(product / 1_000 + played / 1_000)
    mediaFraction = played % 1_000
    if isLiveStream {
      livePlay += span
      if isAtEdge { edgePlay += span }
    }
    guard position.isKnown else { return }
    let moved = fraction + product % 1_000
    let microseconds = position.microseconds.saturatingPlus(product / 1_000).saturatingPlus(moved / 1_000)
    position = MediaTime(microseconds: microseconds)
    fraction = moved % 1_000
    if duration.isKnown, position > duration { position = duration }
    if position > farthest { farthest = position }
  }

  /// The content changes: the progress in the previous one does not count for it.
  mutating func changeContent() { (length, farthest) = (.unknown, .unknown) }

  mutating func move(to place: MediaTime) {
    guard place.isKnown else { return }
    position = place
    fraction = 0
  }

  mutating func discardBuffer() { bufferedUntil = .unknown }

  /// Does nothing if all of the remaining media is buffered: the buffer then shrinks to nothing without a shortage.
  mutating func sampleBuffer() {
    guard bufferedUntil.isKnown, position.isKnown, !(duration.isKnown && bufferedUntil >= duration) else { return }
    lows.append(max(.zero, bufferedUntil - position).microseconds)
  }

  mutating func setDate(_ date: Int64, at place: MediaTime) {
    guard place.isKnown else { return }
    dateOfZero = date.saturatingMinus(place.microseconds)
  }

  mutating func setWallClock(_ date: Int64, at now: Instant) { dateOfClock = date.saturatingMinus(now.microseconds) }

  @inline(__always)
  mutating func sampleLatency(at now: Instant) {
    guard isLiveStream, position.isKnown, let dateOfZero, let dateOfClock else { return }
    let date = position.microseconds.saturatingPlus(dateOfZero)
    latencies.append(now.microseconds.saturatingPlus(dateOfClock).saturatingMinus(date))
  }

  /// How much of the media was reached; `nil` for live streams and unknown durations.
  var completion: (part: Int64, whole: Int64)? {
    guard length.isKnown, length > .zero else { return nil }
    return (max(0, min(farthest, length).microseconds), length.microseconds)
  }
}
