import Foundation
import Testing

/// Whatever titles, addresses and names of files hold: a terminal gets no control characters of theirs.
@Suite("What reaches a terminal")
struct TerminalOutputTests {
  private let fixture: Fixture
  init() throws { fixture = try Fixture() }

  /// Clears the screen, sets the window's title, goes up three lines (in one character), deletes.
  private static let evil = "ab\u{1B}[2J\u{1B}]0;owned\u{7}c\u{9B}3Ad\u{7F}\u{8}e"
  private static let inJSON = #"ab\u001b[2J\u001b]0;owned\u0007c\#u{9B}3Ad\#u{7F}\be"#

  /// What a terminal gets of standard output and standard error.
  private func onTerminal(_ line: String) throws -> String {
    let result = try Program.shell(
      "cd '\(fixture.path)' && TERM=xterm script -qec \"$TAPEDECK \(line)\" /dev/null </dev/null")
    #expect(!result.output.isEmpty, "\(line): \(result.errors)")
    return result.output
  }

  private func check(_ line: String) throws {
    let output = try onTerminal(line).replacing(/\u{1B}\[[0-9;]*m/, with: "").replacing("\r\n", with: "\n")
    let controls = output.unicodeScalars.filter {
      $0.properties.generalCategory == .control && !"\n\t".unicodeScalars.contains($0)
    }
    #expect(controls.isEmpty, "\(line): \(output)")
  }

  @Test("Lists of segments, in every form")
  func segments() throws {
    let list = #"{"version":"1.2.0","chapters":[{"startTime":1,"endTime":5,"title":"\#(Self.inJSON)"}]}"#
    _ = try fixture.write(list, to: "a.json")
    _ = try fixture.write(list, to: "\(Self.evil).json")
    for option in [
      "", "--json", "--resolve", "--skip zebra", "--to podcast", "--to webvtt", "--to edl", "--to sponsorblock",
    ] {
      try check("segments a.json \(option)")
    }
    try check("segments *owned*.json")
    try check("segments *owned*.json --json")
    try check("segments *owned*.json nothing*.json")
    // In files of lines they have no place, and a line break would begin another one.
    let broken =
      #"{"version":"1.2.0","chapters":[{"startTime":1,"endTime":5,"title":"one\n\n00:00.000 --> 00:09.000\n0 99 0\r\#(Self.inJSON)"}]}"#
    let path = try fixture.write(broken, to: "b.json")
    for (format, count) in [("webvtt", 5), ("edl", 2)] {
      let text = try Program.run(["segments", path, "--to", format]).output
      #expect(text.components(separatedBy: "\n").count == count, "\(text)")
      #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control }, "\(text)")
      let again = try fixture.write(text, to: "again.\(format)")
      #expect(try Program.run(["segments", again, "--json"]).output.components(separatedBy: "\"start\":").count == 2)
    }
  }

  @Test("Traces, in every view and every form")
  func traces() throws {
    let story = try fixture.story()
    let text = try String(contentsOfFile: story, encoding: .utf8)
      .replacing("\"source\":\"", with: "\"source\":\"\(Self.inJSON)").replacing(
        "\"is\":\"", with: "\"is\":\"\(Self.inJSON)")
    #expect(text.contains("owned"))
    _ = try fixture.write(text, to: "evil.trace.jsonl")
    _ = try fixture.write(text, to: "\(Self.evil).trace.jsonl")
    for command in [
      "cat", "cat --to text", "info", "info --json", "at end", "explain", "timeline", "stats", "stats --json", "replay",
      "check", "scenario", "test", "test --in javascript", "blame", "diff ../*/evil.trace.jsonl",
      "export --as webvtt", "export --as chrome", "export --as pillarbox", "export --as cmcd",
    ] {
      let words = command.split(separator: " ", maxSplits: 1).map(String.init)
      try check("\(words[0]) evil.trace.jsonl \(words.dropFirst().joined())")
    }
    for command in ["cat", "info", "replay", "at", "explain"] { try check("\(command) *owned*.trace.jsonl") }
    try check("cat evil.trace.jsonl --from '\(Self.evil)'")
  }

  @Test("WebVTT of a run has no control characters in a file either")
  func cues() throws {
    let story = try fixture.story()
    let text = try String(contentsOfFile: story, encoding: .utf8).replacing(
      "\"is\":\"", with: "\"is\":\"\(Self.inJSON)")
    let evil = try fixture.write(text, to: "evil.trace.jsonl")
    let cues = try Program.run(["export", evil, "--as", "webvtt"]).output
    #expect(cues.contains("owned"))
    #expect(cues.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
  }
}
