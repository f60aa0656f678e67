import PlayerCore
import PlayerTrace
import Testing

@testable import PlayerSimulation

@Suite("A host that sleeps")
struct HostSleepTests {
  private static let hour = TimeSpan.seconds(3_600)

  private static func playing(_ configuration: Configuration = Configuration(), seek: TimeSpan = .zero) -> World {
    var timing = EngineTiming.immediate
    timing.seekLatency = seek
    let engine = SimulatedEngine([.audio(.seconds(600))], timing: timing)
    var world = World(configuration: configuration, engine: engine)
    world.send(.load(item: ItemID(1), start: .standard, autoplay: true, opens: true))
    world.run(until: .seconds(20))
    #expect(world.player.state == .playing)
    return world
  }

  @Test("its engine rests, and plays on where it was")
  func rests() {
    var world = Self.playing()
    let truth = world.position
    world.happen(.sleep(Self.hour))
    #expect(world.now == .seconds(3_620))
    // It wakes a moment before its host.
    #expect(world.engineTime == .microseconds(20_010_000))
    #expect(
      world.engine.position(world.player.epoch, at: world.engineTime) == truth + .milliseconds(10))
    var outputs: [Output] = []
    world.run(until: .seconds(5_000)) { _, _, told, _ in outputs += told }
    #expect(world.player.phase == .ended)
    let ends = outputs.filter { if case .notification(.ended, _) = $0 { true } else { false } }
    #expect(ends.count == 1)
    #expect(!outputs.contains { if case .notification(.failed, _) = $0 { true } else { false } })
  }

  @Test("a seek in progress lands; one that hangs is given up after the engine has had its time")
  func seeks() {
    for hangs in [false, true] {
      var world = Self.playing(seek: .seconds(5))
      if hangs { world.inject(.seekHangs(count: 1)) }
      world.send(.seek(.at(.seconds(300))))
      world.run(for: .seconds(1))
      world.happen(.sleep(Self.hour))
      #expect(world.player.state == .seeking)
      world.run(for: .milliseconds(3_980))
      #expect(world.player.state == .seeking)
      world.run(for: .milliseconds(6_020))
      #expect(world.player.failure.kind == (hangs ? .stuckSeeking : .none))
      #expect(hangs || world.player.state == .playing)
    }
  }

  @Test("a command that comes late soon after another one has its time, and the other one keeps its own")
  func commands() {
    var configuration = Configuration()
    configuration.seekTimeout = .seconds(5)
    var world = Self.playing(configuration, seek: .seconds(60))
    world.send(.seek(.at(.seconds(300))))
    #expect(world.player.nextDeadline == .seconds(25))
    for (late, granted) in [(TimeSpan.seconds(4), Instant.seconds(29)), (.milliseconds(50), .microseconds(25_100_000))]
    {
      var grant = EngineGrant()
      grant.begin(at: .seconds(20), insteadOf: .microseconds(19_900_000))
      grant.begin(at: .seconds(20) + late, insteadOf: .seconds(20))
      #expect(grant.nextDeadline(of: world.player) == granted)
    }
  }

  @Test("deadlines that passed are served at their own instants, and what was planned happens on waking")
  func catchesUp() {
    var configuration = Configuration()
    configuration.probeInterval = .microseconds(.max)
    var world = Self.playing(configuration)
    world.send(.addPeriodicObserver(ObserverID(1), interval: .seconds(5)))
    world.plan(.pause, at: .seconds(30))
    world.plan(.sleep(.seconds(60)), at: .seconds(21))
    var (ticks, pause): ([Instant], Instant?) = ([], nil)
    world.run(until: .seconds(21)) { input, instant, outputs, _ in
      if case .command(.pause, _) = input { pause = instant }
      for case .notification(.tick, _) in outputs { ticks.append(instant) }
    }
    #expect(ticks.count >= 11 && ticks.allSatisfy { $0 <= .seconds(81) })
    #expect(ticks.filter { $0 > .seconds(21) && $0 < .seconds(80) }.count >= 10)
    #expect(pause == .seconds(81))
    #expect(world.now == .seconds(81))
  }

  @Test("any span is possible; a copy that sleeps as long is the same world")
  func spans() {
    let base = Self.playing()
    var digests: [UInt64] = []
    for span in [TimeSpan.zero, .seconds(-5), .seconds(5), .seconds(6), .microseconds(.max), .microseconds(.min)] {
      var (first, second) = (base, base)
      first.happen(.sleep(span))
      second.happen(.sleep(span))
      #expect(first == second && first.digest == second.digest)
      #expect(first.now >= base.now && first.now <= base.now + .seconds(7 * 86_400))
      digests.append(first.digest)
    }
    #expect(Set(digests).count == 4)
    #expect(digests[0] == base.digest && digests[1] == base.digest)
  }

  // MARK: In a scenario

  @Test("steps during a sleep are done on waking, and what follows the sleep follows the waking")
  func steps() throws {
    let file = try ScenarioFile(
      text: """
        scenario: A lid
        media: {duration: 10 min}
        steps:
          - play
          - at 20 s: host sleeps 1 h
          - after 5 s: pause
          - at 10 min: mute
        expect:
          - mutedChanged at 1:00:20
          - intentChanged with playing no at 1:00:25
          - never failed
        """)
    let run = ScenarioRun(file.scenario, trace: .text)
    #expect(run.isPassed, "\(run.failures.map(\.sentence))")
    #expect(file.scenario.text.contains("host sleeps 3600 s"))
    #expect(try ScenarioFile(text: file.scenario.text).scenario.steps == file.scenario.steps)
    var reader = try TraceReader(bytes: run.trace)
    #expect(try TraceReplayer.replay(&reader).isEqual)
  }

  @Test("a session driven by hand wakes before the next action")
  func byHand() throws {
    var session = try VirtualSession(Array(#"{"scenario": "By hand", "media": {"duration": "10 min"}}"#.utf8))
    try session.perform(Array(#"["play", "host sleeps 1 h"]"#.utf8))
    #expect(session.now == .seconds(3_600))
    _ = try session.run(Array(#"{"by": "30 s"}"#.utf8))
    #expect(try session.differences(from: Array(#"{"state": "playing", "position": "30 s ± 1 s"}"#.utf8)).isEmpty)
  }

  @Test("a host over real media cannot be put to sleep")
  func realMedia() throws {
    let file = try ScenarioFile(text: "scenario: A lid\nmedia: {duration: 1 min}\nsteps: [play, host sleeps 1 h]\n")
    let obstacles = ScenarioDrive.obstacles(in: file.scenario)
    #expect(obstacles.map(\.step) == [1] && obstacles.map(\.canBeLeftOut) == [true])
  }
}
