import ReducerTesting

/// A cache that drops the least recently used key, with a planted mistake: reading a key does not count as use.
struct LeastRecentlyUsed: Model {
  enum Step: Hashable {
    case put(Int64, Int64)
    case get(Int64)
  }

  struct State {
    var capacity: Int
    /// Keys and values, the least recently used first: as they should be, and as they are.
    var expected: [(key: Int64, value: Int64)] = []
    var actual: [(key: Int64, value: Int64)] = []
  }

  /// The setup is the capacity.
  func begin(_ setup: Int64) -> State { State(capacity: Int(setup)) }

  func take(_ step: Step, in state: inout State) -> PropertyViolation? {
    switch step {
    case .put(let key, let value):
      put(key, value, into: &state.expected, state.capacity)
      put(key, value, into: &state.actual, state.capacity)
    case .get(let key):
      let expected = state.expected.first { $0.key == key }
      let actual = state.actual.first { $0.key == key }
      if expected?.value != actual?.value { return PropertyViolation("wrong-value") }
      // The mistake: only `expected` is updated, not `actual`.
      if let expected { put(key, expected.value, into: &state.expected, state.capacity) }
    }
    return nil
  }

  private func put(_ key: Int64, _ value: Int64, into cache: inout [(key: Int64, value: Int64)], _ capacity: Int) {
    cache.removeAll { $0.key == key }
    cache.append((key, value))
    if cache.count > capacity { cache.removeFirst() }
  }

  func drawSetup(_ habits: Void, using random: inout SplitMix64) -> Int64 { Int64(1 + random.below(8)) }

  func drawStep(_ habits: Void, in state: State, using random: inout SplitMix64) -> Step {
    let key = Int64(random.below(12))
    return random.bool() ? .put(key, Int64(random.below(100))) : .get(key)
  }

  func simplerSetups(than setup: Int64) -> [Int64] { Candidates.numbers(than: setup, towards: 1) }

  func simplerSteps(than step: Step) -> [Step] {
    switch step {
    case .put(let key, let value):
      Candidates.numbers(than: key).map { .put($0, value) } + Candidates.numbers(than: value).map { .put(key, $0) }
    case .get(let key): Candidates.numbers(than: key).map(Step.get)
    }
  }

  func values(of step: Step) -> [Int64] {
    switch step {
    case .put(let key, let value): [key, value]
    case .get(let key): [key]
    }
  }

  func step(_ step: Step, with values: [Int64]) -> Step? {
    guard values.allSatisfy({ $0 >= 0 }) else { return nil }
    switch step {
    case .put: return .put(values[0], values[1])
    case .get: return .get(values[0])
    }
  }

  /// The keys and the order in which they are used: no session of fewer steps shows the mistake.
  static let least = Session<Int64, Step>(2, [.put(0, 0), .put(1, 0), .get(0), .put(2, 0), .get(0)])
}
