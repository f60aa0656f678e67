// What monitors, laws and test generators inspect: everything they need from a player, read at once.

extension Player {
  /// The state as far as laws refer to it: what is shown, and what that follows from.
  ///
  /// Reading it costs about as much as copying it; ``readInspection(into:)`` reads it into existing storage.
  public struct Inspection: Hashable, Sendable {
    /// What observers see.
    public var shown = Observable()
    /// The instant of the newest input; an input with an earlier one does not turn it back.
    public var clock = Instant.zero
    /// When the host must send the next `deadline`; ``Instant/never`` when nothing is due.
    public var nextDeadline = Instant.never
    /// What ``nextDeadline`` is for.
    public var nextSlot = DeadlineSlot.none
    /// The position at ``clock``.
    public var position = MediaTime.zero
    /// The position at the last report, landing or start of the engine, and when that was.
    public var anchor = MediaTime.zero
    /// The instant at which the playhead was at ``anchor``.
    public var anchoredAt = Instant.zero
    /// The piece or gap between segments that held the playhead when segments were last evaluated.
    public var placeStart = MediaTime.zero
    /// The end of that place, exclusive; ``placeStart`` is its beginning.
    public var placeEnd = MediaTime.zero
    /// The end of the buffered media that holds the playhead; unknown when the engine has not reported one.
    public var bufferedUntil = MediaTime.unknown
    /// The end of the window of a live stream, else of the media; zero when neither is known.
    public var windowEnd = MediaTime.zero
    /// When the stall in progress began; meaningless without one.
    public var stallSince = Instant.zero
    /// How long playback has stalled since the last load, without the stall in progress.
    public var stallTime = TimeSpan.zero
    /// How many bytes the engine has read since it was opened.
    public var bytesRead: Int64 = 0
    /// The offset of the position at which the next opening begins.
    public var startOffset = TimeSpan.zero
    /// The opening that plays out; none before the first.
    public var epoch = Epoch.none
    /// The standby opening, which takes over from the one that plays out; none without one.
    public var nextEpoch = Epoch.none
    /// The newest epoch that was commanded to close.
    public var newestClosed = Epoch.none
    /// The newest seek that was requested.
    public var newestSeek = SeekSerial.none
    /// The seek that the engine works on; none when it works on none.
    public var seekInFlight = SeekSerial.none
    /// The newest still picture that was requested.
    public var newestStill = StillSerial.none
    /// The request of the load that waits for its answer; none without one.
    public var pendingLoad = RequestID.none
    /// The request of the seek that waits for its answer; none without one.
    public var pendingSeek = RequestID.none
    /// The request of the still picture that waits for its answer; none without one.
    public var pendingStill = RequestID.none
    /// The rate that the engine confirmed last.
    public var movingRate = Rate.normal
    /// Openings that were retried since the count was last reset; see ``Setting/retryLimit``.
    public var retryCount: Int32 = 0
    /// Reloads by policy since playback last progressed; see ``Setting/reloadLimit``.
    public var reloadCount: Int32 = 0
    /// Where playback broke off since it last made progress; unknown when it has not.
    public var setback = MediaTime.unknown
    /// How many engine events had no effect: late, of another opening, or contradictory.
    public var ignoredEvents: Int32 = 0
    /// Entries of the segment table, the parts of overlapping segments each counted.
    public var segmentCount: Int32 = 0
    /// Periodic and boundary observers that are registered.
    public var observerCount: Int32 = 0
    /// The segment that a seek or start in progress has selected; none without one.
    public var pendingSelection = SegmentID.none
    /// The kind of ``Player/Observable/failure``.
    public var failure = Failure.Kind.none
    /// What ``startOffset`` is relative to.
    public var startAnchor = PositionAnchor.defaultPosition
    /// Openings that were commanded to close and have not confirmed it; bit *n* is the epoch *n* before
    /// ``newestClosed``.
    public var awaitedCloses: UInt8 = 0
    /// Whether the engine holds something open that a close must release.
    public var isEngineOpen = false
    /// Whether the engine has reached the source of this opening.
    public var isConnected = false
    /// Whether a seek is in progress, visible or not.
    public var isSeeking = false
    /// Whether the engine was commanded to play and has not confirmed it.
    public var isStarting = false
    /// Whether the engine has confirmed that it plays.
    public var isMoving = false
    /// Whether something other than the user's intent keeps playback from running, such as an interruption.
    public var isHindered = false
    /// Whether the next attempt to open waits for its delay.
    public var isWaitingToRetry = false
    /// Whether the item needs no network.
    public var isLocal = false
    /// Whether a seek would be carried out now: media is open and seekable.
    public var canSeek = false
    /// Whether the duration is a guess of the engine and may still change.
    public var isDurationEstimated = false
    /// Whether the open media has a picture.
    public var hasVideo = false
    /// Whether the engine was commanded to present pictures.
    public var isVideoEnabled = true
    /// Whether the network policy forbids opening the content.
    public var isPrevented = false
    /// Whether playback waits for the first data at a position: running dry then is not a stall.
    public var awaitsFirstData = false
    /// Whether the media silently returns to its beginning, for a loop or a replay.
    public var isReturning = false
    /// Whether ``nextDeadline`` is that of a segment.
    public var isSegmentDeadline = false
    /// Whether a skip, the end of blocked media or another evaluation of the segments is due at once.
    public var isSegmentDue = false
    /// Whether segments are evaluated: media is open and the playhead neither waits nor seeks.
    public var looksAtSegments = false

    /// The values of a player before its first input.
    public init() {}
  }

  /// The state as far as laws refer to it.
  public var inspection: Inspection {
    var inspection = Inspection()
    readInspection(into: &inspection)
    return inspection
  }

  /// Reads ``inspection`` into `inspection`, all of whose fields are replaced.
  public func readInspection(into inspection: inout Inspection) {
    var player = self
    Self.readInspection(of: &player, into: &inspection)
  }

  /// The same, reading the player in place: one that is not passed `inout` is copied for the call, which costs half as
  /// much again. Nothing is changed.
  public static func readInspection(of player: inout Player, into inspection: inout Inspection) {
    player.read(into: &inspection)
  }

  @inline(__always)
  private mutating func read(into inspection: inout Inspection) {
    inspection.shown = shown
    inspection.clock = clock
    inspection.nextDeadline = nextDeadline
    inspection.nextSlot = nextSlot
    inspection.position = position(at: clock)
    inspection.anchor = transport.anchor
    inspection.anchoredAt = transport.anchoredAt
    inspection.placeStart = segments.lower
    inspection.placeEnd = segments.upper
    inspection.bufferedUntil = buffering.until
    inspection.windowEnd = mediaEnd
    inspection.stallSince = buffering.stallSince
    inspection.stallTime = statistics.stallTime
    inspection.bytesRead = buffering.bytesRead
    inspection.startOffset = content.start.offset
    inspection.epoch = loading.epoch
    inspection.nextEpoch = loading.nextEpoch
    inspection.newestClosed = closing.newest
    inspection.newestSeek = seeking.serial
    inspection.seekInFlight = seeking.inFlight
    inspection.newestStill = presentation.stillSerial
    inspection.pendingLoad = loading.request.openNumber
    inspection.pendingSeek = seeking.request.openNumber
    inspection.pendingStill = presentation.stillRequest.openNumber
    inspection.movingRate = transport.movingRate
    inspection.retryCount = retrying.count
    inspection.reloadCount = retrying.reloads
    inspection.setback = retrying.setback
    inspection.ignoredEvents = statistics.ignoredEvents
    inspection.segmentCount = segments.table.count
    inspection.observerCount = Int32(truncatingIfNeeded: intervals.observers.count)
    inspection.pendingSelection = segments.target
    inspection.failure = shown.failure.kind
    inspection.startAnchor = content.start.anchor
    inspection.awaitedCloses = closing.awaited
    inspection.isEngineOpen = loading.isEngineOpen
    inspection.isConnected = loading.isConnected
    inspection.isSeeking = seeking.isActive
    inspection.isStarting = transport.drive == .starting
    inspection.isMoving = transport.drive == .moving
    inspection.isHindered = isHindered
    inspection.isWaitingToRetry = retrying.isWaiting
    inspection.isLocal = content.isLocal
    inspection.canSeek = canSeek
    inspection.isDurationEstimated = timeline.isDurationEstimated
    inspection.hasVideo = tracks.hasVideo
    inspection.isVideoEnabled = presentation.isVideoEnabled
    inspection.isPrevented = isPrevented
    let waiting = transport.waiting
    inspection.awaitsFirstData = waiting.isRefill
    inspection.isReturning = waiting == .loop || waiting == .replay
    inspection.isSegmentDeadline = nextSlot == .segment
    inspection.isSegmentDue = segments.due != .none
    inspection.looksAtSegments = segments.isPresent
  }

  /// Where a skip out of the blocked media at `position` lands: after everything blocked that follows without a gap.
  /// `nil` when nothing is blocked there. Time O(log n).
  public func landing(behindBlockedAt position: MediaTime) -> MediaTime? {
    let place = segments.table.place(at: position)
    return place.isBlocked ? place.landing : nil
  }
}

extension PendingRequest {
  @inline(__always)
  fileprivate var openNumber: RequestID { isOpen ? number : .none }
}

// Compares values of this size in place: `==` may copy both for the call.

extension Player {
  /// Whether two players are equal; compares their memory first. Neither is changed.
  public static func areSame(_ a: inout Player, _ b: inout Player) -> Bool { !mayDiffer(&a, &b) || a == b }
}

extension Player.Observable {
  /// Whether two are equal; compares their memory first. Neither is changed.
  public static func areSame(_ a: inout Self, _ b: inout Self) -> Bool { !mayDiffer(&a, &b) || a == b }
}

extension Player.Inspection {
  /// Whether two are equal; compares their memory first. Neither is changed.
  public static func areSame(_ a: inout Self, _ b: inout Self) -> Bool { !mayDiffer(&a, &b) || a == b }
}
