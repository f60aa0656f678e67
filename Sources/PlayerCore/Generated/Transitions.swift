// Generated from Sources/Specification/player.yaml by Tools/generate. Change that file, not this one.

extension Phase {
  /// Whether `next` may follow this value. Stop, reset, a load and a change of the network policy lead out of every
  /// phase. Only an opening becomes prepared, and only open or opening content fails.
  @inlinable public func canBecome(_ next: Self) -> Bool {
    switch self {
    case .empty:
      switch next {
      case .idle, .blocked, .opening: true
      default: false
      }
    case .idle:
      switch next {
      case .empty, .blocked, .opening: true
      default: false
      }
    case .blocked:
      switch next {
      case .empty, .idle, .opening: true
      default: false
      }
    case .opening:
      switch next {
      case .empty, .idle, .blocked, .prepared, .failed: true
      default: false
      }
    case .prepared:
      switch next {
      case .empty, .idle, .blocked, .opening, .ended, .failed: true
      default: false
      }
    case .ended:
      switch next {
      case .empty, .idle, .blocked, .opening, .prepared, .failed: true
      default: false
      }
    case .failed:
      switch next {
      case .empty, .idle, .blocked, .opening: true
      default: false
      }
    }
  }
}

extension PlaybackState {
  /// Whether `next` may follow this value. Only an opening leads out of idle. Playing, a seek or a stop leaves the end,
  /// but a stall never follows it.
  @inlinable public func canBecome(_ next: Self) -> Bool {
    switch self {
    case .idle:
      switch next {
      case .preparing: true
      default: false
      }
    case .preparing:
      switch next {
      case .idle, .playing, .seeking, .paused, .stalled, .ended: true
      default: false
      }
    case .playing:
      switch next {
      case .idle, .preparing, .seeking, .paused, .stalled, .ended: true
      default: false
      }
    case .seeking:
      switch next {
      case .idle, .preparing, .playing, .paused, .stalled, .ended: true
      default: false
      }
    case .paused:
      switch next {
      case .idle, .preparing, .playing, .seeking, .stalled, .ended: true
      default: false
      }
    case .stalled:
      switch next {
      case .idle, .preparing, .playing, .seeking, .paused, .ended: true
      default: false
      }
    case .ended:
      switch next {
      case .idle, .preparing, .playing, .seeking, .paused: true
      default: false
      }
    }
  }
}

extension Transport.EngineActivity {
  /// Whether `next` may follow this value. The engine moves only after it was commanded to play and has confirmed it,
  /// so one input never goes from stopped to moving. From moving to starting the engine stopped and was commanded to
  /// play again, within one input.
  func canBecome(_ next: Self) -> Bool {
    switch self {
    case .stopped:
      switch next {
      case .starting: true
      default: false
      }
    case .starting:
      switch next {
      case .stopped, .moving: true
      default: false
      }
    case .moving:
      switch next {
      case .stopped, .starting: true
      default: false
      }
    }
  }
}

extension Player.Notification {
  /// The place among the changes of one input, from 0 on; `nil` for a notification that reports no change.
  public var place: Int? {
    switch self {
    case .itemChanged: 0
    case .phaseChanged: 1
    case .streamTypeChanged: 2
    case .durationChanged: 3
    case .seekableRangeChanged: 4
    case .tracksChanged: 5
    case .trackSelected: 6
    case .naturalSizeChanged: 7
    case .prepared: 8
    case .intentChanged: 9
    case .interruptionChanged: 10
    case .stallEnded: 11
    case .supplyChanged: 12
    case .stallBegan: 13
    case .segmentEnded, .segmentStarted, .willSkip, .blockedPlaying: 14
    case .seekEnded: 15
    case .seekBegan: 16
    case .looped: 17
    case .playbackStateChanged: 18
    case .ended: 19
    case .failed: 20
    case .firstFrame: 21
    case .atLiveEdgeChanged: 22
    case .rateChanged: 23
    case .effectiveRateChanged: 24
    case .volumeChanged: 25
    case .mutedChanged: 26
    case .loopingChanged: 27
    case .scalingModeChanged: 28
    case .rotationChanged: 29
    case .subtitleChanged: 30
    case .networkChanged: 31
    case .backgroundChanged: 32
    case .externalPlaybackChanged: 33
    case .pictureInPictureChanged: 34
    default: nil
    }
  }

  /// Whether another notification of the same place may follow this one in the same input.
  public var mayRepeat: Bool {
    switch self {
    case .trackSelected, .segmentEnded, .segmentStarted, .willSkip, .blockedPlaying, .firstFrame: true
    default: false
    }
  }
}
