import Foundation
import PlayerRuntime

extension SRGMediaPlayerController: NotifyingPlayer {
  public var postingCenter: NotificationCenter { environment.notificationCenter }
}

extension SRGLetterboxController: NotifyingPlayer {
  public var host: MainPlayer { mediaPlayerController.host }
  public var postingCenter: NotificationCenter { environment.notificationCenter }
}
