import PlayerCore
import ReducerTesting
import Testing

@testable import PlayerTesting

@Suite("States used in place")
struct StateInPlaceTests {
  private let model = PlayerModel()

  @Test("a session in a reused state equals the session in a new one")
  func begins() {
    var used = model.begin(PlayerSetup(.srg, host: .hostile))
    for seed in 0..<UInt64(60) {
      let (session, finding) = model.explore(seed: seed, length: 40)
      var new = model.begin(session.setup)
      model.begin(session.setup, in: &used)
      #expect(used.outputs.isEmpty && used.host == new.host && used.monitor.inspection == new.monitor.inspection)
      for (number, step) in session.steps.enumerated() {
        let violation = model.take(step, in: &new)
        #expect(model.take(step, in: &used) == violation, "seed \(seed), step \(number)")
        #expect((violation != nil) == (finding?.stepCount == number + 1))
        #expect(used.lastCode == new.lastCode && Array(used.outputs) == Array(new.outputs))
        #expect(model.digest(of: used) == model.digest(of: new))
      }
      #expect(used.player == new.player && used.monitor.inspection == new.monitor.inspection)
    }
  }

  @Test("drawing a step in place gives the same step and does not change the state")
  func draws() {
    for seed in 0..<UInt64(60) {
      var random = SplitMix64(seed: seed)
      let habits = model.drawHabits(using: &random)
      var state = model.begin(model.drawSetup(habits, using: &random))
      for _ in 0..<40 {
        var same = random
        let drawn = model.drawStep(habits, in: state, using: &same)
        let before = (state.player, state.monitor.inspection)
        #expect(model.nextStep(habits, in: &state, using: &random) == drawn)
        #expect(random == same && state.player == before.0 && state.monitor.inspection == before.1)
        if model.take(drawn, in: &state) != nil { break }
      }
    }
  }

  @Test("probing many seeds equals probing each of them")
  func probes() {
    let hostile = PlayerModel(properties: PlayerPropertySet(ids: ["phase-out-of-grammar"]))
      .adding(PlayerProperty("never-loaded", "nothing is ever loaded")) {
        $0.inspection.shown.item.isNone ? nil : "loaded"
      }
    let each = (0..<UInt64(200)).map { hostile.probe(seed: $0, length: 30) }
    let all = hostile.probe(seeds: 0..<200, length: 30)
    #expect(all.failures == each.count { $0.finding != nil } && all.failures > 0)
    #expect(all.stepCount == each.reduce(0) { $0 + $1.stepCount })
    #expect(hostile.probe(seeds: 5..<5, length: 30) == (0, 0))
  }
}
