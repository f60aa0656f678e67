import PlayerCore

/// The state in a checkpoint: which fields differ from a reference, and by how much.
///
/// A bit for each field, then half a byte for each field that differs: the low three bits are the width of its residual
/// less one; the fourth is set when the residual is added to the instant of the checkpoint and not to the value of the
/// reference.
enum StateCoding {
  /// `values` and the reference have the same count.
  static func write(_ values: [Int64], reference: [Int64], instant: Int64, into writer: inout ByteWriter) {
    var residuals: [Int64] = []
    var halves: [UInt8] = []
    var bits: UInt8 = 0
    var index = 0
    for (value, base) in zip(values, reference) {
      if value != base {
        bits |= 1 << UInt8(truncatingIfNeeded: index & 7)
        let (plain, timed) = (value &- base, value &- instant)
        let isTimed = timed.width < plain.width
        let residual = isTimed ? timed : plain
        residuals.append(residual)
        halves.append(UInt8(truncatingIfNeeded: residual.width &- 1) | (isTimed ? 8 : 0))
      }
      index &+= 1
      // A byte is complete after eight fields, or after the last one.
      guard index & 7 == 0 || index == reference.count else { continue }
      writer.bytes.append(bits)
      bits = 0
    }
    writer.append(halves: halves)
    for residual in residuals { writer.fixed(UInt64(bitPattern: residual), residual.width) }
  }
}
