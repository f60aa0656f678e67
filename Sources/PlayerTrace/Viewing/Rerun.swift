import PlayerCore

/// A step of a recorded run.
struct RunInput {
  var input: Input
  var instant: Instant
  /// The deadline for which the recorded player waited just before.
  var pending = Instant.never

  var isDeadline: Bool { if case .deadline = input { true } else { false } }
}

/// A player that is fed the inputs of a recorded run, some of them changed, and that determines its own deadlines. The
/// rules are those of ``Counterfactual``, which also records and compares.
struct Rerun {
  private(set) var player: Player
  private(set) var outputs = Outputs()
  private var stalls: Int32 = 0

  init(_ player: Player) { self.player = player }

  /// A step as it was recorded.
  mutating func repeatRecorded(_ step: RunInput) { receive(step.input, at: step.instant) }

  /// A step of the recorded run, which this player may have reached in another state.
  mutating func feed(_ step: RunInput) {
    serveDeadlines(before: step)
    // A recorded deadline that is no longer pending is dropped; one that came too early had no effect and still has
    // none.
    if step.isDeadline, step.pending <= step.instant, player.nextDeadline > step.instant { return }
    receive(step.input, at: step.instant)
  }

  /// At one instant the engine comes first, then deadlines, then everything else. A deadline that the recorded run left
  /// pending is left pending here, too.
  mutating func serveDeadlines(before step: RunInput) {
    let waits: Bool
    switch step.input {
    case .engine, .deadline: waits = false
    case .command, .environment: waits = true
    }
    // More than any player has at once: the run must terminate.
    for _ in 0..<1_000 {
      let due = player.nextDeadline
      guard due < step.instant || (waits && due == step.instant) else { return }
      guard due != step.pending, player.nextSlot != .none else { return }
      receive(.deadline, at: max(due, player.clock))
    }
  }

  private mutating func receive(_ input: Input, at instant: Instant) {
    player.receive(input, at: instant, into: &outputs)
    if player.phase != .empty { stalls = player.statistics.stallCount }
  }

  var outcome: RunOutcome { RunOutcome(player, stalls: stalls) }

  /// Whether nothing that follows can distinguish the two.
  func isSame(as other: Rerun) -> Bool { stalls == other.stalls && player == other.player }
}
