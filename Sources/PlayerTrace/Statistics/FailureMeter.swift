import PlayerCore

/// Failures, warnings, retries and reloads.
struct FailureMeter: Equatable, Sendable {
  /// Failures that ended playback.
  private(set) var count: Int64 = 0
  private(set) var last = Failure.Kind.none
  /// When the first one occurred.
  private(set) var firstAt: Int64?
  /// Whether one occurred before the playhead had moved.
  private(set) var isBeforeStart = false
  var warnings: Int64 = 0
  var retries: Int64 = 0
  var reloads: Int64 = 0
  /// Retries after which the playhead moved; of several consecutive ones the last.
  var successes: Int64 = 0
  /// Whether the playhead has not moved since the last retry.
  var isRetried = false

  mutating func failed(_ kind: Failure.Kind, at now: Int64, hasPlayed: Bool) {
    count &+= 1
    last = kind
    isRetried = false
    if firstAt == nil { firstAt = now }
    if !hasPlayed { isBeforeStart = true }
  }
}
