import Foundation
import Testing

@Suite("tapedeck cat")
struct CatCommandTests {
  private let fixture: Fixture
  private let story: String

  init() throws {
    fixture = try Fixture()
    story = try fixture.story()
  }

  @Test("Output to a pipe is canonical text, byte for byte")
  func canonical() throws {
    let result = try Program.run(["cat", story])
    #expect(result.exit == 0)
    #expect(result.output == (try fixture.text("story.trace.jsonl")))
  }

  @Test("Nothing is lost from text to binary and back")
  func roundTrip() throws {
    let binary = fixture.file("copy.trace")
    #expect(try Program.run(["cat", story, "--output", binary]).exit == 0)
    #expect(try Program.run(["cat", binary]).output == (try fixture.text("story.trace.jsonl")))
    #expect(try Program.run(["replay", "--complete", binary]).exit == 0)
    let again = fixture.file("again.trace.jsonl")
    #expect(try Program.run(["cat", binary, "-o", again]).exit == 0)
    #expect(try fixture.text("again.trace.jsonl") == fixture.text("story.trace.jsonl"))
  }

  @Test("The human form: a line for each input, outputs below, names for numbers")
  func human() throws {
    let result = try Program.run(["cat", story, "--to", "human", "--until", "1"])
    #expect(
      result.output.hasSuffix(
        """
             1  00:00.000  load request=1 item="media/song.m4a" start.anchor=defaultPosition autoplay=yes opens=yes isLocal=no
                           → itemChanged reason=command from=none to="media/song.m4a"
                           → phaseChanged reason=command from=empty to=opening
                           → intentChanged reason=command playing=yes
                           → playbackStateChanged reason=command from=idle to=preparing
                           → engine.open epoch=1 item="media/song.m4a" keepsBuffer=no
                           → engine.setVolume epoch=1 left=1000 right=1000 isMuted=no

        """), "\(result.output)")
  }

  @Test("--only keeps a step when its input or an output matches, with * for any characters")
  func only() throws {
    let result = try Program.run([
      "cat", story, "--to", "human", "--only", "stall*,pause", "--kinds", "commands,notifications",
    ])
    let places = result.lines.dropFirst().map { $0.split(separator: " ").first.map(String.init) }
    #expect(places == ["12", "13", "15", "→", "→"], "\(result.output)")
    #expect(result.output.contains("    12  00:08.300  → stallBegan reason=engine count=1"))
    #expect(result.output.contains("    15  00:12.300  pause request=3"))
  }

  @Test("--delta shows the time since the previous step")
  func delta() throws {
    let result = try Program.run(["cat", story, "--to", "human", "--kinds", "commands", "--delta"])
    let times = result.lines.dropFirst().map { $0.split(separator: " ")[1] }
    #expect(times == ["+0.000", "+5.060", "+7.240", "+0.700"])
  }

  @Test("An excerpt is marked as one, can be read and cannot be replayed")
  func excerpt() throws {
    let path = fixture.file("excerpt.trace.jsonl")
    #expect(try Program.run(["cat", story, "--from", "5s", "--until", "10", "-o", path]).exit == 0)
    let info = try Program.run(["info", "--json", path]).object()
    #expect(info["isExcerpt"] as? Bool == true)
    #expect(info["firstStep"] as? Int == 8)
    #expect(info["lastStep"] as? Int == 10)
    let replay = try Program.run(["replay", path])
    #expect(replay.exit == 3)
    #expect(replay.errors.contains("cannot be replayed"))
  }

  @Test("Inputs alone can be replayed: there is nothing to compare")
  func inputsOnly() throws {
    let path = fixture.file("inputs.trace")
    #expect(try Program.run(["cat", story, "--kinds", "inputs", "-o", path]).exit == 0)
    let result = try Program.run(["replay", path])
    #expect(result.exit == 0)
    #expect(result.output.contains("20 inputs, no outputs recorded"))
  }

  @Test(
    "Wrong words are usage errors, and the right ones are suggested",
    arguments: [
      (["--only", "stalBegan"], "did you mean stallBegan, stallEnded?"),
      (["--kinds", "frob"], "expected inputs, outputs"),
      (["--to", "yaml"], "human"), (["--from", "yesterday"], "invalid"),
    ])
  func usage(_ arguments: [String], _ says: String) throws {
    let result = try Program.run(["cat", story] + arguments)
    #expect(result.exit == 2)
    #expect(result.errors.contains(says), "\(result.errors)")
    #expect(result.output == "")
  }

  @Test("--redact replaces every word; the trace replays, is marked as redacted, and does not change if redacted again")
  func redact() throws {
    let redacted = fixture.file("redacted.trace")
    #expect(try Program.run(["cat", story, "--redact", "--output", redacted]).exit == 0)
    let text = try Program.run(["cat", redacted]).output
    for word in ["song", "Verse", "Chorus", "yawns", "reset"] { #expect(!text.contains(word), "\(word)") }
    #expect(text.contains(#""source":"path-1.m4a""#) && text.contains(#""note":"redacted""#))
    #expect(try Program.run(["cat", redacted, "--redact"]).output == text)
    #expect(try Program.run(["replay", "--complete", redacted]).exit == 0)
    let info = try Program.run(["info", "--json", redacted, story])
    #expect(info.lines.map { $0.contains(#""isRedacted":true"#) } == [true, false])
    #expect(try Program.run(["cat", story, "--redact", "--to", "human"]).output.contains(#"item="path-1.m4a""#))
    #expect(try Program.run(["cat", story, "--redact", "--upgrade"]).exit == 2)
    #expect(try Program.run(["play", "x", "--redact"]).errors.contains("add --trace"))
  }
}
