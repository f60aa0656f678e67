import Foundation
import PlayerTestingSupport
import ReducerTesting
import Testing

@Suite("A jukebox, tested with the kit")
struct JukeboxTests {
  // MARK: Scenarios: what people do, and what they see

  struct Scenario: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let steps: [JukeboxModel.Step]
    let seconds: Double
    let isPlaying: Bool
  }

  private static let scenarios = [
    Scenario(
      testDescription: "plays, and rests while it is paused",
      steps: [.press(.play), .pass(milliseconds: 5_000), .press(.pause), .pass(milliseconds: 5_000)],
      seconds: 5, isPlaying: false),
    Scenario(
      testDescription: "a seek beyond the end goes to the end",
      steps: [.press(.seek(milliseconds: 90_000))], seconds: 60, isPlaying: false),
    Scenario(
      testDescription: "play after the end starts over",
      steps: [.press(.seek(milliseconds: 60_000)), .press(.play), .pass(milliseconds: 2_000)], seconds: 2,
      isPlaying: true),
  ]

  @Test("scenario", arguments: scenarios)
  func plays(_ scenario: Scenario) {
    let jukebox = run(scenario.steps)
    #expect(Double(jukebox.position) / 1_000 == scenario.seconds)
    #expect(jukebox.isPlaying == scenario.isPlaying)
  }

  // MARK: Laws: what always holds

  @Test("every law holds in random sessions")
  func laws() async throws {
    try await expectAll(JukeboxModel(), sessions: 40, length: 20)
  }

  /// To trust a search, one must see it find something.
  @Test("a planted mistake is found, and shown in two steps")
  func mistake() async throws {
    let model = JukeboxModel(playsAfterSeek: true)
    let plan = CheckPlan(seeds: 0..<200, length: 2, stopsAtFirst: true)
    let finding = try #require(try await Checker(model, plan).run().findings.first)
    print(model.text(for: finding))
    #expect(finding.property == "observed-playing-paused")
  }

  // MARK: A golden trace: what was right yesterday

  @Test("a session gives the recorded trace, byte for byte")
  func golden() throws {
    let session = run([
      .press(.play), .pass(milliseconds: 10_000), .press(.seek(milliseconds: 50_000)), .pass(milliseconds: 4_000),
      .press(.pause), .pass(milliseconds: 3_000), .press(.play), .pass(milliseconds: 10_000),
    ])
    let trace = Data(try Recording(session).trace)
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "golden.trace.jsonl")
    if ProcessInfo.processInfo.environment["WRITE_GOLDEN"] != nil { try trace.write(to: file) }
    #expect(try Data(contentsOf: file) == trace, "compare them with 'tapedeck timeline'; WRITE_GOLDEN=1 records anew")
  }

  private func run(_ steps: [JukeboxModel.Step]) -> Jukebox {
    let model = JukeboxModel()
    var jukebox = model.begin(JukeboxModel.Setup())
    for step in steps { _ = model.take(step, in: &jukebox) }
    return jukebox
  }
}
