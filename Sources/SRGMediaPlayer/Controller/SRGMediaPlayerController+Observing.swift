import Foundation
import PlayerRuntime

extension SRGMediaPlayerController: NotifyingPlayer {
  /// Where the notifications of this controller are posted.
  public var postingCenter: NotificationCenter { environment.notificationCenter }
}

extension SRGLetterboxController: NotifyingPlayer {
  /// The host of the underlying media player.
  public var host: MainPlayer { mediaPlayerController.host }
  /// Where the notifications of this controller are posted.
  public var postingCenter: NotificationCenter { environment.notificationCenter }
}
