import PlayerSimulation
import Testing

@Suite("Scenarios that test nothing")
struct ScenarioEmptyTests {
  /// Twenty seconds of media, which end a little later.
  private static func scenario(_ expectation: String, rest: String = "") -> String {
    """
    scenario: Test
    media: {duration: 20 s, audio: 400k}
    steps: [play]
    expect:
      - playing
      - \(expectation)
    \(rest)
    """
  }

  @Test(
    "an expectation that no run can fail is a mistake in the file",
    arguments: [
      ("not stalled between 20 s and 10 s", "between 20 s and 10 s"),
      ("stalled between 20 s and 10 s", "between 20 s and 10 s"),
      ("not stalled after 20 s before 10 s", "between 20 s and 10 s"),
      ("stalled at least 0 times", "always met"), ("at 5 s: {}", "expect nothing"),
      ("not stalled within 1 s within 5 s", "'within 5s'"), ("not stalled before 5 s until 9 s", "'until 9s'"),
    ])
  func mistakes(_ expectation: String, _ says: String) throws {
    do {
      _ = try ScenarioFile(text: Self.scenario(expectation))
      Issue.record("it was read")
    } catch {
      #expect("\(error)".contains(says) && "\(error)".contains(":6:"), "\(error)")
    }
  }

  @Test(
    "an expectation about times that the run never reaches fails",
    arguments: [
      ("not stalled between 30 s and 40 s", "", "never checked"),
      ("not stalled after 1 min", "", "never checked"),
      ("not stalled between 15 s and 20 s", "until: 10 s", "never checked"),
      ("not stalled between 5 s and 20 s", "until: 10 s", "checked only until 10 s"),
      ("not stalled within 1 min", "until: 10 s", "checked only until 10 s"),
      ("at 30 s: playing", "until: 10 s", "the run ended earlier, at 10 s"),
      ("not stalled before 0 s", "", "never checked"),
    ])
  func unreached(_ expectation: String, _ rest: String, _ says: String) throws {
    let failures = ScenarioRun(try ScenarioFile(text: Self.scenario(expectation, rest: rest)).scenario).failures
    #expect(failures.map(\.subject) == [.expectation(1)])
    #expect(failures.first?.sentence.contains(says) == true, "\(failures)")
  }

  @Test(
    "an expectation that the run can check is met",
    arguments: [
      ("not stalled between 10 s and 40 s", ""), ("not stalled", ""), ("not stalled within 1 min", ""),
      ("not stalled after 5 s", "until: 10 s"), ("at 30 s: ended", ""), ("at 10 s: playing", "until: 10 s"),
      ("ended at 20 s ± 30 s", ""), ("stalled exactly 0 times", ""),
    ])
  func reached(_ expectation: String, _ rest: String) throws {
    let scenario = try ScenarioFile(text: Self.scenario(expectation, rest: rest)).scenario
    #expect(ScenarioRun(scenario).failures == [])
    #expect(try ScenarioFile(text: scenario.text).scenario == scenario)
  }

  @Test("an event that must not happen is looked for until the match of the next expectation")
  func between() throws {
    let failures = ScenarioRun(
      try ScenarioFile(text: Self.scenario("not stalled after 30 s\n  - ended")).scenario
    ).failures
    #expect(failures.first?.sentence.contains("the match of the next expectation at") == true, "\(failures)")
  }
}
