import Foundation
import Testing

@Suite("Traces that cannot be read")
struct BadTraceTests {
  private let fixture: Fixture
  private let story: String

  init() throws {
    fixture = try Fixture()
    story = try fixture.story()
  }

  /// Every command that reads a trace.
  private static let commands = [["replay"], ["info"], ["cat"], ["at", "1"], ["timeline"]]

  private func run(_ command: [String], _ trace: String) throws -> ProgramResult {
    try Program.run([command[0], trace] + command.dropFirst())
  }

  private func header(replacing old: some RegexComponent, with new: String) throws -> String {
    var lines = try fixture.text("story.trace.jsonl").split(separator: "\n").map(String.init)
    // Without what the vocabulary of today has more than that of format 1.
    lines[0] = lines[0].replacing(/,"changes":\[[^\]]*\]/, with: "").replacing(old, with: new)
    return try fixture.write(lines.joined(separator: "\n") + "\n", to: "header.trace.jsonl")
  }

  private func expect(_ result: ProgramResult, _ exit: Int32, _ says: [String]) {
    #expect(result.exit == exit, "\(result.errors)")
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("error: "))
    for words in says { #expect(result.errors.contains(words), "\(result.errors)") }
  }

  @Test("Missing file", arguments: commands)
  func missing(_ command: [String]) throws {
    let path = fixture.file("no-such.trace")
    expect(try run(command, path), 2, [path, "No such file or directory", "Check the path"])
  }

  @Test("Directory", arguments: commands)
  func directory(_ command: [String]) throws {
    expect(try run(command, fixture.path), 2, [fixture.path, "this is a folder", "one by one"])
  }

  @Test("Empty file", arguments: commands)
  func empty(_ command: [String]) throws {
    expect(
      try run(command, try fixture.write("", to: "empty.trace")), 3,
      ["empty.trace", "this is an empty file", "tapedeck record"])
  }

  @Test("Garbage", arguments: commands)
  func garbage(_ command: [String]) throws {
    expect(
      try run(command, try fixture.write("XIFF....WAVE", to: "sound.wav")), 3,
      ["sound.wav", "this is not a trace", "XIFF", "Expected a line"])
  }

  @Test("A file of another kind is named, with the command that accepts it", arguments: commands)
  func otherKind(_ command: [String]) throws {
    expect(
      try run(command, try fixture.write("RIFF....WAVE", to: "sound.wav")), 3,
      ["sound.wav: this is media, not a trace", "tapedeck record"])
  }

  @Test("Truncated inside the header", arguments: commands)
  func noHeader(_ command: [String]) throws {
    let text = String(try fixture.text("story.trace.jsonl").prefix(30))
    expect(
      try run(command, try fixture.write(text, to: "short.trace.jsonl")), 3,
      ["short.trace.jsonl", "nothing can be read"])
  }

  @Test("A newer version", arguments: commands)
  func newer(_ command: [String]) throws {
    expect(
      try run(command, try header(replacing: /"v":[12]/, with: "\"v\":99")), 3,
      ["format version 99", "up to 2", "newer one"])
  }

  @Test("Vocabulary changes that do not match the header's hash", arguments: commands)
  func foreign(_ command: [String]) throws {
    let path = try header(
      replacing: /"v":[12],"voc":"[0-9a-f]+"/,
      with: "\"v\":2,\"changes\":[\"input 15\"],\"voc\":\"0123456789abcdef\"")
    expect(try run(command, path), 3, ["line 1", "changes: expected lines that give the hash", "0123456789abcdef"])
  }

  @Test("Invalid vocabulary changes", arguments: commands)
  func noChanges(_ command: [String]) throws {
    let path = try header(replacing: /"v":[12]/, with: "\"v\":2,\"changes\":[\"noun 15 a\"]")
    expect(try run(command, path), 3, ["line 1", "changes: expected input, output, enum, setting", "noun 15 a"])
  }

  @Test("A damaged line is named, with what was expected", arguments: [["replay"], ["at", "end"], ["timeline"]])
  func damaged(_ command: [String]) throws {
    let text = try fixture.text("story.trace.jsonl").replacing(
      "\"reason\":\"engine\",\"count\":1", with: "\"reason\":\"engine\",\"count\":x")
    let result = try run(command, try fixture.write(text, to: "damaged.trace.jsonl"))
    expect(result, 3, ["damaged.trace.jsonl: line ", "(byte ", "expected", "found"])
  }

  @Test(
    "Wrong usage exits with 2 and shows the usage",
    arguments: [["replay"], ["info"], ["cat"], ["at"], ["timeline"], ["at", "x", "y"]])
  func usage(_ arguments: [String]) throws {
    let result = try Program.run(arguments)
    #expect(result.exit == 2)
    #expect(result.output == "")
    #expect(result.errors.contains("Usage: tapedeck \(arguments[0])"))
  }

  @Test("--help has examples", arguments: ["replay", "info", "cat", "at", "timeline"])
  func help(_ command: String) throws {
    let result = try Program.run([command, "--help"])
    #expect(result.exit == 0)
    #expect(result.output.contains("EXAMPLES"))
    #expect(result.output.contains("  tapedeck \(command) "))
  }
}
