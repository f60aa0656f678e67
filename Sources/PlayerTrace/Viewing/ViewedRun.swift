import PlayerCore
import PlayerText

/// A run in the viewer: its trace is read once, and from then on every step can be shown at once. States are stored
/// every ``RunBlock/size`` steps; between them, inputs are fed again.
package struct ViewedRun {
  package let header: TraceHeader
  private(set) var steps: ViewedSteps
  /// Why the rest of a trace cannot be shown; `nil` when all of it is.
  package private(set) var problem: TraceError?
  package private(set) var loss: TraceLoss?
  package private(set) var reader: TraceReader
  private(set) var isOver = false
  /// Where the steps of a binary trace in memory are read again; `nil` if they are stored.
  private(set) var recorded: RecordedSteps?
  private let recent = RecentStates()
  /// The length of a trace of which nothing had to be read.
  private var bytesKnown: Int64 = 0

  /// Opens a trace. Throws if nothing of it can be shown.
  package init(_ reader: TraceReader) throws(TraceError) {
    guard !reader.header.isExcerpt else {
      throw .notReplayable(file: reader.file, reason: "steps were left out of it. Use the original trace")
    }
    self.reader = reader
    header = reader.header
    steps = ViewedSteps(reader.header)
  }

  /// Opens a trace in memory, which does not change as long as the run is shown.
  package init(_ trace: TraceMemory) throws(TraceError) {
    try self.init(trace.reader())
    // Steps of a text, or in another vocabulary, take long to read.
    if !header.isObserved, reader.hasOwnSteps { recorded = RecordedSteps(trace) }
  }

  var blocks: [RunBlock] { steps.blocks }
  var facts: RunFacts { steps.facts }
  var lastStep: Int64 { steps.last }

  /// The texts in the trace by their numbers, as far as it was read.
  package var texts: [UInt32: String] { facts.texts }

  /// The number of bytes read.
  package var bytesRead: Int64 { max(reader.bytesRead, bytesKnown) }

  /// Takes everything that reading the whole trace would bring.
  mutating func take(_ steps: ViewedSteps, _ loss: TraceLoss?, reading trace: TraceMemory) {
    (self.steps, self.loss, bytesKnown) = (steps, loss, Int64(trace.count))
    isOver = true
  }

  /// Reads some records; false when none are left.
  package mutating func read(atMost limit: Int) -> Bool {
    var left = limit
    while left > 0 {
      left -= readSteps(atMost: left)
      guard left > 0 else { break }
      guard readRecord() else { return false }
      left -= 1
    }
    return true
  }

  /// Reads steps as long as nothing else comes, and returns their number: faster than one record at a time, because
  /// recorded outputs that agree with the player's need not be decoded.
  private mutating func readSteps(atMost limit: Int) -> Int {
    // Of a trace that is still being written, the last step may be incomplete.
    guard !isOver, !reader.isGrowing else { return 0 }
    steps.source = recorded == nil ? nil : reader.block
    do throws(TraceError) { return try reader.follow(&steps, atMost: limit) } catch {
      fail(error)
      return 0
    }
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
      steps.source = recorded == nil ? nil : reader.block
      if case .foreignStep(let step) = record, let observed = step.observed {
        try steps.take(observed, step.number, of: reader.file)
      } else {
        try take(reader.known(record))
      }
    } catch {
      fail(error)
    }
    return !isOver
  }

  private mutating func fail(_ error: TraceError) {
    problem = error
    finish()
  }

  /// Whether more records may arrive: see ``append(_:)``.
  package var isGrowing: Bool { reader.isGrowing && !isOver }

  /// Adds bytes to a trace that is still being written; ``read(atMost:)`` reads them.
  package mutating func append(_ bytes: UnsafeRawBufferPointer) { if !isOver { reader.append(bytes) } }

  /// No more bytes arrive; ``read(atMost:)`` reads the rest.
  package mutating func endGrowing() { reader.endGrowing() }

  private mutating func finish() {
    isOver = true
    steps.close()
  }

  private mutating func take(_ record: TraceRecord) throws(TraceError) {
    switch record {
    case .definition(let definition): steps.facts.take(definition)
    case .step(let step): try steps.take(step, of: reader.file)
    case .checkpoint(let checkpoint):
      guard blocks.isEmpty, checkpoint.number > 0 || checkpoint.state != nil else { return }
      guard let state = checkpoint.state, state.isRestorable else {
        if checkpoint.number == 0 { return }
        throw .notReplayable(
          file: reader.file, reason: "it begins with a checkpoint from which the state cannot be rebuilt")
      }
      steps.begin(with: state, after: checkpoint.number)
    case .mark(let mark): steps.facts.take(mark)
    case .end(let end): steps.facts.ending = end.ending
    case .foreignStep: break
    }
  }

  /// The first step whose outputs differ from the trace; `nil` if there is none.
  package var differsAt: Int64? { steps.facts.differsAt }

  // MARK: Any step

  /// The number of the first step.
  package var firstStep: Int64 { blocks.first?.first ?? lastStep + 1 }
  /// The player after the last step.
  var end: Player { steps.stepper.player }

  /// The place of a step; `nil` if it does not exist.
  func place(of step: Int64) -> (block: Int, index: Int)? {
    guard step >= firstStep, step <= lastStep else { return nil }
    let distance = Int(step - firstStep)
    return (distance / RunBlock.size, distance % RunBlock.size)
  }

  /// A stepper in the state before the first step of a block.
  func stepper(before block: Int) -> RunStepper {
    if let observing = blocks[block].observingStepper { return observing }
    var stored = block
    var player = steps.players.player(block)
    while player == nil, stored > 0 {
      stored -= 1
      player = steps.players.player(stored)
    }
    var stepper = RunStepper(player ?? Player(configuration: header.configuration))
    for block in stored..<block {
      inputs(of: block).forEach { input, instant in
        stepper.feed(input, at: instant)
        return true
      }
    }
    return stepper
  }

  /// The player before the first step.
  var beginning: Player { blocks.isEmpty ? end : stepper(before: 0).player }

  /// The inputs of a block.
  func inputs(of block: Int) -> BlockInputs {
    let block = blocks[block]
    guard let place = block.place, let recorded else { return .stored(block.stored) }
    return .read(recorded.steps(from: block.first, count: block.count, at: place))
  }

  /// Calls `body` for each step of a block, fed to a player, until it returns false.
  func forEachStep(
    of block: Int, _ body: (_ index: Int, _ input: Input, _ instant: Instant, _ stepper: inout RunStepper) -> Bool
  ) {
    var stepper = stepper(before: block)
    var index = 0
    inputs(of: block).forEach { input, instant in
      blocks[block].feed(&stepper, index, input, at: instant)
      index += 1
      return body(index - 1, input, instant, &stepper)
    }
  }

  /// The input of a step, and its instant; `nil` if the step does not exist.
  package func input(of number: Int64) -> (input: Input, instant: Instant)? {
    step(number).map { ($0.input, $0.instant) }
  }

  /// A step, the player before it, and the instant of the step before; `nil` if the step does not exist.
  func step(_ number: Int64) -> SteppedRun? {
    guard let place = place(of: number) else { return nil }
    // What was observed is not in the player alone.
    let known = header.isObserved ? nil : recent.nearest(in: place.block, before: place.index)
    var stepper = known.map { RunStepper($0.player) } ?? stepper(before: place.block)
    let first = known?.place ?? 0
    var found: (input: Input, instant: Instant, before: Player)?
    var previous = place.block > 0 ? blocks[place.block - 1].end : nil
    var index = 0
    inputs(of: place.block).forEach { input, instant in
      if index >= first {
        recent.take(stepper.player, in: place.block, before: index)
        if index == place.index { found = (input, instant, stepper.player) }
        blocks[place.block].feed(&stepper, index, input, at: instant)
      }
      if found == nil { previous = instant }
      index += 1
      return found == nil
    }
    return found.map {
      SteppedRun(input: $0.input, instant: $0.instant, previous: previous, before: $0.before, after: stepper)
    }
  }
}

/// A run before and after one of its steps.
struct SteppedRun {
  let input: Input
  let instant: Instant
  /// The instant of the step before; `nil` for the first one.
  let previous: Instant?
  let before: Player
  let after: RunStepper
}
