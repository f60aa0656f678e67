import Backports
import PlayerText

/// Why a record could not be read from the available bytes.
enum Halt: Error {
  /// The bytes end too early.
  case short
  case flaw(Flaw)

  static func flaw(_ field: String, expected: String, found: String) -> Halt {
    .flaw(
      Flaw(
        field: field, expected: expected, found: found,
        advice: "The file was damaged after it was written: use an intact copy"))
  }
}

/// Reads bytes of the binary form one after the other.
struct ByteCursor {
  let bytes: [UInt8]
  var index: Int

  init(_ bytes: [UInt8], at index: Int) {
    self.bytes = bytes
    self.index = index
  }

  mutating func byte() throws(Halt) -> UInt8 {
    guard index < bytes.count else { throw .short }
    index += 1
    return bytes[index - 1]
  }

  mutating func varint(_ field: @autoclosure () -> String) throws(Halt) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try byte()
      guard shift < 63 || byte < 2 else {
        throw .flaw(field(), expected: "a varint of 64 bits", found: "a longer one")
      }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
  }

  mutating func zigzag(_ field: @autoclosure () -> String) throws(Halt) -> Int64 {
    let folded = try varint(field())
    return Int64(bitPattern: folded >> 1) ^ -Int64(bitPattern: folded & 1)
  }

  /// A varint that must not exceed `limit`.
  mutating func count(_ field: @autoclosure () -> String, upTo limit: UInt64) throws(Halt) -> Int64 {
    let value = try varint(field())
    guard value <= limit else { throw .flaw(field(), expected: "at most \(limit)", found: "\(value)") }
    return Int64(value)
  }

  /// The number of things that follow, each of at least a byte.
  mutating func length(_ field: @autoclosure () -> String) throws(Halt) -> Int {
    Int(try count(field(), upTo: UInt64(bytes.count)))
  }

  /// A varint of 32 bits.
  mutating func number(_ field: @autoclosure () -> String) throws(Halt) -> UInt32 {
    UInt32(try count(field(), upTo: UInt64(UInt32.max)))
  }

  /// `width` bytes, the lowest first.
  mutating func fixed(_ width: Int) throws(Halt) -> UInt64 {
    guard bytes.count - index >= width else { throw .short }
    var value: UInt64 = 0
    for offset in 0..<width { value |= UInt64(bytes[index + offset]) << UInt64(8 * offset) }
    index += width
    return value
  }

  mutating func text(_ field: @autoclosure () -> String) throws(Halt) -> String {
    let length = Int(try count(field(), upTo: UInt64(TraceLimit.record)))
    guard bytes.count - index >= length else { throw .short }
    let range = index..<index + length
    index += length
    guard let text = String(wellFormed: bytes[range]) else {
      throw .flaw(field(), expected: "UTF-8", found: Excerpt.of(bytes[range]))
    }
    return text
  }

  mutating func expect(_ marker: [UInt8], _ field: @autoclosure () -> String) throws(Halt) {
    for expected in marker {
      let found = try byte()
      guard found == expected else {
        throw .flaw(field(), expected: "the byte \(expected)", found: "\(found)")
      }
    }
  }
}
