import PlayerCore
import PlayerTesting
import ReducerTesting

/// A session that gave a different result when repeated, as JSON.
struct ContradictionJSON: Encodable {
  struct Run: Encodable {
    /// The property that broke; `nil` if none did.
    var property: String?
    var detail: String?
    var step: Int?
    /// The digest of the final state, where it distinguishes the runs.
    var digest: String?

    init<Setup, Step>(_ run: CheckContradiction<Setup, Step>.Run) {
      property = run.finding?.violation.property
      detail = run.finding?.violation.detail
      step = run.finding?.stepCount
      digest = run.digest.map(NumberText.hexadecimal)
    }
  }

  var kind = "finding"
  var model: ModelArgument
  var property: String
  var seed: UInt64?
  var file: String?
  var sessionSteps: Int
  var first: Run
  var second: Run
  /// The setup and the steps, in words.
  var script: [String]
  /// Identifies the session.
  var digest: String

  init<Subject: Model>(_ found: Checker<Subject>.Contradiction, of subject: Subject, _ model: ModelArgument) {
    self.model = model
    property = Checker<Subject>.Contradiction.property
    switch found.source {
    case .seed(let seed): self.seed = seed
    case .file(let file): self.file = file
    }
    sessionSteps = found.session.steps.count
    (first, second) = (Run(found.first), Run(found.second))
    script = subject.script(of: found.session)
    digest = ScriptDigest.text(script)
  }
}

/// A session in which an earlier process died, as JSON.
struct DeathJSON: Encodable {
  var kind = "finding"
  var model: ModelArgument
  var property: String
  var seed: UInt64
  /// The steps that were drawn before the process died; -1 before the setup was.
  var sessionSteps: Int
  var signal: Int32
  /// Whether it killed a child process again.
  var again: Bool
  /// The setup and the steps, in words; `nil` where drawing them kills the process.
  var script: [String]?
  /// The note of the process that died.
  var note: String
  /// The command that draws the session again.
  var replay: String?
  var digest: String

  init<Subject: Model>(_ found: Checker<Subject>.Death, of subject: Subject, _ model: ModelArgument) {
    self.model = model
    property = Checker<Subject>.Death.property
    seed = found.seed
    sessionSteps = found.steps
    signal = found.signal
    again = found.diesAgain
    script = found.session.map(subject.script)
    note = found.path
    replay = (subject as? any StoredModel)?.drawCommand(forSeed: "\(found.seed)", length: found.length)
    digest = ScriptDigest.text(script ?? ["\(found.seed)"])
  }
}

extension Model {
  fileprivate func script(of session: Session<Setup, Step>) -> [String] {
    [describe(session.setup)] + session.steps.map { describe($0) }
  }
}

/// Identifies a session: equal for equal sessions.
enum ScriptDigest {
  static func text(_ script: [String]) -> String {
    var digest = StateDigest()
    for line in script { for byte in line.utf8 { digest.put(Int64(byte)) } }
    return NumberText.hexadecimal(digest.value)
  }
}
