import PlayerCore

/// The playhead over time: straight lines between knots, at each of which it may jump. Bounded like ``StepTrack``.
struct PositionTrack {
  /// The position just before and just after an instant; nil while nothing is open.
  struct Knot {
    var instant: Instant
    var before: MediaTime?
    var after: MediaTime?

    var isJump: Bool { before != after }
  }

  /// A straight line.
  struct Line {
    var start: Instant
    var end: Instant
    var from: MediaTime
    var to: MediaTime
  }

  private(set) var knots: [Knot] = []
  private let limit: Int
  private var resolution = TimeSpan(microseconds: 1)

  init(limit: Int = 8_192) { self.limit = max(2, limit) }

  mutating func append(_ knot: Knot) {
    if let last = knots.last, knots.count > 1, last.instant.cell(resolution) == knot.instant.cell(resolution) {
      knots[knots.count - 1].instant = knot.instant
      knots[knots.count - 1].after = knot.after
    } else {
      knots.append(knot)
    }
    while knots.count > limit { thin() }
  }

  private mutating func thin() {
    resolution = TimeSpan(microseconds: resolution.microseconds * 2)
    let all = knots
    knots.removeAll(keepingCapacity: true)
    for knot in all { append(knot) }
  }

  /// The position at an instant; nil while nothing is open.
  func position(at instant: Instant) -> MediaTime? {
    var (low, high) = (0, knots.count)
    while low < high {
      let middle = (low + high) / 2
      if knots[middle].instant <= instant { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let knot = knots[low - 1]
    guard let from = knot.after, low < knots.count, let to = knots[low].before else { return knot.after }
    return Self.between(from, to, instant - knot.instant, of: knots[low].instant - knot.instant)
  }

  private static func between(_ from: MediaTime, _ to: MediaTime, _ part: TimeSpan, of whole: TimeSpan) -> MediaTime {
    guard whole > .zero else { return to }
    let share = Double(part.microseconds) / Double(whole.microseconds)
    return from + TimeSpan(microseconds: Int64(Double((to - from).microseconds) * share))
  }

  /// Where the playhead moved or rested between two instants.
  func lines(from start: Instant, to end: Instant) -> [Line] {
    zip(knots, knots.dropFirst()).compactMap { knot, next in
      guard let from = knot.after, let to = next.before, next.instant > start, knot.instant < end else { return nil }
      let (first, last) = (max(start, knot.instant), min(end, next.instant))
      guard first < last else { return nil }
      let whole = next.instant - knot.instant
      return Line(
        start: first, end: last, from: Self.between(from, to, first - knot.instant, of: whole),
        to: Self.between(from, to, last - knot.instant, of: whole))
    }
  }

  /// Where it jumped.
  func jumps(from start: Instant, to end: Instant) -> [Knot] {
    knots.filter { $0.instant >= start && $0.instant <= end && $0.isJump && $0.before != nil && $0.after != nil }
  }
}
