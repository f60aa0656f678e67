import Foundation
import Testing

@Suite("tapedeck export")
struct ExportCommandTests {
  private let fixture: Fixture
  private let story: String

  init() throws {
    fixture = try Fixture()
    story = try fixture.story()
  }

  @Test("A file or standard output, from a file or standard input")
  func places() throws {
    let printed = try Program.run(["export", story, "--as", "webvtt"])
    #expect(
      printed.exit == 0 && printed.output.hasPrefix("WEBVTT\n") && printed.output.contains("Chorus &lt;&amp;&gt;"))
    let target = fixture.file("out.vtt")
    #expect(try Program.run(["export", story, "--as", "webvtt", "-o", target]).exit == 0)
    #expect(try fixture.text("out.vtt") == printed.output)
    let piped = try Program.shell("\"$TAPEDECK\" export - --as webvtt < '\(story)'")
    #expect(piped.output == printed.output)
  }

  @Test("A damaged trace is exported up to the damage, and exits with 3")
  func damage() throws {
    let text = try fixture.text("story.trace.jsonl")
    var lines = text.split(separator: "\n").map(String.init)
    lines[20] = "{\"k\":\"?\"}"
    let broken = try fixture.write(lines.joined(separator: "\n"), to: "broken.trace.jsonl")
    let result = try Program.run(["export", broken, "--as", "webvtt"])
    #expect(result.exit == 3 && result.errors.contains("line 21"))
    #expect(result.output.hasPrefix("WEBVTT\n") && result.output.contains("line 21"), "\(result.output)")
  }

  @Test("Incompatible options and invalid values are refused, with what to do")
  func usage() throws {
    for (arguments, words) in [
      (["--as", "perfeto"], "perfetto"), (["--as", "perfetto", "--axis", "session"], "--axis belongs to"),
      (["--as", "webvtt", "--interval", "30s"], "--as cmcd"), (["--as", "cmcd", "--interval", "10ms"], "1 s or more"),
      (["--as", "cmcd", "--start", "yesterday"], "2026-01-31"), (["--as", "cmcd", "--session", "me"], "UUID"),
    ] {
      let result = try Program.run(["export", story] + arguments)
      #expect(result.exit == 2 && result.errors.contains(words), "\(result.errors)")
    }
  }

  @Test("Reports without a date cause a warning")
  func dates() throws {
    let result = try Program.run(["export", story, "--as", "pillarbox"])
    #expect(result.exit == 0 && result.errors.contains("1970"))
    let dated = try Program.run(["export", story, "--as", "cmcd", "--start", "2026-01-31T12:00:00Z"])
    #expect(dated.errors.isEmpty && dated.lines.first?.contains("ts=1769860800000") == true)
  }
}
