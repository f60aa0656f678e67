import PlayerCore

// Interval notifications under settings that shift them: the gate after the start, and ticks at jumps, starts and stops
// (PRX.md#2, PRX.md#9, Contradictions.md#X-04).

extension PlayerMonitor {
  /// The state of the gate, and of ticks announced to all observers at one position.
  struct Ticks: Sendable {
    /// The position where the gate opens; unknown when it cannot be computed.
    var gate = MediaTime.unknown
    /// Where the playhead was set last: a gate before that was not passed.
    var low = MediaTime.unknown
    var isClosed = false
    /// Whether this input moved a gate that may have been closed: positions that were reached before it need not be told.
    var wasClosed = false
    /// Whether it is known if the gate is closed.
    var isGateKnown = false
    /// Where the playhead jumped to, started or stopped, and which observers were not notified of it.
    var place = MediaTime.unknown
    var awaiting = FourInPlace(repeating: ObserverID.none)
    var awaitingCount = 0
    /// Whether each of them must be notified.
    var isOwed = false
    /// False while unknown notifications may be due.
    var isSettled = false
    /// The input that was evaluated last: after a gap nothing is known.
    var seen: UInt64 = 0

    mutating func arm(from start: MediaTime, _ span: TimeSpan) {
      wasClosed = isClosed || !isGateKnown
      isClosed = span != .zero
      if isClosed { isOwed = false }
      gate = isClosed ? start + span : .unknown
      // Numbers beyond this one are not evaluated.
      isGateKnown = !isClosed || gate < .microseconds(1 << 60)
    }

    mutating func open() {
      isClosed = false
      gate = .unknown
    }

    mutating func removeAwaiting(_ id: ObserverID) -> Bool {
      for index in 0..<awaitingCount where awaiting[index] == id {
        awaitingCount &-= 1
        awaiting[index] = awaiting[awaitingCount]
        return true
      }
      return false
    }

    mutating func forgetPlace() { (place, awaitingCount, isOwed) = (.unknown, 0, false) }
  }

  /// Whether the gate and the announced ticks are known up to the previous input.
  private var followsTicks: Bool { ticks.seen == inputCount &- 1 && !stepOutputs.changesSettings && !memory.owesTicks }

  /// Whether the gate is known, or there is none.
  @inline(__always)
  var judgesTicks: Bool { policies.ticksAreRegular || ticks.seen == inputCount && ticks.isGateKnown }

  /// Whether this observer, or the soft end, may be silent now: the gate silences no boundary.
  func isGated(_ slot: Observers.Slot) -> Bool {
    if policies.ticksAreRegular || slot.interval == .zero && !slot.id.isNone { return false }
    return !judgesTicks || ticks.isClosed || ticks.wasClosed
  }

  // MARK: Notifications

  /// No such notification comes before the playhead has passed the gate.
  mutating func checkGatePassed(_ position: MediaTime) {
    guard !policies.ticksAreRegular, followsTicks, ticks.isGateKnown, ticks.isClosed, ticks.gate.isKnown else { return }
    let here = max(was, inspection.isSeeking ? inspection.anchor : inspection.position)
    expect(ticks.low < ticks.gate && ticks.gate <= min(position, here), .tickThroughGate)
    openGate()
  }

  /// A tick without a reason: the playhead neither passed its position nor jumped, started or stopped there.
  mutating func checkShiftedTick(_ id: ObserverID, _ position: MediaTime, _ index: Int) {
    checkGatePassed(position)
    let isFollowed = !policies.ticksAreRegular && followsTicks && ticks.isSettled
    if isFollowed, isAnnounced(position), ticks.removeAwaiting(id) { return }
    guard isFollowed else { return memory.observers.slots[index].markPerhapsAnnounced(position) }
    guard isPlain, let last = memory.observers.slots[index].last(upTo: position) else {
      return memory.observers.slots[index].markNotified(position)
    }
    expect(last == position && memory.observers.slots[index].isFirstNotification(position), .ticksMisplaced)
  }

  /// Whether all observers may be notified of `position`. A tick announced after the end is notified at the end.
  @inline(__always)
  func isAnnounced(_ position: MediaTime) -> Bool {
    ticks.place.isKnown && (position == ticks.place || position == inspection.shown.duration && position < ticks.place)
  }

  private mutating func openGate() {
    let floor = ticks.gate + .microseconds(-1)
    for index in 0..<memory.observers.count where memory.observers.slots[index].interval != .zero {
      memory.observers.slots[index].floor = max(memory.observers.slots[index].floor, floor)
    }
    memory.observers.softEnd.floor = max(memory.observers.softEnd.floor, floor)
    ticks.open()
  }

  /// Where the playhead was at this input, whatever its target.
  @inline(__always)
  private var was: MediaTime { before.isSeeking ? before.anchor : expectedPosition }

  // MARK: Consequences of an input

  /// Where the gate is now, and which ticks are announced.
  @inline(never)
  mutating func followTicks(_ input: Input, _ code: UInt16, _ player: inout Player) {
    if !followsTicks {
      ticks = Ticks()
      memory.owesTicks = false
    }
    (ticks.seen, ticks.wasClosed) = (inputCount, false)
    if landsSilently(code), !stepOutputs.catchUp.isKnown {
      expect(inspection.nextSlot != .interval || inspection.nextDeadline > inspection.clock, .ticksMisplaced)
    }
    if case .command(let command, _) = input, !stepOutputs.isRefused { forgetObserver(command) }
    let isDue = inspection.nextDeadline <= inspection.clock
    let jumpedTo = jumpedTo(input, code)
    let isEnd = code == Kind.ended && !stepOutputs.diagnosesIgnored
    // A stream at rest at its edge has not moved when the edge is found.
    let findsEdge = code == Kind.seekableRangeChanged && !before.isMoving && inspection.anchor != before.anchor
    if !isOpen || isNewlyPrepared || isEnd || findsEdge || jumpedTo.isKnown { ticks.forgetPlace() }
    // What was announced beyond the end is notified at the end, also when the media gets another one in between.
    if code == Kind.deadline, stepOutputs.hasEnded || stepOutputs.loops, ticks.place.isKnown {
      ticks.place = min(ticks.place, inspection.shown.duration)
    }
    var isOwedStill = false
    if !isDue {
      isOwedStill = ticks.awaitingCount > 0 && ticks.isOwed && !ticks.isClosed
      (ticks.awaitingCount, ticks.isOwed, ticks.isSettled) = (0, false, true)
    }
    let wasDue = before.nextDeadline <= before.clock
    // Positions passed up to this instant are optional, also when the engine ends.
    if isSetDown {
      let reached =
        stepOutputs.hasEnded || stepOutputs.loops ? max(expectedPosition, inspection.anchor) : expectedPosition
      crossGate(upTo: reached, isSure: false)
    }
    // New readiness sets the gate before the jump to the live edge.
    if isNewlyPrepared { followGate(input, code, player.configuration.tickGate, isDue: isDue) }
    if policies.ticksOnJump, jumpedTo.isKnown { announce(at: jumpedTo, isSure: !wasDue && !isNewlyPrepared) }
    if !isNewlyPrepared { followGate(input, code, player.configuration.tickGate, isDue: isDue) }
    if policies.ticksAtStartAndStop, hasTurned { announce(at: inspection.anchor, isSure: !wasDue) }
    // One that is added before a jump of the same step is notified of it, too.
    if case .command(.addPeriodicObserver(let id, _, _), _) = input, !stepOutputs.isRefused, policies.ticksOnJump,
      stepOutputs.catchUp.isKnown, ticks.place == stepOutputs.catchUp, ticks.awaitingCount < ticks.awaiting.count
    {
      _ = ticks.removeAwaiting(id)
      ticks.awaiting[ticks.awaitingCount] = id
      ticks.awaitingCount &+= 1
    }
    // No notification passes a gate that was closed again.
    expect(!isOwedStill || ticks.isClosed, .ticksMisplaced)
  }

  private var isNewlyPrepared: Bool { inspection.shown.preparedCount != before.shown.preparedCount }

  /// Whether the playhead is set without a visible jump: the landing is not notified.
  private func landsSilently(_ code: UInt16) -> Bool {
    // A stop in the same step may be notified.
    if before.isMoving { return false }
    return isNewlyPrepared
      || code == Kind.seekCompleted && before.isSeeking && !inspection.isSeeking && before.shown.seek.isNone
        && inspection.shown.phase == .prepared
  }

  private var isOpen: Bool {
    inspection.isEngineOpen && (inspection.shown.phase == .prepared || inspection.shown.phase == .ended)
  }

  /// The target of a visible jump; unknown without one.
  private mutating func jumpedTo(_ input: Input, _ code: UInt16) -> MediaTime {
    guard inspection.epoch == before.epoch, isOpen else { return .unknown }
    if stepOutputs.jumps { return stepOutputs.catchUp.isKnown ? stepOutputs.catchUp : reportedPosition(input) }
    guard case .engine(.seekCompleted(_, let position, let isFinished), _) = input, before.isSeeking,
      !inspection.isSeeking
    else { return .unknown }
    if before.shown.seek.isNone {
      ticks.forgetPlace()
      return .unknown
    }
    return landing(position, isFinished: isFinished)
  }

  /// Whether the playhead started or stopped; a seek or a loop in between is neither.
  private var hasTurned: Bool {
    guard inspection.isMoving != before.isMoving, isOpen, inspection.epoch == before.epoch, !inspection.isSeeking else {
      return false
    }
    return !inspection.isMoving || before.shown.state != .seeking && before.shown.state != .playing
  }

  /// Each periodic observer is notified of it, once.
  private mutating func announce(at place: MediaTime, isSure: Bool) {
    ticks.forgetPlace()
    if ticks.isGateKnown, ticks.isClosed { return }
    ticks.place = place
    let isInWorld = place.microseconds.magnitude < 1 << 60
    ticks.isOwed = isSure && isInWorld && ticks.isGateKnown && memory.observers.isWhole
    for index in 0..<memory.observers.count where memory.observers.slots[index].interval != .zero {
      ticks.awaiting[ticks.awaitingCount] = memory.observers.slots[index].id
      ticks.awaitingCount &+= 1
    }
  }

  /// An observer that is removed, or added again, is not notified of earlier announcements.
  private mutating func forgetObserver(_ command: Command) {
    switch command {
    case .addPeriodicObserver(let id, _, _), .addBoundaryObserver(let id, _), .removeObserver(let id):
      _ = ticks.removeAwaiting(id)
    default: break
    }
  }

  /// Every opening closes the gate. Readiness, the first start, a restart and the end of an interruption set its
  /// position.
  private mutating func followGate(_ input: Input, _ code: UInt16, _ span: TimeSpan, isDue: Bool) {
    let (old, shown) = (before.shown, inspection.shown)
    guard isOpen else {
      (ticks.isClosed, ticks.isGateKnown, ticks.gate, ticks.low) = (true, true, .unknown, .unknown)
      return
    }
    let here = inspection.isSeeking ? inspection.anchor : inspection.position
    if isNewlyPrepared {
      policies.ticksAreRegular = policies.wantsRegularTicks
      ticks.low = inspection.anchor
      return ticks.arm(from: inspection.anchor, span)
    }
    let low = isSetDown ? inspection.anchor : was
    if isSetDown { ticks.low = low }
    if stepOutputs.catchUp.isKnown, ticks.isClosed, shown.state == .preparing {
      // Catching up begins after the media that it drops.
      let isFound = ticks.isGateKnown
      ticks.arm(from: stepOutputs.catchUp, span)
      ticks.isGateKnown = ticks.isGateKnown && isFound
    }
    switch input {
    case .command(.restart(let position, _), _):
      guard !stepOutputs.isRefused else { break }
      crossGate(upTo: expectedPosition, isSure: false)
      ticks.low = low
      let stays = position.anchor == .defaultPosition || !before.canSeek
      ticks.arm(from: stays ? shown.rangeStart : inspection.position, span)
      if stays, !before.canSeek { ticks.isGateKnown = false }
    case .environment(.interruptionEnded):
      guard old.isInterrupted, !shown.isInterrupted else { break }
      ticks.low = low
      ticks.arm(from: expectedPosition, span)
    case .engine(.playbackStarted(let position, _), _):
      guard !stepOutputs.diagnosesIgnored, ticks.isClosed, old.state == .preparing else { break }
      let isFound = ticks.isGateKnown
      // The gate begins after the media that is dropped in the same step to catch up.
      ticks.low = inspection.anchor
      ticks.arm(from: position.isKnown ? position : expectedPosition, span)
      ticks.isGateKnown = ticks.isGateKnown && isFound
    case .engine(.seekableRangeChanged, _):
      // A live stream may only now be at rest at its edge.
      guard shown.streamType == .dvr, !before.isMoving else { break }
      ticks.isGateKnown = ticks.isGateKnown && !ticks.isClosed && span == .zero
    default: break
    }
    crossGate(upTo: here, isSure: !isDue)
  }

  /// The playhead ran on to `position`. A notification due at this instant is optional.
  private mutating func crossGate(upTo position: MediaTime, isSure: Bool) {
    guard ticks.isClosed, ticks.gate.isKnown, ticks.low < ticks.gate, ticks.gate <= position else { return }
    if isSure { openGate() } else { ticks.isGateKnown = false }
  }
}
