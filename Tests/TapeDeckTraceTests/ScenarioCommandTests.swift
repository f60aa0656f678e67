import Foundation
import Testing

@Suite("tapedeck simulate SCENARIO, tapedeck scenario TRACE")
struct ScenarioCommandTests {
  private let fixture: Fixture
  private let story: String

  init() throws {
    fixture = try Fixture()
    story = try fixture.story()
  }

  private static let fine = """
    scenario: Fine
    media: {duration: 20 s}
    steps: [play]
    expect: [playing, ended]
    """
  private static let failing = """
    scenario: Failing
    media: {duration: 20 s}
    steps:
      - play
    expect:
      - playing
      - stalled within 5 s
      - at the end: {state: playing, stalls: 1}
    """
  private static let misspelt = """
    scenario: Misspelt
    media: {duraton: 20 s}
    steps:
      - paly
      - at 5: pause
    """

  // MARK: simulate

  @Test("A passing scenario prints one line, with exit code 0; --output writes a trace that replays")
  func passes() throws {
    let file = try fixture.write(Self.fine, to: "fine.yaml")
    let trace = fixture.file("fine.trace.jsonl")
    let result = try Program.run(["simulate", file, "--output", trace])
    #expect(result.exit == 0 && result.lines.count == 1)
    #expect(result.output.contains("fine.yaml: passed: Fine (20 s simulated in"))
    #expect(try Program.run(["replay", "--complete", trace]).exit == 0)
    #expect(try Program.run(["check", trace]).exit == 0)
    #expect(try Program.run(["simulate", "--check", file]).exit == 0)
  }

  @Test("A failed expectation is reported with line, column and what happened instead; exit code 1")
  func fails() throws {
    let file = try fixture.write(Self.failing, to: "failing.yaml")
    let result = try Program.run(["simulate", file])
    #expect(result.exit == 1)
    #expect(result.output.contains("failing.yaml: FAILED: Failing"))
    #expect(result.output.contains("failing.yaml:7:5: stalled within 5 s: it was not reported"))
    #expect(result.output.contains("failing.yaml:8:5: at the end:"))
    #expect(result.output.contains("state is ended, expected playing"))

    let object = try Program.run(["simulate", file, "--json"]).object()
    #expect(object["verdict"] as? String == "failed" && object["name"] as? String == "Failing")
    let failures = try #require(object["failures"] as? [[String: Any]])
    #expect(failures.map { $0["line"] as? Int } == [7, 8] && failures.map { $0["column"] as? Int } == [5, 5])
  }

  @Test("Invalid text is reported with line, column and the nearest valid word; exit code 3")
  func damaged() throws {
    let file = try fixture.write(Self.misspelt, to: "misspelt.yaml")
    let result = try Program.run(["simulate", file])
    #expect(result.exit == 3 && result.output.isEmpty)
    #expect(result.errors.contains("misspelt.yaml:2:9: media:") && result.errors.contains("Did you mean 'duration'?"))
    #expect(result.errors.contains("misspelt.yaml:4:5: steps:") && result.errors.contains("'play'"))
    #expect(result.errors.contains("misspelt.yaml:5:5: steps: expected a time"))
    let object = try Program.run(["simulate", file, "--json"]).object()
    #expect(object["verdict"] as? String == "damaged")
    #expect((object["failures"] as? [[String: Any]])?.first?["line"] as? Int == 2)
  }

  @Test("Each of several scenarios prints a line, the worst decides, and the last line counts them")
  func several() throws {
    let fine = try fixture.write(Self.fine, to: "fine.yaml")
    let failing = try fixture.write(Self.failing, to: "failing.yaml")
    let misspelt = try fixture.write(Self.misspelt, to: "misspelt.yaml")
    let missing = fixture.file("no-such.yaml")
    let two = try Program.run(["simulate", fine, failing])
    #expect(two.exit == 1 && two.errors.contains("2 scenarios: 1 passed, 1 failed"))
    let all = try Program.run(["simulate", missing, fine, misspelt, failing])
    #expect(all.exit == 3 && all.errors.contains("4 scenarios: 1 passed, 1 failed, 2 not simulated"))
    #expect(all.errors.contains("no-such.yaml: open failed: No such file or directory"))
    let json = try Program.run(["simulate", missing, fine, failing, "--json"])
    let verdicts = try json.lines.map { line in
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    }.map { $0?["verdict"] as? String }
    #expect(verdicts == ["unusable", "passed", "failed"])
    #expect(try Program.run(["simulate", missing]).exit == 2)
  }

  @Test("--check checks properties, too: an engine slower than the time-out trips a watchdog")
  func check() throws {
    let file = try fixture.write(
      """
      scenario: Slow
      media: {duration: 20 s}
      engine: {open: 35 s}
      steps: [play]
      """, to: "slow.yaml")
    #expect(try Program.run(["simulate", file]).exit == 0)
    let result = try Program.run(["simulate", "--check", file])
    #expect(result.exit == 1 && result.output.contains("watchdog-bites does not hold"))
    let object = try Program.run(["simulate", "--check", file, "--json"]).object()
    #expect(object["verdict"] as? String == "failed" && object["property"] as? String == "watchdog-bites")
  }

  @Test("A scenario without expectations is played, not passed, and that is reported unless it is kept or checked")
  func aimless() throws {
    let file = try fixture.write("scenario: Aimless\nmedia: {duration: 20 s}\nsteps: [play]", to: "aimless.yaml")
    let result = try Program.run(["simulate", file])
    #expect(result.exit == 0 && result.output.contains("aimless.yaml: played, nothing expected: Aimless"))
    #expect(result.errors.contains("nothing was tested") && !result.output.contains("passed"))
    #expect(try Program.run(["simulate", file, "--json"]).object()["verdict"] as? String == "played")
    #expect(try Program.run(["simulate", file, "--output", fixture.file("a.trace")]).errors.isEmpty)
    let checked = try Program.run(["simulate", "--check", file])
    #expect(checked.exit == 0 && checked.output.contains("passed") && checked.errors.isEmpty)
    let fine = try fixture.write(Self.fine, to: "fine.yaml")
    let both = try Program.run(["simulate", file, fine])
    #expect(both.errors.contains("2 scenarios: 1 passed, 0 failed, 1 without expectations"))
  }

  @Test("Contradictory options are usage errors")
  func usage() throws {
    let fine = try fixture.write(Self.fine, to: "fine.yaml")
    let other = try fixture.write(Self.failing, to: "other.yaml")
    for words in [
      [fine, "--json", "--timeline"], [fine, other, "--output", fixture.file("a.trace")], [fine, "--quality", "3"],
      [fine, "--sabre-compat"], [],
    ] {
      #expect(try Program.run(["simulate"] + words).exit == 2, "\(words)")
    }
    let timeline = try Program.run(["simulate", fine, "--timeline"])
    #expect(timeline.exit == 0 && timeline.lines.count > 5)
  }

  // MARK: scenario

  @Test("A recorded session becomes a scenario that reproduces it")
  func scenario() throws {
    let file = fixture.file("story.yaml")
    #expect(try Program.run(["scenario", story, "--output", file]).exit == 0)
    let again = fixture.file("again.trace.jsonl")
    let result = try Program.run(["simulate", file, "--output", again])
    #expect(result.exit == 0, "\(result.output)\(result.errors)")
    #expect(try Program.run(["diff", story, again]).exit == 0)
    let all = try Program.run(["scenario", story, "--expect", "all"])
    #expect(all.exit == 0 && all.output.contains("expect:") && all.output.contains("engine: recorded"))
    let none = try Program.run(["scenario", story, "--expect", "none"])
    #expect(none.exit == 0 && !none.output.contains("expect:"))
  }

  @Test("With --simulate a computed engine replaces the recorded reports")
  func simulated() throws {
    let file = fixture.file("computed.yaml")
    let result = try Program.run(["scenario", story, "--simulate", "--output", file])
    #expect(result.exit == 0)
    let text = try fixture.text("computed.yaml")
    #expect(text.contains("media:") && !text.contains("engine: recorded"))
    #expect(try Program.run(["simulate", file]).exit == 0)
    #expect(try Program.run(["scenario", story, "--simulate", "--expect", "all"]).exit == 2)
  }

  @Test("Garbage is damage; a missing trace and an unwritable path are usage errors")
  func wrong() throws {
    let garbage = try Program.run(["scenario", try fixture.write("garbage", to: "garbage")])
    #expect(garbage.exit == 3 && garbage.output.isEmpty && garbage.errors.contains("this is not a trace"))
    #expect(try Program.run(["scenario", fixture.file("no-such.trace")]).exit == 2)
    let nowhere = try Program.run(["scenario", story, "--output", fixture.file("no/such/folder.yaml")])
    #expect(nowhere.exit == 2 && nowhere.errors.contains("No such file or directory"))
    #expect(try Program.run(["scenario", story, "--expect", "some"]).exit == 2)
  }
}
