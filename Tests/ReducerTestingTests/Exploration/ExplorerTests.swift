import ReducerTesting
import Testing

@Suite("Exhaustive exploration")
struct ExplorerTests {
  @Test("every state is visited once: two jugs have sixteen")
  func countsStates() {
    let explorer = Explorer(Jugs(goal: 9), from: 0)
    #expect(explorer.run() == .complete)
    #expect(explorer.progress.states == 16)
    #expect(explorer.progress.transitions == 16 * 6)
    #expect(explorer.progress.waiting == 0)
    #expect(explorer.progress.mostOutputs == 5)
    #expect(explorer.counterexamples.isEmpty)
  }

  @Test("the counterexample is a shortest one: six steps to four litres")
  func shortestCounterexample() throws {
    let explorer = Explorer(Jugs(), from: 0)
    #expect(explorer.run() == .counterexample)
    let found = try #require(explorer.counterexamples.first)
    #expect(found.violation.property == "measured")
    #expect(found.session.steps == [.fillLarge, .pourDown, .emptySmall, .pourDown, .fillLarge, .pourDown])
    #expect(Jugs().run(found.session) == Finding(PropertyViolation("measured"), stepCount: 6))
  }

  @Test("the farthest of the 360 orders of the sliding puzzle is 21 moves away")
  func slidingPuzzle() {
    let explorer = Explorer(SlidingPuzzle(), from: SlidingPuzzle.solved)
    #expect(explorer.run() == .complete)
    #expect(explorer.progress.states == 360)
    #expect(explorer.progress.depth == 21)
    #expect(explorer.progress.deadEnds == 0)
  }

  @Test("one, two and five threads find the same states, steps and counterexamples", arguments: [1, 2, 5])
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

  @Test("a state from which no harmless steps lead to a good one is found, with a shortest session into it")
  func livelock() throws {
    let explorer = Explorer(Numbers(limit: 1_000, trap: 500), from: 1)
    explorer.run()
    let stuck = explorer.stuckStates()
    #expect(stuck.count == 2)
    let first = try #require(stuck.first)
    #expect(first.violation.property == "never-comes-to-a-good-end")
    var state = Numbers(limit: 1_000, trap: 500).begin(first.session.setup)
    for step in first.session.steps { _ = Numbers(limit: 1_000, trap: 500).take(step, in: &state) }
    #expect(state | 1 == 501)
    #expect(Explorer(Numbers(limit: 1_000), from: 1).stuckStates().count == 0)
  }

  @Test("bounds end an exploration, and its progress shows how far it came")
  func stopsAtBounds() {
    var bounds = ExplorationBounds()
    bounds.depth = 5
    let shallow = Explorer(SlidingPuzzle(), from: SlidingPuzzle.solved, within: bounds)
    #expect(shallow.run() == .depth)
    #expect(shallow.progress.depth == 5)
    #expect(shallow.progress.waiting > 0)
    // States beyond the horizon count as good.
    #expect(shallow.stuckStates().count == 0)
    bounds = ExplorationBounds()
    bounds.states = 100
    let few = Explorer(Numbers(), from: 1, within: bounds)
    #expect(few.run() == .states)
    #expect(few.progress.states >= 100)
  }

  @Test("an exploration stays within its memory bound", arguments: [2 << 20, 8 << 20, 20 << 20])
  func memory(limit: Int) {
    var bounds = ExplorationBounds()
    bounds.memory = limit
    let explorer = Explorer(Numbers(limit: .max / 2), from: 1, within: bounds)
    #expect(explorer.run() == .memory)
    #expect(explorer.progress.peakBytes <= limit)
    #expect(explorer.progress.states > 1_000)
  }

  @Test("an interrupted exploration continues where it stopped")
  func resumesAfterInterruption() {
    let whole = Explorer(Numbers(limit: 60_000), from: 1)
    whole.run()
    let parts = Explorer(Numbers(limit: 60_000), from: 1)
    var rounds = 0
    while parts.run(while: { _ in false }) == .interrupted { rounds += 1 }
    #expect(rounds > 5)
    #expect(parts.progress.states == whole.progress.states)
    #expect(parts.progress.transitions == whole.progress.transitions)
  }

  @Test("a model that offers too many steps in a state ends the exploration, which names the exceeded bound")
  func tooManyChoices() {
    let explorer = Explorer(Crowd(), from: 0)
    #expect(explorer.run() == .bounds)
    #expect(explorer.progress.problem?.hasPrefix("300 steps can happen in one state, and at most 255") == true)
    // A second run does not help.
    #expect(explorer.run() == .bounds)
    #expect(explorer.counterexamples.isEmpty && explorer.stuckStates().count == 0)
  }

  @Test("a state that does not fill whole words is refused with its size")
  func oddWords() {
    let explorer = Explorer(Odd(), from: 0)
    #expect(explorer.run() == .bounds)
    #expect(explorer.progress.problem?.contains("has 12 bytes, and the words of a state have 8 to 4096") == true)
    #expect(explorer.deepestSession.steps.isEmpty)
    #expect(throws: CheckpointError.self) { try Explorer(Odd(), from: 0, resuming: "/nowhere") }
  }

  @Test("a counterexample that the replay does not confirm reports both results")
  func replayDiffers() {
    let explorer = Explorer(Forgetful(), from: 0)
    #expect(explorer.run() == .counterexample)
    let found = explorer.counterexamples.first
    #expect(found?.violation.property == "unsound-model")
    #expect(
      found?.violation.detail.contains(
        "broke first at step 2, and the replay from the beginning broke second at step 2")
        == true)
  }
}

/// Offers a step for each number below 300.
private struct Crowd: ExplorableModel {
  var identity: String { "crowd" }

  func begin(_ setup: Int) -> UInt64 { 0 }
  func take(_ step: UInt16, in state: inout UInt64) -> PropertyViolation? {
    state = UInt64(step)
    return nil
  }
  func choices(in state: UInt64, into choices: inout [UInt16]) { choices += 0..<300 }
  func words(of state: UInt64) -> UInt64 { state }
  func restore(_ words: UInt64, into state: inout UInt64) { state = words }
  func drawSetup(_ habits: Void, using random: inout SplitMix64) -> Int { 0 }
}

/// Its states have twelve bytes.
private struct Odd: ExplorableModel {
  struct Words: BitwiseCopyable, Sendable { var numbers: (UInt32, UInt32, UInt32) = (0, 0, 0) }
  var identity: String { "odd" }

  func begin(_ setup: Int) -> Words { Words() }
  func take(_ step: UInt8, in state: inout Words) -> PropertyViolation? { nil }
  func choices(in state: Words, into choices: inout [UInt8]) { choices.append(0) }
  func words(of state: Words) -> Words { state }
  func restore(_ words: Words, into state: inout Words) { state = words }
  func drawSetup(_ habits: Void, using random: inout SplitMix64) -> Int { 0 }
}

/// Its state has more than its words, and which property breaks depends on it.
private struct Forgetful: ExplorableModel {
  struct State {
    var word: UInt64 = 0
    var isRestored = false
  }
  var identity: String { "forgetful" }

  func begin(_ setup: Int) -> State { State() }
  func take(_ step: UInt8, in state: inout State) -> PropertyViolation? {
    state.word += 1
    return state.word == 2 ? PropertyViolation(state.isRestored ? "first" : "second") : nil
  }
  func choices(in state: State, into choices: inout [UInt8]) { choices.append(0) }
  func words(of state: State) -> UInt64 { state.word }
  func restore(_ words: UInt64, into state: inout State) { state = State(word: words, isRestored: true) }
  func drawSetup(_ habits: Void, using random: inout SplitMix64) -> Int { 0 }
}
