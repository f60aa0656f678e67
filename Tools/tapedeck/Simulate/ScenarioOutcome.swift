import PlayerCore
import PlayerSimulation
import PlayerTesting
import PlayerTrace
import ReducerTesting

/// How a scenario ended.
struct ScenarioOutcome {
  var file: String
  var scenario: ScenarioFile
  var run: ScenarioRun
  /// The property that broke, where properties are checked.
  var violation: PropertyViolation?
  /// Whether properties were checked: a run without expectations has nothing else that could fail.
  var checksProperties: Bool
  var wall: Duration
  /// How the time of the run passed.
  var how = "simulated"

  enum Verdict: String {
    case passed, failed
    /// It has no expectations, so there is nothing to pass.
    case played
  }

  /// Microseconds.
  var wallTime: Int64 { wall.microseconds }

  var verdict: Verdict {
    if !run.isPassed || violation != nil { return .failed }
    return scenario.scenario.expectations.isEmpty && !checksProperties ? .played : .passed
  }

  func place(_ failure: ScenarioRun.Failure) -> ScenarioPlace? {
    switch failure.subject {
    case .expectation(let index): scenario.expectationPlaces[index]
    case .step(let index): scenario.stepPlaces[index]
    case .run: nil
    }
  }

  /// A line with the outcome, and one for each failure.
  func lines(_ screen: Screen) -> [String] {
    let verdict =
      switch verdict {
      case .passed: Style.green("passed", screen)
      case .failed: Style.red("FAILED", screen)
      case .played: Style.yellow("played, nothing expected", screen)
      }
    let simulated = TimeText.length(TimeSpan(microseconds: run.end.microseconds))
    let head =
      "\(Printable.text(file)): \(verdict): \(Printable.text(scenario.scenario.name)) "
      + "(\(simulated) \(how) in \(TraceTime.span(TimeSpan(microseconds: wallTime))), "
      + "\(NumberText.counted(run.inputs, "input")))"
    return [head] + failures.map { "  " + Printable.text($0) }
  }

  /// The failures, each with its place, FILE:LINE:COLUMN.
  var failures: [String] {
    // The run ended at the violation: missing events might have followed.
    if let violation { return ["\(file): \(violation.property) does not hold: \(violation.detail)"] }
    return run.failures.map { failure in
      let place = place(failure).map { "\(file):\($0.line):\($0.column)" } ?? file
      return "\(place): \(failure.sentence)"
    }
  }

  /// For a report of many scenarios.
  var junit: JUnitReport.Case {
    let result: JUnitReport.Case.Result =
      switch verdict {
      case .passed: .passed
      case .played: .skipped("nothing is expected, so nothing was tested")
      case .failed: .failed(failures, type: violation == nil ? "expectation" : "property")
      }
    return JUnitReport.Case(file: file, name: scenario.scenario.name, wall: wallTime, result: result)
  }
}
