/// The states of the sibling SDK for Android: the same, flattened, and waiting for data counts as playing there
/// (Contradictions.md#X-08).
public enum FlatPlayerState: String, Hashable, Sendable, CaseIterable {
  case idle = "Idle"
  case buffering = "Buffering"
  case playing = "Playing"
  case paused = "Paused"
  case pausedBuffering = "PausedBuffering"

  /// The flat state for a state of this SDK.
  public init(_ state: PlayerState) {
    switch state {
    case .idle: self = .idle
    case .paused(let isBuffering): self = isBuffering ? .pausedBuffering : .paused
    case .playing(let isBuffering): self = isBuffering ? .buffering : .playing
    }
  }

  /// Whether playback is requested; waiting for data counts as playing.
  public var isPlaying: Bool { self == .playing || self == .buffering }
}
