/// 64-bit fingerprints of words.
///
/// Two words at a time are multiplied with each other, to 128 bits, and folded; in four lanes that wait for each other at
/// the end. For n states the probability that any two have the same fingerprint is about n² ÷ 2⁶⁵: one in ten thousand
/// for sixty million.
@usableFromInline
package enum Fingerprint {
  @inlinable @inline(__always)
  package static func of(_ words: UnsafePointer<UInt64>, count: Int) -> UInt64 {
    var a: UInt64 = 0x243F_6A88_85A3_08D3
    var b: UInt64 = 0x1319_8A2E_0370_7344
    var c: UInt64 = 0xA409_3822_299F_31D0
    var d: UInt64 = 0x082E_FA98_EC4E_6C89
    var index = 0
    while index &+ 8 <= count {
      a = fold(words[index] ^ 0x4528_21E6_38D0_1377, words[index &+ 1] ^ a)
      b = fold(words[index &+ 2] ^ 0xBE54_66CF_34E9_0C6C, words[index &+ 3] ^ b)
      c = fold(words[index &+ 4] ^ 0xC0AC_29B7_C97C_50DD, words[index &+ 5] ^ c)
      d = fold(words[index &+ 6] ^ 0x3F84_D5B5_B547_0917, words[index &+ 7] ^ d)
      index &+= 8
    }
    while index < count {
      a = fold(words[index] ^ 0x9216_D5D9_8979_FB1B, a ^ 0xD131_0BA6_98DF_B5AC)
      index &+= 1
    }
    let sum = finish(fold(a ^ 0x2FFD_72DB_D01A_DFB7, b) ^ fold(c ^ 0xB8E1_AFED_6A26_7E96, d))
    // 0 marks an empty place in the table.
    return sum == 0 ? 1 : sum
  }

  @inlinable @inline(__always)
  static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }

  /// One fingerprint of five words, among which there may be other fingerprints: in two lanes, which come together in a
  /// product of twice the width.
  @inlinable @inline(__always)
  package static func joined(_ a: UInt64, _ b: UInt64, _ c: UInt64, _ d: UInt64, _ e: UInt64) -> UInt64 {
    let left = mix(mix(mix(0x243F_6A88_85A3_08D3, a), b), c)
    let right = mix(mix(mix(0x1319_8A2E_0370_7344, d), e), a)
    let sum = finish(left ^ (right << 32 | right >> 32) &* 0xD6E8_FEB8_6659_FD93)
    return sum == 0 ? 1 : sum
  }

  @inlinable @inline(__always)
  static func mix(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    let product = (lane ^ word) &* 0x9E37_79B9_7F4A_7C15
    return product << 29 | product >> 35
  }

  @inlinable @inline(__always)
  static func finish(_ lane: UInt64) -> UInt64 {
    var z = (lane ^ (lane >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
