import PlayerTesting
import Testing

@Suite("Exhaustive exploration")
struct ExplorerTests {
  @Test("all states are visited, each once: two jugs have sixteen")
  func countsStates() {
    let explorer = Explorer(Jugs(goal: 9), from: 0)
    #expect(explorer.run() == .complete)
    #expect(explorer.progress.states == 16)
    #expect(explorer.progress.transitions == 16 * 6)
    #expect(explorer.progress.waiting == 0)
    #expect(explorer.progress.mostOutputs == 5)
    #expect(explorer.counterexamples.isEmpty)
  }

  @Test("the counterexample is a shortest one: four litres take six steps")
  func shortestCounterexample() throws {
    let explorer = Explorer(Jugs(), from: 0)
    #expect(explorer.run() == .counterexample)
    let found = try #require(explorer.counterexamples.first)
    #expect(found.breach.property == "measured")
    #expect(found.session.steps == [.fillLarge, .pourDown, .emptySmall, .pourDown, .fillLarge, .pourDown])
    #expect(Jugs().run(found.session) == Finding(Breach("measured"), stepCount: 6))
  }

  @Test("the farthest order of the sliding puzzle is 21 moves away, of 360")
  func slidingPuzzle() {
    let explorer = Explorer(SlidingPuzzle(), from: SlidingPuzzle.solved)
    #expect(explorer.run() == .complete)
    #expect(explorer.progress.states == 360)
    #expect(explorer.progress.depth == 21)
    #expect(explorer.progress.deadEnds == 0)
  }

  @Test("one thread, two and five find the same states, steps and counterexamples", arguments: [1, 2, 5])
  func threads(count: Int) {
    var bounds = ExplorationBounds()
    bounds.workers = count
    let explorer = Explorer(Numbers(limit: 30_000, trap: 500), from: 1, within: bounds)
    #expect(explorer.run() == .complete)
    #expect(explorer.progress.states == 30_000)
    #expect(explorer.progress.transitions == 89_998)
    #expect(explorer.progress.depth == 19)
    let stuck = explorer.stuckStates()
    #expect(stuck.count == 2)
    #expect(stuck.first?.session.steps.count == 9)
    let jugs = Explorer(Jugs(), from: 0, within: bounds)
    jugs.run()
    #expect(jugs.counterexamples.first?.session.steps.count == 6)
  }

  @Test("a state from which no harmless step leads on is found, with a shortest way into it")
  func livelock() throws {
    let explorer = Explorer(Numbers(limit: 1_000, trap: 500), from: 1)
    explorer.run()
    let stuck = explorer.stuckStates()
    #expect(stuck.count == 2)
    let first = try #require(stuck.first)
    #expect(first.breach.property == "never-comes-to-a-good-end")
    var state = Numbers(limit: 1_000, trap: 500).begin(first.session.setup)
    for step in first.session.steps { _ = Numbers(limit: 1_000, trap: 500).take(step, in: &state) }
    #expect(state | 1 == 501)
    #expect(Explorer(Numbers(limit: 1_000), from: 1).stuckStates().count == 0)
  }

  @Test("bounds end an exploration, and it can be told how far it has come")
  func stopsAtBounds() {
    var bounds = ExplorationBounds()
    bounds.depth = 5
    let shallow = Explorer(SlidingPuzzle(), from: SlidingPuzzle.solved, within: bounds)
    #expect(shallow.run() == .depth)
    #expect(shallow.progress.depth == 5)
    #expect(shallow.progress.waiting > 0)
    // What lies behind the horizon counts as good.
    #expect(shallow.stuckStates().count == 0)
    bounds = ExplorationBounds()
    bounds.states = 100
    let few = Explorer(Numbers(), from: 1, within: bounds)
    #expect(few.run() == .states)
    #expect(few.progress.states >= 100)
  }

  @Test("the bound of memory is kept, whatever it is", arguments: [2 << 20, 8 << 20, 20 << 20])
  func memory(limit: Int) {
    var bounds = ExplorationBounds()
    bounds.memory = limit
    let explorer = Explorer(Numbers(limit: .max / 2), from: 1, within: bounds)
    #expect(explorer.run() == .memory)
    #expect(explorer.progress.peakBytes <= limit)
    #expect(explorer.progress.states > 1_000)
  }

  @Test("an exploration that was interrupted goes on where it was")
  func goesOn() {
    let whole = Explorer(Numbers(limit: 60_000), from: 1)
    whole.run()
    let parts = Explorer(Numbers(limit: 60_000), from: 1)
    var rounds = 0
    while parts.run(while: { _ in false }) == .interrupted { rounds += 1 }
    #expect(rounds > 5)
    #expect(parts.progress.states == whole.progress.states)
    #expect(parts.progress.transitions == whole.progress.transitions)
  }
}
