import PlayerTrace

/// The values of one metric in many sessions. Merging two is exact and does not depend on the order.
///
/// Up to ``limit`` values are kept unchanged, and percentiles are exact. Beyond that they are counted in buckets whose
/// upper end is 1/128 above the lower: a percentile is then the middle of its bucket, within 0.4 % of the true value.
/// Count, sum, minimum and maximum stay exact.
struct Distribution: Codable {
  static let limit = 10_000

  private(set) var count: Int64 = 0
  private(set) var sum: Int64 = 0
  private(set) var least = Int64.max
  private(set) var greatest = Int64.min
  private var values: [Int64] = []
  /// By the lower end of the bucket.
  private var buckets: [Int64: Int64] = [:]

  var isExact: Bool { buckets.isEmpty }

  mutating func add(_ value: Int64) {
    add(value, times: 1)
    guard isExact else { return buckets[Self.floor(value), default: 0] += 1 }
    values.append(value)
    if values.count > Self.limit { fillBuckets() }
  }

  private mutating func add(_ value: Int64, times: Int64) {
    count += times
    let (next, overflow) = sum.addingReportingOverflow(value)
    sum = overflow ? (value < 0 ? .min : .max) : next
    least = min(least, value)
    greatest = max(greatest, value)
  }

  private mutating func fillBuckets() {
    for value in values { buckets[Self.floor(value), default: 0] += 1 }
    values = []
  }

  mutating func merge(_ other: Distribution) {
    guard other.count > 0 else { return }
    count += other.count
    let (next, overflow) = sum.addingReportingOverflow(other.sum)
    sum = overflow ? (other.sum < 0 ? .min : .max) : next
    least = min(least, other.least)
    greatest = max(greatest, other.greatest)
    if isExact, other.isExact, values.count + other.values.count <= Self.limit {
      values += other.values
      return
    }
    fillBuckets()
    for value in other.values { buckets[Self.floor(value), default: 0] += 1 }
    buckets.merge(other.buckets, uniquingKeysWith: +)
  }

  /// The lower end of the bucket that contains a value: the value's eight highest bits.
  static func floor(_ value: Int64) -> Int64 {
    let magnitude = Int64(value == .min ? .max : value.magnitude)
    let bits = 64 - magnitude.leadingZeroBitCount
    guard bits > 8 else { return value }
    let dropped = Int64(bits - 8)
    let kept = (magnitude >> dropped) << dropped
    return value < 0 ? -kept : kept
  }

  private static func middle(_ floor: Int64) -> Int64 {
    let bits = 64 - floor.magnitude.leadingZeroBitCount
    guard bits > 8 else { return floor }
    let half = Int64(1) << Int64(bits - 9)
    return floor < 0 ? floor - half : floor + half
  }

  /// Each value, or the middle of each bucket, with its count, in ascending order.
  var sorted: [(value: Int64, count: Int64)] {
    if isExact { return values.sorted().map { ($0, 1) } }
    return buckets.sorted { $0.key < $1.key }.map { (min(max(Self.middle($0.key), least), greatest), $0.value) }
  }

  /// The nearest rank for each of these percentages; `nil` without values.
  func percentiles(_ wanted: [Double]) -> [Int64?] {
    guard count > 0 else { return wanted.map { _ in nil } }
    let sorted = sorted
    return wanted.map { percent in
      let rank = max(1, Int64((Double(count) * percent / 100).rounded(.up)))
      var passed: Int64 = 0
      for (value, count) in sorted {
        passed += count
        if passed >= rank { return value }
      }
      return sorted.last?.value
    }
  }

  /// Rounded towards zero; `nil` without values.
  var mean: Int64? { count > 0 ? sum / count : nil }

  /// The number of values in each of `parts` equal parts of the range from `lower` to `upper`.
  func histogram(_ parts: Int, from lower: Int64, to upper: Int64) -> [Int64] {
    var histogram = [Int64](repeating: 0, count: parts)
    let width = max(1, Double(upper) - Double(lower))
    for (value, count) in sorted {
      let place = Int((Double(value) - Double(lower)) / width * Double(parts))
      histogram[min(max(place, 0), parts - 1)] += count
    }
    return histogram
  }
}
