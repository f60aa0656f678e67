import PlayerCore

// What a player may do by itself is bounded by counts; here they are kept a second time (BugZoo.md#26,
// Contradictions.md#X-10).

extension PlayerMonitor {
  /// The counts of openings that nobody asked for, and what decides when they begin anew.
  struct Budgets: Sendable {
    var retries: Int32 = 0
    var reloads: Int32 = 0
    /// How often being prepared has ended the count of retries since playback last got on.
    var resets: Int64 = 0
    /// Where the stretch of playback began that runs, moved on by what it has jumped over; unknown without one.
    var origin = MediaTime.unknown
    /// Where playback broke off and has not got beyond since.
    var setback = MediaTime.unknown
    /// False for a watch that began later.
    var isKnown = false

    /// A stretch ends at `position`: by a second of playback, not of what was played before, the counts begin anew.
    mutating func endStretch(at position: MediaTime, isOnDemand: Bool, _ policies: borrowing Policies) {
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

    /// A stretch ends because it cannot go on.
    mutating func breakOff(
      at position: MediaTime, reached: MediaTime, isPlaying: Bool, isOnDemand: Bool, _ policies: borrowing Policies
    ) {
      endStretch(at: position, isOnDemand: isOnDemand, policies)
      guard isPlaying else { return }
      if !setback.isKnown || !isOnDemand || reached > setback { setback = reached }
    }

    mutating func command(_ policies: borrowing Policies) {
      (setback, reloads, resets) = (.unknown, 0, 0)
      if policies.retryResetsOnCommand { retries = 0 }
    }

    mutating func item(_ policies: borrowing Policies) {
      setback = .unknown
      if policies.retryResetsOnItem { retries = 0 }
    }
  }

  @inline(__always)
  mutating func checkBudgets(_ input: Input, _ code: UInt16) {
    guard ledger.budgets.isKnown else { return }
    enterBudgets(input, code)
    expectSame("retries", facts.retryCount, ledger.budgets.retries, .budgetWrong)
    expectSame("reloads", facts.reloadCount, ledger.budgets.reloads, .budgetWrong)
    expectSame("setback", facts.setback, ledger.budgets.setback, .budgetWrong)
  }

  @inline(__always)
  private mutating func enterBudgets(_ input: Input, _ code: UInt16) {
    if said.jump.to > said.jump.from, said.jump.to != said.catchUp, ledger.budgets.origin.isKnown {
      ledger.budgets.origin = ledger.budgets.origin + (said.jump.to - said.jump.from)
    }
    if code > 0, code < Kind.environment {
      if !said.isRefused, case .command(let command, _) = input { enterCommand(command, input, code) }
    } else if code == Kind.remoteControl {
      enterButton(input, code)
    } else {
      enterOutcome(input, code)
    }
    if facts.shown.preparedCount != before.shown.preparedCount { enterReady() }
    if code == Kind.playbackStarted, isOwnReport(input), !said.diagnosesIgnored, !ledger.budgets.origin.isKnown {
      let position = reportedPosition(input)
      ledger.budgets.origin = position.isKnown ? position : expectedPosition
    }
    if said.catchUp.isKnown, ledger.budgets.origin.isKnown {
      let jump = said.catchUpJump.to.isKnown ? said.catchUpJump : said.jump
      if jump.to == said.catchUp, jump.to > jump.from {
        ledger.budgets.origin = ledger.budgets.origin + (jump.to - jump.from)
      }
    }
  }

  private var isOnDemandBefore: Bool { before.shown.streamType == .onDemand }

  private mutating func endStretch(_ input: Input, _ code: UInt16) {
    ledger.budgets.endStretch(at: reached(input, code), isOnDemand: isOnDemandBefore, policies)
  }

  private mutating func enterCommand(_ command: Command, _ input: Input, _ code: UInt16) {
    switch command {
    case .load(let item, _, _, _, _):
      endStretch(input, code)
      if item != before.shown.item { ledger.budgets.item(policies) }
      ledger.budgets.command(policies)
    case .reload(let item, let flush, _):
      let keepsBuffer = !flush && before.shown.phase == .prepared && !before.isSeeking
      if keepsBuffer, said.isPrevented { return }
      ledger.budgets.command(policies)
      if !item.isNone, item != before.shown.item { ledger.budgets.item(policies) }
      if !keepsBuffer { endStretch(input, code) }
    case .seek: enterSeek(input, code)
    case .restart(let position, _): if position.anchor != .defaultPosition, before.canSeek { enterSeek(input, code) }
    case .play, .toggle: enterWish(input, code)
    case .prepare:
      switch before.shown.phase {
      case .idle, .blocked, .failed: ledger.budgets.command(policies)
      case .empty, .opening, .prepared, .ended: break
      }
    case .retry: ledger.budgets.command(policies)
    case .stop, .reset: if before.shown.phase != .empty { endStretch(input, code) }
    default: enterOutcome(input, code)
    }
  }

  private mutating func enterSeek(_ input: Input, _ code: UInt16) {
    let isOpen =
      before.shown.phase == .prepared || before.shown.phase == .ended
      || before.shown.phase == .opening && before.isSeeking
    if isOpen { endStretch(input, code) }
    ledger.budgets.setback = .unknown
  }

  /// Who wants to play has asked.
  private mutating func enterWish(_ input: Input, _ code: UInt16) {
    guard facts.shown.wantsPlay, before.shown.phase != .empty else { return }
    ledger.budgets.command(policies)
    if facts.epoch != before.epoch || facts.shown.phase == .blocked || said.commandsSeek { endStretch(input, code) }
  }

  private mutating func enterButton(_ input: Input, _ code: UInt16) {
    guard case .environment(.remoteControl(let button)) = input else { return }
    switch button {
    case .play, .toggle: enterWish(input, code)
    case .stop: if before.shown.phase != .empty { endStretch(input, code) }
    case .pause, .next, .previous: break
    }
  }

  /// What a report, a deadline or the surroundings have led to.
  private mutating func enterOutcome(_ input: Input, _ code: UInt16) {
    let isByPolicy = said.reloads || said.failure == .retriesExhausted && said.hasFailed
    if isByPolicy, code == Kind.networkChanged {
      endStretch(input, code)
    } else if isByPolicy || said.schedulesRetry || said.hasFailed {
      let position = reached(input, code)
      ledger.budgets.breakOff(
        at: position, reached: before.isSeeking ? before.anchor : position,
        isPlaying: before.shown.phase == .prepared && before.nextEpoch.isNone, isOnDemand: isOnDemandBefore, policies)
    } else if said.hasEnded || said.loops {
      ledger.budgets.setback = .unknown
      if said.loops { ledger.budgets.endStretch(at: placeOfEnd(input, code), isOnDemand: isOnDemandBefore, policies) }
    } else if facts.epoch != before.epoch || facts.shown.phase == .blocked || said.commandsSeek {
      endStretch(input, code)
    } else if code == Kind.networkChanged, policies.reloadLimit == 0 {
      // A reload that may not be made is tried all the same, and ends the stretch.
      ledger.budgets.retries = facts.retryCount
    }
    if said.reloads { ledger.budgets.reloads = Self.next(ledger.budgets.reloads) }
    if said.schedulesRetry { ledger.budgets.retries = Self.next(ledger.budgets.retries) }
  }

  static func next(_ count: Int32) -> Int32 { count == .max ? count : count &+ 1 }

  /// Being prepared ends the count of retries, but not for ever without playback.
  private mutating func enterReady() {
    guard policies.retryResetsOnReady, ledger.budgets.retries != 0, ledger.budgets.resets < policies.reloadLimit
    else { return }
    ledger.budgets.retries = 0
    ledger.budgets.resets &+= 1
  }

  /// Where media has ended: where the engine says, or at its duration where that was run past.
  mutating func placeOfEnd(_ input: Input, _ code: UInt16) -> MediaTime {
    code == Kind.ended ? reached(input, code) : before.shown.duration
  }
}
