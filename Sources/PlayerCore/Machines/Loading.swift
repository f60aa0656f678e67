/// A request whose answer is still to come.
struct PendingRequest: Hashable, Sendable {
  var number = RequestID.none
  var isOpen = false

  /// The caller has closed the one before.
  mutating func open(_ request: RequestID) {
    number = request
    isOpen = true
  }

  mutating func close(_ answer: Answer, _ outputs: inout Outputs, _ refusal: Refusal = .none) {
    guard isOpen else { return }
    outputs.complete(number, answer, refusal)
    isOpen = false
  }
}

/// Opening of the source.
struct Loading: Hashable, Sendable {
  /// When the opening that runs, or ran last, began.
  var openingSince = Instant.zero
  /// The opening that the engine's reports must speak of.
  var epoch = Epoch.none
  /// The opening that takes over as soon as it is open, while the one before plays out; none without such a reload.
  var nextEpoch = Epoch.none
  /// What the next opening has reported of itself so far.
  var upcoming = Upcoming()
  /// Load, prepare, reload or retry: done when prepared.
  var request = PendingRequest()
  /// Whether the engine holds something open that a close must release.
  var isEngineOpen = false
  /// Whether the engine has reached the source of this opening.
  var isConnected = false

  /// What an engine reports before "opened".
  struct Upcoming: Hashable, Sendable {
    var naturalWidth: Int32 = 0
    var naturalHeight: Int32 = 0
    var count = ByKind<Int32>(audio: 0, video: 0, subtitle: 0)
    var selected = ByKind(audio: TrackID.off, video: TrackID.off, subtitle: TrackID.off)
    var isConnected = false
  }
}

extension Player {
  /// Where the content stands.
  public var phase: Phase { shown.phase }
  /// Why playback failed; of kind `none` while ``phase`` is not `failed`.
  public var failure: Failure { shown.failure }
  /// The content; none when empty.
  public var item: ItemID { shown.item }
  /// The opening that engine reports must carry.
  public var epoch: Epoch { loading.epoch }

  /// True once the engine has reached the source of this opening. A failure before that is a failure to open
  /// (PRX.md#5: the tracks are loaded).
  public var isConnected: Bool { loading.isConnected }

  /// Whether an opening runs beside the one that plays out.
  @inline(__always)
  var isReplacing: Bool { !loading.nextEpoch.isNone }

  @inline(__always)
  var openDeadline: Instant {
    let isOpening = shown.phase == .opening && !seeking.isActive
    guard isOpening || isReplacing else { return .never }
    return loading.openingSince.after(configuration.openTimeout)
  }

  /// Opens the content, if the network policy allows it.
  mutating func openContent(_ outputs: inout Outputs) {
    if isPrevented { return block(&outputs) }
    loading.epoch = loading.epoch.successor
    shown.phase = .opening
    shown.failure = Failure(.none)
    loading.isEngineOpen = true
    loading.openingSince = clock
    forgetMedia(&outputs)
    transport.anchor = content.start.expectedPosition
    transport.waiting = .start
    outputs.command(.open(item: shown.item, keepsBuffer: false), loading.epoch)
    introduce(&outputs)
  }

  /// Tells a new epoch how it shall look and sound.
  private mutating func introduce(_ outputs: inout Outputs) {
    commandVolume(&outputs)
    if shown.scalingMode != .aspectFit || shown.rotation != 0 { commandPresentation(&outputs) }
    presentation.isVideoEnabled = true
  }

  /// Opens beside what plays; ``handOver(_:)`` lets it take over.
  mutating func openNextEpoch(_ outputs: inout Outputs) {
    let newest = isReplacing ? loading.nextEpoch : loading.epoch
    if isReplacing {
      closeEpoch(loading.nextEpoch, &outputs)
      tracks.found.settleUpcoming(takesOver: false)
    }
    loading.nextEpoch = newest.successor
    loading.upcoming = Loading.Upcoming()
    loading.openingSince = clock
    outputs.command(.open(item: shown.item, keepsBuffer: true), loading.nextEpoch)
  }

  /// The opening beside takes over, because it is open or because the one before cannot go on; what that one still held
  /// is dropped.
  mutating func handOver(_ outputs: inout Outputs) {
    rememberPosition()
    // In this very step the new opening may begin a skip of its own.
    supersedeSkip(isCue: true, &outputs)
    presentation.stillRequest.close(.cancelled, &outputs)
    closeEpoch(loading.epoch, &outputs)
    let position = position(at: clock)
    forgetMedia(&outputs)
    transport.anchor = position
    transport.waiting = .start
    shown.trackCount = loading.upcoming.count
    shown.selectedTrack = loading.upcoming.selected
    shown.naturalWidth = loading.upcoming.naturalWidth
    shown.naturalHeight = loading.upcoming.naturalHeight
    loading.isConnected = loading.upcoming.isConnected
    loading.upcoming = Loading.Upcoming()
    loading.epoch = loading.nextEpoch
    loading.nextEpoch = .none
    shown.phase = .opening
    introduce(&outputs)
  }

  mutating func takeOpened(_ media: OpenedMedia, _ outputs: inout Outputs) {
    guard shown.phase == .opening, !seeking.isActive else { return ignore(.opened(media), .unexpected, &outputs) }
    takeMedia(media)
    commandTracks(&outputs)
    deriveDateReference()
    goToStart(&outputs)
  }

  /// The next epoch is silent until it is open; then it takes the place of the one that plays out.
  mutating func takeFromNextEpoch(_ event: EngineEvent, _ outputs: inout Outputs) {
    switch event {
    case .opened(let media):
      handOver(&outputs)
      takeOpened(media, &outputs)
    case .trackFound(let kind, let track, let language, _, let isDefault, let isForced):
      if !isForced { remember(kind, track, language, isDefault: isDefault, isUpcoming: true) }
      takeMessage(event, &outputs)
      loading.upcoming.count[kind] = loading.upcoming.count[kind].saturatingPlus(1)
    case .trackSelected(let kind, let track): loading.upcoming.selected[kind] = track
    case .naturalSizeChanged(let width, let height) where width > 0 && height > 0:
      loading.upcoming.naturalWidth = width
      loading.upcoming.naturalHeight = height
    case .failed(let failure): fail(failure, &outputs)
    case .connected:
      loading.upcoming.isConnected = true
      takeMessage(event, &outputs)
    default: takeMessage(event, &outputs)
    }
  }

  private mutating func takeMedia(_ media: OpenedMedia) {
    loading.isConnected = true
    timeline.isSeekable = media.isSeekable
    timeline.isDurationEstimated = media.isDurationEstimated
    shown.streamType = .live
    takeDuration(media.duration)
    tracks.hasAudio = media.hasAudio
    tracks.hasVideo = media.hasVideo
    if media.supply != .unknown { setSupply(media.supply.contains(.stalled) ? .unknown : media.supply) }
    buffering.lastDataAt = clock
  }

  /// The media is open: goes to the start position, or is prepared at once when it is there already.
  private mutating func goToStart(_ outputs: inout Outputs) {
    let start = startTarget()
    guard start.refusal == .none else { return startByDefault(start.refusal, &outputs) }
    let target = aimSegments(start: start.target, &outputs)
    guard target.isKnown, target != .zero || seeking.request.isOpen else {
      if target.isKnown { transport.anchor = target } else { restAtEdge() }
      return becomePrepared(&outputs)
    }
    guard canSeek else { return startByDefault(.notSeekable, &outputs) }
    beginEngineSeek(
      to: target, content.start.toleranceBefore, content.start.toleranceAfter, isVisible: false, &outputs)
  }

  /// The start cannot be reached: plays from where the engine rests, and says so.
  private mutating func startByDefault(_ refusal: Refusal, _ outputs: inout Outputs) {
    outputs.diagnose(0, refusal == .unknownSubject ? .unknownSubject : .clamped)
    seeking.request.close(.refused, &outputs, refusal)
    segments.target = .none
    transport.anchor = .zero
    becomePrepared(&outputs)
  }

  mutating func becomePrepared(_ outputs: inout Outputs) {
    shown.phase = .prepared
    shown.preparedCount &+= 1
    if configuration.readinessEndsInterruption { endInterruption(mayResume: true, &outputs) }
    landIntervals(at: transport.anchor, isJump: false)
    armGate(from: transport.anchor)
    content.start = content.initialStart
    resetRetriesOnReady()
    loading.request.close(.done, &outputs)
  }

  /// This opening cannot go on. While another opens beside it that is no failure yet: the new one is what counts.
  mutating func giveUp(_ failure: Failure, _ outputs: inout Outputs) {
    guard isReplacing else { return fail(failure, &outputs) }
    outputs.note(.warned(failure))
    handOver(&outputs)
  }

  /// Playback is over because of `failure`. The intent stays: a retry goes on with it.
  mutating func failFinally(_ failure: Failure, _ outputs: inout Outputs) {
    retrying.wasUnderWay = isUnderWay
    if configuration.reopensAtLastPosition { rememberPosition() }
    abandonSegments(.failure, &outputs)
    loading.request.close(.failed, &outputs)
    seeking.request.close(.failed, &outputs)
    presentation.stillRequest.close(.failed, &outputs)
    transport.rest(at: position(at: clock), clock)
    seeking.end()
    if supply == .stalled { setSupply(.unknown) }
    closeEngine(&outputs)
    shown.phase = .failed
    shown.failure = failure
    retrying.isWaiting = false
  }
}

extension Instant {
  /// `span` later; never when the span is endless.
  func after(_ span: TimeSpan) -> Instant { span == .never ? .never : self + span }
}
