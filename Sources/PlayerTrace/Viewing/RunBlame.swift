import PlayerCore
import PlayerText

/// How a run ends, as far as people would tell two runs apart by it.
struct RunOutcome: Hashable, Equatable {
  var state: PlaybackState
  var phase: Phase
  var failure: Failure.Kind
  var stallCount: Int32

  init(_ player: borrowing Player, stalls: Int32) {
    state = player.state
    phase = player.phase
    failure = player.failure.kind
    stallCount = stalls
  }

  var report: JSONValue {
    .object([
      "state": .text(state.wireName.description), "phase": .text(phase.wireName.description),
      "failure": .text(failure.wireName.description), "stallCount": .integer(Int64(stallCount)),
    ])
  }
}

extension ViewedRun {
  /// How the recorded run ends.
  var outcome: RunOutcome { RunOutcome(end, stalls: facts.statistics.stallCount) }

  /// For each step whether the run would end otherwise without its input: 1 for yes, 0 for no, 2 for a deadline, where that
  /// is no question, and 3 where it was not computed, because `budget` inputs were fed before.
  ///
  /// What the engine and the world reported stays as it was; deadlines follow the player.
  package func blame(budget: Int) -> [UInt8] {
    let all = inputs
    var result = [UInt8](repeating: 3, count: all.count)
    guard var base = blocks.first.map({ Rerun($0.before) }) else { return result }
    var left = budget
    let recorded = base.outcome(of: all[...], &left)
    base = Rerun(blocks[0].before)
    for (place, step) in all.enumerated() {
      guard left > 0 else { break }
      if step.isDeadline {
        result[place] = 2
      } else {
        var other = base
        let outcome = other.outcome(of: all[(place + 1)...], &left)
        if left > 0 { result[place] = outcome == recorded ? 0 : 1 }
      }
      base.feed(step)
    }
    return result
  }

  private var inputs: [RunInput] {
    var inputs: [RunInput] = []
    for block in blocks {
      block.steps.forEach {
        inputs.append(RunInput(input: $0, instant: $1)); return true
      }
    }
    return inputs
  }
}

private struct RunInput {
  var input: Input
  var instant: Instant

  var isDeadline: Bool { if case .deadline = input { true } else { false } }
  var isEngine: Bool { if case .engine = input { true } else { false } }
}

/// A player that inputs are fed to, and that serves its own deadlines: at one instant the engine comes first, then
/// deadlines, then everything else.
private struct Rerun {
  private var player: Player
  private var outputs = Outputs()
  private var stalls: Int32 = 0

  init(_ player: Player) { self.player = player }

  mutating func feed(_ step: RunInput) {
    serveDeadlines(before: step)
    if !step.isDeadline { receive(step.input, at: step.instant) }
  }

  private mutating func serveDeadlines(before step: RunInput) {
    // More at once than any player has: a run must come to its end.
    for _ in 0..<64 {
      let due = player.nextDeadline
      guard due < step.instant || (due == step.instant && !step.isEngine) else { return }
      receive(.deadline, at: max(due, player.clock))
    }
  }

  private mutating func receive(_ input: Input, at instant: Instant) {
    player.receive(input, at: instant, into: &outputs)
    if player.phase != .empty { stalls = player.statistics.stallCount }
  }

  /// How it ends with these inputs; each takes one of what is left.
  mutating func outcome(of steps: ArraySlice<RunInput>, _ left: inout Int) -> RunOutcome {
    for step in steps {
      left -= 1
      guard left > 0 else { break }
      feed(step)
    }
    return RunOutcome(player, stalls: stalls)
  }
}
