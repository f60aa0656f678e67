import Foundation
import Testing

@Suite("tapedeck check")
struct CheckCommandTests {
  private let fixture: Fixture
  private let story: String

  init() throws {
    fixture = try Fixture()
    story = try fixture.story()
  }

  /// The story with a wrong stall count.
  private func miscounted() throws -> String {
    let text = try fixture.text("story.trace.jsonl")
    let wrong = text.replacing(
      "\"e\":\"stallBegan\",\"a\":{\"reason\":\"engine\",\"count\":1}",
      with: "\"e\":\"stallBegan\",\"a\":{\"reason\":\"engine\",\"count\":2}")
    #expect(wrong != text)
    return try fixture.write(wrong, to: "miscounted.trace.jsonl")
  }

  @Test("A trace with the player's own outputs is clean; exit code 0")
  func clean() throws {
    let result = try Program.run(["check", story])
    #expect(result.exit == 0)
    #expect(result.lines.count == 1 && result.output.hasPrefix("ok  "))
  }

  @Test("A changed output is an issue with id, severity, step and both values; exit code 1")
  func issue() throws {
    let result = try Program.run(["check", try miscounted()])
    #expect(result.exit == 1)
    #expect(result.output.contains("1 issue  "))
    #expect(result.output.contains(/recorded-otherwise {2}step 12 at 00:08\.300/))
    #expect(result.output.contains("must hold: the outputs in a trace are those that its inputs cause"))
  }

  @Test("The command that explains an issue can be copied, whatever the path contains")
  func quoted() throws {
    let odd = fixture.file("it's $HOME.trace.jsonl")
    try FileManager.default.copyItem(atPath: try miscounted(), toPath: odd)
    let line = try #require(try Program.run(["check", odd]).lines.last)
    let command = try #require(line.components(separatedBy: "why: tapedeck ").last)
    #expect(try Program.shell("\"$TAPEDECK\" \(command)").output.contains("step 12 "), "\(line)")
  }

  @Test("An allowed issue does not count")
  func allowed() throws {
    let trace = try miscounted()
    #expect(try Program.run(["check", trace, "--allow", "recorded-otherwise"]).exit == 0)
    #expect(try Program.run(["check", trace, "--property", "clock-wrong"]).exit == 0)
  }

  @Test("JSON has the documented keys, one object for each trace")
  func json() throws {
    let result = try Program.run(["check", "--json", story, try miscounted()])
    #expect(result.exit == 1 && result.lines.count == 2)
    let objects = try result.lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(objects.map { $0["verdict"] as? String } == ["ok", "issues"])
    let issue = try #require((objects[1]["issues"] as? [[String: Any]])?.first)
    #expect(Set(issue.keys) == ["property", "severity", "step", "instant", "title", "source", "detail"])
    #expect(issue["step"] as? Int == 12 && issue["instant"] as? Int == 8_300_000)
  }

  @Test("Every property is listed; an unknown name is a usage error, with the nearest one")
  func list() throws {
    let result = try Program.run(["check", "--list"])
    #expect(result.exit == 0)
    #expect(
      result.output.contains(/plays-although-paused +critical +state .*\(Sources\/Reference\.docc\/BugZoo\.md#7\)/))
    #expect(result.output.contains(/heir-wrong +error +session .* at: commitSegments +\(/))
    let line = try #require(
      try Program.run(["check", "--list", "--json", "--property", "sought-elsewhere"]).lines.first)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(Set(object.keys) == ["id", "severity", "title", "source", "inputs", "needs"])
    #expect(object["inputs"] as? [String] == ["deadline", "engine", "seek", "restart"])
    #expect(object["needs"] as? String == "session")
    let wrong = try Program.run(["check", story, "--allow", "play-although-paused"])
    #expect(wrong.exit == 2)
    #expect(wrong.errors.contains("The nearest is 'plays-although-paused'"))
  }

  @Test("A missing file is a usage error, garbage is damage, and neither hides the others")
  func wrong() throws {
    #expect(try Program.run(["check"]).exit == 2)
    #expect(try Program.run(["check", fixture.file("missing")]).exit == 2)
    let result = try Program.run(["check", try fixture.write("garbage", to: "garbage"), story])
    #expect(result.exit == 3)
    #expect(result.output.hasPrefix("ok  "))
  }

  @Test("Where nothing would be checked, that is reported")
  func nothingToCheck() throws {
    let fixture = try Fixture()
    let empty = try fixture.long("empty.trace.jsonl", steps: 1)
    let head = try fixture.text("empty.trace.jsonl").split(separator: "\n")[0]
    _ = try fixture.write(head + "\n", to: "empty.trace.jsonl")
    let result = try Program.run(["check", empty])
    #expect(result.exit == 2 && result.errors.contains("it has no inputs"))
    let id = "plays-although-paused"
    for words in [["check", empty], ["fuzz", "--seeds", "1"]] {
      let result = try Program.run(words + ["--property", id, "--allow", id])
      #expect(result.exit == 2 && result.errors.contains("No property is left"), "\(result.errors)")
    }
    let replayed = try Program.run(["replay", empty])
    #expect(replayed.exit == 0 && replayed.errors.contains("nothing was verified"))
    let skipping = try Program.run(["segments", try fixture.write("5 6 0\n", to: "a.edl"), "--skip", "no-such-word"])
    #expect(skipping.exit == 0 && skipping.errors.contains("matches --skip 'no-such-word'"))
    #expect(try Program.run(["cat", empty, "--only", ","]).exit == 2)
    #expect(try Program.run(["cat", empty, "--kinds", ","]).exit == 2)
  }
}
