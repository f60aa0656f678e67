import PlayerCore
import PlayerText

/// One replay on its way.
struct Run {
  var report: ReplayReport
  /// True when nothing more of the trace is wanted.
  private(set) var isOver = false

  private let header: TraceHeader
  private let file: String
  private let options: ReplayOptions
  private var outputs = Outputs()
  private var matcher: OutputMatcher
  private var before: Player
  private var isRunning: Bool
  private var history: [TraceStep] = []
  private var oldest = 0
  private var current: TraceStep?
  /// The checkpoint to begin with, and the steps behind it that were read while looking for a later one.
  private var start: (checkpoint: TraceCheckpoint?, steps: [(step: ReplayedStep, offset: Int64)]) = (nil, [])
  private var stepsAfter: [TraceStep] = []
  private var inputs: Int64 = 0
  private var outputsSeen: Int64 = 0

  init(header: TraceHeader, file: String, _ options: ReplayOptions) {
    self.header = header
    self.file = file
    self.options = options
    let player = Player(configuration: header.configuration)
    report = ReplayReport(player: player)
    report.isOtherBehaviour = header.behaviour != Vocabulary.behaviourVersion
    report.isOtherState = header.stateLayout != TraceHeader.currentStateLayout
    report.foreignSettings = header.origin?.foreignSettings ?? []
    matcher = OutputMatcher(header)
    before = player
    isRunning = options.fromStep == nil
  }

  mutating func take(_ record: TraceRecord, at offset: Int64) throws(TraceError) {
    if report.difference != nil { return takeAfterDifference(record) }
    if !isRunning { return try seek(record, offset) }
    switch record {
    case .definition, .mark: break
    case .step(let step): try feed(.known(step), offset)
    case .foreignStep(let step): try feed(.foreign(step), offset)
    case .checkpoint(let checkpoint): try compare(checkpoint, offset)
    case .end(let end): compare(end, offset)
    }
  }

  /// Completes the report once the trace is read.
  mutating func close(_ reader: inout TraceReader) throws(TraceError) {
    if !isRunning, report.difference == nil { try begin() }
    report.loss = reader.loss
    report.uncompared = matcher.uncompared
    report.difference?.context.append(contentsOf: stepsAfter)
  }

  // MARK: Steps

  private mutating func feed(_ replayed: ReplayedStep, _ offset: Int64) throws(TraceError) {
    guard let step = replayed.step else { return try leave(replayed, offset) }
    if let until = options.untilStep, step.number > until { return stop() }
    if let until = options.untilInstant, step.instant > until { return stop() }
    if report.steps == 0, report.start == 0, step.number != 1 {
      throw .notReplayable(
        file: file, reason: "its first step is number \(step.number), and no checkpoint stands before it")
    }
    guard step.number == report.lastStep + 1 else {
      throw .notReplayable(file: file, reason: "steps are missing between \(report.lastStep) and \(step.number)")
    }
    remember(step)
    before = report.player
    report.player.receive(step.input, at: step.instant, into: &outputs)
    report.steps += 1
    report.lastStep = step.number
    report.lastInstant = step.instant
    inputs += 1
    outputsSeen += Int64(replayed.outputCount)
    if header.hasOutputs { compare(replayed, offset) }
    if options.untilStep == step.number, report.difference == nil { stop() }
  }

  /// Ends the replay in front of an input that this build does not have.
  private mutating func leave(_ replayed: ReplayedStep, _ offset: Int64) throws(TraceError) {
    guard case .foreign(let step) = replayed else { return }
    if let until = options.untilStep, step.number > until { return stop() }
    if let until = options.untilInstant, step.instant > until { return stop() }
    report.unfollowed = ReplayReport.UnfollowedInput(
      step: step.number, instant: step.instant, offset: offset, message: step.recorded.input, lacks: step.lostOfInput)
    stop()
  }

  /// What comes now was not asked for.
  private mutating func stop() {
    isOver = true
    report.reachedEnd = false
  }

  /// Keeps the last six steps: what a difference shows.
  private mutating func remember(_ step: TraceStep) {
    if history.count < 6 { return history.append(step) }
    history[oldest] = step
    oldest = (oldest + 1) % 6
  }

  private mutating func compare(_ step: ReplayedStep, _ offset: Int64) {
    let mismatch =
      switch step {
      case .known(let step):
        matcher.compare(step.outputs, with: outputs, isWhole: step.isWhole, count: &report.outputs)
      case .foreign(let step): matcher.compare(step, with: outputs, count: &report.outputs)
      }
    switch mismatch {
    case nil: break
    case .differs(let index, _, _, let fields): differ(.output(index), offset, fields)
    case .missing(let index, let expected): differ(.missingOutput(index, expected: expected), offset, [])
    case .surplus(let index, let found): differ(.surplusOutput(index, found: found), offset, [])
    }
  }

  private mutating func differ(_ kind: TraceDifference.Kind, _ offset: Int64, _ fields: [FieldDifference]) {
    let context = Array(history[oldest...] + history[..<oldest])
    report.difference = TraceDifference(
      kind: kind, number: report.lastStep, instant: report.lastInstant, offset: offset, fields: fields, before: before,
      after: report.player, context: context)
  }

  private mutating func takeAfterDifference(_ record: TraceRecord) {
    switch record {
    case .step(let step): stepsAfter.append(step)
    case .foreignStep(let step): if let known = step.known { stepsAfter.append(known) }
    case .definition, .checkpoint, .mark, .end: break
    }
    if stepsAfter.count == 5 { isOver = true }
  }

  // MARK: Checkpoints and the end

  private mutating func compare(_ checkpoint: TraceCheckpoint, _ offset: Int64) throws(TraceError) {
    guard let state = checkpoint.state else { return }
    guard report.isOtherState || state.digest == checkpoint.digest else {
      return differ(
        .inconsistentCheckpoint, offset,
        [
          FieldDifference(
            field: "digest", expected: hexadecimal(checkpoint.digest), found: hexadecimal(state.digest))
        ])
    }
    if report.steps == 0, report.lastStep == 0 {
      guard state.isRestorable else {
        throw .notReplayable(
          file: file, reason: "it begins with a checkpoint of a player that had segments or observers already")
      }
      return begin(with: checkpoint, state)
    }
    guard !report.isOtherState else { return }
    // The digest stands for tables as well, which the fields of a checkpoint do not hold.
    guard checkpoint.number == report.lastStep, checkpoint.digest == report.player.digest else {
      var fields = TraceDiffer.differences(expected: state, found: report.player)
      if checkpoint.number != report.lastStep {
        fields.append(
          FieldDifference(field: "n", expected: "\(checkpoint.number)", found: "\(report.lastStep)"))
      }
      return differ(.checkpoint, offset, fields)
    }
    report.checkpoints += 1
  }

  private mutating func compare(_ end: TraceEnd, _ offset: Int64) {
    report.end = end
    var fields: [FieldDifference] = []
    func check(_ field: String, _ expected: String, _ found: String) {
      if expected != found { fields.append(FieldDifference(field: field, expected: expected, found: found)) }
    }
    check("n", "\(end.number)", "\(report.lastStep)")
    if !report.isOtherState { check("digest", hexadecimal(end.digest), hexadecimal(report.player.digest)) }
    if report.start == 0 {
      check("inputs", "\(end.inputs)", "\(inputs)")
      check("outputs", "\(end.outputs)", "\(outputsSeen)")
    }
    if !fields.isEmpty { differ(.end, offset, fields) }
  }

  // MARK: From a checkpoint

  private mutating func begin(with checkpoint: TraceCheckpoint, _ state: Player) {
    report.player = state
    report.lastStep = checkpoint.number
    report.lastInstant = checkpoint.instant
    report.start = checkpoint.number
    before = state
    isRunning = true
  }

  /// Looks for the last checkpoint that is not behind the step that was asked for.
  private mutating func seek(_ record: TraceRecord, _ offset: Int64) throws(TraceError) {
    guard let from = options.fromStep else { return }
    switch record {
    case .definition, .mark: break
    case .checkpoint(let checkpoint) where checkpoint.number <= from && checkpoint.state != nil:
      guard checkpoint.state?.isRestorable == true else {
        // From here on nothing but the steps tells of tables: the way begins where the last one without them was.
        if start.checkpoint != nil || start.steps.first?.step.number == 1 { try begin(fromBeginning: true) }
        return
      }
      start = (checkpoint, [])
    case .step(let step): try note(.known(step), step.number, from, offset)
    case .foreignStep(let step): try note(.foreign(step), step.number, from, offset)
    case .checkpoint, .end:
      try begin()
      try take(record, at: offset)
    }
  }

  private mutating func note(
    _ step: ReplayedStep, _ number: Int64, _ from: Int64, _ offset: Int64
  ) throws(TraceError) {
    if start.checkpoint != nil || number == start.steps.count + 1 { start.steps.append((step, offset)) }
    if number > from { try begin() }
  }

  /// Begins with the checkpoint that was found, and catches up.
  private mutating func begin(fromBeginning: Bool = false) throws(TraceError) {
    guard start.checkpoint != nil || fromBeginning else {
      throw .noSuchPlace(
        file: file, asked: "checkpoint at or before step \(options.fromStep ?? 0)",
        available: "replay from the beginning instead")
    }
    let steps = start.steps
    start.steps = []
    isRunning = true
    if let checkpoint = start.checkpoint { try compare(checkpoint, 0) }
    for (step, offset) in steps where !isOver && report.difference == nil { try feed(step, offset) }
  }
}

/// A step that is replayed.
enum ReplayedStep {
  case known(TraceStep)
  /// One in which something stands that this build does not know.
  case foreign(ForeignStep)

  /// What this build makes of it; `nil` when it does not have the input.
  var step: TraceStep? {
    switch self {
    case .known(let step): step
    case .foreign(let step): step.known
    }
  }

  var number: Int64 {
    switch self {
    case .known(let step): step.number
    case .foreign(let step): step.number
    }
  }

  /// How many outputs the trace has.
  var outputCount: Int {
    switch self {
    case .known(let step): step.outputs.count
    case .foreign(let step): step.outputs.count
    }
  }
}
