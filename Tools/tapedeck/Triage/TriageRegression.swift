import PlayerCore
import PlayerSimulation
import PlayerTesting
import PlayerTrace
import ReducerTesting

/// A small trace in which the same thing goes wrong, and the scenario made from it.
struct TriageRegression {
  /// Whether the scenario behaves like the trace.
  enum ScenarioVerdict: String {
    /// `tapedeck simulate --check` fails until the property holds again.
    case failsUntilFixed
    /// `tapedeck simulate` passes as long as the player reports the same.
    case passesWhileReported
    /// It behaves differently, and is not written.
    case showsSomethingElse
  }

  let trace: [UInt8]
  let scenario: Scenario
  let verdict: ScenarioVerdict
  let stepCount: Int
  let isMinimal: Bool
  let isStopped: Bool
  /// The behaviour of the small trace, and the purpose of each of its steps.
  let lines: [String]
  private let finding: TriageFinding

  /// `nil` if the problem does not recur when the inputs are played again.
  init?(
    of original: SalvagedTrace, _ finding: TriageFinding, budget: Int, redacts: Bool
  ) throws(TraceError) {
    self.finding = finding
    guard let goal = try? ShrinkGoal(finding.words) else { return nil }
    var reader = try original.open()
    let work = try TraceShrink(&reader, goal)
    let meter = ShrinkMeter(work.stepCount)
    let shrunk = work.shrink(budget: budget, progress: meter.show)
    meter.clear()
    guard let shrunk else { return nil }
    let property = shrunk.finding.violation.property
    let small = work.trace(of: shrunk.session, breaking: property, .text)
    trace = redacts ? try Self.marked(small) : small
    stepCount = shrunk.session.steps.count
    isMinimal = shrunk.isMinimal
    isStopped = shrunk.verdict == .stopped
    // An explanation needs a run for each step: not after the user has stopped the search.
    let explanation = isStopped ? nil : goal.model.explain(shrunk.session)
    lines =
      explanation.map { "\($0)".split(separator: "\n").map(String.init) }
      ?? shrunk.session.steps.map { goal.model.describe($0) }
    var again = try TraceReader(bytes: trace, name: original.name)
    var scenario = try Scenario(recorded: &again, expecting: .none)
    let name = redacts ? "a redacted trace" : original.stem
    scenario.name = "\(finding.words), from step \(finding.step) of \(name)"
    scenario.origin =
      "made by 'tapedeck triage'" + (again.header.engine.isEmpty ? "" : "; recorded with \(again.header.engine)")
    if finding.kind == .reported {
      scenario.expectations = Self.pattern(of: finding, in: shrunk.session, goal).map { [.event($0, .init())] } ?? []
    }
    self.scenario = scenario
    verdict = Self.verdict(of: scenario, finding)
  }

  /// The shrunk trace has only the words of its redacted original, and its own note: the mark goes before that.
  private static func marked(_ trace: [UInt8]) throws(TraceError) -> [UInt8] {
    var reader = try TraceReader(bytes: trace)
    var header = reader.header
    header.note = "\(TraceHeader.redactedNote): \(header.note)"
    var encoder = TraceEncoder(.text, header: header)
    while let record = try reader.next() { encoder.encode(record) }
    return encoder.bytes
  }

  /// The relevant notification, as in the small trace. For failures only the kind matters, for others every value
  /// except the reason.
  private static func pattern(
    of finding: TriageFinding, in session: Session<PlayerSetup, PlayerStep>, _ goal: ShrinkGoal
  ) -> EventPattern? {
    guard let words = try? GoalWords(finding.words) else { return nil }
    var reported: Output?
    var state = goal.model.begin(session.setup)
    for step in session.steps {
      _ = goal.model.take(step, in: &state)
      reported = state.outputs.first { words.text(of: $0) != nil }
      if reported != nil { break }
    }
    guard let reported, case .notification(let notification, _) = reported else { return nil }
    let message = reported.message
    let fields: Range<Int> =
      switch notification {
      case .failed: 1..<2
      case .stallBegan: 0..<0
      default: 1..<max(1, message.count)
      }
    return EventPattern(code: message.code, fields.map { EventPattern.Condition(field: $0, value: message[$0]) })
  }

  private static func verdict(of scenario: Scenario, _ finding: TriageFinding) -> ScenarioVerdict {
    switch finding.kind {
    case .property:
      let check = ScenarioCheck(scenario, WorldModel(properties: PlayerPropertySet(ids: [finding.words])))
      return check.violation?.property == finding.words ? .failsUntilFixed : .showsSomethingElse
    case .reported:
      let isShown = !scenario.expectations.isEmpty && ScenarioRun(scenario).isPassed
      return isShown ? .passesWhileReported : .showsSomethingElse
    case .otherOutputs: return .showsSomethingElse
    }
  }

  /// The scenario as a file, with a comment for its reader.
  var text: String {
    let use =
      switch verdict {
      case .failsUntilFixed:
        "It breaks the property \(finding.words): 'tapedeck simulate --check' fails until that is fixed."
      case .passesWhileReported, .showsSomethingElse:
        "It passes as long as the same is reported. If that is the bug, expect what should happen: put 'not' before it."
      }
    return "# \(use)\n\(scenario.text)"
  }
}
