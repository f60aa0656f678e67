import PlayerCore

// What must hold in every state, and between two of them.

extension PlayerMonitor {
  /// What the engine is driven by, and what plays.
  @inline(__always)
  mutating func checkDriving(_ input: Input, _ code: UInt16) {
    if facts.isStarting || facts.isMoving {
      if !facts.shown.wantsPlay { flagUnwanted(code) }
      expect(facts.shown.phase == .prepared && !facts.isSeeking, .playingUnprepared)
      expect(!facts.isHindered, .playsWhileHindered)
      expect(facts.shown.supply.allowsPlayback, .playsWithoutData)
      if facts.isMoving {
        expect(facts.shown.supply != .stalled && facts.shown.state != .stalled, .stalledAlthoughMoving)
        let isWatched =
          policies.probeInterval == .never || facts.nextDeadline <= facts.clock + policies.probeInterval
        expect(isWatched && facts.movingRate > .zero, .playingFrozen)
      }
    } else {
      let isPossible =
        facts.shown.phase == .prepared && facts.shown.wantsPlay && !facts.isHindered && !facts.isSeeking
        && facts.shown.supply.allowsPlayback
      expect(!isPossible, .wantedButNotDriven)
    }
    if facts.shown.state == .playing {
      if !facts.shown.wantsPlay { flagUnwanted(code) }
      expect(facts.shown.phase == .prepared, .playingUnprepared)
      if before.shown.state != .playing { expect(code == Kind.playbackStarted, .playingUnconfirmed) }
      expect(facts.isMoving || facts.isReturning, .playingFrozen)
    }
    // Running dry while moving (BugZoo.md#24).
    guard code == Kind.starved, before.isMoving, !policies.reloadsOnStall, case .engine(_, let epoch) = input,
      epoch == before.epoch
    else { return }
    expect(facts.shown.state == .stalled, .starvedNotStalled)
  }

  @inline(never)
  private mutating func flagUnwanted(_ code: UInt16) {
    switch code {
    case Kind.opened, Kind.buffered, Kind.supplyChanged: flag(.autoplayAlthoughPaused)
    default: flag(.playsAlthoughPaused)
    }
    // Whoever looks at one of the two only shall see it as well.
    flag(.playsAlthoughPaused)
    flag(.autoplayAlthoughPaused)
  }

  /// Why playback waits, and until when.
  @inline(__always)
  mutating func checkWaiting(_ code: UInt16) {
    if said.beginsStall { checkStallBegin(code) }
    let supply = facts.shown.supply
    if supply == .stalled {
      expect(facts.shown.phase == .prepared && (!facts.isSeeking || !facts.shown.seek.isNone), .bufferingBeforeLoad)
    }
    expect(isStalled == (supply == .stalled), .stallNotClosed)
    switch facts.shown.state {
    case .idle, .ended: return
    case .paused:
      expect(!facts.shown.wantsPlay || facts.isHindered || facts.isStarting, .waitReasonWrong)
      return
    case .stalled: expect(facts.shown.wantsPlay && !facts.isHindered && !facts.isMoving, .waitReasonWrong)
    case .preparing:
      let isRight = facts.shown.phase == .opening || facts.shown.wantsPlay && facts.awaitsFirstData
      expect(isRight, .waitReasonWrong)
    case .seeking: expect(!facts.shown.seek.isNone || facts.awaitsFirstData, .waitReasonWrong)
    case .playing: break
    }
    // Beyond a thousand years of clock instants saturate, and a rate may be too slow for any.
    guard facts.nextDeadline == .never, policies.isWatchful, facts.clock < .seconds(1_000_000) else { return }
    flag(.waitWithoutWatchdog)
  }

  /// A stall begins where playback had data and has none any more (BugZoo.md#18, BugZoo.md#35).
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

  /// The axes of the state fit each other (BugZoo.md#12).
  @inline(__always)
  mutating func checkStates() {
    let phase = facts.shown.phase
    let needsEngine = (phase == .opening && !facts.isWaitingToRetry) || phase == .prepared || phase == .ended
    let isReplacing = !facts.nextEpoch.isNone
    expect(needsEngine == facts.isEngineOpen, .startNotClosed)
    expect(facts.isEngineOpen == !(open.0.isNone && open.1.isNone), .startNotClosed)
    var isLegal = !facts.isWaitingToRetry || phase == .opening
    isLegal = isLegal && (!facts.isConnected || facts.isEngineOpen)
    isLegal = isLegal && (facts.isConnected || (phase != .prepared && phase != .ended))
    isLegal = isLegal && (phase != .blocked || facts.isPrevented)
    isLegal = isLegal && facts.shown.item.isNone == (phase == .empty)
    isLegal = isLegal && (facts.failure != .none) == (phase == .failed)
    isLegal = isLegal && !(facts.isMoving && facts.isStarting)
    isLegal = isLegal && (facts.shown.seek.isNone || (facts.isSeeking && phase == .prepared))
    isLegal = isLegal && (!facts.isSeeking || phase == .opening || phase == .prepared)
    isLegal = isLegal && (!isReplacing || (phase == .prepared && facts.isEngineOpen && !facts.isSeeking))
    isLegal = isLegal && facts.shown.rangeStart <= facts.shown.rangeEnd
    isLegal = isLegal && (facts.canSeek || facts.shown.rangeStart == facts.shown.rangeEnd)
    isLegal = isLegal && (facts.pendingLoad.isNone || phase == .opening || isReplacing)
    isLegal = isLegal && (facts.pendingStill.isNone || phase == .prepared || phase == .ended)
    expect(isLegal, .illegalStateProduct)
    if policies.checksPolicyWhilePlaying, phase == .opening || phase == .prepared, facts.isPrevented {
      expect(facts.isWaitingToRetry, .loadsAlthoughPrevented)
    }
    // Whoever waits for a confirmation is told of it, whatever was opened meanwhile (BugZoo.md#30).
    if facts.awaitedCloses != before.awaitedCloses || said.closes != said.confirmedCloses {
      let told = before.awaitedCloses.nonzeroBitCount &+ Int(said.closes)
      expect(facts.awaitedCloses.nonzeroBitCount &+ Int(said.confirmedCloses) == told, .closedNotOnce)
    }
    let isEnded = phase == .ended
    expect(!isEnded || !facts.isSeeking, .endedFlagWrong)
    expect(isEnded ? facts.shown.state == .ended : facts.shown.state != .ended || facts.isReturning, .endedFlagWrong)
    if !facts.shown.segment.isNone { expect(phase == .prepared, .segmentInWrongPhase) }
    if !facts.shown.skipped.isNone { expect(phase == .prepared || phase == .opening, .skipInWrongPhase) }
    if said.hasEnded { expect(!said.paused && isEnded, .pauseAroundEnd) }
  }

  /// The wish to play, and how it sounds and looks.
  @inline(__always)
  mutating func checkIntent(_ input: Input, _ code: UInt16) {
    if before.shown.wantsPlay != facts.shown.wantsPlay, code == Kind.deadline || code >= Kind.environment {
      checkWish(input)
    }
    if !isLikeBefore {
      switch code {
      case Kind.setRate: break
      case Kind.setVolume...Kind.setRotation: expect(before.shown.rate == facts.shown.rate, .wishLost)
      default: flag(.wishLost)
      }
    }
    if said.isRefused { checkRefusal(input) }
  }

  /// Whether it sounds and looks as before.
  @inline(__always)
  private var isLikeBefore: Bool {
    let numbers =
      before.shown.rate.thousandths ^ facts.shown.rate.thousandths | before.shown.left ^ facts.shown.left
      | before.shown.right ^ facts.shown.right | before.shown.rotation ^ facts.shown.rotation
    return numbers == 0 && before.shown.isMuted == facts.shown.isMuted
      && before.shown.isLooping == facts.shown.isLooping && before.shown.scalingMode == facts.shown.scalingMode
  }

  /// The wish has changed, and not by a command (BugZoo.md#19).
  @inline(never)
  private mutating func checkWish(_ input: Input) {
    let isAllowed: Bool =
      switch input {
      case .command, .environment(.remoteControl): true
      case .environment(.routeChanged(.oldDeviceUnavailable)), .environment(.interruptionEnded),
        .environment(.enteredForeground):
        !facts.shown.wantsPlay
      case .deadline, .engine, .environment: !facts.shown.wantsPlay && mayEndWish
      }
    expect(isAllowed, .intentChangedByItself)
  }

  /// A refused command changes nothing. Where time has passed with it, other things may have happened in the same input.
  @inline(never)
  private mutating func checkRefusal(_ input: Input) {
    guard case .command(let command, let request) = input, said.answers > 0, facts.clock == before.clock,
      before.nextDeadline > before.clock
    else { return }
    switch command {
    case .play, .toggle: if policies.playWithoutContentSetsIntent { return }
    default: break
    }
    guard said.refuses(request) else { return }
    expect(Player.Facts.areSame(&facts, &before), .refusedButChanged)
  }

  // MARK: Live streams

  mutating func checkLive() {
    switch facts.shown.streamType {
    case .live: expect(facts.shown.effectiveRate == .normal, .rateNotAllowed)
    case .unknown: expect(facts.shown.effectiveRate == facts.shown.rate, .rateNotAllowed)
    case .onDemand: break
    case .dvr:
      expect(
        facts.shown.effectiveRate == facts.shown.rate
          || facts.shown.effectiveRate == .normal && facts.shown.rate > .normal, .rateNotAllowed)
      guard facts.isEngineOpen, !facts.isSeeking else { return }
      let distance = facts.windowEnd - facts.position
      expect(facts.shown.isLive == (distance < policies.liveTolerance), .liveFlagWrong)
      if facts.shown.effectiveRate > .normal { expect(distance >= policies.liveRateMargin, .rateNotAllowed) }
    }
  }
}

extension PlayerMonitor.Said {
  /// Whether the only answer was one to `request`.
  fileprivate func refuses(_ request: RequestID) -> Bool { answered.count == 1 && answered.numbers[0] == request }
}
