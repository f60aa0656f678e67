import Foundation
import PlayerCore
import PlayerRuntime

/// A pending transition to the next media.
struct ContinuousTransition {
  let startDate: Date
  let endDate: Date
  let media: SRGLetterboxMedia
  let alarm: Alarm
}

extension SRGLetterboxController {
  /// The media after the current one in the playlist; `nil` when there is none.
  public var nextMedia: SRGLetterboxMedia? { playlistDataSource?.nextMedia(for: self) }
  /// The media before the current one in the playlist; `nil` when there is none.
  public var previousMedia: SRGLetterboxMedia? { playlistDataSource?.previousMedia(for: self) }
  /// Whether there is a next media.
  public var canPlayNextMedia: Bool { nextMedia != nil }
  /// Whether there is a previous media.
  public var canPlayPreviousMedia: Bool { previousMedia != nil }

  /// Plays the next media of the playlist; false when there is none.
  @discardableResult
  public func playNextMedia() -> Bool { playFromPlaylist(nextMedia) }

  /// Plays the previous media of the playlist; false when there is none.
  @discardableResult
  public func playPreviousMedia() -> Bool { playFromPlaylist(previousMedia) }

  /// Prepares the next media of the playlist; false when there is none.
  @discardableResult
  public func prepareToPlayNextMedia(completionHandler: (() -> Void)? = nil) -> Bool {
    prepareFromPlaylist(nextMedia, completionHandler)
  }

  /// Prepares the previous media of the playlist; false when there is none.
  @discardableResult
  public func prepareToPlayPreviousMedia(completionHandler: (() -> Void)? = nil) -> Bool {
    prepareFromPlaylist(previousMedia, completionHandler)
  }

  private func playFromPlaylist(_ media: SRGLetterboxMedia?) -> Bool {
    guard let media else { return false }
    play(media, at: playlistDataSource?.controller(self, startPositionFor: media))
    return true
  }

  private func prepareFromPlaylist(_ media: SRGLetterboxMedia?, _ completionHandler: (() -> Void)?) -> Bool {
    guard let media else { return false }
    let position = playlistDataSource?.controller(self, startPositionFor: media)
    prepareToPlay(media, at: position, completionHandler: completionHandler)
    return true
  }

  // MARK: Continuous playback

  /// When the countdown to the next media began; `nil` while there is none. Can be observed.
  public var continuousPlaybackTransitionStartDate: Date? { transition?.startDate }
  /// When the next media will begin; `nil` without a countdown. Does not change during a countdown, whatever the data
  /// source returns meanwhile. Can be observed.
  public var continuousPlaybackTransitionEndDate: Date? { transition?.endDate }
  /// The media that will begin then; `nil` without a countdown. Does not change during a countdown. Can be observed.
  public var continuousPlaybackUpcomingMedia: SRGLetterboxMedia? { transition?.media }

  /// Cancels the countdown to the next media, if any.
  public func cancelContinuousPlayback() {
    guard let transition else { return }
    transition.alarm.cancel()
    self.transition = nil
  }

  /// Calls `change` with every new value of a property that is documented as observable, for as long as the returned
  /// object exists. Replaces key-value observing.
  public func observe<Value: Equatable>(
    _ property: KeyPath<SRGLetterboxController, Value>, change: @escaping (Value) -> Void
  ) -> SRGPropertyObservation {
    mediaPlayerController.watch({ [weak self] in self?[keyPath: property] }, change)
  }

  /// Plays the upcoming media at once; false when there is none.
  @discardableResult
  public func playUpcomingMedia() -> Bool {
    guard let media = transition?.media else { return false }
    cancelContinuousPlayback()
    return playFromPlaylist(media)
  }

  /// The media has ended.
  func continuePlayback() {
    guard let next = nextMedia, let source = playlistDataSource else { return }
    let delay = source.continuousPlaybackTransitionDuration(for: self)
    guard delay < SRGLetterboxContinuousPlaybackDisabled else { return }
    guard delay > 0 else { return continuePlayback(with: next) }
    let host = mediaPlayerController.host
    let alarm = host.schedule(at: host.now + TimeSpan(seconds: delay)) { [weak self] in
      self?.continuePlayback(with: next)
    }
    let start = environment.date()
    transition = ContinuousTransition(
      startDate: start, endDate: start.addingTimeInterval(delay), media: next, alarm: alarm)
  }

  private func continuePlayback(with media: SRGLetterboxMedia) {
    cancelContinuousPlayback()
    var userInfo = UserInfo()
    userInfo[.letterboxMedia] = media
    post(.SRGLetterboxPlaybackDidContinueAutomatically, userInfo)
    _ = playFromPlaylist(media)
  }
}
