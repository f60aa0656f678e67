import Foundation
import PlayerRuntime

extension PRXPlayer: NotifyingPlayer {
  public var postingCenter: NotificationCenter { options.notificationCenter }
}
