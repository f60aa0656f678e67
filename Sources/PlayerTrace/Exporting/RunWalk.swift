import PlayerCore

/// A step of an exported run.
struct RunMoment {
  var number: Int64
  var input: Input
  /// The player's clock: it does not run backwards, whatever the instants of inputs do.
  var instant: Instant
  /// The player before the step.
  var before: Player.Inspection
  /// The player after the step.
  var after: Player.Inspection
  /// The playhead just before the step and after it; unknown while nothing is open.
  var positionBefore: MediaTime
  var position: MediaTime
  var outputs: RunOutputs

  var notifications: some Sequence<Player.Notification> {
    outputs.lazy.compactMap { output in
      guard case .notification(let notification, _) = output else { return nil }
      return notification
    }
  }
}

/// What is known about the run apart from its steps.
struct RunContext {
  let header: TraceHeader
  let facts: RunFacts
  let names: RunNames
  /// The numbers of the first and the last step.
  let firstStep: Int64
  let lastStep: Int64
  /// Why the rest of the trace could not be read, in a sentence; `nil` if all of it was.
  let damage: String?
  /// The digest of the player after the last step.
  let endDigest: UInt64
  /// The session up to and including the step.
  fileprivate(set) var account: SessionAccount
  /// The segments and chapters after the step.
  fileprivate(set) var parts = MediaParts(limit: RunFacts.limit)
  /// The playhead's clock after the step.
  fileprivate(set) var clock: Instant

  /// The name of what the run plays.
  var title: String { facts.items.first.map { SourceTitle.of($0.source) } ?? "run" }

  /// The title of a segment; empty when it has none.
  func title(of segment: SegmentID) -> String {
    parts.titles[segment.rawValue].map { names.text($0) } ?? ""
  }
}

/// Writes a run in a format of another program. It sees each step once.
protocol RunExporter {
  /// The bytes written since they were last removed.
  var bytes: [UInt8] { get set }

  /// The run begins. `player` is the player before its first step.
  mutating func begin(_ context: RunContext, _ player: Player.Inspection)
  mutating func take(_ moment: RunMoment, _ context: RunContext)
  mutating func finish(_ context: RunContext)
}

extension ViewedRun {
  /// Passes every step to an exporter, and its output to `sink`, in pieces.
  func walk<Problem: Error>(
    _ exporter: inout some RunExporter, into sink: ([UInt8]) throws(Problem) -> Void
  ) throws(Problem) {
    var start = beginning
    var before = Player.Inspection()
    Player.readInspection(of: &start, into: &before)
    let isResumed = firstStep > 1
    var context = RunContext(
      header: header, facts: facts, names: RunNames(facts), firstStep: firstStep, lastStep: lastStep, damage: damage,
      endDigest: end.digest,
      account: isResumed ? SessionAccount(resuming: start, at: before.clock) : SessionAccount(), clock: before.clock)
    exporter.begin(context, before)
    for block in blocks.indices {
      let first = blocks[block].first
      forEachStep(of: block) { index, input, _, stepper in
        let moment = RunMoment(
          number: first + Int64(index), input: input, instant: stepper.inspection.clock, before: before,
          after: stepper.inspection, positionBefore: stepper.positionBefore, position: stepper.position,
          outputs: stepper.outputs)
        context.take(moment)
        exporter.take(moment, context)
        before = moment.after
        return true
      }
      try sink(exporter.bytes)
      exporter.bytes.removeAll(keepingCapacity: true)
    }
    exporter.finish(context)
    try sink(exporter.bytes)
  }

  /// Why the rest of the trace could not be read.
  package var damage: String? { problem?.description ?? loss?.description }
}

extension RunContext {
  fileprivate mutating func take(_ moment: RunMoment) {
    clock = moment.instant
    account.begin(moment.input, at: moment.instant)
    for output in moment.outputs { account.take(output) }
    account.end()
    _ = parts.take(moment.input, moment.outputs.fed)
  }
}
