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
    guard let room = landings(around: stepOutputs.seekTarget) else { return }
    let before = min(ledger.tolerances.before, stepOutputs.seekTarget - room.first)
    let after = min(ledger.tolerances.after, room.last - stepOutputs.seekTarget)
    expectSame("tolerance before the seek", stepOutputs.seekBefore, max(.zero, before), .seekToldWrongly)
    expectSame("tolerance after the seek", stepOutputs.seekAfter, max(.zero, after), .seekToldWrongly)
  }

  /// Where a seek may land: not in blocked media, within the segment that it selects, and where it can reach. `nil` for a list
  /// of which the monitor has no account, and where nothing can be sought any more.
  private func landings(around target: MediaTime) -> (first: MediaTime, last: MediaTime)? {
    guard inspection.canSeek, inspection.segmentCount == 0 || lists.isCut else { return nil }
    var first = inspection.shown.rangeStart
    var last = inspection.shown.rangeEnd + (.zero - policies.seekEndMargin)
    for (place, start) in lists.cut.marks.enumerated() where lists.cut.landings[place] != nil {
      let isLast = place + 1 == lists.cut.marks.count
      let end = isLast ? MediaTime(microseconds: .max) : lists.cut.marks[place + 1]
      if start > target {
        last = min(last, start + .microseconds(-1))
      } else if end <= target {
        first = max(first, end)
      } else {
        return (target, target)
      }
    }
    if let range = segment(inspection.pendingSelection).flatMap({ range(of: $0) }) {
      first = max(first, range.lowerBound)
      last = min(last, range.upperBound + .microseconds(-1))
    }
    return (first, last)
  }

  /// A new seek: its origin, its tolerances, and whether it is shown.
  private mutating func enterTolerances(_ input: Input, _ code: UInt16, _ player: inout Player) {
    var isShown = false
    if case .command(let command, _) = input, code == Kind.seek || code == Kind.restart {
      switch command {
      case .seek(let position), .restart(let position, _):
        ledger.tolerances = Tolerances(position.toleranceBefore, position.toleranceAfter)
      default: break
      }
      isShown = code == Kind.seek && inspection.shown.phase == .prepared
    } else if goesToStart(code) {
      ledger.tolerances = Tolerances()
      if let start = startBefore(input) { ledger.tolerances = Tolerances(start.toleranceBefore, start.toleranceAfter) }
    } else {
      isShown = code == Kind.deadline && before.isSegmentDeadline && !stepOutputs.loops
      ledger.tolerances = Tolerances(.zero, .zero)
      if isShown { enterSkipTolerance() }
      if isShown { checkSkipTarget(&player) } else { checkBeginning(&player) }
    }
    guard inspection.isSeeking else { return }
    expect(inspection.shown.seek.isNone != isShown, .seekToldWrongly)
  }

  /// After a skip that fell short, the next may land anywhere after the blocked media.
  private mutating func enterSkipTolerance() {
    let skips = ledger.budgets.skips
    if !skips.isKnown || skips.least <= 1 && skips.most > 1 {
      ledger.tolerances = Tolerances()
    } else if skips.most > 1 {
      ledger.tolerances.after = .never
    }
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
    let (skips, nearest) = (ledger.budgets.skips, reachable(landing))
    guard lists.isCut || skips.most <= 2 else { return }
    let next = skips.isKnown && skips.most <= 2 ? nil : self.landing(behindNext: nearest)
    let isNextCertain =
      skips.isKnown && skips.least > 2 && segments.hasLandedFinished
      && self.landing(behindBlockedAt: nearest, &player) == nil
    let expected = next.flatMap { isNextCertain || inspection.position == $0 ? $0 : nil } ?? nearest
    expectSame("landing of the skip", inspection.position, expected, .seekToldWrongly)
    expect(!inspection.shown.skipped.isNone, .skipToldWrongly)
  }

  /// Where a skip leads after two that fell short: after the next blocked media, if a seek reaches that. `position` may be
  /// in it, where nothing before can be sought.
  private func landing(behindNext position: MediaTime) -> MediaTime? {
    let marks = lists.cut.marks
    for (place, landing) in lists.cut.landings.enumerated() {
      guard let landing, place + 1 == marks.count || marks[place + 1] > position else { continue }
      let reach = reachable(landing)
      return reach > max(marks[place], position) ? reach : nil
    }
    return nil
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
