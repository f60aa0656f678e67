import Foundation
import PlayerCore

extension Notification.Name {
  /// Something about the player, its engine or what it has loaded has changed (PRXReadme.md#changes). The
  /// object is the player.
  public static let prxPlayerChange = Self("PRXPlayerChangeNotification")
  /// A second of media was played, or the playhead jumped. The object is the player; for URL assets it is posted again
  /// with the address as the object, see ``PRXPlayer/notificationObject(for:)``.
  public static let prxPlayerTimeInterval = Self("PRXPlayerTimeIntervalNotification")
  /// The same, every ten seconds.
  public static let prxPlayerLongTimeInterval = Self("PRXPlayerLongTimeIntervalNotification")
  /// The network conditions do not allow the item to be loaded. The object is the player.
  public static let prxPlayerReachabilityPolicyPreventedPlayback = Self("PRXPlayerReachabilityPolicyPreventedPlayback")
}

extension PRXPlayer {
  /// The key of the user info of interval notifications: the position, a `MediaTime`.
  nonisolated public static let timeKey = "time"

  /// The object of a URL asset's interval notifications: its address.
  ///
  /// Notification centres compare objects by identity, so an observer of another string, even an equal one, is not
  /// notified. This returns the same object for the same address.
  public static func notificationObject(for url: URL) -> NSString {
    if let object = addresses[url.absoluteString] { return object }
    let object = NSString(string: url.absoluteString)
    addresses[url.absoluteString] = object
    return object
  }

  private static var addresses: [String: NSString] = [:]

  func post(_ name: Notification.Name) { options.notificationCenter.post(name: name, object: self) }

  /// Posts one of the interval notifications to the observers of the player, and to those of the address.
  func post(_ name: Notification.Name, at time: MediaTime) {
    let userInfo = [Self.timeKey: time]
    options.notificationCenter.post(name: name, object: self, userInfo: userInfo)
  }

  func post(_ name: Notification.Name, at time: MediaTime, address: URL) {
    let object = Self.notificationObject(for: address)
    options.notificationCenter.post(name: name, object: object, userInfo: [Self.timeKey: time])
  }
}
