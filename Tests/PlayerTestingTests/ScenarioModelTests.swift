import PlayerCore
import PlayerSimulation
import PlayerTesting
import ReducerTesting
import Testing

@Suite("Shrinking of scenarios")
struct ScenarioModelTests {
  private static let train = """
    scenario: Stall on the train
    source: a report from the field
    tags: [stall]
    preset: srg
    settings: {readTimeout: 40 s, seekTimeout: 9 s}
    media: {duration: 10 min, segments: 2 s, video: 1.2M, audio: [en, de]}
    networks: {wifi: 3 Mbit/s, cellular: 1 Mbit/s}
    engine: {open: 100 ms, buffer: 6 s}
    segments: [{id: 1, from: 0:50, to: 0:55, blocked: yes}]
    steps:
      - prefer audio de
      - play
      - at 3 s: rate 1.5
      - at 10 s: network none
      - on stalled, after 4 s: network wifi
      - then on playing, after 2 s: audio en
    expect:
      - playing within 3 s
      - stalled once
      - stalled
      - never playing
      - at the end: ended
    """

  private func shrink(_ text: String, _ goal: ScenarioModel.Goal? = nil) throws -> (Scenario, String) {
    let scenario = try ScenarioFile(text: text).scenario
    let model = try #require(goal.map { ScenarioModel($0) } ?? ScenarioModel(of: scenario))
    let shrunk = try #require(Shrinker(model).shrink(ScenarioModel.session(of: scenario)))
    #expect(shrunk.isMinimal)
    let small = ScenarioModel.scenario(of: shrunk.session)
    // The written text reads back as the same scenario.
    #expect(try ScenarioFile(text: small.text).scenario == small)
    #expect(model.run(ScenarioModel.session(of: small))?.violation.property == shrunk.finding.violation.property)
    return (small, shrunk.finding.violation.property)
  }

  @Test("the first failing expectation still fails, and those before it are still met")
  func expectation() throws {
    let (small, property) = try shrink(Self.train)
    #expect(property == "fails: never playing")
    #expect(small.name == "Stall on the train" && small.origin == "a report from the field" && small.tags == ["stall"])
    #expect(small.expectations.count == 4)
    let failures = ScenarioRun(small).failures.map(\.subject)
    #expect(failures == [.expectation(3)])
    // `play` and the loss of the network.
    #expect(small.steps.count == 2)
    #expect(small.preset.isEmpty && small.settings.isEmpty && small.segments.isEmpty && small.networks.isEmpty)
    #expect(small.texts.isEmpty)
    #expect(small.media.count == 1 && small.media[0].tracks.count == 1)
  }

  @Test("an output of the player is still produced; times become earlier and stay as round as before")
  func outputGoal() throws {
    let goal = ScenarioModel.Goal.says("stallBegan") { output in
      if case .notification(.stallBegan, _) = output { "said" } else { nil }
    }
    let (small, property) = try shrink(Self.train, goal)
    #expect(property == "says-stallBegan" && small.expectations.isEmpty)
    #expect(small.steps.map { small.words(of: $0) } == ["play", "at 100 ms: network none"])
    #expect(small.media.map(\.duration) == [.seconds(5)])
  }

  @Test("a broken property still breaks, and the engine timing and settings that it needs stay")
  func property() throws {
    let text = """
      scenario: Slow
      load: no
      settings: {openTimeout: 20 s, seekTimeout: 9 s}
      media: [{duration: 10 min, audio: [en, de]}, {duration: 1 min}]
      engine: {open: 25 s, seek: 1 s}
      steps: [{command: load, item: 1, autoplay: yes}, at 5 s: rate 1.5, at 30 s: pause]
      expect: [preparing]
      """
    let (small, property) = try shrink(text)
    #expect(property == "watchdog-bites")
    #expect(small.steps.count == 1 && small.media.count == 1)
    #expect(small.settings.map(\.setting) == [.openTimeout])
    #expect(small.timing.openLatency == .seconds(25) && small.timing.seekLatency == EngineTiming().seekLatency)
  }

  @Test("texts keep their number while something refers to them; steps are described with them")
  func texts() throws {
    let goal = ScenarioModel.Goal.says("engine.selectTrack") { output in
      if case .engine(.selectTrack(.audio, TrackID(1)), _) = output { "said" } else { nil }
    }
    let text = """
      scenario: Languages
      media: {duration: 20 s, audio: [en, de], subtitles: [fr]}
      steps: [prefer audio de, play, at 2 s: subtitles fr]
      """
    let scenario = try ScenarioFile(text: text).scenario
    #expect(scenario.texts == ["en", "de", "fr"])
    let (small, _) = try shrink(text, goal)
    #expect(small.texts == ["", "de"])
    #expect(small.text.contains("language: de") && !small.text.contains("language: en") && !small.text.contains("fr"))
    let model = ScenarioModel(goal, texts: scenario.texts)
    #expect(small.steps.map(model.describe) == ["prefer audio de", "play"])
    #expect(ScenarioModel(of: try ScenarioFile(text: Self.train).scenario)?.texts == ["en", "de"])
  }

  @Test("the budget counts inputs: a try costs as many as the player takes in it")
  func budget() throws {
    let scenario = try ScenarioFile(text: Self.train).scenario
    let model = try #require(ScenarioModel(of: scenario))
    let shrunk = try #require(Shrinker(model, budget: 2_000).shrink(ScenarioModel.session(of: scenario)))
    #expect(shrunk.verdict == .budgetExhausted)
    let inputs = Int(ScenarioRun(scenario).inputs)
    #expect(inputs > 200 && shrunk.effort.executions < 2_000 / 20)
    #expect((2_000..<2_000 + 2 * inputs).contains(shrunk.effort.steps))
  }

  @Test("a scenario in which nothing fails gives no model")
  func passingScenarioHasNoModel() throws {
    let text = """
      scenario: Fine
      media: {duration: 20 s}
      steps: [play]
      expect: [playing, ended]
      """
    #expect(ScenarioModel(of: try ScenarioFile(text: text).scenario) == nil)
  }

  @Test("expectations after the failing one are removed, even if they are reported as not checked")
  func laterExpectationsAreRemoved() throws {
    let text = """
      scenario: Behind
      media: {duration: 10 min}
      steps: [play, at 3 s: mute]
      expect: [playing, stalled, paused, ended, at 5 s: playing]
      until: 20 s
      """
    let (small, property) = try shrink(text)
    #expect(property == "fails: stalled")
    #expect(small.expectations.map { small.words(of: $0) } == ["playing", "stalled"])
  }

  @Test("a shrunk scenario runs no longer than the original, and has no more inputs")
  func bounded() throws {
    let text = """
      scenario: Short
      media: {duration: 10 min}
      network: 3 Mbit/s
      steps: [play, at 3 s: mute]
      expect: [stalled]
      until: 5 s
      """
    let scenario = try ScenarioFile(text: text).scenario
    let (small, _) = try shrink(text)
    let (run, original) = (ScenarioRun(small), ScenarioRun(scenario))
    #expect(run.inputs <= original.inputs && run.end <= original.end)
    for goal in [
      ScenarioModel.Goal.says("playing") { output in
        if case .notification(.playbackStateChanged(_, .playing), _) = output { "playing" } else { nil }
      }
    ] {
      let session = ScenarioModel.session(of: scenario)
      let shrunk = try #require(Shrinker(ScenarioModel(goal, of: scenario)).shrink(session))
      let run = ScenarioRun(ScenarioModel.scenario(of: shrunk.session))
      #expect(run.inputs <= original.inputs && run.end <= original.end)
    }
  }

  @Test("steps that can be written in words stay in words, and an answer of 503 stays 503")
  func words() throws {
    let text = """
      scenario: Answers
      media: {duration: 20 s}
      settings: {retryLimit: 3, retryDelayKind: 1, retryDelay: 1 s}
      steps:
        - server answers 503 to the next 2 openings
        - play
        - at 4 s: seek to 7 s ± 2 s
      expect: [retryScheduled with attempt 1, seekBegan, never seekEnded, ended]
      """
    let (small, _) = try shrink(text)
    let steps = small.steps.map { small.words(of: $0) }
    #expect(steps.first == "server answers 503 to the next opening", "\(steps)")
    #expect(!steps.contains { $0.contains("{") }, "\(steps)")
  }
}
