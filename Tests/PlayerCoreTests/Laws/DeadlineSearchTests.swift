import Testing

@testable import PlayerCore

@Suite("Deadlines are searched, and values derived, only where something has changed")
struct DeadlineSearchTests {
  @Test("after every input of random sessions the stored deadline is the one that a full search finds")
  func deadlines() {
    var searched = 0
    Sessions.play(400, from: 340_000) { step in
      var player = step.after
      player.findDeadline()
      searched += 1
      let isSame = player.nextDeadline == step.after.nextDeadline && player.nextSlot == step.after.nextSlot
      #expect(isSame, "\(player.nextSlot) at \(player.nextDeadline): \(step.place)")
      return isSame
    }
    #expect(searched > 1_000)
  }

  @Test("after every input of random sessions what is derived is what a derivation anew gives")
  func derivations() {
    Sessions.play(400, from: 350_000) { step in
      var player = step.after
      player.deriveShown()
      let isSame = player.shown == step.after.shown
      #expect(isSame, "\(step.place)")
      return isSame
    }
  }

  @Test("an input that changes nothing leaves nothing to do for the engine")
  func steering() {
    Sessions.play(400, from: 360_000) { step in
      // What is live catches up as time goes on.
      guard step.after.streamType != .live else { return true }
      var player = step.after
      var outputs = Outputs()
      player.steer(&outputs.step)
      let isSame = player.transport == step.after.transport && player.buffering == step.after.buffering
      #expect(isSame, "\(step.place)")
      return isSame
    }
  }
}
