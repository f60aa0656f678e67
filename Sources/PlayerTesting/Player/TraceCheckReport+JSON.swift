import PlayerCore
import PlayerText
import PlayerTrace

extension TraceCheckReport {
  /// The findings of a check as JSON. Times are microseconds.
  package var values: [String: JSONValue?] {
    [
      "inputs": .integer(steps), "outputs": .integer(outputs), "issueCount": .integer(Int64(issueCount)),
      "issues": .list(issues.map { $0.report }), "bytesLost": loss.map { .integer($0.bytes) },
      "isOtherBehaviour": .flag(isOtherBehaviour),
    ]
  }
}

extension TraceIssue {
  fileprivate var report: JSONValue {
    .object([
      "property": .text(property.id), "severity": .text(property.severity.name), "step": .integer(step),
      "instant": .integer(instant.microseconds), "title": .text(property.title),
      "source": .text(property.sourcePaths.joined(separator: ", ")), "detail": .text(detail),
      "line": line.map { .integer($0) },
    ])
  }
}

extension PlayerProperty.Severity {
  /// The word for it.
  package var name: String {
    switch self {
    case .warning: "warning"
    case .error: "error"
    case .critical: "critical"
    }
  }
}

extension TraceMemory {
  /// Checks every property except the `allowed` ones over the trace, as `tapedeck check --json`; lists at most `limit`
  /// issues for each property.
  package func check(allowing allowed: [String], limit: Int) throws(TraceError) -> JSONValue {
    var checker = TraceChecker(PlayerModel().allowing(allowed))
    checker.issuesPerProperty = limit
    var reader = try reader()
    let report = try checker.check(&reader)
    guard report.steps > 0 else {
      throw .notReplayable(file: name, reason: "it has no inputs, so nothing was checked")
    }
    var values = report.values
    values["trace"] = .text(name)
    values["verdict"] = .text(report.issueCount == 0 ? "ok" : "issues")
    values["allowed"] = .texts(allowed)
    return .object(values)
  }
}
