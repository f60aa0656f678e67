import PlayerCore

/// An input and when it happens.
struct Step {
  var instant: Instant
  var input: Input
}

/// Inputs to measure with, as they happened to a player that began with `configuration`.
struct Mix {
  var name: String
  var configuration = Configuration()
  /// What comes before, and is not measured.
  var setup: [Step] = []
  var steps: [Step]

  /// The instant of the last step.
  var length: Instant { steps.last?.instant ?? .zero }
}

/// A player under a generator's hand: whatever is given to it is kept as a step.
struct MixRecorder {
  private(set) var player: Player
  private(set) var outputs = Outputs()
  private(set) var steps: [Step] = []
  private(set) var now = Instant.zero

  init(configuration: Configuration = Configuration()) { player = Player(configuration: configuration) }

  /// Gives an input to the player, after all deadlines before it. Its outputs are in ``outputs``.
  mutating func give(_ input: Input, at instant: Instant) {
    now = max(now, instant)
    steps.append(Step(instant: now, input: input))
    player.receive(input, at: now, into: &outputs)
  }

  /// What was kept since the last call.
  mutating func takeSteps() -> [Step] {
    defer { steps.removeAll(keepingCapacity: true) }
    return steps
  }

  /// Nothing happens before this instant.
  mutating func wait(until instant: Instant) { now = max(now, instant) }
}

/// A small generator of random numbers, the same on every machine.
struct Random {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var result = state
    result = (result ^ (result >> 30)) &* 0xBF58_476D_1CE4_E5B9
    result = (result ^ (result >> 27)) &* 0x94D0_49BB_1331_11EB
    return result ^ (result >> 31)
  }

  /// 0 ..< bound.
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// True once in `rarity` times.
  mutating func oneIn(_ rarity: Int) -> Bool { below(rarity) == 0 }
}
