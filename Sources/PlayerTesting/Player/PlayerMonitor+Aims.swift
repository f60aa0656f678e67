import PlayerCore

// Seek commands to the engine: serial, target and tolerances, whatever caused the seek; and which seeks are shown
// (BugZoo.md#27, SRG.md#1.3).

extension PlayerMonitor {
  @inline(__always)
  mutating func checkSeekCommands(_ input: Input, _ code: UInt16, _ player: inout Player) {
    if stepOutputs.commandsSeek || inspection.newestSeek != before.newestSeek { checkSeekCommand(input, code, &player) }
  }

  @inline(never)
  private mutating func checkSeekCommand(_ input: Input, _ code: UInt16, _ player: inout Player) {
    if inspection.newestSeek != before.newestSeek { enterTolerances(input, code, &player) }
    guard stepOutputs.commandsSeek, inspection.isSeeking, commandedSeekEpoch == inspection.epoch else { return }
    expectSame("target of the seek", stepOutputs.seekTarget, inspection.position, .seekToldWrongly)
    guard ledger.tolerances.isKnown else { return }
    expectSame("tolerance before the seek", stepOutputs.seekBefore, ledger.tolerances.before, .seekToldWrongly)
    expectSame("tolerance after the seek", stepOutputs.seekAfter, ledger.tolerances.after, .seekToldWrongly)
  }

  /// A new seek: its origin, its tolerances, and whether it is shown.
  private mutating func enterTolerances(_ input: Input, _ code: UInt16, _ player: inout Player) {
    var isShown = false
    if case .command(let command, _) = input, code == Kind.seek || code == Kind.restart {
      switch command {
      case .seek(let position), .restart(let position, _):
        // No tolerance before the landing after a blocked segment: the segment itself lies there.
        let before = inspection.shown.skipped.isNone ? position.toleranceBefore : .zero
        ledger.tolerances = Tolerances(before, position.toleranceAfter)
      default: break
      }
      isShown = code == Kind.seek && inspection.shown.phase == .prepared
    } else if code == Kind.opened {
      ledger.tolerances = Tolerances()
      if let start = startBefore(input) { ledger.tolerances = Tolerances(start.toleranceBefore, start.toleranceAfter) }
    } else {
      ledger.tolerances = Tolerances(.zero, .zero)
      isShown = code == Kind.deadline && before.isSegmentDeadline && !stepOutputs.loops
      if isShown { checkSkipTarget(&player) } else { checkBeginning(&player) }
    }
    guard inspection.isSeeking else { return }
    expect(inspection.shown.seek.isNone != isShown, .seekToldWrongly)
  }

  /// Where the opening was to begin. A handover begins where the previous opening was.
  private func startBefore(_ input: Input) -> Position? {
    let hasTakenOver = before.epoch != inspection.epoch
    return hasTakenOver ? nil : ledger.starts.next
  }

  /// A skip lands after the blocked media at the playhead, as far as the media can be sought.
  private mutating func checkSkipTarget(_ player: inout Player) {
    guard inspection.isSeeking, inspection.epoch == before.epoch,
      let landing = landing(behindBlockedAt: expectedPosition, &player)
    else { return }
    expectSame("landing of the skip", inspection.position, reachable(landing), .seekToldWrongly)
    expect(!inspection.shown.skipped.isNone, .skipToldWrongly)
  }

  /// A loop or a replay begins at the start of the media, or after the blocked media there if starts avoid it.
  private mutating func checkBeginning(_ player: inout Player) {
    let first = before.shown.rangeStart
    guard inspection.isSeeking, inspection.epoch == before.epoch,
      before.shown.phase == .prepared || before.shown.phase == .ended
    else { return }
    guard inspection.segmentCount > 0, player.configuration.relocatesBlockedStarts,
      let landing = landing(behindBlockedAt: first, &player).map(reachable), landing > first
    else { return expectSame("beginning", inspection.position, first, .seekToldWrongly) }
    expectSame("beginning", inspection.position, landing, .seekToldWrongly)
    expect(!inspection.shown.skipped.isNone, .skipToldWrongly)
  }
}
