import PlayerCore

/// Seeks and skips. A wait is a stretch of ``SessionClass/seeking``: from the first of stacked seeks until the playhead
/// moves again or rests.
struct SeekMeter: Equatable, Sendable {
  /// Seeks that a user or an app requested; those of skips are not counted.
  private(set) var count: Int64 = 0
  private(set) var superseded: Int64 = 0
  /// The duration of each wait that ended with playback or rest.
  private(set) var latencies: [Int64] = []
  /// The part of these until the engine landed, and the rest.
  private(set) var landing: Int64 = 0
  private(set) var resuming: Int64 = 0
  private(set) var skips: Int64 = 0
  /// Media that was skipped.
  private(set) var skipped: Int64 = 0
  private(set) var skipTime: Int64 = 0
  /// Time in which blocked media played: its skip was due, or it could not be skipped.
  var heardBlocked: Int64 = 0
  /// Whether a skip was announced but its seek has not begun.
  private(set) var isSkipDue = false
  /// Whether blocked media plays that cannot be skipped.
  var playsBlocked = false
  private var since: Int64?
  private var landedAt: Int64?
  private var hasEndedInStep = false
  private var hasSkippedInStep = false
  private var skipSince: Int64?
  private var skipOrigin = MediaTime.unknown

  var isBlockedHeard: Bool { isSkipDue || playsBlocked }

  @inline(__always)
  mutating func beginStep() { (hasEndedInStep, hasSkippedInStep) = (false, false) }

  mutating func began(isSkip: Bool) {
    if hasEndedInStep { superseded &+= 1 }
    hasEndedInStep = false
    isSkipDue = false
    if !isSkip { count &+= 1 }
    landedAt = nil
  }

  mutating func ended(at now: Int64, isFinished: Bool) {
    hasEndedInStep = !isFinished
    landedAt = now
  }

  mutating func willSkip(from last: MediaTime, at now: Int64) {
    (skipSince, skipOrigin, isSkipDue) = (now, last, true)
  }

  mutating func didSkip(isFinished: Bool, at now: Int64) {
    isSkipDue = false
    guard let since = skipSince else { return }
    skipSince = nil
    guard isFinished else { return }
    hasSkippedInStep = true
    skips &+= 1
    skipTime += now - since
  }

  /// A step has ended, with the playhead at `position`.
  @inline(__always)
  mutating func endStep(_ position: MediaTime) {
    guard hasSkippedInStep, position.isKnown, skipOrigin.isKnown, position > skipOrigin else { return }
    skipped = skipped.saturatingPlus((position - skipOrigin).microseconds)
  }

  /// The session's class has changed after a step.
  mutating func change(to new: SessionClass, at now: Int64) {
    if new == .seeking {
      since = now
      return
    }
    guard let since else { return }
    self.since = nil
    guard new == .playing || new == .paused else { return }
    let landed = max(since, landedAt ?? now)
    landing += landed - since
    resuming += now - landed
    latencies.append(now - since)
  }
}
