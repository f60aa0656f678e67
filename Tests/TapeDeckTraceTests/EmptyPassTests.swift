import Foundation
import Testing

@Suite("A pass that tests nothing is reported")
struct EmptyPassTests {
  private let fixture: Fixture
  private let story: String

  init() throws {
    fixture = try Fixture()
    story = try fixture.story()
  }

  @Test("--from after --until is a usage error", arguments: ["cat", "replay", "timeline"])
  func backwards(_ command: String) throws {
    for (from, until) in [("12", "3"), ("12s", "3s"), ("end", "3")] {
      let result = try Program.run([command, story, "--from", from, "--until", until])
      #expect(result.exit == 2)
      #expect(result.errors.contains("lies after --until"), "\(result.errors)")
      #expect(result.output == "")
    }
  }

  @Test("--from after the end of the trace is a usage error", arguments: ["cat", "replay", "timeline"])
  func beyond(_ command: String) throws {
    for place in ["21", "15.001"] {
      let result = try Program.run([command, story, "--from", place])
      #expect(result.exit == 2, "\(result.errors)")
      #expect(result.errors.contains("the trace ends with step 20, at 00:15.000"), "\(result.errors)")
    }
  }

  @Test("--until before the first step leaves nothing to compare or draw", arguments: ["replay", "timeline"])
  func early(_ command: String) throws {
    let result = try Program.run([command, story, "--until", "0"])
    #expect(result.exit == 2)
    #expect(result.errors.contains("there is no step"), "\(result.errors)")
  }

  @Test("at with an instant after the end is a usage error that names the end")
  func at() throws {
    let result = try Program.run(["at", story, "15.5"])
    #expect(result.exit == 2)
    #expect(result.errors.contains("there is no instant 15.5 s; the trace ends at 15 s, after step 20"))
    #expect(try Program.run(["at", story, "15.0"]).exit == 0)
  }

  @Test("A cat filter that matches nothing causes a warning: the empty result may be the answer")
  func filter() throws {
    let result = try Program.run(["cat", story, "--only", "interruptionBegan"])
    #expect(result.exit == 0)
    #expect(result.errors.contains("no step matches --only interruptionBegan"), "\(result.errors)")
    #expect(try Program.run(["cat", story, "--only", "stallBegan"]).errors == "")
  }

  @Test("A record after the end record is damage")
  func recordAfterTheEnd() throws {
    let path = try fixture.write(
      try fixture.text("story.trace.jsonl") + "{\"k\":\"m\",\"n\":20,\"x\":\"late\"}\n", to: "late.trace.jsonl")
    for command in [["replay"], ["cat"], ["timeline"]] {
      let result = try Program.run(command + [path])
      #expect(result.exit == 3)
      #expect(result.errors.contains("nothing after the end record"), "\(result.errors)")
    }
  }

  @Test("A wrong index causes a warning, and the place is found anyway")
  func index() throws {
    let long = try fixture.long("long.trace", steps: 9_000)
    var bytes = try Data(contentsOf: URL(filePath: long))
    bytes[bytes.count - 12] ^= 1
    try bytes.write(to: URL(filePath: long))
    let result = try Program.run(["at", long, "8990", "--json"])
    #expect(result.exit == 0)
    #expect(try result.object()["step"] as? Int == 8_990)
    #expect(
      result.errors.contains("warning: \(long): the index at its end is wrong and was not used"), "\(result.errors)")
  }
}
