import PlayerCore

// An independent account of where the next opening begins: at the app's start position, until a seek, a retry, a reload
// or a failure moves it (SRG.md#1.6, BugZoo.md#8, BugZoo.md#36).

extension PlayerMonitor {
  /// The start positions of openings; `nil` when unknown.
  struct Starts: Sendable {
    var initial: Position?
    var next: Position?
  }

  @inline(__always)
  mutating func checkStarts(_ input: Input, _ code: UInt16, _ player: inout Player) {
    if code == Kind.opened { checkUndecidedStart() }
    let start = player.startPosition
    // Only commands, remote controls and inputs with outputs can move the start.
    if code > 0 && code < Kind.environment || code == Kind.remoteControl || stepOutputs.outputs > 0 {
      enterStart(input, code, start)
    }
    guard let expected = ledger.starts.next else { return ledger.starts.next = start }
    if start != expected { contradictStart(start, expected) }
  }

  @inline(never)
  private mutating func contradictStart(_ seen: Position, _ expected: Position) {
    expectSame("anchor of the start", seen.anchor, expected.anchor, .startMisplaced)
    expectSame("offset of the start", seen.offset, expected.offset, .startMisplaced)
    expectSame("tolerance before the start", seen.toleranceBefore, expected.toleranceBefore, .startMisplaced)
    expectSame("tolerance after the start", seen.toleranceAfter, expected.toleranceAfter, .startMisplaced)
    expectSame("segment of the start", seen.segment, expected.segment, .startMisplaced)
  }

  private mutating func enterStart(_ input: Input, _ code: UInt16, _ start: Position) {
    if inspection.shown.phase == .empty {
      (ledger.starts.initial, ledger.starts.next) = (.standard, .standard)
      return
    }
    if case .command(let command, _) = input, !stepOutputs.isRefused {
      if enterStart(of: command, code, start) { return }
    }
    let hasTakenOver =
      before.nextEpoch == inspection.epoch && before.epoch != inspection.epoch && inspection.isEngineOpen
    if stepOutputs.schedulesRetry || stepOutputs.reloads {
      enterLeaving(input, code)
    } else if stepOutputs.hasFailed {
      if policies.reopensAtLastPosition { remember(input, code) }
    } else if hasTakenOver {
      remember(input, code)
      // A skip moves the upcoming opening past the blocked media.
      if code == Kind.deadline, before.isSegmentDeadline { ledger.starts.next = start }
    } else if inspection.shown.phase == .blocked, before.shown.phase == .prepared,
      code == Kind.networkChanged || code == Kind.set
    {
      remember(input, code)
    } else if case .environment(.remoteControl(.stop)) = input, before.shown.phase != .empty {
      ledger.starts.next = ledger.starts.initial
    }
    if inspection.shown.preparedCount != before.shown.preparedCount { ledger.starts.next = ledger.starts.initial }
  }

  /// Whether the command sets where the next opening begins.
  private mutating func enterStart(of command: Command, _ code: UInt16, _ start: Position) -> Bool {
    switch command {
    case .load(_, var wanted, _, _, _):
      if wanted.anchor == .playhead { wanted.anchor = .start }
      (ledger.starts.initial, ledger.starts.next) = (wanted, wanted)
      return true
    case .stop, .reset:
      if before.shown.phase != .empty { ledger.starts.next = ledger.starts.initial }
      return true
    case .reload(_, let flush, _):
      let isKept = !flush && before.shown.phase == .prepared && !before.isSeeking && stepOutputs.isPrevented
      if isKept { return true }
      remember(.deadline, Kind.reload)
      if inspection.shown.item == before.shown.item { rememberSeek() }
      return true
    case .seek(let position):
      enterSeek(to: position, start)
      return true
    case .restart(let position, _):
      if position.anchor != .defaultPosition, before.canSeek { enterSeek(to: position, start) }
      return true
    default: return false
    }
  }

  private mutating func enterSeek(to position: Position, _ start: Position) {
    switch before.shown.phase {
    case .empty: return
    case .idle, .blocked, .failed: ledger.starts.next = aimed(at: position)
    case .opening where !before.isSeeking: ledger.starts.next = aimed(at: position)
    case .opening:
      var place = Position.at(inspection.position)
      place.toleranceBefore = max(.zero, position.toleranceBefore)
      place.toleranceAfter = max(.zero, position.toleranceAfter)
      place.segment = inspection.pendingSelection
      ledger.starts.next = place
    case .prepared, .ended:
      if inspection.shown.phase == .blocked {
        ledger.starts.next = start
      } else if !before.nextEpoch.isNone {
        enterSeekBeside(position, start)
      }
    }
  }

  /// The upcoming opening goes to the target of the seek.
  private mutating func enterSeekBeside(_ position: Position, _ start: Position) {
    var place = start
    place.toleranceBefore = max(.zero, position.toleranceBefore)
    place.toleranceAfter = max(.zero, position.toleranceAfter)
    (place.anchor, place.segment) = (.start, inspection.pendingSelection)
    ledger.starts.next = place
  }

  /// An offset from the playhead is relative to the previous start position (KSYManual.md#6.4).
  private func aimed(at position: Position) -> Position? {
    guard position.anchor == .playhead else { return position }
    guard let old = ledger.starts.next else { return nil }
    var place = position
    (place.anchor, place.segment) = (old.anchor, old.segment)
    place.offset = old.offset + position.offset
    if place.anchor == .start { place.offset = max(.zero, place.offset) }
    return place
  }

  /// Open media will continue at its position, if it can be restored.
  private mutating func remember(_ input: Input, _ code: UInt16) {
    guard before.shown.phase == .prepared || before.shown.phase == .ended, before.shown.streamType == .onDemand,
      before.canSeek
    else { return }
    ledger.starts.next = .at(reached(input, code))
  }

  /// Media reopened by policy continues at its position; a shown seek continues to its target.
  private mutating func enterLeaving(_ input: Input, _ code: UInt16) {
    if !policies.retryResumesAtInitial { remember(input, code) }
    rememberSeek()
  }

  /// A seek that is shown goes on in the next opening of media on demand.
  private mutating func rememberSeek() {
    guard !before.shown.seek.isNone, before.shown.streamType == .onDemand else { return }
    guard ledger.tolerances.isKnown else { return ledger.starts.next = nil }
    var place = Position.at(before.shown.seekTarget)
    (place.toleranceBefore, place.toleranceAfter) = (ledger.tolerances.before, ledger.tolerances.after)
    place.segment = before.pendingSelection
    ledger.starts.next = place
  }
}
