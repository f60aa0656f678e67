import PlayerCore
import PlayerSimulation
import Testing

@Suite("Comparisons in expectations")
struct ScenarioComparisonTests {
  /// Plays 20 s of media from 20 ms on, so that the position at 10 s is 9.98 s.
  private static func text(_ expectation: String) -> String {
    """
    scenario: Test
    media: {duration: 20 s, audio: 400k}
    engine: immediate
    steps: [play, at 2 s: volume 50 %]
    expect:
      - playing
      - \(expectation)
    until: 15 s
    """
  }

  private static func failures(_ expectation: String) throws -> [String] {
    try ScenarioRun(ScenarioFile(text: text(expectation)).scenario).failures.map(\.sentence)
  }

  @Test(
    "a true comparison holds in every form in which people write it",
    arguments: [
      "at 10 s: {position: > 9 s}", "at 10 s: {position: >9 s, stalls: 0}", "at 10 s: {stalls: 0, position: >= 9s}",
      "at 10 s: {position: \">= 9 s\"}", "at 10 s: {position: < 12 s, stalls: <= 0}",
      "at 10 s: {position: 9 s .. 12 s}", "at 10 s: {position: 9s..12s}", "at 10 s: {position: 9 .. 12 s}",
      "at 10 s: {position: between 9 s and 12 s}", "at 10 s: {position: 9 s … 12 s}",
      "at 10 s: {position: more than 9 s}", "at 10 s: {position: above 9 s}", "at 10 s: {position: over 9 s}",
      "at 10 s: {position: less than 0:12}", "at 10 s: {position: ≤ 12 s}", "at 10 s: {stalls: at most 1}",
      "at 10 s: {stalls: at least 0, left: exactly 500}", "at 10 s: {rate: >= 1, effective rate: 0.5 .. 1.5}",
      "at 10 s: {left: < 1000}", "at 10 s: position > 9 s", "stalls: at most 1", "stalls at most 1", "stalls: <= 0",
      "{stalls: <1, state: playing}", "position: > 10 s", "position: 10 s .. 16 s", "volumeChanged with left < 600",
      "volumeChanged with left 400 .. 600 and right at least 500", "stalls: <5",
    ])
  func holds(_ expectation: String) throws { #expect(try Self.failures(expectation) == []) }

  @Test(
    "a false comparison is reported in the words of the expectation",
    arguments: [
      ("at 10 s: {position: > 10:00}", "s, expected more than 600 s"),
      ("at 10 s: {stalls: at least 2}", "stalls is 0, expected at least 2"),
      ("stalls: 1 .. 3", "stalls is 0, expected 1 .. 3"),
      ("position: <= 4 s", "s, expected at most 4 s"),
      ("rate: < 1", "rate is 1, expected less than 1"), ("stalls: >2", "stalls is 0, expected more than 2"),
      ("segment: 3", "segment is 0, expected 3"),
    ])
  func fails(_ expectation: String, _ says: String) throws {
    let failures = try Self.failures(expectation)
    #expect(failures.count == 1 && failures.first?.hasSuffix(says) == true, "\(failures)")
  }

  @Test(
    "a comparison is the same after it is written and read",
    arguments: [
      "at 10 s: {position: > 9 s, stalls: <= 2, rate: < 2}", "stalls: at least 2", "position: 1:00 .. 1:30",
      "volumeChanged with left >= 5 and right 1 .. 3", "position: 10 s ± 100 ms",
    ])
  func roundTrip(_ expectation: String) throws {
    let scenario = try ScenarioFile(text: Self.text(expectation)).scenario
    #expect(try ScenarioFile(text: scenario.text).scenario == scenario, "\(scenario.text)")
  }

  @Test(
    "an impossible comparison is refused with its place",
    arguments: [
      ("at 5 s: {state: > playing}", "It has no order"), ("at 5 s: {position: > never}", "cannot be compared"),
      ("position: 12 s .. 10 s", "Swap its ends"), ("position: > 10", "Did you mean '10 s'?"),
      ("position: >", "expected a time"), ("stalls: at most one", "a whole number, or a comparison"),
    ])
  func mistakes(_ expectation: String, _ says: String) {
    let error = #expect(throws: ScenarioError.self) { try ScenarioFile(text: Self.text(expectation)) }
    #expect(error.map { "\($0)".contains(says) && "\($0)".contains(":7:") } == true, "\(error.map { "\($0)" } ?? "")")
  }

  @Test("an unknown value is neither more nor less than anything")
  func unknown() throws {
    let text = """
      scenario: Test
      live: {window: 1 min}
      steps: [play]
      expect:
        - duration: < 10 min
        - duration: unknown
      until: 5 s
      """
    let failures = try ScenarioRun(ScenarioFile(text: text).scenario).failures
    #expect(failures.map(\.subject) == [.expectation(0)])
  }

  @Test("places after a comparison that is not YAML are those in the file")
  func places() throws {
    let file = try ScenarioFile(text: Self.text("{position: > 1 s, state: playing}\n  - at 10 s: {stalls: > 1}"))
    #expect(file.expectationPlaces.map(\.line) == [6, 7, 8])
    let error = #expect(throws: ScenarioError.self) {
      try ScenarioFile(text: Self.text("at 5 s: {position: > 1 s, statte: playing}"))
    }
    #expect(error.map { "\($0)".contains(":7:31:") } == true, "\(error.map { "\($0)" } ?? "")")
  }

  @Test("folded texts, and > in quotes and comments, stay YAML")
  func texts() throws {
    let text = """
      scenario: >
        Folded: > 10 s
        and more
      source: 'a: > b'  # position: > 10 s
      media: {duration: 20 s}
      expect: [at 1 s: {position: > 10 s}]
      """
    let scenario = try ScenarioFile(text: text).scenario
    #expect(scenario.name == "Folded: > 10 s and more\n")
    #expect(scenario.origin == "a: > b")
  }
}
