import PlayerCore

/// The steps of a viewed run: they are fed to a player while they are read, and stored in blocks.
struct ViewedSteps {
  private(set) var blocks: [RunBlock] = []
  var facts = RunFacts()
  /// The number of the last step.
  private(set) var last: Int64 = 0
  private(set) var stepper: RunStepper
  /// The players before the first step of each block, in a run with inputs.
  private(set) var players: PlayerStore
  /// The block of the trace that is being read, if the steps can be read from it again; `nil` if they are stored.
  var source: BinaryIndex.Block?
  private let comparesOutputs: Bool

  init(_ header: TraceHeader) {
    players = PlayerStore(header.configuration)
    comparesOutputs = header.hasOutputs && header.origin == nil
    stepper =
      header.isObserved ? RunStepper(ObservedPlayer()) : RunStepper(Player(configuration: header.configuration))
  }

  /// Steps that were read before.
  init(
    _ blocks: [RunBlock], _ facts: RunFacts, _ players: PlayerStore, last: Int64, end: Player, _ header: TraceHeader
  ) {
    self.init(header)
    (self.blocks, self.facts, self.players, self.last) = (blocks, facts, players, last)
    stepper = RunStepper(end)
  }

  /// Begins with a state after the step with this number.
  mutating func begin(with state: Player, after number: Int64) {
    stepper = RunStepper(state)
    last = number
  }

  /// Takes the step of a run of which only observations are known.
  mutating func take(_ observed: ObservedStep, _ number: Int64, of file: String) throws(TraceError) {
    try check(number, of: file)
    openBlock(at: observed.instant)
    stepper.observe(observed)
    last = number
    blocks[blocks.count - 1].append(observed, stepper)
    facts.take(.deadline, number, stepper)
  }

  mutating func take(_ step: TraceStep, of file: String) throws(TraceError) {
    try check(step.number, of: file)
    play(step.input, step.number, at: step.instant)
    if step.isWhole, !stepper.outputs.elementsEqual(step.outputs) { differ(step.number) }
  }

  private func check(_ number: Int64, of file: String) throws(TraceError) {
    guard number == last + 1 else { throw .notReplayable(file: file, reason: "step \(last + 1) is missing") }
  }

  private mutating func openBlock(at instant: Instant) {
    guard blocks.last?.isFull ?? true else { return }
    close()
    if stepper.observed == nil { players.append(stepper.player) }
    let place = source.map { RecordedSteps.Place(offset: $0.offset, skipped: Int(last - $0.number)) }
    blocks.append(RunBlock(first: last + 1, stepper, at: instant, place: place))
  }

  /// The last block gets no more steps.
  mutating func close() { if !blocks.isEmpty { blocks[blocks.count - 1].close() } }

  private mutating func differ(_ number: Int64) {
    if comparesOutputs, facts.differsAt == nil { facts.differsAt = number }
  }
}

extension ViewedSteps: StepFollower {
  func follows(_ number: Int64) -> Bool { number == last &+ 1 && stepper.observed == nil }

  mutating func play(_ input: Input, _ number: Int64, at instant: Instant) {
    openBlock(at: instant)
    stepper.feed(input, at: instant)
    last = number
    blocks[blocks.count - 1].append(input, at: instant, stepper)
    facts.take(input, number, stepper)
  }

  var outputCount: Int { stepper.outputs.fed.count }
  func output(_ place: Int) -> Output { stepper.outputs.fed[place] }
  mutating func agree() {}
  mutating func disagree(_ step: TraceStep, at offset: Int64) { differ(step.number) }
}
