import PlayerCore

// What happens at the end of media and where data runs out: small tables of what decides it.

extension PlayerMonitor {
  // MARK: The end

  /// At the end: the opening beside takes over, what ended too early has failed, what loops starts over, all else has ended.
  @inline(never)
  mutating func checkEnding(_ input: Input, _ code: UInt16, _ player: inout Player) {
    guard before.shown.phase == .prepared, facts.epoch == before.epoch, before.nextEpoch.isNone else { return }
    if code == Kind.seekCompleted { return }
    let end = placeOfEnd(input, code)
    // A stream has no end of its own to run past.
    if code == Kind.deadline { expect(before.shown.streamType == .onDemand, .endedOtherwise) }
    if code == Kind.ended {
      guard isOwnReport(input), !before.isSeeking else { return }
      let isReliable = before.shown.streamType == .onDemand && !before.isDurationEstimated
      let isEarly =
        isReliable && policies.earlyEndTolerance != .never && before.shown.duration - end > policies.earlyEndTolerance
      expect((said.failure == .endedEarly) == isEarly, .endedOtherwise)
      if isEarly { return }
    }
    // What has played since it started over may start over again.
    guard let hasTurned = ledger.hasTurned, ledger.budgets.isKnown else { return }
    let isAnew = !hasTurned || hasPlayed(upTo: end)
    var loops = before.shown.isLooping && before.shown.streamType == .onDemand && before.canSeek
    loops = loops && end > before.shown.rangeStart && isAnew
    if facts.segmentCount == 0 {
      expect(said.loops == loops && said.hasEnded == !loops, .endedOtherwise)
    } else {
      expect(loops || !said.loops, .endedOtherwise)
    }
    ledger.hasTurned = said.loops || !isAnew
  }

  /// Whether something was played since the last end, when media ends at `end`.
  private func hasPlayed(upTo end: MediaTime) -> Bool {
    guard ledger.budgets.origin.isKnown else { return false }
    let leftOut = said.jump.to > said.jump.from ? said.jump.to - said.jump.from : .zero
    return end > ledger.budgets.origin + leftOut
  }

  /// A seek of the app and another opening begin anew.
  @inline(__always)
  mutating func followTurns(_ code: UInt16) {
    let isSought = (code == Kind.seek || code == Kind.restart) && facts.newestSeek != before.newestSeek
    if isSought || facts.epoch != before.epoch || said.opens && facts.nextEpoch.isNone || !facts.isEngineOpen {
      ledger.hasTurned = false
    }
  }

  // MARK: Running dry

  /// Running dry is a stall where data was enough before, else part of the wait; a reload where a policy wants that.
  @inline(never)
  mutating func checkDry(_ input: Input, _ code: UInt16, _ player: inout Player) {
    guard isOwnReport(input), before.shown.phase == .prepared, !before.isSeeking else { return }
    if case .engine(.supplyChanged(let supply), _) = input, !supply.contains(.stalled) { return }
    let old = before.shown.supply
    if old == .stalled { return expect(!said.reloads && !said.hasFailed, .driedOtherwise) }
    let isRefill = !before.isMoving && (before.awaitsFirstData || !old.allowsPlayback)
    let path = before.shown.network
    let hasNetwork = path != .none && (path != .cellular || player.configuration.allowsCellular)
    let mayReload =
      policies.reloadsOnStall && !before.isLocal && hasNetwork && !before.shown.isPlayingExternally
      && before.nextEpoch.isNone
    if isRefill || !mayReload {
      expect(!said.reloads && !said.hasFailed, .driedOtherwise)
      return expectSame("supply", facts.shown.supply, isRefill ? .unknown : .stalled, .driedOtherwise)
    }
    guard ledger.budgets.isKnown else { return }
    let isExhausted = Int64(ledger.budgets.reloads) >= policies.reloadLimit
    if !isExhausted { expect(said.reloads, .driedOtherwise) }
  }

  // MARK: Taking over

  /// What plays out does not fail while another opens beside it: that one takes over. Only the opening beside can fail, or
  /// come too late.
  mutating func checkFailureBeside(_ input: Input, _ code: UInt16) {
    guard said.hasFailed || said.schedulesRetry, !before.nextEpoch.isNone else { return }
    if code == Kind.deadline { return expect(before.nextSlot == .open, .handedOverWrongly) }
    if case .engine(_, let epoch) = input { expect(epoch == before.nextEpoch, .handedOverWrongly) }
  }

  /// What takes over goes on where the other was, and is told of as what it is: a warning, and no failure.
  @inline(never)
  mutating func checkTakeOver(_ input: Input, _ code: UInt16) {
    if said.opens || said.hasFailed || said.schedulesRetry || said.reloads { return }
    if code == Kind.failed, isOwnReport(input) { expect(said.warns, .handedOverWrongly) }
    guard facts.shown.phase == .opening, !facts.isSeeking, facts.isEngineOpen else { return }
    if code == Kind.seek || code == Kind.restart || code == Kind.deadline && before.isSegmentDeadline { return }
    expectSame("position", facts.position, reached(input, code), .handedOverWrongly)
  }
}
