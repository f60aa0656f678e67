extension ShrinkRun {
  /// A number of a session, and where it stands.
  @usableFromInline
  struct Placed {
    @usableFromInline
    enum Place: Hashable {
      case setup(Int)
      case step(Int, Int)
      /// The time before a step: when it becomes shorter, every later step comes earlier.
      case gap(Int)
    }

    @usableFromInline var place: Place
    @usableFromInline var value: Int64
    /// The unit in which it is lowered, when others are lowered by as many of their own.
    @usableFromInline var stride: Int64

    @inlinable
    init(_ place: Place, _ value: Int64, stride: Int64 = 1) {
      self.place = place
      self.value = value
      self.stride = stride
    }

    /// Which number of its step it is; `nil` when it is not in a step.
    @inlinable
    var index: Int? { if case .step(_, let index) = place { index } else { nil } }

    /// How many strides it is away from zero.
    @inlinable
    var strideCount: Int64 { Int64(clamping: value.magnitude) / stride }

    /// The number nearer to zero by not more strides than there are.
    @inlinable
    func lowered(by strides: Int64) -> Placed {
      Placed(place, value > 0 ? value - strides * stride : value + strides * stride, stride: stride)
    }
  }

  /// Up to this many numbers are tried in all pairs; with more, only those near each other.
  @usableFromInline static var pairLimit: Int { 24 }

  /// Changes several numbers at once, wherever they stand: equal ones, which may have to stay equal, different ones by the
  /// same amount, whose difference may be what counts, and ones whose sum or order counts.
  @inlinable
  mutating func changeValuesTogether(progress: (ShrinkProgress) -> Bool) {
    while !isHalted,
      lowerEqualValues(progress: progress) || lowerBySameAmount(progress: progress)
        || exchangeValues(progress: progress) || tradeValues(progress: progress)
    {}
  }

  /// All numbers that are equal, wherever they stand; then those of them that have the same place in their steps.
  @inlinable
  mutating func lowerEqualValues(progress: (ShrinkProgress) -> Bool) -> Bool {
    for equal in equalValues() {
      for candidate in Candidates.numbers(than: equal[0].value) {
        if attempt(equal.map { Placed($0.place, candidate) }, progress: progress) { return true }
        if isHalted { return false }
      }
    }
    return false
  }

  @inlinable
  func equalValues() -> [[Placed]] {
    let placed = placedValues().filter { $0.value != 0 }
    var groups: [[Placed]] = []
    for value in Set(placed.map { $0.value }).sorted(by: >) {
      let equal = placed.filter { $0.value == value }
      if equal.count > 1 { groups.append(equal) }
      for index in Set(equal.compactMap { $0.index }).sorted() {
        let same = equal.filter { $0.index == index }
        if same.count > 1, same.count < equal.count { groups.append(same) }
      }
    }
    return groups
  }

  /// Every number from a certain size on that has the same sign, and each two of any sign, nearer to zero.
  @inlinable
  mutating func lowerBySameAmount(progress: (ShrinkProgress) -> Bool) -> Bool {
    let placed = placedValues().filter { $0.value != 0 }
    for value in Set(placed.map { $0.value }).sorted(by: >) {
      let large = placed.filter { value > 0 ? $0.value >= value : $0.value <= value }
      if large.count > 2, lower(large, progress: progress) { return true }
    }
    let reach = placed.count <= Self.pairLimit ? placed.count : 8
    for second in placed.indices {
      for first in max(0, second - reach)..<second {
        if lower([placed[first], placed[second]], progress: progress) { return true }
        if isHalted { return false }
      }
    }
    return false
  }

  /// Repeats many times at once how numbers became smaller in a round: first each by its own amount, then all by the same
  /// one. Numbers whose ratio or difference is within a range would otherwise follow each other in steps of that range.
  @inlinable
  mutating func continueLowering(from values: [Placed], progress: (ShrinkProgress) -> Bool) {
    for isAsBefore in [true, false] {
      let placed = zip(values, placedValues()).compactMap { old, new -> Placed? in
        guard old.place == new.place, old.value.magnitude > new.value.magnitude else { return nil }
        let change = Int64(clamping: old.value.magnitude - new.value.magnitude)
        return Placed(new.place, new.value, stride: isAsBefore ? change : 1)
      }
      _ = lower(placed, progress: progress)
    }
  }

  /// By as many strides as possible, half of them, a quarter … down to one, each as often as possible.
  @inlinable
  mutating func lower(_ placed: [Placed], progress: (ShrinkProgress) -> Bool) -> Bool {
    let (before, stepCount) = (effort.successes, session.steps.count)
    var placed = placed
    var strides = placed.map { $0.strideCount }.min() ?? 0
    while strides > 0, !isHalted {
      let lowered = placed.map { $0.lowered(by: strides) }
      if attempt(lowered, progress: progress) {
        if session.steps.count < stepCount { break }
        placed = lowered
        strides = min(strides, placed.map { $0.strideCount }.min() ?? 0)
      } else {
        strides /= 2
      }
    }
    return effort.successes > before
  }

  // MARK: Places

  /// Every number of the session that may become smaller, in the order in which they stand.
  @inlinable
  func placedValues() -> [Placed] {
    var placed = model.values(of: session.setup).enumerated().map { Placed(.setup($0.offset), $0.element) }
    for (index, step) in session.steps.enumerated() {
      let gap = gap(before: index)
      if gap > 0 { placed.append(Placed(.gap(index), gap)) }
      placed += model.values(of: step).enumerated().map { Placed(.step(index, $0.offset), $0.element) }
    }
    return placed
  }

  /// The session with other numbers in these places, when there is one.
  @inlinable
  mutating func attempt(_ changes: [Placed], progress: (ShrinkProgress) -> Bool) -> Bool {
    var setupValues = model.values(of: session.setup)
    guard setTail(changing: changes, &setupValues) else { return false }
    guard changes.contains(where: { if case .setup = $0.place { true } else { false } }) else {
      return attempt(keeping: 0, progress: progress)
    }
    guard let setup = model.setup(session.setup, with: setupValues) else { return false }
    return attempt(setup, replacingSteps: true, progress: progress)
  }

  /// Makes `tail` the steps with other numbers in these places; false when there is no such step.
  @inlinable
  mutating func setTail(changing changes: [Placed], _ setupValues: inout [Int64]) -> Bool {
    setTail(from: 0)
    for change in changes {
      switch change.place {
      case .setup(let index): setupValues[index] = change.value
      case .step(let index, let place):
        var values = model.values(of: tail[index])
        guard values.indices.contains(place) else { return false }
        values[place] = change.value
        guard let step = model.step(tail[index], with: values) else { return false }
        tail[index] = step
      case .gap(let index):
        let distance = gap(before: index) - change.value
        for place in index..<tail.count {
          guard let instant = model.instant(of: tail[place]) else { continue }
          tail[place] = model.moved(tail[place], to: instant > distance ? instant - distance : min(instant, 0))
        }
      }
    }
    return true
  }
}
