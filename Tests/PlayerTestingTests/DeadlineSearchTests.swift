@testable import PlayerCore
import PlayerTesting
import Testing

/// That the next deadline is the earliest is an invariant, which debug builds check after every input.
@Suite("Values are derived and the engine is steered only where something changed")
struct DeadlineSearchTests {
  @Test("after every input of random sessions, deriving the values again changes nothing")
  func derivations() {
    Self.play { player in
      let shown = player.shown
      player.deriveShown()
      return player.shown == shown
    }
  }

  @Test("after every input of random sessions, reconciling the engine changes nothing")
  func steering() {
    Self.play { player in
      // Live playback catches up as time passes.
      guard player.streamType != .live else { return true }
      let (transport, buffering) = (player.transport, player.buffering)
      var outputs = Outputs()
      player.reconcileEngine(&outputs.step)
      return player.transport == transport && player.buffering == buffering
    }
  }

  private static func play(_ holds: (inout Player) -> Bool) {
    let model = PlayerModel()
    var inputs = 0
    for seed in UInt64(340_000)..<340_200 {
      let session = model.explore(seed: seed, length: 60).session
      var state = model.begin(session.setup)
      for (number, step) in session.steps.enumerated() {
        _ = model.take(step, in: &state)
        inputs += 1
        var player = state.player
        guard holds(&player) else {
          Issue.record("seed \(seed), step \(number): \(step)")
          return
        }
      }
    }
    #expect(inputs > 5_000)
  }
}
