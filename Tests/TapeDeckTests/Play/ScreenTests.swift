import PlayerCore
import PlayerRuntime
import Testing

@testable import tapedeck

@Suite("The player's screen")
struct ScreenTests {
  /// A player in the middle of an episode of 100 s.
  private static func content(isSeekable: Bool = true) -> PlayerScreen.Content {
    var player = Player()
    var outputs = Outputs()
    func take(_ input: Input) { player.receive(input, at: .zero, into: &outputs) }
    take(.command(.load(item: ItemID(1), start: .standard, autoplay: true, opens: true), RequestID(1)))
    take(.engine(.opened(OpenedMedia(duration: .seconds(100), isSeekable: isSeekable)), player.epoch))
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
    var content = Self.content()
    let lines = PlayerScreen(columns: 50, rows: 8, style: Self.style()).lines(content)
    #expect(lines.count == 8)
    #expect(lines[0].hasPrefix("episode.m4a"))
    #expect(lines[1] == "0:50 ━━━━━━━━━━━━┿━━━●─────────┄┄┿┄┄┄ -0:50 / 1:40")
    #expect(lines[2] == "▶ playing · play-through              volume 100 %")
    let wide = PlayerScreen(columns: 60, rows: 8, style: Self.style()).lines(Self.content())
    #expect(wide[2].hasPrefix("▶ playing · play-through · buffered 30 s "))
    #expect(lines[3] == "Talk (2 of 3)                      'Outro' in 0:40")
    content.transfer.bytes = 1_500
    #expect(PlayerScreen(columns: 50, rows: 8, style: Self.style()).lines(content)[4] == "1.5 kB read")
    #expect(lines[7].hasPrefix("? help"))
  }

  /// Segments of which some are skipped and one is muted.
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

  @Test("shows skipped and muted ranges on the bar, and names the segment instead of the chapter")
  func segments() {
    var content = Self.content()
    content.segments = Self.segments()
    let lines = PlayerScreen(columns: 50, rows: 8, style: Self.style()).lines(content)
    #expect(lines[1] == "0:50 ━━━━━━╳╳╳╳╳╳┿━━━●──▁▁▁▁▁▁─┄┄┄┄┄╳ -0:50 / 1:40")
    #expect(lines[3] == "Talk (2 of 2)                        skips in 0:49")
    var unseekable = Self.content(isSeekable: false)
    unseekable.segments = content.segments
    let played = PlayerScreen(columns: 50, rows: 8, style: Self.style()).lines(unseekable)
    #expect(played[3] == "Talk (2 of 2)                  cannot skip in 0:49")
    let coloured = PlayerScreen(columns: 50, rows: 8, style: Self.style([:])).lines(content)
    #expect(coloured[1].contains("\u{1B}[35m╳╳╳╳╳╳\u{1B}[0m") && coloured[1].contains("\u{1B}[33m▁▁▁▁▁▁\u{1B}[0m"))
    let ascii = PlayerScreen(columns: 50, rows: 8, style: Self.style(["LC_ALL": "C", "NO_COLOR": "1"])).lines(content)
    #expect(ascii[1] == "0:50 ======xxxxxx|===#--______-.....x -0:50 / 1:40")
  }

  @Test("fits every size, with wide titles and with little room")
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

  @Test("has no colours where they are unwanted, and no characters that the locale lacks")
  func ascii() {
    let plain = PlayerScreen(columns: 80, rows: 9, style: Self.style(["NO_COLOR": "1", "LANG": "C"])).lines(
      Self.content())
    #expect(plain.joined().unicodeScalars.allSatisfy { 0x20...0x7E ~= $0.value })
    let coloured = PlayerScreen(columns: 80, rows: 9, style: Self.style([:])).lines(Self.content())
    #expect(coloured[1].contains("\u{1B}[36m"))
  }

  @Test("shows LIVE where there is no end")
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

  /// A stream with a window of 100 s, played 40 s before its end.
  private static func window() -> PlayerScreen.Content {
    var player = Player()
    var outputs = Outputs()
    func take(_ input: Input) { player.receive(input, at: .zero, into: &outputs) }
    take(.command(.load(item: ItemID(1), start: .standard, autoplay: true, opens: true), RequestID(1)))
    take(.environment(.networkChanged(.wifi)))
    take(.engine(.opened(OpenedMedia(duration: .unknown)), player.epoch))
    take(.engine(.seekableRangeChanged(start: .seconds(300), end: .seconds(400)), player.epoch))
    take(.engine(.buffered(until: .seconds(390), bytesRead: 1, isSaturated: false), player.epoch))
    take(.command(.seek(.at(.seconds(360))), RequestID(2)))
    take(
      .engine(.seekCompleted(player.inspection.seekInFlight, position: .seconds(360), isFinished: true), player.epoch))
    var content = PlayerScreen.Content()
    content.player = player
    content.position = .seconds(360)
    content.source = "https://example.com/live.m3u8"
    return content
  }

  @Test("shows the position in a live stream's window, the distance to the live edge, and the bandwidth")
  func window() {
    var content = Self.window()
    content.transfer = TransferMeter.Reading(bytes: 3_456_789, bitsPerSecond: 1_234_567)
    let lines = PlayerScreen(columns: 90, rows: 9, style: Self.style()).lines(content)
    #expect(lines[1].hasPrefix("6:00 ━") && lines[1].hasSuffix("┄ -0:40 LIVE"))
    #expect(45...52 ~= Array(lines[1]).firstIndex(of: "●") ?? 0, "three fifths of the window")
    #expect(
      lines.contains("0:40 behind live · 1:00 into a window of 1:40 · 1.2 Mbit/s · network: wifi · 3.4 MB read"))
    let narrow = PlayerScreen(columns: 40, rows: 9, style: Self.style()).lines(content)
    #expect(narrow.contains { $0.hasPrefix("0:40 behind live") && Printable.width($0) <= 40 })
  }

  @Test("The bandwidth is that of the last seconds")
  func transfer() {
    var meter = TransferMeter()
    #expect(meter.take(0, at: .zero) == TransferMeter.Reading())
    #expect(meter.take(250_000, at: .microseconds(500_000)).bitsPerSecond == 0, "too little time has passed")
    #expect(meter.take(500_000, at: .seconds(2)).bitsPerSecond == 2_000_000)
    #expect(meter.take(500_000, at: .seconds(60)) == TransferMeter.Reading(bytes: 500_000))
    #expect(meter.take(1_000_000, at: .seconds(61)).bitsPerSecond == 800_000, "half a megabyte in five seconds")
    #expect(meter.take(10, at: .seconds(62)) == TransferMeter.Reading(bytes: 10), "another opening")
    #expect(AmountText.bytes(999) == "999 B" && AmountText.bytes(1_999) == "1.9 kB")
    #expect(AmountText.bitRate(123_456_789) == "123 Mbit/s" && AmountText.bytes(-1) == "0 B")
  }

  @Test("A bar without colours distinguishes chapters, skipped and muted ranges, at 40 and 200 columns")
  func marks() {
    var content = Self.content()
    content.segments = Self.segments()
    for (columns, marks) in [(40, 1), (200, 1)] {
      let bar = PlayerScreen(columns: columns, rows: 9, style: Self.style()).lines(content)[1]
      #expect(bar.count { $0 == "┿" } == marks)
      #expect(bar.contains("╳") && bar.contains("▁") && bar.contains("●"))
    }
  }

  @Test("The bar's cells begin and end with the media")
  func cells() {
    func cell(_ seconds: Int64) -> Int { PositionBar.cell(of: .seconds(seconds), from: .zero, to: .seconds(100), 10) }
    #expect(cell(-5) == 0)
    #expect(cell(0) == 0)
    #expect(cell(50) == 5)
    #expect(cell(100) == 9)
    #expect(cell(.max / 1_000_000) == 9)
    #expect(PositionBar.cell(of: .microseconds(.max), from: .zero, to: .microseconds(.max), 80) == 79)
  }

  @Test("Chapters that begin at one place hold no one there")
  func chaptersAtOnePlace() {
    var ring = MediaRings()
    for start in [0, 40, 20, 20, 20, 20, 60] as [Int64] {
      ring.take(.chapterFound(SegmentID(1), start: .seconds(start), end: .seconds(start), title: .none))
    }
    func target(_ step: Action.ChapterStep, at seconds: Int64) -> MediaTime? {
      guard case .seek(.time(let time), _) = ring.resolve(.chapter(step), [], at: .seconds(seconds), Player()) else {
        return nil
      }
      return time
    }
    #expect(target(.previous, at: 21) == .zero && target(.previous, at: 25) == .seconds(20))
    #expect(target(.previous, at: 41) == .seconds(20) && target(.previous, at: 1) == .zero)
    #expect(target(.next, at: 0) == .seconds(20) && target(.next, at: 20) == .seconds(40))
    #expect(target(.next, at: 60) == nil && target(.number(3), at: 0) == .seconds(20))
  }

  @Test("A title cannot move the cursor")
  func control() {
    #expect(Printable.text("a\u{1B}[2Jb\n\u{202E}c\u{9B}d") == "a [2Jb c d")
    #expect(Printable.width("放e\u{301}") == 3)
    #expect(Printable.fitted("放送局", 5) == "放送…")
  }
}
