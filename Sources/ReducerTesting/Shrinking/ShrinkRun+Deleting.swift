extension ShrinkRun {
  /// In a session with more steps a deletion is not tried together with something else.
  @usableFromInline static var combinedLimit: Int { 40 }

  /// One step less together with what has to fit the number of steps: a simpler setup, or numbers that are places among
  /// them.
  @inlinable
  mutating func deleteWithAdjustment(progress: (ShrinkProgress) -> Bool) {
    guard session.steps.count <= Self.combinedLimit else { return }
    while !isHalted, simplifySetupDeleting(progress: progress) || deleteRenumbering(progress: progress) {}
  }

  @inlinable
  mutating func simplifySetupDeleting(progress: (ShrinkProgress) -> Bool) -> Bool {
    for setup in model.simplerSetups(than: session.setup) {
      for index in session.steps.indices.reversed() {
        setTail(from: 0)
        tail.remove(at: index)
        if attempt(setup, replacingSteps: true, progress: progress) { return true }
        if isHalted { return false }
      }
    }
    return false
  }

  /// A step goes, and the numbers from a certain one on become smaller by one.
  @inlinable
  mutating func deleteRenumbering(progress: (ShrinkProgress) -> Bool) -> Bool {
    let placed = placedValues().filter { $0.index != nil && $0.value > 0 }
    let values = Set(placed.map { $0.value }).sorted()
    guard values.count <= Self.pairLimit else { return false }
    for index in session.steps.indices.reversed() {
      for value in values {
        let changes = placed.filter { $0.value >= value }.map { $0.lowered(by: 1) }
        var setupValues: [Int64] = []
        guard setTail(changing: changes, &setupValues) else { continue }
        tail.remove(at: index)
        if attempt(keeping: 0, progress: progress) { return true }
        if isHalted { return false }
      }
    }
    return false
  }
}
