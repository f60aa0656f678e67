import Foundation
import Testing

@Suite("tapedeck diff")
struct DiffCommandTests {
  private let fixture: Fixture
  private let story: String

  init() throws {
    fixture = try Fixture()
    story = try fixture.story()
  }

  /// The story without its 12th step, the stall.
  private func withoutStall() throws -> String {
    let lines = try fixture.text("story.trace.jsonl").split(separator: "\n").filter { !$0.contains("\"n\":12,") }
    return try fixture.write(lines.joined(separator: "\n") + "\n", to: "smooth.trace.jsonl")
  }

  @Test("A trace and its binary form are equal; exit code 0")
  func equal() throws {
    let result = try Program.run(["diff", story, try fixture.story("story.trace")])
    #expect(result.exit == 0)
    #expect(result.lines.last == "equal: 20 steps equal")
  }

  @Test("A step in only one trace is shown with outputs, the state after it and the equal steps; exit code 1")
  func missingStep() throws {
    let result = try Program.run(["diff", story, try withoutStall()])
    #expect(result.exit == 1)
    #expect(result.output.contains("-      12  00:08.300  starved epoch=1 position=0:33"))
    #expect(result.output.contains("-               → stallBegan reason=engine count=1"))
    #expect(result.output.contains("the states differ from here on (after step 13, replayed)"))
    #expect(result.output.contains("statistics.stallCount: A 1, B 0"))
    #expect(result.output.contains("… 9 equal steps"))
    #expect(result.lines.last?.hasSuffix("1 only in A") == true)
  }

  @Test("A setting is named with both values")
  func setting() throws {
    let text = try fixture.text("story.trace.jsonl").replacing("\"cfg\":{", with: "\"cfg\":{\"openTimeout\":5000000")
    let result = try Program.run(["diff", story, try fixture.write(text, to: "slow.trace.jsonl")])
    #expect(result.exit == 1)
    #expect(result.lines.contains("  openTimeout: A 30 s, B 5 s"))
  }

  @Test("JSON has the documented keys")
  func json() throws {
    let object = try Program.run(["diff", "--json", story, try withoutStall()]).object()
    let keys = ["a", "b", "equal", "settings", "items", "steps", "differences", "omitted", "state", "end", "lockstep"]
    #expect(Set(keys) == Set(object.keys))
    #expect(object["equal"] as? Bool == false)
    let steps = try #require(object["steps"] as? [String: Int])
    #expect(steps["onlyA"] == 1 && steps["onlyB"] == 0)
    let first = try #require((object["differences"] as? [[String: Any]])?.first)
    #expect((first["a"] as? [String: Any])?["input"] as? String == "starved epoch=1 position=33000000")
    #expect(try Program.run(["diff", "--json", story, story]).object()["equal"] as? Bool == true)
  }

  @Test("With --limit the number of hidden differences is reported")
  func limit() throws {
    let result = try Program.run(["diff", "--limit", "0", story, try withoutStall()])
    #expect(result.exit == 1)
    #expect(result.output.contains(/… \d+ steps? more that differ: see --limit/))
  }

  @Test("A field that does not exist and a missing file are usage errors, garbage is damage")
  func wrong() throws {
    let result = try Program.run(["diff", story, story, "--ignore", "instant,nope"])
    #expect(result.exit == 2)
    #expect(result.errors.contains("--ignore 'nope' names no field"))
    #expect(try Program.run(["diff", story, fixture.file("missing")]).exit == 2)
    #expect(try Program.run(["diff", story, fixture.write("garbage", to: "garbage")]).exit == 3)
    #expect(try Program.run(["diff", "-", "-"]).exit == 2)
  }
}
