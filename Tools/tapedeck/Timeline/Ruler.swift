import PlayerCore
import PlayerTrace

/// Round marks on an axis of time.
struct Ruler {
  /// In microseconds, from the first to the last on the axis.
  let marks: [Int64]
  let step: Int64

  /// At most `count` marks from `start` to `end`, both in microseconds, at least one step apart.
  init(from start: Int64, to end: Int64, atMost count: Int) {
    let length = max(1, end.subtractingReportingOverflow(start).partialValue)
    let count = Int64(max(1, count))
    step = Self.steps.first { length / $0 < count } ?? Self.beyond(length, count)
    let first = start >= 0 ? (start + step - 1) / step * step : -(-start / step * step)
    marks = Array(stride(from: first, through: max(first, end), by: Int64.Stride(step))).filter { $0 <= end }
  }

  private static let steps: [Int64] =
    [10, 100, 1_000, 10_000, 100_000].flatMap { [$0, $0 * 2, $0 * 5] }
    + [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 21_600, 43_200, 86_400]
    .map { $0 * 1_000_000 }

  private static func beyond(_ length: Int64, _ count: Int64) -> Int64 {
    let day: Int64 = 86_400_000_000
    return (length / count / day + 1) * day
  }

  /// The label of a mark, as short as the distance to the next mark allows.
  func label(_ mark: Int64) -> String { TraceTime.position(MediaTime(microseconds: mark)) }
}
