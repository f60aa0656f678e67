@testable import PlayerCore
import Testing

/// With an engine that keeps to its contract, everything comes to a good end.
@Suite("Liveliness")
struct LivelinessTests {
  private static let sessions = 300 * Sessions.factor

  @Test("no watchdog bites an engine that keeps to its contract, however hastily the app presses")
  func noFalseAlarm() {
    for seed in 0..<UInt64(Self.sessions) {
      var theatre = Theatre(seed: seed)
      for _ in 0..<40 {
        theatre.act()
        if theatre.stage.player.phase == .failed { break }
      }
      let player = theatre.stage.player
      #expect(player.phase != .failed, "seed \(seed): \(player.failure) after \(theatre.script.suffix(12))")
    }
  }

  @Test(
    "what is wanted and not hindered plays in the end, or has ended (BugZoo.md#3, BugZoo.md#10, BugZoo.md#14, BugZoo.md#20)"
  )
  func playsInTheEnd() {
    for seed in 0..<UInt64(Self.sessions) {
      var theatre = Theatre(seed: seed &+ 10_000)
      for _ in 0..<30 { theatre.act() }
      theatre.stage.environment(.enteredForeground)
      theatre.stage.environment(.interruptionEnded(mayResume: true))
      if theatre.stage.player.item.isNone { theatre.stage.load(1) }
      theatre.stage.ask(.play)
      theatre.stage.run(seconds: 20)
      // It may be on its way around something blocked.
      if theatre.stage.player.state == .seeking { theatre.stage.run(seconds: 4) }
      let state = theatre.stage.player.state
      #expect(state == .playing || state == .ended, "seed \(seed): \(state) after \(theatre.script.suffix(12))")
    }
  }

  @Test("after a pause nothing moves, however late the engine's reports come (BugZoo.md#7, BugZoo.md#21)")
  func restsInTheEnd() {
    for seed in 0..<UInt64(Self.sessions) {
      var theatre = Theatre(seed: seed &+ 20_000)
      for _ in 0..<30 { theatre.act() }
      theatre.stage.ask(.pause)
      theatre.stage.run(seconds: 20)
      let position = theatre.stage.position
      theatre.stage.run(seconds: 20)
      #expect(theatre.stage.position == position, "seed \(seed) after \(theatre.script.suffix(12))")
      #expect(theatre.stage.player.state != .playing)
      #expect(theatre.stage.player.nextDeadline == .never, "seed \(seed): nothing is awaited at rest")
    }
  }

  @Test("the position that is shown is the engine's, within the tolerance, whenever it plays")
  func positionIsTrue() {
    for seed in 0..<UInt64(Self.sessions) {
      var theatre = Theatre(seed: seed &+ 30_000)
      for _ in 0..<30 {
        theatre.act()
        guard theatre.stage.player.state == .playing, theatre.stage.player.isMoving else { continue }
        let shown = theatre.stage.position
        guard let truth = theatre.stage.engine.truth(theatre.stage.player.epoch, at: theatre.stage.now) else {
          continue
        }
        let difference = shown < truth ? truth - shown : shown - truth
        let isTrue = difference <= .milliseconds(250)
        #expect(isTrue, "seed \(seed): \(shown) and not \(truth) after \(theatre.script.suffix(8))")
        if !isTrue { break }
      }
    }
  }

  @Test("every story is a sentence of the grammar, and the legal states hold in it")
  func grammatical() {
    for seed in 0..<UInt64(Self.sessions / 2) {
      var theatre = Theatre(seed: seed &+ 40_000)
      var grammar = Grammar()
      for _ in 0..<40 {
        theatre.stage.forget()
        theatre.act()
        for output in theatre.stage.said {
          // Several inputs lie between two acts: the order within each is tried elsewhere.
          grammar.beginInput()
          if let error = grammar.read(output) {
            Issue.record("seed \(seed): \(error): \(output) after \(theatre.script.suffix(8))")
            return
          }
        }
      }
    }
  }

  @Test("every request of a story is answered by the time everything is stopped")
  func everythingIsAnswered() {
    for seed in 0..<UInt64(Self.sessions / 2) {
      var theatre = Theatre(seed: seed &+ 50_000)
      for _ in 0..<40 { theatre.act() }
      let last = theatre.stage.ask(.reset)
      var counts: [RequestID: Int] = [:]
      for completion in theatre.stage.completions { counts[completion.request, default: 0] += 1 }
      let areAnswered = (1...last.rawValue).allSatisfy { counts[RequestID($0)] == 1 }
      #expect(areAnswered, "seed \(seed) after \(theatre.script.suffix(8))")
    }
  }
}
