import PlayerCore

/// Some steps that follow each other: their inputs, the player before them, and what a picture of a long run needs of them.
struct RunBlock {
  /// How many steps a block has, but for the last.
  static var size: Int { 1_024 }

  private(set) var span: RunSpan
  private(set) var steps = StepStore()
  private let kept: KeptPlayer

  init(first: Int64, _ stepper: borrowing RunStepper, at instant: Instant) {
    span = RunSpan(first: first, stepper, at: instant)
    kept = KeptPlayer(stepper.player)
  }

  /// The number of its first step.
  var first: Int64 { span.first }
  /// The player before its first step.
  var before: Player { kept.player }
  var isFull: Bool { steps.count >= Self.size }

  /// Takes a step that was just fed.
  mutating func append(_ input: Input, at instant: Instant, _ stepper: borrowing RunStepper) {
    steps.append(input, at: instant)
    span.append(input, stepper)
  }

  mutating func close() { steps.close() }
}

/// A player in a place of its own: a list of blocks that grows moves words then, and not whole states.
private final class KeptPlayer {
  let player: Player

  init(_ player: Player) { self.player = player }
}
