import Foundation
import PlayerCore
import PlayerRuntime

// The reducer's notifications, in PRXPlayer's terms.

extension PRXPlayer {
  func hear(_ event: PlayerEvent) {
    switch event.notification {
    case .connected: loadTracks()
    case .streamTypeChanged(let type): if type != .unknown { becomeReady() }
    case .phaseChanged(.blocked, .opening): if event.reason != .command { assignAgain() }
    case .retryScheduled:
      owesFailedStatus = true
      assignAgain()
    case .reloading: assignAgain()
    case .failed: isEngineInUse ? failForGood() : failToLoadTracks()
    case .itemChanged(_, .none): if event.reason != .command { dropFailed() }
    case .policyPrevented: post(.prxPlayerReachabilityPolicyPreventedPlayback)
    case .intentChanged: if event.reason != .command { holdApart = nil }
    case .interruptionChanged(let isInterrupted): dateAtAudioPlaybackInterruption = isInterrupted ? Date() : nil
    case .backgroundTimeNeeded(let span): keepAliveInBackground?(TimeInterval(span.microseconds) / 1e6)
    default: hearOfPlayback(event.notification)
    }
  }

  private func hearOfPlayback(_ notification: Player.Notification) {
    switch notification {
    case .stallBegan: if host.player.epoch == refusedEpoch { command { $0.assignStalled() } }
    case .tick(Self.shortInterval, let position): passSecond(at: position)
    case .tick(Self.longInterval, let position): passTenSeconds(at: position)
    case .softEndReached(let position):
      guard !isReplacing else { return }
      delegate?.player(self, softBoundaryTimeReachedAt: position)
      publishNowPlayingInfo()
    case .positionJumped, .seekEnded: if !isReplacing { publishNowPlayingInfo() }
    // The rate drops to zero, and the hold does not change.
    case .ended: holdApart = announcedHold
    case .playbackStateChanged(_, .ended):
      // Not after a rewind that failed: the end was not reached again.
      holdApart = announcedHold
      delegate?.player(self, endTimeReachedAt: host.position)
    case .metadataFound(let key, let value): metadata[host.library.text(of: key)] = host.library.text(of: value)
    default: break
    }
  }

  /// After all other notifications of a step, and after the engine has its commands.
  func endStep() {
    let player = host.player
    announceRate()
    let isNewOpening = player.epoch != aimedEpoch
    if isNewOpening { isHandingOver = false }
    // When media takes over from media of the same stream type, the reducer has no change to report.
    if player.streamType != .unknown, !isHandingOver, self.player?.status == .unknown || isReplacing && isNewOpening {
      becomeReady()
    }
    if player.phase == .opening, isNewOpening { aim() }
    if owesFailedStatus {
      owesFailedStatus = false
      announceStatus(.failed)
    }
    announcedHold = holdsPlayback
    announceStateIfChanged()
  }

  /// Sets where an opening begins: the item's stored position, zero included.
  private func aim() {
    aimedEpoch = host.player.epoch
    if let stored = storedPosition { host.send(.seek(.at(stored))) }
  }

  // MARK: Loading

  /// The source was reached: creates a new engine for it.
  private func loadTracks() {
    guard let item, let asset = openingAsset else { return }
    if options.behavior == .source, asset.isURLAsset, case let current = self.asset(of: item), current.isURLAsset,
      !current.hasAddress(of: asset)
    {
      // The item has another address by now: the loaded one is ignored.
      host.send(.stop)
      return
    }
    if isReplacing {
      isReplacing = false
      isHandingOver = host.player.epoch == aimedEpoch
      host.send(.seek(.at(storedPosition ?? .zero)))
    }
    player = PRXUnderlyingPlayer(asset: asset, owner: self)
    postChange()
    if let hold = holdApart {
      holdApart = nil
      if host.player.wantsPlay == hold { host.send(hold ? .pause : .play) }
    }
    adoptSettings()
  }

  private func becomeReady() {
    // Media that needs no connection was not announced as connected.
    if !isEngineInUse || isReplacing { loadTracks() }
    guard let player, !player.isDiscarded, player.status == .unknown else { return }
    player.status = .readyToPlay
    adoptRate()
    publishNowPlayingInfo()
    announceStatus(.readyToPlay)
  }

  private func failToLoadTracks() {
    guard item != nil, let openingAsset else { return }
    delegate?.player(self, failedToLoadTracksForAsset: openingAsset, holdPlayback: announcedHold)
    // "Any time the state of … an asset changes" (PRXReadme.md#changes); the source posts nothing
    // (Contradictions.md#X-11).
    if options.behavior == .readme { postChange() }
  }

  /// The loaded item has failed and is not retried; an app may have chosen to keep it as it is.
  private func failForGood() {
    player?.status = .failed
    owesFailedStatus = true
    guard !host.player.configuration.emptiesOnFailure else { return }
    announceRate()
    delegate?.playerFailedToBecomeReadyToPlay(self, holdPlayback: holdsPlayback)
  }

  private var isEngineInUse: Bool { player?.isDiscarded == false }

  /// The reducer reopens automatically. The original stops and assigns the item again, and this looks the same.
  private func assignAgain() {
    guard let item else { return }
    announceRate()
    let hold = holdsPlayback
    self.item = nil
    announceItem(from: item, to: nil)
    player = nil
    isReplacing = false
    metadata = [:]
    self.item = item
    let asset = asset(of: item)
    announceItem(from: nil, to: item)
    if asset != self.asset || isForbiddenByNow(over: host.player.network) {
      self.asset = asset
      command { $0.load(hold: hold) }
    } else if holdApart != nil {
      holdApart = nil
      host.send(hold ? .pause : .play)
    }
  }

  /// Media that has run dry would be reloaded, which is now forbidden: the item stays but is not loaded.
  private func assignStalled() {
    guard host.player.epoch == refusedEpoch, host.player.supply == .stalled, let item else { return }
    assign(nil)
    assign(item)
  }

  /// Retries are exhausted, and the reducer has dropped the failed media.
  private func dropFailed() {
    guard let item else { return }
    announceRate()
    let hold = holdsPlayback
    self.item = nil
    asset = nil
    announceItem(from: item, to: nil)
    player = nil
    delegate?.playerFailedToBecomeReadyToPlay(self, holdPlayback: hold)
  }
}
