import Foundation
import Testing

@Suite("A closed pipe, and a full disk")
struct ClosedOutputTests {
  private let fixture: Fixture
  private let long: String

  init() throws {
    fixture = try Fixture()
    long = try fixture.long(steps: 5_000)
  }

  /// Commands with more output than a pipe holds, so that the program must notice.
  private static let commands = [
    "cat $TRACE", "cat $TRACE --to human", "cat $TRACE --to binary", "replay --json $(yes $TRACE | head -n 40)",
  ]

  @Test("A closed pipe ends the program quietly", arguments: commands.dropLast())
  func closed(_ command: String) throws {
    let line = "$TAPEDECK \(command) | head -c 1 >/dev/null; echo ${PIPESTATUS[0]}"
    let result = try Program.shell(line, environment: ["TRACE": long])
    #expect(["0", "141"].contains(result.lines.last ?? ""), "\(result.output)")
    #expect(result.errors == "")
  }

  @Test("Even if SIGPIPE is ignored, as under many daemons", arguments: commands.dropLast())
  func ignored(_ command: String) throws {
    let line = "trap '' PIPE; $TAPEDECK \(command) | head -c 1 >/dev/null; echo ${PIPESTATUS[0]}"
    let result = try Program.shell(line, environment: ["TRACE": long])
    #expect(["0", "141"].contains(result.lines.last ?? ""), "\(result.output)")
    #expect(result.errors == "")
  }

  @Test(
    "A full disk is named", arguments: ["cat $TRACE", "info $TRACE", "at $TRACE 1", "timeline $TRACE", "replay $TRACE"])
  func full(_ command: String) throws {
    let result = try Program.shell("$TAPEDECK \(command) > /dev/full", environment: ["TRACE": long])
    #expect(result.exit != 0)
    #expect(result.errors.contains("No space left on device"))
  }

  @Test("No colour when the output is not a terminal")
  func noColor() throws {
    let story = try fixture.story()
    for command in [["timeline", story], ["cat", story, "--to", "human"], ["replay", story]] {
      #expect(!(try Program.run(command)).output.contains("\u{1B}"))
    }
  }

  @Test("Colour on a terminal, none with NO_COLOR")
  func terminalColor() throws {
    let story = try fixture.story()
    let line = "script -qec \"$TAPEDECK timeline '\(story)'\" /dev/null"
    let colored = try Program.shell("unset NO_COLOR; \(line)", environment: ["TERM": "xterm"])
    #expect(colored.output.contains("\u{1B}[30;42mplaying"))
    let plain = try Program.shell(line, environment: ["TERM": "xterm", "NO_COLOR": "1"])
    #expect(!plain.output.contains("\u{1B}["))
  }
}
