import ReducerTesting
import Backports

/// `strike` after `open` breaks "deep" when `guarded` came before, and "shallow" otherwise.
struct TwoDefects: Model {
  struct Setup: Hashable {}
  enum Step: Hashable { case open, other, guarded, strike }
  struct State {
    var isOpen = false
    var isGuarded = false
  }

  func begin(_ setup: Setup) -> State { State() }

  func take(_ step: Step, in state: inout State) -> PropertyViolation? {
    switch step {
    case .open: state.isOpen = true
    case .other: break
    case .guarded: state.isGuarded = true
    case .strike: return state.isOpen ? PropertyViolation(state.isGuarded ? "deep" : "shallow") : nil
    }
    return nil
  }

  func drawSetup(_ habits: Void, using random: inout SplitMix64) -> Setup { Setup() }
  func drawStep(_ habits: Void, in state: State, using random: inout SplitMix64) -> Step {
    random.pick([Step.open, .other, .guarded, .strike])
  }
}

/// Checks only every seventh step for a number that is too large, unless it is thorough.
struct LooksRarely: Model {
  var interval = 7
  struct State {
    var count = 0
  }

  func begin(_ setup: Bool) -> State { State() }

  func take(_ step: Int, in state: inout State) -> PropertyViolation? {
    state.count += 1
    return state.count % interval == 0 && step > 100 ? PropertyViolation("too-large") : nil
  }

  func thorough(for property: String?) -> LooksRarely {
    property == nil || property == "too-large" ? LooksRarely(interval: 1) : self
  }

  func drawSetup(_ habits: Void, using random: inout SplitMix64) -> Bool { false }
  func drawStep(_ habits: Void, in state: State, using random: inout SplitMix64) -> Int { random.below(200) }
}

/// Breaks at `end` when everything opened is closed and `mark` was there: an `open` goes only with its `close`.
struct Brackets: Model {
  enum Step: Hashable { case open, close, mark, end }
  struct State {
    var depth = 0
    var isMarked = false
  }

  func begin(_ setup: Int) -> State { State() }

  func take(_ step: Step, in state: inout State) -> PropertyViolation? {
    switch step {
    case .open: state.depth += 1
    case .close: state.depth -= 1
    case .mark: state.isMarked = true
    case .end: return state.depth == 0 && state.isMarked ? PropertyViolation("balanced") : nil
    }
    return nil
  }

  func drawSetup(_ habits: Void, using random: inout SplitMix64) -> Int { 0 }
  func drawStep(_ habits: Void, in state: State, using random: inout SplitMix64) -> Step { .open }
}

/// Breaks when an answer of 100 or more equals the question.
struct AskAndAnswer: Model {
  enum Step: Hashable { case ask(Int), answer(Int) }

  func begin(_ setup: Int) -> Int { -1 }

  func take(_ step: Step, in state: inout Int) -> PropertyViolation? {
    switch step {
    case .ask(let number): state = number
    case .answer(let number) where number == state && number >= 100: return PropertyViolation("equal")
    case .answer: break
    }
    return nil
  }

  func drawSetup(_ habits: Void, using random: inout SplitMix64) -> Int { 0 }
  func drawStep(_ habits: Void, in state: Int, using random: inout SplitMix64) -> Step { .ask(random.below(1_000)) }

  func simplerSteps(than step: Step) -> [Step] {
    switch step {
    case .ask(let number): Candidates.numbers(than: number).map(Step.ask)
    case .answer(let number): Candidates.numbers(than: number).map(Step.answer)
    }
  }
}

/// Breaks when a check comes more than 10,000 after the start.
struct Waiting: Model {
  enum Kind: Hashable { case start, other, check }
  struct Step: Hashable {
    var at: Int64
    var kind: Kind

    init(at: Int64, _ kind: Kind) {
      self.at = at
      self.kind = kind
    }
  }

  func begin(_ setup: Int) -> Int64? { nil }

  func take(_ step: Step, in state: inout Int64?) -> PropertyViolation? {
    switch step.kind {
    case .start: state = step.at
    case .other: break
    case .check:
      guard let start = state else { return nil }
      let (elapsed, overflow) = step.at.subtractingReportingOverflow(start)
      return overflow || elapsed > 10_000 ? PropertyViolation("late") : nil
    }
    return nil
  }

  func drawSetup(_ habits: Void, using random: inout SplitMix64) -> Int { 0 }
  func drawStep(_ habits: Void, in state: Int64?, using random: inout SplitMix64) -> Step { Step(at: 0, .other) }

  func simplerSteps(than step: Step) -> [Step] { step.at > 0 ? [Step(at: 0, step.kind)] : [] }
  func instant(of step: Step) -> Int64? { step.at }
  func moved(_ step: Step, to instant: Int64) -> Step { Step(at: instant, step.kind) }
  func describe(_ step: Step) -> String { "at \(step.at) \(step.kind)" }
}

/// Everything opened must be closed at a check and at the end.
struct LeftOpen: Model {
  enum Step: Hashable { case open, close, noise, check }

  /// The number of inputs in its end.
  var endInputs = 0

  func begin(_ setup: Int) -> Int { 0 }

  func take(_ step: Step, in state: inout Int) -> PropertyViolation? {
    switch step {
    case .open: state += 1
    case .close: state = max(0, state - 1)
    case .noise: break
    case .check: return state > 0 ? PropertyViolation("left-open") : nil
    }
    return nil
  }

  func finish(_ state: inout Int) -> PropertyViolation? {
    let isOpen = state > 0
    state += endInputs
    return isOpen ? PropertyViolation("left-open") : nil
  }

  func inputs(of state: Int) -> Int { endInputs == 0 ? 0 : state }
  func drawSetup(_ habits: Void, using random: inout SplitMix64) -> Int { 0 }
  func drawStep(_ habits: Void, in state: Int, using random: inout SplitMix64) -> Step { .noise }
}

/// Breaks only in its first calls.
struct Flaky: Model {
  static let calls = AtomicInteger(0)

  func begin(_ setup: UInt8) -> Int { 0 }

  func take(_ step: Int, in state: inout Int) -> PropertyViolation? {
    state += 1
    guard state > 3 else { return nil }
    return Self.calls.add(1) < 40 ? PropertyViolation("sometimes") : nil
  }

  func drawSetup(_ habits: Void, using random: inout SplitMix64) -> UInt8 { 0 }
  func drawStep(_ habits: Void, in state: Int, using random: inout SplitMix64) -> Int { 0 }
  func simplerSteps(than step: Int) -> [Int] { [step + 1] }
}
