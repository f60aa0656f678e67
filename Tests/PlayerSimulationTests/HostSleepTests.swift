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

  @Test("time rests for player and engine, which play on where they were")
  func rests() {
    var world = Self.playing()
    let truth = world.position
    world.happen(.sleep(Self.hour))
    #expect(world.now == .seconds(3_620) && world.uptime == .seconds(20))
    #expect(world.position == truth && world.engine.position(world.player.epoch, at: world.uptime) == truth)
    var (ends, surprises) = (0, 0)
    world.run(until: .seconds(5_000)) { _, _, outputs, _ in
      for case .notification(let notification, _) in outputs {
        switch notification {
        case .ended: ends += 1
        case .failed, .warned, .positionJumped: surprises += 1
        default: break
        }
      }
    }
    #expect(world.player.phase == .ended && ends == 1 && surprises == 0)
  }

  @Test("a seek in progress lands; one that hangs is given up after the engine has had its time")
  func seeks() {
    for hangs in [false, true] {
      var configuration = Configuration()
      configuration.seekTimeout = .seconds(10)
      var world = Self.playing(configuration, seek: .seconds(5))
      if hangs { world.inject(.seekHangs(count: 1)) }
      world.send(.seek(.at(.seconds(300))))
      world.run(for: .seconds(1))
      world.happen(.sleep(Self.hour))
      #expect(world.player.state == .seeking)
      world.run(for: .milliseconds(3_990))
      #expect(world.player.state == .seeking)
      world.run(for: .milliseconds(5_020))
      #expect(world.player.failure.kind == (hangs ? .stuckSeeking : .none))
      #expect(hangs || world.player.state == .playing)
    }
  }

  @Test("observers are told of no position of that time, and what was planned for it happens on waking")
  func catchesUp() {
    var world = Self.playing()
    world.send(.addPeriodicObserver(ObserverID(1), interval: .seconds(5)))
    world.run(for: .milliseconds(500))
    world.plan(.pause, at: .seconds(30))
    world.plan(.sleep(.seconds(60)), at: .seconds(21))
    var (ticks, pause): (Int, Instant?) = (0, nil)
    world.run(until: .seconds(21)) { input, instant, outputs, _ in
      if case .command(.pause, _) = input { pause = instant }
      for case .notification(.tick, _) in outputs { ticks += 1 }
    }
    #expect(ticks == 0 && pause == .seconds(21) && world.now == .seconds(81))
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

  @Test(
    "whatever happens on waking happens where playback was",
    arguments: [
      ("probeInterval: 10 s", "seek by +10 s", "position: 30 s .. 50 s"),
      ("probeInterval: never", "seek by +10 s", "position: 30 s .. 50 s"),
      ("probeInterval: 10 s", "reload", "position: 20 s .. 50 s"),
      ("reopensAtLastPosition: yes, retryLimit: 1", "engine fails with io", "position: 20 s .. 50 s"),
      ("probeInterval: 10 s", "pause", "position: 20 s ± 1 s"),
    ])
  func onWaking(setting: String, step: String, state: String) throws {
    let file = try ScenarioFile(
      text: """
        scenario: On waking
        settings: {\(setting)}
        media: {duration: 3 h}
        engine: {answer: 50 ms}
        steps: [play, {at 20 s: [host sleeps 1 h, \(step)]}]
        expect: [at the end: {\(state)}]
        until: 1:00:30
        """)
    #expect(ScenarioRun(file.scenario).failures.map(\.sentence) == [])
  }

  @Test("a skip comes when its segment does, however short the sleep")
  func skips() throws {
    let file = try ScenarioFile(
      text: """
        scenario: A nap
        media: {duration: 10 min}
        segments: [{id: 1, from: 25 s, to: 40 s, blocked: yes}]
        steps: [play, {at 20.5 s: host sleeps 5 s}]
        expect: [willSkip at 30 s ± 300 ms]
        until: 40 s
        """)
    #expect(ScenarioRun(file.scenario).failures.map(\.sentence) == [])
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
