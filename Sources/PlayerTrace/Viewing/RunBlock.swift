import PlayerCore

/// Some steps that follow each other: their inputs, the player before them, and what a picture of a long run needs of them.
struct RunBlock {
  /// How many steps a block has, except the last.
  static var size: Int { 1_024 }

  private(set) var span: RunSpan
  private(set) var steps = StepStore()
  /// Of a run without inputs what was observed.
  private var observed: [ObservedStep] = []
  private let kept: KeptPlayer

  init(first: Int64, _ stepper: borrowing RunStepper, at instant: Instant) {
    span = RunSpan(first: first, stepper, at: instant)
    kept = KeptPlayer(stepper.player, stepper.observed)
  }

  /// The number of its first step.
  var first: Int64 { span.first }
  /// The player before its first step.
  var before: Player { kept.player }
  var isFull: Bool { steps.count >= Self.size }

  /// The observers of its steps, before the first of them.
  var stepper: RunStepper { kept.observed.map { RunStepper($0) } ?? RunStepper(kept.player) }

  /// Takes a step that was just fed.
  mutating func append(_ input: Input, at instant: Instant, _ stepper: borrowing RunStepper) {
    steps.append(input, at: instant)
    span.append(input, stepper)
  }

  /// Takes a step that was just observed.
  mutating func append(_ step: ObservedStep, _ stepper: borrowing RunStepper) {
    observed.append(step)
    append(.deadline, at: step.instant, stepper)
  }

  /// Leads `stepper`, which was led through all steps before it, through the step at a place.
  func feed(_ stepper: inout RunStepper, _ place: Int, _ input: Input, at instant: Instant) {
    if observed.isEmpty { stepper.feed(input, at: instant) } else { stepper.observe(observed[place]) }
  }

  mutating func close() { steps.close() }
}

/// A player in a place of its own: a list of blocks that grows moves words then, and not whole states.
private final class KeptPlayer {
  let player: Player
  let observed: ObservedPlayer?

  init(_ player: Player, _ observed: ObservedPlayer?) {
    self.player = player
    self.observed = observed
  }
}
