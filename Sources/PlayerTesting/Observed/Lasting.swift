import PlayerCore

/// Where in an observed run something is.
struct ObservedPlace {
  var step: Int64 = 0
  /// The line of the log, when the trace tells.
  var line: Int64?
  var at = Instant.zero
}

/// Something that must not last.
struct Lasting {
  /// How long it lasted, and since which step.
  struct Hit {
    var step: Int64
    var line: Int64?
    var since: Instant
    var span: TimeSpan
  }

  private let limit: Int64
  private var start: Hit?

  /// It must not last so many microseconds.
  init(_ limit: Int64) { self.limit = limit }

  /// Whether it holds after a step. Returns what lasted too long when it is over.
  mutating func update(_ holds: Bool, _ place: ObservedPlace, isLast: Bool) -> Hit? {
    guard var hit = start else {
      if holds { start = Hit(step: place.step, line: place.line, since: place.at, span: .zero) }
      return nil
    }
    if holds, !isLast { return nil }
    start = nil
    hit.span = place.at - hit.since
    return hit.span.microseconds >= limit ? hit : nil
  }
}

/// Something that must not come so often.
struct Recurring {
  private let count: Int
  private let window: Int64
  private var places: [Instant] = []
  private var isReported = false

  /// It must not come so often within so many microseconds.
  init(_ count: Int, within window: Int64) { (self.count, self.window) = (count, window) }

  /// It came once more. Returns how often, when that is too often for the first time in a row.
  mutating func come(at now: Instant) -> Int? {
    places.removeAll { (now - $0).microseconds > window }
    if places.count < count - 1 { isReported = false }
    if places.count < 64 { places.append(now) }
    guard places.count >= count, !isReported else { return nil }
    isReported = true
    return places.count
  }
}
