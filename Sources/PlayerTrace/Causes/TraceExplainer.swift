import PlayerCore

/// Finds the causes of what a step did: back from the deadline to the step that set it, from the engine's report to the
/// command it answers, from the answer to the request, to an input that came from outside.
///
/// The trace is replayed twice: once to find the causes, once to fetch the steps that matter.
public enum TraceExplainer {
  /// Explains a step; without a number, the last one that failed or began a stall, or else the last one. `open` opens
  /// the trace, and is called twice.
  ///
  /// Throws ``TraceError/noSuchPlace(file:asked:available:)`` for a step that does not exist, and
  /// ``TraceError/notReplayable(file:reason:)`` for an excerpt, or a trace that begins in the middle.
  public static func explain(
    _ number: Int64? = nil, open: () throws(TraceError) -> TraceReader, progress: (Int64) -> Void = { _ in }
  ) throws(TraceError) -> TraceExplanation {
    var walk = try TraceWalk(open())
    var log = CauseLog()
    while log.count != number, let step = try walk.next() {
      log.take(step.input, walk.outputs, before: walk.before, after: walk.player)
      if log.count % 4_096 == 0 { progress(walk.bytesRead) }
    }
    let subject = number ?? log.lastTrouble ?? log.count
    guard subject > 0, subject <= log.count else {
      throw .noSuchPlace(
        file: walk.file, asked: "step \(subject)",
        available: log.count == 0 ? "the trace has no steps" : "the steps are 1 … \(log.count)")
    }
    // Steps after the subject have no influence on it.
    if subject != log.count { return try explain(subject, open: open, progress: progress) }
    let tree = CauseTree(log, subject)
    let frames = try frames(of: tree.steps, upTo: subject, open())
    guard let root = tree.node(frames), let frame = frames[subject] else {
      throw .notReplayable(file: walk.file, reason: "it changed while it was read")
    }
    return TraceExplanation(
      root: root, before: frame.before, after: frame.after, hindrances: Hindrances.of(frame.after, log),
      differsAt: walk.differsAt)
  }

  private static func frames(
    of steps: Set<Int64>, upTo last: Int64, _ reader: TraceReader
  ) throws(TraceError) -> [Int64: CauseTree.Frame] {
    var walk = try TraceWalk(reader)
    var frames: [Int64: CauseTree.Frame] = [:]
    while let step = try walk.next() {
      if steps.contains(step.number) {
        var step = step
        step.outputs = Array(walk.outputs)
        frames[step.number] = CauseTree.Frame(step: step, before: walk.before, after: walk.player)
      }
      if step.number == last { break }
    }
    return frames
  }
}

/// Feeds the inputs of a trace to a fresh player, one after the other.
struct TraceWalk {
  private var reader: TraceReader
  private(set) var player: Player
  private(set) var before: Player
  private(set) var outputs = Outputs()
  private(set) var last: Int64 = 0
  /// The first step whose outputs differ from those of the trace.
  private(set) var differsAt: Int64?

  init(_ reader: TraceReader) throws(TraceError) {
    self.reader = reader
    try reader.requireInputs()
    if reader.header.isExcerpt {
      throw .notReplayable(file: reader.file, reason: "steps were left out of it. Use the original trace")
    }
    player = Player(configuration: reader.header.configuration)
    before = player
  }

  var file: String { reader.file }
  var bytesRead: Int64 { reader.bytesRead }

  /// Feeds the next step and returns it; `nil` after the last.
  mutating func next() throws(TraceError) -> TraceStep? {
    while let record = try reader.nextKnown() {
      switch record {
      case .step(let step):
        guard step.number == last + 1 else {
          let reason = "step \(last + 1) is missing. Use a trace that is complete from its first step"
          throw .notReplayable(file: reader.file, reason: reason)
        }
        last = step.number
        before = player
        player.receive(step.input, at: step.instant, into: &outputs)
        if differsAt == nil, reader.header.hasOutputs, step.isWhole, !outputs.elementsEqual(step.outputs) {
          differsAt = last
        }
        return step
      case .checkpoint(let checkpoint) where last == 0 && checkpoint.number == 0:
        guard let state = checkpoint.state, state.isRestorable else {
          throw .notReplayable(
            file: reader.file, reason: "it begins with a checkpoint from which the state cannot be rebuilt")
        }
        player = state
      case .foreignStep, .definition, .mark, .checkpoint, .end: break
      }
    }
    return nil
  }
}
