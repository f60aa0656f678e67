extension ShrinkRun {
  /// Takes the simplest setup that still breaks the property, and from there the next.
  @inlinable
  mutating func simplifySetup(progress: (ShrinkProgress) -> Bool) {
    var isSimpler = true
    while isSimpler, !isHalted {
      isSimpler = false
      for setup in model.simplerSetups(than: session.setup) where attempt(setup, progress: progress) {
        isSimpler = true
        break
      }
    }
  }

  /// Makes each step as simple as it can be, the last one first. A model's candidates halve the distance to a goal, so
  /// that a number comes to its boundary in a few tries.
  @inlinable
  mutating func simplifyValues(progress: (ShrinkProgress) -> Bool) {
    var index = session.steps.count - 1
    while index >= 0, !isHalted {
      // What takes more than this moves in small steps, and the next round finds out how.
      var left = 16
      while left > 0, index < session.steps.count, simplifyStep(at: index, progress: progress) { left -= 1 }
      index = min(index, session.steps.count) - 1
    }
  }

  @inlinable
  mutating func simplifyStep(at index: Int, progress: (ShrinkProgress) -> Bool) -> Bool {
    for candidate in model.simplerSteps(than: session.steps[index]) {
      let step = inOrder(candidate, at: index)
      guard step != session.steps[index] else { continue }
      setTail(from: index)
      tail[0] = step
      if attempt(keeping: index, progress: progress) { return true }
      if isHalted { return false }
    }
    return false
  }

  /// The step, not before the one it follows: time that runs backwards is a separate fault and not simple. Where it did
  /// so before, it may do so still.
  @inlinable
  func inOrder(_ step: Subject.Step, at index: Int) -> Subject.Step {
    guard index > 0, let instant = model.instant(of: step),
      let previous = model.instant(of: session.steps[index - 1]), instant < previous,
      let current = model.instant(of: session.steps[index]), current >= previous
    else { return step }
    return model.moved(step, to: previous)
  }

  /// Moves all that follows a gap earlier, by the whole gap or half of what is left of it, down to one unit.
  @inlinable
  mutating func closeGaps(progress: (ShrinkProgress) -> Bool) {
    var index = session.steps.count - 1
    while index >= 0, !isHalted {
      var gap = gap(before: index)
      while gap > 0, index < session.steps.count, !isHalted {
        gap = moveEarlier(from: index, by: gap, progress: progress) ? min(gap, self.gap(before: index)) : gap / 2
      }
      index = min(index, session.steps.count) - 1
    }
  }

  /// The time between a step and the one before it; 0 when they have none or it runs backwards. The first step's is the
  /// time since 0.
  @inlinable
  func gap(before index: Int) -> Int64 {
    guard index < session.steps.count, let instant = model.instant(of: session.steps[index]) else { return 0 }
    var previous = Int64(0)
    var other = index - 1
    while other >= 0 {
      if let instant = model.instant(of: session.steps[other]) {
        previous = instant
        break
      }
      other -= 1
    }
    let (gap, overflow) = instant.subtractingReportingOverflow(previous)
    return overflow ? (instant > 0 ? .max : 0) : max(0, gap)
  }

  @inlinable
  mutating func moveEarlier(from index: Int, by distance: Int64, progress: (ShrinkProgress) -> Bool) -> Bool {
    setTail(from: index)
    for place in tail.indices {
      guard let instant = model.instant(of: tail[place]) else { continue }
      // Instants close to zero stop at zero, and negative ones stay.
      tail[place] = model.moved(tail[place], to: instant > distance ? instant - distance : min(instant, 0))
    }
    guard tail[0] != session.steps[index] else { return false }
    return attempt(keeping: index, progress: progress)
  }
}
