import PlayerCore

// The end of media and of data, as small decision tables.

extension PlayerMonitor {
  // MARK: The end

  /// At the end the upcoming opening takes over, media that ended too early has failed, looping media starts over, all
  /// other media has ended.
  @inline(never)
  mutating func checkEnding(_ input: Input, _ code: UInt16, _ player: inout Player) {
    if stepOutputs.hasEnded, policies.endClearsIntent { expect(!inspection.shown.wantsPlay, .endedOtherwise) }
    guard before.shown.phase == .prepared, inspection.epoch == before.epoch else { return }
    if code == Kind.seekCompleted { return }
    let end = placeOfEnd(input, code)
    // A live stream has no end to run past.
    if code == Kind.deadline { expect(before.shown.streamType == .onDemand, .endedOtherwise) }
    if code == Kind.ended {
      guard isOwnReport(input), !before.isSeeking else { return }
      let isReliable = before.shown.streamType == .onDemand && !before.isDurationEstimated
      let isEarly =
        isReliable && policies.earlyEndTolerance != .never && before.shown.duration - end > policies.earlyEndTolerance
      expect((stepOutputs.failure == .endedEarly) == isEarly, .endedOtherwise)
      if isEarly { return }
    }
    let isWanted = inspection.shown.wantsPlay && !inspection.isHindered
    if stepOutputs.loops {
      // The playhead returns silently where it has moved.
      expect(inspection.isReturning == (before.isMoving && isWanted), .endedOtherwise)
    } else {
      let supply = before.shown.supply == .stalled ? BufferState.unknown : before.shown.supply
      expectSame("supply", inspection.shown.supply, supply, .supplyWrong)
    }
    if code != Kind.ended { expect(stepOutputs.pauses > 0, .engineNotTold) }
    // Media may start over again only if it has played since it last did.
    guard let hasTurned = ledger.hasTurned, ledger.budgets.isKnown else { return }
    let isNewRound = !hasTurned || hasPlayed(upTo: playedEnd(input, code))
    var loops = before.shown.isLooping && before.shown.streamType == .onDemand && before.canSeek
    loops = loops && end > before.shown.rangeStart && isNewRound
    loops = loops && hasPlayableMedia(&player)
    expect(stepOutputs.loops == loops && stepOutputs.hasEnded == !loops, .endedOtherwise)
    ledger.hasTurned = stepOutputs.loops || !isNewRound
  }

  /// Whether anything can be played after what is blocked at the beginning.
  private mutating func hasPlayableMedia(_ player: inout Player) -> Bool {
    guard inspection.segmentCount > 0, let landing = landing(behindBlockedAt: before.shown.rangeStart, &player) else {
      return true
    }
    return max(before.shown.rangeStart, reachable(landing)) < reachable(before.shown.rangeEnd)
  }

  /// Whether something was played since the last end, when media ends at `end`.
  private mutating func hasPlayed(upTo end: MediaTime) -> Bool {
    guard ledger.budgets.origin.isKnown else { return false }
    let leftOut = stepOutputs.jump.to > stepOutputs.jump.from ? stepOutputs.jump.to - stepOutputs.jump.from : .zero
    return end > ledger.budgets.origin + leftOut
  }

  /// A seek of the app or another opening resets this.
  @inline(__always)
  mutating func followTurns(_ code: UInt16) {
    let isSought = (code == Kind.seek || code == Kind.restart) && inspection.newestSeek != before.newestSeek
    if isSought || inspection.epoch != before.epoch || stepOutputs.opens && inspection.nextEpoch.isNone
      || !inspection.isEngineOpen
    {
      ledger.hasTurned = false
    }
  }

  // MARK: Running dry

  /// Running dry is a stall if there was enough data before, else part of the current wait; by policy it is a reload.
  @inline(never)
  mutating func checkDry(_ input: Input, _ code: UInt16, _ player: inout Player) {
    guard isOwnReport(input), before.shown.phase == .prepared, !before.isSeeking else { return }
    if case .engine(.supplyChanged(let supply), _) = input, !supply.contains(.stalled) { return }
    let old = before.shown.supply
    if old == .stalled { return expect(!stepOutputs.reloads && !stepOutputs.hasFailed, .driedOtherwise) }
    let isRefill = !before.isMoving && (before.awaitsFirstData || !old.allowsPlayback)
    let path = before.shown.network
    let hasNetwork = path != .none && (path != .cellular || player.configuration.allowsCellular)
    let mayReload =
      policies.reloadsOnStall && !before.isLocal && hasNetwork && !before.shown.isPlayingExternally
      && before.nextEpoch.isNone
    if isRefill || !mayReload {
      expect(!stepOutputs.reloads && !stepOutputs.hasFailed, .driedOtherwise)
      return expectSame("supply", inspection.shown.supply, isRefill ? .unknown : .stalled, .driedOtherwise)
    }
    guard ledger.budgets.isKnown else { return }
    let isExhausted = Int64(ledger.budgets.reloads) >= policies.reloadLimit
    if !isExhausted { expect(stepOutputs.reloads, .driedOtherwise) }
  }

  // MARK: Handover

  /// An opening that plays out does not fail while another is upcoming: that one takes over. Only the upcoming opening
  /// can fail or time out.
  mutating func checkFailureBeside(_ input: Input, _ code: UInt16) {
    guard stepOutputs.hasFailed || stepOutputs.schedulesRetry, !before.nextEpoch.isNone else { return }
    if code == Kind.deadline { return expect(before.nextSlot == .open, .handedOverWrongly) }
    if case .engine(_, let epoch) = input { expect(epoch == before.nextEpoch, .handedOverWrongly) }
  }

  /// A handover continues at the position of the previous opening, and reports a warning, not a failure.
  @inline(never)
  mutating func checkTakeOver(_ input: Input, _ code: UInt16) {
    if stepOutputs.opens || stepOutputs.hasFailed || stepOutputs.schedulesRetry || stepOutputs.reloads { return }
    let isStuck = code == Kind.deadline && before.nextSlot == .probe || code == Kind.playbackStopped
    if code == Kind.failed && isOwnReport(input) || isStuck { expect(stepOutputs.warns, .handedOverWrongly) }
    guard inspection.shown.phase == .opening, !inspection.isSeeking, inspection.isEngineOpen else { return }
    if code == Kind.seek || code == Kind.restart || code == Kind.deadline && before.isSegmentDeadline { return }
    expectSame("position", inspection.position, reached(input, code), .handedOverWrongly)
  }
}
