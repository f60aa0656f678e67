import ReducerTesting

/// A small player with one defect: when it has failed three times, has more than 9,000 in its buffer and seeks beyond
/// 30,000, it is stuck. The smallest session that shows it has five steps, and the numbers 9001 and 30001.
///
/// The benchmark uses it, too, and compares with the same model in Hypothesis.
struct ToyPlayer: Model {
  /// Whether the steps that matter are rare: sessions fail late, after some hundred steps.
  var isTame = false
  var hasDefect = true

  struct Setup: Hashable {
    var bufferLimit = 20_000
    var loops = false
  }

  enum Step: Hashable {
    case play
    case pause
    case fail
    case buffer(Int)
    case seek(Int)
  }

  struct State: Hashable {
    var setup: Setup
    var isPlaying = false
    var failures = 0
    var buffered = 0
    var position = 0
    var lastKind: UInt64 = 0
  }

  func begin(_ setup: Setup) -> State { State(setup: setup) }

  func take(_ step: Step, in state: inout State) -> PropertyViolation? {
    switch step {
    case .play: state.isPlaying = true
    case .pause: state.isPlaying = false
    case .fail: state.failures += 1
    case .buffer(let amount): state.buffered = min(state.buffered + max(0, amount), state.setup.bufferLimit)
    case .seek(let target): state.position = max(0, target)
    }
    guard state.failures >= 3, state.buffered > 9_000, state.position > 30_000, hasDefect else { return nil }
    return PropertyViolation("stuck", "\(state.failures) failures, \(state.buffered) buffered, at \(state.position)")
  }

  func drawSetup(_ habits: Void, using random: inout SplitMix64) -> Setup {
    Setup(bufferLimit: 10_000 + random.below(20_000), loops: random.bool())
  }

  func drawStep(_ habits: Void, in state: State, using random: inout SplitMix64) -> Step {
    guard isTame else { return drawWildStep(&random) }
    return switch random.below(100) {
    case 0..<40: .play
    case 40..<80: .pause
    case 80: .fail
    case 81..<90: .buffer(random.below(1_000))
    default: .seek(random.below(30_050))
    }
  }

  private func drawWildStep(_ random: inout SplitMix64) -> Step {
    switch random.below(5) {
    case 0: .play
    case 1: .pause
    case 2: .fail
    case 3: .buffer(random.below(12_000))
    default: .seek(random.below(36_000))
    }
  }

  func simplerSetups(than setup: Setup) -> [Setup] {
    var simpler: [Setup] = []
    if setup != Setup() { simpler.append(Setup()) }
    if setup.loops { simpler.append(Setup(bufferLimit: setup.bufferLimit)) }
    return simpler
  }

  func simplerSteps(than step: Step) -> [Step] {
    switch step {
    case .play, .pause, .fail: []
    case .buffer(let amount): Candidates.numbers(than: amount).map(Step.buffer)
    case .seek(let target): Candidates.numbers(than: target).map(Step.seek)
    }
  }

  func merged(_ first: Step, _ second: Step) -> [Step] {
    guard case .buffer(let one) = first, case .buffer(let other) = second else { return [] }
    return [.buffer(one + other)]
  }

  func variations(of step: Step) -> [Variation<Step>] {
    switch step {
    case .play, .pause, .fail: []
    case .buffer: [Variation("amount", [.buffer(0), .buffer(500), .buffer(1_000_000)])]
    case .seek: [Variation("target", [.seek(0), .seek(70_000), .seek(1_000_000)])]
    }
  }

  func variations(of setup: Setup) -> [Variation<Setup>] {
    [
      Variation("bufferLimit", [0, 1_000, .max].map { Setup(bufferLimit: $0, loops: setup.loops) }),
      Variation("loops", [Setup(bufferLimit: setup.bufferLimit, loops: !setup.loops)]),
    ]
  }
}
