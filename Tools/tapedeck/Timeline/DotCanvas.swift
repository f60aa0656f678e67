/// A drawing of dots in characters: 2 × 4 dots per character in Unicode's Braille patterns, one in ASCII.
struct DotCanvas {
  let columns: Int
  let rows: Int
  private let hasUnicode: Bool
  private var cells: [UInt8]
  private static let bits: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]

  init(columns: Int, rows: Int, hasUnicode: Bool) {
    self.columns = columns
    self.rows = rows
    self.hasUnicode = hasUnicode
    cells = [UInt8](repeating: 0, count: max(0, columns * rows))
  }

  /// In dots.
  var width: Int { hasUnicode ? columns * 2 : columns }
  var height: Int { hasUnicode ? rows * 4 : rows }

  /// Sets a dot; 0, 0 is at the lower left. Dots outside are ignored.
  mutating func set(_ x: Int, _ y: Int) {
    guard x >= 0, x < width, y >= 0, y < height else { return }
    let top = height - 1 - y
    if hasUnicode {
      cells[top / 4 * columns + x / 2] |= Self.bits[x % 2][top % 4]
    } else {
      cells[top * columns + x] = 1
    }
  }

  /// A straight line from one dot to another.
  mutating func line(_ x0: Int, _ y0: Int, _ x1: Int, _ y1: Int) {
    let steps = max(abs(x1 - x0), abs(y1 - y0), 1)
    for step in 0...steps { set(x0 + (x1 - x0) * step / steps, y0 + (y1 - y0) * step / steps) }
  }

  /// Every second dot of a line straight up or down.
  mutating func jump(_ x: Int, _ y0: Int, _ y1: Int) {
    for y in stride(from: min(y0, y1), through: max(y0, y1), by: 2) { set(x, y) }
  }

  var lines: [String] {
    (0..<rows).map { row in
      String(cells[row * columns..<(row + 1) * columns].map { character($0) })
    }
  }

  private func character(_ cell: UInt8) -> Character {
    if cell == 0 { return " " }
    return hasUnicode ? Character(UnicodeScalar(UInt32(0x2800) + UInt32(cell)) ?? " ") : "*"
  }
}
