import PlayerCore
import PlayerRuntime

// The states as pure functions of the player's axes (Comparison.md#2), with one exception: while an opening waits for
// its first data, the state stays as it was.

extension KSYMoviePlayerController {
  /// What the player does.
  public var playbackState: MPMoviePlaybackState {
    compatibility.showsEngineStates ? engineState : documentedState
  }

  /// Whether ``playbackState`` is ``MPMoviePlaybackState/playing``.
  public func isPlaying() -> Bool {
    // The related engine treats jumps and stalls as playing.
    if compatibility.showsEngineStates { return player.phase == .prepared && player.state != .paused }
    return playbackState == .playing
  }

  /// What the buffer allows.
  public var loadState: MPMovieLoadState {
    guard compatibility.showsEngineStates else { return MPMovieLoadState(rawValue: UInt(player.supply.rawValue)) }
    if player.supply.allowsPlayback { return [.playable, .playthroughOK] }
    return player.phase == .prepared ? .stalled : .unknown
  }

  private var documentedState: MPMoviePlaybackState {
    switch player.phase {
    case .empty, .idle, .blocked, .failed, .ended: .stopped
    case .opening: announcer.isReloading ? announcer.state : .stopped
    case .prepared: preparedState
    }
  }

  private var preparedState: MPMoviePlaybackState {
    if player.isInterrupted { return .interrupted }
    if player.seekTarget.isKnown {
      return player.seekTarget < player.seekOrigin ? .seekingBackward : .seekingForward
    }
    return switch player.state {
    case .playing, .stalled, .seeking: .playing
    case .paused: .paused
    case .preparing: announcer.state
    case .idle, .ended: .stopped
    }
  }

  /// The state of the related engine (KSY.md#6): it never enters an error state by itself, and has only one direction
  /// of seeking.
  private var engineState: MPMoviePlaybackState {
    switch player.phase {
    case .empty, .blocked, .opening: .paused
    case .idle: player.epoch.isNone ? .paused : .stopped
    case .ended: .stopped
    case .failed: player.streamType != .unknown && player.wantsPlay ? .playing : .paused
    case .prepared:
      if player.seekTarget.isKnown { .seekingForward } else if player.state == .paused { .paused } else { .playing }
    }
  }
}
