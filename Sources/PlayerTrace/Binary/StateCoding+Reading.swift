import PlayerCore

extension StateCoding {
  static func read(_ cursor: inout ByteCursor, reference: [Int64], instant: Int64) throws(Halt) -> [Int64] {
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
    return values
  }
}
