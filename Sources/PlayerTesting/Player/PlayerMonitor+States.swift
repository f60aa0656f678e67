import PlayerCore

// Laws of every state, and of two successive states.

extension PlayerMonitor {
  /// Commands to the engine and playback, with the laws of a single state.
  @inline(__always)
  mutating func checkDriving(_ input: Input, _ code: UInt16) {
    let isPlaying = inspection.shown.state == .playing
    if !inspection.shown.wantsPlay, isPlaying || inspection.isStarting || inspection.isMoving { flagUnwanted(code) }
    if !inspection.isLawful { flagState() }
    if inspection.isMoving {
      let isWatched =
        policies.probeInterval == .never || inspection.nextDeadline <= inspection.clock + policies.probeInterval
      expect(isWatched, .playingFrozen)
    }
    if isPlaying, before.shown.state != .playing { expect(code == Kind.playbackStarted, .playingUnconfirmed) }
    // Running dry while moving (BugZoo.md#24).
    guard code == Kind.starved, before.isMoving, !policies.reloadsOnStall, case .engine(_, let epoch) = input,
      epoch == before.epoch
    else { return }
    expectSame("state", inspection.shown.state, .stalled, .starvedNotStalled)
  }

  @inline(never)
  private mutating func flagState() {
    if let law = Law.broken(in: inspection, among: properties) { flag(law) }
  }

  @inline(never)
  private mutating func flagUnwanted(_ code: UInt16) {
    switch code {
    case Kind.opened, Kind.buffered, Kind.supplyChanged: flag(.autoplayAlthoughPaused)
    default: flag(.playsAlthoughPaused)
    }
    // So that a monitor that checks only one of the two finds it, too.
    flag(.playsAlthoughPaused)
    flag(.autoplayAlthoughPaused)
  }

  /// The time limits of waits.
  @inline(__always)
  mutating func checkWaiting(_ code: UInt16) {
    if stepOutputs.beginsStall { checkStallBegin(code) }
    expect(isStalled == (inspection.shown.supply == .stalled), .stallNotClosed)
    // A stall ends with its media.
    expect(!isStalled || inspection.shown.phase == .prepared, .stallNotClosed)
    // When the clock is far ahead, instants saturate, and a rate may be too slow for any deadline.
    guard inspection.nextDeadline == .never, policies.isWatchful, inspection.clock < .seconds(1_000_000) else { return }
    switch inspection.shown.state {
    case .idle, .ended, .paused: return
    case .stalled, .preparing, .seeking, .playing: flag(.waitWithoutWatchdog)
    }
  }

  /// A stall begins where playback had data and no longer has any (BugZoo.md#18, BugZoo.md#35).
  @inline(never)
  private mutating func checkStallBegin(_ code: UInt16) {
    expect(code == Kind.starved || code == Kind.supplyChanged, .phantomStall)
    if before.isSeeking {
      expect(policies.stallsInSeeks && !before.shown.seek.isNone, .waitReasonWrong)
    } else {
      let hadData = before.isMoving || !before.awaitsFirstData && before.shown.supply.allowsPlayback
      expect(before.shown.phase == .prepared && hadData, .waitReasonWrong)
    }
  }

  /// The state is consistent, and agrees with the outputs.
  @inline(__always)
  mutating func checkStates() {
    let phase = inspection.shown.phase
    expect(inspection.isEngineOpen == !(open.0.isNone && open.1.isNone), .startNotClosed)
    if policies.checksPolicyWhilePlaying, phase == .opening || phase == .prepared, inspection.isPrevented {
      expect(inspection.isWaitingToRetry, .loadsAlthoughPrevented)
    }
    // Every awaited close is reported, whatever was opened meanwhile (BugZoo.md#30).
    if inspection.awaitedCloses != before.awaitedCloses || stepOutputs.closes != stepOutputs.confirmedCloses {
      let expected = before.awaitedCloses.nonzeroBitCount &+ Int(stepOutputs.closes)
      expect(inspection.awaitedCloses.nonzeroBitCount &+ Int(stepOutputs.confirmedCloses) == expected, .closedNotOnce)
    }
    // A close that the engine has not confirmed is announced with a diagnostic.
    let confirmed = stepOutputs.confirmedCloses &- stepOutputs.unansweredCloses
    expect(confirmed == 0 || confirmed == 1 && stepOutputs.code == Kind.closed, .closedNotOnce)
    if stepOutputs.hasEnded { expect(!stepOutputs.paused && phase == .ended, .pauseAroundEnd) }
  }

  /// The intent, the sound and the picture.
  @inline(__always)
  mutating func checkIntent(_ input: Input, _ code: UInt16) {
    if before.shown.wantsPlay != inspection.shown.wantsPlay, code == Kind.deadline || code >= Kind.environment {
      checkIntentChange(input)
    }
    if !isLikeBefore {
      switch code {
      case Kind.setRate: break
      case Kind.setVolume...Kind.setRotation: expectSame("rate", inspection.shown.rate, before.shown.rate, .wishLost)
      default: flag(.wishLost)
      }
    }
    if stepOutputs.isRefused { checkRefusal(input) }
  }

  /// Whether sound and picture are as before.
  @inline(__always)
  private var isLikeBefore: Bool {
    let numbers =
      before.shown.rate.thousandths ^ inspection.shown.rate.thousandths | before.shown.left ^ inspection.shown.left
      | before.shown.right ^ inspection.shown.right | before.shown.rotation ^ inspection.shown.rotation
    return numbers == 0 && before.shown.isMuted == inspection.shown.isMuted
      && before.shown.isLooping == inspection.shown.isLooping
      && before.shown.scalingMode == inspection.shown.scalingMode
  }

  /// The intent has changed without a command (BugZoo.md#19).
  @inline(never)
  private mutating func checkIntentChange(_ input: Input) {
    let isAllowed: Bool =
      switch input {
      case .command, .environment(.remoteControl): true
      case .environment(.routeChanged(.oldDeviceUnavailable)), .environment(.interruptionEnded),
        .environment(.enteredForeground):
        !inspection.shown.wantsPlay
      case .deadline, .engine, .environment: !inspection.shown.wantsPlay && mayEndIntent
      }
    expect(isAllowed, .intentChangedByItself)
  }

  /// A refused command changes nothing. If time has passed with the input, it may have other effects.
  @inline(never)
  private mutating func checkRefusal(_ input: Input) {
    guard case .command(let command, let request) = input, stepOutputs.answers > 0, inspection.clock == before.clock,
      before.nextDeadline > before.clock
    else { return }
    switch command {
    case .play, .toggle: if policies.playWithoutContentSetsIntent { return }
    default: break
    }
    guard stepOutputs.refuses(request) else { return }
    expect(Player.Inspection.areSame(&inspection, &before), .refusedButChanged)
  }

  // MARK: Live streams

  @inline(__always)
  mutating func checkStreamType() {
    if inspection.shown.streamType == .onDemand {
      expect(!inspection.shown.isLive, .liveFlagWrong)
    } else {
      checkLive()
    }
  }

  private mutating func checkLive() {
    switch inspection.shown.streamType {
    case .live:
      expectSame("effective rate", inspection.shown.effectiveRate, .normal, .rateNotAllowed)
      // Without a window the edge is the only position (SRG.md#1.9).
      expectSame("live", inspection.shown.isLive, inspection.isEngineOpen, .liveFlagWrong)
    case .unknown:
      expectSame("effective rate", inspection.shown.effectiveRate, inspection.shown.rate, .rateNotAllowed)
      expect(!inspection.shown.isLive, .liveFlagWrong)
    case .onDemand: break
    case .dvr:
      expect(
        inspection.shown.effectiveRate == inspection.shown.rate
          || inspection.shown.effectiveRate == .normal && inspection.shown.rate > .normal, .rateNotAllowed)
      guard inspection.isEngineOpen else { return }
      // The flag does not change during a seek.
      if inspection.isSeeking, before.isSeeking, before.shown.streamType == .dvr, inspection.epoch == before.epoch {
        expectSame("live", inspection.shown.isLive, before.shown.isLive, .liveFlagWrong)
      }
      guard !inspection.isSeeking else { return }
      let distance = inspection.windowEnd - inspection.position
      expectSame("live", inspection.shown.isLive, distance < policies.liveTolerance, .liveFlagWrong)
      if inspection.shown.effectiveRate > .normal { expect(distance >= policies.liveRateMargin, .rateNotAllowed) }
    }
  }
}

extension PlayerMonitor.StepOutputs {
  /// Whether the only answer was one to `request`.
  fileprivate func refuses(_ request: RequestID) -> Bool { answered.count == 1 && answered.numbers[0] == request }
}
