/// The checksum CRC-32C (Castagnoli): reflected polynomial 82F63B78, begun with and finished by all ones.
struct CRC32C: Sendable {
  private static let table: [UInt32] = (0..<256).map { index in
    var entry = UInt32(index)
    for _ in 0..<8 { entry = (entry >> 1) ^ (entry & 1 == 0 ? 0 : 0x82F6_3B78) }
    return entry
  }

  private var state = UInt32.max
  private let table = CRC32C.table

  /// Takes bytes of an array.
  mutating func update(_ bytes: [UInt8], _ range: Range<Int>) {
    var state = state
    // The ranges are checked once and not for each byte, of which every trace has many.
    bytes[range].withUnsafeBufferPointer { bytes in
      table.withUnsafeBufferPointer { table in
        for byte in bytes { state = table[Int((state ^ UInt32(byte)) & 0xFF)] ^ (state >> 8) }
      }
    }
    self.state = state
  }

  /// Takes one byte.
  mutating func update(_ byte: UInt8) { state = table[Int((state ^ UInt32(byte)) & 0xFF)] ^ (state >> 8) }

  var value: UInt32 { ~state }
  /// The running check: one byte of the checksum so far.
  var check: UInt8 { UInt8(truncatingIfNeeded: value >> 24) }
}
