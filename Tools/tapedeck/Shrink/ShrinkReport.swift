import ArgumentParser
import Foundation
import PlayerTesting
import ReducerTesting

/// The outcome of shrinking a trace or a scenario.
struct ShrinkReport<Subject: Model> {
  var trace: String
  var output: String
  var model: Subject
  /// In the user's words.
  var until: String?
  var shrunk: Shrunk<Subject.Setup, Subject.Step>
  /// Of the original.
  var stepCount: Int
  /// Follow-up commands, by purpose.
  var followUps: KeyValuePairs<String, String?>

  func lines(screen: Screen) -> [String] {
    let violation = shrunk.finding.violation
    let count = shrunk.session.steps.count
    let left = "\(NumberText.grouped(Int64(stepCount))) steps, \(NumberText.grouped(Int64(count))) left"
    var lines = ["\(Style.bold(violation.property, screen)): \(left) (\(verdict))"]
    if !violation.detail.isEmpty { lines.append("  \(Printable.text(violation.detail))") }
    lines.append("")
    // An explanation needs a run for each step: not after the user has stopped the search.
    let explanation = shrunk.verdict == .stopped ? nil : model.explain(shrunk.session)
    lines += explanation.map(text) ?? script.map { "  \(Printable.text($0))" }
    lines.append("")
    lines.append("written  \(Printable.text(output))")
    for case (let does, let command?) in followUps {
      let gap = String(repeating: " ", count: max(0, 7 - does.count))
      lines.append("\(does)\(gap)  \(Printable.text(command))")
    }
    return lines
  }

  /// Prints the report. A result that is not proven minimal is a difference; one that the user stopped is marked as
  /// such.
  func tell(json: Bool) throws {
    let data = DataStream(output == "-" ? 2 : 1)
    if json {
      try data.line(try JSONLine.text(ShrinkJSON(self)))
    } else {
      for line in lines(screen: .standardOutput) { try data.line(line) }
    }
    try data.flush()
    if shrunk.verdict == .stopped { throw ExitCode(128 + SIGINT) }
    if !shrunk.isMinimal { throw Exit.differs.error }
  }

  /// The setup and the steps in words.
  var script: [String] {
    [model.describe(shrunk.session.setup)] + shrunk.session.steps.map { model.describe($0) }
  }

  private func text(_ explanation: Explanation) -> [String] {
    "\(explanation)".split(separator: "\n").map { "  \(Printable.text(String($0)))" }
  }

  private var verdict: String {
    switch shrunk.verdict {
    case .minimal: "nothing can be left out or made simpler"
    case .budgetExhausted: "not proven minimal: give more --budget"
    case .stopped: "not proven minimal: stopped before all was tried"
    case .notReproducible: "not reproducible: the reducer depends on something besides its inputs"
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
  /// The numbers of the steps in the written file, `null` for a step that has none there.
  var stepNumbers: [Int64?]
  var output: String

  init(_ report: ShrinkReport<some Model>) {
    let shrunk = report.shrunk
    trace = report.trace
    until = report.until ?? shrunk.finding.violation.property
    detail = shrunk.finding.violation.detail
    steps = report.stepCount
    shrunkSteps = shrunk.session.steps.count
    minimal = shrunk.isMinimal
    verdict = shrunk.verdict.rawValue
    executions = shrunk.effort.executions
    executedSteps = shrunk.effort.steps
    script = report.script
    stepNumbers = report.model.stepNumbers(of: shrunk.session)
    output = report.output
  }
}

/// Shows the current size of a trace on a terminal, and accepts the user's signal to stop.
struct ShrinkMeter {
  let stepCount: Int
  private let line = ProgressLine()
  private let stop = StopSignal()

  init(_ stepCount: Int) { self.stepCount = stepCount }

  /// Whether it may continue.
  func show(_ progress: ShrinkProgress) -> Bool {
    line.show { "\(stepCount) steps, \(progress.stepCount) left, \(progress.effort.executions) tries" }
    return !stop.isRaised
  }

  /// Whether the user has stopped it.
  var isStopped: Bool { stop.isRaised }

  func clear() { line.clear() }
}
