import Foundation
import PlayerCore

@testable import PRXPlayerKit

/// Records the delegate calls and the posted notifications, in order.
@MainActor
final class EventLog: PRXPlayerDelegate {
  private(set) var lines: [String] = []
  /// Called before a line is written.
  var onLine: (String) -> Void = { _ in }
  /// The asset to load instead of the items' own.
  var substitute: PRXAsset?
  var rate: Float = 1
  var allowsCellular = true

  func follow(_ player: PRXPlayer) {
    player.delegate = self
    let center = player.options.notificationCenter
    let names: [(Notification.Name, String)] = [
      (.prxPlayerChange, "change"), (.prxPlayerTimeInterval, "second"), (.prxPlayerLongTimeInterval, "ten seconds"),
      (.prxPlayerReachabilityPolicyPreventedPlayback, "prevented"),
    ]
    for (name, word) in names {
      _ = center.addObserver(forName: name, object: player, queue: nil) { [weak self] notification in
        let time = notification.userInfo?[PRXPlayer.timeKey] as? MediaTime
        MainActor.assumeIsolated {
          self?.write(time.map { "\(word) \(Double($0.microseconds) / 1e6)" } ?? word)
        }
      }
    }
  }

  private func write(_ line: String) {
    onLine(line)
    lines.append(line)
  }

  func forget() { lines = [] }

  func player(_ player: PRXPlayer, playerItemDidChange change: PRXPlayerItemChange) {
    write("item \(change.old?.label ?? "-") \(change.new?.label ?? "-")")
  }
  func player(_ player: PRXPlayer, currentItemStatusDidChange status: PRXPlayerItemStatus) { write("status \(status)") }
  func player(_ player: PRXPlayer, rateDidChange rate: Float) { write("rate \(rate)") }
  func player(_ player: PRXPlayer, failedToLoadTracksForAsset asset: PRXAsset, holdPlayback: Bool) {
    write("tracks failed, \(holdPlayback ? "held" : "wanted")")
  }
  func playerFailedToBecomeReadyToPlay(_ player: PRXPlayer, holdPlayback: Bool) {
    write("failed, \(holdPlayback ? "held" : "wanted")")
  }
  func player(_ player: PRXPlayer, softBoundaryTimeReachedAt time: MediaTime) {
    write("soft end \(Double(time.microseconds) / 1e6)")
  }
  func player(_ player: PRXPlayer, endTimeReachedAt time: MediaTime) { write("end") }
  func player(_ player: PRXPlayer, assetFor playerItem: any PRXPlayerItem) -> PRXAsset {
    substitute ?? playerItem.playerAsset
  }
  func filePlaybackRate(for player: PRXPlayer) -> Float { rate }
  func playerAllowsPlaybackViaWWAN(_ player: PRXPlayer) -> Bool {
    allowsCellular && player.options.configuration.allowsCellular
  }
}
