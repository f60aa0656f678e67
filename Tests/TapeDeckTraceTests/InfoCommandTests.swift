import Foundation
import PlayerTrace
import Testing

@Suite("tapedeck info")
struct InfoCommandTests {
  private let fixture: Fixture
  private let story: String

  init() throws {
    fixture = try Fixture()
    story = try fixture.story()
  }

  @Test("The text lists what the trace contains")
  func text() throws {
    let result = try Program.run(["info", story])
    #expect(result.exit == 0)
    for line in [
      "  tool        tests", "  engine      fixture 1", "  item 1      media/song.m4a",
      "  inputs      20: 4 commands, 16 engine events", "  duration    00:15.000, steps 1 to 20",
      "  mark        after step 16: the listener yawns", "  verdict     finished",
    ] {
      #expect(result.lines.contains(line), "\(line) is not in\n\(result.output)")
    }
    #expect(result.output.contains(/form +text, version 2, [\d ]+ bytes \([\d.]+ per input\)/))
  }

  @Test("--messages counts by name")
  func messages() throws {
    let result = try Program.run(["info", "--messages", story])
    #expect(result.lines.contains("    4  playbackStarted"))
    #expect(result.lines.contains("    1  stallBegan"))
  }

  @Test("JSON has the documented keys")
  func json() throws {
    let object = try Program.run(["info", "--json", story]).object()
    let keys = [
      "trace", "form", "version", "vocabulary", "behaviour", "engine", "tool", "note", "isExcerpt", "settings", "items",
      "inputs", "outputs", "inputNames", "outputNames", "checkpoints", "marks", "firstStep", "lastStep", "duration",
      "verdict", "digest", "bytes",
    ]
    #expect(Set(keys).isSubset(of: object.keys))
    #expect((object["inputs"] as? [String: Int])?["total"] == 20)
    #expect((object["inputNames"] as? [String: Int])?["buffered"] == 3)
    #expect((object["items"] as? [[String: Any]])?.first?["source"] as? String == "media/song.m4a")
    #expect(object["verdict"] as? String == "finished")
  }

  @Test(
    "The ending is reported",
    arguments: [
      (TraceEnding.interrupted(by: "SIGINT"), "finished: interrupted by SIGINT"),
      (.failed("no room"), "finished: no room"),
    ])
  func endings(_ ending: TraceEnding, _ words: String) throws {
    let path = try fixture.story("ending.trace.jsonl", ending: ending)
    #expect(try Program.run(["info", path]).lines.contains("  verdict     \(words)"))
  }

  @Test("An unfinished trace is not damaged")
  func unfinished() throws {
    let result = try Program.run(["info", try fixture.story("open.trace", ending: nil)])
    #expect(result.exit == 0)
    #expect(result.output.contains("verdict     unfinished"))
  }

  @Test("Records before the damage are counted; exit code 3")
  func damaged() throws {
    var lines = try fixture.text("story.trace.jsonl").split(separator: "\n").map(String.init)
    lines[30] = "nonsense"
    let path = try fixture.write(lines.joined(separator: "\n") + "\n", to: "damaged.trace.jsonl")
    let result = try Program.run(["info", path])
    #expect(result.exit == 3)
    #expect(result.output.contains("verdict     damaged: everything up to step"))
    #expect(result.errors.contains("damaged.trace.jsonl: line 31 (byte"))
  }
}
