import PlayerCore

/// Some consecutive steps: their inputs, the player before them, and what a picture of a long run needs of them.
struct RunBlock {
  /// The number of steps in a block, except in the last one.
  static var size: Int { 1_024 }

  private(set) var span: RunSpan
  private(set) var steps = StepStore()
  /// The observations of a run without inputs.
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

  /// A stepper in the state before the block's first step.
  var stepper: RunStepper { kept.observed.map { RunStepper($0) } ?? RunStepper(kept.player) }

  /// Takes a step that was just fed.
  mutating func append(_ input: Input, at instant: Instant, _ stepper: borrowing RunStepper) {
    steps.append(input, at: instant)
    span.append(input, stepper)
  }

  /// Takes a step that was just observed.
  mutating func append(_ step: ObservedStep, _ stepper: borrowing RunStepper) {
    observed.append(step)
    steps.append(.deadline, at: step.instant)
    span.append(nil, stepper)
  }

  /// The observation at a place; `nil` if the run has inputs.
  func observation(_ place: Int) -> ObservedStep? { observed.isEmpty ? nil : observed[place] }

  /// Feeds the step at a place to `stepper`, which has taken all steps before it.
  func feed(_ stepper: inout RunStepper, _ place: Int, _ input: Input, at instant: Instant) {
    if observed.isEmpty { stepper.feed(input, at: instant) } else { stepper.observe(observed[place]) }
  }

  mutating func close() { steps.close() }
}

/// A player with separate storage, so that a growing list of blocks moves references instead of whole states.
private final class KeptPlayer {
  let player: Player
  let observed: ObservedPlayer?

  init(_ player: Player, _ observed: ObservedPlayer?) {
    self.player = player
    self.observed = observed
  }
}
