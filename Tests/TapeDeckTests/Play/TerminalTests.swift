#if FFmpeg
import Foundation
import PlayerTrace
import Testing

/// The player in a separate terminal, which `script` provides.
@Suite("The player in a terminal", .serialized)
struct TerminalTests {
  private let scratch: Scratch
  init() throws { scratch = try Scratch() }

  private static let enter = "\u{1B}[?1049h"
  private static let leave = "\u{1B}[?1049l"

  /// Runs the player on a terminal of 60 × 10 in a shell that reports the exit code and the terminal's mode afterwards.
  /// Ctrl-C reaches the shell too; it has to survive that to report.
  private func player(_ arguments: String, environment: [String: String] = ["NO_COLOR": "1"]) throws -> Executable {
    let shell = """
      trap : INT; stty cols 60 rows 10; '\(Executable.path)' play \(arguments); echo "code=$?"; \
      stty -a | grep -o ' -*icanon' | sed 's/^/mode=/'; stty -a | grep -o ' -*echo ' | sed 's/^/mode=/'
      """
    let environment = ["TERM": "xterm-256color", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"].merging(environment) { $1 }
    return try Executable(["-qec", shell, "/dev/null"], program: "/usr/bin/script", environment: environment)
  }

  private func expectRestored(_ player: Executable, code: Int) throws {
    try player.waitFor("mode= echo")
    try player.wait()
    let output = player.standardOutput
    #expect(output.contains("code=\(code)"), "\(output)")
    #expect(output.contains("mode= icanon"))
    let end = try #require(output.range(of: Self.leave, options: .backwards))
    #expect(output[..<end.lowerBound].contains("\u{1B}[?25h"), "the cursor is shown again")
    #expect(!output[end.upperBound...].contains(Self.enter))
  }

  @Test("shows what happens, obeys keys, and restores the terminal")
  func keys() throws {
    let trace = scratch.file("a.trace.jsonl")
    let player = try player("'\(Executable.media)/clip.mp4' --trace '\(trace)' --no-autoplay")
    try player.waitFor("‖ paused")
    #expect(player.standardOutput.contains(Self.enter))
    try player.waitFor("TapeDeck clip")
    for (key, line) in [
      (" ", "▶ playing"), ("]", "1.1×"), ("m", "muted"), ("L", "loop · "), ("/", "volume 95 %"),
      ("5", "sought to 0:05"),
      ("?", "audio; subtitles"),
    ] {
      try player.type(key)
      try player.waitFor(line)
    }
    try player.type("q")
    try expectRestored(player, code: 0)
    #expect(try ending(of: trace) == .finished)
  }

  @Test("has colours unless NO_COLOR is set")
  func colours() throws {
    for (environment, isColoured) in [(["NO_COLOR": "1"], false), (["NO_COLOR": ""], true)] {
      let player = try player("'\(Executable.media)/clip.mp4' --no-autoplay", environment: environment)
      try player.waitFor("‖ paused")
      try player.type("q")
      try expectRestored(player, code: 0)
      #expect(player.standardOutput.contains("\u{1B}[1m") == isColoured)
    }
  }

  @Test("A terminal that supports only lines gets lines")
  func dumb() throws {
    let player = try player("'\(Executable.media)/clip.mp4' --for 1s", environment: ["TERM": "dumb"])
    try player.waitFor("00:00.")
    try player.wait()
    #expect(!player.standardOutput.contains("\u{1B}["))
  }

  @Test("The end of the media and a failure restore the terminal, too")
  func ends() throws {
    try expectRestored(try player("'\(Executable.media)/clip.mp4' --start 9.5"), code: 0)
    let failing = try player("'\(Executable.media)/no-such-file.mp4'")
    try expectRestored(failing, code: 1)
    let output = failing.standardOutput
    let end = try #require(output.range(of: Self.leave, options: .backwards))
    #expect(output[end.upperBound...].contains("there is no such file"), "said where it can be read")
  }

  @Test("Ctrl-C and signals restore the terminal", arguments: [("\u{3}", 130), ("", 143), ("crash", 134)])
  func signals(_ how: String, _ code: Int) throws {
    let player = try player("'\(Executable.media)/episode.m4a'")
    try player.waitFor("▶ playing")
    switch how {
    case "": try signal("TERM", player)
    // As a failed assertion does.
    case "crash": try signal("ABRT", player)
    default: try player.type(how)
    }
    try expectRestored(player, code: code)
  }

  @Test("While stopped, the terminal is restored and playback paused")
  func stopped() throws {
    let trace = scratch.file("a.trace.jsonl")
    let player = try player("'\(Executable.media)/episode.m4a' --trace '\(trace)'")
    try player.waitFor("▶ playing")
    try signal("TSTP", player)
    try player.waitFor(Self.leave)
    let status = "/proc/\(try process(of: player))/status"
    #expect(try happens { try String(contentsOfFile: status, encoding: .utf8).contains("State:\tT") })
    try signal("CONT", player)
    try player.waitFor(Self.enter, count: 2)
    try player.type("q")
    try expectRestored(player, code: 0)
    let output = player.standardOutput
    #expect(output.components(separatedBy: Self.enter).count == 3)
    #expect(try String(contentsOfFile: trace, encoding: .utf8).contains(#""e":"pause""#))
  }

  @Test("A terminal whose output is held delays neither the run nor its keys, and is drawn again when it is released")
  func held() throws {
    let trace = scratch.file("a.trace.jsonl")
    let player = try player("'\(Executable.media)/episode.m4a' --trace '\(trace)'")
    try player.waitFor("▶ playing")
    // Ctrl-S holds the output of a terminal, Ctrl-Q releases it.
    try player.type("\u{13}")
    for key in ["5", "m", "]"] { try player.type(key) }
    for name in ["seek", "setMuted", "setRate"] {
      #expect(
        try happens { try String(contentsOfFile: trace, encoding: .utf8).contains("\"e\":\"\(name)\"") }, "\(name)")
    }
    #expect(!player.standardOutput.contains("1.1×"))
    try player.type("\u{11}")
    try player.waitFor("1.1×")
    try player.type("q")
    try expectRestored(player, code: 0)
  }

  @Test("A resized terminal is redrawn")
  func resized() throws {
    let player = try player("'\(Executable.media)/clip.mp4' --no-autoplay --rate 1.5")
    try player.waitFor("1.5× · volume 100 %")
    // The terminal of the player is the one that its process has open.
    _ = try Executable(["-c", "stty cols 30 rows 6 < /proc/\(try process(of: player))/fd/0"], program: "/bin/sh")
      .wait()
    try player.waitFor("0:00 ●─────────── -0:10 / 0:10")
    try player.type("q")
    try expectRestored(player, code: 0)
  }

  /// Sends a signal to the player itself, not to `script` or the shell around it.
  private func signal(_ name: String, _ player: Executable) throws {
    _ = try Executable(["-\(name)", try process(of: player)], program: "/usr/bin/kill").wait()
  }

  private func process(of player: Executable) throws -> String {
    var parents = [String(player.process.processIdentifier)]
    for _ in 0..<4 {
      let children = try parents.flatMap { try Self.children(of: $0) }
      for child in children {
        let name = try? String(contentsOfFile: "/proc/\(child)/comm", encoding: .utf8)
        if name == "tapedeck\n" { return child }
      }
      parents = children
    }
    throw TestProblem("the player's process was not found")
  }

  private static func children(of process: String) throws -> [String] {
    let tasks = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")
    return tasks.flatMap { task in
      ((try? String(contentsOfFile: "/proc/\(process)/task/\(task)/children", encoding: .utf8)) ?? "")
        .split(separator: " ").map(String.init)
    }
  }
}
#endif
