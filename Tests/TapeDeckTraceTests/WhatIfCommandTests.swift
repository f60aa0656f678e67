import Foundation
import Testing

@Suite("tapedeck what-if and bisect")
struct WhatIfCommandTests {
  private let fixture: Fixture
  private let story: String

  init() throws {
    fixture = try Fixture()
    story = try fixture.story()
  }

  @Test("Without edits nothing differs; exit code 0")
  func identity() throws {
    let result = try Program.run(["what-if", story])
    #expect(result.exit == 0)
    #expect(result.lines.last == "nothing would have been different: 20 steps equal")
  }

  @Test("A skipped stall is not announced; the edited run is written and replays")
  func skip() throws {
    let output = fixture.file("smooth.trace")
    let result = try Program.run(["what-if", story, "--skip", "12", "--output", output])
    #expect(result.exit == 1)
    #expect(result.output.contains("-      12  00:08.300  starved epoch=1 position=0:33"))
    #expect(result.output.contains("-               → stallEnded reason=engine lasted=2s"))
    #expect(try Program.run(["replay", output]).exit == 0)
  }

  @Test("Inputs, fields and settings; JSON has the documented keys")
  func json() throws {
    let result = try Program.run([
      "what-if", story, "--json", "--insert", "13:{\"e\":\"pause\"}", "--at", "8:offset=40s", "--set",
      "jumpTolerance=1s",
    ])
    #expect(result.exit == 1)
    let object = try result.object()
    #expect(Set(["trace", "equal", "steps", "differences", "omitted", "end"]) == Set(object.keys))
    let steps = try #require(object["steps"] as? [String: Int])
    #expect((steps["onlyB"] ?? 0) >= 1)
  }

  @Test(
    "An invalid edit is a usage error that names the mistake",
    arguments: [
      (["--skip", "x"], "--skip 'x': expected steps"), (["--skip", "99"], "there is no step 99"),
      (["--insert", "3"], "expected a step, a colon and an input"), (["--insert", "3:{\"e\":\"x\"}"], "found \"x\""),
      (["--at", "8:nope=1"], "expected a field of seek"), (["--set", "nope=1"], "there is no setting 'nope'"),
      (["--until", "soon"], "expected an instant"),
    ])
  func wrong(_ arguments: [String], _ words: String) throws {
    let result = try Program.run(["what-if", story] + arguments)
    #expect(result.exit == 2)
    #expect(result.errors.contains(words), "\(result.errors)")
  }

  @Test("bisect names the step where two traces first differ, and both outputs")
  func bisect() throws {
    let text = try fixture.text("story.trace.jsonl")
    let other = try fixture.write(
      text.replacing(
        "\"e\":\"stallBegan\",\"a\":{\"reason\":\"engine\"", with: "\"e\":\"stallBegan\",\"a\":{\"reason\":\"retry\""),
      to: "other.trace.jsonl")
    let result = try Program.run(["bisect", story, other])
    #expect(result.exit == 1)
    #expect(result.output.contains("first difference: step 12; equal after step 11"))
    #expect(result.output.contains("-               → stallBegan reason=engine count=1"))
    #expect(try Program.run(["bisect", story, story]).exit == 0)
    #expect(try Program.run(["bisect", story]).exit == 2)
  }

  @Test("bisect --against the same build finds nothing; against another program it is a usage error")
  func against() throws {
    let same = try Program.run(["bisect", story, "--against", Program.path, "--json"])
    #expect(same.exit == 0)
    #expect(try same.object()["equal"] as? Bool == true)
    #expect(try Program.run(["bisect", story, "--against", "/bin/true"]).exit == 2)
    #expect(try Program.run(["bisect", story, "--against", fixture.file("missing")]).exit == 2)
  }

  @Test("bisect --against a build that behaves differently finds the step with few calls")
  func otherBuild() throws {
    // A build that counts stalls twice from step 12 on.
    let script = """
      #!/bin/bash
      if [ "$1" = replay ]; then
        echo '{"difference":{"step":13,"kind":"output","output":1,"fields":[{"field":"stallEnded.lasted","expected":"2","got":"3"}]}}'
        exit 1
      fi
      "\(Program.path)" "$@" | { if [ "$3" -ge 12 ]; then sed 's/"statistics.stallCount":1/"statistics.stallCount":2/'; else cat; fi; }
      """
    let program = try fixture.write(script, to: "other")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    let result = try Program.run(["bisect", story, "--against", program])
    #expect(result.exit == 1)
    #expect(result.output.contains("first difference: step 12; equal after step 11"))
    #expect(result.output.contains("statistics.stallCount: A 1, B 2"))
    #expect(result.lines.last == "5 comparisons of states, 6 calls")
  }
}
