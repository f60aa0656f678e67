/// A request that is not answered yet.
struct PendingRequest: Hashable, Sendable {
  var number = RequestID.none
  var isOpen = false

  /// The caller must have closed the previous one.
  mutating func open(_ request: RequestID) {
    number = request
    isOpen = true
  }

  mutating func close(_ answer: Answer, _ step: inout Player.Step, _ refusal: Refusal = .none) {
    guard isOpen else { return }
    step.complete(number, answer, refusal)
    isOpen = false
  }
}

/// Opening of the source.
struct Loading: Hashable, Sendable {
  /// When the opening that runs, or ran last, began.
  var openingSince = Instant.zero
  /// The opening that the engine's reports must refer to.
  var epoch = Epoch.none
  /// The opening that takes over as soon as it is open, while the one before plays out; none without such a reload.
  var nextEpoch = Epoch.none
  /// What the next opening has reported so far.
  var upcoming = Upcoming()
  /// Load, prepare, reload or retry: done when prepared.
  var request = PendingRequest()
  /// Whether the engine holds something open that a close must release.
  var isEngineOpen = false
  /// Whether the engine has reached the source of this opening.
  var isConnected = false
  /// Whether the media is open, and what else it reports decides whether it can begin where it should.
  var awaitsRange = false
  /// Since when.
  var awaitsRangeSince = Instant.zero

  mutating func await(_ request: RequestID) { self.request.open(request) }

  mutating func answer(_ answer: Answer, _ step: inout Player.Step) { request.close(answer, &step) }

  /// The engine was commanded to close.
  mutating func close() {
    isEngineOpen = false
    isConnected = false
    awaitsRange = false
  }

  /// The media is open, and its start is not decided yet.
  mutating func awaitRange(_ now: Instant) {
    awaitsRange = true
    awaitsRangeSince = now
  }

  /// The engine has reached the source.
  mutating func connect() { isConnected = true }

  /// The standby opening replaces the previous one.
  mutating func replaceEpoch() {
    epoch = nextEpoch
    nextEpoch = .none
  }

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
  /// The phase of the content.
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

  /// Whether there is a standby opening while another plays out.
  @inline(__always)
  var isReplacing: Bool { !loading.nextEpoch.isNone }

  @inline(__always)
  var openDeadline: Instant {
    let isOpening = shown.phase == .opening && !seeking.isActive
    guard isOpening || isReplacing else { return .never }
    if loading.awaitsRange { return startDeadline }
    return loading.openingSince.after(configuration.openTimeout)
  }

  /// The only place that changes the phase, as its transition table allows. Only the phase `failed` has a failure.
  mutating func enter(_ phase: Phase, because failure: Failure = Failure(.none)) {
    assert(phase == shown.phase || shown.phase.canBecome(phase), "the table of phases does not allow this transition")
    shown.phase = phase
    shown.failure = failure
  }

  /// Opens the content, if the network policy allows it.
  mutating func openContent(_ step: inout Step) {
    if isPrevented { return block(&step) }
    loading.epoch = loading.epoch.successor
    enter(.opening)
    loading.isEngineOpen = true
    loading.openingSince = clock
    forgetMedia(&step)
    transport.awaitStart(at: content.start.expectedPosition)
    step.command(.open(item: shown.item, keepsBuffer: false), loading.epoch)
    introducePresentation(&step)
  }

  /// Begins a standby opening during playback; ``handOver(_:)`` lets it take over.
  mutating func openNextEpoch(_ step: inout Step) {
    let newest = isReplacing ? loading.nextEpoch : loading.epoch
    if isReplacing {
      closeEpoch(loading.nextEpoch, &step)
      tracks.forgetUpcoming()
    }
    loading.nextEpoch = newest.successor
    loading.upcoming = Loading.Upcoming()
    loading.openingSince = clock
    step.command(.open(item: shown.item, keepsBuffer: true), loading.nextEpoch)
  }

  /// The standby opening takes over, because it is open or because the previous one cannot continue; what the previous
  /// one still held is dropped.
  mutating func handOver(_ step: inout Step) {
    rememberPosition()
    // In this very step the new opening may begin its own skip.
    supersedeSkip(isCue: true, &step)
    presentation.answerStill(.cancelled, &step)
    closeEpoch(loading.epoch, &step)
    let position = position(at: clock)
    forgetMedia(&step)
    transport.awaitStart(at: position)
    takeTracks(count: loading.upcoming.count, selected: loading.upcoming.selected)
    setNaturalSize(loading.upcoming.naturalWidth, loading.upcoming.naturalHeight)
    loading.isConnected = loading.upcoming.isConnected
    loading.upcoming = Loading.Upcoming()
    loading.replaceEpoch()
    enter(.opening)
    introducePresentation(&step)
  }

  mutating func handleOpened(_ media: OpenedMedia, _ step: inout Step) {
    guard shown.phase == .opening, !seeking.isActive, !loading.awaitsRange else {
      return ignore(.unexpected, &step)
    }
    handleMedia(media)
    commandTracks(&step)
    deriveDateReference()
    let start = startTarget()
    guard awaitsMore(start), configuration.startRangeTimeout > .zero else { return goToStart(start, &step) }
    loading.awaitRange(clock)
  }

  /// The next epoch is silent until it is open; then it replaces the one that plays out.
  mutating func handleFromNextEpoch(_ event: EngineEvent, _ step: inout Step) {
    switch event {
    case .opened(let media):
      handOver(&step)
      handleOpened(media, &step)
    case .trackFound(let kind, let track, let language, _, let isDefault, let isForced):
      if !isForced { remember(kind, track, language, isDefault: isDefault, isUpcoming: true) }
      handleMessage(event, &step)
      loading.upcoming.count[kind] = loading.upcoming.count[kind].saturatingPlus(1)
    case .trackSelected(let kind, let track): loading.upcoming.selected[kind] = track
    case .naturalSizeChanged(let width, let height) where width > 0 && height > 0:
      loading.upcoming.naturalWidth = width
      loading.upcoming.naturalHeight = height
    case .failed(let failure): fail(failure, &step)
    case .connected:
      loading.upcoming.isConnected = true
      handleMessage(event, &step)
    default: handleMessage(event, &step)
    }
  }

  private mutating func handleMedia(_ media: OpenedMedia) {
    loading.isConnected = true
    openTimeline(media)
    tracks.open(hasAudio: media.hasAudio, hasVideo: media.hasVideo)
    if media.supply != .unknown { setSupply(media.supply.contains(.stalled) ? .unknown : media.supply) }
    buffering.dataArrived(clock)
  }

  /// The media is open: goes to the start position, or is prepared at once if it is already there.
  private mutating func goToStart(_ start: SeekTarget, _ step: inout Step) {
    loading.awaitsRange = false
    guard start.refusal == .none else { return startByDefault(start.refusal, &step) }
    // What leads elsewhere is no longer the way around blocked media.
    if start.isClamped { supersedeSkip(isCue: true, &step) }
    let target = planSegments(start: start.position, &step)
    // Without a range every target is 0:00.
    let isElsewhere = target != .zero || seeking.request.isOpen || awaitsMore(start)
    guard canSeek || !isElsewhere || !target.isKnown else { return startByDefault(.notSeekable, &step) }
    if start.isClamped {
      step.diagnose(.clamped, of: 0)
      if !canSeek { segments.dropSelection() }
    }
    guard target.isKnown, isElsewhere else {
      if target.isKnown { transport.expect(at: target) } else { restAtEdge() }
      return becomePrepared(&step)
    }
    beginEngineSeek(
      to: target, content.start.toleranceBefore, content.start.toleranceAfter, isVisible: false, &step)
  }

  // MARK: A start that waits

  /// Until when open media may report what tells where its start is, or that it can be reached: a window, a duration, a
  /// date. Now, as soon as it is known.
  private var startDeadline: Instant {
    @inline(never) get {
      awaitsMore(startTarget()) ? loading.awaitsRangeSince.after(configuration.startRangeTimeout) : clock
    }
  }

  private func awaitsMore(_ start: SeekTarget) -> Bool {
    guard timeline.isSeekable else { return false }
    if start.refusal == .noDate { return true }
    return !canSeek && !timeline.hasWindow && (seeking.request.isOpen || !content.start.isDefaultStart)
  }

  mutating func missOpening(_ step: inout Step) {
    if loading.awaitsRange { goToStart(startTarget(), &step) } else { fail(Failure(.openTimeout), &step) }
  }

  /// The start cannot be reached: plays from where the engine rests, and reports it.
  private mutating func startByDefault(_ refusal: Refusal, _ step: inout Step) {
    step.diagnose(refusal == .unknownSubject ? .unknownSubject : .clamped, of: 0)
    seeking.answer(.refused, &step, refusal)
    supersedeSkip(isCue: false, &step)
    segments.dropSelection()
    if shown.streamType == .dvr { restAtEdge() } else { transport.expect(at: .zero) }
    becomePrepared(&step)
  }

  mutating func becomePrepared(_ step: inout Step) {
    enter(.prepared)
    shown.preparedCount &+= 1
    if configuration.readinessEndsInterruption { endInterruptions(mayResume: true, &step) }
    landIntervals(at: transport.anchor, isJump: false)
    armGate(from: transport.anchor)
    content.restoreStart()
    resetRetriesOnReady()
    loading.answer(.done, &step)
  }

  /// This opening cannot continue. While a standby opening is in progress, that is not a failure yet: only the new one
  /// counts.
  mutating func giveUp(_ failure: Failure, _ step: inout Step) {
    guard isReplacing else { return fail(failure, &step) }
    step.notifyAfterChanges(.warned(failure))
    handOver(&step)
  }

  /// Playback is over because of `failure`. The intent stays: a retry continues with it.
  mutating func failFinally(_ failure: Failure, _ step: inout Step) {
    retrying.stop(isUnderWay: isUnderWay)
    if configuration.reopensAtLastPosition { rememberPosition() }
    abandonSegments(.failure, &step)
    loading.answer(.failed, &step)
    seeking.answer(.failed, &step)
    presentation.answerStill(.failed, &step)
    transport.rest(at: position(at: clock), clock)
    seeking.end()
    if supply == .stalled { setSupply(.unknown) }
    closeEngine(&step)
    enter(.failed, because: failure)
  }
}

extension Instant {
  /// `span` later; never when the span is endless.
  func after(_ span: TimeSpan) -> Instant { span == .never ? .never : self + span }
}
