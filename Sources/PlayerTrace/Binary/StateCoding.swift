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

  static func read(_ cursor: inout ByteCursor, reference: [Int64], instant: Int64) throws(Halt) -> Player {
    var values = reference
    var changed: [Int] = []
    for byte in 0..<(reference.count + 7) / 8 {
      let bits = try cursor.byte()
      for bit in 0..<8 where bits & (1 << UInt8(bit)) != 0 {
        guard byte * 8 + bit < reference.count else {
          throw .flaw("state", expected: "\(reference.count) fields", found: "field \(byte * 8 + bit)")
        }
        changed.append(byte * 8 + bit)
      }
    }
    var halves: [UInt8] = []
    for _ in stride(from: 0, to: changed.count, by: 2) {
      let byte = try cursor.byte()
      halves.append(byte & 15)
      halves.append(byte >> 4)
    }
    for (place, index) in changed.enumerated() {
      let width = Int(halves[place] & 7) + 1
      let residual = Int64(lowBytes: try cursor.fixed(width), width: width)
      values[index] = (halves[place] & 8 != 0 ? instant : reference[index]) &+ residual
    }
    do { return try TextDecoder.player(values) } catch { throw .flaw(error) }
  }
}
