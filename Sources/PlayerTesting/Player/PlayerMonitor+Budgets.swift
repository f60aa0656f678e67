import PlayerCore

// An independent count of what a player may do automatically (BugZoo.md#26, Contradictions.md#X-10).

extension PlayerMonitor {
  /// The counts of automatic openings, and the state that decides when they are reset.
  struct Budgets: Sendable {
    var retries: Int32 = 0
    var reloads: Int32 = 0
    /// How often readiness has reset the retry count since playback last advanced.
    var resets: Int64 = 0
    /// The start of the current playback run, moved by jumps; unknown without one.
    var origin = MediaTime.unknown
    /// Where playback broke off, unless it has advanced beyond that since.
    var setback = MediaTime.unknown
    var skips = SkipAccount()
    /// How often the engine stopped by itself since playback last advanced a second beyond the first of these stops.
    var stops: Int64 = 0
    var stoppedAt = MediaTime.unknown
    /// Where, and how long, playback waited in stalls that only kicks have ended, until it advances a second beyond.
    var kickedFrom = MediaTime.unknown
    var waitedInVain = TimeSpan.zero
    /// False when the monitor started later.
    var isKnown = false

    /// A playback run ends at `position`: the counts are reset by a second of playback that was not played before.
    mutating func closePlaybackRun(at position: MediaTime, isOnDemand: Bool, _ policies: borrowing Policies) {
      guard origin.isKnown else { return }
      let played = position - origin
      origin = .unknown
      guard played >= .seconds(1) else { return }
      if setback.isKnown {
        let isBeyond = position - setback >= .seconds(1)
        let isElsewhere = !isOnDemand && position < setback && setback - position >= .seconds(1)
        guard isBeyond || isElsewhere else { return }
      }
      (reloads, resets, setback) = (0, 0, .unknown)
      if policies.retryResetsOnProgress { retries = 0 }
    }

    /// A playback run ends because it cannot continue.
    mutating func breakOff(
      at position: MediaTime, reached: MediaTime, isPlaying: Bool, isOnDemand: Bool, _ policies: borrowing Policies
    ) {
      closePlaybackRun(at: position, isOnDemand: isOnDemand, policies)
      guard isPlaying else { return }
      if !setback.isKnown || !isOnDemand || reached > setback { setback = reached }
    }

    /// The media was played to its end, or a command has sent the playhead elsewhere.
    mutating func passSetback() {
      (setback, skips) = (.unknown, SkipAccount())
      forgetMedia()
    }

    /// Other media is open, or none.
    mutating func forgetMedia() {
      forgetStops()
      forgetKicks()
    }

    mutating func forgetKicks() { (kickedFrom, waitedInVain) = (.unknown, .zero) }

    private mutating func forgetStops() { (stops, stoppedAt) = (0, .unknown) }

    /// The engine tells that it has stopped by itself at `position`, or moves from there.
    mutating func reach(_ position: MediaTime, stops hasStopped: Bool) {
      if stoppedAt.isKnown, position - stoppedAt >= .seconds(1) { forgetStops() }
      guard hasStopped else { return }
      if !stoppedAt.isKnown { stoppedAt = position }
      stops &+= 1
    }

    /// A kick has ended a wait at `position`.
    mutating func kick(at position: MediaTime, after wait: TimeSpan) {
      if !kickedFrom.isKnown { kickedFrom = position }
      waitedInVain = wait
    }

    /// How long a wait that begins at `position` has lasted already.
    mutating func waited(at position: MediaTime) -> TimeSpan {
      if kickedFrom.isKnown, position - kickedFrom >= .seconds(1) { forgetKicks() }
      return waitedInVain
    }

    mutating func command(_ policies: borrowing Policies) {
      passSetback()
      (reloads, resets) = (0, 0)
      if policies.retryResetsOnCommand { retries = 0 }
    }

    mutating func item(_ policies: borrowing Policies) {
      passSetback()
      if policies.retryResetsOnItem { retries = 0 }
    }
  }

  @inline(__always)
  mutating func checkBudgets(_ input: Input, _ code: UInt16) {
    guard ledger.budgets.isKnown else { return }
    enterBudgets(input, code)
    expectSame("retries", inspection.retryCount, ledger.budgets.retries, .budgetWrong)
    expectSame("reloads", inspection.reloadCount, ledger.budgets.reloads, .budgetWrong)
    expectSame("setback", inspection.setback, ledger.budgets.setback, .budgetWrong)
  }

  @inline(__always)
  private mutating func enterBudgets(_ input: Input, _ code: UInt16) {
    if stepOutputs.jump.to > stepOutputs.jump.from, stepOutputs.jump.to != stepOutputs.catchUp,
      ledger.budgets.origin.isKnown
    {
      ledger.budgets.origin = ledger.budgets.origin + (stepOutputs.jump.to - stepOutputs.jump.from)
    }
    if code > 0, code < Kind.environment {
      if !stepOutputs.isRefused, case .command(let command, _) = input { enterCommand(command, input, code) }
    } else if code == Kind.remoteControl {
      enterButton(input, code)
    } else {
      enterOutcome(input, code)
    }
    if inspection.shown.preparedCount != before.shown.preparedCount { enterReady() }
    if code == Kind.playbackStarted, isOwnReport(input), !stepOutputs.diagnosesIgnored, !ledger.budgets.origin.isKnown {
      let position = reportedPosition(input)
      ledger.budgets.origin = position.isKnown ? position : expectedPosition
    }
    if stepOutputs.catchUp.isKnown, ledger.budgets.origin.isKnown {
      let jump = stepOutputs.catchUpJump.to.isKnown ? stepOutputs.catchUpJump : stepOutputs.jump
      if jump.to == stepOutputs.catchUp, jump.to > jump.from {
        ledger.budgets.origin = ledger.budgets.origin + (jump.to - jump.from)
      }
    }
  }

  private var isOnDemandBefore: Bool { before.shown.streamType == .onDemand }

  private mutating func closePlaybackRun(_ input: Input, _ code: UInt16) {
    let position = reached(input, code)
    if ledger.budgets.origin.isKnown, position > ledger.budgets.origin { ledger.hasTurned = false }
    ledger.budgets.closePlaybackRun(at: position, isOnDemand: isOnDemandBefore, policies)
  }

  private mutating func enterCommand(_ command: Command, _ input: Input, _ code: UInt16) {
    switch command {
    case .load(let item, _, _, _, _):
      closePlaybackRun(input, code)
      if item != before.shown.item { ledger.budgets.item(policies) }
      ledger.budgets.command(policies)
    case .reload(let item, let flush, _):
      let keepsBuffer = !flush && before.shown.phase == .prepared && !before.isSeeking
      if keepsBuffer, stepOutputs.isPrevented { return }
      ledger.budgets.command(policies)
      if !item.isNone, item != before.shown.item { ledger.budgets.item(policies) }
      if !keepsBuffer { closePlaybackRun(input, code) }
    case .seek: enterSeek(input, code)
    case .restart(let position, let autoplay):
      if autoplay { ledger.budgets.command(policies) }
      if position.anchor != .defaultPosition, before.canSeek { enterSeek(input, code) }
    case .play, .toggle: enterPlay(input, code)
    case .prepare:
      switch before.shown.phase {
      case .idle, .blocked, .failed: ledger.budgets.command(policies)
      case .empty, .opening, .prepared, .ended: break
      }
    case .retry: ledger.budgets.command(policies)
    case .stop, .reset: if before.shown.phase != .empty { closePlaybackRun(input, code) }
    default: enterOutcome(input, code)
    }
  }

  private mutating func enterSeek(_ input: Input, _ code: UInt16) {
    let isOpen =
      before.shown.phase == .prepared || before.shown.phase == .ended
      || before.shown.phase == .opening && before.isSeeking
    if isOpen { closePlaybackRun(input, code) }
    ledger.budgets.passSetback()
  }

  /// A command requests playback.
  private mutating func enterPlay(_ input: Input, _ code: UInt16) {
    guard inspection.shown.wantsPlay, before.shown.phase != .empty else { return }
    ledger.budgets.command(policies)
    if inspection.epoch != before.epoch || inspection.shown.phase == .blocked || stepOutputs.commandsSeek {
      closePlaybackRun(input, code)
    }
  }

  private mutating func enterButton(_ input: Input, _ code: UInt16) {
    guard case .environment(.remoteControl(let button)) = input else { return }
    switch button {
    case .play, .toggle: enterPlay(input, code)
    case .stop: if before.shown.phase != .empty { closePlaybackRun(input, code) }
    case .pause, .next, .previous: break
    }
  }

  /// The effects of a report, a deadline or the environment.
  private mutating func enterOutcome(_ input: Input, _ code: UInt16) {
    let isByPolicy = stepOutputs.reloads || stepOutputs.failure == .retriesExhausted && stepOutputs.hasFailed
    if isByPolicy, code == Kind.networkChanged {
      closePlaybackRun(input, code)
    } else if isByPolicy || stepOutputs.schedulesRetry || stepOutputs.hasFailed {
      let position = reached(input, code)
      ledger.budgets.breakOff(
        at: position, reached: before.isSeeking ? before.anchor : position,
        isPlaying: before.shown.phase == .prepared && before.nextEpoch.isNone, isOnDemand: isOnDemandBefore, policies)
    } else if stepOutputs.hasEnded || stepOutputs.loops {
      // The run ends where blocked media begins, before the rest of the media is passed.
      let isJumpedTo = code == Kind.deadline && before.isSegmentDeadline
      if !isJumpedTo { ledger.budgets.setback = .unknown }
      if isJumpedTo || stepOutputs.loops {
        ledger.budgets.closePlaybackRun(at: playedEnd(input, code), isOnDemand: isOnDemandBefore, policies)
      }
      // Where a loop or a replay could not go back, the end was passed before.
      if code != Kind.seekCompleted { ledger.budgets.passSetback() }
    } else if inspection.epoch != before.epoch || inspection.shown.phase == .blocked || stepOutputs.commandsSeek {
      closePlaybackRun(input, code)
    }
    if stepOutputs.reloads { ledger.budgets.reloads = Self.next(ledger.budgets.reloads) }
    if stepOutputs.schedulesRetry { ledger.budgets.retries = Self.next(ledger.budgets.retries) }
  }

  static func next(_ count: Int32) -> Int32 { count == .max ? count : count &+ 1 }

  /// Readiness resets the retry count, but not endlessly without playback.
  private mutating func enterReady() {
    guard policies.retryResetsOnReady, ledger.budgets.retries != 0, ledger.budgets.resets < policies.reloadLimit
    else { return }
    ledger.budgets.retries = 0
    ledger.budgets.resets &+= 1
  }

  /// The end of media: as the engine reports it, or its duration if the playhead ran past it.
  mutating func placeOfEnd(_ input: Input, _ code: UInt16) -> MediaTime {
    code == Kind.ended ? reached(input, code) : before.shown.duration
  }

  /// How far the media was played when it ended: what is blocked up to its end is jumped over.
  mutating func playedEnd(_ input: Input, _ code: UInt16) -> MediaTime {
    code == Kind.deadline && before.isSegmentDeadline ? expectedPosition : placeOfEnd(input, code)
  }
}
