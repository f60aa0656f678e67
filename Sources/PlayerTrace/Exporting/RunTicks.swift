import PlayerCore

/// Something that is reported at fixed intervals, also between steps.
struct RunTicks {
  private let interval: TimeSpan
  private var next: Instant?

  /// The maximum number between two steps: a day of them at the usual interval.
  private static var most: Int { 2_880 }

  init(_ interval: TimeSpan) { self.interval = interval }

  mutating func begin(at instant: Instant) { next = instant + interval }
  mutating func end() { next = nil }

  /// Takes the next tick up to an instant; `passed` is the number taken since the previous step.
  mutating func take(through instant: Instant, passed: Int) -> Instant? {
    guard let tick = next, tick <= instant, tick < .never else { return nil }
    guard passed < Self.most else {
      next = instant + interval
      return nil
    }
    next = tick + interval
    return tick
  }
}

extension RunMoment {
  /// The playhead at an instant between the previous step and this one; unknown while nothing was open.
  func position(at instant: Instant) -> MediaTime {
    guard before.shown.state != .idle, before.position.isKnown else { return .unknown }
    guard before.isMoving, positionBefore.isKnown else { return before.position }
    let position = before.position + before.movingRate.advance(during: instant - before.clock)
    return before.movingRate.thousandths > 0 ? min(position, positionBefore) : position
  }
}
