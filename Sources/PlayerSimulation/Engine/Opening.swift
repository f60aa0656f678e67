import PlayerCore

/// One opening of a source: what it has read, and where its playhead is.
struct Opening: Hashable, Sendable {
  enum Stage: UInt8 {
    case none
    /// Waits for its fault: fails at ``Opening/stageEndsAt``.
    case failing
    case resolving
    /// Waits for the header.
    case connecting
    case preparing
    case open
    /// Only a close follows.
    case failed
  }

  /// What reading does.
  enum Reading: UInt8 {
    case idle
    case busy
    /// The bound is reached.
    case full
    /// The next data does not exist yet.
    case atEdge
    /// The next data is no longer available.
    case expired
    case complete
    case broken
    /// Another opening reads instead.
    case stopped

    /// Whether no more will come by itself.
    var isSaturated: Bool { self == .full || self == .complete || self == .broken || self == .stopped }
  }

  enum Occasion: UInt8 {
    case none
    case stage
    case arrival
    case edge
    case slide
    case landing
    case start
    case firstFrame
    case room
    case cue
    case limit
  }

  var epoch = Epoch.none
  var item: Int32 = 0
  var traits = Traits()
  var openedFrom = Instant.zero
  var stageEndsAt = Instant.never
  /// What it will fail with.
  var failure = Failure(.none)

  // The playhead.
  var position = MediaTime.zero
  var anchoredAt = Instant.zero
  /// The requested data.
  var rate = Rate.normal
  /// What it really moves at.
  var trueRate = Rate.normal
  var startsAt = Instant.never
  var firstFrameAt = Instant.never

  // The buffer.
  var bufferEnd = MediaTime.zero
  /// From here on everything is buffered; zero for an engine that drops its buffer when it seeks.
  var bufferStart = MediaTime.zero
  /// At this position of the playhead there is room again.
  var roomFrom = MediaTime.zero
  var bitsRead: Int64 = 0
  /// The size of the piece in transit.
  var bitsAsked: Int64 = 0
  var reportedUntil = MediaTime.unknown
  var bitsPerSecond: Int64 = 0
  var slidesAt = Instant.never

  // The seek.
  var landsAt = Instant.never
  var serial = SeekSerial.none

  // What is selected and shown.
  var audio = TrackID.off
  var video = TrackID.off
  var subtitle = TrackID.off
  var shown = TextID.none
  var nextCueAt = MediaTime(microseconds: .max)

  /// When something happens next, and what.
  var next = Instant.never
  var occasion = Occasion.none

  var stage = Stage.none
  var reading = Reading.idle
  var reportedSaturation = false
  var isMoving = false
  var isFrozen = false
  var isSeeking = false
  var isSeekFailing = false
  /// The seek has landed once there is data.
  var landsOnArrival = false
  /// What was asked to play during a seek plays once it has landed.
  var startsOnLanding = false
  var isHung = false
  var hasShownFrames = false
  /// Whether the next request continues where the last one ended.
  var isConnectionOpen = false

  var isNone: Bool { epoch.isNone }

  // MARK: What happens next

  /// Finds ``next``. At one instant the occasions come in the order in which they are considered here: what arrives
  /// before what runs dry.
  mutating func plan(_ place: borrowing Workplace) {
    var due = Instant.never
    var what = Occasion.none
    @inline(__always) func consider(_ instant: Instant, _ occasion: Occasion) {
      if instant < due { (due, what) = (instant, occasion) }
    }
    consider(stageEndsAt, .stage)
    if reading == .busy || stage == .connecting { consider(Line.instant(place.line.arrivesAt), .arrival) }
    if stage == .open {
      if reading == .atEdge { consider(traits.instant(ofLive: traits.pieceEnd(after: bufferEnd)), .edge) }
      consider(slidesAt, .slide)
      consider(landsAt, .landing)
      consider(startsAt, .start)
      if isMoving {
        consider(firstFrameAt, .firstFrame)
        if reading == .full { consider(instant(of: roomFrom), .room) }
        if !subtitleIsOff { consider(instant(of: nextCueAt), .cue) }
        consider(instant(of: limit(place.faults)), .limit)
      }
    }
    (next, occasion) = (due, what)
  }

  /// Does what ``next`` announced.
  mutating func run(_ place: inout Workplace) {
    place.now = max(place.now, next)
    switch occasion {
    case .none: break
    case .stage: endStage(&place)
    case .arrival: takeArrival(&place)
    case .edge:
      readOn(&place, from: place.nanoseconds)
      // At the end of time, no more pieces come.
      if reading == .atEdge, traits.instant(ofLive: traits.pieceEnd(after: bufferEnd)) <= place.now { reading = .idle }
    case .slide: slide(&place)
    case .landing: land(&place)
    case .start: start(&place)
    case .firstFrame: showFirstFrame(&place)
    case .room:
      readOn(&place, from: place.nanoseconds)
      reportBuffer(&place)
    case .cue: showCue(&place)
    case .limit: meetLimit(&place)
    }
    plan(place)
  }

  private var subtitleIsOff: Bool { subtitle == .off || !traits.hasCues }
}
