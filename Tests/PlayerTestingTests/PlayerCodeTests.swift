import PlayerCore
import PlayerTesting
import Testing

@Suite("Steps as Swift code")
struct PlayerCodeTests {
  /// The string on the right is the code on the left.
  private static let steps: [(PlayerStep, String)] = [
    (
      .init(Command.seek(.init(anchor: .start, offset: .microseconds(5_500_001))), at: .seconds(2)),
      ".init(Command.seek(.init(anchor: .start, offset: .microseconds(5_500_001))), at: .seconds(2))"
    ),
    (
      .init(Command.load(item: .init(1), start: .standard, autoplay: true, opens: true, isLocal: false), at: .zero),
      ".init(Command.load(item: .init(1), start: .standard, autoplay: true, opens: true, isLocal: false), at: .zero)"
    ),
    (
      .init(EngineEvent.opened(.init(duration: .seconds(60), hasVideo: true)), at: .microseconds(1)),
      ".init(EngineEvent.opened(.init(duration: .seconds(60), hasVideo: true)), at: .microseconds(1))"
    ),
    (
      .init(EngineEvent.seekCompleted(.current, position: .unknown, isFinished: false), of: .previous, at: .never),
      ".init(EngineEvent.seekCompleted(.current, position: .unknown, isFinished: false), of: .previous, at: .never)"
    ),
    (
      .init(EnvironmentEvent.networkChanged(.cellular), at: .zero),
      ".init(EnvironmentEvent.networkChanged(.cellular), at: .zero)"
    ),
    (.init(Input.command(.pause, .init(7)), at: .zero), ".init(Input.command(.pause, .init(7)), at: .zero)"),
    (.init(Command.set(.retryLimit, -1_000), at: .zero), ".init(Command.set(.retryLimit, -1_000), at: .zero)"),
    (.init(.deadline, at: .seconds(-3)), ".init(.deadline, at: .seconds(-3))"),
  ]

  @Test("the code of a step makes that step") func step() {
    for (step, code) in Self.steps { #expect(PlayerModel().code(for: step) == code) }
  }

  @Test("the code of a setup contains only what differs from the default") func setup() {
    let model = PlayerModel()
    #expect(model.code(for: PlayerSetup()) == ".init()")
    let setup: PlayerSetup = .init(.srg, changes: [.init(.seekRetryLimit, 12_345)], host: .hostile)
    #expect(model.code(for: setup) == ".init(.srg, changes: [.init(.seekRetryLimit, 12_345)], host: .hostile)")
  }

  @Test("the code of a world's step and setup makes them") func world() {
    let model = WorldModel()
    let step: WorldStep = .init(.handOver(bitsPerSecond: 600_000, .cellular), at: .seconds(4))
    #expect(model.code(for: step) == ".init(.handOver(bitsPerSecond: 600_000, .cellular), at: .seconds(4))")
    let command: WorldStep = .init(.command(.seek(.init(anchor: .start, offset: .seconds(9)))), at: .zero)
    #expect(
      model.code(for: command) == ".init(.command(.seek(.init(anchor: .start, offset: .seconds(9)))), at: .zero)")
    let setup: WorldSetup = {
      var setup = WorldSetup(.jingle); setup.seek = .seconds(1); return setup
    }()
    #expect(model.code(for: setup) == "{ var setup = WorldSetup(.jingle); setup.seek = .seconds(1); return setup }()")
  }
}
