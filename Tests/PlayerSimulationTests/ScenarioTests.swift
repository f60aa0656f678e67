import Foundation
import PlayerCore
import PlayerSimulation
import PlayerTrace
import Testing

@Suite("Scenarios")
struct ScenarioTests {
  private static let folder = Folder(
    url: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Scenarios"))

  private static let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path(""))) ?? [])
    .filter { $0.hasSuffix(".yaml") }.sorted()

  private static func steps(_ bytes: [UInt8]) throws -> [TraceStep] {
    var reader = try TraceReader(bytes: bytes)
    var steps: [TraceStep] = []
    while let record = try reader.next() { if case .step(let step) = record { steps.append(step) } }
    return steps
  }

  @Test("the folder has scenarios")
  func found() { #expect(Self.files.count >= 10) }

  @Test("a scenario passes, is the same after it is written and read, and its trace replays", arguments: files)
  func passes(_ name: String) throws {
    let file = try ScenarioFile(path: Self.folder.path(name))
    let run = ScenarioRun(file.scenario, trace: .text)
    #expect(run.failures == [])
    let written = file.scenario.text
    #expect(try ScenarioFile(text: written).scenario == file.scenario, "\(written)")
    #expect(ScenarioRun(file.scenario, trace: .text).trace == run.trace)
    var reader = try TraceReader(bytes: run.trace)
    #expect(try TraceReplayer.replay(&reader).isEqual)
  }

  // MARK: The page

  private static let page =
    (try? String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/PlayerSimulation/PlayerSimulation.docc/Scenarios.md"), encoding: .utf8)) ?? ""

  private static let examples = page.components(separatedBy: "```").filter { $0.hasPrefix("yaml\n") }
    .map { String($0.dropFirst(5)) }

  @Test("the page has examples")
  func hasExamples() { #expect(Self.examples.count == 3) }

  @Test("every example of the page passes", arguments: examples)
  func example(_ text: String) throws {
    let scenario = try ScenarioFile(text: text).scenario
    #expect(ScenarioRun(scenario).failures == [])
    #expect(try ScenarioFile(text: scenario.text).scenario == scenario)
  }

  /// The code words in the first column of the tables after a heading.
  private static func forms(_ heading: String) -> [String] {
    let part = page.components(separatedBy: "### \(heading)\n").last?.components(separatedBy: "\n### ").first ?? ""
    return part.split(separator: "\n").filter { $0.hasPrefix("| `") }.flatMap { line in
      let cell = line.dropFirst(2).components(separatedBy: " |")[0]
      return cell.split(separator: "`").enumerated().filter { $0.offset % 2 == 0 }.map { String($0.element) }
    }
  }

  @Test("every short form of the page is understood, and is the same after it is written and read")
  func shortForms() throws {
    let forms = Self.forms("What")
    #expect(forms.count > 90)
    for form in forms where !["cellular", "wired", "unknown", "off", "subtitles", "video"].contains(form) {
      let text = """
        scenario: Test
        media: {duration: 1 min, audio: [en, de], subtitles: [de]}
        steps:
          - \(form)
        """
      let scenario = try ScenarioFile(text: text).scenario
      #expect(scenario.steps.count == 1, "\(form)")
      #expect(try ScenarioFile(text: scenario.text).scenario == scenario, "\(form): \(scenario.text)")
    }
  }

  // MARK: Failing

  private static func failures(_ expectations: String, steps: String = "- play") throws -> [String] {
    let text = """
      scenario: Test
      media: {duration: 20 s, audio: 400k}
      network: 1 Mbit/s
      steps:
        \(steps)
      expect:
        \(expectations)
      """
    return ScenarioRun(try ScenarioFile(text: text).scenario).failures.map(\.sentence)
  }

  @Test(
    "an expectation that does not hold fails, and reports what happened instead",
    arguments: [
      ("- paused", "paused: it was not reported: reported instead: playbackStateChanged"),
      ("- playing within 1 ms", "reported instead: playbackStateChanged with from preparing, to playing at"),
      ("- never playing", "never playing: it was reported at"),
      ("- not playing", "not playing: it was reported at"),
      ("- stalled once", "stalled exactly 1 times: it was reported 0 times"),
      ("- playing at least 2 times", "playing at least 2 times: it was reported 1 time"),
      ("- at 10 s: {state: paused}", "state is playing, expected paused"),
      ("- at 10 s: {position: 1 s ± 100 ms}", "expected 1 s ± 100 ms"),
      ("- at the end: playing", "state is ended, expected playing"),
      (
        "- failed with httpServerError", "failed with failure httpServerError: it was not reported: nothing of the kind"
      ),
    ])
  func fails(_ expectation: String, _ says: String) throws {
    let failures = try Self.failures(expectation)
    #expect(failures.count == 1)
    #expect(failures.first?.contains(says) == true, "\(failures)")
  }

  @Test("expectations must be met in order, and events that must not happen in between must not")
  func orders() throws {
    #expect(try Self.failures("- playing\n  - ended") == [])
    #expect(try Self.failures("- ended\n  - playing").count == 1)
    #expect(try Self.failures("- not ended\n  - playing\n  - ended") == [])
    #expect(try Self.failures("- playing\n  - not ended").count == 1)
    #expect(try Self.failures("- playing\n  - not ended within 2 s\n  - ended") == [])
  }

  @Test("a step that waits for a report that never comes fails the scenario")
  func stepNeverReached() throws {
    let failures = try Self.failures("- playing", steps: "- play\n  - on stalled: pause")
    #expect(failures.count == 1)
    #expect(failures.first?.hasPrefix("on stalled: pause: it was not done before the run ended at") == true)
  }

  @Test("steps run at times, after each other, and on outputs of the player")
  func triggers() throws {
    let steps = """
      - play
        - on playing: pause
        - after 2 s: play
        - then on playing, after 1 s: seek to 10 s
        - at 8 s:
            - pause
            - mute
      """
    #expect(
      try Self.failures(
        """
        - playing
          - paused within 100 ms
          - playing within 2100 ms
          - seekBegan with target 10 s within 1 s
          - paused at 8 s
          - mutedChanged with muted yes at 8 s
        """, steps: steps) == [])
  }

  // MARK: Errors

  private static func problems(_ text: String) -> [ScenarioProblem] {
    do {
      _ = try ScenarioFile(text: text)
      return []
    } catch {
      if case .damaged(_, let problems) = error { return problems }
      return []
    }
  }

  @Test(
    "an error names its line and column, and the nearest word",
    arguments: [
      ("scenario: a\nmedai: {duration: 1 s}", 2, 1, "Did you mean 'media'?"),
      ("scenario: a\nmedia: {duraton: 1 s}", 2, 9, "Did you mean 'duration'?"),
      ("scenario: a\nmedia: {duration: 90}", 2, 19, "a time with its unit"),
      ("scenario: a\nmedia: {duration: 1 s}\nsteps:\n  - paly", 4, 5, "Did you mean 'play'?"),
      ("scenario: a\nmedia: {duration: 1 s}\nsteps:\n  - seek to 90", 4, 5, "a time with its unit"),
      ("scenario: a\nmedia: {duration: 1 s}\nsteps:\n  - att 5 s: play", 4, 5, "Did you mean 'at'?"),
      ("scenario: a\nmedia: {duration: 1 s}\nsteps:\n  - on staled: play", 4, 5, "Did you mean 'stalled'?"),
      ("scenario: a\nmedia: {duration: 1 s}\nexpect:\n  - playing whithin 1 s", 4, 5, "'within 1 s'"),
      ("scenario: a\nmedia: {duration: 1 s}\nexpect:\n  - at 1 s: {stat: playing}", 4, 14, "Did you mean 'state'?"),
      ("scenario: a\nsettings: {readTimeot: 1 s}\nmedia: {duration: 1 s}", 2, 12, "Did you mean 'readTimeout'?"),
      ("scenario: a\npreset: sgr\nmedia: {duration: 1 s}", 2, 9, "Did you mean 'srg'?"),
      ("scenario: a\nmedia: {duration: 1 s}\nnetwork: {file: ../secret}", 3, 17, "own folder or below"),
      (
        "scenario: a\nmedia: {duration: 1 s}\nsteps:\n  - {command: setVolum, left: 5}", 4, 15,
        "Did you mean 'setVolume'?"
      ),
    ])
  func errors(_ text: String, _ line: Int, _ column: Int, _ says: String) {
    let problems = Self.problems(text)
    #expect(problems.count == 1, "\(problems)")
    #expect(problems.first?.place == ScenarioPlace(line: line, column: column))
    #expect(problems.first?.sentence.contains(says) == true, "\(problems.map(\.sentence))")
  }

  @Test("all problems of a file are reported at once, at most twenty")
  func manyErrors() {
    #expect(Self.problems("scenario: a\nmedai: 1\nnetwok: 2\nstesp: 3").count >= 3)
    let steps = (0..<50).map { "  - nothing like this \($0)" }.joined(separator: "\n")
    #expect(Self.problems("scenario: a\nmedia: {duration: 1 s}\nsteps:\n\(steps)").count == 20)
  }

  @Test(
    "hostile files are refused",
    arguments: [
      "", "a: &a [x, x]\nb: &b [*a, *a]", String(repeating: "[", count: 100_000),
      String(repeating: "- ", count: 100_000) + "x", String(repeating: "{a: ", count: 50) + "1",
      String(repeating: "x", count: 2 << 20), "scenario: a\nscenario: b", "a: 'open", "\t- a", "*a",
      "- " + String(repeating: "[", count: 40) + String(repeating: "]", count: 40), "!!binary x", "? [a]\n: b",
    ])
  func hostile(_ text: String) { #expect(!Self.problems(text).isEmpty) }

  // MARK: Recordings

  private static let traces = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Traces")
    .standardizedFileURL

  private static let recordings: [String] = {
    let all = FileManager.default.enumerator(atPath: traces.path(percentEncoded: false))?.allObjects ?? []
    return all.compactMap { $0 as? String }
      .filter { $0.hasSuffix(".trace.jsonl") && !$0.hasPrefix("archive/") }.sorted()
  }()

  @Test("a trace becomes a scenario, and the scenario gives the same trace", arguments: recordings)
  func roundTrip(_ name: String) throws {
    let path = Self.traces.appending(path: name).path(percentEncoded: false)
    var reader = try TraceReader(path: path)
    let scenario = try Scenario(recorded: &reader)
    let read = try ScenarioFile(text: scenario.text).scenario
    #expect(read == scenario)
    let run = ScenarioRun(read, trace: .text)
    #expect(run.failures == [])
    let original = try Self.steps([UInt8](Data(contentsOf: URL(filePath: path))))
    let played = try Self.steps(run.trace)
    #expect(played.map(\.input) == original.map(\.input))
    #expect(played.map(\.instant) == original.map(\.instant))
    // Other tests report a trace that this core no longer replays.
    var replayed = try TraceReader(path: path)
    if try TraceReplayer.replay(&replayed).isEqual { #expect(played.map(\.outputs) == original.map(\.outputs)) }
  }

  @Test("a scenario recorded from a run gives the same run, with every output as an expectation")
  func recordedScenarioReproducesRun() throws {
    for name in Self.files {
      let scenario = try ScenarioFile(path: Self.folder.path(name)).scenario
      let first = ScenarioRun(scenario, trace: .text)
      var reader = try TraceReader(bytes: first.trace)
      let recorded = try Scenario(recorded: &reader, expecting: .all)
      let second = ScenarioRun(try ScenarioFile(text: recorded.text).scenario, trace: .text)
      #expect(second.failures == [], "\(name)")
      #expect(try Self.steps(second.trace) == Self.steps(first.trace), "\(name)")
    }
  }

  @Test("a trace becomes a scenario with a simulated engine that can be read and run")
  func simulates() throws {
    for name in ["episode-seeks.trace.jsonl", "http-stall.trace.jsonl", "clip-subtitles.trace.jsonl"] {
      var reader = try TraceReader(path: Self.traces.appending(path: name).path(percentEncoded: false))
      let scenario = try Scenario(simulating: &reader)
      let read = try ScenarioFile(text: scenario.text).scenario
      #expect(read == scenario)
      #expect(ScenarioRun(read).inputs > 0)
    }
  }
}
