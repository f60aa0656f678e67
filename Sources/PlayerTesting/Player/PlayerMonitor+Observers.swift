import PlayerCore

// Observers are notified of every one of their positions that the playhead passes, once and in order (PRX.md#9,
// SRG.md#2; the grid is that of `Command.addPeriodicObserver`). The soft end is a boundary for all observers, at the
// position of its setting (PRX.md#13).

extension PlayerMonitor {
  /// The observers: up to four, as many as generated sessions have.
  struct Observers: Sendable {
    struct Slot: Sendable {
      var id = ObserverID.none
      /// Zero for a boundary observer.
      var interval = TimeSpan.zero
      var offset = MediaTime.zero
      /// Every position up to here was notified or jumped over.
      var mark = MediaTime.unknown
      /// No notification is required up to here: the playhead had passed it before this observer was added, and was set
      /// back.
      var floor = MediaTime.unknown
    }

    var slots = FourInPlace(repeating: Slot())
    var count = 0
    var softEnd = Slot(offset: nowhere)
    /// Whether all observers are known.
    var isWhole = true

    static let nowhere = MediaTime.microseconds(.max)

    /// Whether no observer is notified of any position.
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

  /// Whether any observer is notified of positions, or was until now.
  @inline(__always)
  var isListenedTo: Bool {
    !memory.observers.isEmpty || inspection.observerCount != 0 || policies.softEndFraction != 0
  }

  @inline(never)
  mutating func checkObservers(_ input: Input, _ code: UInt16) {
    if case .command(let command, _) = input, !stepOutputs.isRefused { rememberObserver(command) }
    let softEnd = softEnd
    if softEnd != memory.observers.softEnd.offset {
      memory.observers.softEnd = Observers.Slot(offset: softEnd, floor: placeOfNewcomer.floor)
    }
    guard memory.observers.isWhole else {
      if inspection.observerCount == 0 { memory.observers = Observers() }
      return
    }
    expectSame("count of observers", inspection.observerCount, Int32(memory.observers.count), .observersWrong)
    let isContinuous =
      before.isMoving && !stepOutputs.isDiscontinuous && before.epoch == inspection.epoch
      && inspection.shown.phase == .prepared
      && !inspection.isSeeking && !before.isSeeking && before.shown.phase == .prepared
    guard isContinuous, !stepOutputs.changesSettings else { return moveMarks(code) }
    // Notifications due at this instant come with the next deadline, if no gate has silenced them.
    let isDue = inspection.nextDeadline <= inspection.clock || before.nextDeadline <= before.clock
    if isDue, !ticks.wasClosed { return }
    for index in 0..<memory.observers.count {
      memory.observers.slots[index] = runningOn(memory.observers.slots[index], isDue: isDue)
    }
    memory.observers.softEnd = runningOn(memory.observers.softEnd, isDue: isDue)
  }

  private mutating func runningOn(_ slot: Observers.Slot, isDue: Bool) -> Observers.Slot {
    let isGated = isGated(slot)
    if isDue, !isGated { return slot }
    var slot = slot
    let end = inspection.shown.duration > .zero ? inspection.shown.duration : Observers.nowhere
    expect(slot.runs(to: inspection.position, before: end, memory.high, isGated: isGated), .observersWrong)
    return slot
  }

  /// A fraction of the duration, truncated to seconds; nowhere without a duration.
  private var softEnd: MediaTime {
    let duration = inspection.shown.duration
    guard policies.softEndFraction > 0, duration > .zero else { return Observers.nowhere }
    let share = Rate(thousandths: Int32(truncatingIfNeeded: policies.softEndFraction)).advance(during: duration - .zero)
    return .zero + TimeSpan(microseconds: share.microseconds - share.microseconds % 1_000_000)
  }

  /// Whether the playhead may have been set; false while it runs on.
  @inline(__always)
  var isSetDown: Bool {
    if before.isSeeking != inspection.isSeeking || before.epoch != inspection.epoch { return true }
    guard stepOutputs.isDiscontinuous else { return false }
    let runsOn = before.isMoving && inspection.isMoving && !stepOutputs.jumps
    // An upcoming opening leaves the playhead where it is.
    return !runsOn && !(stepOutputs.opens && !inspection.nextEpoch.isNone)
  }

  /// Whether the playhead is in the same media and no discontinuity was reported: it may have been corrected a little
  /// when it stopped or started.
  @inline(__always)
  var staysPut: Bool {
    !before.isSeeking && !inspection.isSeeking && inspection.epoch == before.epoch && !stepOutputs.jumps
      && !stepOutputs.loops
      && before.shown.phase == .prepared && inspection.shown.phase == .prepared
  }

  /// The playhead was set or does not move: positions before it are no longer notified, unless they are due.
  private mutating func moveMarks(_ code: UInt16) {
    let isJump = isSetDown || code == Kind.seekableRangeChanged && inspection.anchor != before.anchor
    let isDue = inspection.nextDeadline <= inspection.clock
    if isDue, !isJump { return }
    let position = inspection.isSeeking ? inspection.anchor : inspection.position
    let high = staysPut ? memory.high : .unknown
    for index in 0..<memory.observers.count {
      memory.observers.slots[index].move(to: position, isJump: isJump, isDue: isDue, high)
    }
    memory.observers.softEnd.move(to: position, isJump: isJump, isDue: isDue, high)
  }

  /// A notified position is one of the observer's positions, and notified once.
  @inline(never)
  mutating func hearTick(_ id: ObserverID, _ position: MediaTime, isBoundary: Bool) {
    stepOutputs.tick = position
    guard memory.observers.isWhole else { return }
    guard let index = memory.observers.index(of: id) else { return flag(.observersWrong) }
    let slot = memory.observers.slots[index]
    guard isBoundary == (slot.interval == .zero) else { return flag(.observersWrong) }
    guard policies.ticksAreRegular && !memory.owesTicks || isBoundary else {
      return checkShiftedTick(id, position, index)
    }
    guard let last = slot.last(upTo: position) else { return }
    expectSame("position of the tick", position, last, .observersWrong)
    guard isPlain else { return memory.observers.slots[index].markNotified(position) }
    expect(memory.observers.slots[index].isFirstNotification(position), .observersWrong)
  }

  /// The soft end is where it was, or where this input moved it.
  @inline(never)
  mutating func hearSoftEnd(_ position: MediaTime) {
    guard memory.observers.isWhole else { return }
    let isKnown = position == memory.observers.softEnd.offset
    expect(isKnown || position == softEnd || stepOutputs.changesSettings, .observersWrong)
    checkGatePassed(position)
    guard isKnown else { return }
    guard isPlain else { return memory.observers.softEnd.markNotified(position) }
    expect(memory.observers.softEnd.isFirstNotification(position), .observersWrong)
  }

  /// Whether the playhead has only run on so far.
  var isPlain: Bool { !stepOutputs.isDiscontinuous && before.isMoving && before.epoch == inspection.epoch }

  /// An observer that is added now is notified of later positions only, even if the host is late.
  @inline(__always)
  private var placeOfNewcomer: (mark: MediaTime, floor: MediaTime) {
    let here = before.isSeeking ? before.anchor : expectedPosition
    return (here, max(here, memory.high))
  }

  private mutating func rememberObserver(_ command: Command) {
    switch command {
    case .addPeriodicObserver(let id, let interval, let phase):
      let rest = phase.microseconds % interval.microseconds
      let offset = MediaTime(microseconds: rest < 0 ? rest &+ interval.microseconds : rest)
      let here = placeOfNewcomer
      memory.observers.add(
        Observers.Slot(
          id: id, interval: interval, offset: offset, mark: here.mark, floor: here.floor))
    case .addBoundaryObserver(let id, let position):
      let here = placeOfNewcomer
      memory.observers.add(
        Observers.Slot(
          id: id, interval: .zero, offset: position, mark: here.mark, floor: here.floor))
    case .removeObserver(let id): memory.observers.remove(id)
    default: break
    }
  }
}

extension PlayerMonitor.Observers.Slot {
  /// The playhead runs on to `reached`, in media that ends at `end`; false when a notification on the way is missing. What
  /// it passes while the gate may be closed need not be notified, and perhaps was not.
  mutating func runs(to reached: MediaTime, before end: MediaTime, _ high: MediaTime, isGated: Bool) -> Bool {
    if isGated {
      floor = max(floor, reached)
      return true
    }
    guard mark.isKnown else {
      // The playhead may have been further ahead before it was set back; earlier notifications are not repeated.
      (floor, mark) = (max(floor, high), reached)
      return true
    }
    if mark >= reached { return true }
    let last = last(upTo: reached)
    let isNotified = last.map { $0 > end || $0 <= mark || $0 <= floor } ?? true
    mark = reached
    return isNotified
  }

  /// The playhead was set or does not move. Notifications up to `high` are not repeated.
  mutating func move(to position: MediaTime, isJump: Bool, isDue: Bool, _ high: MediaTime) {
    mark = !isJump ? max(mark, position) : isDue ? .unknown : position
    floor = max(high, !isJump ? floor : isDue ? position : .unknown)
  }

  /// A notification where the playhead stops or starts counts as well.
  mutating func markNotified(_ position: MediaTime) { if mark.isKnown { mark = max(mark, position) } }

  /// A notification that may have been one of a jump, a start or a stop: the playhead may pass its position later, and need
  /// not.
  mutating func markPerhapsAnnounced(_ position: MediaTime) {
    if mark.isKnown { mark = max(mark, position + .microseconds(-1)) }
    floor = max(floor, position)
  }

  /// False when this position was notified before.
  mutating func isFirstNotification(_ position: MediaTime) -> Bool {
    guard mark.isKnown else { return true }
    let isNew = position > mark
    mark = position
    return isNew
  }

  /// The last of its positions up to `position`; `nil` at the end of the number range.
  func last(upTo position: MediaTime) -> MediaTime? {
    // A position at the end of the number range is never reached.
    if interval == .zero { return offset <= position && offset != PlayerMonitor.Observers.nowhere ? offset : nil }
    let isInWorld = position.microseconds > -1 << 60 && position.microseconds < 1 << 60
    guard isInWorld, interval.microseconds < 1 << 60 else { return nil }
    let since = position.microseconds &- offset.microseconds
    let rest = since % interval.microseconds
    return MediaTime(microseconds: position.microseconds &- (rest < 0 ? rest &+ interval.microseconds : rest))
  }
}
