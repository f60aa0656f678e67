import Foundation
import PlayerRuntime

extension KSYMoviePlayerController: NotifyingPlayer {
  /// Where the notifications of this player are posted.
  public var postingCenter: NotificationCenter { environment.notificationCenter }
}
