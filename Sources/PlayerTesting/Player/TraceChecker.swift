import PlayerCore
import PlayerTrace
import ReducerTesting

/// A property that does not hold in a recorded run.
public struct TraceIssue: Hashable, Sendable {
  /// The violated property.
  public var property: PlayerProperty
  /// The step of the trace, from 1.
  public var step: Int64
  /// The instant of the input that violated it.
  public var instant: Instant
  /// What was observed, in one line.
  public var detail: String
  /// The line of the log that a trace of observations was made from; `nil` for other traces.
  public var line: Int64?
}

/// The result of checking a trace.
public struct TraceCheckReport: Sendable {
  /// In the order of the steps; of each property the first ``TraceChecker/issuesPerProperty``.
  public var issues: [TraceIssue] = []
  /// The total number of issues, including those not listed.
  public var issueCount = 0
  /// The number of inputs checked.
  public var steps: Int64 = 0
  /// The number of outputs compared with the recorded ones.
  public var outputs: Int64 = 0
  /// The loss at a truncated end of the file.
  public var loss: TraceLoss?
  /// True when the trace was recorded with another behaviour version of the core: its outputs may legitimately differ.
  public var isOtherBehaviour = false

  /// The highest severity of the issues; `nil` when there are none.
  public var worst: PlayerProperty.Severity? { issues.map { $0.property.severity }.max() }
}

/// Checks every property over a recorded run: feeds its inputs to a new player and compares the outputs with the
/// recorded ones.
///
/// After an issue the monitor starts again from the current state, so one issue does not hide others.
public struct TraceChecker: Sendable {
  /// The model with the properties to check.
  public var model: PlayerModel
  /// In the first steps, up to this number, laws that need a second player are checked at every one: shrunk sessions
  /// are short.
  public var thoroughSteps: Int64 = 256
  /// The maximum number of listed issues per property.
  public var issuesPerProperty = 10

  /// A checker for the properties of `model`, additions included.
  public init(_ model: PlayerModel = PlayerModel()) { self.model = model }

  /// Checks a trace from its beginning. It needs memory for a player and one record. `progress` gets the number of
  /// bytes read, every few thousand records.
  public func check(
    _ reader: inout TraceReader, progress: (Int64) -> Void = { _ in }
  ) throws(TraceError) -> TraceCheckReport {
    try reader.requireInputs()
    let header = reader.header
    guard !header.isExcerpt else {
      throw .notReplayable(file: reader.file, reason: "it is an excerpt, from which steps were left out")
    }
    var run = Check(model, header, limit: issuesPerProperty)
    run.thoroughSteps = thoroughSteps
    var records = 0
    while let record = try reader.nextKnown() {
      records += 1
      if records % 4_096 == 0 { progress(reader.offset) }
      switch record {
      case .step(let step):
        guard step.number == run.report.steps + 1 else {
          throw .notReplayable(
            file: reader.file, reason: "steps are missing between \(run.report.steps) and \(step.number)")
        }
        run.take(step)
      case .checkpoint(let checkpoint):
        guard run.begin(checkpoint) else {
          throw .notReplayable(
            file: reader.file, reason: "it begins with a checkpoint of a player that already had segments or observers")
        }
      case .foreignStep, .definition, .mark, .end: break
      }
    }
    run.report.loss = reader.loss
    return run.report
  }

  /// A check in progress.
  private struct Check {
    var report = TraceCheckReport()
    var thoroughSteps: Int64 = 0
    private let model: PlayerModel
    private let thoroughModel: PlayerModel
    private let comparesOutputs: Bool
    private let limit: Int
    private var state: PlayerModel.State
    private var counts: [String: Int] = [:]

    init(_ model: PlayerModel, _ header: TraceHeader, limit: Int) {
      self.model = model
      thoroughModel = model.thorough(for: nil)
      self.limit = limit
      // With another vocabulary only replay compares outputs, because it does so by name.
      comparesOutputs =
        header.hasOutputs && header.origin == nil && model.properties.contains(.recordedOtherwise)
      state = PlayerModel.State(Player(configuration: header.configuration), model, .hostile)
      report.isOtherBehaviour = header.behaviour != Vocabulary.behaviourVersion
    }

    /// A run recorded from the middle begins with a checkpoint. Returns false when its state cannot be rebuilt.
    mutating func begin(_ checkpoint: TraceCheckpoint) -> Bool {
      guard report.steps == 0, let player = checkpoint.state, player != state.player else { return true }
      guard player.isRestorable else { return false }
      state = PlayerModel.State(player, model, .hostile)
      return true
    }

    mutating func take(_ step: TraceStep) {
      report.steps = step.number
      let isThorough = step.number <= thoroughSteps && model.samplingInterval > 0
      if isThorough { state.untilSample = 1 }
      if let violation = (isThorough ? thoroughModel : model).feed(step.input, at: step.instant, &state) {
        add(violation, step)
        state.monitor = PlayerMonitor(state.player, properties: model.properties)
      }
      if comparesOutputs { compare(step) }
    }

    private mutating func compare(_ step: TraceStep) {
      let outputs = state.outputs
      let common = min(outputs.count, step.outputs.count)
      report.outputs += Int64(common)
      for index in 0..<common where outputs[index] != step.outputs[index] {
        let (then, now) = (TraceDiffer.describe(step.outputs[index]), TraceDiffer.describe(outputs[index]))
        return differ("recorded \(then), now \(now)", step)
      }
      if step.outputs.count > common {
        return differ("recorded \(TraceDiffer.describe(step.outputs[common])), now nothing", step)
      }
      if outputs.count > common, step.isWhole {
        differ("recorded nothing, now \(TraceDiffer.describe(outputs[common]))", step)
      }
    }

    private mutating func differ(_ detail: String, _ step: TraceStep) {
      add(PropertyViolation(Law.recordedOtherwise.property.id, detail), step)
    }

    private mutating func add(_ violation: PropertyViolation, _ step: TraceStep) {
      report.issueCount += 1
      counts[violation.property, default: 0] += 1
      guard counts[violation.property, default: 0] <= limit else { return }
      let property =
        PlayerProperty.named(violation.property)
        ?? model.additions.first { $0.property.id == violation.property }?.property
        ?? PlayerProperty(violation.property, violation.property)
      report.issues.append(
        TraceIssue(property: property, step: step.number, instant: step.instant, detail: violation.detail))
    }
  }
}
