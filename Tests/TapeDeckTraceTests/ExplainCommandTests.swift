import Foundation
import Testing

@Suite("tapedeck explain")
struct ExplainCommandTests {
  private let fixture: Fixture
  private let story: String

  init() throws {
    fixture = try Fixture()
    story = try fixture.story()
  }

  @Test("Without a step the last failure is explained: what was reported, what caused it, why nothing plays")
  func failure() throws {
    let result = try Program.run(["explain", story])
    #expect(result.exit == 0 && result.errors == "")
    #expect(result.lines.first?.contains("step 20  00:15.000  failed epoch=1 failure=io detail=104") == true)
    #expect(result.output.contains("└─ the opening it belongs to began with"))
    #expect(result.output.contains("step 1  00:00.000  load request=1 item=\"media/song.m4a\""))
    #expect(result.output.contains("failure       playback failed: io 104 \"connection reset\"  (since step 20)"))
  }

  @Test(
    "A step or an instant follows a colon, or a space",
    arguments: [("12", 12), ("0:08.300", 12), ("8.4", 12), ("end", 20), ("3", 3)])
  func place(_ place: String, _ step: Int) throws {
    let result = try Program.run(["explain", "--json", "\(story):\(place)"])
    #expect(result.exit == 0)
    #expect(try result.object()["step"] as? Int == step)
  }

  @Test("JSON has the documented keys, and the stall's reason")
  func json() throws {
    let object = try Program.run(["explain", "--json", "\(story):12"]).object()
    #expect(Set(["trace", "step", "why", "state", "notPlaying"]) == Set(object.keys))
    let why = try #require(object["why"] as? [String: Any])
    #expect(why["role"] as? String == "subject")
    let causes = try #require(why["causes"] as? [[String: Any]])
    #expect(causes.first?["role"] as? String == "data")
    let reasons = try #require(object["notPlaying"] as? [[String: Any]])
    #expect(reasons.first?["axis"] as? String == "supply")
    #expect(reasons.first?["since"] as? Int == 12)
  }

  @Test("A step that does not exist and a missing file are usage errors; standard input without a trace is damage")
  func wrong() throws {
    let missing = try Program.run(["explain", "\(story):21"])
    #expect(missing.exit == 2)
    #expect(missing.errors.contains("there is no step 21"))
    #expect(try Program.run(["explain", fixture.file("missing")]).exit == 2)
    #expect(try Program.run(["explain", "-"]).exit == 3)
  }
}
