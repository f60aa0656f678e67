import PlayerCore
import Testing

@testable import tapedeck

@Suite("Pictures in cells")
struct CellTests {
  private func ability(_ environment: [String: String]) -> CellPicture.Ability? {
    CellPicture.Ability(environment: environment.merging(["LANG": "C.UTF-8"]) { first, _ in first })
  }

  /// Red over green, blue over blue.
  private func picture(_ environment: [String: String], left: Int = 0, top: Int = 0) throws -> CellPicture {
    CellPicture(
      left: left, top: top, width: 2, height: 2, pixels: [255, 0, 0, 0, 0, 255, 0, 255, 0, 0, 0, 255],
      ability: try #require(ability(environment)))
  }

  @Test("A cell shows two pixels in 24 bits, or in the nearest of 256 colours")
  func colours() throws {
    #expect(
      try picture(["COLORTERM": "truecolor"]).lines(columns: 2, rows: 1)
        == ["\u{1B}[38;2;255;0;0;48;2;0;255;0m▀\u{1B}[48;2;0;0;255m \u{1B}[0m"])
    #expect(
      try picture(["COLORTERM": ""]).lines(columns: 2, rows: 1)
        == ["\u{1B}[38;5;196;48;5;46m▀\u{1B}[48;5;21m \u{1B}[0m"])
  }

  @Test("Beside the picture the terminal keeps its own colour, and every line fills its row")
  func margins() throws {
    let lines = try picture(["COLORTERM": "24bit"], left: 1, top: 1).lines(columns: 4, rows: 3)
    #expect(
      lines[0] == "\u{1B}[0m \u{1B}[0;38;2;255;0;0m▄\u{1B}[0;38;2;0;0;255m▄\u{1B}[0m \u{1B}[0m",
      "the lower half of the first row")
    #expect(lines[1] == "\u{1B}[0m \u{1B}[0;38;2;0;255;0m▀\u{1B}[0;38;2;0;0;255m▀\u{1B}[0m \u{1B}[0m")
    #expect(lines[2] == "\u{1B}[0m    \u{1B}[0m")
  }

  @Test("Without half blocks a cell is the mean of its pixels")
  func ascii() throws {
    let lines = try picture(["COLORTERM": "truecolor", "LANG": "C"]).lines(columns: 2, rows: 1)
    #expect(lines == ["\u{1B}[48;2;127;127;0m \u{1B}[48;2;0;0;255m \u{1B}[0m"])
  }

  @Test("NO_COLOR forbids pictures")
  func noColour() {
    #expect(ability(["NO_COLOR": "1"]) == nil)
    #expect(ability([:])?.isTrueColour == false)
  }

  @Test("The nearest of 256 colours is found for every colour")
  func numbers() {
    func number(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
      CellPicture.number(of: CellPicture.Colour(red: red, green: green, blue: blue))
    }
    #expect(number(0, 0, 0) == 16 && number(255, 255, 255) == 231)
    #expect(number(128, 128, 128) == 244 && number(8, 8, 8) == 232 && number(95, 135, 175) == 67)
    for red in stride(from: 0, through: 255, by: 15) {
      for green in stride(from: 0, through: 255, by: 15) { #expect(16...255 ~= number(UInt8(red), UInt8(green), 200)) }
    }
  }

  @Test("By default pictures are shown only in a local terminal, and only if nothing else shows them")
  func standard() {
    func place(_ environment: [String: String], _ hasWindow: Bool, _ controls: ControlsArgument) -> VideoArgument {
      .standard(environment, hasWindow: hasWindow, controls: controls)
    }
    #expect(place([:], false, .plain) == .cells)
    #expect(place(["SSH_CONNECTION": "a"], false, .plain) == .none)
    #expect(place([:], true, .plain) == .none && place([:], false, .srg) == .none)
  }

  @Test("A screen with a picture has title, picture, bar and state at any size")
  func layout() {
    var content = PlayerScreen.Content()
    content.hasPicture = true
    for columns in [20, 40, 200] {
      for rows in 12...40 {
        for log in [nil, true, false] {
          content.showsLog = log
          let style = ScreenStyle(environment: ["NO_COLOR": "1"])
          let layout = PlayerScreen(columns: columns, rows: rows, style: style).layout(content)
          #expect(layout.lines.count == rows && layout.picture.lowerBound == 1 && layout.picture.count >= 4)
          #expect(layout.bar.map { $0.row >= layout.picture.upperBound } ?? true)
          #expect(layout.log.isEmpty == (log != true))
        }
      }
    }
  }
}
