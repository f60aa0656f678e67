import PlayerCore
import Testing

@testable import PlayerSimulation

@Suite("An engine that keeps its buffer")
struct BackBufferTests {
  private static func playing(_ backBuffer: TimeSpan?) -> World {
    var timing = EngineTiming.immediate
    (timing.backBuffer, timing.landing) = (backBuffer, .exact)
    var world = World(engine: SimulatedEngine([.audio(.seconds(600))], timing: timing))
    world.send(.load(item: ItemID(1), start: .standard, autoplay: true, opens: true))
    world.run(until: .seconds(60))
    #expect(world.player.state == .playing)
    // From here on only what is buffered can be played.
    world.inject(.outage)
    return world
  }

  private static func plays(_ world: World, after target: MediaTime) -> Bool {
    var world = world
    world.send(.seek(.at(target)))
    world.run(for: .milliseconds(500))
    return world.player.state == .playing && world.position > target
  }

  @Test("a seek within the buffer finds its data, ahead and behind; one beyond it does not")
  func ranges() {
    let cases: [(back: TimeSpan?, found: [Bool])] = [
      (nil, [false, false, false, false]), (.seconds(20), [false, true, true, false]),
      (.zero, [false, false, true, false]),
    ]
    for (back, found) in cases {
      let world = Self.playing(back)
      let targets = [MediaTime.seconds(30), .seconds(45), .seconds(80), .seconds(200)]
      #expect(targets.map { Self.plays(world, after: $0) } == found, "\(String(describing: back))")
    }
  }

  @Test("what was dropped does not come back, and a full buffer is filled again after a seek ahead")
  func afterwards() {
    var world = Self.playing(.seconds(20))
    world.send(.seek(.at(.seconds(80))))
    world.run(for: .seconds(1))
    #expect(Self.plays(world, after: .seconds(70)))
    #expect(!Self.plays(world, after: .seconds(45)))
    world.inject(.outageEnds)
    world.run(for: .seconds(60))
    #expect(world.player.state == .playing)
    world.send(.seek(.at(.seconds(5))))
    world.run(for: .seconds(10))
    #expect(world.player.state == .playing)
  }

  @Test("in a scenario it is a key of the engine")
  func key() throws {
    let file = try ScenarioFile(
      text: """
        scenario: Ten seconds back
        media: {duration: 10 min, segments: 2 s, audio: 128k}
        network: 300 kbit/s
        engine: {back buffer: 30 s}
        steps:
          - play
          - at 40 s: [outage, seek by -10 s]
        expect:
          - playing
          - playing within 41 s
          - at 20 s: {buffered: more than 40 s}
          - at 45 s: {state: playing, position: 33 s .. 36 s}
        until: 46 s
        """)
    #expect(file.scenario.timing.backBuffer == .seconds(30))
    #expect(try ScenarioFile(text: file.scenario.text).scenario.timing == file.scenario.timing)
    let run = ScenarioRun(file.scenario)
    #expect(run.isPassed, "\(run.failures.map(\.sentence))")
  }
}
