import PlayerCore

extension PRXPlayer {
  /// What the player is doing: a pure function of the item, the loaded asset, and the reducer's state. In source mode
  /// reading it without a usable network posts the policy notification, as the original does (Contradictions.md#X-29).
  public var state: PRXPlayerState {
    let state = stateNow
    if options.behavior == .source, state == .unknown { post(.prxPlayerReachabilityPolicyPreventedPlayback) }
    return state
  }

  /// The first condition that holds (PRX.md#3).
  var stateNow: PRXPlayerState {
    guard let item else { return .empty }
    guard let player, isLoaded(player.asset, for: item), !player.isDiscarded || options.behavior == .source else {
      return isPrevented(item) ? .unknown : .loading
    }
    if host.player.isInterrupted { return .waiting }
    return player.status == .readyToPlay ? .ready : .buffering
  }

  /// Whether the engine has loaded the item's asset. The source compares addresses, and assets without one are never
  /// equal (Contradictions.md#X-13).
  private func isLoaded(_ loaded: PRXAsset, for item: any PRXPlayerItem) -> Bool {
    switch options.behavior {
    case .readme: loaded == asset
    case .source: loaded.hasAddress(of: asset(of: item))
    }
  }

  private func isPrevented(_ item: any PRXPlayerItem) -> Bool {
    switch options.behavior {
    case .readme: isAssigning ? isForbidden(item) : host.player.phase == .blocked
    case .source: isForbidden(item)
    }
  }

  /// Whether a load of the item would be refused now.
  private func isForbidden(_ item: any PRXPlayerItem) -> Bool {
    if asset(of: item).isLocal { return false }
    let isCellularOnly = host.player.network == .cellular
    return host.player.network == .none || isCellularOnly && delegate?.playerAllowsPlaybackViaWWAN(self) == false
  }

  /// The asset that would be loaded for the item now.
  func asset(of item: any PRXPlayerItem) -> PRXAsset {
    delegate?.player(self, assetFor: item) ?? item.playerAsset
  }

  /// Whether the item now has another address than the loaded one.
  var isOutdated: Bool {
    guard let item, let loaded = player?.asset, player?.status == .readyToPlay else { return false }
    let current = asset(of: item)
    return loaded.isURLAsset && current.isURLAsset && !loaded.hasAddress(of: current)
  }

  /// Whether there is something to cancel: an item that cannot be played yet.
  var isUnderWay: Bool {
    switch state {
    case .loading, .buffering, .waiting: true
    case .unknown, .empty, .ready: false
    }
  }

  /// The rate of the engine, which stalls and seeks do not change.
  var currentRate: Rate {
    let player = host.player
    switch player.state {
    case .playing, .stalled: return player.effectiveRate
    case .seeking: return player.wantsPlay && !player.isInterrupted ? announcedRate : .zero
    case .idle, .preparing, .paused, .ended: return .zero
    }
  }
}
