import Foundation

/// Notified of what a player does (PlayerProtocolGuide.md#events). Registered weakly: a released one is no longer
/// notified. Nothing is replayed for observers that are added later; the state can be read from the player.
@MainActor
public protocol PlayerObserver: AnyObject {
  /// The state has changed, its buffering flag included.
  func playerStateChanged(_ state: PlayerState)
  /// Playback failed and has stopped.
  func playerError(_ error: any Error)
  /// The content can be played with `play()`.
  func playerPlaybackReady()
  /// The end of the content was reached.
  func playerPlaybackFinished()
  /// A subtitle is shown; nil when it is removed.
  func playerSubtitleChanged(_ text: String?)
  /// Another video, or none, is the current one.
  func playerVideoChanged(video: Video?)
  /// The duration in seconds is known, or another; 0 for live streams.
  func playerDurationChanged(duration: TimeInterval)
  /// The position in seconds; many times during playback, and after every jump.
  func playerPositionChanged(position: TimeInterval)
  func playerMutedChanged(muted: Bool)
  func playerAspectModeChanged(aspectMode: AspectMode)
}

/// An observer implements what it needs.
extension PlayerObserver {
  /// Does nothing.
  public func playerStateChanged(_ state: PlayerState) {}
  /// Does nothing.
  public func playerError(_ error: any Error) {}
  /// Does nothing.
  public func playerPlaybackReady() {}
  /// Does nothing.
  public func playerPlaybackFinished() {}
  /// Does nothing.
  public func playerSubtitleChanged(_ text: String?) {}
  /// Does nothing.
  public func playerVideoChanged(video: Video?) {}
  /// Does nothing.
  public func playerDurationChanged(duration: TimeInterval) {}
  /// Does nothing.
  public func playerPositionChanged(position: TimeInterval) {}
  /// Does nothing.
  public func playerMutedChanged(muted: Bool) {}
  /// Does nothing.
  public func playerAspectModeChanged(aspectMode: AspectMode) {}
}
