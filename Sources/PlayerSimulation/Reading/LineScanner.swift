import PlayerText

/// Reads lines of numbers: columns with white space or commas between them, and comments after `#`. Lines without a
/// number are passed over.
struct LineScanner {
  typealias Column = (number: DecimalNumber, offset: Int)

  let text: FileText
  private var offset = 0

  init(_ text: FileText) {
    self.text = text
    if text.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
  }

  /// The columns of the next line that has any: one or two. `nil` at the end.
  mutating func next() throws(Flaw) -> [Column]? {
    while offset < text.bytes.count {
      let columns = try line()
      if !columns.isEmpty { return columns }
    }
    return nil
  }

  /// The numbers of a line, and on to the next line.
  private mutating func line() throws(Flaw) -> [Column] {
    var columns: [Column] = []
    while offset < text.bytes.count {
      switch text.bytes[offset] {
      case UInt8(ascii: "\n"):
        offset += 1
        return columns
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: ","): offset += 1
      case UInt8(ascii: "#"):
        while offset < text.bytes.count, text.bytes[offset] != UInt8(ascii: "\n") { offset += 1 }
      default: columns.append(try column(columns.count))
      }
    }
    return columns
  }

  private mutating func column(_ index: Int) throws(Flaw) -> Column {
    let place = offset
    let word = text.bytes[place...].prefix { !Self.ends($0) }
    guard index < 2, let (number, length) = DecimalNumber.read(word), length == word.count else {
      throw text.flaw(
        at: place, "column \(index + 1)", expected: index < 2 ? "a number" : "one or two columns",
        "Write a line as MILLISECOND or as SECONDS MBITS, and put '#' before a comment")
    }
    offset += length
    return (number, place)
  }

  private static func ends(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\n"), UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: ","),
      UInt8(ascii: "#"):
      true
    default: false
    }
  }
}
