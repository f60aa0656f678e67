import PlayerCore

/// A place in an observed run.
struct ObservedPlace {
  var step: Int64 = 0
  /// The line of the log, if the trace contains it.
  var line: Int64?
  var at = Instant.zero
}

/// A condition that must not last.
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

  /// `limit`: how many microseconds it must not last.
  init(_ limit: Int64) { self.limit = limit }

  /// `holds`: whether the condition holds after a step. Returns a hit when a condition that lasted too long ends.
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

/// An event that must not recur too often.
struct Recurring {
  private let count: Int
  private let window: Int64
  private var places: [Instant] = []
  private var isReported = false

  /// The event must not occur `count` times within `window` microseconds.
  init(_ count: Int, within window: Int64) { (self.count, self.window) = (count, window) }

  /// The event occurred. Returns its count when it is first too high.
  mutating func come(at now: Instant) -> Int? {
    places.removeAll { (now - $0).microseconds > window }
    if places.count < count - 1 { isReported = false }
    if places.count < 64 { places.append(now) }
    guard places.count >= count, !isReported else { return nil }
    isReported = true
    return places.count
  }
}

/// Stalls, and how much was played between them.
struct ObservedStalls {
  private var recent = Recurring(3, within: 30_000_000)
  private var withoutTimes = 0
  /// When playback last became free of stalls; `nil` during a stall.
  private var since: Instant?
  /// The number of consecutive stalls with too little playback before each.
  private var shortPlays = 0
  private var reportedAt: Instant?

  /// Playback begins at another place.
  mutating func restart(at now: Instant) { (since, shortPlays) = (nil, 0) }

  mutating func end(at now: Instant) { since = now }

  /// A stall began. Returns a description when stalls are too frequent.
  mutating func begin(at now: Instant) -> String? {
    guard now > .zero else {
      withoutTimes += 1
      return withoutTimes == 5 ? "5 stalls in a log without times" : nil
    }
    if let since, (now - since).microseconds < ObservedLimits.shortPlay {
      shortPlays += 1
    } else {
      shortPlays = 0
    }
    since = nil
    if let count = recent.come(at: now) {
      reportedAt = now
      return "\(count) stalls within 30 s"
    }
    if let reportedAt, (now - reportedAt).microseconds < 60_000_000 { return nil }
    guard shortPlays == 2 else { return nil }
    return "3 stalls with less than \(ObservedLimits.shortPlay / 1_000_000) s of playing in between"
  }
}
