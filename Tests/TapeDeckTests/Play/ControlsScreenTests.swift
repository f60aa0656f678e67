import PlayerCore
import PlayerRuntime
import Testing

@testable import tapedeck

@Suite("The terminal with the overlays of SRGMediaPlayer")
struct ControlsScreenTests {
  private func screen(_ columns: Int, _ rows: Int, ascii: Bool = false) -> ControlsScreen {
    ControlsScreen(
      columns: columns, rows: rows,
      style: ScreenStyle(environment: ["NO_COLOR": "1", "LANG": ascii ? "C" : "en_US.UTF-8"]))
  }

  private var content: PlayerScreen.Content {
    var content = PlayerScreen.Content()
    content.source = "clip.mp4"
    var player = Player()
    var outputs = Outputs()
    let load = Command.load(item: ItemID(1), start: .standard, autoplay: false, opens: true)
    player.receive(.command(load, RequestID(1)), at: .zero, into: &outputs)
    let media = OpenedMedia(duration: .seconds(100))
    player.receive(.engine(.opened(media), player.epoch), at: .zero, into: &outputs)
    content.player = player
    content.position = .seconds(50)
    content.chapters = [(.zero, "First"), (.seconds(40), "Second")]
    return content
  }

  @Test("shows button, slider, timeline, volume, tracks and the list of chapters")
  func lines() {
    var additions = ControlsScreen.Additions()
    additions.add(.audio, TrackID(0), language: "fr", title: "")
    additions.add(.audio, TrackID(1), language: "de", title: "")
    let lines = screen(40, 10).lines(content, additions)
    #expect(lines.count == 10 && lines.allSatisfy { Printable.width($0) <= 40 })
    #expect(lines[0] == "clip.mp4")
    #expect(lines[1].hasPrefix("▶   00:50 ") && lines[1].hasSuffix(" -00:50"))
    #expect(lines[2].hasPrefix("          ┃") && !lines[2].hasSuffix(" "))
    #expect(Array(lines[2]).firstIndex(of: "●") == Array(lines[1]).firstIndex(of: "●"), "one lies below the other")
    #expect(lines[3] == "◖)) ▮▮▮▮▮  100 %  ♪")
    #expect(lines[4] == "  00:00 First                      00:40")
    #expect(lines[5] == "▸ 00:40 Second                     01:00")
  }

  @Test("shows what differs from the defaults, and centres subtitles")
  func rest() {
    var content = content
    content.isRecording = true
    var outputs = Outputs()
    for command in [Command.setRate(.thousandths(1_500)), .setLooping(true), .setMuted(true)] {
      content.player.receive(.command(command, RequestID(2)), at: .zero, into: &outputs)
    }
    var additions = ControlsScreen.Additions()
    additions.add(.subtitle, TrackID(2), language: "de", title: "")
    additions.subtitle = "four"
    let lines = screen(40, 10).lines(content, additions)
    #expect(lines[0].hasSuffix("● REC") && Printable.width(lines[0]) == 40)
    #expect(lines[3] == "◖×  ▯▯▯▯▯  muted  ▤ Off  1.5×  loop")
    #expect(lines[8] == String(repeating: " ", count: 18) + "four" && lines[9].hasPrefix("? help"))
    content.message = "refused"
    #expect(screen(40, 10).lines(content, additions)[9] == "refused", "what was said last takes the place of the keys")
  }

  @Test("fills any size, and uses only ASCII on an old terminal", arguments: [(1, 1), (5, 2), (20, 3), (80, 24)])
  func sizes(columns: Int, rows: Int) {
    let lines = screen(columns, rows, ascii: true).lines(content, ControlsScreen.Additions())
    #expect(lines.count == rows)
    #expect(lines.allSatisfy { $0.count <= columns && $0.allSatisfy(\.isASCII) })
  }
}
