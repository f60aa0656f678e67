import PlayerCore
import PlayerTesting
import ReducerTesting
import Testing

@Suite("Coupled values in a player's session")
struct PlayerValuesTests {
  @Test("a seek exactly to the duration shrinks together with the duration")
  func player() throws {
    let model = PlayerModel(properties: .none).adding(PlayerProperty("seek-to-end", "nobody seeks to the very end")) {
      guard case .command(.seek(let position), _) = $0.input, $0.player.duration > .seconds(1) else { return nil }
      return position == .at($0.player.duration) ? "to the end" : nil
    }
    let steps = [
      PlayerStep(.load(item: ItemID(1), start: .standard, autoplay: true, opens: true), at: .zero),
      PlayerStep(.opened(OpenedMedia(duration: .seconds(5_400))), at: .seconds(1)),
      PlayerStep(.seek(.at(.seconds(5_400))), at: .seconds(2)),
    ]
    let shrunk = try #require(Shrinker(model).shrink(Session(PlayerSetup(), steps)))
    #expect(shrunk.isMinimal && shrunk.session.steps.count == 3)
    guard case .command(.seek(let place), _) = shrunk.session.steps[2].input else {
      Issue.record("\(shrunk.session.steps)")
      return
    }
    #expect(place == .at(.seconds(1) + .microseconds(1)))
  }

  @Test("the values of a world's step or setup can be put back into it")
  func world() {
    let model = WorldModel()
    var count = 0
    for seed in 0..<UInt64(30) {
      let (session, _) = model.explore(seed: seed, length: 20)
      #expect(model.setup(session.setup, with: model.values(of: session.setup))?.world == session.setup.world)
      for step in session.steps {
        let values = model.values(of: step)
        guard !values.isEmpty else { continue }
        #expect(model.step(step, with: values) == step)
        #expect(model.step(step, with: []) == nil)
        count += 1
      }
    }
    #expect(count > 100)
  }
}
