import PlayerCore

// Interval notifications under settings that shift them: the gate behind the start, and ticks at jumps, starts and stops
// (PRX.md#2, PRX.md#9, Contradictions.md#X-04).

extension PlayerMonitor {
  /// What is known of the gate, and of what is announced to everybody at one place.
  struct Ticks: Sendable {
    /// Where the gate opens; unknown where that is not known.
    var gate = MediaTime.unknown
    /// Where the playhead was set down last: a gate that lies before that was not run over.
    var low = MediaTime.unknown
    var isClosed = false
    /// Whether it is known if the gate is closed.
    var isGateKnown = false
    /// Where the playhead jumped to, or began or ceased to move, and which observers have not heard of it.
    var place = MediaTime.unknown
    var awaiting = FourInPlace(repeating: ObserverID.none)
    var awaitingCount = 0
    /// Whether each of them must hear of it.
    var isOwed = false
    /// False while something may be due of which nothing is known.
    var isSettled = false
    /// The input that was looked at last: who has not seen all of them knows nothing.
    var seen: UInt64 = 0

    mutating func arm(from start: MediaTime, _ span: TimeSpan) {
      isClosed = span != .zero
      gate = isClosed ? start + span : .unknown
      // Where numbers end nobody looks.
      isGateKnown = !isClosed || gate < .microseconds(1 << 60)
    }

    mutating func open() {
      isClosed = false
      gate = .unknown
    }

    mutating func hears(_ id: ObserverID) -> Bool {
      for index in 0..<awaitingCount where awaiting[index] == id {
        awaitingCount &-= 1
        awaiting[index] = awaiting[awaitingCount]
        return true
      }
      return false
    }

    mutating func forgetPlace() { (place, awaitingCount, isOwed) = (.unknown, 0, false) }
  }

  /// Whether the gate and what is announced are known up to the input before this one.
  private var followsTicks: Bool { ticks.seen == inputCount &- 1 && !said.changesSettings && !senses.owesTicks }

  /// Whether observers must hear of what the playhead runs over.
  @inline(__always)
  var judgesTicks: Bool { policies.ticksAreRegular || ticks.seen == inputCount && ticks.isGateKnown }

  /// Whether an observer of this interval, or the soft end, is silent now.
  func isGated(_ slot: Observers.Slot) -> Bool {
    !policies.ticksAreRegular && ticks.isClosed && !(slot.interval == .zero && !slot.id.isNone)
  }

  // MARK: What is heard

  /// Nothing of this is heard before the playhead has run over the gate.
  mutating func hearThroughGate(_ position: MediaTime) {
    guard !policies.ticksAreRegular, followsTicks, ticks.isGateKnown, ticks.isClosed, ticks.gate.isKnown else { return }
    let here = max(was, facts.isSeeking ? facts.anchor : facts.position)
    expect(ticks.low < ticks.gate && ticks.gate <= min(position, here), .tickThroughGate)
    openGate()
  }

  /// What comes neither where the playhead ran over a position nor where it jumped, began or ceased to move, has no reason.
  mutating func hearShiftedTick(_ id: ObserverID, _ position: MediaTime, _ index: Int) {
    hearThroughGate(position)
    let isFollowed = !policies.ticksAreRegular && followsTicks && ticks.isSettled
    if isFollowed, isAnnounced(position), ticks.hears(id) { return }
    guard isFollowed, isPlain, let last = senses.observers.slots[index].last(upTo: position) else {
      return senses.observers.slots[index].hasHeard(position)
    }
    expect(last == position && senses.observers.slots[index].hears(position), .ticksMisplaced)
  }

  /// Whether everybody may hear of `position`. What was announced behind the end is told at the end.
  @inline(__always)
  func isAnnounced(_ position: MediaTime) -> Bool {
    ticks.place.isKnown && (position == ticks.place || position == facts.shown.duration && position < ticks.place)
  }

  private mutating func openGate() {
    let floor = ticks.gate + .microseconds(-1)
    for index in 0..<senses.observers.count where senses.observers.slots[index].interval != .zero {
      senses.observers.slots[index].floor = max(senses.observers.slots[index].floor, floor)
    }
    senses.observers.softEnd.floor = max(senses.observers.softEnd.floor, floor)
    ticks.open()
  }

  /// Where the playhead was when this input came, whatever it was bound for.
  private var was: MediaTime { before.isSeeking ? before.anchor : expectedPosition }

  // MARK: What follows from an input

  /// Where the gate is now, and what is announced from now on.
  @inline(never)
  mutating func followTicks(_ input: Input, _ code: UInt16, _ player: inout Player) {
    if !followsTicks {
      ticks = Ticks()
      senses.owesTicks = false
    }
    ticks.seen = inputCount
    if case .command(let command, _) = input, !said.isRefused { forgetObserver(command) }
    let isDue = facts.nextDeadline <= facts.clock
    let jumpedTo = jumpedTo(input, code)
    let isEnd = code == Kind.ended && !said.diagnosesIgnored
    // A stream that rests at its edge as soon as that is found was nowhere else.
    let findsEdge = code == Kind.seekableRangeChanged && !before.isMoving && facts.anchor != before.anchor
    if !isOpen || isNewlyPrepared || isEnd || findsEdge || jumpedTo.isKnown { ticks.forgetPlace() }
    var isOwedStill = false
    if !isDue {
      isOwedStill = ticks.awaitingCount > 0 && ticks.isOwed && !ticks.isClosed
      (ticks.awaitingCount, ticks.isOwed, ticks.isSettled) = (0, false, true)
    }
    let wasDue = before.nextDeadline <= before.clock
    // What was run over up to this very instant may have been told or not, also by an engine that comes to an end.
    if isSetDown {
      let reached = said.hasEnded || said.loops ? max(expectedPosition, facts.anchor) : expectedPosition
      crossGate(upTo: reached, isSure: false)
    }
    // What is ready sets the gate before it jumps to the live edge.
    if isNewlyPrepared { followGate(input, code, player.configuration.tickGate, isDue: isDue) }
    if policies.ticksOnJump, jumpedTo.isKnown { announce(at: jumpedTo, isSure: !wasDue && !isNewlyPrepared) }
    if !isNewlyPrepared { followGate(input, code, player.configuration.tickGate, isDue: isDue) }
    if policies.ticksAtStartAndStop, hasTurned { announce(at: facts.anchor, isSure: !wasDue) }
    // Nobody hears through a gate that was closed anew.
    expect(!isOwedStill || ticks.isClosed, .ticksMisplaced)
  }

  private var isNewlyPrepared: Bool { facts.shown.preparedCount != before.shown.preparedCount }

  private var isOpen: Bool {
    facts.isEngineOpen && (facts.shown.phase == .prepared || facts.shown.phase == .ended)
  }

  /// Where a jump led that people could see; unknown without one.
  private mutating func jumpedTo(_ input: Input, _ code: UInt16) -> MediaTime {
    guard facts.epoch == before.epoch, isOpen else { return .unknown }
    if said.jumps { return said.catchUp.isKnown ? said.catchUp : reportedPosition(input) }
    guard code == Kind.seekCompleted, before.isSeeking, !facts.isSeeking else { return .unknown }
    if before.shown.seek.isNone {
      ticks.forgetPlace()
      return .unknown
    }
    let position = reportedPosition(input)
    return position.isKnown ? position : before.position
  }

  /// Whether the playhead began or ceased to move; a seek or a loop in between is neither.
  private var hasTurned: Bool {
    guard facts.isMoving != before.isMoving, isOpen, facts.epoch == before.epoch, !facts.isSeeking else { return false }
    return !facts.isMoving || before.shown.state != .seeking && before.shown.state != .playing
  }

  /// Each periodic observer hears of it, once.
  private mutating func announce(at place: MediaTime, isSure: Bool) {
    ticks.forgetPlace()
    if ticks.isGateKnown, ticks.isClosed { return }
    ticks.place = place
    let isInWorld = place.microseconds.magnitude < 1 << 60
    ticks.isOwed = isSure && isInWorld && ticks.isGateKnown && senses.observers.isWhole
    for index in 0..<senses.observers.count where senses.observers.slots[index].interval != .zero {
      ticks.awaiting[ticks.awaitingCount] = senses.observers.slots[index].id
      ticks.awaitingCount &+= 1
    }
  }

  /// Who goes, or comes anew, hears nothing of what was announced before.
  private mutating func forgetObserver(_ command: Command) {
    switch command {
    case .addPeriodicObserver(let id, _, _), .addBoundaryObserver(let id, _), .removeObserver(let id):
      _ = ticks.hears(id)
    default: break
    }
  }

  /// Every opening closes the gate, and being prepared, the first start, a restart and the end of an interruption set where
  /// it opens.
  private mutating func followGate(_ input: Input, _ code: UInt16, _ span: TimeSpan, isDue: Bool) {
    let (old, shown) = (before.shown, facts.shown)
    guard isOpen else {
      (ticks.isClosed, ticks.isGateKnown, ticks.gate, ticks.low) = (true, true, .unknown, .unknown)
      return
    }
    let here = facts.isSeeking ? facts.anchor : facts.position
    if isNewlyPrepared {
      policies.ticksAreRegular = policies.wantsRegularTicks
      ticks.low = facts.anchor
      return ticks.arm(from: facts.anchor, span)
    }
    let low = isSetDown ? facts.anchor : was
    if isSetDown { ticks.low = low }
    if said.catchUp.isKnown, ticks.isClosed, shown.state == .preparing {
      // It begins behind what it drops.
      let isFound = ticks.isGateKnown
      ticks.arm(from: said.catchUp, span)
      ticks.isGateKnown = ticks.isGateKnown && isFound
    }
    switch input {
    case .command(.restart(let position, _), _):
      guard !said.isRefused else { break }
      crossGate(upTo: expectedPosition, isSure: false)
      ticks.low = low
      let stays = position.anchor == .defaultPosition || !before.canSeek
      ticks.arm(from: stays ? shown.rangeStart : facts.position, span)
      if stays, !before.canSeek { ticks.isGateKnown = false }
    case .environment(.interruptionEnded):
      guard old.isInterrupted else { break }
      ticks.low = low
      ticks.arm(from: expectedPosition, span)
    case .engine(.playbackStarted(let position, _), _):
      guard !said.diagnosesIgnored, ticks.isClosed, old.state == .preparing else { break }
      let isFound = ticks.isGateKnown
      // Behind what it drops in the same step to catch up.
      ticks.low = facts.anchor
      ticks.arm(from: position.isKnown ? position : expectedPosition, span)
      ticks.isGateKnown = ticks.isGateKnown && isFound
    case .engine(.seekableRangeChanged, _):
      // A live stream may rest at its edge only now.
      guard shown.streamType == .dvr, !before.isMoving else { break }
      ticks.isGateKnown = ticks.isGateKnown && !ticks.isClosed && span == .zero
    default: break
    }
    crossGate(upTo: here, isSure: !isDue)
  }

  /// The playhead ran on to `position`. What is due at this very instant may have been told or not.
  private mutating func crossGate(upTo position: MediaTime, isSure: Bool) {
    guard ticks.isClosed, ticks.gate.isKnown, ticks.low < ticks.gate, ticks.gate <= position else { return }
    if isSure { openGate() } else { ticks.isGateKnown = false }
  }
}
