import PlayerCore

/// Converts a trace that was recorded by another version to this one: runs its inputs through this build's player, with
/// the outputs, states and vocabulary of this build.
public enum TraceUpgrade {
  /// A step at which the outputs of this build differ from those of the trace.
  public struct Difference: Hashable, Sendable {
    /// The step whose outputs differ.
    public var step: Int64
    /// When it happened, on the host's clock.
    public var instant: Instant
    /// Field by field when it is the same message; else the whole output of both, or `nothing`.
    public var fields: [FieldDifference]
  }

  /// What an upgrade did.
  public struct Report: Hashable, Sendable {
    /// Steps that were written.
    public var steps: Int64 = 0
    /// How many of them differ; the first of them in ``differences``, at most ``differenceLimit``.
    public var differingSteps: Int64 = 0
    /// What this build does differently, at most ``differenceLimit`` of them.
    public var differences: [Difference] = []
    /// As in ``ReplayReport``.
    public var uncompared: [String: Int64] = [:]
    /// Settings that this build lacks and that were left out.
    public var foreignSettings: [TraceOrigin.ForeignSetting] = []
    /// True when the trace was recorded by a core of another behaviour version.
    public var isOtherBehaviour = false
    /// What was lost at a truncated end; `nil` for a complete file.
    public var loss: TraceLoss?
  }

  /// How many differences are kept; later ones are only counted.
  public static var differenceLimit: Int { 100 }

  /// Reads a trace from which nothing was read yet, and writes the new one to `sink`. Definitions, remarks and the way
  /// in which the recording ended are kept; a trace that is unfinished stays so.
  ///
  /// Throws ``TraceError/unknownInput(file:offset:step:message:lacks:tool:)`` when this build does not have an input,
  /// and ``TraceError/notReplayable(file:reason:)`` for an excerpt.
  public static func upgrade(
    _ reader: inout TraceReader, to form: TraceForm, into sink: any TraceSink, progress: (Int64) -> Void = { _ in }
  ) throws(TraceError) -> Report {
    try reader.requireInputs()
    guard !reader.header.isExcerpt else {
      throw .notReplayable(file: reader.file, reason: "steps were left out of it. Use the original trace")
    }
    var run = UpgradeRun(reader.header, file: reader.file, form, sink)
    var records = 0
    while let record = try reader.next() {
      records += 1
      if records % 4_096 == 0 { progress(reader.offset) }
      if case .foreignStep(let step) = record, step.known == nil {
        throw .unknownInput(
          file: reader.file, offset: reader.offset, step: step.number, message: step.recorded.input.description,
          lacks: step.lostOfInput, tool: reader.header.tool)
      }
      try run.take(record)
    }
    return try run.finish(reader.loss)
  }
}

/// One upgrade in progress.
private struct UpgradeRun {
  private var report = TraceUpgrade.Report()
  private let header: TraceHeader
  private let file: String
  private let form: TraceForm
  private let sink: any TraceSink
  /// Created with the first record: a trace that begins in the middle begins with a checkpoint.
  private var recorder: TraceRecorder?
  private var player: Player
  private var outputs = Outputs()
  private var matcher: OutputMatcher
  private var isEnded = false

  init(_ header: TraceHeader, file: String, _ form: TraceForm, _ sink: any TraceSink) {
    self.header = header
    self.file = file
    self.form = form
    self.sink = sink
    player = Player(configuration: header.configuration)
    matcher = OutputMatcher(header)
    report.foreignSettings = header.origin?.foreignSettings ?? []
    report.isOtherBehaviour = header.behaviour != Vocabulary.behaviourVersion
  }

  mutating func take(_ record: TraceRecord) throws(TraceError) {
    switch record {
    case .definition(let definition): try begun().define(definition)
    case .mark(let mark): try begun().mark(mark.text)
    case .step(let step): try feed(.known(step))
    case .foreignStep(let step): try feed(.foreign(step))
    case .checkpoint(let checkpoint): try begin(with: checkpoint)
    case .end(let end):
      try begun().finish(end.ending, player: player)
      isEnded = true
    }
  }

  private mutating func begun() throws(TraceError) -> TraceRecorder {
    if let recorder { return recorder }
    let begun = try TraceRecorder(
      sink: sink, form: form, header: header.upgraded, player: player, flushing: .whenFull)
    recorder = begun
    return begun
  }

  private mutating func begin(with checkpoint: TraceCheckpoint) throws(TraceError) {
    guard report.steps == 0 else { return }
    guard checkpoint.number == 0, let state = checkpoint.state, state.isRestorable else {
      throw .notReplayable(file: file, reason: "it begins with a checkpoint from which the run cannot be followed")
    }
    player = state
  }

  private mutating func feed(_ replayed: UpgradedStep) throws(TraceError) {
    guard let step = replayed.step else { return }
    guard step.number == report.steps + 1 else {
      throw .notReplayable(file: file, reason: "steps are missing between \(report.steps) and \(step.number)")
    }
    let recorder = try begun()
    player.receive(step.input, at: step.instant, into: &outputs)
    report.steps += 1
    try recorder.record(step.input, at: step.instant, outputs: outputs, player: player)
    guard header.hasOutputs else { return }
    var equal: Int64 = 0
    let mismatch =
      switch replayed {
      case .known(let step): matcher.compare(step.outputs, with: outputs, isWhole: step.isWhole, count: &equal)
      case .foreign(let step): matcher.compare(step, with: outputs, count: &equal)
      }
    guard let mismatch else { return }
    report.differingSteps += 1
    guard report.differences.count < TraceUpgrade.differenceLimit else { return }
    report.differences.append(.init(step: step.number, instant: step.instant, fields: mismatch.fields))
  }

  mutating func finish(_ loss: TraceLoss?) throws(TraceError) -> TraceUpgrade.Report {
    if !isEnded { try begun().flush() }
    report.loss = loss
    report.uncompared = matcher.uncompared
    return report
  }
}

extension OutputMatcher.Mismatch {
  /// What was expected and found.
  fileprivate var fields: [FieldDifference] {
    switch self {
    case .differs(_, _, _, let fields): fields
    case .missing(let index, let expected):
      [FieldDifference(field: "output \(index + 1)", expected: TraceDiffer.describe(expected), found: "nothing")]
    case .surplus(let index, let found):
      [FieldDifference(field: "output \(index + 1)", expected: "nothing", found: TraceDiffer.describe(found))]
    }
  }
}

/// An upgraded step.
private enum UpgradedStep {
  case known(TraceStep)
  /// One with parts that this build does not know.
  case foreign(ForeignStep)

  /// The step in this build; `nil` if the build lacks the input.
  var step: TraceStep? {
    switch self {
    case .known(let step): step
    case .foreign(let step): step.known
    }
  }
}
