import PlayerCore

// Everything that has a time limit is over by then: the next deadline is never later than any limit that runs
// (Architecture.md#law-10).

extension PlayerMonitor {
  @inline(__always)
  mutating func checkAwaited() {
    var limit = Instant.never
    if facts.isSeeking { limit = min(limit, Self.after(beginnings.seek, policies.seekTimeout)) }
    let isOpening = facts.shown.phase == .opening && !facts.isSeeking && !facts.isWaitingToRetry
    if isOpening || !facts.nextEpoch.isNone { limit = min(limit, Self.after(beginnings.opening, policies.openTimeout)) }
    if facts.isWaitingToRetry { limit = min(limit, beginnings.retry) }
    if facts.awaitedCloses != 0 { limit = min(limit, Self.after(beginnings.close, policies.closeTimeout)) }
    if senses.waitingSince != .never {
      limit = min(limit, Self.after(senses.waitingSince, policies.bufferingLimit))
      if senses.lastDataAt != .never {
        limit = min(limit, Self.after(max(senses.waitingSince, senses.lastDataAt), policies.readTimeout))
      }
      if facts.shown.supply == .stalled, ledger.stallBegan != .never { limit = min(limit, kickLimit) }
    }
    if facts.nextDeadline > limit { contradictLimit(limit) }
  }

  /// An engine is told to play after a while although it has said that it has no data, and every second from then on.
  private var kickLimit: Instant {
    if policies.stallKick == .never { return .never }
    return senses.kickedAt == .never
      ? Self.after(ledger.stallBegan, policies.stallKick) : Self.after(senses.kickedAt, .seconds(1))
  }

  @inline(never)
  private mutating func contradictLimit(_ limit: Instant) {
    expectSame("next deadline", facts.nextDeadline, limit, .deadlineForgotten)
  }

  @inline(__always)
  private static func after(_ instant: Instant, _ span: TimeSpan) -> Instant {
    instant == .never || span == .never ? .never : instant + span
  }
}
