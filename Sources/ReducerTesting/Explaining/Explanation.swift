/// Why a session fails: what each of its steps is needed for, and which values do not matter.
///
/// It is most useful for a shrunk session. Each part was tried by running the session again with one thing changed, so
/// a value that does not matter does not matter *by itself*, with all others unchanged.
public struct Explanation: Hashable, Sendable {
  /// The property that breaks.
  public var property: String
  /// The setup as text, with `*` in place of values that do not matter.
  public var setup: String
  /// The values of the setup.
  public var setupValues: [ValueRole]
  /// The state at the beginning, when the model describes its states (``Model/describe(state:)``).
  public var state: String?
  /// The steps in their order.
  public var steps: [StepRole]
  /// What the end of the session is needed for: whether the property breaks only there.
  public var breaksAtTheEnd: Bool
}

/// What a step is needed for.
public struct StepRole: Hashable, Sendable {
  /// The number of the step in the file of the session, see ``Model/stepNumbers(of:)``.
  public var number: Int64?
  /// The step as text, with `*` in place of values that do not matter.
  public var text: String
  /// What breaks when this step is deleted: nothing, another property, or still the same one, which means that the step
  /// is not needed.
  public var without: Finding?
  /// Its values, among them its `time` when it has one.
  public var values: [ValueRole]
  /// The state after it, when the model describes its states.
  public var state: String?
}

/// What a value is needed for.
public struct ValueRole: Hashable, Sendable {
  /// The value's name, for example `position`.
  public var name: String
  /// Whether the property no longer breaks with at least one of the other values tried.
  public var matters: Bool
  /// What breaks with each of them; `nil` where nothing does.
  public var alternatives: [String?]
}

extension Explanation: CustomStringConvertible {
  /// A table: the steps with what happens without them, and the states after the needed ones.
  public var description: String {
    var lines: [String] = []
    lines.append("setup  \(setup)")
    for value in setupValues where value.matters {
      lines.append("       \(value.name) matters: \(instead(value))")
    }
    if let state { lines.append("       → \(state)") }
    var shown = state
    let width = steps.map(\.text.count).max() ?? 0
    for step in steps {
      let digits = step.number.map { "\($0)" } ?? "–"
      let number = String(repeating: " ", count: max(0, 5 - digits.count)) + digits
      let gap = String(repeating: " ", count: width - step.text.count)
      lines.append("\(number)  \(step.text)\(gap)  without it \(outcome(step.without))")
      // A step that is not needed, or changes nothing shown, explains nothing.
      guard step.without?.violation.property != property, let state = step.state, state != shown else { continue }
      lines.append("       → \(state)")
      shown = state
    }
    if breaksAtTheEnd { lines.append("  end  breaks \(property)") }
    return lines.joined(separator: "\n")
  }

  private func outcome(_ finding: Finding?) -> String {
    guard let finding else { return "nothing breaks" }
    if finding.violation.property == property { return "\(property) still breaks" }
    return "\(finding.violation.property) breaks instead"
  }

  private func instead(_ value: ValueRole) -> String {
    var others: [String] = []
    for case let other? in value.alternatives where other != property && !others.contains(other) {
      others.append(other)
    }
    return others.isEmpty
      ? "with another value nothing breaks" : "with another value \(others.joined(separator: ", ")) breaks"
  }
}
