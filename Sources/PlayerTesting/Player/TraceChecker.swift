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
  /// What was seen, in a line for a person.
  public var detail: String
}

/// What a check of a trace found.
public struct TraceCheckReport: Sendable {
  /// In the order of the steps; of each property the first ``TraceChecker/issuesPerProperty``.
  public var issues: [TraceIssue] = []
  /// How many there were in all, those that are not listed included.
  public var issueCount = 0
  /// Inputs that were checked.
  public var steps: Int64 = 0
  /// Outputs that were compared with what was recorded.
  public var outputs: Int64 = 0
  /// What a torn end of the file cost.
  public var loss: TraceLoss?
  /// True when the trace was recorded by a core of another behaviour version: its outputs may rightly differ.
  public var isOtherBehaviour = false

  /// The worst of the issues; `nil` when there are none.
  public var worst: PlayerProperty.Severity? { issues.map(\.property.severity).max() }
}

/// Checks every property over a recorded run: its inputs are fed to a fresh player, and what comes out is compared with
/// what was recorded as well.
///
/// After an issue the watch begins anew with the state as it is, so that one thing gone wrong hides no other.
public struct TraceChecker: Sendable {
  /// The model with the properties to check.
  public var model: PlayerModel
  /// Of so many steps laws that need a second player are tried at every one: sessions that were shrunk are short.
  public var thoroughSteps: Int64 = 256
  /// How many issues of one property are listed.
  public var issuesPerProperty = 10

  /// Looks at the properties of `model`, additions included.
  public init(_ model: PlayerModel = PlayerModel()) { self.model = model }

  /// Checks a trace that nothing was read from yet. Takes the memory of a player and one record. `progress` is told every
  /// few thousand records how many bytes were read.
  public func check(
    _ reader: inout TraceReader, progress: (Int64) -> Void = { _ in }
  ) throws(TraceError) -> TraceCheckReport {
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
            file: reader.file, reason: "it begins with a checkpoint of a player that had segments or observers already")
        }
      case .foreignStep, .definition, .mark, .end: break
      }
    }
    run.report.loss = reader.loss
    return run.report
  }

  /// One check on its way.
  private struct Check {
    var report = TraceCheckReport()
    var thoroughSteps: Int64 = 0
    private let model: PlayerModel
    private let thoroughModel: PlayerModel
    private let hasOutputs: Bool
    private let limit: Int
    private var state: PlayerModel.State
    private var counts: [String: Int] = [:]

    init(_ model: PlayerModel, _ header: TraceHeader, limit: Int) {
      self.model = model
      thoroughModel = model.thorough(for: nil)
      self.limit = limit
      // Of another vocabulary only replay compares outputs: by name.
      hasOutputs = header.hasOutputs && header.origin == nil
      state = PlayerModel.State(Player(configuration: header.configuration), model, .hostile)
      report.isOtherBehaviour = header.behaviour != Vocabulary.behaviourVersion
    }

    /// A run that was recorded from its middle on begins with a checkpoint. False when its state cannot be rebuilt.
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
      if let breach = (isThorough ? thoroughModel : model).feed(step.input, at: step.instant, &state) {
        add(breach, step)
        state.monitor = PlayerMonitor(state.player, properties: model.properties)
      }
      guard hasOutputs, model.properties.contains(.recordedOtherwise) else { return }
      compare(step)
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
      add(Breach(Law.recordedOtherwise.property.id, detail), step)
    }

    private mutating func add(_ breach: Breach, _ step: TraceStep) {
      report.issueCount += 1
      counts[breach.property, default: 0] += 1
      guard counts[breach.property, default: 0] <= limit else { return }
      let property =
        PlayerProperty.named(breach.property)
        ?? model.additions.first { $0.property.id == breach.property }?.property
        ?? PlayerProperty(breach.property, breach.property)
      report.issues.append(
        TraceIssue(property: property, step: step.number, instant: step.instant, detail: breach.detail))
    }
  }
}
