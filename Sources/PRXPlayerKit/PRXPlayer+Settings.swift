import PlayerCore

// The delegate's answers become settings of the reducer.

extension PRXPlayer {
  private func set(_ setting: Setting, _ value: Int64) {
    if host.player.configuration[setting] != value { host.send(.set(setting, value)) }
  }

  /// Asked when a load is considered (prx-ksy-playerprotocol.md §A.8).
  func adoptPolicy() {
    guard let delegate else { return }
    set(.allowsCellular, delegate.playerAllowsPlaybackViaWWAN(self) ? 1 : 0)
  }

  /// Whether the delegate has changed its mind about cellular since the item was loaded: what plays goes on, and another
  /// load is refused.
  func isForbiddenByNow(over network: NetworkPath) -> Bool {
    guard let asset, !asset.isLocal, network == .cellular, host.player.phase != .ended else { return false }
    return host.player.configuration.allowsCellular && delegate?.playerAllowsPlaybackViaWWAN(self) == false
  }

  func adoptSettings() {
    adoptRate()
    // Only addresses are reloaded (prx-ksy-playerprotocol.md §A.7).
    let isReloaded = openingAsset?.isURLAsset ?? true
    set(.reloadsOnStall, isReloaded && options.configuration.reloadsOnStall ? 1 : 0)
    set(.reloadsOnNetworkChange, isReloaded && options.configuration.reloadsOnNetworkChange ? 1 : 0)
    guard let delegate else { return }
    set(.retryLimit, max(0, min(Int64(delegate.retryLimit(for: self)), 1_000)))
    set(.softEndFraction, delegate.softEndBoundaryProgress(for: self).thousandths(upTo: 1_000))
  }

  /// Files play at the delegate's rate; streams are never sped up (prx-ksy-playerprotocol.md §A.13).
  func adoptRate() {
    let isStream = host.player.streamType != .unknown && !host.player.duration.isKnown
    let wanted = isStream ? 1_000 : delegate?.filePlaybackRate(for: self).thousandths(upTo: 100_000) ?? 1_000
    let range = host.player.configuration[.minimumRate]...host.player.configuration[.maximumRate]
    let rate = Rate(thousandths: Int32(max(range.lowerBound, min(wanted, range.upperBound))))
    if host.player.rate != rate { host.send(.setRate(rate)) }
  }
}

extension Float {
  /// Rounded; what is no number is zero.
  fileprivate func thousandths(upTo limit: Float) -> Int64 {
    isNaN ? 0 : Int64((Swift.max(0, Swift.min(self * 1_000, limit))).rounded())
  }
}
