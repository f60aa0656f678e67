/// A complete experiment: how it begins and what happens, step by step.
public struct Session<Setup: Hashable & Sendable, Step: Hashable & Sendable>: Hashable, Sendable {
  /// How it begins.
  public var setup: Setup
  /// What happens, in order.
  public var steps: [Step]

  /// A session.
  @inlinable
  public init(_ setup: Setup, _ steps: [Step] = []) {
    self.setup = setup
    self.steps = steps
  }
}

/// Where a session broke a property.
public struct Finding: Hashable, Sendable {
  /// What does not hold.
  public var violation: PropertyViolation
  /// How many steps had been taken; the last of them broke the property, or the check at the end did.
  public var stepCount: Int

  /// Where it broke.
  @inlinable
  public init(_ violation: PropertyViolation, stepCount: Int) {
    self.violation = violation
    self.stepCount = stepCount
  }
}

/// The outcome of a run that could be stopped.
@usableFromInline
enum RunEnd {
  case holds
  case breaks(Finding, inStep: Bool)
  case stopped

  /// A caller that may stop something is asked after this many inputs: some milliseconds.
  @usableFromInline static var interval: Int { 1 << 14 }
}

extension Model {
  /// Runs a session until a property does not hold; `nil` when all hold to the end, or when a step is not allowed in
  /// its place (``allows(_:in:)``): such a session does not belong to this model.
  @inlinable
  public func run(_ session: Session<Setup, Step>) -> Finding? {
    var state = begin(session.setup)
    for (index, step) in session.steps.enumerated() {
      guard allows(step, in: state) else { return nil }
      if let violation = take(step, in: &state) { return Finding(violation, stepCount: index + 1) }
    }
    return finish(&state).map { Finding($0, stepCount: session.steps.count) }
  }

  /// Runs a session as ``run(_:)`` does, and asks now and then whether to continue, whatever a step costs.
  @inlinable
  func run(_ session: Session<Setup, Step>, while goesOn: () -> Bool) -> RunEnd {
    var state = begin(session.setup)
    var (spent, known) = (0, inputs(of: state))
    for (index, step) in session.steps.enumerated() {
      guard allows(step, in: state) else { return .holds }
      if let violation = take(step, in: &state) {
        return .breaks(Finding(violation, stepCount: index + 1), inStep: true)
      }
      let inputs = inputs(of: state)
      spent += 1 + max(0, inputs - known)
      known = inputs
      guard spent >= RunEnd.interval else { continue }
      spent = 0
      if !goesOn() { return .stopped }
    }
    return finish(&state).map { .breaks(Finding($0, stepCount: session.steps.count), inStep: false) } ?? .holds
  }
}

#if !hasFeature(Embedded)
extension Model {
  /// Draws steps until one is allowed; `nil` when a hundred were not.
  @inlinable
  func nextAllowedStep(_ habits: Habits, in state: inout State, using random: inout SplitMix64) -> Step? {
    for _ in 0..<100 {
      let step = nextStep(habits, in: &state, using: &random)
      if allows(step, in: state) { return step }
    }
    return nil
  }

  /// Draws and runs a session of at most `length` steps. The same seed draws the same session, on every machine.
  @inlinable
  public func explore(seed: UInt64, length: Int) -> (session: Session<Setup, Step>, finding: Finding?) {
    var random = SplitMix64(seed: seed)
    let habits = drawHabits(using: &random)
    var session = Session<Setup, Step>(drawSetup(habits, using: &random))
    session.steps.reserveCapacity(length)
    var state = begin(session.setup)
    while session.steps.count < length, let step = nextAllowedStep(habits, in: &state, using: &random) {
      session.steps.append(step)
      if let violation = take(step, in: &state) { return (session, Finding(violation, stepCount: session.steps.count)) }
    }
    return (session, finish(&state).map { Finding($0, stepCount: session.steps.count) })
  }
}
#endif
