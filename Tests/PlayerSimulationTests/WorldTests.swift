import PlayerCore
import PlayerSimulation
import PlayerTrace
import Testing

@Suite("World")
struct WorldTests {
  /// One second of media is one megabit, and the network carries two in a second.
  private static let network = NetworkProfile.constant(bitsPerSecond: 2_000_000)

  private static func media(_ seconds: Int64) -> SimulatedMedia {
    var media = SimulatedMedia.audio(.seconds(seconds), bitsPerSecond: 1_000_000)
    media.headerBits = 0
    return media
  }

  private static func world(_ media: SimulatedMedia = media(60), timing: EngineTiming = .immediate) -> World {
    World(engine: SimulatedEngine([media], network: network, timing: timing))
  }

  private static let load = Command.load(item: ItemID(1), start: .standard, autoplay: true, opens: true)

  @Test("loaded media plays when its first segment has arrived, and ends after its duration")
  func playsToTheEnd() {
    var world = Self.world()
    world.send(Self.load)
    #expect(world.player.phase == .prepared)
    world.run(until: .microseconds(999_999))
    #expect(world.player.state == .preparing)
    world.run(until: .seconds(1))
    #expect(world.player.state == .playing)
    world.run(until: .microseconds(60_999_999))
    #expect(world.player.state == .playing)
    world.run(until: .seconds(61))
    #expect(world.player.state == .ended)
    #expect(world.position == .seconds(60))
    #expect(world.run(until: .never) == .idle)
  }

  @Test("a seek lands, buffers and resumes; a pause stays at its position")
  func seeks() {
    var world = Self.world()
    world.send(Self.load)
    world.run(until: .seconds(3))
    world.send(.seek(.at(.seconds(40))))
    #expect(world.position == .seconds(40))
    world.run(for: .seconds(2))
    #expect(world.player.state == .playing)
    world.send(.pause)
    #expect(world.player.state == .paused)
    #expect(world.position == .seconds(41))
  }

  @Test("failed openings are retried until one succeeds")
  func retries() {
    var configuration = Configuration()
    configuration.retryLimit = 3
    var world = World(
      configuration: configuration, engine: SimulatedEngine([Self.media(60)], network: Self.network))
    world.inject(.openFails(Failure(.nameResolution), after: .milliseconds(10), count: 2))
    world.send(Self.load)
    world.run(for: .seconds(30))
    #expect(world.player.state == .playing)
    world.inject(.openFails(Failure(.httpServerError, detail: 503), after: .zero, count: .max))
    world.inject(.fails(Failure(.io)))
    world.run(for: .seconds(120))
    #expect(world.player.phase == .failed)
    world.heal()
    world.send(.retry)
    world.run(for: .seconds(5))
    #expect(world.player.state == .playing)
  }

  @Test("two copies with the same events are equal, and a fork does not change its original")
  func forks() {
    var world = Self.world()
    world.send(Self.load)
    world.run(until: .seconds(5))
    let (digest, now) = (world.digest, world.now)
    var (first, second) = (world, world)
    first.send(.seek(.at(.seconds(30))))
    first.run(for: .seconds(7))
    second.plan(.seek(.at(.seconds(30))), at: second.now)
    second.run(for: .seconds(3))
    second.run(for: .seconds(4))
    #expect(first == second)
    #expect(first.digest == second.digest)
    #expect(first != world)
    #expect(world.digest == digest)
    #expect(world.now == now)
  }

  @Test("digests are the same in every build, process and machine")
  func digests() {
    var world = Self.world()
    #expect(world.digest == 6_198_602_988_381_051_318)
    world.send(Self.load)
    world.run(until: .seconds(5))
    #expect(world.digest == 8_233_805_524_201_314_751)
    world.inject(.outage)
    world.send(.seek(.at(.seconds(30))))
    world.run(for: .seconds(7))
    #expect(world.digest == 8_893_063_692_076_065_676)
  }

  @Test("a plan happens at its instant, after the engine and the player have acted")
  func plans() {
    var world = Self.world()
    world.plan(Self.load, at: .zero)
    world.plan(.pause, at: .seconds(1))
    world.plan(.handOver(.constant(bitsPerSecond: 0), .cellular), at: .seconds(2))
    var inputs: [Input] = []
    let stop = world.run(until: .seconds(3)) { input, instant, _, _ in
      if instant == .seconds(1) || instant == .seconds(2) { inputs.append(input) }
    }
    // Paused and without a network: nothing is due any longer.
    #expect(stop == .idle)
    // The segment arrives and plays before the app pauses.
    let pause = inputs.firstIndex(of: .command(.pause, RequestID(2))) ?? 0
    let start = inputs.firstIndex { if case .engine(.playbackStarted, _) = $0 { true } else { false } } ?? .max
    #expect(start < pause)
    #expect(inputs.last == .environment(.networkChanged(.cellular)))
    #expect(world.now == .seconds(3))
    #expect(world.plannedCount == 0)
  }

  @Test("an observer can end a run, and a step takes one input")
  func observes() {
    struct Counter: WorldObserver {
      var left = 3
      mutating func observe(
        _ input: Input, at instant: Instant, _ outputs: borrowing Outputs, _ player: borrowing Player
      ) -> Bool {
        left -= 1
        return left > 0
      }
    }
    var world = Self.world()
    world.plan(Self.load, at: .zero)
    var (outputs, counter) = (Outputs(), Counter())
    #expect(world.run(until: .never, into: &outputs, observer: &counter) == .satisfied)
    #expect(world.stepCount == 3)
    #expect(world.step() != nil)
    #expect(world.stepCount == 4)
  }

  @Test("a world that records itself replays without the world")
  func records() throws {
    var world = Self.world()
    world.plan(Self.load, at: .zero)
    world.plan(.seek(.at(.seconds(50))), at: .seconds(4))
    let bytes = world.record(until: .seconds(30))
    var reader = try TraceReader(bytes: bytes, name: "world.trace.jsonl")
    let report = try TraceReplayer.replay(&reader)
    #expect(report.isEqual)
    #expect(report.player == world.player)
    #expect(report.steps == world.stepCount)
  }
}
