import PlayerCore

// State that a player shows only later must follow from the session. A fault is detected where it arises, not only
// where it takes effect: after another stop, another failure, or the time limit of a wait.

extension PlayerMonitor {
  /// Compares the player's hidden state with the account, as far as that is known.
  @inline(__always)
  mutating func checkRemembered(_ input: Input, _ code: UInt16, _ player: inout Player) {
    let hidden = Player.Memory(player)
    checkEdgeRemembered(input, code, hidden)
    checkBlocked(code, &player)
    if inspection.isEngineOpen { checkEngineRemembered(hidden) }
    checkWaitRemembered(hidden)
    checkBudgetsRemembered(hidden)
    // Interruptions and the background.
    if inspection.shown.isInterrupted, memory.interruptedSince != .never {
      expectSame("start of the interruption", hidden.interruptedSince, memory.interruptedSince, .rememberedOtherwise)
    }
    if memory.knowsHindrance {
      expectSame("sound in the background", hidden.audioContinues, memory.audioContinues, .rememberedOtherwise)
    }
    if !policies.ticksAreRegular, judgesTicks { checkGateRemembered(hidden) }
    guard lists.dates.isKnown else { return }
    expectSame("dates", hidden.hasDates, lists.dates.has, .rememberedOtherwise)
    if hidden.hasDates { expect(isDated(&player), .datedWrongly) }
  }

  /// Where interval notifications begin (PRX.md#2).
  @inline(never)
  private mutating func checkGateRemembered(_ hidden: borrowing Player.Memory) {
    guard inspection.isEngineOpen, inspection.shown.phase == .prepared, inspection.nextDeadline > inspection.clock
    else { return }
    expectSame("closed gate", hidden.isGateClosed, ticks.isClosed, .rememberedOtherwise)
    guard ticks.isClosed, ticks.gate.isKnown else { return }
    expectSame("gate", hidden.gate, ticks.gate, .rememberedOtherwise)
  }

  /// The commands to the engine, and its spontaneous actions (Architecture.md#law-10).
  @inline(__always)
  private mutating func checkEngineRemembered(_ hidden: borrowing Player.Memory) {
    if memory.knowsDrive {
      if ledger.budgets.isKnown {
        expectSame("unexpected stops", Int64(hidden.unexpectedStops), ledger.budgets.stops, .rememberedOtherwise)
      }
      expectSame("unconfirmed pauses", Int32(hidden.pendingStops), memory.pendingStops, .rememberedOtherwise)
    }
    if inspection.isMoving {
      expectSame("pending probe", hidden.awaitsProbe, memory.awaitsProbe, .rememberedOtherwise)
      expectSame("probed position", hidden.probedPosition, memory.probedPosition, .rememberedOtherwise)
    }
    if inspection.isSeeking {
      expectSame("repeated seeks", Int64(hidden.seekAttempts), memory.seekAttempts, .rememberedOtherwise)
    }
    if inspection.shown.phase == .prepared, let hasTurned = ledger.hasTurned {
      expectSame("restart from the beginning", hidden.hasTurned, hasTurned, .rememberedOtherwise)
    }
  }

  /// Since when data is awaited, and when it arrived (KSYManual.md#6.4).
  @inline(__always)
  private mutating func checkWaitRemembered(_ hidden: borrowing Player.Memory) {
    if inspection.isEngineOpen {
      expectSame("saturation", hidden.isSaturated, ledger.supply.isSaturated, .rememberedOtherwise)
      if inspection.shown.phase == .prepared, memory.lastDataAt != .never {
        expectSame("newest data", hidden.lastDataAt, memory.lastDataAt, .rememberedOtherwise)
      }
    }
    if memory.waitingSince != .never {
      expectSame("start of the wait", hidden.waitingSince, memory.waitingSince, .rememberedOtherwise)
    }
    if inspection.shown.supply != .stalled {
      expectSame("kick", hidden.kickedAt, Instant.never, .rememberedOtherwise)
    }
  }

  /// The budgets of automatic openings (BugZoo.md#26).
  @inline(__always)
  private mutating func checkBudgetsRemembered(_ hidden: borrowing Player.Memory) {
    guard ledger.budgets.isKnown else { return }
    if inspection.shown.phase == .prepared {
      expectSame("wait before a kick", hidden.waitedInVain, ledger.budgets.waitedInVain, .rememberedOtherwise)
    }
    expectSame("start of the playback run", hidden.stretchOrigin, ledger.budgets.origin, .rememberedOtherwise)
    let skips = ledger.budgets.skips
    if skips.isKnown {
      let counted = Int64(hidden.skipsInVain)
      expectSame("skips in vain", counted, max(skips.least, min(counted, skips.most)), .rememberedOtherwise)
    }
    expectSame("resets", Int64(hidden.resets), ledger.budgets.resets, .rememberedOtherwise)
    if inspection.shown.phase == .failed, let wasUnderWay = ledger.wasUnderWay {
      expectSame("media left to play", hidden.wasUnderWay, wasUnderWay, .rememberedOtherwise)
    }
  }
}
