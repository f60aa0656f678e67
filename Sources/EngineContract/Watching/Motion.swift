import PlayerCore

/// What the playhead of an epoch does, as the engine has reported it.
enum Motion {
  case resting(Rest)
  case moving(Course)
}

/// Why a playhead rests, and where.
struct Rest {
  enum Reason {
    case opened
    case paused
    case sought
    case starved
    case stopped
    case ended
  }

  /// What has happened since a playhead starved.
  enum Refill {
    case awaited
    /// More was buffered since.
    case reported
    /// It was asked where it is.
    case observed
  }

  var reason: Reason
  /// `nil` where it is not known: at the beginning of a live stream.
  var position: MediaTime?
  /// When that was reported.
  var since: Instant
  /// Whether there was nothing more to play: it starved, and may have been paused since.
  var isStarved: Bool
  var refill = Refill.awaited
  /// Whether it was asked where it is when it could have moved.
  var isObserved = false
  /// When more was buffered.
  var refilled = Instant.never

  init(reason: Reason, position: MediaTime? = nil, since: Instant) {
    (self.reason, self.position, self.since) = (reason, position, since)
    isStarved = reason == .starved
  }

  /// The rule that is broken when it moves by itself.
  var rule: ContractRule {
    switch reason {
    case .opened: .openRests
    case .paused: .pauseRests
    case .sought: .seekRests
    case .starved: .starvedRests
    case .stopped: .stoppedRests
    case .ended: .endedRests
    }
  }

  var words: String {
    let cause =
      switch reason {
      case .opened: "`opened`"
      case .paused: "the answer to `pause`"
      case .sought: "`seekCompleted`"
      case .starved: "`starved`"
      case .stopped: "`playbackStopped`"
      case .ended: "`ended`"
      }
    return "the playhead to rest" + (position.map { " at \($0.inSeconds)" } ?? "") + " after \(cause), until `play`"
  }
}

/// What an epoch was asked and has not answered.
struct Questions {
  struct Seek {
    var serial: SeekSerial
    var asked: Instant
    var target: MediaTime
    var before: TimeSpan
    var after: TimeSpan
    /// Where the playhead was when it was asked; `nil` where that is not known.
    var origin: ClosedRange<MediaTime>?
    /// Whether it was asked for before the last one was answered.
    var supersedes = false
  }

  struct Position {
    var asked: Instant
    /// What the playhead was doing then; see ``EpochWatch/generation``.
    var generation: Int
  }

  struct Selection {
    var kind: TrackKind
    var track: TrackID
    var asked: Instant
  }

  /// Each may be answered, or one for several: those after the answers so far, at the earliest.
  var plays: [(rate: Rate, asked: Instant)] = []
  /// The rates of plays that a pause or a seek has overtaken: each may be answered before that is, or never.
  var overtaken: [Rate] = []
  /// Whether the last answer may have been that to the last of them.
  var mayHavePlayed = false
  var pauses: [Instant] = []
  var seek: Seek?
  var positions: [Position] = []
  var stills: [(serial: StillSerial, asked: Instant)] = []
  var selections: [Selection] = []
  /// `buffered` is due since then.
  var bufferSince: (instant: Instant, rule: ContractRule)?

  var awaitPlay: Bool { !plays.isEmpty && !mayHavePlayed }

  var isEmpty: Bool {
    !awaitPlay && pauses.isEmpty && seek == nil && positions.isEmpty && stills.isEmpty && selections.isEmpty
      && bufferSince == nil
  }

  /// Whether a report may come from before a command that lets the playhead rest.
  var awaitRest: Bool { !pauses.isEmpty || seek != nil }

  mutating func overtakePlays() {
    overtaken += plays.map(\.rate)
    plays = []
  }

  /// A pause or a seek was answered: when it was the last, what it has overtaken is answered no more.
  mutating func noteRest() { if !awaitRest { overtaken = [] } }

  mutating func removeAll() { self = Questions() }
}
