import PlayerCore

// The next deadline for observers: where the playhead reaches a position that one of them has requested, to the soft
// end or to the gate (PRX.md#9).

extension PlayerMonitor {
  @inline(__always)
  mutating func checkNextTick(_ code: UInt16) {
    guard inspection.nextSlot == .interval, inspection.isMoving, inspection.nextDeadline > inspection.clock else {
      return
    }
    let isAboutObservers = code >= Kind.addPeriodicObserver && code <= Kind.removeObserver
    if isAboutObservers || inspection.nextDeadline != before.nextDeadline { checkPlaceOfNextTick() }
  }

  @inline(never)
  private mutating func checkPlaceOfNextTick() {
    guard inspection.movingRate == .normal, memory.observers.isWhole, judgesTicks, !stepOutputs.changesSettings,
      !memory.owesTicks
    else { return }
    let position = inspection.anchor + (inspection.nextDeadline - inspection.anchoredAt)
    guard position.microseconds.magnitude < 1 << 60 else { return }
    var isObserved = position == memory.observers.softEnd.offset
    isObserved = isObserved || !policies.ticksAreRegular && position == ticks.gate
    for index in 0..<memory.observers.count {
      let slot = memory.observers.slots[index]
      // At the end of the number range nothing is checked.
      isObserved = isObserved || slot.last(upTo: position) == position || slot.interval.microseconds >= 1 << 60
    }
    expect(isObserved, .ticksMisplaced)
  }
}
