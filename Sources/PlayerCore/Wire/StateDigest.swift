/// A 64-bit digest of a sequence of integers: equal sequences give equal digests on every machine.
///
/// Each integer is mixed in by a multiplication with a constant and a rotation, and the result is finished by two
/// rounds of xor-shift-multiply. It detects accidents; it does not resist an attacker.
public struct StateDigest: FieldWriter, Sendable {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// The digest of an empty sequence.
  public init() {}

  /// Mixes in the next integer of the sequence.
  #if hasFeature(Embedded)
  @inline(never)
  #else
  @inline(__always)
  #endif
  public mutating func put(_ value: Int64) {
    let mixed = (state ^ UInt64(bitPattern: value)) &* 0xBF58_476D_1CE4_E5B9
    state = (mixed << 27) | (mixed >> 37)
  }

  /// The digest of everything added so far.
  public var value: UInt64 {
    var result = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    result = (result ^ (result >> 27)) &* 0x94D0_49BB_1331_11EB
    return result ^ (result >> 31)
  }
}
