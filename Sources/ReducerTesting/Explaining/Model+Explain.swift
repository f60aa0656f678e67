extension Model {
  /// Explains a failing session: runs it without each of its steps, and with other values in each place the model knows
  /// of (`variations(of:)`) and at other times.
  ///
  /// This runs the session once for each step and each value, so it is intended for shrunk sessions.
  ///
  /// - Parameters:
  ///   - session: The failing session.
  ///   - goesOn: Asked before each step; `false` stops.
  /// - Returns: `nil` when the session breaks no property, or when it was stopped.
  public func explain(_ session: Session<Setup, Step>, while goesOn: () -> Bool = { true }) -> Explanation? {
    guard goesOn(), let finding = run(session) else { return nil }
    var session = session
    session.steps.removeLast(session.steps.count - finding.stepCount)
    let property = finding.violation.property
    let setup = setupRoles(in: session, for: property)
    let numbers = stepNumbers(of: session)
    let states = states(of: session)
    var roles: [StepRole] = []
    for index in session.steps.indices {
      guard goesOn() else { return nil }
      roles.append(role(ofStepAt: index, numbers[index], in: session, for: property))
      roles[index].state = states[index + 1]
    }
    return Explanation(
      property: property, setup: setup.text, setupValues: setup.values, state: states[0], steps: roles,
      breaksAtTheEnd: !breaksBeforeTheEnd(session))
  }

  /// The states in words: at the beginning, and after each step.
  private func states(of session: Session<Setup, Step>) -> [String?] {
    var state = begin(session.setup)
    var states = [describe(state: state)]
    for step in session.steps {
      _ = take(step, in: &state)
      states.append(describe(state: state))
    }
    return states
  }

  private func breaksBeforeTheEnd(_ session: Session<Setup, Step>) -> Bool {
    var state = begin(session.setup)
    for step in session.steps where take(step, in: &state) != nil { return true }
    return false
  }

  private func setupRoles(in session: Session<Setup, Step>, for property: String) -> (text: String, values: [ValueRole])
  {
    var mask = TextMask(describe(session.setup))
    var values: [ValueRole] = []
    for variation in variations(of: session.setup) {
      let others = variation.alternatives.filter { $0 != session.setup }
      let broken = others.map { run(Session($0, session.steps))?.violation.property }
      let value = ValueRole(variation.name, broken, property)
      if !value.matters { others.forEach { mask.hide(whatDiffersIn: describe($0)) } }
      values.append(value)
    }
    return (mask.text, values)
  }

  private func role(
    ofStepAt index: Int, _ number: Int64?, in session: Session<Setup, Step>, for property: String
  ) -> StepRole {
    let step = session.steps[index]
    var without = session
    without.steps.remove(at: index)
    var mask = TextMask(describe(step))
    var values: [ValueRole] = []

    for variation in variations(of: step) {
      let others = variation.alternatives.filter { $0 != step }
      let broken = others.map { other in
        var changed = session
        changed.steps[index] = other
        return run(changed)?.violation.property
      }
      let value = ValueRole(variation.name, broken, property)
      if !value.matters { others.forEach { mask.hide(whatDiffersIn: describe($0)) } }
      values.append(value)
    }

    let delays = self.delays(from: index, in: session)
    if !delays.isEmpty {
      let value = ValueRole("time", delays.map { run($0)?.violation.property }, property)
      if !value.matters { delays.forEach { mask.hide(whatDiffersIn: describe($0.steps[index])) } }
      values.append(value)
    }
    return StepRole(number: number, text: mask.text, without: run(without), values: values)
  }

  /// The session with a step and all after it later: by one unit, and by very much.
  private func delays(from index: Int, in session: Session<Setup, Step>) -> [Session<Setup, Step>] {
    guard instant(of: session.steps[index]) != nil else { return [] }
    return [Int64(1), 1_000_000, 3_600_000_000].compactMap { delay in
      var later = session
      for place in index..<session.steps.count {
        guard let instant = instant(of: later.steps[place]) else { continue }
        let (sum, overflow) = instant.addingReportingOverflow(delay)
        later.steps[place] = moved(later.steps[place], to: overflow ? .max : sum)
      }
      return later == session ? nil : later
    }
  }
}

extension ValueRole {
  fileprivate init(_ name: String, _ broken: [String?], _ property: String) {
    self.init(name: name, matters: broken.isEmpty || broken.contains { $0 != property }, alternatives: broken)
  }
}
