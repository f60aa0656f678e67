import Foundation
import PlayerCore
import Testing

@testable import tapedeck

@Suite("tapedeck at")
struct AtCommandTests {
  private let fixture: Fixture
  private let story: String

  init() throws {
    fixture = try Fixture()
    story = try fixture.story()
  }

  @Test("Derived values first, then differences from a fresh player, by machine")
  func text() throws {
    let result = try Program.run(["at", story, "12"])
    #expect(result.exit == 0)
    #expect(result.lines.first?.hasSuffix("story.trace.jsonl: after step 12, at 00:08.300") == true)
    for line in [
      "  state                     stalled", "  phase                     prepared",
      "  item                      media/song.m4a", "  position                  0:33 of 1:00, at rest",
      "transport", "  waiting                   stall", "statistics", "  stallCount                1",
    ] {
      #expect(result.lines.contains(line), "\(line) is not in\n\(result.output)")
    }
    #expect(!result.output.contains("isLooping"), "as in a fresh player")
    #expect(result.output.contains(/next deadline +\d\d:\d\d\.\d{3} \(would cause: failed reason=deadline failure=/))
  }

  @Test("--all shows every field")
  func all() throws {
    let result = try Program.run(["at", story, "12", "--all"])
    #expect(result.output.contains("isLooping                 no"))
    #expect(result.output.contains("openTimeout"))
  }

  @Test("At an instant between steps the playhead has advanced")
  func betweenSteps() throws {
    let object = try Program.run(["at", story, "3.06", "--json"]).object()
    #expect(object["step"] as? Int == 7)
    #expect(object["instant"] as? Int == 3_060_000)
    let derived = try #require(object["derived"] as? [String: Any])
    #expect(derived["position"] as? Int == 3_000_000)
    #expect(derived["state"] as? String == "playing")
  }

  @Test("JSON has the documented keys, and every field of the state")
  func json() throws {
    let object = try Program.run(["at", story, "end", "--json"]).object()
    #expect(Set(["trace", "step", "instant", "digest", "derived", "state", "changed"]) == Set(object.keys))
    let derived = try #require(object["derived"] as? [String: Any])
    let keys = [
      "state", "phase", "wantsPlay", "isMoving", "position", "duration", "rate", "supply", "bufferedAhead", "failure",
      "nextDeadline", "deadlineOutputs", "source",
    ]
    #expect(Set(keys) == Set(derived.keys))
    #expect(derived["failure"] as? String == "io")
    let state = try #require(object["state"] as? [String: Any])
    #expect(state["setting.openTimeout"] as? Int == 30_000_000)
    #expect(state["content.item"] as? Int == 1)
  }

  @Test("The state at the end has the digest of the end record")
  func digest() throws {
    let info = try Program.run(["info", "--json", story]).object()
    let end = try Program.run(["at", "--json", story, "end"]).object()
    #expect(end["digest"] as? String == info["digest"] as? String)
  }

  @Test("Step 0 is a fresh player")
  func zero() throws {
    let result = try Program.run(["at", story, "0"])
    #expect(result.exit == 0)
    #expect(result.output.contains("Everything is as in a new player."))
  }

  @Test("Names in the last step are resolved from there, however long the trace is", arguments: [20_000, 100_000])
  func lateNames(steps: Int) throws {
    let moment = try Moment(of: try fixture.late(steps: steps), at: .end)
    #expect(moment.step == Int64(steps + 4))
    #expect(moment.names.text(moment.player.failure.text) == "connection reset")
    #expect(moment.names.source(moment.player.item) == "media/song.m4a")
    #expect(moment.names.recordCount < 62_000, "\(moment.names.recordCount)")
  }

  @Test("A step that does not exist is a usage error")
  func missingStep() throws {
    let result = try Program.run(["at", story, "21"])
    #expect(result.exit == 2)
    #expect(result.errors.contains("there is no step 21; the last step is 20"))
  }
}
