import PlayerCore
import PlayerTrace

/// The outcome of a replay as JSON. Times are microseconds, digests 16 hexadecimal digits.
struct ReplayJSON: Encodable {
  var trace: String
  /// `ok`, `differs`, `unfollowed`, `damaged` or `unusable`.
  var verdict: ReplayVerdict
  var error: String?
  var inputs: Int64?
  var outputs: Int64?
  var checkpoints: Int64?
  /// The step after which the replay began.
  var start: Int64?
  var lastStep: Int64?
  var lastInstant: Int64?
  var wall: Int64?
  var digest: String?
  /// False when the trace was recorded by a core whose state has other fields.
  var digestsCompared: Bool?
  /// Of a trace of another version: what was not compared, by name, and how often it was met; settings left out.
  var uncompared: [String: Int64]?
  var foreignSettings: [String: Int64]?
  var unfollowed: Unfollowed?
  /// `finished`, `interrupted`, `failed`, `unfinished`, `torn` or `cut`.
  var extent: String?
  var bytesLost: Int64?
  var difference: DifferenceJSON?

  /// An input that this version does not have.
  struct Unfollowed: Encodable {
    var step: Int64
    var instant: Int64
    var offset: Int64
    var line: Int64?
    var input: String
    var lacks: [String]
  }

  init(_ outcome: ReplayOutcome) {
    trace = outcome.trace
    verdict = outcome.verdict
    error = outcome.error
    extent = outcome.extent?.name
    guard let report = outcome.report else { return }
    inputs = report.steps
    outputs = report.outputs
    checkpoints = report.checkpoints
    start = report.start
    lastStep = report.lastStep
    lastInstant = report.lastInstant.microseconds
    wall = outcome.wallMicroseconds
    digest = NumberText.hexadecimal(report.player.digest)
    digestsCompared = !report.isOtherState
    if outcome.header?.origin != nil {
      uncompared = report.uncompared
      foreignSettings = Dictionary(report.foreignSettings.map { ($0.name, $0.value) }) { first, _ in first }
    }
    unfollowed = report.unfollowed.map { input in
      Unfollowed(
        step: input.step, instant: input.instant.microseconds, offset: input.offset, line: outcome.line,
        input: "\(input.message)", lacks: input.lacks)
    }
    bytesLost = report.loss?.bytes
    difference = report.difference.map { DifferenceJSON($0, line: outcome.line) }
  }
}

struct DifferenceJSON: Encodable {
  struct Field: Encodable {
    var field: String
    var expected: String
    var got: String
  }

  struct Step: Encodable {
    var step: Int64
    var instant: Int64
    var input: String
    var outputs: [String]
  }

  /// `output`, `missingOutput`, `surplusOutput`, `checkpoint`, `inconsistentCheckpoint` or `end`.
  var kind: String
  var step: Int64
  var instant: Int64
  /// Where the record begins: a byte of the file, and in text a line.
  var offset: Int64
  var line: Int64?
  /// From 1.
  var output: Int?
  var expected: String?
  var got: String?
  var fields: [Field]
  var context: [Step]

  init(_ difference: TraceDifference, line: Int64?) {
    step = difference.number
    instant = difference.instant.microseconds
    offset = difference.offset
    self.line = line
    fields = difference.fields.map { Field(field: $0.field, expected: $0.expected, got: $0.found) }
    context = difference.context.map { step in
      Step(
        step: step.number, instant: step.instant.microseconds, input: TraceDiffer.describe(step.input),
        outputs: step.outputs.map { TraceDiffer.describe($0) })
    }
    switch difference.kind {
    case .output(let index): (kind, output) = ("output", index + 1)
    case .missingOutput(let index, let missing):
      (kind, output, expected) = ("missingOutput", index + 1, TraceDiffer.describe(missing))
    case .surplusOutput(let index, let found):
      (kind, output, got) = ("surplusOutput", index + 1, TraceDiffer.describe(found))
    case .checkpoint: kind = "checkpoint"
    case .inconsistentCheckpoint: kind = "inconsistentCheckpoint"
    case .end: kind = "end"
    }
  }
}

extension TraceExtent {
  /// The word for it in JSON.
  var name: String {
    switch self {
    case .ended(.finished): "finished"
    case .ended(.interrupted): "interrupted"
    case .ended(.failed): "failed"
    case .unfinished: "unfinished"
    case .torn: "torn"
    case .cut: "cut"
    }
  }
}
