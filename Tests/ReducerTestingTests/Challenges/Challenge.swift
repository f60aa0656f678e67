import ReducerTesting
import Testing

/// A program of the shrinking challenge (https://github.com/jlink/shrinking-challenge) as a model: its argument is
/// written item by item, and judged when it is complete.
struct Challenge: Model, CustomTestStringConvertible {
  enum Step: Hashable {
    /// Begins another list.
    case list
    case number(Int64)
    /// Joins what comes before: 0 adds, 1 divides.
    case join(Int)
  }

  var name: String
  /// The numbers that are drawn and that may stand in a session.
  var range: ClosedRange<Int64> = 0...1_000
  /// How many of a hundred steps begin a list.
  var lists = 0
  /// How many join.
  var joins = 0
  /// The setups that are drawn: for programs with an argument beside the list.
  var setups: ClosedRange<Int64> = 0...0
  /// Whether a step can be taken after these: what the program assumes.
  var assumes: @Sendable ([Step], Step) -> Bool = { _, _ in true }
  var fails: @Sendable (Int64, [Step]) -> Bool
  /// The least argument that fails.
  var least: Session<Int64, Step>

  var testDescription: String { name }

  func begin(_ setup: Int64) -> (setup: Int64, steps: [Step]) { (setup, []) }

  func take(_ step: Step, in state: inout (setup: Int64, steps: [Step])) -> PropertyViolation? {
    state.steps.append(step)
    return nil
  }

  func finish(_ state: inout (setup: Int64, steps: [Step])) -> PropertyViolation? {
    fails(state.setup, state.steps) ? PropertyViolation(name) : nil
  }

  func allows(_ step: Step, in state: (setup: Int64, steps: [Step])) -> Bool {
    if case .number(let number) = step, !range.contains(number) { return false }
    return assumes(state.steps, step)
  }

  func drawHabits(using random: inout SplitMix64) -> Int64 {
    // Half of the sessions have small numbers, so that equal numbers occur.
    random.bool() ? 12 : .max
  }

  func drawSetup(_ habits: Int64, using random: inout SplitMix64) -> Int64 { draw(setups, habits, &random) }

  func drawStep(_ habits: Int64, in state: (setup: Int64, steps: [Step]), using random: inout SplitMix64) -> Step {
    let kind = random.below(100)
    if kind < lists { return .list }
    return kind < lists + joins ? .join(random.below(2)) : .number(draw(range, habits, &random))
  }

  private func draw(_ range: ClosedRange<Int64>, _ habits: Int64, _ random: inout SplitMix64) -> Int64 {
    let (low, high) = (max(range.lowerBound, -habits), min(range.upperBound, habits))
    return low + Int64(random.below(Int(high - low) + 1))
  }

  func simplerSetups(than setup: Int64) -> [Int64] { Candidates.numbers(than: setup) }

  func simplerSteps(than step: Step) -> [Step] {
    switch step {
    case .number(let number):
      (number < 0 && range.contains(-number) ? [.number(-number)] : [])
        + Candidates.numbers(than: number).map(Step.number)
    case .join(let kind): Candidates.numbers(than: kind).map(Step.join)
    case .list: []
    }
  }

  func values(of step: Step) -> [Int64] { if case .number(let number) = step { [number] } else { [] } }

  func step(_ step: Step, with values: [Int64]) -> Step? {
    if case .number = step, range.contains(values[0]) { .number(values[0]) } else { nil }
  }

  /// What two numbers of a list add up to, where it is a number of 16 bits.
  func merged(_ first: Step, _ second: Step) -> [Step] {
    guard case .number(let one) = first, case .number(let other) = second, range.lowerBound == Int64(Int16.min) else {
      return []
    }
    return [.number(Int64(Int16(truncatingIfNeeded: one + other)))]
  }

  func values(of setup: Int64) -> [Int64] { setups.count > 1 ? [setup] : [] }
  func setup(_ setup: Int64, with values: [Int64]) -> Int64? { values[0] <= setup ? values[0] : nil }
}

extension Challenge {
  /// The numbers of a session, list by list.
  static func lists(_ steps: [Step]) -> [[Int64]] {
    var lists: [[Int64]] = [[]]
    for step in steps {
      switch step {
      case .list: lists.append([])
      case .number(let number): lists[lists.count - 1].append(number)
      case .join: break
      }
    }
    return lists
  }

  static func numbers(_ steps: [Step]) -> [Int64] { lists(steps).flatMap(\.self) }
}
