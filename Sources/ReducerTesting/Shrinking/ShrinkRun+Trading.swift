extension ShrinkRun {
  /// Exchanges two numbers wherever they stand in steps, where the smaller one then comes first: names, whose order is all
  /// that matters of them, get the least order. First among the numbers with the same place in their steps, then among all.
  @inlinable
  mutating func exchangeValues(progress: (ShrinkProgress) -> Bool) -> Bool {
    let placed = placedValues().filter { $0.index != nil }
    let groups = Set(placed.compactMap { $0.index }).sorted().map { index in placed.filter { $0.index == index } }
    for group in groups.count > 1 ? groups + [placed] : groups {
      if exchangeValues(in: group, progress: progress) { return true }
    }
    return false
  }

  @inlinable
  mutating func exchangeValues(in placed: [Placed], progress: (ShrinkProgress) -> Bool) -> Bool {
    // In the order of first occurrence.
    var values: [Int64] = []
    for number in placed where !values.contains(number.value) { values.append(number.value) }
    guard values.count <= Self.pairLimit else { return false }
    for (place, value) in values.enumerated() {
      for other in values[(place + 1)...] where Self.isSimpler(other, than: value) {
        let changes = placed.filter { $0.value == value || $0.value == other }.map {
          Placed($0.place, $0.value == value ? other : value)
        }
        if attempt(changes, progress: progress) { return true }
        if isHalted { return false }
      }
    }
    return false
  }

  @inlinable
  static func isSimpler(_ a: Int64, than b: Int64) -> Bool {
    a.magnitude == b.magnitude ? a > b : a.magnitude < b.magnitude
  }

  /// Two numbers of steps whose sum counts: the earlier one becomes smaller, and the later one takes what it loses.
  @inlinable
  mutating func tradeValues(progress: (ShrinkProgress) -> Bool) -> Bool {
    guard model.tradesValues else { return false }
    let places = placedValues().filter { $0.index != nil }.map { $0.place }
    let (before, stepCount) = (effort.successes, session.steps.count)
    let reach = places.count <= Self.pairLimit ? places.count : 8
    for (index, first) in places.enumerated() {
      for second in places[(index + 1)...].prefix(reach) where value(at: first) != 0 {
        _ = trade(first, second, progress: progress)
        // Places are invalid once steps are deleted.
        if isHalted || session.steps.count < stepCount { return effort.successes > before }
      }
    }
    return effort.successes > before
  }

  /// The whole number; if that is too much, as much as is possible, found from one on by doubling.
  @inlinable
  mutating func trade(_ first: Placed.Place, _ second: Placed.Place, progress: (ShrinkProgress) -> Bool) -> Bool {
    let whole = value(at: first).map { Int64(clamping: $0.magnitude) } ?? 0
    if move(whole, first, second, progress: progress) { return true }
    guard move(1, first, second, progress: progress) else { return false }
    var amount: Int64 = 2
    while amount <= whole / 2, move(amount, first, second, progress: progress) { amount *= 2 }
    while amount > 0, !isHalted {
      if !move(amount, first, second, progress: progress) { amount /= 2 }
    }
    return true
  }

  @inlinable
  mutating func move(
    _ amount: Int64, _ first: Placed.Place, _ second: Placed.Place, progress: (ShrinkProgress) -> Bool
  ) -> Bool {
    guard let lost = value(at: first), let taken = value(at: second), amount > 0, lost.magnitude >= amount else {
      return false
    }
    let (sum, isBeyond) = taken.addingReportingOverflow(lost > 0 ? amount : -amount)
    guard !isBeyond else { return false }
    return attempt([Placed(first, lost).lowered(by: amount), Placed(second, sum)], progress: progress)
  }

  /// The number of a step in a place; `nil` when the step is gone.
  @inlinable
  func value(at place: Placed.Place) -> Int64? {
    guard case .step(let step, let index) = place, session.steps.indices.contains(step) else { return nil }
    let values = model.values(of: session.steps[step])
    return values.indices.contains(index) ? values[index] : nil
  }
}
