import PlayerSimulation
import PlayerTesting
import ReducerTesting

/// How a scenario ended, as JSON. Times are microseconds.
struct ScenarioJSON: Encodable {
  struct Failure: Encodable {
    var line: Int?
    var column: Int?
    var text: String
  }

  var file: String
  var name: String?
  var verdict: String
  var end: Int64?
  var inputs: Int64?
  var wall: Int64?
  /// The property that broke.
  var property: String?
  var failures: [Failure]
  /// Why it could not be read.
  var error: ErrorReport?

  init(_ outcome: ScenarioOutcome) {
    file = outcome.file
    name = outcome.scenario.scenario.name
    verdict = outcome.verdict.rawValue
    property = outcome.violation?.property
    (end, inputs, wall) = (outcome.run.end.microseconds, outcome.run.inputs, outcome.wallTime)
    if let violation = outcome.violation {
      failures = [Failure(text: "\(violation.property): \(violation.detail)")]
      return
    }
    failures = outcome.run.failures.map { failure in
      let place = outcome.place(failure)
      return Failure(line: place?.line, column: place?.column, text: failure.sentence)
    }
  }

  init(file: String, _ error: ScenarioError) {
    self.file = file
    self.error = ScenarioRuns.report(of: error, file)
    switch error {
    case .system:
      verdict = "unusable"
      failures = [Failure(text: "\(error)")]
    case .damaged(_, let problems):
      verdict = "damaged"
      failures = problems.map { Failure(line: $0.place.line, column: $0.place.column, text: $0.sentence) }
    }
  }
}
