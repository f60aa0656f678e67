import PlayerCore

// Observers of the playhead hear of every position that it ran over, once and in order (PRX.md#9, SRG.md#2;
// the grid is that of `Command.addPeriodicObserver`). So does everybody of the soft end, which is a boundary that lies
// where the setting says (PRX.md#13).

extension PlayerMonitor {
  /// Who listens: up to four observers, which is as many as generated sessions have.
  struct Observers: Sendable {
    struct Slot: Sendable {
      var id = ObserverID.none
      /// Zero for a boundary.
      var interval = TimeSpan.zero
      var offset = MediaTime.zero
      /// Everything up to here was told, or jumped over.
      var mark = MediaTime.unknown
      /// Up to here nothing needs to be told: the playhead had been there before this one listened, and was set back.
      var floor = MediaTime.unknown
    }

    var slots = FourInPlace(repeating: Slot())
    var count = 0
    var softEnd = Slot(offset: nowhere)
    /// Whether all who listen are known.
    var isWhole = true

    static let nowhere = MediaTime.microseconds(.max)

    /// Whether anybody hears of anything.
    var isEmpty: Bool { count == 0 && softEnd.offset == Self.nowhere }

    func index(of id: ObserverID) -> Int? { (0..<count).first { slots[$0].id == id } }
    func contains(_ id: ObserverID) -> Bool { index(of: id) != nil }

    mutating func remove(_ id: ObserverID) {
      guard let index = index(of: id) else { return }
      slots[index] = slots[count &- 1]
      count &-= 1
    }

    mutating func add(_ slot: Slot) {
      remove(slot.id)
      guard count < slots.count else { return isWhole = false }
      slots[count] = slot
      count &+= 1
    }
  }

  /// Whether anybody hears of positions, or has until now.
  @inline(__always)
  var isListenedTo: Bool {
    !senses.observers.isEmpty || facts.observerCount != 0 || policies.softEndFraction != 0
  }

  @inline(never)
  mutating func checkObservers(_ input: Input, _ code: UInt16) {
    if case .command(let command, _) = input, !said.isRefused { rememberObserver(command) }
    let softEnd = softEnd
    if softEnd != senses.observers.softEnd.offset {
      senses.observers.softEnd = Observers.Slot(offset: softEnd, floor: placeOfNewcomer.floor)
    }
    guard senses.observers.isWhole else {
      if facts.observerCount == 0 { senses.observers = Observers() }
      return
    }
    expect(facts.observerCount == Int32(senses.observers.count), .observersWrong)
    let isContinuous =
      before.isMoving && !said.isDiscontinuous && before.epoch == facts.epoch && facts.shown.phase == .prepared
      && !facts.isSeeking && !before.isSeeking && before.shown.phase == .prepared
    guard isContinuous, judgesTicks, !said.changesSettings else { return moveMarks(code) }
    // What is due at this very instant comes with the next deadline.
    guard facts.nextDeadline > facts.clock, before.nextDeadline > before.clock else { return }
    let (reached, high) = (facts.position, senses.high)
    let end = facts.shown.duration > .zero ? facts.shown.duration : Observers.nowhere
    for index in 0..<senses.observers.count {
      let isTold = senses.observers.slots[index].runs(to: reached, before: end, high)
      expect(isTold || isGated(senses.observers.slots[index]), .observersWrong)
    }
    let isTold = senses.observers.softEnd.runs(to: reached, before: end, high)
    expect(isTold || isGated(senses.observers.softEnd), .observersWrong)
  }

  /// A part of the duration, truncated to seconds; nowhere without one.
  private var softEnd: MediaTime {
    let duration = facts.shown.duration
    guard policies.softEndFraction > 0, duration > .zero else { return Observers.nowhere }
    let share = Rate(thousandths: Int32(truncatingIfNeeded: policies.softEndFraction)).advance(during: duration - .zero)
    return .zero + TimeSpan(microseconds: share.microseconds - share.microseconds % 1_000_000)
  }

  /// Whether the playhead may have been set down anew; not where it runs on, whatever else is said.
  @inline(__always)
  var isSetDown: Bool {
    if before.isSeeking != facts.isSeeking || before.epoch != facts.epoch { return true }
    guard said.isDiscontinuous else { return false }
    let runsOn = before.isMoving && facts.isMoving && !said.jumps
    // What opens beside another item leaves the playhead where it is.
    return !runsOn && !(said.opens && !facts.nextEpoch.isNone)
  }

  /// Whether the playhead is in the media in which it was, and nobody was told that it is somewhere else: it may have been
  /// set right by a little where it ceased or began to move.
  @inline(__always)
  var staysPut: Bool {
    !before.isSeeking && !facts.isSeeking && facts.epoch == before.epoch && !said.jumps && !said.loops
      && before.shown.phase == .prepared && facts.shown.phase == .prepared
  }

  /// The playhead is somewhere else, or does not move: what lies before it is not told any more, unless it is due.
  private mutating func moveMarks(_ code: UInt16) {
    let isJump = isSetDown || code == Kind.seekableRangeChanged && facts.anchor != before.anchor
    let isDue = facts.nextDeadline <= facts.clock
    if isDue, !isJump { return }
    let position = facts.isSeeking ? facts.anchor : facts.position
    let high = staysPut ? senses.high : .unknown
    for index in 0..<senses.observers.count {
      senses.observers.slots[index].move(to: position, isJump: isJump, isDue: isDue, high)
    }
    senses.observers.softEnd.move(to: position, isJump: isJump, isDue: isDue, high)
  }

  /// A position is one of those that were asked for, and told once.
  @inline(never)
  mutating func hearTick(_ id: ObserverID, _ position: MediaTime, isBoundary: Bool) {
    said.tick = position
    guard senses.observers.isWhole else { return }
    guard let index = senses.observers.index(of: id) else { return flag(.observersWrong) }
    let slot = senses.observers.slots[index]
    guard isBoundary == (slot.interval == .zero) else { return flag(.observersWrong) }
    guard policies.ticksAreRegular && !senses.owesTicks || isBoundary else {
      return hearShiftedTick(id, position, index)
    }
    guard let last = slot.last(upTo: position) else { return }
    expect(last == position, .observersWrong)
    guard isPlain else { return senses.observers.slots[index].hasHeard(position) }
    expect(senses.observers.slots[index].hears(position), .observersWrong)
  }

  /// The soft end lies where it did, or where it does since this very input.
  @inline(never)
  mutating func hearSoftEnd(_ position: MediaTime) {
    guard senses.observers.isWhole else { return }
    let isKnown = position == senses.observers.softEnd.offset
    expect(isKnown || position == softEnd || said.changesSettings, .observersWrong)
    hearThroughGate(position)
    guard isKnown else { return }
    guard isPlain else { return senses.observers.softEnd.hasHeard(position) }
    expect(senses.observers.softEnd.hears(position), .observersWrong)
  }

  /// Whether the playhead has only run on so far.
  var isPlain: Bool { !said.isDiscontinuous && before.isMoving && before.epoch == facts.epoch }

  /// What is due at the very instant at which an observer comes, it may hear and need not. What lies before it does not
  /// hear, also where the host is late.
  private var placeOfNewcomer: (mark: MediaTime, floor: MediaTime) {
    let here = before.isSeeking ? before.anchor : expectedPosition
    return (here + .microseconds(-1), max(here, senses.high))
  }

  private mutating func rememberObserver(_ command: Command) {
    switch command {
    case .addPeriodicObserver(let id, let interval, let phase):
      let rest = phase.microseconds % interval.microseconds
      let offset = MediaTime(microseconds: rest < 0 ? rest &+ interval.microseconds : rest)
      let here = placeOfNewcomer
      senses.observers.add(
        Observers.Slot(
          id: id, interval: interval, offset: offset, mark: here.mark, floor: here.floor))
    case .addBoundaryObserver(let id, let position):
      let here = placeOfNewcomer
      senses.observers.add(
        Observers.Slot(
          id: id, interval: .zero, offset: position, mark: here.mark, floor: here.floor))
    case .removeObserver(let id): senses.observers.remove(id)
    default: break
    }
  }
}

extension PlayerMonitor.Observers.Slot {
  /// The playhead runs on to `reached`, in media that ends at `end`; false when something on the way was not told.
  mutating func runs(to reached: MediaTime, before end: MediaTime, _ high: MediaTime) -> Bool {
    guard mark.isKnown else {
      // It may have been further before it was set back; what was told then is not told again.
      (floor, mark) = (max(floor, high), reached)
      return true
    }
    if mark >= reached { return true }
    let last = last(upTo: reached)
    let isTold = last.map { $0 > end || $0 <= mark || $0 <= floor } ?? true
    mark = reached
    return isTold
  }

  /// The playhead is somewhere else, or does not move. What was told up to `high` is not told again.
  mutating func move(to position: MediaTime, isJump: Bool, isDue: Bool, _ high: MediaTime) {
    mark = !isJump ? max(mark, position) : isDue ? .unknown : position
    floor = max(high, !isJump ? floor : isDue ? position : .unknown)
  }

  /// What is told where the playhead begins or ceases to move is told all the same.
  mutating func hasHeard(_ position: MediaTime) { if mark.isKnown { mark = max(mark, position) } }

  /// False when it has heard of this position before.
  mutating func hears(_ position: MediaTime) -> Bool {
    guard mark.isKnown else { return true }
    let isNew = position > mark
    mark = position
    return isNew
  }

  /// The last of its positions that is not behind `position`; `nil` where numbers end.
  func last(upTo position: MediaTime) -> MediaTime? {
    // What lies at the end of all numbers is never reached.
    if interval == .zero { return offset <= position && offset != PlayerMonitor.Observers.nowhere ? offset : nil }
    let isInWorld = position.microseconds > -1 << 60 && position.microseconds < 1 << 60
    guard isInWorld, interval.microseconds < 1 << 60 else { return nil }
    let since = position.microseconds &- offset.microseconds
    let rest = since % interval.microseconds
    return MediaTime(microseconds: position.microseconds &- (rest < 0 ? rest &+ interval.microseconds : rest))
  }
}
