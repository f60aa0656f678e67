/// Mux's published scores, in thousandths of a point. The constants are theirs, and they do not explain them.
enum MuxScore {
  /// 100 · 8 / (8 + seconds).
  static func startup(_ time: Int64?) -> Int64? {
    guard let time, time < 1_000_000_000_000_000 else { return nil }
    return Ratio.part(800_000, of: 8_000_000 + time, per: 1_000_000)
  }

  /// The mean of 100 / √(1 + (n/2)²) and 100 · e^(−10 · ratio).
  static func smoothness(_ count: Int64, _ time: Int64, of watch: Int64) -> Int64? {
    guard watch > 0 else { return nil }
    let half = Double(count) / 2
    let byCount = 100 / (1 + half * half).squareRoot()
    let byTime = 100 * exponential(ofMinus: 10 * Double(time) / Double(watch))
    return Int64((byCount + byTime) / 2 * 1_000 + 0.5)
  }

  /// e^−x for 0 … 10, because no library provides it everywhere. Accurate to twelve digits.
  private static func exponential(ofMinus x: Double) -> Double {
    let small = -x / 1_024
    var (sum, term) = (1.0, 1.0)
    for power in 1...8 {
      term *= small / Double(power)
      sum += term
    }
    for _ in 0..<10 { sum *= sum }
    return sum
  }
}
