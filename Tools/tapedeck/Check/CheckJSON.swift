import PlayerTesting

/// The outcome of a check as JSON.
struct CheckJSON: Encodable {
  struct Issue: Encodable {
    var property: String
    var severity: String
    var step: Int64
    var instant: Int64
    var title: String
    var source: String
    var detail: String

    init(_ issue: TraceIssue) {
      property = issue.property.id
      severity = "\(issue.property.severity)"
      step = issue.step
      instant = issue.instant.microseconds
      title = issue.property.title
      source = issue.property.sourcePaths.joined(separator: ", ")
      detail = issue.detail
    }
  }

  var trace: String
  var verdict: CheckOutcome.Verdict
  var inputs: Int64?
  var outputs: Int64?
  /// Issues in all, those that are not listed included.
  var issueCount: Int?
  var issues: [Issue]?
  /// Properties that were not looked at because they were allowed.
  var allowed: [String]
  var bytesLost: Int64?
  var error: String?

  init(_ outcome: CheckOutcome, allowed: [String]) {
    trace = outcome.trace
    verdict = outcome.verdict
    error = outcome.error
    self.allowed = allowed
    guard let report = outcome.report else { return }
    inputs = report.steps
    outputs = report.outputs
    issueCount = report.issueCount
    issues = report.issues.map(Issue.init)
    bytesLost = report.loss?.bytes
  }
}

/// A property as JSON.
struct PropertyJSON: Encodable {
  var id: String
  var severity: String
  var title: String
  var source: String
  /// The inputs that can break it: whole families, and names of others.
  var inputs: [String]
  /// What must be known to decide whether it holds.
  var needs: String

  init(_ property: PlayerProperty) {
    id = property.id
    severity = "\(property.severity)"
    title = property.title
    source = property.sourcePaths.joined(separator: ", ")
    inputs = property.inputs.names
    needs = property.needs.rawValue
  }
}
