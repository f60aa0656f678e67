#if FFmpeg
import Foundation
import PlayerTrace
import Testing

/// What a user sees on the screen, what keys and mouse do, and that the terminal is restored at the end.
@Suite("The player as users see it", .serialized, .enabled(if: Tmux.exists))
struct TmuxTests {
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

  @Test("The log opens and closes, and the wheel scrolls to older lines")
  func log() throws {
    let terminal = try Tmux("\(Self.clip) --no-autoplay --video none", rows: 10)
    try terminal.wait(for: "00:00.")
    try terminal.wait(for: "paused")
    try terminal.type("l")
    try terminal.wait("no log") { !$0.contains { $0.contains("00:00.") } }
    try terminal.type("l")
    let lines = try terminal.wait(for: "00:00.")
    #expect(!lines.contains { $0.contains("opening") }, "the newest lines")
    for _ in 0..<5 { try terminal.mouse(64, column: 5, row: 7) }
    try terminal.wait("the first line") { $0.contains { $0.contains(/00:00\.\d{3} opening/) } }
    try terminal.type("q")
    try terminal.wait(for: "code=0")
  }

  @Test("Keys from a file work, and the help shows them")
  func keys() throws {
    let scratch = try Scratch()
    let keys = scratch.file("keys")
    try "# mine\nx = seek 50%\nv = volume -20\nm = nothing\nw = chapter 3\n".write(
      toFile: keys, atomically: true, encoding: .utf8)
    let terminal = try Tmux("\(Self.episode) --no-autoplay --keys '\(keys)'", rows: 30)
    try terminal.wait(for: "paused")
    try terminal.type("x")
    try terminal.wait(for: "sought to 0:45")
    try terminal.type("v")
    try terminal.wait(for: "volume 80 %")
    try terminal.type("?")
    let help = try terminal.wait(for: "seek 50%")
    #expect(help.contains { $0.contains("volume -20") } && !help.contains { $0.contains("mute") })
    try terminal.type("q")
    try terminal.wait(for: "code=0")
  }

  @Test("A key file with a mistake is refused before anything plays")
  func wrongKeys() throws {
    let scratch = try Scratch()
    let keys = scratch.file("keys")
    try "left = seek -5s\nx = sek -5s\n".write(toFile: keys, atomically: true, encoding: .utf8)
    let play = try Executable(["play", "\(Executable.media)/clip.mp4", "--output", "null", "--keys", keys])
    #expect(try play.wait() == 2)
    #expect(play.standardError.contains("\(keys), line 2: found the action 'sek', expected an action"))
    #expect(play.standardError.contains("Did you mean seek?"))
    let missing = try Executable(["play", "\(Executable.media)/clip.mp4", "--keys", scratch.file("none")])
    #expect(try missing.wait() == 2)
    #expect(missing.standardError.contains("cannot be opened"))
  }

  @Test("A click on the bar seeks, on the state toggles playback, on the volume mutes; the wheel sets volume and seeks")
  func mouse() throws {
    let terminal = try Tmux("\(Self.episode) --no-autoplay")
    try terminal.wait(for: "paused")
    #expect(try terminal.hasMouse)
    let bar = try terminal.lines()[1]
    let head = try #require(Array(bar).firstIndex(of: "●"))
    // The head moves to the clicked cell.
    try terminal.mouse(0, column: head + 30, row: 1)
    try terminal.wait("the head under the mouse") { Array($0[1]).firstIndex(of: "●") == head + 30 }
    try terminal.mouse(64, column: head + 30, row: 1)
    try terminal.wait("5 s forward") { Array($0[1]).firstIndex(of: "●") ?? 0 > head + 30 }
    try terminal.mouse(65, column: 10, row: 0)
    try terminal.wait(for: "volume 95 %")
    try terminal.mouse(0, column: 75, row: 2)
    try terminal.wait(for: "muted")
    try terminal.mouse(0, column: 2, row: 2)
    try terminal.wait(for: "▶ playing")
    try terminal.type("q")
    try terminal.wait(for: "code=0")
    #expect(try !terminal.hasMouse)
  }

  @Test("The mouse is released, however the player ends", arguments: [SIGTERM, SIGINT, SIGHUP, SIGABRT, SIGSEGV, 0])
  func mouseIsReleased(signal: Int32) throws {
    let terminal = try Tmux(signal == 0 ? "'\(Executable.media)/clip.mp4' --output null --start 9.5" : Self.episode)
    if signal != 0 {
      try terminal.wait(for: "▶ playing")
      #expect(try terminal.hasMouse)
      try terminal.signal(signal)
    }
    try terminal.wait(for: "code=")
    #expect(try !terminal.hasMouse)
  }

  @Test("--no-mouse leaves the mouse to the terminal")
  func noMouse() throws {
    let terminal = try Tmux("\(Self.episode) --no-mouse")
    try terminal.wait(for: "▶ playing")
    #expect(try !terminal.hasMouse)
    try terminal.type("q")
    try terminal.wait(for: "code=0")
  }

  @Test("Pictures fill the terminal's cells, in 24-bit colour where it is supported", arguments: ["truecolor", ""])
  func cells(colours: String) throws {
    let terminal = try Tmux("\(Self.clip) --loop", environment: ["COLORTERM": colours])
    let lines = try terminal.wait("half blocks below the title") { lines in
      lines.count { $0.contains("▀") } > 5 && lines[0].hasPrefix("TapeDeck clip")
        && lines.contains { $0.contains("playing") }
    }
    #expect(lines.allSatisfy { $0.count <= 80 })
    // The test picture has bars of pure colours.
    let screen = try terminal.colours()
    let marks = colours.isEmpty ? ["48;5;21m", "48;5;226m"] : ["48;2;"]
    for mark in marks { #expect(screen.contains(mark), "\(mark)") }
    let bar = try #require(lines.firstIndex { $0.contains("/ 0:10") })
    #expect(lines[bar + 1].contains("playing"))
    // A click on the picture pauses; the help covers the whole screen; a narrow terminal has a smaller picture.
    try terminal.mouse(0, column: 40, row: 5)
    try terminal.wait(for: "‖ paused")
    try terminal.type("?")
    try terminal.wait("the keys instead of the picture") {
      $0.contains { $0.contains("pause, play") } && !$0.contains { $0.contains("▀") }
    }
    try terminal.type("?")
    try terminal.wait("the picture again") { $0.count { $0.contains("▀") } > 5 }
    try terminal.resize(columns: 40, rows: 14)
    try terminal.wait("a smaller picture") { $0.count { $0.contains("▀") } > 2 && $0.allSatisfy { $0.count <= 40 } }
    try terminal.resize(columns: 40, rows: 9)
    try terminal.wait("no room for a picture") { $0[1].contains("/ 0:10") && !$0.contains { $0.contains("▀") } }
    try terminal.type("q")
    try terminal.wait(for: "code=0")
    #expect(try !terminal.lines().contains { $0.contains("▀") })
  }

  @Test("A paused player shows the picture at the playhead, even after a seek")
  func preview() throws {
    let terminal = try Tmux("\(Self.clip) --no-autoplay")
    try terminal.wait("the first picture, paused") { lines in
      lines.count { $0.contains("▀") } > 5 && lines.contains { $0.contains("‖ paused") }
    }
    let before = try terminal.colours()
    try terminal.type("5")
    try terminal.wait("the place") { $0.contains { $0.hasPrefix("0:05") } }
    // The needle of the test picture has moved there.
    #expect(try happens(lookingEvery: 50_000) { try Self.picture(terminal.colours()) != Self.picture(before) })
    try terminal.type("q")
    try terminal.wait(for: "code=0")
  }

  /// The lines of a screen that contain the picture.
  private static func picture(_ screen: String) -> [Substring] {
    screen.split(separator: "\n").filter { $0.contains("▀") }
  }

  @Test("Pictures do not affect the player: traces with and without them have the same messages")
  func traces() throws {
    let scratch = try Scratch()
    func names(_ video: String) throws -> Set<Substring> {
      let trace = scratch.file("\(video).trace.jsonl")
      let terminal = try Tmux("\(Self.clip) --start 8 --video \(video) --trace '\(trace)'")
      try terminal.wait(for: "code=0")
      #expect(try ending(of: trace) == .finished)
      let text = try String(contentsOfFile: trace, encoding: .utf8)
      let names = text.split(separator: "\n").compactMap { $0.firstMatch(of: /"e":"([^"]+)"/)?.1 }
      // On a busy machine one of the runs may stall.
      return Set(names.filter { !$0.contains("tall") && !$0.contains("tarved") && !$0.contains("upply") })
    }
    let (with, without) = (try names("cells"), try names("none"))
    #expect(with == without && with.contains("firstFrame") && with.contains("ended"))
  }

  @Test("Without colours, over ssh, and with --video none there are no pictures")
  func noCells() throws {
    for (arguments, environment, words) in [
      ("--video cells", ["NO_COLOR": "1"], "no video: NO_COLOR is set"), ("", ["NO_COLOR": "1"], "first video frame"),
      ("", ["SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22"], "first video frame"),
      ("--video none", [:], "first video frame"),
    ] {
      let terminal = try Tmux("\(Self.clip) \(arguments)", environment: environment)
      let lines = try terminal.wait(for: words)
      #expect(!lines.contains { $0.contains("▀") })
      try terminal.type("q")
      try terminal.wait(for: "code=0")
    }
  }

  @Test("Nothing is drawn to a pipe")
  func pipe() throws {
    let play = try Executable(
      ["play", "\(Executable.media)/clip.mp4", "--output", "null", "--video", "cells", "--for", "1s"],
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
