import PlayerCore

/// The first start of a session: from the request to play until the engine confirms that the playhead moves. All times
/// are on the clock of the session, which is 0 at its first step.
struct StartMeter: Equatable, Sendable {
  /// When the current start began.
  private var since: Int64?
  /// When the newest start began; frames are shown after the playhead moves.
  private var newest: Int64?
  private var seeksBefore: Int64 = 0
  private var retriesBefore: Int64 = 0
  private var isSpoiled = false
  /// How many starts began.
  private(set) var count: Int64 = 0
  /// The duration of the first completed start.
  private(set) var time: Int64?
  /// Whether nothing else delayed it.
  private(set) var isValid = false
  /// From the beginning of the first start to its first frame.
  private(set) var firstFrame: Int64?
  private var openedAt: Int64?
  /// From the first open command until the player was prepared.
  private(set) var openToPrepared: Int64?
  /// Whether the playhead has moved in this session.
  private(set) var hasPlayed = false

  mutating func opened(at now: Int64) { if openedAt == nil { openedAt = now } }

  mutating func prepared(at now: Int64) {
    if let openedAt, openToPrepared == nil { openToPrepared = now - openedAt }
  }

  mutating func firstFrame(at now: Int64) {
    guard firstFrame == nil, let newest else { return }
    firstFrame = now - newest
  }

  /// A start begins when playback of content is requested that has not played since it was requested, and is discarded
  /// when playback is no longer requested. A seek, a failure, a retry, a stop or an interruption invalidates it.
  @inline(__always)
  mutating func step(_ axes: SessionAxes, _ new: SessionClass, at now: Int64, seeks: Int64, retries: Int64) {
    if new == .playing { hasPlayed = true }
    if since == nil {
      let hasContent = axes.phase != .empty && axes.phase != .idle && axes.phase != .failed
      guard axes.wantsPlay, !axes.hasPlayed, hasContent, axes.phase != .ended else { return }
      (since, newest, isSpoiled, seeksBefore, retriesBefore) = (now, now, false, seeks, retries)
      count &+= 1
    } else {
      follow(axes, new, at: now, seeks, retries)
    }
  }

  private mutating func follow(
    _ axes: SessionAxes, _ new: SessionClass, at now: Int64, _ seeks: Int64, _ retries: Int64
  ) {
    switch new {
    case .stopped, .failed, .interrupted, .blocked: isSpoiled = true
    default: break
    }
    if let since, axes.hasPlayed {
      if time == nil {
        time = now - since
        isValid = !isSpoiled && seeks == seeksBefore && retries == retriesBefore
      }
      self.since = nil
    } else if !axes.wantsPlay {
      since = nil
    }
  }
}
