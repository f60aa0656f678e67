import PlayerCore

// Laws of the clock and of deadlines (Architecture.md#law-5).

extension PlayerMonitor {
  @inline(__always)
  mutating func checkClock(_ code: UInt16, _ now: Instant, isEmpty: Bool) {
    guard code == Kind.deadline else {
      chain = 0
      isLate = before.nextDeadline <= inspection.clock
      return expectSame("clock", inspection.clock, max(before.clock, now), .clockWrong)
    }
    guard before.nextDeadline <= now, before.nextDeadline != .never else {
      return expect(isEmpty && inspection == before, .earlyDeadlineActs)
    }
    expectSame("clock", inspection.clock, max(before.clock, before.nextDeadline), .clockWrong)
    if before.nextDeadline > before.clock { isLate = before.movingRate > .thousandths(100_000) }
    // A boundary may be passed without a notification; then the next one is due at the same instant.
    let hasProgressed =
      !isEmpty || inspection.nextDeadline > before.nextDeadline || inspection.nextSlot != before.nextSlot
      || inspection.placeStart != before.placeStart || inspection.isSegmentDue != before.isSegmentDue
    expect(hasProgressed, .deadlineWithoutProgress)
    chain = inspection.clock > before.clock ? 0 : chain &+ 1
    // Each observer, each allowed skip and each retry without a delay may need separate deadlines.
    let bound = 32 &+ 2 &* Int64(inspection.observerCount) &+ 4 &* policies.skipLimit &+ policies.retryLimit
    expect(chain <= bound, .deadlineChainEndless)
  }

  /// Where the playhead would be now if nothing had happened.
  @inline(__always)
  var expectedPosition: MediaTime {
    if before.isSeeking { return before.position }
    guard before.isMoving, inspection.clock > before.anchoredAt else { return before.anchor }
    let position = before.anchor + before.movingRate.advance(during: inspection.clock - before.anchoredAt)
    guard before.shown.duration > .zero else { return position }
    return min(position, max(before.shown.duration, before.anchor))
  }

  /// The position runs on, or a discontinuity is reported (BugZoo.md#5).
  @inline(__always)
  mutating func checkPosition(_ input: Input, _ code: UInt16) {
    let expected = expectedPosition
    if before.shown.phase == .prepared, inspection.shown.phase != .prepared { checkResumption(input, code, expected) }
    if inspection.position == expected || stepOutputs.isDiscontinuous { return }
    // Before and after playback the position is the start position.
    guard before.shown.phase == .prepared, inspection.shown.phase == .prepared, before.epoch == inspection.epoch,
      before.isSeeking == inspection.isSeeking, before.newestSeek == inspection.newestSeek
    else { return }
    // The window that determines the edge arrives after the landing there.
    if code == Kind.seekableRangeChanged { return }
    let difference = inspection.position < expected ? expected - inspection.position : inspection.position - expected
    expect(code >= Kind.engine && difference <= policies.jumpTolerance, .positionJumpedSilently)
  }

  /// Media reopened by policy continues at its position (BugZoo.md#8).
  @inline(never)
  private mutating func checkResumption(_ input: Input, _ code: UInt16, _ expected: MediaTime) {
    guard code == Kind.deadline || code >= Kind.environment, before.shown.streamType == .onDemand, before.canSeek,
      code != Kind.remoteControl
    else { return }
    let isKept: Bool
    switch inspection.shown.phase {
    case .opening: isKept = !policies.retryResumesAtInitial && before.nextEpoch.isNone
    case .blocked: isKept = !policies.retryResumesAtInitial || !stepOutputs.schedulesRetry && !stepOutputs.reloads
    case .failed: isKept = policies.reopensAtLastPosition
    case .empty, .idle, .prepared, .ended: isKept = false
    }
    guard isKept else { return }
    let start = MediaTime.zero + inspection.startOffset
    let isThere = inspection.startAnchor == .start && (start == expected || start == reportedPosition(input))
    expect(isThere, .positionLostOnRetry)
  }

  /// Where a seek has ended: as reported, else at its target if that was reached, else where the playhead was before it,
  /// or where the media begins, although the window of a live stream may be too short to be sought in.
  func landing(_ position: MediaTime, isFinished: Bool) -> MediaTime {
    if position.isKnown { return position }
    if isFinished { return before.position }
    guard before.shown.phase == .opening else { return before.anchor }
    return edge.hasWindow ? edge.windowStart : inspection.shown.rangeStart
  }

  mutating func reportedPosition(_ input: Input) -> MediaTime {
    guard case .engine(let event, _) = input else { return .unknown }
    switch event {
    case .starved(let position), .playbackStopped(let position), .positionReported(let position),
      .playbackStarted(let position, _), .ended(let position), .seekCompleted(_, let position, _):
      return position
    default: return .unknown
    }
  }
}
