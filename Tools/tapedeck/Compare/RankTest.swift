import Foundation

/// Whether the values of one group tend to be larger than those of another: the sum of ranks (Mann and Whitney), with
/// equal values sharing the mean of their ranks.
///
/// Groups of together up to ``permutedLimit`` values are permuted ``permutations`` times, with a seed, which is valid
/// for any distribution and any number of equal values: p = (1 + as extreme) / (1 + permutations). For larger ones the
/// normal distribution is used, corrected for equal values.
struct RankTest {
  static let permutedLimit = 2_000
  static let permutations = 9_999

  /// The probability of a difference at least this large if there is none.
  private(set) var p: Double
  /// The probability that a value of the second group is larger than one of the first, equal ones counted half.
  private(set) var superiority: Double
  private(set) var isPermuted: Bool

  init(
    _ a: [Int64], _ b: [Int64], seed: UInt64, repeats: Int = RankTest.permutations,
    permutedLimit: Int = RankTest.permutedLimit
  ) {
    let (ranks, ties) = Self.doubledRanks(a + b)
    let (m, n) = (a.count, b.count)
    // Ranks are doubled, so that halves are integers.
    let observed = ranks[m...].reduce(0) { $0 + Int64($1) }
    let least = Int64(n) * Int64(n + 1)
    superiority = Double(observed - least) / (2 * Double(m) * Double(n))
    isPermuted = m + n <= permutedLimit
    let expected = Int64(n) * Int64(m + n + 1)
    let distance = abs(observed - expected)
    if isPermuted {
      p = Self.permuted(ranks, n, distance, seed, repeats)
    } else {
      let all = Double(m + n)
      let variance = Double(m) * Double(n) / 12 * (all + 1 - ties / (all * (all - 1)))
      // Half of the doubled distance, less a half for continuity.
      let z = variance > 0 ? max(0, Double(distance) / 2 - 0.5) / variance.squareRoot() : 0
      p = min(1, erfc(z / 2.0.squareRoot()))
    }
  }

  private static func permuted(
    _ ranks: [Int32], _ n: Int, _ distance: Int64, _ seed: UInt64, _ repeats: Int
  ) -> Double {
    var random = SeededNumbers(seed)
    var ranks = ranks
    let chosen = min(n, ranks.count - n)
    // The sum of the smaller group is as far from its mean as that of the larger.
    let mean = Int64(chosen) * Int64(ranks.count + 1)
    var extreme = 0
    ranks.withUnsafeMutableBufferPointer { ranks in
      for _ in 0..<repeats {
        var sum: Int64 = 0
        for place in 0..<chosen {
          let other = place + random.below(ranks.count - place)
          ranks.swapAt(place, other)
          sum += Int64(ranks[place])
        }
        if abs(sum - mean) >= distance { extreme += 1 }
      }
    }
    return Double(1 + extreme) / Double(1 + repeats)
  }

  /// Twice the rank of each value, and the sum of t³ − t over all sets of t equal values.
  static func doubledRanks(_ values: [Int64]) -> (ranks: [Int32], ties: Double) {
    let order = values.indices.sorted { values[$0] < values[$1] }
    var ranks = [Int32](repeating: 0, count: values.count)
    var ties = 0.0
    var first = 0
    while first < order.count {
      var last = first
      while last + 1 < order.count, values[order[last + 1]] == values[order[first]] { last += 1 }
      for place in first...last { ranks[order[place]] = Int32(first + last + 2) }
      let size = Double(last - first + 1)
      ties += size * size * size - size
      first = last + 1
    }
    return (ranks, ties)
  }
}

/// The difference of the means of two groups, with a 95 % confidence interval.
///
/// Groups of together up to ``resampledLimit`` values are resampled ``resamples`` times, with a seed (the percentile
/// bootstrap); for larger ones the normal distribution is used.
struct MeanDifference {
  static let resampledLimit = 4_000
  static let resamples = 1_999

  private(set) var difference: Double
  private(set) var lower: Double
  private(set) var upper: Double

  init(_ a: [Int64], _ b: [Int64], seed: UInt64, repeats: Int = MeanDifference.resamples) {
    let (meanA, meanB) = (Self.mean(a), Self.mean(b))
    difference = meanB - meanA
    guard a.count + b.count <= Self.resampledLimit else {
      let error = (Self.variance(a, meanA) / Double(a.count) + Self.variance(b, meanB) / Double(b.count)).squareRoot()
      (lower, upper) = (difference - 1.959964 * error, difference + 1.959964 * error)
      return
    }
    var random = SeededNumbers(seed)
    var differences = (0..<repeats).map { _ in Self.resampled(b, &random) - Self.resampled(a, &random) }
    differences.sort()
    (lower, upper) = (differences[repeats / 40], differences[repeats - 1 - repeats / 40])
  }

  private static func mean(_ values: [Int64]) -> Double {
    values.reduce(0.0) { $0 + Double($1) } / Double(max(1, values.count))
  }

  private static func variance(_ values: [Int64], _ mean: Double) -> Double {
    values.reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) } / Double(max(1, values.count - 1))
  }

  private static func resampled(_ values: [Int64], _ random: inout SeededNumbers) -> Double {
    var sum = 0.0
    for _ in values.indices { sum += Double(values[random.below(values.count)]) }
    return sum / Double(values.count)
  }
}
