import Foundation
import PlayerCore
import PlayerRuntime

/// The layer above the media player: retries when the network returns, skips, and continuous playback (SRG.md#3.11).
///
/// Report the network to it with ``PlayerRuntime/MainPlayer/report(_:)`` of the media player's host:
///
/// ```swift
/// letterbox.mediaPlayerController.host.report(.networkChanged(.wifi))
/// ```
@MainActor
public final class SRGLetterboxController {
  /// The underlying media player.
  public let mediaPlayerController: SRGMediaPlayerController
  /// The loaded media; ``stop()`` keeps it.
  public internal(set) var media: SRGLetterboxMedia?
  /// Why nothing plays; `nil` after a stop, and as soon as something plays again.
  public internal(set) var error: SRGLetterboxError?
  /// Whether playback resumes after a retry or a restart; off: it is prepared and held.
  public var resumesAfterRetry = true
  /// Provides the media before and after the current one; not retained.
  public weak var playlistDataSource: (any SRGLetterboxPlaylistDataSource)?

  let environment: SRGPlayerEnvironment
  var transition: ContinuousTransition? {
    didSet { mediaPlayerController.lookAtProperties() }
  }

  /// A stream whose window is shorter than this counts as live without DVR.
  public static let minimumDVRWindowLength: TimeInterval = 45

  /// A controller on the machine's clock, over the installed engine.
  public convenience init() { self.init(environment: SRGPlayerEnvironment()) }

  /// A controller in a custom environment: engine, clock, notification center, recorder.
  public init(environment: SRGPlayerEnvironment) {
    var environment = environment
    environment.configuration = Self.configuration(of: environment)
    self.environment = environment
    mediaPlayerController = SRGMediaPlayerController(environment: environment)
    mediaPlayerController.minimumDVRWindowLength = Self.minimumDVRWindowLength
    mediaPlayerController.relay = { [weak self] name, userInfo in self?.take(name, userInfo) }
    mediaPlayerController.wasReloaded = { [weak self] in self?.wasRetried() }
    mediaPlayerController.wasInterrupted = { [weak self] in
      if self?.mediaPlayerController.streamType == .live { self?.stop() }
    }
  }

  private static func configuration(of environment: SRGPlayerEnvironment) -> Configuration {
    var configuration = Configuration.letterbox
    if environment.compatibility == .source {
      configuration.relocatesBlockedStarts = Configuration.srgSource.relocatesBlockedStarts
      configuration.stallKick = Configuration.srgSource.stallKick
    }
    return configuration
  }

  // MARK: Notifications

  func post(_ name: Notification.Name, _ userInfo: UserInfo = UserInfo()) {
    environment.notificationCenter.post(name: name, object: self, userInfo: userInfo.values)
  }

  private func take(_ name: Notification.Name, _ userInfo: UserInfo) {
    switch name {
    case .SRGMediaPlayerPlaybackStateDidChange:
      let state = userInfo[.playbackState]
      if state != .ended { cancelContinuousPlayback() }
      if state == .playing { error = nil }
      post(.SRGLetterboxPlaybackStateDidChange, userInfo)
      // An observer of the notification may have started something else.
      if state == .ended, mediaPlayerController.playbackState == .ended { continuePlayback() }
    case .SRGMediaPlayerPlaybackDidFail: fail(userInfo)
    case .SRGMediaPlayerSegmentDidStart: post(.SRGLetterboxSegmentDidStart, userInfo)
    case .SRGMediaPlayerSegmentDidEnd: post(.SRGLetterboxSegmentDidEnd, userInfo)
    default: break
    }
  }

  /// The original plays after a retry, even if it was paused before (SRG.md#3.11).
  private func wasRetried() {
    if environment.compatibility == .source, resumesAfterRetry { mediaPlayerController.play() }
    post(.SRGLetterboxPlaybackDidRetry)
  }

  private func fail(_ userInfo: UserInfo) {
    guard let underlying = userInfo[.error] else { return }
    let error = SRGLetterboxError(underlying)
    self.error = error
    // Without resuming, an automatic retry must not start playback.
    if !resumesAfterRetry { mediaPlayerController.pause() }
    var userInfo = UserInfo()
    userInfo[.letterboxError] = error
    post(.SRGLetterboxPlaybackDidFail, userInfo)
  }
}

// MARK: - Playback

extension SRGLetterboxController {
  /// Prepares media and holds it. If it is already loaded and not idle, only calls `completionHandler`.
  public func prepareToPlay(
    _ media: SRGLetterboxMedia, at position: SRGPosition? = nil, segments: [any SRGSegment]? = nil,
    completionHandler: (() -> Void)? = nil
  ) {
    if isLoaded(media) {
      completionHandler?()
    } else {
      load(media)
      mediaPlayerController.prepareToPlayURL(
        media.url, at: position, withSegments: segments, completionHandler: completionHandler)
    }
  }

  /// Plays media; if it is already loaded and not idle, continues it.
  public func play(
    _ media: SRGLetterboxMedia, at position: SRGPosition? = nil, segments: [any SRGSegment]? = nil
  ) {
    if isLoaded(media) {
      play()
    } else {
      load(media)
      mediaPlayerController.playURL(media.url, at: position, withSegments: segments)
    }
  }

  private func isLoaded(_ media: SRGLetterboxMedia) -> Bool {
    media == self.media && mediaPlayerController.playbackState != .idle
  }

  private func load(_ media: SRGLetterboxMedia) {
    cancelContinuousPlayback()
    error = nil
    self.media = media
    playlistDataSource?.controller(self, didChangeTo: media)
  }

  /// Plays, and clears the error.
  public func play() {
    error = nil
    mediaPlayerController.play()
  }

  /// Pauses; a live stream without DVR is stopped instead.
  public func pause() {
    if mediaPlayerController.streamType == .live { stop() } else { mediaPlayerController.pause() }
  }

  /// Pauses media that plays or is about to play, else plays. A live stream without DVR is stopped instead of paused.
  public func togglePlayPause() {
    if mediaPlayerController.streamType == .live {
      stop()
    } else {
      mediaPlayerController.togglePlayPause()
    }
  }

  /// Stops and keeps the media. Stopped media is not retried (SRG.md#3.9).
  public func stop() {
    cancelContinuousPlayback()
    error = nil
    mediaPlayerController.stop()
  }

  /// Loads the same media again, from its first position.
  public func restart() {
    guard media != nil else { return }
    stop()
    if resumesAfterRetry { mediaPlayerController.play() } else { mediaPlayerController.prepareAgain() }
    mediaPlayerController.perform { [weak self] in self?.post(.SRGLetterboxPlaybackDidRetry) }
  }

  /// Unloads everything.
  public func reset() {
    cancelContinuousPlayback()
    error = nil
    media = nil
    mediaPlayerController.reset()
  }

  /// As ``SRGMediaPlayerController/seek(to:completionHandler:)``.
  public func seek(to position: SRGPosition?, completionHandler: ((Bool) -> Void)? = nil) {
    mediaPlayerController.seek(to: position, completionHandler: completionHandler)
  }

  /// The state that the media player shows.
  public var playbackState: SRGMediaPlayerPlaybackState { mediaPlayerController.playbackState }
  /// The position of the media player, in seconds.
  public var currentTime: TimeInterval { mediaPlayerController.currentTime }
  /// The seekable range; `nil` while nothing is open.
  public var timeRange: SRGTimeRange? { mediaPlayerController.timeRange }
  /// Whether the playhead is at the live edge.
  public var isLive: Bool { mediaPlayerController.isLive }

  /// Whether the player waits: preparing, seeking or stalled.
  public var isLoading: Bool { [.preparing, .seeking, .stalled].contains(playbackState) }
}
