import PlayerCore

/// What is known of one epoch, from its commands and its reports.
struct EpochWatch {
  enum Stage {
    case opening
    case open
    case failed
    case closing
    case closed
  }

  /// What was last reported of the buffer.
  struct Buffer {
    var until: MediaTime
    var bytes: Int64
    var isSaturated: Bool
    var reported: Moment
  }

  let epoch: Epoch
  let media: ContractMedia
  let limits: ContractLimits
  /// Whether instants are exact, and reports come in one piece with the command that they answer.
  let isExact: Bool

  var stage = Stage.opening
  /// The instant of the command to open, or to close.
  var since: Instant
  var reportCount = 0

  var duration = MediaTime.unknown
  var isDurationEstimated = false
  var isSeekable = false
  var knowsRange = false
  var hasAudio = false
  var hasVideo = false
  var tracks: [(kind: TrackKind, id: TrackID)] = []
  /// The renditions that were last reported as selected.
  var selected: [TrackKind: TrackID] = [:]

  var motion = Motion.resting(Rest(reason: .opened, since: .zero))
  /// Grows whenever the playhead begins to do something else, or has a command to.
  var generation = 0
  /// The rate of the last command that moves the playhead; `nil` when that was one that stops it.
  var wanted: Rate?
  /// The rate that the playhead moves at, as the last answer to `play` had it.
  var givenRate: Rate?
  var questions = Questions()
  var newestAnswer = SeekSerial.none
  var superseded: [SeekSerial: Instant] = [:]
  var hasAnsweredPosition = false
  /// Whether a seek has landed.
  var hasSought = false

  var buffer: Buffer?
  /// How often more was reported.
  var refillCount = 0
  /// Whether the next `buffered` may be no news: the buffer starts over.
  var isBufferFresh = true
  /// Whether a standby opening was requested, for which the engine may give up a seek.
  var mayStopReading = false
  /// Whether that standby opening has begun.
  var readsNoMore = false
  /// How far it had read then; `nil` until that is known.
  var readUntil: MediaTime?
  var firstFrames: Set<TrackKind> = []

  init(_ epoch: Epoch, _ media: ContractMedia, _ limits: ContractLimits, isExact: Bool, at now: Instant) {
    self.epoch = epoch
    self.media = media
    self.limits = limits
    self.isExact = isExact
    since = now
  }

  /// Whether commands can go to it that need open media.
  var takesCommands: Bool { stage == .open }
  var isOver: Bool { stage == .closed }
  /// Whether everything is answered.
  var isQuiet: Bool {
    switch stage {
    case .opening, .closing: false
    case .open: questions.isEmpty
    case .failed, .closed: true
    }
  }

  /// Whether the playhead rests and nothing asks it to move.
  var restsByItself: Bool { !isMoving && wanted == nil && questions.isEmpty }

  /// The rest of a playhead that was asked nothing and was not looked at since it came there.
  var unobservedRest: Rest? {
    guard case .resting(let rest) = motion, !rest.isObserved, restsByItself else { return nil }
    return rest
  }

  /// Whether the playhead comes to the end of the media within two seconds.
  func isNearEnd(at now: Instant) -> Bool {
    guard case .moving(let course) = motion, duration.isKnown else { return false }
    return duration - course.positions(in: Moment(now, now), within: .zero).lowerBound < .seconds(2)
  }

  var isMoving: Bool { if case .moving = motion { true } else { false } }

  mutating func rest(_ reason: Rest.Reason, at position: MediaTime?, since instant: Instant) {
    var new = Rest(reason: reason, position: position, since: instant)
    if case .resting(let old) = motion, old.isStarved, reason == .paused {
      (new.isStarved, new.refill) = (true, old.refill == .awaited ? .awaited : .reported)
    }
    motion = .resting(new)
    givenRate = nil
    generation += 1
  }
}

extension MediaTime {
  /// For readers: `5.040 s`.
  var inSeconds: String { isKnown ? Self.text(microseconds) : "an unknown position" }

  fileprivate static func text(_ microseconds: Int64) -> String {
    let milliseconds = microseconds.magnitude / 1_000
    let fraction = String(milliseconds % 1_000 + 1_000).dropFirst()
    return (microseconds < 0 ? "-" : "") + "\(milliseconds / 1_000).\(fraction) s"
  }
}

extension Instant {
  var inSeconds: String { self == .never ? "never" : MediaTime.text(microseconds) }
}

extension TimeSpan {
  var inSeconds: String { self == .never ? "endless" : MediaTime.text(microseconds) }
}

extension Rate {
  var words: String { "rate \(thousandths)/1000" }
}

extension ClosedRange<MediaTime> {
  var words: String { "\(lowerBound.inSeconds) … \(upperBound.inSeconds)" }
}
