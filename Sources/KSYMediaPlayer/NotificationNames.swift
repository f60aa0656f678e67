import Foundation

// The notifications of KSYManual.md#6.10. As with the system's own, their Swift names omit the last word and keep the
// original's capitals.

// swift-format-ignore: AlwaysUseLowerCamelCase
extension Notification.Name {
  /// The media is initialised: ask `isPreparedToPlay`.
  public static let MPMediaPlaybackIsPreparedToPlayDidChange = Self(
    "MPMediaPlaybackIsPreparedToPlayDidChangeNotification")
  /// `playbackState` has changed.
  public static let MPMoviePlayerPlaybackStateDidChange = Self("MPMoviePlayerPlaybackStateDidChangeNotification")
  /// Playback is over: see ``MPMoviePlayerPlaybackDidFinishReasonUserInfoKey``.
  public static let MPMoviePlayerPlaybackDidFinish = Self("MPMoviePlayerPlaybackDidFinishNotification")
  /// `loadState` has changed.
  public static let MPMoviePlayerLoadStateDidChange = Self("MPMoviePlayerLoadStateDidChangeNotification")
  /// The size of the picture is known for the first time, or has changed.
  public static let MPMovieNaturalSizeAvailable = Self("MPMovieNaturalSizeAvailableNotification")
  /// The first picture is shown.
  public static let MPMoviePlayerFirstVideoFrameRendered = Self("MPMoviePlayerFirstVideoFrameRenderedNotification")
  /// The first sound is heard.
  public static let MPMoviePlayerFirstAudioFrameRendered = Self("MPMoviePlayerFirstAudioFrameRenderedNotification")
  /// A jump has landed. Only later releases post it (KSY.md#4, ``KSYCompatibility/postsSeekComplete``).
  public static let MPMoviePlayerSeekComplete = Self("MPMoviePlayerSeekCompleteNotification")
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Under this key the finish notification holds the raw value of the ``MPMovieFinishReason``.
public let MPMoviePlayerPlaybackDidFinishReasonUserInfoKey = "MPMoviePlayerPlaybackDidFinishReasonUserInfoKey"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Under this key the finish notification holds the raw value of the ``KSYMPErrorCode``, when the reason is an error.
public let MPMoviePlayerPlaybackDidFinishErrorUserInfoKey = "error"
