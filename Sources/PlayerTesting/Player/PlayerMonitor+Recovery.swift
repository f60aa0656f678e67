import PlayerCore

// Openings, ends, and the budgets that bound what a player does by itself.

extension PlayerMonitor {
  @inline(__always)
  mutating func checkOpenings(_ input: Input, _ code: UInt16) {
    if before.isMoving, !facts.isMoving, !said.jumps { countPlayed(upTo: expectedPosition) }
    if said.opens { checkOpening(code) }
    openings = code != Kind.deadline && code < Kind.engine ? 0 : openings
    if facts.isMoving {
      countPlayed(upTo: facts.position)
      if !playedFrom.isKnown { playedFrom = facts.position }
    } else {
      playedFrom = .unknown
    }
    if said.confirmedCloses > 0 { checkClosed(input, code) }
    if facts.shown.phase == .ended, before.shown.phase != .ended { checkEnd(code) }
    if code == Kind.opened, before.shown.phase == .opening { checkStart() }
    if facts.shown.phase == .opening, before.shown.phase == .failed || before.isWaitingToRetry,
      code == Kind.deadline || code == Kind.networkChanged
    {
      let isKept = facts.startOffset == before.startOffset && facts.startAnchor == before.startAnchor
      expect(isKept || !said.opens, .positionLostOnRetry)
    }
  }

  /// What is announced as closed was closed by the engine, has had its time, or was pushed out of the window of those that
  /// are awaited by eight newer openings (Architecture.md#law-9).
  @inline(never)
  mutating func checkClosed(_ input: Input, _ code: UInt16) {
    if case .engine(.closed, said.closed) = input { return }
    if code == Kind.deadline, before.nextSlot == .close { return }
    expect(facts.newestClosed.rawValue &- said.closed.rawValue >= 8, .closedNotOnce)
  }

  /// A second of playback was worth the openings before it.
  @inline(__always)
  mutating func countPlayed(upTo position: MediaTime) {
    if playedFrom.isKnown, position - playedFrom >= .seconds(1) { openings = 0 }
  }

  @inline(never)
  private mutating func checkOpening(_ code: UInt16) {
    switch before.shown.phase {
    case .empty, .idle: expect(code > 0 && code < Kind.environment || code == Kind.remoteControl, .opensByItself)
    case .ended: expect(code > 0 && code < Kind.engine, .opensByItself)
    case .failed: expect(code > 0 && code < Kind.engine, .opensByItself)
    case .blocked, .opening, .prepared: break
    }
    guard code == Kind.deadline || code >= Kind.engine else { return }
    openings = openings &+ 1
    // Each reset of the count, and each reload, is followed by at most all retries.
    expect(openings <= (policies.retryLimit &+ 1) &* (policies.reloadLimit &+ 1) &* 2, .recoveryUnbounded)
  }

  /// Media ends only where its declared duration says, within the tolerance (BugZoo.md#9).
  @inline(never)
  private mutating func checkEnd(_ code: UInt16) {
    guard facts.shown.streamType == .onDemand, !facts.isDurationEstimated, code != Kind.seekCompleted,
      policies.earlyEndTolerance != .never
    else { return }
    expect(facts.shown.duration - facts.position <= policies.earlyEndTolerance, .endedBeforeEnd)
  }

  /// Media that opens goes where it was told to begin (BugZoo.md#8, BugZoo.md#36).
  @inline(never)
  private mutating func checkStart() {
    guard facts.shown.streamType == .onDemand, facts.canSeek, before.startAnchor == .start,
      before.startOffset > .zero, policies.startsAnywhere, facts.segmentCount == 0, !before.isWaitingToRetry,
      facts.shown.phase == .prepared, before.nextEpoch.isNone, facts.epoch == before.epoch,
      MediaTime.zero + before.startOffset < facts.shown.duration
    else { return }
    let end = facts.shown.rangeEnd + (.zero - policies.seekEndMargin)
    let target = (MediaTime.zero + before.startOffset).clamped(from: facts.shown.rangeStart, to: end)
    expect(target == .zero || before.isSeeking, .positionLostOnRetry)
  }

  // MARK: Segments

  /// What is blocked is not played, and skips come to an end (BugZoo.md#1, BugZoo.md#4).
  mutating func checkSegments(_ code: UInt16, _ player: inout Player) {
    // The app has had its hand in it.
    let isAnew = code == Kind.load || code == Kind.reload || code == Kind.commitSegments
    if isAnew || facts.shown.phase == .empty || before.shown.phase == .ended { skips = 0 }
    if said.commandsSeek, !said.loops, code == Kind.deadline, before.isSegmentDeadline {
      skips = skips &+ 1
      expect(skips <= policies.skipLimit, .skipChainEndless)
    }
    guard facts.looksAtSegments, !facts.isSegmentDue else { return }
    guard let landing = landing(behindBlockedAt: facts.position, &player) else { return skips = 0 }
    guard facts.isMoving, facts.canSeek, facts.nextDeadline > facts.clock else { return }
    let reach = landing.clamped(
      from: facts.shown.rangeStart, to: facts.shown.rangeEnd + (.zero - policies.seekEndMargin))
    // Blocked media up to the end of what can be sought has to be played.
    expect(reach <= facts.position || reach < landing, .blockedPlayed)
  }
}
