/// 64-bit fingerprints of words.
///
/// Eight lanes, in each of which every word is mixed in by a step that can be undone: words that differ in one place never
/// have the same lanes. For n states the probability that any two have the same fingerprint is about n² ÷ 2⁶⁵: one in ten
/// thousand for sixty million.
enum Fingerprint {
  @inline(__always)
  static func of(_ words: UnsafePointer<UInt64>, count: Int) -> UInt64 {
    var a: UInt64 = 0x243F_6A88_85A3_08D3
    var b: UInt64 = 0x1319_8A2E_0370_7344
    var c: UInt64 = 0xA409_3822_299F_31D0
    var d: UInt64 = 0x082E_FA98_EC4E_6C89
    var e: UInt64 = 0x4528_21E6_38D0_1377
    var f: UInt64 = 0xBE54_66CF_34E9_0C6C
    var g: UInt64 = 0xC0AC_29B7_C97C_50DD
    var h: UInt64 = 0x3F84_D5B5_B547_0917
    var index = 0
    while index &+ 8 <= count {
      a = mix(a, words[index])
      b = mix(b, words[index &+ 1])
      c = mix(c, words[index &+ 2])
      d = mix(d, words[index &+ 3])
      e = mix(e, words[index &+ 4])
      f = mix(f, words[index &+ 5])
      g = mix(g, words[index &+ 6])
      h = mix(h, words[index &+ 7])
      index &+= 8
    }
    while index < count {
      a = mix(a, words[index])
      index &+= 1
    }
    var sum = mix(mix(a, finish(b)), finish(c))
    sum = mix(mix(sum, finish(d)), finish(e))
    sum = mix(mix(sum, finish(f)), finish(g))
    sum = finish(mix(sum, finish(h)))
    // 0 is an empty place of the table.
    return sum == 0 ? 1 : sum
  }

  @inline(__always)
  private static func mix(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    let product = (lane ^ word) &* 0x9E37_79B9_7F4A_7C15
    return product << 29 | product >> 35
  }

  @inline(__always)
  private static func finish(_ lane: UInt64) -> UInt64 {
    var z = (lane ^ (lane >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
