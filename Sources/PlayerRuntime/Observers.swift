import Foundation
import PlayerCore

/// All observers of notifications: streams, closures, objects and notification centres, served in the order in which
/// they were added.
final class Observers {
  private struct WeakObserver {
    weak var observer: (any PlaybackObserver)?
  }

  private var streams: [Int: AsyncStream<PlayerEvent>.Continuation] = [:]
  private var closures: [(number: Int, body: (PlayerEvent) -> Void)] = []
  private var last = 0
  private var objects: [WeakObserver] = []
  private var centers: [NotificationCenter] = []
  /// The object of what is posted to centres.
  weak var sender: AnyObject?

  func addStream(_ continuation: AsyncStream<PlayerEvent>.Continuation) -> Int {
    last += 1
    streams[last] = continuation
    return last
  }

  func removeStream(_ number: Int) { streams[number] = nil }

  func add(_ body: @escaping (PlayerEvent) -> Void) -> Int {
    last += 1
    closures.append((last, body))
    return last
  }

  func removeClosure(_ number: Int) { closures.removeAll { $0.number == number } }

  func add(_ observer: any PlaybackObserver) {
    remove(observer)
    objects.append(WeakObserver(observer: observer))
  }

  func remove(_ observer: any PlaybackObserver) {
    objects.removeAll { $0.observer == nil || $0.observer === observer }
  }

  func add(_ center: NotificationCenter) {
    if !centers.contains(where: { $0 === center }) { centers.append(center) }
  }

  func announce(_ event: PlayerEvent, player: Player) {
    for number in streams.keys.sorted() { streams[number]?.yield(event) }
    // One that is removed by another is no longer notified.
    for closure in closures where closures.contains(where: { $0.number == closure.number }) { closure.body(event) }
    for case let observer? in objects.map(\.observer) where objects.contains(where: { $0.observer === observer }) {
      observer.playback(player, did: event)
    }
    for center in centers {
      center.post(name: .player(event.name), object: sender, userInfo: [PlayerEvent.userInfoKey: event])
    }
  }

  func finish() {
    for stream in streams.values { stream.finish() }
    streams.removeAll()
    closures.removeAll()
    objects.removeAll()
    centers.removeAll()
  }
}

extension PlayerEvent {
  /// Under this key the user info of a posted notification holds the ``PlayerEvent``.
  public static let userInfoKey = "TapeDeckPlayerEvent"
}

extension Foundation.Notification.Name {
  /// The name under which a host posts a notification: `TapeDeck.` and its name in the vocabulary, for example
  /// `TapeDeck.playbackStateChanged`.
  public static func player(_ name: String) -> Self { Self("TapeDeck." + name) }
}
