// What monitors, laws and generators of tests look at: everything they need of a player, read in one go.

extension Player {
  /// What the notifications of a player tell of it: who listens from the beginning knows each of these values at any time.
  ///
  /// The fields are ordered so that there is no gap between them: two of these can be compared as memory.
  public struct Shown: Hashable, Sendable {
    public var duration = MediaTime.unknown
    public var rangeStart = MediaTime.zero
    public var rangeEnd = MediaTime.zero
    public var seekOrigin = MediaTime.unknown
    public var seekTarget = MediaTime.unknown
    public var item = ItemID.none
    /// The seek that people see; none without one.
    public var seek = SeekSerial.none
    /// How many openings became ready.
    public var preparedCount: UInt32 = 0
    public var stallCount: Int32 = 0
    public var loopCount: Int32 = 0
    public var audioTracks: Int32 = 0
    public var videoTracks: Int32 = 0
    public var subtitleTracks: Int32 = 0
    public var audioTrack = TrackID.off
    public var videoTrack = TrackID.off
    public var subtitleTrack = TrackID.off
    public var naturalWidth: Int32 = 0
    public var naturalHeight: Int32 = 0
    public var rate = Rate.normal
    public var effectiveRate = Rate.normal
    public var left: Int32 = 1_000
    public var right: Int32 = 1_000
    public var rotation: Int32 = 0
    public var subtitle = TextID.none
    public var segment = SegmentID.none
    public var selectedSegment = SegmentID.none
    /// The segment whose skip was announced and has not ended.
    public var skipped = SegmentID.none
    public var phase = Phase.empty
    public var streamType = StreamType.unknown
    public var state = PlaybackState.idle
    public var supply = Supply.unknown
    public var scalingMode = ScalingMode.aspectFit
    public var network = NetworkPath.unknown
    public var wantsPlay = false
    public var isInterrupted = false
    public var isMuted = false
    public var isLooping = false
    public var isInBackground = false
    public var isPlayingExternally = false
    public var isInPicture = false
    public var isLive = false
    public var hasShownAudio = false
    public var hasShownVideo = false

    /// What a player shows before its first input.
    public init() {}
  }

  /// The state as far as laws speak of it: what is shown, and what stands behind it.
  ///
  /// Reading it costs about as much as copying it; ``readFacts(into:)`` reads it into storage that is there.
  public struct Facts: Hashable, Sendable {
    public var shown = Shown()
    public var clock = Instant.zero
    public var nextDeadline = Instant.never
    /// What ``nextDeadline`` is for.
    public var nextSlot = DeadlineSlot.none
    /// The position at ``clock``.
    public var position = MediaTime.zero
    /// The position at the last report, landing or start of the engine, and when that was.
    public var anchor = MediaTime.zero
    public var anchoredAt = Instant.zero
    /// The piece or gap between segments that held the playhead when it was last looked at.
    public var placeStart = MediaTime.zero
    public var placeEnd = MediaTime.zero
    public var bufferedUntil = MediaTime.unknown
    /// The end of the window of a live stream, else of the media; zero when neither is known.
    public var windowEnd = MediaTime.zero
    public var stallSince = Instant.zero
    public var stallTime = TimeSpan.zero
    /// How many bytes the engine has read since it was opened.
    public var bytesRead: Int64 = 0
    /// The offset of the place at which the next opening begins.
    public var startOffset = TimeSpan.zero
    public var epoch = Epoch.none
    /// The opening beside the one that plays out; none without one.
    public var nextEpoch = Epoch.none
    /// The newest epoch that was told to close.
    public var newestClosed = Epoch.none
    /// The newest seek that was asked for, and the one that the engine works on.
    public var newestSeek = SeekSerial.none
    public var seekInFlight = SeekSerial.none
    public var newestStill = StillSerial.none
    /// Requests that wait for their answer; none where none waits.
    public var pendingLoad = RequestID.none
    public var pendingSeek = RequestID.none
    public var pendingStill = RequestID.none
    public var movingRate = Rate.normal
    public var retryCount: Int32 = 0
    public var reloadCount: Int32 = 0
    /// Where playback broke off since it last got on; unknown when it has not.
    public var setback = MediaTime.unknown
    public var ignoredEvents: Int32 = 0
    public var segmentCount: Int32 = 0
    public var observerCount: Int32 = 0
    public var pendingSelection = SegmentID.none
    public var failure = Failure.Kind.none
    public var startAnchor = Anchor.defaultPosition
    /// Openings that were told to close and have not confirmed it; bit *n* stands for the epoch *n* before ``newestClosed``.
    public var awaitedCloses: UInt8 = 0
    /// Whether the engine holds something open that a close must release.
    public var isEngineOpen = false
    public var isConnected = false
    /// Whether a seek is on its way, seen or not.
    public var isSeeking = false
    /// Whether the engine was told to play and has not confirmed it.
    public var isStarting = false
    public var isMoving = false
    public var isHindered = false
    public var isWaitingToRetry = false
    public var isLocal = false
    public var canSeek = false
    public var isDurationEstimated = false
    public var hasVideo = false
    /// Whether the engine was told to present pictures.
    public var isVideoEnabled = true
    /// Whether the network policy forbids to open the content.
    public var isPrevented = false
    /// Whether playback waits for the first data of a place: running dry then is no stall.
    public var awaitsFirstData = false
    /// Whether the media silently returns to its beginning, for a loop or a replay.
    public var isReturning = false
    /// Whether ``nextDeadline`` is that of a segment.
    public var isSegmentDeadline = false
    /// Whether a skip, the end of blocked media or another look at the segments is due at once.
    public var isSegmentDue = false
    /// Whether segments are looked at: media is open and the playhead neither waits nor seeks.
    public var looksAtSegments = false

    /// What holds of a player before its first input.
    public init() {}
  }

  /// The state as far as laws speak of it.
  public var facts: Facts {
    var facts = Facts()
    readFacts(into: &facts)
    return facts
  }

  /// Reads ``facts`` into `facts`, all of whose fields are replaced.
  public func readFacts(into facts: inout Facts) {
    var player = self
    Self.readFacts(of: &player, into: &facts)
  }

  /// The same for a player that is read where it is: one that is not passed `inout` is copied for the call, and that costs
  /// half as much again. Nothing is changed.
  public static func readFacts(of player: inout Player, into facts: inout Facts) { player.read(into: &facts) }

  @inline(__always)
  private mutating func read(into facts: inout Facts) {
    readShown(into: &facts.shown)
    facts.clock = clock
    facts.nextDeadline = nextDeadline
    facts.nextSlot = nextSlot
    facts.position = position(at: clock)
    facts.anchor = transport.anchor
    facts.anchoredAt = transport.anchoredAt
    facts.placeStart = segments.lower
    facts.placeEnd = segments.upper
    facts.bufferedUntil = buffering.until
    facts.windowEnd = Timeline.end(timeline.rangeEnd, timeline.duration)
    facts.stallSince = buffering.stallSince
    facts.stallTime = statistics.stallTime
    facts.bytesRead = buffering.bytesRead
    facts.startOffset = content.start.offset
    facts.epoch = loading.epoch
    facts.nextEpoch = loading.nextEpoch
    facts.newestClosed = closing.newest
    facts.newestSeek = seeking.serial
    facts.seekInFlight = seeking.inFlight
    facts.newestStill = presentation.stillSerial
    facts.pendingLoad = loading.request.openNumber
    facts.pendingSeek = seeking.request.openNumber
    facts.pendingStill = presentation.stillRequest.openNumber
    facts.movingRate = transport.movingRate
    facts.retryCount = retrying.count
    facts.reloadCount = retrying.reloads
    facts.setback = retrying.setback
    facts.ignoredEvents = statistics.ignoredEvents
    facts.segmentCount = segments.table.list.count
    facts.observerCount = Int32(truncatingIfNeeded: intervals.observers.count)
    facts.pendingSelection = segments.target
    facts.failure = loading.failure.kind
    facts.startAnchor = content.start.anchor
    facts.awaitedCloses = closing.awaited
    facts.isEngineOpen = loading.isEngineOpen
    facts.isConnected = loading.isConnected
    facts.isSeeking = seeking.isActive
    facts.isStarting = transport.drive == .starting
    facts.isMoving = transport.drive == .moving
    facts.isHindered = isHindered
    facts.isWaitingToRetry = retrying.isWaiting
    facts.isLocal = content.isLocal
    facts.canSeek = Timeline.canSeek(timeline.isSeekable, timeline.streamType)
    facts.isDurationEstimated = timeline.isDurationEstimated
    facts.hasVideo = tracks.hasVideo
    facts.isVideoEnabled = presentation.isVideoEnabled
    facts.isPrevented = isPrevented
    let waiting = transport.waiting
    facts.awaitsFirstData = waiting.isRefill
    facts.isReturning = waiting == .loop || waiting == .replay
    facts.isSegmentDeadline = nextSlot == .segment
    facts.isSegmentDue = segments.due != .none
    facts.looksAtSegments = segments.isPresent
  }

  @inline(__always)
  private mutating func readShown(into shown: inout Shown) {
    let range = seekableBounds
    shown.duration = timeline.duration
    shown.rangeStart = range.start
    shown.rangeEnd = range.end
    shown.seekOrigin = seekOrigin
    shown.seekTarget = seekTarget
    shown.item = content.item
    shown.seek = seeking.isVisible ? seeking.serial : .none
    shown.preparedCount = loading.preparedCount
    shown.stallCount = statistics.stallCount
    shown.loopCount = presentation.loops
    shown.audioTracks = tracks.count.audio
    shown.videoTracks = tracks.count.video
    shown.subtitleTracks = tracks.count.subtitle
    shown.audioTrack = tracks.selected.audio
    shown.videoTrack = tracks.selected.video
    shown.subtitleTrack = tracks.selected.subtitle
    shown.naturalWidth = presentation.naturalWidth
    shown.naturalHeight = presentation.naturalHeight
    shown.rate = transport.rate
    shown.effectiveRate = effectiveRate
    shown.left = presentation.left
    shown.right = presentation.right
    shown.rotation = presentation.rotation
    shown.subtitle = tracks.subtitleText
    shown.segment = segments.current
    shown.selectedSegment = selectedSegment
    shown.skipped = segments.skipped
    shown.phase = loading.phase
    shown.streamType = timeline.streamType
    shown.state = state
    shown.supply = buffering.supply
    shown.scalingMode = presentation.scalingMode
    shown.network = surroundings.network
    shown.wantsPlay = transport.wantsPlay
    shown.isInterrupted = interruption.isPending
    shown.isMuted = presentation.isMuted
    shown.isLooping = presentation.isLooping
    shown.isInBackground = surroundings.isInBackground
    shown.isPlayingExternally = surroundings.isPlayingExternally
    shown.isInPicture = surroundings.isInPicture
    shown.isLive = liveEdge.isAtEdge
    shown.hasShownAudio = tracks.hasShownAudio
    shown.hasShownVideo = tracks.hasShownVideo
  }

  /// Where a skip out of the blocked media at `position` lands: behind everything blocked that follows without a gap.
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

// Comparing values of this size where they are: `==` may copy both of them for the call.

extension Player {
  /// Whether two players are equal, with a look at their memory first. Neither is changed.
  public static func areSame(_ a: inout Player, _ b: inout Player) -> Bool { !mayDiffer(&a, &b) || a == b }
}

extension Player.Shown {
  /// Whether two are equal, with a look at their memory first. Neither is changed.
  public static func areSame(_ a: inout Self, _ b: inout Self) -> Bool { !mayDiffer(&a, &b) || a == b }
}

extension Player.Facts {
  /// Whether two are equal, with a look at their memory first. Neither is changed.
  public static func areSame(_ a: inout Self, _ b: inout Self) -> Bool { !mayDiffer(&a, &b) || a == b }
}
