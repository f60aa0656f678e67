/// Appends protobuf fields to bytes. It supports the part of the wire format that ``PerfettoWriter`` needs.
struct ProtobufWriter {
  var bytes: [UInt8] = []

  private mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  private mutating func tag(_ number: UInt64, _ type: UInt64) { varint(number << 3 | type) }

  /// An integer, an enumeration or a flag.
  mutating func put(_ number: UInt64, _ value: UInt64) {
    tag(number, 0)
    varint(value)
  }

  mutating func put(_ number: UInt64, signed value: Int64) { put(number, UInt64(bitPattern: value)) }

  mutating func put(_ number: UInt64, fixed value: UInt64) {
    tag(number, 1)
    for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * shift))) }
  }

  mutating func put(_ number: UInt64, double value: Double) { put(number, fixed: value.bitPattern) }

  mutating func put(_ number: UInt64, _ text: String) {
    let start = begin(number)
    bytes.append(contentsOf: text.utf8)
    end(start)
  }

  // A length is written after the message, into four bytes reserved for it: a varint may be longer than necessary.
  // Nothing in a trace comes near the limit of 256 MiB.

  /// Begins a message, which contains everything written until ``end(_:)``.
  mutating func begin(_ number: UInt64) -> Int {
    tag(number, 2)
    for _ in 0..<4 { bytes.append(0) }
    return bytes.count
  }

  mutating func end(_ start: Int) {
    let length = UInt32(truncatingIfNeeded: bytes.count - start)
    for place in 0..<4 {
      let more: UInt8 = place < 3 ? 0x80 : 0
      bytes[start - 4 + place] = UInt8(truncatingIfNeeded: length >> UInt32(7 * place)) & 0x7F | more
    }
  }
}
