import PlayerCore
import PlayerTesting
import ReducerTesting

/// A finding as JSON.
struct FindingJSON: Encodable {
  var kind = "finding"
  var model: ModelArgument
  var property: String
  /// `nil` for a property that is not in the registry.
  var severity: String?
  var detail: String
  var seed: UInt64?
  var file: String?
  var sessionSteps: Int
  var shrunkSteps: Int
  /// Whether it is proven that nothing can be removed or simplified.
  var minimal: Bool
  /// A word of ``ShrinkVerdict``.
  var verdict: String
  /// The setup and the steps, in words.
  var script: [String]
  /// The numbers of the steps in the trace, `null` for one that has none there.
  var stepNumbers: [Int64?]
  /// The stored trace.
  var trace: String?
  /// The stored scenario, of a world.
  var scenario: String?
  /// The command that repeats the stored session.
  var replay: String?
  /// Identifies the shrunk session: equal for equal sessions.
  var digest: String

  init<Subject: Model>(
    _ finding: Checker<Subject>.Finding, of subject: Subject, _ model: ModelArgument
  ) {
    self.model = model
    property = finding.property
    severity = PlayerProperty.named(finding.property).map { "\($0.severity)" }
    detail = finding.shrunk.finding.violation.detail
    switch finding.source {
    case .seed(let seed): self.seed = seed
    case .file(let file): self.file = file
    }
    sessionSteps = finding.originalStepCount
    let session = finding.shrunk.session
    shrunkSteps = session.steps.count
    minimal = finding.shrunk.isMinimal
    verdict = finding.shrunk.verdict.rawValue
    stepNumbers = subject.stepNumbers(of: session)
    script = [subject.describe(session.setup)] + session.steps.map { subject.describe($0) }
    let companion = finding.path.flatMap { (subject as? any StoredModel)?.companionPath(for: $0) }
    trace = companion ?? finding.path
    if companion != nil { scenario = finding.path }
    replay = finding.path.flatMap { (subject as? any StoredModel)?.replayCommand(for: $0, breaking: finding.property) }
    var digest = StateDigest()
    for line in script { for byte in line.utf8 { digest.put(Int64(byte)) } }
    self.digest = NumberText.hexadecimal(digest.value)
  }
}

/// A whole search as JSON.
struct UnitJSON: Encodable {
  var kind = "unit"
  var model: ModelArgument
  var seeds: [UInt64]
  var length: Int
  var sessions: UInt64
  var steps: Int
  var findings: Int
  /// Further sessions that broke a property, if any.
  var more: [String: UInt64]?
  /// Stored sessions that no longer break anything.
  var fixed: Int
  /// Of the final states.
  var digest: String
  var behaviour: Int32
  var vocabulary: String
  var stopped: Bool

  init(_ total: FuzzTotal, _ command: Fuzz) {
    model = command.model
    seeds = [command.seeds.range.lowerBound, command.seeds.range.upperBound]
    length = command.length
    sessions = total.sessions
    steps = total.steps
    findings = total.findings
    let others = total.known.others
    if !others.isEmpty { more = Dictionary(uniqueKeysWithValues: others.map { ($0.property, $0.count) }) }
    fixed = total.fixed
    digest = NumberText.hexadecimal(total.digest)
    behaviour = Vocabulary.behaviourVersion
    vocabulary = NumberText.hexadecimal(Vocabulary.hash)
    stopped = total.isStopped
  }
}
