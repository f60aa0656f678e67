import EngineContract

/// The object of `tapedeck certify --json`.
struct CertifyJSON: Encodable {
  struct Finding: Encodable {
    var rule: String
    var reproducible: Bool
    var text: String
  }

  var engine: String
  var sessions: Int
  var steps: Int
  var checks: [String: Int]
  var unchecked: [String]
  var situations: [String: Int]
  var problem: String?
  var missed: [String]
  var findings: [Finding]

  init(_ report: ContractReport, problem: String?, missed: [String]) {
    engine = report.engine
    sessions = report.sessions
    steps = report.steps
    checks = Dictionary(uniqueKeysWithValues: report.counts.map { ($0.key.rawValue, $0.value) })
    unchecked = report.unchecked.map(\.rawValue)
    situations = Dictionary(
      uniqueKeysWithValues: ContractCase.allCases.map { ($0.rawValue, report.cases[$0, default: 0]) })
    self.problem = problem
    self.missed = missed
    findings = report.findings.map {
      Finding(rule: $0.rule.rawValue, reproducible: $0.isReproducible, text: $0.text)
    }
  }
}
