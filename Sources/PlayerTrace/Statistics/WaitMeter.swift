/// Waits for data in the middle of playback. A period begins with ``SessionClass/rebuffering`` and lasts until the
/// session plays, seeks, rests with enough data, or ends. A pause, an interruption or the delay of a retry does not end
/// it.
struct WaitMeter: Equatable, Sendable {
  private(set) var count: Int64 = 0
  private(set) var pauses: Int64 = 0
  /// The longest time in one period.
  private(set) var longest: Int64 = 0
  private var period: Int64 = 0
  private var isInPeriod = false
  /// The time in which the player showed `paused` although playback was requested, because the engine had not confirmed
  /// it.
  var resuming: Int64 = 0

  @inline(__always)
  mutating func rebuffer(_ span: Int64) {
    period += span
    longest = max(longest, period)
  }

  mutating func change(from old: SessionClass, to new: SessionClass) {
    switch new {
    case .rebuffering:
      if !isInPeriod {
        count &+= 1
        period = 0
      }
      isInPeriod = true
    case .pausedRebuffering: if old == .rebuffering { pauses &+= 1 }
    case .interrupted, .retrying, .blocked: break
    case .failed, .ended, .stopped, .preloading, .starting, .seeking, .paused, .playing: isInPeriod = false
    }
  }
}
