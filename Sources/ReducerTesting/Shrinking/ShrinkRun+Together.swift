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

    @inlinable
    init(_ place: Place, _ value: Int64) {
      self.place = place
      self.value = value
    }
  }

  /// So many numbers are tried each with each other one; of more only those that stand near each other.
  @usableFromInline static var pairLimit: Int { 24 }

  /// Makes several numbers smaller at once, wherever they stand: equal ones, which may have to stay equal, and different
  /// ones by the same amount, whose difference may be what counts.
  @inlinable
  mutating func changeValuesTogether(progress: (ShrinkProgress) -> Bool) {
    while !isHalted, lowerEqualValues(progress: progress) || lowerBySameAmount(progress: progress) {}
  }

  /// All numbers that are equal, those that stand for the same most often first.
  @inlinable
  mutating func lowerEqualValues(progress: (ShrinkProgress) -> Bool) -> Bool {
    let placed = placedValues()
    for value in Set(placed.map(\.value)).sorted(by: >) where value > 1 {
      let equal = placed.filter { $0.value == value }
      guard equal.count > 1 else { continue }
      for candidate in Candidates.numbers(than: value) {
        if attempt(equal.map { Placed($0.place, candidate) }, progress: progress) { return true }
        if isHalted { return false }
      }
    }
    return false
  }

  /// Every number from a certain size on, and each two of them.
  @inlinable
  mutating func lowerBySameAmount(progress: (ShrinkProgress) -> Bool) -> Bool {
    let placed = placedValues().filter { $0.value > 0 }
    for value in Set(placed.map(\.value)).sorted(by: >) {
      let large = placed.filter { $0.value >= value }
      if large.count > 2, lower(large, by: value, progress: progress) { return true }
    }
    let reach = placed.count <= Self.pairLimit ? placed.count : 8
    for second in placed.indices {
      for first in max(0, second - reach)..<second {
        let two = [placed[first], placed[second]]
        if lower(two, by: min(two[0].value, two[1].value), progress: progress) { return true }
        if isHalted { return false }
      }
    }
    return false
  }

  /// By the whole amount, half of it, a quarter … down to one.
  @inlinable
  mutating func lower(_ placed: [Placed], by amount: Int64, progress: (ShrinkProgress) -> Bool) -> Bool {
    var amount = amount
    while amount > 0, !isHalted {
      if attempt(placed.map { Placed($0.place, $0.value - amount) }, progress: progress) { return true }
      amount /= 2
    }
    return false
  }

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
    setTail(from: 0)
    var setupValues = model.values(of: session.setup)
    var changesSetup = false
    for change in changes {
      switch change.place {
      case .setup(let index):
        setupValues[index] = change.value
        changesSetup = true
      case .step(let index, let place):
        var values = model.values(of: tail[index])
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
    guard changesSetup else { return attempt(keeping: 0, progress: progress) }
    guard let setup = model.setup(session.setup, with: setupValues) else { return false }
    return attempt(setup, replacingSteps: true, progress: progress)
  }
}
