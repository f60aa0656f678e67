/// A finding, as a session that can be run again.
public struct Counterexample<Explored: ExplorableModel>: Sendable {
  /// The steps from the beginning to where it broke.
  public var session: Session<Explored.Setup, Explored.Step>
  /// What broke.
  public var violation: PropertyViolation

  /// A property that breaks, with a shortest session.
  public init(_ session: Session<Explored.Setup, Explored.Step>, _ violation: PropertyViolation) {
    self.session = session
    self.violation = violation
  }
}

extension Explorer {
  /// A shortest session for each property that does not hold, in the order in which they were found: the first is a
  /// shortest of all.
  public var counterexamples: [Counterexample<Explored>] {
    findings.map { counterexample($0.violation, path(to: $0.parent) + [$0.choice]) }
  }

  /// How many states cannot reach a good one by harmless steps, and a shortest session that ends in one. Everything
  /// after states that were not expanded counts as good, so the result is exact only for a complete exploration.
  public func stuckStates() -> (count: Int, first: Counterexample<Explored>?) {
    var reaches = [Bool](repeating: false, count: parents.count)
    for number in 0..<parents.count { reaches[number] = number >= expanded || goods[number] == 1 }
    // Steps mostly lead to higher numbers, so a few rounds from last to first are enough.
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      var index = edges.count
      while index > 0 {
        index -= 2
        let from = Int(edges[index])
        if !reaches[from], reaches[Int(edges[index + 1])] {
          reaches[from] = true
          hasChanged = true
        }
      }
    }
    let count = reaches.reduce(0) { $1 ? $0 : $0 + 1 }
    guard let first = reaches.firstIndex(of: false) else { return (0, nil) }
    let violation = PropertyViolation(Self.stuckProperty, "from here, no harmless step leads to a good state")
    return (count, counterexample(violation, path(to: UInt32(first))))
  }

  /// The property of sessions that end in a state from which no good one can be reached.
  public static var stuckProperty: String { "never-comes-to-a-good-end" }

  /// A shortest session to the state that was found last: an example of the deepest level. In an infinite space it
  /// shows which values grow.
  public var deepestSession: Session<Explored.Setup, Explored.Step> {
    counterexample(PropertyViolation(Self.stuckProperty), path(to: UInt32(parents.count - 1))).session
  }

  /// The choices that lead from the first state to another.
  private func path(to number: UInt32) -> [UInt8] {
    var path: [UInt8] = []
    var number = number
    while number != 0 {
      path.append(choices[Int(number)])
      number = parents[Int(number)]
    }
    return path.reversed()
  }

  /// Replays a path from the beginning. A result that differs from what was found shows that states with equal words do
  /// not continue alike.
  private func counterexample(_ violation: PropertyViolation, _ path: [UInt8]) -> Counterexample<Explored> {
    var session = Session<Explored.Setup, Explored.Step>(setup)
    var state = model.begin(setup)
    for choice in path {
      var choices: [Explored.Step] = []
      model.choices(in: state, into: &choices)
      guard Int(choice) < choices.count else {
        return unsound(
          session, violation, path.count, "has no choice \(Int(choice) + 1) at step \(session.steps.count + 1)")
      }
      session.steps.append(choices[Int(choice)])
      if let found = model.take(choices[Int(choice)], in: &state) {
        if found.property == violation.property, session.steps.count == path.count {
          return Counterexample(session, found)
        }
        return unsound(session, violation, path.count, "broke \(found.property) at step \(session.steps.count)")
      }
    }
    guard violation.property != Self.stuckProperty else { return Counterexample(session, violation) }
    return unsound(session, violation, path.count, "broke nothing")
  }

  /// Both runs of a session that gave something else when it was replayed.
  private func unsound(
    _ session: Session<Explored.Setup, Explored.Step>, _ violation: PropertyViolation, _ stepCount: Int,
    _ second: String
  ) -> Counterexample<Explored> {
    let detail =
      "the exploration broke \(violation.property) at step \(stepCount), and the replay from the beginning \(second): "
      + "states with equal words do not continue alike, or the model depends on something besides its arguments"
    return Counterexample(session, PropertyViolation("unsound-model", detail))
  }
}
