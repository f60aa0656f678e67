import Foundation
import PlayerRuntime

extension KSYMoviePlayerController: NotifyingPlayer {
  public var postingCenter: NotificationCenter { environment.notificationCenter }
}
