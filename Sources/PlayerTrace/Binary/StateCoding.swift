import PlayerCore

/// The state in a checkpoint: which fields differ from a reference, and by how much.
///
/// A bit for each field, then half a byte for each field that differs: the low three bits are the width of its residual
/// less one, the fourth says that the residual is added to the instant of the checkpoint and not to the value
/// of the reference.
enum StateCoding {
  static func write(_ values: [Int64], reference: [Int64], instant: Int64, into writer: inout ByteWriter) {
    var residuals: [(value: Int64, width: Int)] = []
    var halves: [UInt8] = []
    var bits = [UInt8](repeating: 0, count: (reference.count + 7) / 8)
    for (index, value) in values.enumerated() where value != reference[index] {
      bits[index >> 3] |= 1 << UInt8(index & 7)
      let plain = value &- reference[index]
      let timed = value &- instant
      let isTimed = timed.width < plain.width
      residuals.append(isTimed ? (timed, timed.width) : (plain, plain.width))
      halves.append(UInt8((isTimed ? timed : plain).width - 1) | (isTimed ? 8 : 0))
    }
    writer.bytes.append(contentsOf: bits)
    for index in stride(from: 0, to: halves.count, by: 2) {
      writer.bytes.append(halves[index] | (index + 1 < halves.count ? halves[index + 1] << 4 : 0))
    }
    for residual in residuals { writer.fixed(UInt64(bitPattern: residual.value), residual.width) }
  }
}
