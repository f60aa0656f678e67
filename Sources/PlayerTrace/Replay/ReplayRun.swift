import PlayerCore
import PlayerText

/// One replay in progress.
struct Run {
  var report: ReplayReport
  /// True when the rest of the trace is not needed.
  private(set) var isOver = false

  private let header: TraceHeader
  private let file: String
  private let options: ReplayOptions
  private var outputs = Outputs()
  private var matcher: OutputMatcher
  private var isRunning: Bool
  private var hasDiffered = false
  private var past: RecentSteps
  /// The checkpoint to begin with, and the steps after it that were read while looking for a later one.
  private var start: (checkpoint: TraceCheckpoint?, steps: [(record: TraceRecord, offset: Int64)]) = (nil, [])
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
    past = RecentSteps(player)
    isRunning = options.fromStep == nil
  }

  mutating func take(_ record: TraceRecord, at offset: Int64) throws(TraceError) {
    if hasDiffered { return takeAfterDifference(record) }
    if !isRunning { return try seek(record, offset) }
    switch record {
    case .definition, .mark: break
    case .step(let step): try feed(step, nil, offset)
    case .foreignStep(let step):
      guard let known = step.known else { return leave(step, offset) }
      try feed(known, step, offset)
    case .checkpoint(let checkpoint): try compare(checkpoint, offset)
    case .end(let end): compare(end, offset)
    }
  }

  /// Completes the report once the trace is read.
  mutating func close(_ reader: inout TraceReader) throws(TraceError) {
    if !isRunning, !hasDiffered { try begin() }
    report.loss = reader.loss
    report.uncompared = matcher.uncompared
    report.difference?.context.append(contentsOf: stepsAfter)
  }

  // MARK: Steps

  /// Feeds a step; `foreign` is the step in the trace's vocabulary, if not all of its words are known.
  private mutating func feed(_ step: TraceStep, _ foreign: ForeignStep?, _ offset: Int64) throws(TraceError) {
    if isBeyond(step.number, step.instant) { return stop() }
    guard step.number == report.lastStep + 1 else { throw missing(before: step.number) }
    play(step, isBare: false)
    outputsSeen += Int64(foreign?.outputs.count ?? step.outputs.count)
    if header.hasOutputs { compare(step, foreign, offset) }
    stopIfAsked()
  }

  @inline(__always)
  private mutating func play(_ step: TraceStep, isBare: Bool) {
    past.append(step, isBare: isBare, report.player)
    report.player.receive(step.input, at: step.instant, into: &outputs)
    report.steps += 1
    report.lastStep = step.number
    report.lastInstant = step.instant
    inputs += 1
  }

  @inline(__always)
  private mutating func stopIfAsked() {
    if options.untilStep == report.lastStep, !hasDiffered { stop() }
  }

  private func isBeyond(_ number: Int64, _ instant: Instant) -> Bool {
    if let until = options.untilStep, number > until { return true }
    if let until = options.untilInstant, instant > until { return true }
    return false
  }

  private func missing(before number: Int64) -> TraceError {
    .notReplayable(
      file: file,
      reason: report.steps == 0 && report.start == 0
        ? "its first step is number \(number), and no checkpoint comes before it"
        : "steps are missing between \(report.lastStep) and \(number)")
  }

  /// Ends the replay before an input that this build lacks.
  private mutating func leave(_ step: ForeignStep, _ offset: Int64) {
    if isBeyond(step.number, step.instant) { return stop() }
    report.unfollowed = ReplayReport.UnfollowedInput(
      step: step.number, instant: step.instant, offset: offset, message: step.recorded.input, lacks: step.lostOfInput)
    stop()
  }

  /// The rest was not requested.
  private mutating func stop() {
    isOver = true
    report.reachedEnd = false
  }

  private mutating func compare(_ step: TraceStep, _ foreign: ForeignStep?, _ offset: Int64) {
    let mismatch =
      if let foreign {
        matcher.compare(foreign, with: outputs, count: &report.outputs)
      } else {
        matcher.compare(step.outputs, with: outputs, isWhole: step.isWhole, count: &report.outputs)
      }
    switch mismatch {
    case nil: break
    case .differs(let index, _, _, let fields): differ(.output(index), offset, fields)
    case .missing(let index, let expected): differ(.missingOutput(index, expected: expected), offset, [])
    case .surplus(let index, let found): differ(.surplusOutput(index, found: found), offset, [])
    }
  }

  private mutating func differ(_ kind: TraceDifference.Kind, _ offset: Int64, _ fields: [FieldDifference]) {
    hasDiffered = true
    report.difference = TraceDifference(
      kind: kind, number: report.lastStep, instant: report.lastInstant, offset: offset, fields: fields,
      before: past.stateBeforeLast, after: report.player, context: past.lastSix)
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
          file: file, reason: "it begins with a checkpoint of a player that already had segments or observers")
      }
      return begin(with: checkpoint, state)
    }
    guard !report.isOtherState else { return }
    // The digest also covers tables, which the fields of a checkpoint do not contain.
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
    past = RecentSteps(state)
    isRunning = true
  }

  /// Looks for the last checkpoint at or before the requested step.
  private mutating func seek(_ record: TraceRecord, _ offset: Int64) throws(TraceError) {
    guard let from = options.fromStep else { return }
    switch record {
    case .definition, .mark: break
    case .checkpoint(let checkpoint) where checkpoint.number <= from && checkpoint.state != nil:
      guard checkpoint.state?.isRestorable == true else {
        // From here on, tables are known only from the steps: the replay begins at the last checkpoint without tables.
        if start.checkpoint != nil || start.steps.first?.record.stepPlace?.number == 1 {
          try begin(fromBeginning: true)
        }
        return
      }
      start = (checkpoint, [])
    case .step(let step): try note(record, step.number, from, offset)
    case .foreignStep(let step): try note(record, step.number, from, offset)
    case .checkpoint, .end:
      try begin()
      try take(record, at: offset)
    }
  }

  private mutating func note(
    _ record: TraceRecord, _ number: Int64, _ from: Int64, _ offset: Int64
  ) throws(TraceError) {
    if start.checkpoint != nil || number == start.steps.count + 1 { start.steps.append((record, offset)) }
    if number > from { try begin() }
  }

  /// Begins with the found checkpoint, and catches up.
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
    for (record, offset) in steps where !isOver && !hasDiffered { try take(record, at: offset) }
  }
}

extension Run: StepFollower {
  func follows(_ number: Int64) -> Bool {
    // The instant of a step is unknown before it is read.
    isRunning && !isOver && !hasDiffered && header.hasOutputs && options.untilInstant == nil
      && number == report.lastStep + 1 && number <= options.untilStep ?? .max
  }

  @inline(__always)
  mutating func play(_ input: Input, _ number: Int64, at instant: Instant) {
    play(TraceStep(number: number, instant: instant, input: input), isBare: true)
  }

  var outputCount: Int { outputs.count }

  @inline(__always)
  func output(_ place: Int) -> Output { outputs[place] }

  @inline(__always)
  mutating func agree() {
    outputsSeen += Int64(outputs.count)
    report.outputs += Int64(outputs.count)
    stopIfAsked()
  }

  mutating func disagree(_ step: TraceStep, at offset: Int64) {
    past.replaceLast(step)
    outputsSeen += Int64(step.outputs.count)
    compare(step, nil, offset)
    stopIfAsked()
  }
}
