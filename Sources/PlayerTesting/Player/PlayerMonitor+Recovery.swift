import PlayerCore

// Openings, ends, and the budgets of automatic actions.

extension PlayerMonitor {
  @inline(__always)
  mutating func checkOpenings(_ input: Input, _ code: UInt16) {
    if before.isMoving, !inspection.isMoving, !stepOutputs.jumps { countPlayed(upTo: expectedPosition) }
    if stepOutputs.opens { checkOpening(code) }
    openings = code != Kind.deadline && code < Kind.engine ? 0 : openings
    if inspection.isMoving {
      countPlayed(upTo: inspection.position)
      if !playedFrom.isKnown { playedFrom = inspection.position }
    } else {
      playedFrom = .unknown
    }
    if stepOutputs.confirmedCloses > 0 { checkClosed(input, code) }
    if inspection.shown.phase == .ended, before.shown.phase != .ended { checkEnd(code) }
    if goesToStart(code), before.shown.phase == .opening { checkStart() }
    if inspection.shown.phase == .opening, before.shown.phase == .failed || before.isWaitingToRetry,
      code == Kind.deadline || code == Kind.networkChanged
    {
      let isKept = inspection.startOffset == before.startOffset && inspection.startAnchor == before.startAnchor
      expect(isKept || !stepOutputs.opens, .positionLostOnRetry)
    }
  }

  /// An opening announced as closed was closed by the engine, has timed out, or was displaced from the window of
  /// awaited closes by eight newer openings (Architecture.md#law-9).
  @inline(never)
  mutating func checkClosed(_ input: Input, _ code: UInt16) {
    if case .engine(.closed, stepOutputs.closed) = input { return }
    if code == Kind.deadline, before.nextSlot == .close { return }
    let age = Int32(bitPattern: inspection.newestClosed.rawValue &- stepOutputs.closed.rawValue)
    expect(age >= 8, .closedNotOnce)
  }

  /// A second of playback resets the count of openings before it.
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
    // Each reset of the count and each reload allows the full number of retries.
    expect(openings <= (policies.retryLimit &+ 1) &* (policies.reloadLimit &+ 1) &* 2, .recoveryUnbounded)
  }

  /// Media ends only at its declared duration, within the tolerance (BugZoo.md#9).
  @inline(never)
  mutating func checkEnd(_ code: UInt16) {
    guard inspection.shown.streamType == .onDemand, !inspection.isDurationEstimated, code != Kind.seekCompleted,
      policies.earlyEndTolerance != .never
    else { return }
    expect(inspection.shown.duration - inspection.position <= policies.earlyEndTolerance, .endedBeforeEnd)
  }

  /// Media opens at its start position (BugZoo.md#8, BugZoo.md#36).
  @inline(never)
  private mutating func checkStart() {
    guard inspection.shown.streamType == .onDemand, inspection.canSeek, before.startAnchor == .start,
      before.startOffset > .zero, policies.startsAnywhere, inspection.segmentCount == 0, !before.isWaitingToRetry,
      inspection.shown.phase == .prepared, inspection.epoch == before.epoch,
      MediaTime.zero + before.startOffset < inspection.shown.duration
    else { return }
    let end = inspection.shown.rangeEnd + (.zero - policies.seekEndMargin)
    let target = (MediaTime.zero + before.startOffset).clamped(from: inspection.shown.rangeStart, to: end)
    expect(target == .zero || before.isSeeking, .positionLostOnRetry)
  }

  // MARK: Segments

  /// Blocked media is not played (BugZoo.md#4).
  mutating func checkSegments(_ code: UInt16, _ player: inout Player) {
    guard inspection.looksAtSegments, !inspection.isSegmentDue, inspection.isMoving, inspection.canSeek,
      inspection.nextDeadline > inspection.clock,
      let landing = landing(behindBlockedAt: inspection.position, &player)
    else { return }
    let reach = landing.clamped(
      from: inspection.shown.rangeStart, to: inspection.shown.rangeEnd + (.zero - policies.seekEndMargin))
    // Blocked media that extends to the last seekable position has to be played.
    expect(reach <= inspection.position || reach < landing || mayPlayBlocked, .blockedPlayed)
  }
}
