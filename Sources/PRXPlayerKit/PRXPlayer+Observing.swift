import Foundation
import PlayerRuntime

extension PRXPlayer: NotifyingPlayer {
  /// Where the notifications of this player are posted.
  public var postingCenter: NotificationCenter { options.notificationCenter }
}
