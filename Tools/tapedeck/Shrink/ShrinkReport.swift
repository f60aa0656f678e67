import Foundation
import PlayerTesting

/// What became of a trace that was shrunk.
struct ShrinkReport {
  var trace: String
  var output: String
  var goal: ShrinkGoal
  var shrunk: Shrunk<PlayerSetup, PlayerStep>
  /// Of the original.
  var stepCount: Int

  func lines(screen: Screen) -> [String] {
    let breach = shrunk.finding.breach
    let count = shrunk.session.steps.count
    let left = "\(NumberText.grouped(Int64(stepCount))) steps, \(NumberText.grouped(Int64(count))) left"
    var lines = ["\(Style.bold(breach.property, screen)): \(left) (\(verdict))"]
    if !breach.detail.isEmpty { lines.append("  \(Printable.text(breach.detail))") }
    lines.append("")
    lines += goal.model.explain(shrunk.session).map(text) ?? script.map { "  \(Printable.text($0))" }
    lines.append("")
    lines.append("written  \(Printable.text(output))")
    lines.append("replay   tapedeck replay \(Printable.text(output))")
    lines.append("explain  tapedeck explain \(Printable.text(output))")
    return lines
  }

  /// The setup and the steps in words.
  var script: [String] {
    [goal.model.describe(shrunk.session.setup)] + shrunk.session.steps.map { goal.model.describe($0) }
  }

  private func text(_ explanation: Explanation) -> [String] {
    "\(explanation)".split(separator: "\n").map { "  \(Printable.text(String($0)))" }
  }

  private var verdict: String {
    switch shrunk.verdict {
    case .minimal: "nothing can be left out or made simpler"
    case .budgetExhausted: "not proven minimal: give more --budget"
    case .stopped: "not proven minimal: stopped"
    case .notReproducible: "not reproducible: the reducer depends on something beside its inputs"
    }
  }
}

/// The same as JSON.
struct ShrinkJSON: Encodable {
  var trace: String
  var until: String
  var detail: String
  var steps: Int
  var shrunkSteps: Int
  var minimal: Bool
  var verdict: String
  /// Sessions that were tried, and the steps taken in them.
  var executions: Int
  var executedSteps: Int
  var script: [String]
  var output: String

  init(_ report: ShrinkReport) {
    let shrunk = report.shrunk
    trace = report.trace
    until = report.goal.until ?? shrunk.finding.breach.property
    detail = shrunk.finding.breach.detail
    steps = report.stepCount
    shrunkSteps = shrunk.session.steps.count
    minimal = shrunk.isMinimal
    verdict = shrunk.verdict.rawValue
    executions = shrunk.effort.executions
    executedSteps = shrunk.effort.steps
    script = report.script
    output = report.output
  }
}

/// Tells on a terminal how small a trace has become.
struct ShrinkMeter {
  let stepCount: Int
  private let line = ProgressLine()

  init(_ stepCount: Int) { self.stepCount = stepCount }

  func show(_ progress: ShrinkProgress) {
    line.show { "\(stepCount) steps, \(progress.stepCount) left, \(progress.effort.executions) tries" }
  }

  func clear() { line.clear() }
}
