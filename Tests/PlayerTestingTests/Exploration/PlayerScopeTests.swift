import PlayerCore
import PlayerTesting
import Testing

@Suite("The player, explored whole")
struct PlayerScopeTests {
  @Test("the smallest scope has so many states, none of which breaks anything or is stuck")
  func basic() {
    let explorer = Explorer(PlayerScope.basic, from: PlayerScope.Setup())
    #expect(explorer.run() == .complete)
    #expect(explorer.counterexamples.isEmpty, "\(explorer.counterexamples)")
    #expect(explorer.stuckStates().count == 0)
    // A change of the reducer may change these numbers; that they are the same everywhere is what counts.
    #expect(explorer.progress.states == 1_867)
    #expect(explorer.progress.transitions == 14_598)
    #expect(explorer.progress.mostOutputs <= Outputs.maximumPerInput)
  }

  @Test("states that are restored from their words go on like those that came there by themselves")
  func restoring() {
    for scope in PlayerScope.all {
      var random = SplitMix64(seed: 5)
      var state = scope.begin(PlayerScope.Setup())
      var twin = state
      var choices: [ScopeStep] = []
      for _ in 0..<400 {
        scope.restore(scope.words(of: state), into: &twin)
        choices.removeAll()
        scope.choices(in: state, into: &choices)
        let step = random.pick(choices)
        let breach = scope.take(step, in: &state)
        #expect(breach == nil, "\(scope.name)")
        #expect(scope.take(step, in: &twin) == breach)
        #expect(bytes(scope.words(of: twin)) == bytes(scope.words(of: state)), "\(scope.name) after \(step)")
      }
    }
  }

  private func bytes(_ words: PlayerScope.Words) -> [UInt8] { withUnsafeBytes(of: words) { Array($0) } }

  @Test("the engine of a scope is only asked for what it can do: a hindered player leads nowhere but to rest")
  func liveness() throws {
    var scope = PlayerScope("deaf", "an engine that never opens anything")
    scope.steps = [.load, .stop]
    scope.configuration.openTimeout = .never
    let explorer = Explorer(scope, from: PlayerScope.Setup())
    explorer.run()
    // Nothing is awaited while it opens: that is a breach by itself.
    let found = try #require(explorer.counterexamples.first)
    #expect(found.breach.property == "wait-without-watchdog")
    #expect(found.session.steps == [.load])
    #expect(scope.run(found.session) == Finding(found.breach, stepCount: 1))
  }
}
