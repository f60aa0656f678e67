import PlayerCore

// The delegate's answers become settings of the reducer.

extension PRXPlayer {
  private func set(_ setting: Setting, _ value: Int64) {
    if host.player.configuration[setting] != value { host.send(.set(setting, value)) }
  }

  /// Asked when a load is considered (PRX.md#8).
  func adoptPolicy() {
    guard let delegate else { return }
    set(.allowsCellular, delegate.playerAllowsPlaybackViaWWAN(self) ? 1 : 0)
  }

  /// Whether the item may not continue over this network. In source mode only where the delegate has changed its answer
  /// about cellular since the item was loaded: for a player that had the answer from the start, such a network does not
  /// count as a network, and the loaded media plays out. The README enforces the policy either way.
  func isForbiddenByNow(over network: NetworkPath) -> Bool {
    guard let asset, !asset.isLocal, network == .cellular, host.player.phase != .ended else { return false }
    let wasAllowed = host.player.configuration.allowsCellular
    let isOpen = host.player.phase == .opening || host.player.phase == .prepared
    switch options.behavior {
    case .readme: return (isOpen || wasAllowed) && !(delegate?.playerAllowsPlaybackViaWWAN(self) ?? wasAllowed)
    case .source: return wasAllowed && delegate?.playerAllowsPlaybackViaWWAN(self) == false
    }
  }

  /// A load is also considered when media fails or runs dry: the delegate is asked before the reducer decides, so that
  /// nothing forbidden is opened.
  func policy(before input: Input) -> Command? {
    guard opensAnew(input), host.player.network == .cellular, host.player.configuration.allowsCellular,
      isForbiddenByNow(over: .cellular)
    else { return nil }
    if case .engine(.starved, _) = input, host.player.configuration.reloadsOnStall { refusedEpoch = host.player.epoch }
    return .set(.allowsCellular, 0)
  }

  /// Whether an input may make the reducer reopen automatically.
  private func opensAnew(_ input: Input) -> Bool {
    switch input {
    case .engine(.failed, _), .engine(.starved, _), .engine(.supplyChanged, _), .engine(.playbackStopped, _),
      .engine(.positionReported, _), .engine(.ended, _):
      return true
    case .deadline:
      let player = host.player
      let slots: [DeadlineSlot] = [.open, .seek, .read, .bufferingLimit, .probe, .retry]
      return slots.contains { player.deadline(of: $0) == player.nextDeadline }
    case .engine, .command, .environment: return false
    }
  }

  func adoptSettings() {
    adoptRate()
    // Only addresses are reloaded (PRX.md#7).
    let isReloaded = openingAsset?.isURLAsset ?? true
    set(.reloadsOnStall, isReloaded && options.configuration.reloadsOnStall ? 1 : 0)
    set(.reloadsOnNetworkChange, isReloaded && options.configuration.reloadsOnNetworkChange ? 1 : 0)
    guard let delegate else { return }
    set(.retryLimit, max(0, min(Int64(delegate.retryLimit(for: self)), 1_000)))
    set(.softEndFraction, delegate.softEndBoundaryProgress(for: self).thousandths(upTo: 1_000))
  }

  /// Files play at the delegate's rate; streams are never sped up (PRX.md#13).
  func adoptRate() {
    let isStream = host.player.streamType != .unknown && !host.player.duration.isKnown
    let wanted = isStream ? 1_000 : delegate?.filePlaybackRate(for: self).thousandths(upTo: 100_000) ?? 1_000
    let range = host.player.configuration[.minimumRate]...host.player.configuration[.maximumRate]
    let rate = Rate(thousandths: Int32(max(range.lowerBound, min(wanted, range.upperBound))))
    if host.player.rate != rate { host.send(.setRate(rate)) }
  }
}

extension Float {
  /// Rounded; NaN is zero.
  fileprivate func thousandths(upTo limit: Float) -> Int64 {
    isNaN ? 0 : Int64((Swift.max(0, Swift.min(self * 1_000, limit))).rounded())
  }
}
