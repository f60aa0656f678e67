/// The playhead: the intent to move it, and whether it moves.
struct Transport: Hashable, Sendable {
  /// The position at `anchoredAt`; while the drive moves, it continues from there at `movingRate`.
  var anchor = MediaTime.zero
  var anchoredAt = Instant.zero
  /// When the engine was asked for its position, commanded to start, or began to move.
  var probedAt = Instant.zero
  /// Where the playhead was the last time the engine was asked.
  var probedPosition = MediaTime.unknown
  /// Where the first of the `unexpectedStops` was; unknown without one.
  var stoppedAt = MediaTime.unknown
  var movingRate = Rate.normal
  /// The rate that the engine was commanded to use; its actual rate may differ.
  var commandedRate = Rate.normal
  /// How often the engine stopped by itself since the playhead last progressed.
  var unexpectedStops: UInt16 = 0
  /// How many pauses the engine has not confirmed.
  var pendingStops: UInt8 = 0
  var drive = EngineActivity.stopped
  var waiting = Waiting.none
  var awaitsProbe = false
  /// Whether the media started over by itself, and nothing was played since.
  var hasTurned = false

  /// The playhead stops.
  mutating func rest(at position: MediaTime, _ now: Instant) {
    drive = .stopped
    anchor = position
    anchoredAt = now
    awaitsProbe = false
  }

  /// The playhead continues from another position, moving or not.
  mutating func land(at position: MediaTime, _ now: Instant) {
    anchor = position
    anchoredAt = now
  }

  /// The position that is shown before the engine confirms one.
  mutating func expect(at position: MediaTime) { anchor = position }

  /// An opening begins; its first data is awaited.
  mutating func awaitStart(at position: MediaTime) {
    anchor = position
    waiting = .start
  }

  /// A seek begins, or the opening goes to its start.
  mutating func awaitLanding(isStart: Bool) { waiting = isStart ? .start : .seek }

  /// Playback has run out of data.
  mutating func awaitData() { waiting = .stall }

  /// The engine moves although it was only commanded to try.
  mutating func startUnasked() { drive = .starting }

  /// The playhead is sent elsewhere: that the media started over no longer matters.
  mutating func forgetTurn() { hasTurned = false }

  /// The media is closed.
  mutating func unload(_ now: Instant) {
    rest(at: .zero, now)
    waiting = .none
    pendingStops = 0
    forgetStops()
    hasTurned = false
  }

  /// The engine has stopped by itself.
  mutating func countStop(at position: MediaTime) {
    unexpectedStops &+= 1
    if !stoppedAt.isKnown { stoppedAt = position }
  }

  mutating func forgetStops() { (unexpectedStops, stoppedAt) = (0, .unknown) }

  /// Replaying what was played before is not progress (``Retry/progress``).
  mutating func countProgress(to position: MediaTime) {
    if stoppedAt.isKnown, position - stoppedAt >= Retry.progress { forgetStops() }
  }
}

extension Transport.Waiting {
  /// True while the first data of a place is awaited: running dry is then not a stall.
  @inline(__always)
  var isRefill: Bool { self == .start || self == .seek || self == .replay }
}

extension Player {
  /// True when playback is requested, whatever hinders it.
  public var wantsPlay: Bool { shown.wantsPlay }
  /// The requested rate.
  public var rate: Rate { shown.rate }
  /// True when the engine confirmed that the playhead moves.
  public var isMoving: Bool { transport.drive == .moving }

  /// The rate at which playback runs, or would run: live streams are never sped up or slowed down, and near the edge of
  /// a window nothing is faster than normal (SRG.md#1.10).
  @inline(__always)
  public var effectiveRate: Rate {
    switch shown.streamType {
    case .live: .normal
    case .dvr: liveEdge.holdsRate ? min(shown.rate, .normal) : shown.rate
    case .unknown, .onDemand: shown.rate
    }
  }

  /// The position at `now`, which must not lie before ``clock``; during a seek its target.
  #if hasFeature(Embedded)
  @inline(never)
  #else
  @inline(__always)
  #endif
  public func position(at now: Instant) -> MediaTime {
    if seeking.isActive { return seeking.target }
    guard transport.drive == .moving, now > transport.anchoredAt else { return transport.anchor }
    let position = transport.anchor + transport.movingRate.advance(during: now - transport.anchoredAt)
    guard hasEnd else { return position }
    return min(position, max(shown.duration, transport.anchor))
  }

  /// Whether something around the player holds requested playback.
  @inline(__always)
  public var isHindered: Bool { isHeldByInterruption || shown.isInBackground && isHinderedByBackground }

  @inline(__always)
  private var isHeldByInterruption: Bool { shown.isInterrupted && interruption.holds }

  mutating func play(_ request: RequestID, _ step: inout Step) {
    guard !shown.item.isNone else {
      if configuration.playWithoutContentSetsIntent { shown.wantsPlay = true }
      return step.complete(request, .refused, .noContent)
    }
    if configuration.playWhilePlayingPauses, shown.wantsPlay, shown.phase == .prepared, !isHeldByInterruption {
      requestPause()
    } else {
      requestPlay(&step)
    }
    step.complete(request, .done)
  }

  mutating func pause(_ request: RequestID, _ step: inout Step) {
    requestPause()
    step.complete(request, .done)
  }

  mutating func toggle(_ request: RequestID, _ step: inout Step) {
    if togglesToHold {
      requestPause()
    } else if shown.item.isNone {
      return play(request, &step)
    } else {
      requestPlay(&step)
    }
    step.complete(request, .done)
  }

  /// Whether a toggle pauses: what plays or is about to, if the intent counts; else what moves
  /// (Contradictions.md#X-09). What an interruption holds does not play.
  @inline(__always)
  var togglesToHold: Bool {
    guard configuration.togglesByIntent else { return transport.drive != .stopped }
    let isOpen = shown.phase == .opening || shown.phase == .prepared
    return shown.wantsPlay && isOpen && !isHeldByInterruption
  }

  /// Requests playback, and opens the content if it is not open.
  mutating func requestPlay(_ step: inout Step) {
    setIntent(playing: true)
    dismissInterruption()
    resetRetriesOnCommand()
    switch shown.phase {
    case .idle, .blocked, .failed: if configuration.playOpens { openContent(&step) }
    case .ended: if configuration.replaysOnPlay { replay(&step) }
    case .empty, .opening, .prepared: break
    }
  }

  /// Plays from the beginning, silently: without a visible seek (SRG.md#1.3). Media that is not seekable is reopened.
  private mutating func replay(_ step: inout Step) {
    guard canSeek else {
      presentation.answerStill(.cancelled, &step)
      closeEngine(&step)
      return openContent(&step)
    }
    if mayNotGoOn { return block(&step) }
    enter(.prepared)
    beginEngineSeek(to: startOver(&step), .zero, .zero, isVisible: false, &step)
    transport.waiting = .replay
  }

  /// Sets whether playback is requested, and nothing else.
  mutating func setIntent(playing: Bool) { shown.wantsPlay = playing }

  /// Requests a pause.
  mutating func requestPause() {
    dismissInterruption()
    setIntent(playing: false)
  }

  mutating func setRate(_ rate: Rate, _ request: RequestID, _ step: inout Step) {
    guard rate >= configuration.minimumRate, rate <= configuration.maximumRate else {
      return step.complete(request, .refused, .outOfRange)
    }
    // Where the edge is neither near nor far, a fast rate waits if playback is at normal speed (SRG.md#1.10).
    liveEdge.holdRate(effectiveRate == .normal)
    shown.rate = rate
    step.complete(request, .done)
  }

  /// Aligns the engine with what is requested and possible.
  mutating func reconcileEngine(_ step: inout Step) {
    let isLanded = shown.phase == .prepared && !seeking.isActive
    let isReady = isLanded && shown.supply.allowsPlayback
    let isWanted = shown.wantsPlay && !isHindered
    if isReady, isWanted {
      if shown.streamType == .live { catchUp(&step) }
      if transport.drive == .stopped, !restsInSkippable { startDrive(&step) }
      if transport.drive != .stopped, transport.commandedRate != effectiveRate { changeDriveRate(&step) }
    } else {
      if transport.drive != .stopped { pauseDrive(&step) }
      if isReady {
        if transport.waiting != .none { transport.waiting = .none }
      } else if !isWanted, transport.waiting == .loop || transport.waiting == .replay {
        // Once held, it is a pause like any other, and what follows is no longer silent.
        transport.waiting = .seek
      } else if isWanted, isLanded, transport.waiting == .none, shown.supply != .stalled {
        // The data has disappeared without a stall: it is awaited as at a start.
        transport.waiting = .start
      }
    }
    watchWaiting(isLanded && isWanted && !isReady && !isReplacing)
    if shown.isInBackground || !presentation.isVideoEnabled { steerVideo(&step) }
  }

  private mutating func startDrive(_ step: inout Step) {
    transport.drive = .starting
    transport.anchoredAt = clock
    transport.movingRate = effectiveRate
    transport.probedAt = clock
    transport.awaitsProbe = false
    transport.probedPosition = .unknown
    commandDrive(plays: true, &step)
  }

  private mutating func changeDriveRate(_ step: inout Step) {
    transport.anchor = position(at: clock)
    transport.anchoredAt = clock
    transport.movingRate = effectiveRate
    commandDrive(plays: true, &step)
  }

  mutating func pauseDrive(_ step: inout Step) {
    transport.rest(at: position(at: clock), clock)
    if transport.pendingStops < .max { transport.pendingStops &+= 1 }
    commandDrive(plays: false, &step)
  }

  /// The only place that commands the engine to play, at the effective rate, or to pause.
  private mutating func commandDrive(plays: Bool, _ step: inout Step) {
    guard plays else { return step.command(.pause, loading.epoch) }
    transport.commandedRate = effectiveRate
    step.command(.play(rate: effectiveRate), loading.epoch)
  }

  /// Repeats the play command for an engine that may have missed the arrival of data.
  mutating func playAgain(_ step: inout Step) { commandDrive(plays: true, &step) }

  mutating func handleStarted(_ position: MediaTime, _ rate: Rate, _ step: inout Step) {
    handleKicked()
    guard transport.drive != .stopped, !seeking.isActive else { return ignore(.unexpected, &step) }
    // The start of a live stream is known only now.
    let armsGate = transport.waiting == .start && intervals.isGateClosed
    // Positions already reached are still notified under the previous gate.
    if armsGate { markIntervals(&step) }
    jump(to: position.isKnown ? position : self.position(at: clock), &step)
    transport.countProgress(to: transport.anchor)
    liveEdge.stopAwaitingWindow()
    if transport.drive == .starting {
      transport.probedAt = clock
      transport.probedPosition = transport.anchor
    }
    if armsGate { armGate(from: transport.anchor) }
    transport.drive = .moving
    transport.waiting = .none
    retrying.playbackBegan(at: transport.anchor)
    transport.movingRate = rate > .zero ? rate : effectiveRate
  }

  /// The playhead has stopped. If that was requested, the engine knows best where; else it is commanded to continue,
  /// but not forever.
  mutating func handleStopped(_ position: MediaTime, _ step: inout Step) {
    let wasAsked = transport.pendingStops > 0
    if wasAsked { transport.pendingStops &-= 1 }
    if wasAsked, shown.phase == .ended { return }
    guard shown.phase == .prepared, !seeking.isActive else { return ignore(.unexpected, &step) }
    guard transport.drive != .stopped else { return jump(to: position, &step) }
    // A newer play, and maybe a seek, has overtaken this pause: the play command is repeated to be safe, and its
    // confirmation reports the position.
    if wasAsked { return transport.rest(at: self.position(at: clock), clock) }
    jump(to: position, &step)
    transport.rest(at: self.position(at: clock), clock)
    transport.countProgress(to: transport.anchor)
    transport.countStop(at: transport.anchor)
    if Int64(transport.unexpectedStops) > configuration.unexpectedStopLimit { giveUp(Failure(.stuckPlaying), &step) }
  }

  /// Adopts the position that the engine reports; a visible difference is announced.
  mutating func jump(to reported: MediaTime, _ step: inout Step) {
    guard reported.isKnown else { return }
    let expected = position(at: clock)
    let difference = reported < expected ? expected - reported : reported - expected
    if difference > configuration.jumpTolerance {
      step.notifyAfterChanges(.positionJumped(from: expected, to: reported))
      excludeFromPlayed(from: expected, to: reported)
      landIntervals(at: reported, isJump: true)
    }
    transport.land(at: reported, clock)
    segments.playheadWent(from: expected, to: reported)
  }
}
