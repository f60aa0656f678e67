import Foundation
import PlayerCore

/// The values as they were set: the reducer gets them when it is their turn.
struct SRGStoredSettings {
  var minimumDVRWindowLength: TimeInterval = 0
  var liveTolerance = SRGMediaPlayerDefaultLiveTolerance
  var endTolerance = SRGMediaPlayerDefaultEndTolerance
  var endToleranceRatio = SRGMediaPlayerDefaultEndToleranceRatio
}

extension SRGMediaPlayerController {
  /// A stream whose window is shorter counts as live without DVR. Negative values count as 0.
  public var minimumDVRWindowLength: TimeInterval {
    get { storedSettings.minimumDVRWindowLength }
    set { set(\.minimumDVRWindowLength, newValue, .minimumDVRWindow) }
  }

  /// How many seconds before its end a DVR stream still counts as live. Negative values count as 0.
  public var liveTolerance: TimeInterval {
    get { storedSettings.liveTolerance }
    set { set(\.liveTolerance, newValue, .liveTolerance) }
  }

  /// A start nearer to the end than this begins at the default position. Negative values count as 0.
  public var endTolerance: TimeInterval {
    get { storedSettings.endTolerance }
    set { set(\.endTolerance, newValue, .startEndTolerance) }
  }

  /// The same as a part of the duration, 0…1; the smaller of the two that are not zero holds.
  public var endToleranceRatio: Float {
    get { storedSettings.endToleranceRatio }
    set {
      let ratio = newValue > 0 ? min(newValue, 1) : 0
      storedSettings.endToleranceRatio = ratio
      host.perform { self.host.send(.set(.startEndToleranceRatio, Int64((ratio * 1_000).rounded()))) }
    }
  }

  private func set(
    _ stored: WritableKeyPath<SRGStoredSettings, TimeInterval>, _ value: TimeInterval, _ setting: Setting
  ) {
    let value = value > 0 ? value : 0
    storedSettings[keyPath: stored] = value
    host.perform { self.host.send(.set(setting, TimeSpan(seconds: value).microseconds)) }
  }
}

// MARK: - Rate

extension SRGMediaPlayerController {
  /// The rates that can be requested, in ascending order. Can be observed; they never change here.
  public var supportedPlaybackRates: [Float] { [0.5, 0.75, 1, 1.25, 1.5, 2] }

  /// The requested rate; it survives everything. Unsupported rates are ignored. Can be observed.
  public var playbackRate: Float {
    get { wishedRate }
    set {
      guard supportedPlaybackRates.contains(newValue) else { return }
      wishedRate = newValue
      send(.setRate(.thousandths(Int32((newValue * 1_000).rounded()))))
    }
  }

  /// The rate at which the media plays or would play: live streams are never faster, DVR only far from the edge
  /// (SRG.md#1.10). Can be observed.
  public var effectivePlaybackRate: Float { Float((upcoming.player ?? host.player).effectiveRate.thousandths) / 1_000 }
}

// MARK: - Volume

extension SRGMediaPlayerController {
  /// The volume of this controller, 0…1; other values are clamped, and NaN is 0. Unmutes.
  public func setVolume(_ volume: Double) {
    let thousandths = volume.isNaN ? 0 : Int32((max(0, min(volume, 1)) * 1_000).rounded())
    send(.setVolume(left: thousandths, right: thousandths))
    if isMuted { isMuted = false }
  }

  /// Whether it is silent.
  public var isMuted: Bool {
    get { (upcoming.player ?? host.player).isMuted }
    set { send(.setMuted(newValue)) }
  }

  private func send(_ command: Command) { request(command, hearsLater: false) { self.host.send(command) } }
}
