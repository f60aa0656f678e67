import PlayerCore

// The monitor's own account of a session: the numbers and positions that follow from the rules, never the player's own.
// Each input is entered with its outputs, then the player is compared with the entry.

extension PlayerMonitor {
  /// The account of a session.
  struct Ledger: Sendable {
    var budgets = Budgets()
    var starts = Starts()
    var tolerances = Tolerances()
    var supply = SupplyMemory()
    /// When the running stall began; `never` without one, or if it began before the monitor started.
    var stallBegan = Instant.never
    /// From the opening to the first frame since the last load; `nil` when unknown.
    var startup: TimeSpan?
    /// Whether the media started over by itself and nothing was played since; `nil` when unknown.
    var hasTurned: Bool?

    /// Whether the failed media had something left to play; `nil` when unknown.
    var wasUnderWay: Bool?
    /// The settings as they were commanded.
    var configuration: Configuration?

    init() {}

    /// What happened before the monitor started is known only for a new player.
    init(_ player: Player, _ inspection: Player.Inspection) {
      let isNew = inspection.shown.phase == .empty && inspection.clock == .zero
      budgets.isKnown = isNew
      configuration = player.configuration
      starts.next = isNew ? player.startPosition : nil
      starts.initial = starts.next
      if isNew { (startup, hasTurned) = (.never, false) }
    }
  }

  /// Tolerances of the newest seek; unknown if it was requested before the monitor started.
  struct Tolerances: Sendable {
    var before = TimeSpan.zero
    var after = TimeSpan.zero
    var isKnown = false

    init() {}

    init(_ before: TimeSpan, _ after: TimeSpan) {
      (self.before, self.after, isKnown) = (max(.zero, before), max(.zero, after), true)
    }
  }

  /// What happened before the monitor started is known only for a new player.
  mutating func beginAccounts(_ player: Player) {
    let isNew = inspection.shown.phase == .empty && inspection.clock == .zero
    digests = SegmentDigests(isNew: isNew)
    edge.holdsRate = isNew ? false : nil
    edge.awaitsWindow = isNew ? false : nil
  }

  @inline(__always)
  mutating func checkLedger(_ input: Input, _ code: UInt16, _ outputs: inout Outputs, _ player: inout Player) {
    let isQuiet = outputs.isEmpty && code >= Kind.connected
    if !isQuiet {
      if stepOutputs.hasFailed || stepOutputs.schedulesRetry || stepOutputs.warns {
        checkCause(input, code)
        checkFailureBeside(input, code)
        if stepOutputs.hasFailed { ledger.wasUnderWay = isUnderWay(player.configuration, at: reached(input, code)) }
      }
      if stepOutputs.endsSeek || stepOutputs.hasEnded || stepOutputs.jumps || stepOutputs.hasFailed {
        checkPlaces(input, code)
      }
      if stepOutputs.answered.count > 0 { checkReasonsOfAnswers(input, code) }
      if stepOutputs.hasEnded || stepOutputs.loops || code == Kind.ended { checkEnding(input, code, &player) }
      if before.nextEpoch == inspection.epoch, before.epoch != inspection.epoch, !inspection.epoch.isNone {
        checkTakeOver(input, code)
      }
    }
    if code == Kind.starved || code == Kind.supplyChanged { checkDry(input, code, &player) }
    checkBudgets(input, code)
    countSkips(code, &player)
    checkSeekCommands(input, code, &player)
    checkStarts(input, code, &player)
    followTurns(code)
    checkSupply(input, code)
    checkRemembered(input, code, &player)
    checkAwaited()
    checkDigests(input, code, &player)
    checkRenditions(code, &player)
    checkNextTick(code)
    if !isQuiet { checkFresh(code, &player) }
  }

  // MARK: Shared by several entries

  /// The playhead at this input: as the engine reports it, else where it has run to; at the end if it was stopped after
  /// running past it.
  mutating func reached(_ input: Input, _ code: UInt16) -> MediaTime {
    if before.isSeeking { return before.position }
    if code == Kind.deadline, before.nextSlot == .pastEnd { return before.shown.duration }
    // A playhead at rest after the end also gives way to the upcoming opening, without a warning.
    let hasGivenWay = inspection.epoch == before.nextEpoch && !inspection.epoch.isNone && !stepOutputs.warns
    if code == Kind.positionReported, hasGivenWay { return before.shown.duration }
    guard before.shown.phase == .prepared, isOwnReport(input) else { return expectedPosition }
    if code == Kind.playbackStopped, before.isMoving || before.isStarting, memory.pendingStopsBefore > 0 {
      return expectedPosition
    }
    let position = reportedPosition(input)
    return position.isKnown ? position : expectedPosition
  }

  /// Whether the input is a report of the current opening.
  func isOwnReport(_ input: Input) -> Bool {
    guard case .engine(_, let epoch) = input else { return false }
    return epoch == before.epoch && !epoch.isNone && before.isEngineOpen
  }
}
