import PlayerCore

// What the monitor keeps of a session on its own account: the numbers and places that the rules give, never those that the
// player holds. Each input is entered with what was said of it, and the player is compared with the entry.

extension PlayerMonitor {
  /// The account of a session.
  struct Ledger: Sendable {
    var budgets = Budgets()
    var starts = Starts()
    var ask = Tolerances()
    var supply = SupplyMemory()
    /// When the stall began that is not over; never when there is none, or when that was before the watch.
    var stallBegan = Instant.never
    /// From the opening to the first frame since the last load; `nil` when that is not known.
    var startup: TimeSpan?
    /// Whether the media started over by itself and nothing was played since; `nil` when that is not known.
    var hasTurned: Bool?

    /// Whether what has failed had something left to play; `nil` when that is not known.
    var wasUnderWay: Bool?
    /// The settings as they were told.
    var configuration: Configuration?

    init() {}

    /// What came before the watch is known of a new player only.
    init(_ player: Player, _ facts: Player.Facts) {
      let isNew = facts.shown.phase == .empty && facts.clock == .zero
      budgets.isKnown = isNew
      configuration = player.configuration
      starts.next = isNew ? player.startPosition : nil
      starts.initial = starts.next
      if isNew { (startup, hasTurned) = (.never, false) }
    }
  }

  /// Tolerances of the newest seek; unknown where they were asked for before the watch.
  struct Tolerances: Sendable {
    var before = TimeSpan.zero
    var after = TimeSpan.zero
    var isKnown = false

    init() {}

    init(_ before: TimeSpan, _ after: TimeSpan) {
      (self.before, self.after, isKnown) = (max(.zero, before), max(.zero, after), true)
    }
  }

  @inline(__always)
  mutating func checkLedger(_ input: Input, _ code: UInt16, _ outputs: inout Outputs, _ player: inout Player) {
    let isQuiet = outputs.isEmpty && code >= Kind.connected
    if !isQuiet {
      if said.hasFailed || said.schedulesRetry || said.warns {
        checkCause(input, code)
        checkFailureBeside(input, code)
        if said.hasFailed { ledger.wasUnderWay = isUnderWay(player.configuration, at: reached(input, code)) }
      }
      if said.endsSeek || said.hasEnded || said.jumps || said.hasFailed { checkPlaces(input, code) }
      if said.answered.count > 0 { checkReasonsOfAnswers(input, code) }
      if said.hasEnded || said.loops || code == Kind.ended { checkEnding(input, code, &player) }
      if before.nextEpoch == facts.epoch, before.epoch != facts.epoch, !facts.epoch.isNone {
        checkTakeOver(input, code)
      }
    }
    if code == Kind.starved || code == Kind.supplyChanged { checkDry(input, code, &player) }
    checkSeeksTold(input, code, &player)
    checkStarts(input, code, &player)
    checkBudgets(input, code)
    followTurns(code)
    checkSupply(input, code)
    checkAwaited()
    if !isQuiet { checkFresh(code, &player) }
  }

  // MARK: Evidence

  /// Two numbers that should have been the same.
  struct Evidence: Sendable {
    var quantity: StaticString
    var seen: Int64
    var expected: Int64

    var words: String { "\(quantity) is \(seen), expected \(expected)" }
  }

  /// Breaks `law` where `seen` is not `expected`, and remembers both for the report.
  @inline(__always)
  mutating func expectSame<Value: WireValue & Equatable>(
    _ quantity: StaticString, _ seen: Value, _ expected: Value, _ law: Law
  ) {
    if seen != expected { contradict(quantity, seen.wireValue, expected.wireValue, law) }
  }

  @inline(never)
  private mutating func contradict(_ quantity: StaticString, _ seen: Int64, _ expected: Int64, _ law: Law) {
    let isFirst = broken == nil
    flag(law)
    if isFirst, broken != nil { evidence = Evidence(quantity: quantity, seen: seen, expected: expected) }
  }

  // MARK: What several entries need

  /// Where the playhead was when this input had told of it: where the engine has said, else where it has run on to; where
  /// what ran past its end was stopped, at the end.
  mutating func reached(_ input: Input, _ code: UInt16) -> MediaTime {
    if before.isSeeking { return before.position }
    if code == Kind.deadline, before.nextSlot == .pastEnd { return before.shown.duration }
    guard before.shown.phase == .prepared, isOwnReport(input) else { return expectedPosition }
    if code == Kind.playbackStopped, before.isMoving || before.isStarting, senses.pendingStopsBefore > 0 {
      return expectedPosition
    }
    let position = reportedPosition(input)
    return position.isKnown ? position : expectedPosition
  }

  /// Whether the input is a report of the opening that plays.
  func isOwnReport(_ input: Input) -> Bool {
    guard case .engine(_, let epoch) = input else { return false }
    return epoch == before.epoch && !epoch.isNone && before.isEngineOpen
  }
}
