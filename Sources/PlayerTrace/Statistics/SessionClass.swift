/// What a session does at an instant, for statistics: every microsecond belongs to exactly one class.
///
/// The cases are in order of precedence: where two rules hold, the earlier one counts. ``SessionAxes/sessionClass`` is
/// the rule of each. The raw values are the places in ``SessionTimes`` and never change.
public enum SessionClass: UInt8, CaseIterable, Sendable {
  /// Playback failed and nothing has opened since.
  case failed = 0
  /// The end of the media was reached.
  case ended = 1
  /// Nothing is open: before the first load, and after a stop or a reset.
  case stopped = 2
  /// A call, an alarm or the background holds playback.
  case interrupted = 3
  /// The network policy does not allow the load.
  case blocked = 4
  /// Between a failure that is retried and the opening that follows: the delay of the retry.
  case retrying = 5
  /// Opening while playback is not requested.
  case preloading = 6
  /// From the request to play until the playhead moves for the first time.
  case starting = 7
  /// A seek or a skip, from its beginning until the playhead moves again or rests.
  case seeking = 8
  /// Playback that had begun waits for data.
  case rebuffering = 9
  /// Paused while playback waits for data.
  case pausedRebuffering = 10
  /// Ready, and the playhead rests.
  case paused = 11
  /// The engine confirmed that the playhead moves.
  case playing = 12

  /// The name of the class in tables, and, with `_us` after it, of the key of its time.
  public var name: StaticString {
    switch self {
    case .failed: "failed"
    case .ended: "ended"
    case .stopped: "stopped"
    case .interrupted: "interrupted"
    case .blocked: "blocked"
    case .retrying: "retrying"
    case .preloading: "preloading"
    case .starting: "starting"
    case .seeking: "seeking"
    case .rebuffering: "rebuffering"
    case .pausedRebuffering: "paused_rebuffering"
    case .paused: "paused"
    case .playing: "playing"
    }
  }
}
