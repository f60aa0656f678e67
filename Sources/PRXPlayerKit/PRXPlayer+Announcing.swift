import Foundation
import PlayerCore

// Which delegate calls and notifications are made, and in which order (PRX.md#9, PRX.md#10).

extension PRXPlayer {
  // MARK: Intervals

  func passSecond(at position: MediaTime) {
    guard let player, !isReplacing else { return }
    post(.prxPlayerTimeInterval, at: position)
    if let url = player.asset.url { post(.prxPlayerTimeInterval, at: position, address: url) }
    item?.playerTime = position
    let second = (max(0, position.microseconds) + 500_000) / 1_000_000
    if options.behavior == .source, second % 10 == options.configuration.longTickPhase {
      passTenSeconds(at: position)
    }
  }

  func passTenSeconds(at position: MediaTime) {
    guard let player, !isReplacing else { return }
    post(.prxPlayerLongTimeInterval, at: position)
    if let url = player.asset.url { post(.prxPlayerLongTimeInterval, at: position, address: url) }
  }

  // MARK: Announcing

  func announceItem(from old: (any PRXPlayerItem)?, to new: (any PRXPlayerItem)?) {
    delegate?.player(self, playerItemDidChange: PRXPlayerItemChange(old: old, new: new))
    postChange()
  }

  func announceStatus(_ status: PRXPlayerItemStatus) {
    delegate?.player(self, currentItemStatusDidChange: status)
    postChange()
  }

  func announceRate() {
    let rate = currentRate
    guard rate != announcedRate else { return }
    announcedRate = rate
    if rate != .zero, nowPlayingInfo != nil { publishNowPlayingInfo() }
    delegate?.player(self, rateDidChange: self.rate)
    postChange()
  }

  func postChange() {
    if options.behavior == .readme { announcedState = stateNow }
    post(.prxPlayerChange)
  }

  /// "Any time the state of the player … changes" (PRXReadme.md#changes): also where the source omits it
  /// (Contradictions.md#X-34).
  func announceStateIfChanged() {
    if options.behavior == .readme, stateNow != announcedState { postChange() }
  }
}
