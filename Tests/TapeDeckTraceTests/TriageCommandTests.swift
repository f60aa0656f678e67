import Foundation
import PlayerCore
import PlayerTrace
import Testing

@Suite("tapedeck triage")
struct TriageCommandTests {
  private let fixture: Fixture
  private let story: String

  init() throws {
    fixture = try Fixture()
    story = try fixture.story()
  }

  @Test("A failure is explained, shrunk, and becomes a scenario that passes as long as it is reported")
  func failure() throws {
    let result = try Program.run(["triage", story])
    #expect(result.exit == 1)
    for words in [
      "check     every property holds", "found     failed io at step", "why", "nothing can be left out",
      "trace     \(fixture.file("story.triage.trace.jsonl"))",
      "next      tapedeck simulate \(fixture.file("story.triage.yaml"))",
    ] { #expect(result.output.contains(words), "\(result.output)") }
    let simulated = try Program.run(["simulate", fixture.file("story.triage.yaml"), "--json"])
    #expect(simulated.exit == 0 && simulated.output.contains(#""verdict":"passed""#))
    let scenario = try fixture.text("story.triage.yaml")
    #expect(scenario.hasPrefix("# ") && scenario.contains("- failed with failure io"), "\(scenario)")
    #expect(try Program.run(["check", fixture.file("story.triage.trace.jsonl")]).exit == 0)
    // The original is unchanged.
    #expect(try Program.run(["replay", "--complete", story]).exit == 0)
  }

  @Test("With --redact none of the words remain, and the trace is marked as redacted")
  func redacted() throws {
    let folder = fixture.file("made")
    let result = try Program.run(["triage", story, "--redact", "--output", folder, "--json"])
    #expect(result.exit == 1)
    let object = try result.object()
    #expect(object["verdict"] as? String == "found" && object["isRedacted"] as? Bool == true)
    #expect((object["finding"] as? [String: Any])?["words"] as? String == "failed io")
    let made = object["regression"] as? [String: Any]
    #expect(made?["scenarioVerdict"] as? String == "passesWhileReported" && made?["isMinimal"] as? Bool == true)
    #expect(made?["trace"] as? String == "\(folder)/story.triage.trace.jsonl")
    for file in ["made/story.triage.trace.jsonl", "made/story.triage.yaml"] {
      let text = try fixture.text(file)
      for word in ["song", "connection reset", "Verse", "story", fixture.path] {
        #expect(!text.contains(word), "\(text)")
      }
    }
    #expect(try Program.run(["info", "\(folder)/story.triage.trace.jsonl"]).output.contains("redacted"))
  }

  @Test("--until selects what is investigated; what does not happen exits with 1")
  func until() throws {
    let stall = try Program.run(["triage", story, "--until", "stallBegan", "--json"])
    #expect(stall.exit == 1)
    #expect((try stall.object()["finding"] as? [String: Any])?["words"] as? String == "stallBegan")
    #expect(try fixture.text("story.triage.yaml").contains("- stallBegan"))
    let never = try Program.run(["triage", story, "--until", "looped", "--json"])
    #expect(never.exit == 1 && never.errors.contains("'looped' is never reported"))
    #expect((try never.object()["error"] as? [String: Any])?["message"] != nil)
    #expect(try Program.run(["triage", story, "--until", "nonsense"]).exit == 2)
  }

  @Test("A healthy trace is reported as such, and nothing is written")
  func healthy() throws {
    let lines = try fixture.text("story.trace.jsonl").split(separator: "\n")
    let until = lines.firstIndex { $0.contains("positionReported") || $0.contains(#""e":"starved""#) } ?? 0
    let healthy = try fixture.write(lines[..<until].joined(separator: "\n") + "\n", to: "healthy.trace.jsonl")
    let result = try Program.run(["triage", healthy])
    #expect(
      result.exit == 0 && result.output.contains("nothing: no failure, no stall, no broken property"),
      "\(result.output)")
    #expect(result.output.contains("next      tapedeck timeline"))
    #expect(!FileManager.default.fileExists(atPath: fixture.file("healthy.triage.yaml")))
  }

  @Test("A damaged trace is triaged up to the damage, and exits with 3")
  func damaged() throws {
    var lines = try fixture.text("story.trace.jsonl").split(separator: "\n").map(String.init)
    // The step before the damage may lack outputs, and is not counted.
    let pause = try #require(lines.firstIndex { $0.contains(#""e":"pause""#) })
    lines.insert("no JSON", at: pause)
    let damaged = try fixture.write(lines.joined(separator: "\n") + "\n", to: "damaged.trace.jsonl")
    let result = try Program.run(["triage", damaged, "--json"])
    #expect(result.exit == 3)
    let object = try result.object()
    #expect((object["error"] as? [String: Any])?["line"] as? Int == pause + 1)
    #expect((object["finding"] as? [String: Any])?["words"] as? String == "stallBegan")
    #expect(FileManager.default.fileExists(atPath: fixture.file("damaged.triage.yaml")))
  }

  @Test("Outputs that this version does not produce are named")
  func otherOutputs() throws {
    let text = try fixture.text("story.trace.jsonl").split(separator: "\n")
      .filter { !$0.contains("stallEnded") && !$0.contains(#""k":"z""#) }
    let other = try fixture.write(text.joined(separator: "\n") + "\n", to: "other.trace.jsonl")
    let result = try Program.run(["triage", other])
    #expect(result.exit == 1 && result.output.contains("first difference"), "\(result.output)\(result.errors)")
  }
}
