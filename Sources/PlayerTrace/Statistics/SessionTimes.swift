import PlayerCore

/// How long a session was in each class, in microseconds. The sum is the elapsed time, exactly: time is added to one
/// class at a time and to nothing else.
public struct SessionTimes: Equatable, Sendable {
  private var failed: Int64 = 0
  private var ended: Int64 = 0
  private var stopped: Int64 = 0
  private var interrupted: Int64 = 0
  private var blocked: Int64 = 0
  private var retrying: Int64 = 0
  private var preloading: Int64 = 0
  private var starting: Int64 = 0
  private var seeking: Int64 = 0
  private var rebuffering: Int64 = 0
  private var pausedRebuffering: Int64 = 0
  private var paused: Int64 = 0
  private var playing: Int64 = 0

  /// No time at all.
  public init() {}

  /// The time in a class.
  public internal(set) subscript(_ part: SessionClass) -> Int64 {
    @inline(__always) get {
      switch part {
      case .failed: failed
      case .ended: ended
      case .stopped: stopped
      case .interrupted: interrupted
      case .blocked: blocked
      case .retrying: retrying
      case .preloading: preloading
      case .starting: starting
      case .seeking: seeking
      case .rebuffering: rebuffering
      case .pausedRebuffering: pausedRebuffering
      case .paused: paused
      case .playing: playing
      }
    }
    @inline(__always) set {
      switch part {
      case .failed: failed = newValue
      case .ended: ended = newValue
      case .stopped: stopped = newValue
      case .interrupted: interrupted = newValue
      case .blocked: blocked = newValue
      case .retrying: retrying = newValue
      case .preloading: preloading = newValue
      case .starting: starting = newValue
      case .seeking: seeking = newValue
      case .rebuffering: rebuffering = newValue
      case .pausedRebuffering: pausedRebuffering = newValue
      case .paused: paused = newValue
      case .playing: playing = newValue
      }
    }
  }

  /// The time in all classes.
  public var sum: Int64 {
    var sum: Int64 = 0
    for part in SessionClass.allCases { sum += self[part] }
    return sum
  }

  /// The time during which the viewer waited or watched: starting, seeking, rebuffering and playing.
  public var watch: Int64 { waiting + playing }

  /// The part of ``watch`` that was not spent playing.
  public var waiting: Int64 { starting + seeking + rebuffering }
}
