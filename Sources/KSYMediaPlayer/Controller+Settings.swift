import Foundation
import PlayerCore
import PlayerRuntime

// KSYManual.md#6.3: settings.

extension KSYMoviePlayerController {
  /// How the picture fills the view.
  public var scalingMode: MPMovieScalingMode {
    get { MPMovieScalingMode(upcoming.scalingMode) }
    set { host.send(.setScalingMode(newValue.mode)) }
  }

  /// The rotation of the picture, counter-clockwise: 0, 90, 180 or 270 degrees. Any other angle is ignored
  /// (Contradictions.md#X-21).
  public var rotateDegrees: Int {
    get { Int(upcoming.rotation) }
    set { host.send(.setRotation(degrees: Int32(clamping: newValue))) }
  }

  /// Mutes the sound; the volume does not change.
  public var shouldMute: Bool {
    get { upcoming.isMuted }
    set { host.send(.setMuted(newValue)) }
  }

  /// The volume of both channels, 0 … 1 each. With one value outside, the call has no effect.
  public func setVolume(_ leftVolume: Float, rightVolume: Float) {
    host.send(.setVolume(left: thousandths(leftVolume), right: thousandths(rightVolume)))
  }

  /// The volume of the left channel.
  public var leftVolume: Float { Float(upcoming.volume.left) / 1_000 }
  /// The volume of the right channel.
  public var rightVolume: Float { Float(upcoming.volume.right) / 1_000 }

  /// How long the stream may deliver no data, in seconds: while it opens, and while playback waits. Less than one
  /// second is ignored.
  public func setTimeout(_ timeout: Int) {
    guard timeout > 0 else { return }
    let limit = TimeSpan.seconds(Int64(timeout)).microseconds
    host.send(.set(.openTimeout, limit))
    host.send(.set(.readTimeout, limit))
  }

  /// What ``setTimeout(_:)`` has set, in seconds.
  public var timeout: Int { Int(clamping: upcoming.configuration.readTimeout.microseconds / 1_000_000) }

  /// NaN or a value out of range becomes a number that the reducer refuses.
  private func thousandths(_ volume: Float) -> Int32 {
    guard volume >= 0 else { return -1 }
    return volume <= compatibility.maximumVolume ? Int32((volume * 1_000).rounded()) : .max
  }

  func autoplayChanged() {
    if compatibility.playPausesAutoplay {
      host.send(.set(.playWhilePlayingPauses, shouldAutoplay ? 1 : 0))
    }
    // The setting applies until the media is prepared; a reload keeps the intent, and so does `play`.
    if upcoming.phase == .opening, !announcer.isReloading, !isPlayCalled {
      host.send(shouldAutoplay ? .play : .pause)
    }
  }

  func bufferTimeChanged() {
    let isOff = bufferTimeMax < 0 || compatibility.zeroBufferTimeIsOff && bufferTimeMax == 0 || bufferTimeMax.isNaN
    host.send(.set(.liveBufferMaximum, isOff ? -1 : TimeSpan(seconds: bufferTimeMax).microseconds))
  }
}

extension MPMovieScalingMode {
  init(_ mode: ScalingMode) {
    self =
      switch mode {
      case .none: .none
      case .aspectFit: .aspectFit
      case .aspectFill: .aspectFill
      case .fill: .fill
      }
  }

  var mode: ScalingMode {
    switch self {
    case .none: .none
    case .aspectFit: .aspectFit
    case .aspectFill: .aspectFill
    case .fill: .fill
    }
  }
}
