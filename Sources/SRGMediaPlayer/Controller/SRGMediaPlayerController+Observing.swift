import Foundation
import PlayerRuntime

extension SRGMediaPlayerController: NotifyingPlayer {
  /// Where the notifications of this controller are posted.
  public var postingCenter: NotificationCenter { environment.notificationCenter }
}
