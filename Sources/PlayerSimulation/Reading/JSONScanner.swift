/// Reads JSON from front to back and always knows where it is, so that every complaint names a line and a column, and
/// decimal numbers stay exact. What nobody asks for is passed over; nesting deeper than 100 is an error.
struct JSONScanner {
  let text: FileText
  private(set) var offset = 0

  init(_ text: FileText) {
    self.text = text
    if text.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
  }

  /// The next byte that is not white space; `nil` at the end.
  mutating func peek() -> UInt8? {
    while offset < text.bytes.count {
      switch text.bytes[offset] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): offset += 1
      default: return text.bytes[offset]
      }
    }
    return nil
  }

  mutating func expect(_ byte: UInt8, _ field: String, _ advice: String) throws(SimulationFileError) {
    guard peek() == byte else {
      throw text.damage(at: offset, field, expected: "'\(Character(Unicode.Scalar(byte)))'", advice)
    }
    offset += 1
  }

  /// After an element: true when another follows, false when the list or the object is closed.
  mutating func continues(until end: UInt8, _ field: String) throws(SimulationFileError) -> Bool {
    switch peek() {
    case end:
      offset += 1
      return false
    case UInt8(ascii: ","):
      offset += 1
      return true
    default:
      throw text.damage(
        at: offset, field, expected: "',' or '\(Character(Unicode.Scalar(end)))'",
        "If the file breaks off here, fetch it again")
    }
  }

  /// The elements of a list: `element` reads each of them.
  mutating func list(
    _ field: String, _ element: (inout JSONScanner) throws(SimulationFileError) -> Void
  ) throws(SimulationFileError) {
    try expect(UInt8(ascii: "["), field, "Write a list")
    if peek() == UInt8(ascii: "]") {
      offset += 1
      return
    }
    repeat { try element(&self) } while try continues(until: UInt8(ascii: "]"), field)
  }

  /// The members of an object: `member` gets the name, and where it is, and reads the value or returns false.
  mutating func object(
    _ field: String, _ member: (inout JSONScanner, String, Int) throws(SimulationFileError) -> Bool
  ) throws(SimulationFileError) {
    try expect(UInt8(ascii: "{"), field, "Write an object")
    if peek() == UInt8(ascii: "}") {
      offset += 1
      return
    }
    repeat {
      _ = peek()
      let place = offset
      let name = try string(field)
      try expect(UInt8(ascii: ":"), field, "A name and its value have a colon between them")
      if try !member(&self, name, place) { try skipValue(depth: 0) }
    } while try continues(until: UInt8(ascii: "}"), field)
  }

  mutating func number(_ field: String) throws(SimulationFileError) -> (number: DecimalNumber, offset: Int) {
    _ = peek()
    guard let (number, length) = DecimalNumber.read(text.bytes[offset...]) else {
      throw text.damage(at: offset, field, expected: "a number", "Write it without quotation marks and units")
    }
    offset += length
    return (number, offset - length)
  }

  /// Nothing but white space is left.
  mutating func expectEnd() throws(SimulationFileError) {
    if peek() != nil {
      throw text.damage(at: offset, "end", expected: "the end of the file", "Remove what follows")
    }
  }

  /// Escapes are passed over, not resolved: no name that we look for has one.
  private mutating func string(_ field: String) throws(SimulationFileError) -> String {
    try expect(UInt8(ascii: "\""), field, "Write a name in quotation marks")
    let start = offset
    while offset < text.bytes.count, text.bytes[offset] != UInt8(ascii: "\"") {
      offset += text.bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard offset < text.bytes.count else {
      offset = text.bytes.count
      throw text.damage(at: offset, field, expected: "'\"'", "If the file breaks off here, fetch it again")
    }
    offset += 1
    return String(decoding: text.bytes[start..<offset - 1], as: UTF8.self)
  }

  private mutating func skipValue(depth: Int) throws(SimulationFileError) {
    guard depth < 100 else {
      throw text.damage(at: offset, "value", expected: "at most 100 lists in each other", "Remove it")
    }
    switch peek() {
    case UInt8(ascii: "\""): _ = try string("value")
    case UInt8(ascii: "["):
      try list("value") { scanner throws(SimulationFileError) in
        try scanner.skipValue(depth: depth + 1)
      }
    case UInt8(ascii: "{"):
      try object("value") { scanner, _, _ throws(SimulationFileError) in
        try scanner.skipValue(depth: depth + 1)
        return true
      }
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    default: _ = try number("value")
    }
  }

  private mutating func word(_ word: String) throws(SimulationFileError) {
    guard text.bytes[offset...].starts(with: word.utf8) else {
      throw text.damage(at: offset, "value", expected: word, "Correct it")
    }
    offset += word.utf8.count
  }
}
