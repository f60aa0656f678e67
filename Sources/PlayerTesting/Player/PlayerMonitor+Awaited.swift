import PlayerCore

// Time limits are kept: the next deadline is never later than any running limit, and lies where its cause put it
// (Architecture.md#law-10).

extension PlayerMonitor {
  @inline(__always)
  mutating func checkAwaited() {
    var limit = Instant.never
    if inspection.isSeeking { limit = min(limit, Self.after(timerStarts.seek, policies.seekTimeout)) }
    let isOpening = inspection.shown.phase == .opening && !inspection.isSeeking && !inspection.isWaitingToRetry
    if inspection.awaitsStart {
      limit = min(limit, startDue)
    } else if isOpening || !inspection.nextEpoch.isNone {
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
      case .open:
        inspection.awaitsStart ? startDue : Self.after(timerStarts.opening, policies.openTimeout)
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

  // MARK: Starts

  /// Whether this input may decide where open media begins: "opened" does, unless its start waits for more.
  func goesToStart(_ code: UInt16) -> Bool {
    code == Kind.opened
      || code == Kind.deadline && before.awaitsStart && !inspection.awaitsStart && before.nextSlot == .open
  }

  /// When a start that waits is decided; at once, as soon as what was reported tells where it is. `never` where that is
  /// unknown.
  private var startDue: Instant {
    mutating get {
      guard let start = ledger.starts.next, memory.isSeekable != nil, timerStarts.start != .never else { return .never }
      guard let waits = mayWait(start, isSeek: !inspection.pendingSeek.isNone) else { return .never }
      return waits ? Self.after(timerStarts.start, policies.startRangeTimeout) : inspection.clock
    }
  }

  /// Open media does not begin elsewhere because its window, its duration or a date is still to come.
  @inline(never)
  mutating func checkUndecidedStart() {
    guard before.shown.phase == .opening, !before.isSeeking, !before.awaitsStart, !inspection.awaitsStart,
      !stepOutputs.diagnosesIgnored, inspection.epoch == before.epoch, inspection.shown.phase != .failed,
      policies.startRangeTimeout > .zero, let start = ledger.starts.next
    else { return }
    expect(mayWait(start, isSeek: !before.pendingSeek.isNone) != true, .beginsElsewhere)
  }

  /// Whether what is not reported yet may show where the start of open media is, or that it can be reached; `nil` where
  /// dates decide that are not known.
  private mutating func mayWait(_ start: Position, isSeek: Bool) -> Bool? {
    guard memory.isSeekable == true else { return false }
    let isDefault =
      start.anchor == .defaultPosition && start.offset == .zero || start.anchor == .start && start.offset <= .zero
    if isDefault, !isSeek, inspection.shown.streamType != .onDemand { return false }
    if start.anchor != .start, start.anchor == .date || start.names, !lists.dates.isKnown { return nil }
    return isUndated(start) || !inspection.canSeek && !edge.hasWindow && (isSeek || !isDefault)
  }

  /// Whether it takes a date to place a position, and there is none.
  private func isUndated(_ position: Position) -> Bool {
    if position.anchor == .start { return false }
    if position.names {
      guard let segment = segment(position.segment) else { return false }
      if range(of: segment) == nil { return true }
    }
    return position.anchor == .date && self.position(ofDate: position.offset.microseconds) == nil
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

extension Player.Inspection {
  /// Whether the media is open, and what else it reports decides where it begins.
  var awaitsStart: Bool {
    shown.phase == .opening && shown.streamType != .unknown && !isSeeking && isEngineOpen
  }
}
