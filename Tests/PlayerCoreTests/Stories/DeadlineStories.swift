@testable import PlayerCore
import Testing

@Suite("Deadlines and the clock")
struct DeadlineStories {
  @Test("a deadline served late takes effect at its own instant")
  func late() {
    var harness = Harness()
    harness.engine.openLatency = nil
    harness.load()
    var outputs = Outputs()
    var player = harness.player
    player.receive(.deadline, at: .seconds(100), into: &outputs)
    #expect(player.failure.kind == .openTimeout)
    #expect(player.clock == .seconds(30))
  }

  @Test(
    "without an engine the deadlines run out: no player keeps itself busy forever", arguments: Situation.allCases)
  func finite(situation: Situation) {
    var player = situation.harness.player
    var outputs = Outputs()
    var served = 0
    while player.nextDeadline != .never, served < 20 {
      let slot = player.nextSlot
      player.receive(.deadline, at: player.nextDeadline, into: &outputs)
      // A stalled engine is told to play again and again until a watchdog stops it.
      if slot != .kick { served += 1 }
    }
    #expect(served < 20)
  }

  @Test("a clock that runs backwards counts as standing still, with a diagnostic")
  func clockRunsBackwards() {
    var player = Player()
    var outputs = Outputs()
    player.receive(.environment(.networkChanged(.wifi)), at: .seconds(10), into: &outputs)
    player.receive(.environment(.networkChanged(.cellular)), at: .seconds(3), into: &outputs)
    #expect(player.clock == .seconds(10))
    #expect(player.network == .cellular)
    #expect(
      outputs.first
        == .diagnostic(
          Diagnostic(inputCode: Input.environment(.networkChanged(.wifi)).code, oddity: .clockRanBackwards)))
  }

  @Test("deadlines beyond the end of time are never reached")
  func endOfTime() {
    var player = Player()
    var outputs = Outputs()
    let load = Command.load(item: ItemID(1), start: .standard, autoplay: true, opens: true)
    player.receive(.command(load, RequestID(1)), at: .never, into: &outputs)
    #expect(player.nextDeadline == .never)
    player.receive(.deadline, at: .never, into: &outputs)
    #expect(outputs.isEmpty)
    #expect(player.phase == .opening)
  }
}
