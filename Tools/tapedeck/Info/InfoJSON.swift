import PlayerCore
import PlayerTrace

/// A summary as JSON. Times are microseconds, digests and hashes 16 hexadecimal digits.
struct InfoJSON: Encodable {
  struct Item: Encodable {
    var item: UInt32
    var source: String
  }

  struct Inputs: Encodable {
    var total: Int64
    var commands: Int64
    var events: Int64
    var environment: Int64
    var deadlines: Int64
  }

  struct Outputs: Encodable {
    var total: Int64
    var notifications: Int64
    var completions: Int64
    var engine: Int64
    var diagnostics: Int64
  }

  struct Mark: Encodable {
    var step: Int64
    var text: String
  }

  var trace: String
  var form: String
  var version: Int64
  var vocabulary: String
  var behaviour: Int32
  var engine: String
  var tool: String
  var note: String
  var recordedAt: Int64?
  var isExcerpt: Bool
  /// Whether the trace claims that its words were replaced by numbers.
  var isRedacted: Bool
  /// Whether it was made from the log of another player.
  var isObserved: Bool
  /// For a trace of another version: what its vocabulary has and lacks compared with this version's.
  var hasMore: [String]?
  var lacks: [String]?
  /// Settings that differ from their default.
  var settings: [String: StateValue]
  var items: [Item]
  var inputs: Inputs
  var outputs: Outputs
  /// How often each message occurs, by name.
  var inputNames: [String: Int64]
  var outputNames: [String: Int64]
  var checkpoints: Int64
  var marks: [Mark]
  var firstStep: Int64?
  var lastStep: Int64
  var duration: Int64
  /// `finished`, `interrupted`, `failed`, `unfinished`, `torn` or `damaged`.
  var verdict: String
  var digest: String?
  var error: ErrorReport?
  var bytes: Int64?
  var bytesLost: Int64?

  init(_ summary: TraceSummary) {
    let header = summary.header
    trace = summary.trace
    form = summary.form.rawValue
    version = header.version
    vocabulary = NumberText.hexadecimal(header.vocabulary)
    behaviour = header.behaviour
    (engine, tool, note, recordedAt) = (header.engine, header.tool, header.note, header.recordedAt)
    (isExcerpt, isRedacted, isObserved) = (header.isExcerpt, header.isRedacted, header.isObserved)
    let changed = StateFields.changed(in: Player(configuration: header.configuration), from: Player())
    settings = Dictionary(uniqueKeysWithValues: changed.map { ($0.property, $0.value) })
    if let origin = header.origin {
      (hasMore, lacks) = (summary.unknownHere, summary.unknownThere)
      for setting in origin.foreignSettings { settings[setting.name] = .number(setting.value) }
    }
    items = summary.names.items.sorted { $0.key < $1.key }.map { Item(item: $0.key, source: $0.value) }
    inputs = Inputs(
      total: summary.inputCount, commands: summary.count(.command), events: summary.count(.event),
      environment: summary.count(.environment), deadlines: summary.count(.deadline))
    outputs = Outputs(
      total: summary.outputCount, notifications: summary.count(.notification),
      completions: summary.count(.completion), engine: summary.count(.engine),
      diagnostics: summary.count(.diagnostic))
    inputNames = Dictionary(uniqueKeysWithValues: summary.byName(isInput: true).map { ($0.name, $0.count) })
    outputNames = Dictionary(uniqueKeysWithValues: summary.byName(isInput: false).map { ($0.name, $0.count) })
    checkpoints = summary.checkpoints
    marks = summary.marks.map { Mark(step: $0.number, text: $0.text) }
    (firstStep, lastStep) = (summary.firstStep, summary.lastStep)
    duration = (summary.lastInstant - summary.firstInstant).microseconds
    verdict = summary.extent?.name ?? "damaged"
    digest = summary.end.map { NumberText.hexadecimal($0.digest) }
    error = summary.damage.map { ErrorReport($0) }
    (bytes, bytesLost) = (summary.bytes, summary.loss?.bytes)
  }
}
