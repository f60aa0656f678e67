// The constants of KSYManual.md#6.9, with their numbers.

/// What a player does.
public enum MPMoviePlaybackState: Int, CaseIterable, Sendable {
  /// Nothing is open, the end was reached, or playback failed.
  case stopped
  case playing
  case paused
  /// A call or an alarm holds playback.
  case interrupted
  /// A jump towards the end is in progress.
  case seekingForward
  /// A jump towards the beginning is in progress.
  case seekingBackward
}

/// What the buffer allows: a set of bits.
public struct MPMovieLoadState: OptionSet, Hashable, Sendable {
  /// The bits of the original.
  public var rawValue: UInt
  /// The load state with these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Nothing is known yet: 0.
  public static var unknown: Self { [] }
  /// Enough is loaded to play.
  public static let playable = Self(rawValue: 1 << 0)
  /// Enough is loaded to play on; playback starts automatically when `shouldAutoplay` is on.
  public static let playthroughOK = Self(rawValue: 1 << 1)
  /// The buffer ran dry and is refilled.
  public static let stalled = Self(rawValue: 1 << 2)
}

/// How the picture fills the view.
public enum MPMovieScalingMode: Int, CaseIterable, Sendable {
  /// Natural size.
  case none
  /// As large as fits, with bars where it does not reach.
  case aspectFit
  /// Covers the view, cropped.
  case aspectFill
  /// Covers the view, distorted.
  case fill
}

/// Why playback is over.
public enum MPMovieFinishReason: Int, CaseIterable, Sendable {
  case playbackEnded
  case playbackError
  /// The app stopped the player.
  case userExited
}

/// Controls over the picture, as the system's player had them. Accepted and without effect, as in the original.
public enum MPMovieControlStyle: Int, CaseIterable, Sendable {
  case none
  case embedded
  case fullscreen
}
