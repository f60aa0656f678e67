import PlayerCore
import PlayerText

/// A run in the viewer: its trace is read once, and from then on every step can be shown at once. Whole states are
/// stored every ``RunBlock/size`` steps; between them, inputs are fed again.
package struct ViewedRun {
  package let header: TraceHeader
  private(set) var blocks: [RunBlock] = []
  private(set) var facts = RunFacts()
  /// Why the rest of a trace cannot be shown; `nil` when all of it is.
  package private(set) var problem: TraceError?
  package private(set) var loss: TraceLoss?
  private(set) var lastStep: Int64 = 0
  package private(set) var reader: TraceReader
  private var stepper: RunStepper
  private let comparesOutputs: Bool
  private var isOver = false

  /// Opens a trace. Throws if nothing of it can be shown.
  package init(_ reader: TraceReader) throws(TraceError) {
    guard !reader.header.isExcerpt else {
      throw .notReplayable(file: reader.file, reason: "steps were left out of it. Use the original trace")
    }
    self.reader = reader
    header = reader.header
    comparesOutputs = reader.header.hasOutputs && reader.header.origin == nil
    stepper =
      reader.header.isObserved
      ? RunStepper(ObservedPlayer()) : RunStepper(Player(configuration: reader.header.configuration))
  }

  /// The texts in the trace by their numbers, as far as it was read.
  package var texts: [UInt32: String] { facts.texts }

  /// The number of bytes read.
  package var bytesRead: Int64 { reader.bytesRead }

  /// Reads some records; false when none are left.
  package mutating func read(atMost limit: Int) -> Bool {
    for _ in 0..<limit {
      guard readRecord() else { return false }
    }
    return true
  }

  /// Reads a record; false when there is none now.
  private mutating func readRecord() -> Bool {
    guard !isOver else { return false }
    do throws(TraceError) {
      guard let record = try reader.next() else {
        // A trace that is still being written has no end yet.
        if reader.isGrowing, !reader.isFinished { return false }
        loss = reader.loss
        finish()
        return false
      }
      if case .foreignStep(let step) = record, let observed = step.observed {
        try take(observed, step.number)
      } else {
        try take(reader.known(record))
      }
    } catch {
      problem = error
      finish()
    }
    return !isOver
  }

  /// Whether more records may arrive: see ``append(_:)``.
  package var isGrowing: Bool { reader.isGrowing && !isOver }

  /// Adds bytes to a trace that is still being written; ``read(atMost:)`` reads them.
  package mutating func append(_ bytes: UnsafeRawBufferPointer) { if !isOver { reader.append(bytes) } }

  /// No more bytes arrive; ``read(atMost:)`` reads the rest.
  package mutating func endGrowing() { reader.endGrowing() }

  private mutating func finish() {
    isOver = true
    if !blocks.isEmpty { blocks[blocks.count - 1].close() }
  }

  private mutating func take(_ record: TraceRecord) throws(TraceError) {
    switch record {
    case .definition(let definition): facts.take(definition)
    case .step(let step): try take(step)
    case .checkpoint(let checkpoint):
      guard blocks.isEmpty, checkpoint.number > 0 || checkpoint.state != nil else { return }
      guard let state = checkpoint.state, state.isRestorable else {
        if checkpoint.number == 0 { return }
        throw .notReplayable(
          file: reader.file, reason: "it begins with a checkpoint from which the state cannot be rebuilt")
      }
      stepper = RunStepper(state)
      lastStep = checkpoint.number
    case .mark(let mark): facts.take(mark)
    case .end(let end): facts.ending = end.ending
    case .foreignStep: break
    }
  }

  /// A step with this number follows.
  private mutating func begin(_ number: Int64, at instant: Instant) throws(TraceError) {
    guard number == lastStep + 1 else {
      throw .notReplayable(file: reader.file, reason: "step \(lastStep + 1) is missing")
    }
    if blocks.last?.isFull ?? true {
      if !blocks.isEmpty { blocks[blocks.count - 1].close() }
      blocks.append(RunBlock(first: number, stepper, at: instant))
    }
  }

  private mutating func take(_ observed: ObservedStep, _ number: Int64) throws(TraceError) {
    try begin(number, at: observed.instant)
    stepper.observe(observed)
    lastStep = number
    blocks[blocks.count - 1].append(observed, stepper)
    let step = TraceStep(number: number, instant: observed.instant, input: .deadline, outputs: observed.outputs)
    facts.take(step, stepper)
  }

  private mutating func take(_ step: TraceStep) throws(TraceError) {
    try begin(step.number, at: step.instant)
    stepper.feed(step.input, at: step.instant)
    lastStep = step.number
    if comparesOutputs, step.isWhole, facts.differsAt == nil, !stepper.outputs.elementsEqual(step.outputs) {
      facts.differsAt = step.number
    }
    blocks[blocks.count - 1].append(step.input, at: step.instant, stepper)
    facts.take(step, stepper)
  }

  /// The first step whose outputs differ from the trace; `nil` if there is none.
  package var differsAt: Int64? { facts.differsAt }

  // MARK: Any step

  /// The number of the first step.
  package var firstStep: Int64 { blocks.first?.first ?? lastStep + 1 }
  /// The player after the last step.
  var end: Player { stepper.player }

  /// The place of a step; `nil` if it does not exist.
  func place(of step: Int64) -> (block: Int, index: Int)? {
    guard step >= firstStep, step <= lastStep else { return nil }
    let distance = Int(step - firstStep)
    return (distance / RunBlock.size, distance % RunBlock.size)
  }

  /// Calls `body` for each step of a block, fed to a player, until it returns false.
  func forEachStep(
    of block: Int, _ body: (_ index: Int, _ input: Input, _ instant: Instant, _ stepper: inout RunStepper) -> Bool
  ) {
    var stepper = blocks[block].stepper
    var index = 0
    blocks[block].steps.forEach { input, instant in
      blocks[block].feed(&stepper, index, input, at: instant)
      index += 1
      return body(index - 1, input, instant, &stepper)
    }
  }

  /// The input of a step, and its instant; `nil` if the step does not exist.
  package func input(of number: Int64) -> (input: Input, instant: Instant)? {
    step(number).map { ($0.input, $0.instant) }
  }

  /// A step, and the player before it; `nil` if the step does not exist.
  func step(_ number: Int64) -> (input: Input, instant: Instant, before: Player, after: RunStepper)? {
    guard let place = place(of: number) else { return nil }
    var stepper = blocks[place.block].stepper
    var found: (input: Input, instant: Instant, before: Player)?
    var index = 0
    blocks[place.block].steps.forEach { input, instant in
      if index == place.index { found = (input, instant, stepper.player) }
      blocks[place.block].feed(&stepper, index, input, at: instant)
      index += 1
      return found == nil
    }
    return found.map { ($0.input, $0.instant, $0.before, stepper) }
  }
}
