#if FFmpeg
import PlayerCore

/// Which position of the media belongs to which instant.
struct PlayClock {
  /// The position at `anchor`, in microseconds; where the playhead stands when it does not move.
  private(set) var position: Int64 = 0
  private(set) var rate = Rate.zero
  private var anchor = Instant.zero

  var isMoving: Bool { rate > .zero }

  func position(at now: Instant) -> Int64 {
    guard isMoving, now > anchor else { return position }
    return (MediaTime.microseconds(position) + rate.advance(during: now - anchor)).microseconds
  }

  /// When the playhead comes to `position`; at once when it is past it.
  func instant(of position: Int64) -> Instant {
    guard isMoving else { return .never }
    if position <= self.position { return anchor }
    return anchor + rate.span(for: .microseconds(position) - .microseconds(self.position))
  }

  mutating func move(from position: Int64, at rate: Rate, since now: Instant) {
    self.position = position
    self.rate = rate
    anchor = now
  }

  mutating func rest(at position: Int64) { move(from: position, at: .zero, since: .zero) }
}
#endif
