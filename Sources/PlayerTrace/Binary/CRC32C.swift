/// The checksum CRC-32C (Castagnoli): reflected polynomial 82F63B78, initial and final XOR value all ones.
struct CRC32C: Sendable {
  /// The change that each byte makes. Loops get the table only once, because every trace has many short entries.
  struct Table {
    fileprivate let entries: UnsafeBufferPointer<UInt32>
  }

  static func withTable<Value, Failure: Error>(_ body: (Table) throws(Failure) -> Value) throws(Failure) -> Value {
    try table.withUnsafeBufferPointer { entries throws(Failure) in try body(Table(entries: entries)) }
  }

  private var state = UInt32.max

  /// Takes bytes of an array.
  mutating func update(_ bytes: [UInt8], _ range: Range<Int>) {
    bytes.withUnsafeBufferPointer { bytes in Self.withTable { update(bytes, range, $0) } }
  }

  /// Takes bytes of a buffer.
  @inline(__always)
  mutating func update(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ table: Table) {
    // The range is checked once, not for each byte.
    for byte in UnsafeBufferPointer(rebasing: bytes[range]) { update(byte, table) }
  }

  /// Takes one byte.
  @inline(__always)
  mutating func update(_ byte: UInt8, _ table: Table) {
    state = table.entries[Int(truncatingIfNeeded: (state ^ UInt32(byte)) & 0xFF)] ^ (state >> 8)
  }

  /// Takes one byte.
  mutating func update(_ byte: UInt8) { Self.withTable { update(byte, $0) } }

  var value: UInt32 { ~state }
  /// The running check: one byte of the checksum so far.
  var check: UInt8 { UInt8(truncatingIfNeeded: value >> 24) }
}
