import PlayerCore

/// What a player is doing (PlayerProtocolGuide.md#states).
public enum PlayerState: Hashable, Sendable {
  /// There is no video.
  case idle
  /// There is a video and it is paused. While it buffers it may not be ready to play.
  case paused(buffering: Bool)
  /// There is a video and its playback is requested. While it buffers it may be waiting for data.
  case playing(buffering: Bool)

  /// Whether there is a video.
  public var hasContent: Bool { self != .idle }

  /// Whether the picture moves: playback is requested and not waiting for data. The SDK's page leaves "playing" to the
  /// flag (PlayerProtocolGuide.md#states); the sibling SDK for Android counts waiting as playing
  /// (Contradictions.md#X-08).
  public var isPlaying: Bool { self == .playing(buffering: false) }

  /// Whether it waits for data.
  public var isBuffering: Bool {
    switch self {
    case .idle: false
    case .paused(let isBuffering), .playing(let isBuffering): isBuffering
    }
  }
}

extension PlayerState {
  /// The state that a player shows: a pure function of its axes (Comparison.md#2).
  public init(_ player: Player) {
    switch player.phase {
    case .empty: self = .idle
    // Ended or failed media waits for nothing (Contradictions.md#X-28).
    case .ended, .failed: self = .paused(buffering: false)
    case .idle, .blocked: self = .paused(buffering: true)
    case .opening: self = player.wantsPlay ? .playing(buffering: true) : .paused(buffering: true)
    case .prepared:
      let isBuffering = player.seekTarget.isKnown || !player.supply.allowsPlayback
      let isPlaying = player.wantsPlay && !player.isInterrupted
      self = isPlaying ? .playing(buffering: isBuffering) : .paused(buffering: isBuffering)
    }
  }
}
