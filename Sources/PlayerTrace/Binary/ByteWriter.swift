/// Appends numbers in the encoding of the binary form.
struct ByteWriter: Sendable {
  var bytes: [UInt8] = []

  /// Seven bits per byte, the lowest first; the top bit is set when more bytes follow.
  mutating func varint(_ value: UInt64) {
    var value = value
    while value > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
      value >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: value))
  }

  mutating func varint(_ value: Int) { varint(UInt64(max(0, value))) }

  /// A zigzag varint, in which small negative numbers are short, too: 0, -1, 1, -2 …
  mutating func zigzag(_ value: Int64) { varint(UInt64(bitPattern: (value << 1) ^ (value >> 63))) }

  /// The `width` low bytes of a number, the lowest first.
  mutating func fixed(_ value: UInt64, _ width: Int) {
    var value = value
    for _ in 0..<width {
      bytes.append(UInt8(truncatingIfNeeded: value))
      value >>= 8
    }
  }

  /// Half bytes, the low half first.
  mutating func append(halves: [UInt8]) {
    var low: UInt8?
    for half in halves {
      if let first = low {
        bytes.append(first | half << 4)
        low = nil
      } else {
        low = half
      }
    }
    if let low { bytes.append(low) }
  }

  mutating func text(_ text: String) {
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { utf8 in
      varint(utf8.count)
      bytes.append(contentsOf: utf8)
    }
    // In Embedded Swift all strings are contiguous, and iterating over others would be much code.
    #if !hasFeature(Embedded)
    guard isDone == nil else { return }
    varint(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
    #endif
  }
}

extension Int64 {
  /// The number of bytes, 1 … 8, from which sign extension restores the number.
  var width: Int {
    let bits = 65 - (self < 0 ? ~self : self).leadingZeroBitCount
    return (bits + 7) >> 3
  }

  /// The sign-extended number with these low bytes.
  init(lowBytes: UInt64, width: Int) {
    let shift = UInt64(64 - 8 * width)
    self = Int64(bitPattern: lowBytes << shift) >> Int64(shift)
  }
}
