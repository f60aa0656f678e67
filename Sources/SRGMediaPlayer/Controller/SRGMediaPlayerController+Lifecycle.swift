import Foundation
import PlayerCore

extension SRGMediaPlayerController {
  /// Calls ``playerConfigurationBlock``, if there is a player.
  public func reloadPlayerConfiguration() {
    if let player { playerConfigurationBlock?(player) }
  }

  /// Whether the picture is shown on another screen.
  public var isExternalNonMirroredPlaybackActive: Bool { host.player.isPlayingExternally }
  /// Whether picture in picture is on.
  public var isPictureInPictureActive: Bool { host.player.isInPicture }
}
