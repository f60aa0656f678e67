import Foundation
import Testing

/// How the commands treat traces of a version that has more, or less, than this one.
@Suite("traces of other versions")
struct OtherVersionCommandTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Corpus/versions").path(percentEncoded: false)
  /// Three inputs, of which this version lacks the second; an output and a setting that it lacks.
  private let more = folder + "/more.trace.jsonl"
  /// A whole session with more and less of everything.
  private let other = folder + "/more-and-less.trace.jsonl"
  private let fixture: Fixture

  init() throws { fixture = try Fixture() }

  @Test("cat shows foreign messages by name, and marks what this version lacks")
  func human() throws {
    let result = try Program.run(["cat", "--to", "human", more])
    #expect(result.exit == 0)
    #expect(result.output.contains("mix request=2 gain=7 mode=loud  (this version lacks mix)"))
    #expect(result.output.contains("gainChanged reason=command gain=-4 mode=loud  (this version lacks gainChanged)"))
  }

  @Test("cat finds foreign messages by name, and refuses what neither version has")
  func names() throws {
    let result = try Program.run(["cat", "--to", "human", "--only", "gain*", more])
    #expect(result.exit == 0 && result.output.split(separator: "\n").count { $0.contains("gainChanged") } == 2)
    #expect(!result.output.contains("setMuted"))
    #expect(try Program.run(["cat", "--only", "gian*", more]).exit == 2)
  }

  @Test("Both forms are converted without loss, in the trace's own words")
  func forms() throws {
    for trace in [more, other] {
      let binary = fixture.file("copy.trace")
      #expect(try Program.run(["cat", trace, "--output", binary]).exit == 0)
      let text = try String(contentsOfFile: trace, encoding: .utf8)
      #expect(try Program.run(["cat", binary]).output == text)
    }
  }

  @Test("replay verifies by name, and reports what was not compared")
  func replay() throws {
    let result = try Program.run(["replay", other])
    #expect(result.exit == 0 && result.output.contains(": ok, 19 inputs, 44 outputs"))
    #expect(result.output.contains("checkpoints and digests not compared"))
    #expect(result.output.contains("not compared, because only one of the two versions has it: trackFound (4)"))
  }

  @Test("replay stops where it cannot follow, and names step, line, message and version")
  func unfollowed() throws {
    let result = try Program.run(["replay", more])
    #expect(result.exit == 1 && result.output.contains("CANNOT FOLLOW, 1 input, 2 outputs"))
    #expect(result.output.contains("more.trace.jsonl:7: step 2 at 00:00.002: this version cannot follow the input mix"))
    #expect(result.output.contains("(tapedeck 9)") && result.output.contains("left out: the setting gainLimit = 9"))
    let json = try Program.run(["replay", "--json", more]).object()
    #expect(json["verdict"] as? String == "unfollowed")
    #expect((json["unfollowed"] as? [String: Any])?["lacks"] as? [String] == ["mix"])
  }

  @Test("cat --upgrade writes a current trace that replays, and reports what differs")
  func upgrade() throws {
    let new = fixture.file("new.trace")
    let result = try Program.run(["cat", "--upgrade", other, "--output", new])
    #expect(result.exit == 0 && result.errors.contains("19 steps run by this version, every output is the same"))
    let replay = try Program.run(["replay", "--complete", new])
    #expect(replay.exit == 0 && replay.output.contains("48 outputs") && !replay.output.contains("not compared"))
  }

  @Test("cat --upgrade lists the outputs that differ")
  func upgradeThatDiffers() throws {
    let text = try String(contentsOfFile: other, encoding: .utf8)
      .replacing("\"type\":\"onDemand\"", with: "\"type\":\"live\"")
    let old = try fixture.write(text, to: "old.trace.jsonl")
    let result = try Program.run(["cat", "--upgrade", old, "--output", fixture.file("new.trace")])
    #expect(result.exit == 0 && result.errors.contains("1 step with other outputs"))
    #expect(result.errors.contains("streamTypeChanged.type: the trace has live, this version onDemand"))
  }

  @Test("A command that needs every input reports the unknown one, and writes nothing")
  func unknownInput() throws {
    let new = fixture.file("new.trace")
    for command in [
      ["cat", "--upgrade", more, "--output", new], ["at", more, "3"], ["explain", more], ["check", more],
      ["shrink", more, "--output", new],
    ] {
      let result = try Program.run(command)
      #expect(result.exit == 1, "\(command) \(result.errors)")
      #expect(result.errors.contains("step 2: this version does not have the input mix request=2"), "\(result.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: new))
    #expect(try Program.run(["at", more, "1"]).exit == 0)
  }

  @Test("info reports how the vocabularies differ")
  func info() throws {
    let text = try Program.run(["info", "--messages", other]).output
    #expect(text.contains("has more    input mix, field seekableRangeChanged.isDrifting, output gainChanged"))
    #expect(text.contains("lacks       input setRotation, field streamTypeChanged.reason, output trackFound"))
    let json = try Program.run(["info", "--json", more]).object()
    #expect((json["inputNames"] as? [String: Int])?["mix"] == 1)
    let lacks = try #require(json["lacks"] as? [String])
    #expect(lacks.contains("state segments.skipGoal") && lacks.contains("output blockedPlaying"))
    #expect((json["settings"] as? [String: Int])?["gainLimit"] == 9)
  }

  @Test("timeline draws the trace, and marks unknown inputs")
  func timeline() throws {
    let result = try Program.run(["timeline", more])
    #expect(
      result.exit == 0 && result.output.contains("mix request=2 gain=7 mode=loud (this version does not know it)"))
  }

  @Test("diff compares by name across versions")
  func diff() throws {
    #expect(try Program.run(["diff", more, more]).output.contains("equal: 3 steps"))
    let louder = try String(contentsOfFile: more, encoding: .utf8).replacing(
      "\"gain\":7,\"mode\":\"loud\"", with: "\"gain\":8,\"mode\":\"loud\"")
    let changed = try fixture.write(louder, to: "louder.trace.jsonl")
    let result = try Program.run(["diff", more, changed])
    #expect(result.exit == 1 && result.output.contains("+       2  00:00.002  mix request=2 gain=8 mode=loud"))
    let own = fixture.file("own.trace")
    #expect(try Program.run(["cat", "--upgrade", other, "--output", own]).exit == 0)
    let versions = try Program.run(["diff", other, own])
    #expect(versions.output.contains("trackFound") && !versions.output.contains("changed: phaseChanged"))
  }
}
