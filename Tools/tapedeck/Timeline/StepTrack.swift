import PlayerCore

/// A value that changes from time to time, over a run of any length in bounded memory: when there are too many changes,
/// those that lie closest together are merged.
struct StepTrack<Value: Hashable> {
  struct Change {
    var instant: Instant
    var value: Value
  }

  struct Span {
    var start: Instant
    var end: Instant
    var value: Value
  }

  private(set) var changes: [Change] = []
  private let limit: Int
  private var resolution = TimeSpan(microseconds: 1)

  init(limit: Int = 4_096) { self.limit = max(2, limit) }

  /// Sets the value from `instant` on. Instants must not run backwards.
  mutating func append(_ value: Value, at instant: Instant) {
    if changes.last?.value == value { return }
    if let last = changes.last, last.instant.cell(resolution) == instant.cell(resolution), changes.count > 1 {
      changes[changes.count - 1].value = value
      dropRepetition()
    } else {
      changes.append(Change(instant: instant, value: value))
    }
    while changes.count > limit { thin() }
  }

  private mutating func dropRepetition() {
    let count = changes.count
    if count > 1, changes[count - 1].value == changes[count - 2].value { changes.removeLast() }
  }

  /// Halves the resolution: only the last change in each cell is kept.
  private mutating func thin() {
    resolution = TimeSpan(microseconds: resolution.microseconds * 2)
    let all = changes
    changes.removeAll(keepingCapacity: true)
    for change in all { append(change.value, at: change.instant) }
  }

  /// The value at an instant; nil before the first.
  func value(at instant: Instant) -> Value? {
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].instant <= instant { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? changes[low - 1].value : nil
  }

  /// The values between two instants, each with its duration.
  func spans(from start: Instant, to end: Instant) -> [Span] {
    var spans: [Span] = []
    for (index, change) in changes.enumerated() {
      let stop = index + 1 < changes.count ? changes[index + 1].instant : end
      let span = Span(start: max(start, change.instant), end: min(end, stop), value: change.value)
      if span.start < span.end || (span.start == span.end && start == end) { spans.append(span) }
    }
    return spans
  }
}

extension Instant {
  /// The number of the cell of this width that contains the instant.
  func cell(_ width: TimeSpan) -> Int64 { microseconds / max(1, width.microseconds) }

  /// The instant this far between two others, in thousandths.
  static func between(_ start: Instant, _ end: Instant, _ part: Int64, of whole: Int64) -> Instant {
    let length = (end - start).microseconds
    let (quotient, remainder) = length.quotientAndRemainder(dividingBy: max(1, whole))
    return start + TimeSpan(microseconds: quotient * part + remainder * part / max(1, whole))
  }
}
