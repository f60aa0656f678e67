/// A deterministic media-player state machine (a reducer): what was requested, what the engine last reported, and what
/// follows from both.
///
/// A `Player` is a value. Copying it is a snapshot, comparing two is equality. ``receive(_:at:into:)`` is the only way
/// in; the inputs alone carry the time.
public struct Player: Hashable, Sendable {
  /// How the player behaves; changed by ``Command/set(_:_:)``.
  public internal(set) var configuration: Configuration {
    didSet { watched.isTouched = true }
  }
  /// The instant of the last input that was taken.
  public internal(set) var clock = Instant.zero
  /// The next instant at which the passing of time has an effect; ``Instant/never`` when nothing is due. A pure
  /// function of the state.
  public internal(set) var nextDeadline = Instant.never
  /// What ``nextDeadline`` is for.
  public internal(set) var nextSlot = DeadlineSlot.none

  /// What observers see.
  public internal(set) var shown = Observable()

  /// The machines on which deadlines and ``Observable`` depend; see ``Watched``.
  var watched = Watched()
  var buffering = Buffering()
  /// The machines in separate memory; see ``Apart``.
  var apart = Apart()

  /// An empty player that behaves as `configuration` says.
  public init(configuration: Configuration = Configuration()) {
    self.configuration = configuration
  }

  /// Takes one input that happens at `now` and puts everything that it causes into `outputs`, which is emptied first.
  ///
  /// Total: every input in every state has a defined result. An instant before ``clock`` counts as ``clock``. A
  /// ``Input/deadline`` before ``nextDeadline`` changes nothing; at or after it, one deadline is served, at its own
  /// instant, so a late host repeats it until ``nextDeadline`` is in the future.
  public mutating func receive(_ input: Input, at now: Instant, into outputs: inout Outputs) {
    outputs.removeAll()
    var slot = DeadlineSlot.none
    if case .deadline = input {
      guard nextDeadline <= now, nextSlot != .none else { return }
      clock = max(clock, nextDeadline)
      slot = nextSlot
    } else if now >= clock {
      clock = now
    } else {
      outputs.step.diagnose(.clockRanBackwards, of: input.code)
    }
    handle(input, slot, &outputs.step)
    checkInvariants()
  }

  /// One step: changes the state and, if anything changed that other parts depend on, updates them.
  @inline(__always)
  private mutating func handle(_ input: Input, _ slot: DeadlineSlot, _ step: inout Step) {
    var before = Before(self)
    step.begin(input, slot)
    change(input, slot, &step)
    if watched.isTouched || before.dependsOnMore || dependsOnMore || mayDiffer(&before.shown, &shown) {
      follow(&before, &step)
    }
    step.end()
    assert(isDeadlineFound, "a deadline has changed, and nothing it depends on")
  }

  /// What a step keeps of the state before it.
  private struct Before {
    var shown: Observable
    let stallSince: Instant
    let waiting: Transport.Waiting
    let isMoving: Bool
    let dependsOnMore: Bool

    @inline(__always)
    init(_ player: borrowing Player) {
      shown = player.shown
      stallSince = player.buffering.stallSince
      waiting = player.watched.transport.waiting
      isMoving = player.watched.transport.drive == .moving
      dependsOnMore = player.buffering.isWaiting
    }
  }

  /// Controls the engine, announces changes, and finds the next deadline, in that order.
  @inline(never)
  private mutating func follow(_ before: inout Before, _ step: inout Step) {
    reviewEdge()
    reconcileEngine(&step)
    if isMoving != before.isMoving { followMovement(from: before.waiting, &step) }
    updateCurrentSegment(&step)
    announce(&before.shown, before.stallSince, &step)
    if step.dropsContent { dropContent(&step) }
    findDeadline()
  }

  /// Announces what has changed since `before`.
  #if hasFeature(Embedded)
  @inline(never)
  #else
  @inline(__always)
  #endif
  private mutating func announce(_ before: inout Observable, _ stallSince: Instant, _ step: inout Step) {
    deriveShown()
    guard mayDiffer(&before, &shown) || step.hasCues else { return }
    let announcer = Announcer(
      reason: step.reason, now: clock, openingSince: loading.openingSince, stallSince: stallSince,
      anchor: transport.anchor, wasSeekFinished: seeking.wasFinished)
    announcer.announce(&before, &shown, into: &step)
  }

  /// The failure was announced; now the failed content is dropped.
  @inline(never)
  private mutating func dropContent(_ step: inout Step) {
    var before = shown
    let stallSince = buffering.stallSince
    forgetContent(&step)
    announce(&before, stallSince, &step)
  }

  @inline(__always)
  private mutating func change(_ input: Input, _ slot: DeadlineSlot, _ step: inout Step) {
    switch input {
    case .deadline: serve(slot, &step)
    case .command(let command, let request): perform(command, request, &step)
    case .engine(let event, let epoch): handle(event, epoch, &step)
    case .environment(let event): handle(event, &step)
    }
  }
}

extension Player {
  mutating func perform(_ command: Command, _ request: RequestID, _ step: inout Step) {
    switch command {
    case .load(let item, let start, let autoplay, let opens, let isLocal):
      load(item, from: start, autoplay: autoplay, opens: opens, isLocal: isLocal, request, &step)
    case .prepare: prepare(request, &step)
    case .play: play(request, &step)
    case .pause: pause(request, &step)
    case .toggle: toggle(request, &step)
    case .stop: stop(request, &step)
    case .reset: reset(request, &step)
    case .reload(let item, let flush, let isLocal):
      reload(item, flush: flush, isLocal: isLocal, request, &step)
    case .seek(let position): seek(to: position, request, &step)
    case .setRate(let rate): setRate(rate, request, &step)
    case .setVolume(let left, let right): setVolume(left, right, request, &step)
    case .setMuted(let isMuted): setMuted(isMuted, request, &step)
    case .setLooping(let isLooping): setLooping(isLooping, request, &step)
    case .setScalingMode(let mode): setScalingMode(mode, request, &step)
    case .setRotation(let degrees): setRotation(degrees, request, &step)
    case .selectTrack(let kind, let track): selectTrack(kind, track, request, &step)
    case .set(let setting, let value): set(setting, value, request, &step)
    case .captureStill: captureStill(request, &step)
    case .retry: retry(request, &step)
    case .restart(let position, let autoplay): restart(at: position, autoplay: autoplay, request, &step)
    case .addPeriodicObserver(let id, let interval, let phase):
      addPeriodicObserver(id, interval, phase: phase, request, &step)
    case .addBoundaryObserver(let id, let position): addBoundaryObserver(id, at: position, request, &step)
    case .removeObserver(let id): removeObserver(id, request, &step)
    case .stageSegment(let id, let start, let end, let isBlocked, let isHidden, let isDated, _):
      let segment = Segment(
        id, start: start, end: end, isBlocked: isBlocked, isHidden: isHidden, isDated: isDated)
      stageSegment(segment, request, &step)
    case .commitSegments: commitSegments(request, &step)
    case .setPreferredLanguage(let kind, let language): setPreferredLanguage(kind, language, request, &step)
    }
  }

  mutating func handle(_ event: EngineEvent, _ epoch: Epoch, _ step: inout Step) {
    if case .closed = event { return handleClosed(epoch, &step) }
    guard loading.isEngineOpen, !epoch.isNone, epoch == loading.epoch || epoch == loading.nextEpoch else {
      return ignore(.staleEpoch, &step)
    }
    if epoch != loading.epoch { return handleFromNextEpoch(event, &step) }
    // Most reports are of this kind. Handled separately from the others, it is read in place.
    if case .buffered(let until, let bytesRead, let isSaturated) = event {
      return handleBuffered(until, bytesRead, isSaturated: isSaturated, &step)
    }
    handleRarer(event, &step)
  }

  @inline(never)
  private mutating func handleRarer(_ event: EngineEvent, _ step: inout Step) {
    switch event {
    case .opened(let media): handleOpened(media, &step)
    case .connected:
      loading.connect()
      handleMessage(event, &step)
    case .chapterFound, .metadataFound, .warned: handleMessage(event, &step)
    case .trackFound(let kind, let track, let language, _, let isDefault, let isForced):
      handleTrackFound(kind, track, language, isDefault: isDefault, isForced: isForced, &step)
      handleMessage(event, &step)
    case .durationChanged(let duration): handleDuration(duration)
    case .seekableRangeChanged(let start, let end): handleSeekableRange(start, end)
    case .dateReference(let position, let date): handleDateReference(position, date)
    case .naturalSizeChanged(let width, let height): handleNaturalSize(width, height, &step)
    case .supplyChanged(let supply): handleBufferState(supply, &step)
    case .starved(let position): handleStarved(position, &step)
    case .playbackStarted(let position, let rate): handleStarted(position, rate, &step)
    case .playbackStopped(let position): handleStopped(position, &step)
    case .positionReported(let position): handlePosition(position, &step)
    case .seekCompleted(let serial, let position, let isFinished):
      handleSeekCompleted(serial, position, isFinished: isFinished, &step)
    case .firstFrame(let kind, _): handleFirstFrame(kind, &step)
    case .ended(let position): handleEnded(position, &step)
    case .failed(let failure): giveUp(failure, &step)
    case .trackSelected(let kind, let track): handleTrackSelected(kind, track)
    case .subtitleShown(let text): handleSubtitle(text)
    case .stillCaptured(let serial, let isCaptured):
      handleStill(serial, isCaptured: isCaptured, &step)
    case .buffered, .closed: break
    }
  }

  mutating func handle(_ event: EnvironmentEvent, _ step: inout Step) {
    switch event {
    case .networkChanged(let path): handleNetwork(path, &step)
    case .interruptionBegan(let stopsEngine): beginInterruption(stopsEngine: stopsEngine, &step)
    case .interruptionEnded(let mayResume): endInterruption(mayResume: mayResume, &step)
    case .routeChanged(let change): if change == .oldDeviceUnavailable { requestPause() }
    case .remoteControl(let button): handleRemoteControl(button, &step)
    case .enteredBackground(let audioContinues):
      enterBackground(audioContinues: audioContinues)
    case .enteredForeground: enterForeground()
    case .externalPlaybackChanged(let isActive): handleExternalPlayback(isActive)
    case .pictureInPictureChanged(let isActive): handlePictureInPicture(isActive)
    case .wallClock(let date): timeline.handleWallClock(date, at: clock)
    }
  }

  /// Forwards what the engine reports for the host.
  mutating func handleMessage(_ event: EngineEvent, _ step: inout Step) {
    switch event {
    case .connected(let address, let nameLookup, let connect, let firstData):
      step.notifyAfterChanges(
        .connected(address: address, nameLookup: nameLookup, connect: connect, firstData: firstData))
    case .chapterFound(let chapter, let start, let end, let title):
      step.notifyAfterChanges(.chapterFound(chapter, start: start, end: end, title: title))
    case .metadataFound(let key, let value): step.notifyAfterChanges(.metadataFound(key: key, value: value))
    case .trackFound(let kind, let track, let language, let title, let isDefault, let isForced):
      step.notifyAfterChanges(
        .trackFound(kind, track, language: language, title: title, isDefault: isDefault, isForced: isForced))
    case .warned(let failure): step.notifyAfterChanges(.warned(failure))
    default: ignore(.unexpected, &step)
    }
  }

  /// Drops an engine event and reports it as a diagnostic.
  mutating func ignore(_ oddity: DiagnosticCode, _ step: inout Step) {
    statistics.eventIgnored()
    step.diagnose(oddity)
  }
}
