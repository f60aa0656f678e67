import PlayerCore

/// Pixels in the cells of a terminal: each cell holds two, one above the other.
///
/// Every line fills its row from the first column to the last, so nothing has to be erased before drawing.
struct CellPicture {
  /// The capabilities of a terminal.
  struct Ability: Hashable, Sendable {
    /// 24 bits of colour, else the 256 colours of xterm.
    var isTrueColour: Bool
    /// The half blocks of Unicode; without them a cell is one pixel.
    var hasHalfBlocks: Bool

    /// As described by the environment; nil where nothing can be drawn.
    init?(environment: [String: String]) {
      guard (environment["NO_COLOR"] ?? "").isEmpty else { return nil }
      let colours = environment["COLORTERM"] ?? ""
      isTrueColour = colours == "truecolor" || colours == "24bit"
      hasHalfBlocks = Screen.hasUnicode(environment)
    }
  }

  /// The place of the pixels in `columns` × 2 `rows`; even, so that they cover whole cells.
  let left: Int
  let top: Int
  let width: Int
  let height: Int
  /// Red, green and blue, line by line.
  let pixels: [UInt8]
  var ability: Ability

  func lines(columns: Int, rows: Int) -> [String] {
    (0..<rows).map { row in line(row, columns) }
  }

  private func line(_ row: Int, _ columns: Int) -> String {
    var text = ""
    var last: Cell?
    for column in 0..<columns {
      let cell = Cell(upper: pixel(column, 2 * row), lower: pixel(column, 2 * row + 1))
      if cell != last {
        text += start(of: cell)
        last = cell
      }
      text += glyph(of: cell)
    }
    return text + "\u{1B}[0m"
  }

  /// The colours of the two pixels; nil beside the picture.
  private struct Cell: Equatable {
    var upper: Colour?
    var lower: Colour?
  }

  struct Colour: Hashable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8
  }

  private func pixel(_ x: Int, _ y: Int) -> Colour? {
    guard left..<left + width ~= x, top..<top + height ~= y else { return nil }
    let place = ((y - top) * width + x - left) * 3
    return Colour(red: pixels[place], green: pixels[place + 1], blue: pixels[place + 2])
  }

  private func glyph(of cell: Cell) -> String {
    guard ability.hasHalfBlocks, cell.upper != cell.lower else { return " " }
    return cell.upper == nil ? "▄" : "▀"
  }

  /// The sequence that sets the colours of a cell.
  private func start(of cell: Cell) -> String {
    switch (cell.upper, cell.lower) {
    case (nil, nil): "\u{1B}[0m"
    case (let upper?, let lower?) where !ability.hasHalfBlocks:
      "\u{1B}[\(code(Self.mean(upper, lower), isBackground: true))m"
    case (let colour?, nil) where !ability.hasHalfBlocks, (nil, let colour?) where !ability.hasHalfBlocks:
      "\u{1B}[\(code(colour, isBackground: true))m"
    case (let colour?, nil), (nil, let colour?): "\u{1B}[0;\(code(colour, isBackground: false))m"
    case (let upper?, let lower?) where upper == lower: "\u{1B}[\(code(upper, isBackground: true))m"
    case (let upper?, let lower?):
      "\u{1B}[\(code(upper, isBackground: false));\(code(lower, isBackground: true))m"
    }
  }

  private func code(_ colour: Colour, isBackground: Bool) -> String {
    let kind = isBackground ? "48" : "38"
    return ability.isTrueColour
      ? "\(kind);2;\(colour.red);\(colour.green);\(colour.blue)" : "\(kind);5;\(Self.number(of: colour))"
  }

  private static func mean(_ a: Colour, _ b: Colour) -> Colour {
    func mean(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8((Int(a) + Int(b)) / 2) }
    return Colour(red: mean(a.red, b.red), green: mean(a.green, b.green), blue: mean(a.blue, b.blue))
  }

  /// The nearest of xterm's 256 colours: of its cube of 6 × 6 × 6, or of its 24 greys.
  static func number(of colour: Colour) -> Int {
    let parts = [colour.red, colour.green, colour.blue].map(Int.init)
    let levels = parts.map { $0 < 48 ? 0 : $0 < 115 ? 1 : ($0 - 35) / 40 }
    let cube = levels.map { $0 == 0 ? 0 : 55 + 40 * $0 }
    let grey = max(0, min(23, (parts.reduce(0, +) / 3 - 3) / 10))
    func distance(_ other: [Int]) -> Int { zip(parts, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } }
    return distance([Int](repeating: 8 + 10 * grey, count: 3)) < distance(cube)
      ? 232 + grey : 16 + 36 * levels[0] + 6 * levels[1] + levels[2]
  }
}
