/// A media player's mind: what it wants, what the engine last said, and what follows from both.
///
/// A `Player` is a value. Copying it is a snapshot, comparing two is equality. Inputs come in by
/// ``receive(_:at:into:)`` and by nothing else; time is whatever the inputs say it is.
public struct Player: Hashable, Sendable {
  /// How the player behaves; changed by ``Command/set(_:_:)``.
  public internal(set) var configuration: Configuration
  /// The instant of the last input that was taken.
  public internal(set) var clock = Instant.zero
  /// The next instant at which time itself has something to say; ``Instant/never`` when nothing is awaited. A pure
  /// function of the state.
  public internal(set) var nextDeadline = Instant.never
  /// What ``nextDeadline`` is for.
  public internal(set) var nextSlot = DeadlineSlot.none

  /// What observers see.
  public internal(set) var shown = Observable()

  // What is asked of these at every step is `mutating` even where it only reads: a player that is not passed `inout` is
  // copied for the call.
  var content = Content()
  var loading = Loading()
  var closing = Closing()
  var retrying = Retry()
  var transport = Transport()
  var seeking = Seeking()
  var buffering = Buffering()
  var timeline = Timeline()
  var liveEdge = LiveEdge()
  var tracks = Tracks()
  var presentation = Presentation()
  var interruption = Interruption()
  var surroundings = Surroundings()
  var intervals = Intervals()
  var segments = Segments()
  /// Counts and times since the item was loaded.
  public internal(set) var statistics = Statistics()

  /// An empty player that behaves as `configuration` says.
  public init(configuration: Configuration = Configuration()) {
    self.configuration = configuration
  }

  /// Takes one input that happens at `now` and puts everything that follows from it into `outputs`, which is emptied
  /// first.
  ///
  /// Total: every input in every state has a defined result. An instant before ``clock`` counts as ``clock``. A
  /// ``Input/deadline`` before ``nextDeadline`` changes nothing; at or after it, one deadline is served, at its own
  /// instant, so a host that comes late asks again until ``nextDeadline`` lies ahead.
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
      outputs.diagnose(input.code, .clockRanBackwards)
    }
    step(input, slot, &outputs)
    findDeadline()
    checkInvariants()
  }

  /// One step: change the state, steer the engine, and say what has changed, in that order.
  @inline(__always)
  private mutating func step(_ input: Input, _ slot: DeadlineSlot, _ outputs: inout Outputs) {
    var before = shown
    let stallSince = buffering.stallSince
    let wasMoving = isMoving
    let waiting = transport.waiting
    let cause = change(input, slot, &outputs)
    reviewEdge()
    steer(&outputs)
    if isMoving != wasMoving { followMovement(from: waiting, &outputs) }
    followSegments(&outputs)
    let reason = outputs.policy ?? cause
    announce(&before, stallSince, reason, &outputs)
    if outputs.dropsContent { dropContent(reason, &outputs) }
    outputs.endStep(reason)
  }

  /// Announces what has changed since `before`.
  @inline(__always)
  private mutating func announce(
    _ before: inout Observable, _ stallSince: Instant, _ reason: Reason, _ outputs: inout Outputs
  ) {
    deriveShown()
    guard mayDiffer(&before, &shown) || outputs.hasCues else { return }
    let announcer = Announcer(
      reason: reason, now: clock, openingSince: loading.openingSince, stallSince: stallSince, anchor: transport.anchor,
      wasSeekFinished: seeking.wasFinished)
    announcer.announce(&before, &shown, into: &outputs)
  }

  /// The failure was announced; now what failed goes.
  @inline(never)
  private mutating func dropContent(_ reason: Reason, _ outputs: inout Outputs) {
    var before = shown
    let stallSince = buffering.stallSince
    forgetContent(&outputs)
    announce(&before, stallSince, reason, &outputs)
  }

  /// Changes the state, and says what kind of thing has changed it.
  @inline(__always)
  private mutating func change(_ input: Input, _ slot: DeadlineSlot, _ outputs: inout Outputs) -> Reason {
    switch input {
    case .deadline:
      serve(slot, &outputs)
      return slot == .segment ? .segment : .deadline
    case .command(let command, let request):
      perform(command, request, &outputs)
      return .command
    case .engine(let event, let epoch):
      take(event, epoch, &outputs)
      return .engine
    case .environment(let event):
      take(event, &outputs)
      return event.reason
    }
  }
}

extension Player {
  mutating func perform(_ command: Command, _ request: RequestID, _ outputs: inout Outputs) {
    switch command {
    case .load(let item, let start, let autoplay, let opens, let isLocal):
      load(item, from: start, autoplay: autoplay, opens: opens, isLocal: isLocal, request, &outputs)
    case .prepare: prepare(request, &outputs)
    case .play: play(request, &outputs)
    case .pause: pause(request, &outputs)
    case .toggle: toggle(request, &outputs)
    case .stop: stop(request, &outputs)
    case .reset: reset(request, &outputs)
    case .reload(let item, let flush, let isLocal):
      reload(item, flush: flush, isLocal: isLocal, request, &outputs)
    case .seek(let position): seek(to: position, request, &outputs)
    case .setRate(let rate): setRate(rate, request, &outputs)
    case .setVolume(let left, let right): setVolume(left, right, request, &outputs)
    case .setMuted(let isMuted): setMuted(isMuted, request, &outputs)
    case .setLooping(let isLooping): setLooping(isLooping, request, &outputs)
    case .setScalingMode(let mode): setScalingMode(mode, request, &outputs)
    case .setRotation(let degrees): setRotation(degrees, request, &outputs)
    case .selectTrack(let kind, let track): selectTrack(kind, track, request, &outputs)
    case .set(let setting, let value): set(setting, value, request, &outputs)
    case .captureStill: captureStill(request, &outputs)
    case .retry: retry(request, &outputs)
    case .restart(let position, let autoplay): restart(at: position, autoplay: autoplay, request, &outputs)
    case .addPeriodicObserver(let id, let interval, let phase):
      addPeriodicObserver(id, interval, phase: phase, request, &outputs)
    case .addBoundaryObserver(let id, let position): addBoundaryObserver(id, at: position, request, &outputs)
    case .removeObserver(let id): removeObserver(id, request, &outputs)
    case .stageSegment(let id, let start, let end, let isBlocked, let isHidden, let isDated, _):
      let segment = Segment(
        id, start: start, end: end, isBlocked: isBlocked, isHidden: isHidden, isDated: isDated)
      stageSegment(segment, request, &outputs)
    case .commitSegments: commitSegments(request, &outputs)
    case .setPreferredLanguage(let kind, let language): setPreferredLanguage(kind, language, request, &outputs)
    }
  }

  mutating func take(_ event: EngineEvent, _ epoch: Epoch, _ outputs: inout Outputs) {
    if case .closed = event { return takeClosed(epoch, &outputs) }
    guard loading.isEngineOpen, !epoch.isNone, epoch == loading.epoch || epoch == loading.nextEpoch else {
      return ignore(event, .staleEpoch, &outputs)
    }
    if epoch != loading.epoch { return takeFromNextEpoch(event, &outputs) }
    switch event {
    case .opened(let media): takeOpened(media, &outputs)
    case .connected:
      loading.isConnected = true
      takeMessage(event, &outputs)
    case .chapterFound, .metadataFound, .warned: takeMessage(event, &outputs)
    case .trackFound(let kind, let track, let language, _, let isDefault, let isForced):
      takeTrackFound(kind, track, language, isDefault: isDefault, isForced: isForced, &outputs)
      takeMessage(event, &outputs)
    case .durationChanged(let duration): takeDuration(duration)
    case .seekableRangeChanged(let start, let end): takeSeekableRange(start, end)
    case .dateReference(let position, let date): takeDateReference(position, date)
    case .naturalSizeChanged(let width, let height): takeNaturalSize(width, height, event, &outputs)
    case .buffered(let until, let bytesRead, let isSaturated):
      takeBuffered(until, bytesRead, isSaturated: isSaturated, event, &outputs)
    case .supplyChanged(let supply): takeSupply(supply, event, &outputs)
    case .starved(let position): takeStarved(position, event, &outputs)
    case .playbackStarted(let position, let rate): takeStarted(position, rate, event, &outputs)
    case .playbackStopped(let position): takeStopped(position, event, &outputs)
    case .positionReported(let position): takePosition(position, event, &outputs)
    case .seekCompleted(let serial, let position, let isFinished):
      takeSeekCompleted(serial, position, isFinished: isFinished, event, &outputs)
    case .firstFrame(let kind, _): takeFirstFrame(kind, event, &outputs)
    case .ended(let position): takeEnded(position, event, &outputs)
    case .failed(let failure): giveUp(failure, &outputs)
    case .trackSelected(let kind, let track): takeTrackSelected(kind, track)
    case .subtitleShown(let text): shown.subtitle = text
    case .stillCaptured(let serial, let isCaptured):
      takeStill(serial, isCaptured: isCaptured, event, &outputs)
    case .closed: break
    }
  }

  mutating func take(_ event: EnvironmentEvent, _ outputs: inout Outputs) {
    switch event {
    case .networkChanged(let path): takeNetwork(path, &outputs)
    case .interruptionBegan(let stopsEngine): beginInterruption(stopsEngine: stopsEngine, &outputs)
    case .interruptionEnded(let mayResume): endInterruption(mayResume: mayResume, &outputs)
    case .routeChanged(let change): if change == .oldDeviceUnavailable { hold() }
    case .remoteControl(let button): takeRemoteControl(button, event, &outputs)
    case .enteredBackground(let audioContinues):
      shown.isInBackground = true
      surroundings.audioContinues = audioContinues
    case .enteredForeground:
      if configuration.pausesOnReturn, shown.isInBackground { hold() }
      shown.isInBackground = false
      surroundings.audioContinues = true
    case .externalPlaybackChanged(let isActive): shown.isPlayingExternally = isActive
    case .pictureInPictureChanged(let isActive): shown.isInPicture = isActive
    case .wallClock(let date): timeline.takeWallClock(date, at: clock)
    }
  }

  /// What the engine tells for the host's sake: passed on.
  mutating func takeMessage(_ event: EngineEvent, _ outputs: inout Outputs) {
    switch event {
    case .connected(let address, let nameLookup, let connect, let firstData):
      outputs.note(.connected(address: address, nameLookup: nameLookup, connect: connect, firstData: firstData))
    case .chapterFound(let chapter, let start, let end, let title):
      outputs.note(.chapterFound(chapter, start: start, end: end, title: title))
    case .metadataFound(let key, let value): outputs.note(.metadataFound(key: key, value: value))
    case .trackFound(let kind, let track, let language, let title, let isDefault, let isForced):
      outputs.note(
        .trackFound(kind, track, language: language, title: title, isDefault: isDefault, isForced: isForced))
    case .warned(let failure): outputs.note(.warned(failure))
    default: ignore(event, .unexpected, &outputs)
    }
  }

  /// Drops an engine event, visibly.
  mutating func ignore(_ event: EngineEvent, _ oddity: Oddity, _ outputs: inout Outputs) {
    statistics.ignoredEvents = statistics.ignoredEvents.saturatingPlus(1)
    outputs.diagnose(Input.engine(event, .none).code, oddity)
  }
}

extension EnvironmentEvent {
  var reason: Reason {
    switch self {
    case .networkChanged: .reachability
    case .interruptionBegan, .interruptionEnded: .interruption
    default: .environment
    }
  }
}
