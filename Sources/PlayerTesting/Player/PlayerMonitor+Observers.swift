import PlayerCore

// Observers of the playhead hear of every position that it ran over, once and in order (prx-ksy-playerprotocol.md §A.9,
// srg.md §2; the grid is that of `Command.addPeriodicObserver`).

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

    var slots = InlineArray<4, Slot>(repeating: Slot())
    var count = 0
    /// Whether all who listen are known.
    var isWhole = true

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

  @inline(never)
  mutating func checkObservers(_ input: Input, _ code: UInt16) {
    if case .command(let command, _) = input, !said.isRefused { rememberObserver(command) }
    guard senses.observers.isWhole else {
      if facts.observerCount == 0 { senses.observers = Observers() }
      return
    }
    expect(facts.observerCount == Int32(senses.observers.count), .observersWrong)
    let isContinuous =
      before.isMoving && !said.isDiscontinuous && before.epoch == facts.epoch && facts.shown.phase == .prepared
      && !facts.isSeeking && !before.isSeeking && before.shown.phase == .prepared
    guard isContinuous, policies.ticksAreRegular, !said.changesSettings else { return moveMarks(code) }
    // What is due at this very instant comes with the next deadline.
    guard facts.nextDeadline > facts.clock, before.nextDeadline > before.clock else { return }
    let reached = facts.position
    for index in 0..<senses.observers.count {
      let slot = senses.observers.slots[index]
      if slot.mark.isKnown, slot.mark >= reached { continue }
      if slot.mark.isKnown, let last = slot.last(upTo: reached),
        !facts.shown.duration.isKnown || last <= facts.shown.duration
      {
        expect(last <= slot.mark || last <= slot.floor, .observersWrong)
      }
      // It may have been further before it was set back; what was told then is not told again.
      if !slot.mark.isKnown { senses.observers.slots[index].floor = max(slot.floor, senses.high) }
      senses.observers.slots[index].mark = reached
    }
  }

  /// Whether the playhead may have been set down anew; not where it runs on, whatever else is said.
  @inline(__always)
  var isSetDown: Bool {
    let runsOn = before.isMoving && facts.isMoving && !said.jumps
    // What opens beside another item leaves the playhead where it is.
    let opensBeside = said.opens && !facts.nextEpoch.isNone && facts.epoch == before.epoch
    return said.isDiscontinuous && !runsOn && !opensBeside || before.isSeeking != facts.isSeeking
      || before.epoch != facts.epoch
  }

  /// The playhead is somewhere else, or does not move: what lies before it is not told any more, unless it is due.
  private mutating func moveMarks(_ code: UInt16) {
    let isJump = isSetDown || code == Kind.seekableRangeChanged && facts.anchor != before.anchor
    let isDue = facts.nextDeadline <= facts.clock
    if isDue, !isJump { return }
    let position = facts.isSeeking ? facts.anchor : facts.position
    for index in 0..<senses.observers.count {
      let mark = senses.observers.slots[index].mark
      senses.observers.slots[index].mark = !isJump ? max(mark, position) : isDue ? .unknown : position
      if isJump { senses.observers.slots[index].floor = isDue ? position : .unknown }
    }
  }

  /// A position is one of those that were asked for, and told once.
  @inline(never)
  mutating func hearTick(_ id: ObserverID, _ position: MediaTime, isBoundary: Bool) {
    said.tick = position
    guard senses.observers.isWhole else { return }
    guard let index = senses.observers.index(of: id) else { return flag(.observersWrong) }
    let slot = senses.observers.slots[index]
    guard isBoundary == (slot.interval == .zero) else { return flag(.observersWrong) }
    guard policies.ticksAreRegular && !senses.owesTicks || isBoundary else { return }
    guard let last = slot.last(upTo: position) else { return }
    expect(last == position, .observersWrong)
    guard slot.mark.isKnown, !said.isDiscontinuous, before.isMoving, before.epoch == facts.epoch else { return }
    expect(position > slot.mark, .observersWrong)
    senses.observers.slots[index].mark = position
  }

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
  /// The last of its positions that is not behind `position`; `nil` where numbers end.
  func last(upTo position: MediaTime) -> MediaTime? {
    if interval == .zero { return offset <= position ? offset : nil }
    let isInWorld = position.microseconds > -1 << 60 && position.microseconds < 1 << 60
    guard isInWorld, interval.microseconds < 1 << 60 else { return nil }
    let since = position.microseconds &- offset.microseconds
    let rest = since % interval.microseconds
    return MediaTime(microseconds: position.microseconds &- (rest < 0 ? rest &+ interval.microseconds : rest))
  }
}
