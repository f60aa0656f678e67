import Foundation
import PlayerTrace
import Testing

@Suite("tapedeck replay")
struct ReplayCommandTests {
  private let fixture: Fixture
  private let story: String

  init() throws {
    fixture = try Fixture()
    story = try fixture.story()
  }

  /// The story with a recorded stall count that the replay does not produce.
  private func changed() throws -> String {
    try fixture.write(
      try fixture.text("story.trace.jsonl").replacing(
        "\"e\":\"stallBegan\",\"a\":{\"reason\":\"engine\",\"count\":1}",
        with: "\"e\":\"stallBegan\",\"a\":{\"reason\":\"engine\",\"count\":7}"), to: "changed.trace.jsonl")
  }

  @Test("A trace that replays prints one line, with exit code 0")
  func equal() throws {
    let result = try Program.run(["replay", story])
    #expect(result.exit == 0)
    #expect(result.errors == "")
    let line = /.+story\.trace\.jsonl: ok, 20 inputs, \d+ outputs, 00:15\.000 in .+, digest [0-9a-f]{16}, finished/
    #expect(result.lines.count == 1)
    #expect(result.lines.first?.wholeMatch(of: line) != nil, "\(result.output)")
  }

  @Test("A difference is reported with line, step, field, both values, the state and the steps before; exit code 1")
  func difference() throws {
    let result = try Program.run(["replay", try changed()])
    #expect(result.exit == 1)
    #expect(result.output.contains(": DIFFERS"))
    #expect(result.output.contains(/changed\.trace\.jsonl:\d+: step 12 at 00:08\.300: output 2 differs/))
    #expect(result.output.contains("stallBegan.count: expected 7, got 1"))
    #expect(result.output.contains("state before the step: playing at 0:33 of 1:00"))
    #expect(result.output.contains("state after the step:  stalled at 0:33 of 1:00"))
    #expect(result.output.contains("> 12  00:08.300  starved epoch=1 position=0:33"))
    #expect(result.output.contains(">   - → stallBegan reason=engine count=7"))
    #expect(result.output.contains(">   + → stallBegan reason=engine count=1"))
    #expect(result.output.contains("  6  00:00.060  ") == false, "at most five steps before")
  }

  @Test("The reported line contains the record that differs")
  func differenceLine() throws {
    let path = try changed()
    let object = try Program.run(["replay", "--json", path]).object()
    let difference = try #require(object["difference"] as? [String: Any])
    let line = try #require(difference["line"] as? Int)
    let text = try fixture.text("changed.trace.jsonl").split(separator: "\n")[line - 1]
    #expect(text.hasPrefix("{\"k\":\"o\",\"n\":12,\"e\":\"stallBegan\""))
    #expect(difference["kind"] as? String == "output")
    let fields = try #require(difference["fields"] as? [[String: String]])
    #expect(fields == [["field": "stallBegan.count", "expected": "7", "got": "1"]])
  }

  @Test("JSON has the documented keys")
  func json() throws {
    let object = try Program.run(["replay", "--json", story]).object()
    let keys = [
      "trace", "verdict", "inputs", "outputs", "checkpoints", "start", "lastStep", "lastInstant", "wall", "digest",
      "digestsCompared", "extent",
    ]
    #expect(Set(keys).isSubset(of: object.keys))
    #expect(object["verdict"] as? String == "ok")
    #expect(object["extent"] as? String == "finished")
    #expect(object["lastInstant"] as? Int == 15_000_000)
  }

  @Test("Several traces: all are replayed, the summary counts, the exit code is the worst")
  func several() throws {
    let garbage = try fixture.write("garbage", to: "garbage")
    let result = try Program.run(["replay", try changed(), fixture.file("missing"), garbage, story])
    #expect(result.exit == 3)
    #expect(result.output.contains("story.trace.jsonl: ok"))
    #expect(result.errors.contains("4 traces: 1 ok, 1 differs, 1 damaged, 1 unusable"))
    #expect(try Program.run(["replay", story, try changed()]).exit == 1)
  }

  @Test("Both forms give the same verdict and digest")
  func binary() throws {
    let binary = try fixture.story("story.trace")
    let (a, b) = (
      try Program.run(["replay", "--json", story]).object(), try Program.run(["replay", "--json", binary]).object()
    )
    #expect(a["digest"] as? String == b["digest"] as? String)
    #expect(b["verdict"] as? String == "ok")
  }

  @Test("--until stops at the given place", arguments: [("10", 10), ("5.1", 8), ("0:08.300", 12), ("end", 20)])
  func until(_ place: String, _ step: Int) throws {
    let object = try Program.run(["replay", "--json", "--until", place, story]).object()
    #expect(object["lastStep"] as? Int == step)
    #expect(object["verdict"] as? String == "ok")
  }

  @Test(
    "--from starts at the checkpoint before the place",
    arguments: [("300", 256), ("3.0", 256), ("600", 512), ("10", 0)])
  func from(_ place: String, _ checkpoint: Int) throws {
    let result = try Program.run(["replay", "--json", "--from", place, try fixture.long()])
    #expect(result.exit == 0)
    let object = try result.object()
    #expect(object["start"] as? Int == checkpoint)
    #expect(object["lastStep"] as? Int == 600)
  }

  @Test("An unfinished trace is verified to its last step; --complete rejects it")
  func unfinished() throws {
    let path = try fixture.story("open.trace.jsonl", ending: nil)
    let result = try Program.run(["replay", path])
    #expect(result.exit == 0)
    #expect(result.output.contains("ok, 20 inputs"))
    #expect(result.output.contains("UNFINISHED"))
    #expect(try Program.run(["replay", "--complete", path]).exit == 3)
    #expect(try Program.run(["replay", "--complete", story]).exit == 0)
  }

  @Test("The lost bytes of a torn trace are reported")
  func torn() throws {
    let text = try fixture.text("story.trace.jsonl")
    let path = try fixture.write(String(text.prefix(text.count / 2)), to: "torn.trace.jsonl")
    let result = try Program.run(["replay", path])
    #expect(result.exit == 0)
    #expect(result.output.contains(/TORN: .+ \d+ bytes lost, everything up to step \d+ is read/))
    let object = try Program.run(["replay", "--json", path]).object()
    #expect(object["extent"] as? String == "torn")
    #expect((object["bytesLost"] as? Int ?? 0) > 0)
  }

  @Test("Standard input can be the trace")
  func standardInput() throws {
    let result = try Program.run(["replay", "-"], input: try fixture.text("story.trace.jsonl"))
    #expect(result.exit == 0)
    #expect(result.output.hasPrefix("-: ok, 20 inputs"))
  }
}
