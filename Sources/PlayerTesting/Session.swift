/// A whole experiment: how it begins and what happens, step by step.
public struct Session<Setup: Hashable & Sendable, Step: Hashable & Sendable>: Hashable, Sendable {
  public var setup: Setup
  public var steps: [Step]

  @inlinable
  public init(_ setup: Setup, _ steps: [Step] = []) {
    self.setup = setup
    self.steps = steps
  }
}

/// Where a session broke a property.
public struct Finding: Hashable, Sendable {
  public var breach: Breach
  /// How many steps had been taken; the last of them broke the property, or what was demanded after it did.
  public var stepCount: Int

  @inlinable
  public init(_ breach: Breach, stepCount: Int) {
    self.breach = breach
    self.stepCount = stepCount
  }
}

extension Model {
  /// Runs a session until a property does not hold; `nil` when all hold to the end.
  @inlinable
  public func run(_ session: Session<Setup, Step>) -> Finding? {
    var state = begin(session.setup)
    for (index, step) in session.steps.enumerated() {
      if let breach = take(step, in: &state) { return Finding(breach, stepCount: index + 1) }
    }
    return finish(&state).map { Finding($0, stepCount: session.steps.count) }
  }

  /// Draws and runs a session of at most `length` steps. The same seed draws the same session, on every machine.
  @inlinable
  public func explore(seed: UInt64, length: Int) -> (session: Session<Setup, Step>, finding: Finding?) {
    var random = SplitMix64(seed: seed)
    let habits = drawHabits(using: &random)
    var session = Session<Setup, Step>(drawSetup(habits, using: &random))
    session.steps.reserveCapacity(length)
    var state = begin(session.setup)
    while session.steps.count < length {
      let step = nextStep(habits, in: &state, using: &random)
      session.steps.append(step)
      if let breach = take(step, in: &state) { return (session, Finding(breach, stepCount: session.steps.count)) }
    }
    return (session, finish(&state).map { Finding($0, stepCount: session.steps.count) })
  }
}
