import PlayerCore
import PlayerText

/// How a run ends, as far as people would notice a difference between two runs.
package struct RunOutcome: Hashable, Equatable {
  package var state: PlaybackState
  package var phase: Phase
  package var failure: Failure.Kind
  package var stallCount: Int32

  init(_ player: borrowing Player, stalls: Int32) {
    state = player.state
    phase = player.phase
    failure = player.failure.kind
    stallCount = stalls
  }

  package var report: JSONValue {
    .object([
      "state": .text(state.wireName.description), "phase": .text(phase.wireName.description),
      "failure": .text(failure.wireName.description), "stallCount": .integer(Int64(stallCount)),
    ])
  }
}

extension ViewedRun {
  /// How the recorded run ends.
  package var outcome: RunOutcome { RunOutcome(end, stalls: facts.statistics.stallCount) }

  /// All inputs in order; none of a run that was only observed.
  var inputs: [RunInput] {
    var inputs: [RunInput] = []
    guard !header.isObserved else { return inputs }
    for block in blocks.indices {
      self.inputs(of: block).forEach {
        inputs.append(RunInput(input: $0, instant: $1))
        return true
      }
    }
    return inputs
  }
}
