#if FFmpeg
import Foundation
import PlayerTrace
import Testing

/// What a user sees on the screen, what keys do, and that the terminal is restored at the end.
@Suite("The player as users see it", .serialized, .enabled(if: Tmux.exists))
struct TerminalRealTimeTests {
  private static let episode = "'\(Executable.media)/episode.m4a' --output null"
  private static let clip = "'\(Executable.media)/clip.mp4' --output null"

  @Test("The bar shows chapters and skipped ranges, wide and narrow", arguments: [40, 80, 200])
  func bar(columns: Int) throws {
    let segments = "--segments '\(Executable.media)/episode.chapters.json' --skip advert"
    let terminal = try Tmux("\(Self.episode) \(segments) --no-autoplay", columns: columns, rows: 12)
    let lines = try terminal.wait("the bar, and the chapter") {
      $0.count > 3 && ["●", "╳", "┿"].allSatisfy($0[1].contains) && $0[1].hasSuffix("/ 1:31")
        && $0[3].contains("(1 of ")
    }
    #expect(lines.allSatisfy { $0.count <= columns })
    try terminal.type("PageUp")
    try terminal.wait("the second chapter") { $0.count > 3 && $0[3].contains("(2 of ") }
    try terminal.type("q")
    try terminal.wait(for: "code=0")
  }

  @Test("The log opens and closes")
  func log() throws {
    let terminal = try Tmux("\(Self.clip) --no-autoplay", rows: 10)
    try terminal.wait(for: "00:00.")
    try terminal.wait(for: "paused")
    try terminal.type("l")
    try terminal.wait("no log") { !$0.contains { $0.contains("00:00.") } }
    try terminal.type("l")
    let lines = try terminal.wait(for: "00:00.")
    #expect(!lines.contains { $0.contains("opening") }, "the newest lines")
    try terminal.type("q")
    try terminal.wait(for: "code=0")
  }

  @Test("Nothing is drawn to a pipe")
  func pipe() throws {
    let play = try Executable(
      ["play", "\(Executable.media)/clip.mp4", "--output", "null", "--for", "1s"],
      environment: ["NO_COLOR": "", "COLORTERM": "truecolor"])
    #expect(try play.wait() == 0)
    #expect(!play.standardOutput.contains("\u{1B}") && play.standardOutput.contains("first video frame"))
  }

  @Test("Titles and chapters of a hostile file cannot move the cursor")
  func hostile() throws {
    let scratch = try Scratch()
    let chapters = scratch.file("chapters.json")
    try
      #"{"version":"1.2.0","chapters":[{"startTime":0,"title":"a\u001b[2J\u001b[1;1Hb\nc\u202ed"},{"startTime":30,"title":"\u009b31mx"}]}"#
      .write(toFile: chapters, atomically: true, encoding: .utf8)
    let terminal = try Tmux("\(Self.episode) --no-autoplay --segments '\(chapters)'", rows: 12)
    try terminal.wait("the chapter as text, and everything in its place") {
      $0.count > 3 && $0[0].hasPrefix("The Deck") && $0[1].contains("/ 1:31") && $0[3].contains("[2J")
        && $0[3].contains("(1 of 2)")
    }
    try terminal.type("q")
    try terminal.wait(for: "code=0")
  }
}
#endif
