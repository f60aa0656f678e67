import Foundation
import Testing

@Suite("tapedeck blame and tapedeck test")
struct BlameCommandTests {
  private let fixture: Fixture
  private let story: String

  init() throws {
    fixture = try Fixture()
    story = try fixture.story()
  }

  @Test("JSON has the documented keys; its edits make the run differ")
  func json() throws {
    let result = try Program.run(["blame", story, "--json"])
    #expect(result.exit == 0 && result.errors == "")
    let object = try result.object()
    #expect(Set(object.keys) == ["trace", "outcome", "steps", "complete", "tried", "inputs"])
    #expect(object["complete"] as? Bool == true && object["steps"] as? Int == 20)
    let inputs = try #require(object["inputs"] as? [[String: Any]])
    let failed = try #require(inputs.first { $0["step"] as? Int == 20 })
    #expect(failed["input"] as? String == "failed")
    let without = try #require(failed["without"] as? [String: Any])
    #expect((without["outcome"] as? [String: Any])?["failure"] as? String == "none")
    for input in inputs {
      for name in ["without", "earlier", "later"] {
        guard let found = input[name] as? [String: Any], let edits = found["edits"] as? [String] else { continue }
        #expect(try Program.run(["what-if", story] + edits).exit == 1, "\(edits)")
      }
    }
  }

  @Test("The text names the inputs, and a command that shows one; too small a budget exits with 1")
  func text() throws {
    let result = try Program.run(["blame", story])
    #expect(result.exit == 0 && result.output.contains("step 20  00:15.000  failed epoch=1"))
    #expect(result.output.contains("  without it          ends with "))
    let short = try Program.run(["blame", story, "--budget", "30"])
    #expect(short.exit == 1 && short.output.contains("not complete: of 20 steps"))
    #expect(try Program.run(["blame", story, "--budget", "0"]).exit == 2)
    #expect(try Program.run(["blame", fixture.file("missing")]).exit == 2)
  }

  @Test("A trace becomes a test in either language")
  func tests() throws {
    let swift = try Program.run(["test", story])
    #expect(swift.exit == 0 && swift.output.contains("import Testing") && swift.output.contains("report.steps == 20"))
    let script = try Program.run(["test", story, "--in", "javascript"])
    #expect(script.exit == 0 && script.output.contains("import { Player } from \"tapedeck\""))
    #expect(try Program.run(["test", story, "--in", "pascal"]).exit == 2)
    #expect(try Program.run(["test", fixture.file("missing")]).exit == 2)
  }
}
