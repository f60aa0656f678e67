import PlayerCore

// What the engine is told of a seek: its serial, its target and its tolerances, whichever way it came about; and which of
// them are shown (BugZoo.md#27, SRG.md#1.3).

extension PlayerMonitor {
  @inline(__always)
  mutating func checkSeeksTold(_ input: Input, _ code: UInt16, _ player: inout Player) {
    if said.commandsSeek || facts.newestSeek != before.newestSeek { checkSeekTold(input, code, &player) }
  }

  @inline(never)
  private mutating func checkSeekTold(_ input: Input, _ code: UInt16, _ player: inout Player) {
    if facts.newestSeek != before.newestSeek { enterAsk(input, code, &player) }
    guard said.commandsSeek, facts.isSeeking, commandedSeekEpoch == facts.epoch else { return }
    expectSame("target of the seek", said.seekTarget, facts.position, .seekToldWrongly)
    guard ledger.ask.isKnown else { return }
    expectSame("tolerance before the seek", said.seekBefore, ledger.ask.before, .seekToldWrongly)
    expectSame("tolerance after the seek", said.seekAfter, ledger.ask.after, .seekToldWrongly)
  }

  /// A new seek: who asked for it, with which tolerances, and whether it is shown.
  private mutating func enterAsk(_ input: Input, _ code: UInt16, _ player: inout Player) {
    var isShown = false
    if case .command(let command, _) = input, code == Kind.seek || code == Kind.restart {
      switch command {
      case .seek(let position), .restart(let position, _):
        // Before a landing behind blocked media lies what is blocked.
        let before = facts.shown.skipped.isNone ? position.toleranceBefore : .zero
        ledger.ask = Tolerances(before, position.toleranceAfter)
      default: break
      }
      isShown = code == Kind.seek && facts.shown.phase == .prepared
    } else if code == Kind.opened {
      ledger.ask = Tolerances()
      if let start = startBefore(input) { ledger.ask = Tolerances(start.toleranceBefore, start.toleranceAfter) }
    } else {
      ledger.ask = Tolerances(.zero, .zero)
      isShown = code == Kind.deadline && before.isSegmentDeadline && !said.loops
      if isShown { checkSkipTarget(&player) } else { checkBeginning(&player) }
    }
    guard facts.isSeeking else { return }
    expect(facts.shown.seek.isNone != isShown, .seekToldWrongly)
  }

  /// Where the opening was to begin. What takes over begins where the opening before it was.
  private func startBefore(_ input: Input) -> Position? {
    let hasTakenOver = before.epoch != facts.epoch
    return hasTakenOver ? nil : ledger.starts.next
  }

  /// A skip goes behind what is blocked where the playhead is, as far as can be sought.
  private mutating func checkSkipTarget(_ player: inout Player) {
    guard facts.isSeeking, facts.epoch == before.epoch,
      let landing = landing(behindBlockedAt: expectedPosition, &player)
    else { return }
    expectSame("landing of the skip", facts.position, reachable(landing), .seekToldWrongly)
  }

  /// The nearest position that can be sought.
  private func reachable(_ position: MediaTime) -> MediaTime {
    position.clamped(from: facts.shown.rangeStart, to: facts.shown.rangeEnd + (.zero - policies.seekEndMargin))
  }

  /// A loop or a replay begins at the beginning, or behind what is blocked there where starts go around that.
  private mutating func checkBeginning(_ player: inout Player) {
    let first = before.shown.rangeStart
    guard facts.isSeeking, facts.epoch == before.epoch, before.shown.phase == .prepared || before.shown.phase == .ended
    else { return }
    guard facts.segmentCount > 0, player.configuration.relocatesBlockedStarts,
      let landing = landing(behindBlockedAt: first, &player)
    else { return expectSame("beginning", facts.position, first, .seekToldWrongly) }
    expectSame("beginning", facts.position, max(first, reachable(landing)), .seekToldWrongly)
  }
}
