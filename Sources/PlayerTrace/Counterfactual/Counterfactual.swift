import PlayerCore

/// A run as it would have been: the inputs of a trace, with edits, for a new player.
///
/// The inputs of the app, the environment and the engine stay as they were recorded, at their instants; the engine does
/// not run again. Only deadlines follow the player: a recorded one that is no longer set is dropped, and a new one is
/// served at its own instant. At one instant the engine comes first, then deadlines, then everything else, as in a
/// virtual run. Without edits the run is the recorded one.
///
/// The same trace without edits is replayed in parallel; what differs between the two follows from the edits alone.
public struct Counterfactual {
  /// How many deadlines may be served that the trace does not have, so that every run ends.
  public static var deadlineLimit: Int { 100_000 }

  /// The state of the recorded run, after the step that was returned last.
  public private(set) var recorded: Player
  /// The state of the edited run.
  public private(set) var edited: Player
  /// The first step at which the replay of the recorded run differed from the trace.
  public private(set) var differsAt: Int64?
  /// When the last step happened.
  public private(set) var lastInstant = Instant.zero

  private var reader: TraceReader
  private let edits: TraceEdits
  private let recorder: TraceRecorder?
  private var comparer = MessageComparer(IgnoredFields(), countsMatter: true)
  private var outputs = Outputs()
  private var results: [ComparedStep] = []
  private var returned = 0
  private var lastStep: Int64 = 0
  private var editedSteps: Int64 = 0
  private var insertionsMade = 0
  private var extraDeadlines = 0
  private var isOver = false
  private var ending = TraceEnding.finished

  /// The header of the edited run's trace.
  public static func header(of reader: TraceReader, _ edits: TraceEdits) -> TraceHeader {
    var header = reader.header.upgraded
    for (setting, value) in edits.settings { header.configuration[setting] = value }
    header.recordedAt = nil
    return header
  }

  /// `recorder`, which must have been made with ``header(of:_:)``, records the edited run.
  public init(_ reader: TraceReader, _ edits: TraceEdits, recorder: TraceRecorder? = nil) throws(TraceError) {
    try reader.requireInputs()
    if reader.header.isExcerpt {
      throw .notReplayable(file: reader.file, reason: "steps were left out of it. Use the original trace")
    }
    self.reader = reader
    self.edits = edits
    self.recorder = recorder
    recorded = Player(configuration: reader.header.configuration)
    edited = Player(configuration: Self.header(of: reader, edits).configuration)
  }

  /// How many bytes of the trace were read, for progress.
  public var bytesRead: Int64 { reader.bytesRead }

  /// What is wrong with an edit that could not be made: the run ends before it.
  package private(set) var editProblem: EditProblem?

  #if !hasFeature(Embedded)
  /// The next step of the recorded run (`a`), of the edited one (`b`), or of both; `nil` after the last. Throws a
  /// ``TraceError``, or an ``EditProblem``.
  public mutating func next() throws -> ComparedStep? {
    let step = try nextStep()
    if let editProblem { throw editProblem }
    return step
  }
  #endif

  /// Like `next()`, but for edits that cannot be made: after the last step ``editProblem`` has what is wrong.
  package mutating func nextStep() throws(TraceError) -> ComparedStep? {
    while returned == results.count, !isOver {
      results.removeAll(keepingCapacity: true)
      returned = 0
      try advance()
    }
    guard returned < results.count else { return nil }
    returned += 1
    return results[returned - 1]
  }

  // MARK: The trace

  private mutating func advance() throws(TraceError) {
    guard let record = try reader.nextKnown() else { return try finish() }
    switch record {
    case .definition(let definition):
      comparer.namesA.take(definition)
      comparer.namesB.take(definition)
      try recorder?.define(definition)
    case .mark(let mark): try recorder?.mark(mark.text)
    case .checkpoint(let checkpoint):
      guard lastStep > 0 else {
        throw .notReplayable(
          file: reader.file,
          reason: "it begins with checkpoint \(checkpoint.number). Use a trace that begins with the first step")
      }
    case .end(let end): ending = end.ending
    case .step(let step): try take(step)
    case .foreignStep: break
    }
  }

  private mutating func take(_ step: TraceStep) throws(TraceError) {
    guard step.number == lastStep + 1 else {
      throw .notReplayable(file: reader.file, reason: "step \(lastStep + 1) is missing")
    }
    if step.number == 1 { try insert(behind: 0, at: step.instant) }
    lastStep = step.number
    lastInstant = max(lastInstant, step.instant)
    let before = recorded
    var a = step
    recorded.receive(step.input, at: step.instant, into: &outputs)
    a.outputs = Array(outputs)
    if differsAt == nil, reader.header.hasOutputs, step.isWhole, a.outputs != step.outputs { differsAt = step.number }
    try feed(a, before)
    try insert(behind: step.number, at: step.instant)
  }

  private mutating func feed(_ a: TraceStep, _ before: Player) throws(TraceError) {
    var b = a
    for (number, change) in edits.changes where number == a.number {
      do throws(EditProblem) { try change.apply(to: &b) } catch {
        editProblem = error
        isOver = true
        return
      }
    }
    guard !edits.skips(a.number) else { return show(a, nil) }
    guard case .deadline = a.input else {
      try serveDeadlines(before: b, pending: before.nextDeadline)
      return show(a, try perform(b.input, at: b.instant))
    }
    try serveDeadlines(before: b, pending: before.nextDeadline)
    // A deadline that was recorded too early had no effect then and has none now.
    let didServe = before.nextDeadline <= a.instant
    guard edited.nextDeadline <= b.instant || !didServe else { return show(a, nil) }
    show(a, try perform(.deadline, at: b.instant))
  }

  private mutating func insert(behind number: Int64, at instant: Instant) throws(TraceError) {
    for (behind, written) in edits.insertions where behind == number {
      insertionsMade += 1
      let request = RequestID(UInt32(900_000 + insertionsMade))
      let instant = written.instant ?? instant
      guard let input = written.input(epoch: edited.epoch, request: request) else { continue }
      try serveDeadlines(before: TraceStep(number: 0, instant: instant, input: input), pending: .never)
      show(nil, try perform(input, at: instant))
    }
  }

  // MARK: The edited run

  /// Serves deadlines before `step`, except those that the recorded run also left pending.
  private mutating func serveDeadlines(before step: TraceStep, pending: Instant) throws(TraceError) {
    var isEngine = false
    if case .engine = step.input { isEngine = true }
    if case .deadline = step.input { isEngine = true }
    while edited.nextDeadline < step.instant || (!isEngine && edited.nextDeadline == step.instant) {
      guard edited.nextDeadline != pending, edited.nextSlot != .none else { return }
      try countDeadline()
      show(nil, try perform(.deadline, at: max(edited.nextDeadline, edited.clock)))
    }
  }

  private mutating func countDeadline() throws(TraceError) {
    extraDeadlines += 1
    guard extraDeadlines > Self.deadlineLimit else { return }
    throw .notReplayable(
      file: reader.file,
      reason: "the edited run serves more than \(Self.deadlineLimit) deadlines that were not recorded")
  }

  private mutating func perform(_ input: Input, at instant: Instant) throws(TraceError) -> TraceStep {
    edited.receive(input, at: instant, into: &outputs)
    editedSteps += 1
    try recorder?.record(input, at: instant, outputs: outputs, player: edited)
    return TraceStep(number: editedSteps, instant: instant, input: input, outputs: Array(outputs))
  }

  private mutating func show(_ a: TraceStep?, _ b: TraceStep?) {
    results.append(comparer.compare(a.map { RecordedStep($0) }, b.map { RecordedStep($0) }))
  }

  // MARK: The end

  private mutating func finish() throws(TraceError) {
    isOver = true
    guard edits.lastStep <= lastStep else {
      throw .noSuchPlace(
        file: reader.file, asked: "step \(edits.lastStep)", available: "the last step is \(lastStep)")
    }
    if let until = edits.until {
      try runOn(until)
    } else {
      let end = TraceStep(number: 0, instant: lastInstant, input: .command(.play, .none))
      try serveDeadlines(before: end, pending: recorded.nextDeadline)
    }
    try recorder?.finish(ending, player: edited)
  }

  /// Continues both runs, of which only deadlines are left.
  private mutating func runOn(_ until: Instant) throws(TraceError) {
    while true {
      let (x, y) = (recorded.nextDeadline, edited.nextDeadline)
      let due = min(x, y)
      guard due <= until, due != .never else { return lastInstant = max(lastInstant, until) }
      try countDeadline()
      var a: TraceStep?
      if x == due {
        lastStep += 1
        let instant = max(due, recorded.clock)
        recorded.receive(.deadline, at: instant, into: &outputs)
        a = TraceStep(number: lastStep, instant: instant, input: .deadline, outputs: Array(outputs))
      }
      show(a, y == due ? try perform(.deadline, at: max(due, edited.clock)) : nil)
    }
  }
}
