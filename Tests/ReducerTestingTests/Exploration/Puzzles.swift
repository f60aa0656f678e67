import ReducerTesting

/// Two jugs without marks and unlimited water: reach four litres in the larger.
struct Jugs: ExplorableModel {
  enum Step: Hashable, Sendable, CaseIterable { case fillSmall, fillLarge, emptySmall, emptyLarge, pourUp, pourDown }

  var goal: UInt32 = 4
  var property = "measured"
  var identity: String { "jugs" }

  /// Litres in the jug of three and in the jug of five.
  struct State: BitwiseCopyable, Sendable {
    var small: UInt32 = 0
    var large: UInt32 = 0
  }

  func begin(_ setup: Int) -> State { State() }

  func take(_ step: Step, in state: inout State) -> PropertyViolation? {
    switch step {
    case .fillSmall: state.small = 3
    case .fillLarge: state.large = 5
    case .emptySmall: state.small = 0
    case .emptyLarge: state.large = 0
    case .pourUp:
      let moved = min(state.small, 5 - state.large)
      state = State(small: state.small - moved, large: state.large + moved)
    case .pourDown:
      let moved = min(state.large, 3 - state.small)
      state = State(small: state.small + moved, large: state.large - moved)
    }
    return state.large == goal ? PropertyViolation(property) : nil
  }

  func choices(in state: State, into choices: inout [Step]) { choices += Step.allCases }
  func outputCount(of state: State) -> Int { Int(state.large) }
  func drawSetup(_ habits: (), using random: inout SplitMix64) -> Int { 0 }
}

/// The sliding puzzle of two rows with three places: 360 orders of the tiles are reachable, the farthest in 21 moves.
struct SlidingPuzzle: ExplorableModel {
  /// Four bits for each place; 0 is the gap.
  typealias State = UInt64
  enum Step: UInt64, Hashable, Sendable, CaseIterable { case up, down, left, right }

  static let solved: UInt64 = 0x0543_21
  var target: UInt64 = .max
  var identity: String { "sliding puzzle" }

  func begin(_ setup: UInt64) -> UInt64 { setup }

  func take(_ step: Step, in state: inout UInt64) -> PropertyViolation? {
    guard let (gap, other) = Self.places(step, in: state) else { return nil }
    let tile = state >> (other * 4) & 15
    state ^= tile << (other * 4) | tile << (gap * 4)
    return state == target ? PropertyViolation("solved") : nil
  }

  private static func places(_ step: Step, in state: UInt64) -> (gap: UInt64, other: UInt64)? {
    guard let gap = (0..<UInt64(6)).first(where: { state >> ($0 * 4) & 15 == 0 }) else { return nil }
    switch step {
    case .up: return gap >= 3 ? (gap, gap - 3) : nil
    case .down: return gap < 3 ? (gap, gap + 3) : nil
    case .left: return gap % 3 > 0 ? (gap, gap - 1) : nil
    case .right: return gap % 3 < 2 ? (gap, gap + 1) : nil
    }
  }

  func choices(in state: UInt64, into choices: inout [Step]) {
    for step in Step.allCases where Self.places(step, in: state) != nil { choices.append(step) }
  }

  func drawSetup(_ habits: (), using random: inout SplitMix64) -> UInt64 { Self.solved }
}

/// A walk through numbers that halves or adds: many states, few bytes.
struct Numbers: ExplorableModel {
  enum Step: Hashable, Sendable, CaseIterable { case double, addThree, addSeven, trap, harm }

  var limit: UInt64 = 100_000
  /// From here on only 1 is subtracted and added again.
  var trap: UInt64 = .max
  var identity: String { "numbers to \(limit)" }

  func begin(_ setup: UInt64) -> UInt64 { setup }

  func take(_ step: Step, in state: inout UInt64) -> PropertyViolation? {
    switch step {
    case .double: state = state * 2 % limit
    case .addThree: state = (state + 3) % limit
    case .addSeven: state = (state + 7) % limit
    case .trap: state ^= 1
    case .harm: state = 0
    }
    return nil
  }

  func choices(in state: UInt64, into choices: inout [Step]) {
    choices += state | 1 == trap | 1 ? [.trap, .harm] : [.double, .addThree, .addSeven]
  }

  func isGood(_ state: UInt64) -> Bool { state == 0 }
  func heals(_ step: Step) -> Bool { step != .harm }
  func drawSetup(_ habits: (), using random: inout SplitMix64) -> UInt64 { 1 }
}
