import PlayerCore

// Laws of the clock and of deadlines (Architecture.md#law-5).

extension PlayerMonitor {
  @inline(__always)
  mutating func checkClock(_ code: UInt16, _ now: Instant, isEmpty: Bool) {
    guard code == Kind.deadline else {
      chain = 0
      isLate = before.nextDeadline <= facts.clock
      return expect(facts.clock == max(before.clock, now), .clockWrong)
    }
    guard before.nextDeadline <= now, before.nextDeadline != .never else {
      return expect(isEmpty && facts == before, .earlyDeadlineActs)
    }
    expect(facts.clock == max(before.clock, before.nextDeadline), .clockWrong)
    if before.nextDeadline > before.clock { isLate = before.movingRate > .thousandths(100_000) }
    // A boundary may be run over that nobody hears of; then the next in line has its turn at the same instant.
    let hasProgressed =
      !isEmpty || facts.nextDeadline > before.nextDeadline || facts.nextSlot != before.nextSlot
      || facts.placeStart != before.placeStart || facts.isSegmentDue != before.isSegmentDue
    expect(hasProgressed, .deadlineWithoutProgress)
    chain = facts.clock > before.clock ? 0 : chain &+ 1
    // Each observer may have its own, and each skip that is allowed.
    expect(chain <= 32 &+ 2 &* Int64(facts.observerCount) &+ 4 &* policies.skipLimit, .deadlineChainEndless)
  }

  /// Where the playhead would be by now if nothing had happened.
  @inline(__always)
  var expectedPosition: MediaTime {
    if before.isSeeking { return before.position }
    guard before.isMoving, facts.clock > before.anchoredAt else { return before.anchor }
    let position = before.anchor + before.movingRate.advance(during: facts.clock - before.anchoredAt)
    guard before.shown.duration > .zero else { return position }
    return min(position, max(before.shown.duration, before.anchor))
  }

  /// The position runs on, or somebody says that it does not (BugZoo.md#5).
  @inline(__always)
  mutating func checkPosition(_ input: Input, _ code: UInt16) {
    let expected = expectedPosition
    if before.shown.phase == .prepared, facts.shown.phase != .prepared { checkResumption(input, code, expected) }
    if facts.position == expected || said.isDiscontinuous { return }
    // Before and after playback a place is where it would begin.
    guard before.shown.phase == .prepared, facts.shown.phase == .prepared, before.epoch == facts.epoch,
      before.isSeeking == facts.isSeeking, before.newestSeek == facts.newestSeek
    else { return }
    // The window that says where the edge is comes after the landing there.
    if code == Kind.seekableRangeChanged { return }
    let difference = facts.position < expected ? expected - facts.position : facts.position - expected
    expect(code >= Kind.engine && difference <= policies.jumpTolerance, .positionJumpedSilently)
  }

  /// What opens again by policy goes on where it was (BugZoo.md#8).
  @inline(never)
  private mutating func checkResumption(_ input: Input, _ code: UInt16, _ expected: MediaTime) {
    guard code == Kind.deadline || code >= Kind.environment, before.shown.streamType == .onDemand, before.canSeek,
      code != Kind.remoteControl
    else { return }
    let isKept: Bool
    switch facts.shown.phase {
    case .opening: isKept = !policies.retryResumesAtInitial && before.nextEpoch.isNone
    case .blocked: isKept = !policies.retryResumesAtInitial || !said.schedulesRetry && !said.reloads
    case .failed: isKept = policies.reopensAtLastPosition
    case .empty, .idle, .prepared, .ended: isKept = false
    }
    guard isKept else { return }
    let start = MediaTime.zero + facts.startOffset
    let isThere = facts.startAnchor == .start && (start == expected || start == reportedPosition(input))
    expect(isThere, .positionLostOnRetry)
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
