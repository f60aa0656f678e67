import PlayerCore
import PlayerRuntime
import PlayerSimulation
import PlayerTrace
import ScriptedEngine
import Testing

@testable import tapedeck

@Suite("A scenario that drives real media")
struct ScenarioRecordTests {
  private struct Outcome {
    var run: ScenarioRun
    var trace: [UInt8]
  }

  /// Plays ten seconds with an engine that needs no media.
  private func play(_ text: String) throws -> Outcome {
    let options = try RunOptions.parse(["media"])
    let file = try ScenarioFile(text: "scenario: Test\n\(text)", needsMedia: false)
    let script = ScenarioScript(file, path: "test.yaml", isLocal: true)
    let library = IdentifierTable()
    script.number(in: library, source: options.source)
    let configuration = options.configuration(from: file.scenario.configuration)
    let sink = MemorySink()
    let trace = try TraceRecorder(sink: sink, form: .text, header: TraceHeader(configuration: configuration))
    var controller = RunController(
      options, view: QuietView(), stills: StillFiles(source: "media"), library: library)
    controller.script = script
    let player = VirtualPlayer(configuration: configuration, engine: ScriptedEngine(), library: library)
    let run = VirtualRun(player, controller: controller, trace: trace)
    _ = run.run()
    var reader = try TraceReader(bytes: sink.bytes)
    #expect(try TraceReplayer.replay(&reader).isEqual)
    return Outcome(run: try #require(run.controller.outcome), trace: sink.bytes)
  }

  @Test("performs its steps at their times and on reports, and judges its expectations")
  func steps() throws {
    let outcome = try play(
      """
      settings: {replaysOnPlay: no}
      steps:
        - play
        - at 2 s: pause
        - after 1 s: play
        - on playing, the second time, after 1 s: seek to 8 s
      expect:
        - playing within 1 s
        - paused at 2 s
        - playing between 3 s and 4 s
        - seeking
        - ended within 5 s
        - never failed
        - at 2.5 s: {state: paused, position: 1.5 s .. 2 s}
        - stalls: at most 1
      """)
    #expect(outcome.run.failures == [])
    #expect(outcome.run.inputs > 5)
  }

  @Test("reports what does not happen as 'tapedeck simulate' does")
  func failures() throws {
    let outcome = try play(
      """
      steps: [play, on stalled: pause]
      expect:
        - stalled within 5 s
        - position: > 1 min
        - at 1 min: playing
      """)
    #expect(outcome.run.failures.map(\.subject) == [.step(1), .expectation(0), .expectation(1), .expectation(2)])
    #expect(outcome.run.failures[2].sentence.contains("expected more than 60 s"))
  }

  @Test("waits for a state after the end of the media, and 'until' ends the run")
  func ends() throws {
    let waiting = try play("steps: [play]\nexpect: [ended, at 20 s: ended]")
    #expect(waiting.run.failures == [])
    #expect(waiting.run.end == .seconds(20))
    let ended = try play("steps: [play]\nuntil: 3 s\nexpect: [playing, position: < 4 s]")
    #expect(ended.run.failures == [] && ended.run.end == .seconds(3))
  }

  @Test("uses the scenario's segments, languages and loading")
  func setup() throws {
    let outcome = try play(
      """
      load: {start: 1 s, autoplay: yes, opens: yes}
      segments: [{id: 1, from: 2 s, to: 5 s, blocked: yes}]
      steps: [prefer audio de]
      expect: [didSkip, ended before 9 s]
      """)
    #expect(outcome.run.failures == [], "\(String(decoding: outcome.trace, as: UTF8.self))")
  }

  @Test("names what real media cannot do")
  func obstacles() throws {
    let file = try ScenarioFile(
      text: """
        scenario: Test
        network: 3 Mbit/s
        steps:
          - play
          - network wifi
          - network none
          - outage
          - load item 2
          - {engine: warned, failure: io}
        """, needsMedia: false)
    let obstacles = ScenarioDrive.obstacles(in: file.scenario)
    #expect(obstacles.map(\.step) == [nil, 2, 3, 4, 5])
    #expect(obstacles.map(\.canBeLeftOut) == [true, true, true, false, false])
    #expect(obstacles[2].sentence.hasPrefix("'outage'"))
  }
}
