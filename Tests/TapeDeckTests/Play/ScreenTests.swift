import PlayerCore
import PlayerRuntime
import Testing

@testable import tapedeck

@Suite("The player's screen")
struct ScreenTests {
  /// A player in the middle of an episode of 100 s.
  private static func content() -> PlayerScreen.Content {
    var player = Player()
    var outputs = Outputs()
    func take(_ input: Input) { player.receive(input, at: .zero, into: &outputs) }
    take(.command(.load(item: ItemID(1), start: .standard, autoplay: true, opens: true), RequestID(1)))
    take(.engine(.opened(OpenedMedia(duration: .seconds(100))), player.epoch))
    take(.engine(.buffered(until: .seconds(80), bytesRead: 1, isSaturated: false), player.epoch))
    take(.engine(.playbackStarted(position: .zero, rate: .normal), player.epoch))
    var content = PlayerScreen.Content()
    content.player = player
    content.position = .seconds(50)
    content.source = "episode.m4a"
    content.chapters = [(.zero, "Intro"), (.seconds(40), "Talk"), (.seconds(90), "Outro")]
    content.log = (0..<30).map { "00:00.0\($0) something" }
    return content
  }

  private static func style(_ environment: [String: String] = ["NO_COLOR": "1"]) -> ScreenStyle {
    ScreenStyle(environment: environment)
  }

  @Test("shows position, buffer, chapters and state")
  func plain() {
    let lines = PlayerScreen(columns: 50, rows: 8, style: Self.style()).lines(Self.content())
    #expect(lines.count == 8)
    #expect(lines[0].hasPrefix("episode.m4a"))
    #expect(lines[1] == "0:50 ━━━━━━━━━━━━┿━━━●─────────┄┄┿┄┄┄ -0:50 / 1:40")
    #expect(lines[2] == "▶ playing · play-through              volume 100 %")
    let wide = PlayerScreen(columns: 60, rows: 8, style: Self.style()).lines(Self.content())
    #expect(wide[2].hasPrefix("▶ playing · play-through · buffered 30 s "))
    #expect(lines[3] == "Talk (2 of 3)")
    #expect(lines[7].hasPrefix("? help"))
  }

  /// Told what to skip, and what to play without sound.
  private static func segments() -> [StagedSegment] {
    SegmentList([
      MediaSegment(title: "Intro", start: .zero, end: .seconds(20)),
      MediaSegment(title: "Advert", start: .seconds(20), end: .seconds(40), isBlocked: true),
      MediaSegment(title: "Talk", start: .seconds(40)),
      MediaSegment(start: .seconds(60), end: .seconds(80), isHidden: true, mutes: true),
      MediaSegment(start: .seconds(99), end: .seconds(100), isBlocked: true),
      MediaSegment(start: .seconds(300), end: .seconds(400), isBlocked: true),
    ]).staged(startingAt: SegmentID(1))
  }

  @Test("shows what is skipped and what is without sound on the bar, and names the segment instead of the chapter")
  func segments() {
    var content = Self.content()
    content.segments = Self.segments()
    let lines = PlayerScreen(columns: 50, rows: 8, style: Self.style()).lines(content)
    #expect(lines[1] == "0:50 ━━━━━━╳╳╳╳╳╳┿━━━●──▁▁▁▁▁▁─┄┄┄┄┄╳ -0:50 / 1:40")
    #expect(lines[3] == "Talk (2 of 2)")
    let coloured = PlayerScreen(columns: 50, rows: 8, style: Self.style([:])).lines(content)
    #expect(coloured[1].contains("\u{1B}[35m╳╳╳╳╳╳\u{1B}[0m") && coloured[1].contains("\u{1B}[33m▁▁▁▁▁▁\u{1B}[0m"))
    let ascii = PlayerScreen(columns: 50, rows: 8, style: Self.style(["LC_ALL": "C", "NO_COLOR": "1"])).lines(content)
    #expect(ascii[1] == "0:50 ======xxxxxx|===#--______-.....x -0:50 / 1:40")
  }

  @Test("fits every size, with wide titles and without room")
  func sizes() {
    var content = Self.content()
    content.title = "放送 第1回 🎙️ The Deck é"
    content.isRecording = true
    content.segments = Self.segments()
    for help in [false, true] {
      content.showsHelp = help
      for columns in 1...120 {
        for rows in [1, 2, 3, 5, 9, 30] {
          let lines = PlayerScreen(columns: columns, rows: rows, style: Self.style()).lines(content)
          #expect((1...rows).contains(lines.count))
          for line in lines { #expect(Printable.width(line) <= columns, "\(columns)×\(rows): \(line)") }
        }
      }
    }
  }

  @Test("has no colours when they are not wanted, and no characters that the locale does not have")
  func ascii() {
    let plain = PlayerScreen(columns: 80, rows: 9, style: Self.style(["NO_COLOR": "1", "LANG": "C"])).lines(
      Self.content())
    #expect(plain.joined().unicodeScalars.allSatisfy { 0x20...0x7E ~= $0.value })
    let coloured = PlayerScreen(columns: 80, rows: 9, style: Self.style([:])).lines(Self.content())
    #expect(coloured[1].contains("\u{1B}[36m"))
  }

  @Test("says LIVE where there is no end")
  func live() {
    var content = Self.content()
    var player = Player()
    var outputs = Outputs()
    player.receive(
      .command(.load(item: ItemID(1), start: .standard, autoplay: true, opens: true), RequestID(1)), at: .zero,
      into: &outputs)
    player.receive(.engine(.opened(OpenedMedia(duration: .unknown)), player.epoch), at: .zero, into: &outputs)
    content.player = player
    #expect(PlayerScreen(columns: 40, rows: 5, style: Self.style()).lines(content)[1].hasSuffix(" LIVE"))
  }

  @Test("The bar's cells begin and end where the media does")
  func cells() {
    func cell(_ seconds: Int64) -> Int { PlayerScreen.cell(of: .seconds(seconds), from: .zero, to: .seconds(100), 10) }
    #expect(cell(-5) == 0)
    #expect(cell(0) == 0)
    #expect(cell(50) == 5)
    #expect(cell(100) == 9)
    #expect(cell(.max / 1_000_000) == 9)
    #expect(PlayerScreen.cell(of: .microseconds(.max), from: .zero, to: .microseconds(.max), 80) == 79)
  }

  @Test("A title cannot move the cursor")
  func control() {
    #expect(Printable.text("a\u{1B}[2Jb\n\u{202E}c\u{9B}d") == "a [2Jb c d")
    #expect(Printable.width("放e\u{301}") == 3)
    #expect(Printable.fitted("放送局", 5) == "放送…")
  }
}
