import PlayerCore

// Time limits are kept: the next deadline is never later than any running limit, and lies where its cause put it
// (Architecture.md#law-10).

extension PlayerMonitor {
  @inline(__always)
  mutating func checkAwaited() {
    var limit = Instant.never
    if inspection.isSeeking { limit = min(limit, Self.after(timerStarts.seek, policies.seekTimeout)) }
    let isOpening = inspection.shown.phase == .opening && !inspection.isSeeking && !inspection.isWaitingToRetry
    if isOpening || !inspection.nextEpoch.isNone {
      limit = min(limit, Self.after(timerStarts.opening, policies.openTimeout))
    }
    if inspection.isWaitingToRetry { limit = min(limit, timerStarts.retry) }
    if inspection.awaitedCloses != 0 { limit = min(limit, Self.after(timerStarts.close, policies.closeTimeout)) }
    if memory.waitingSince != .never {
      limit = min(limit, Self.after(memory.waitingSince, policies.bufferingLimit))
      if memory.lastDataAt != .never {
        limit = min(limit, Self.after(max(memory.waitingSince, memory.lastDataAt), policies.readTimeout))
      }
      if inspection.shown.supply == .stalled, ledger.stallBegan != .never { limit = min(limit, kickLimit) }
    }
    limit = min(limit, edgeLimit)
    if inspection.nextDeadline > limit { contradictLimit(limit) }
    let due = due
    if inspection.nextDeadline != due, due != .never { contradictLimit(due) }
  }

  /// The instant of the next deadline, derived from what it waits for; `never` where that is unknown or checked by
  /// other laws.
  @inline(__always)
  private var due: Instant {
    // Mutating, or the whole monitor would be copied at every step.
    mutating get {
      switch inspection.nextSlot {
      case .close: Self.after(timerStarts.close, policies.closeTimeout)
      case .retry: timerStarts.retry
      case .open: Self.after(timerStarts.opening, policies.openTimeout)
      case .seek: Self.after(timerStarts.seek, policies.seekTimeout)
      case .probe: Self.after(timerStarts.probe, policies.probeInterval)
      case .read:
        memory.lastDataAt == .never
          ? .never : Self.after(max(memory.waitingSince, memory.lastDataAt), policies.readTimeout)
      case .bufferingLimit: Self.after(memory.waitingSince, policies.bufferingLimit)
      case .kick: ledger.stallBegan == .never ? .never : kickLimit
      case .pastEnd:
        inspection.movingRate == .normal
          ? inspection.anchoredAt
            + max(.zero, inspection.shown.duration + policies.pastEndTolerance - inspection.anchor)
          : .never
      case .edge: edgeLimit
      case .none, .interval, .segment: .never
      }
    }
  }

  /// An engine that reported no data is commanded to play after a while, and every second from then on.
  private var kickLimit: Instant {
    mutating get {
      if policies.stallKick == .never { return .never }
      return memory.kickedAt == .never
        ? Self.after(ledger.stallBegan, policies.stallKick) : Self.after(memory.kickedAt, .seconds(1))
    }
  }

  @inline(never)
  private mutating func contradictLimit(_ limit: Instant) {
    expectSame("next deadline", inspection.nextDeadline, limit, .deadlineForgotten)
  }

  /// An instant this much later; never, when either is.
  @inline(__always)
  static func after(_ instant: Instant, _ span: TimeSpan) -> Instant {
    instant == .never || span == .never ? .never : instant + span
  }
}
