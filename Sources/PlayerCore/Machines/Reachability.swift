// What the network allows, and what a change of it causes.

extension Player {
  /// The network that the player may use: cellular that is not allowed counts as none (PRX.md#8).
  public var effectivePath: NetworkPath { shown.network.usable(withCellular: configuration.allowsCellular) }

  /// Whether the policy forbids opening the content. A path that was never reported forbids nothing.
  @inline(__always)
  var isPrevented: Bool { !content.isLocal && effectivePath == .none }

  /// Whether the policy forbids continuing with what is open (Contradictions.md#X-12). Media that has ended may stay
  /// open; it is not played again.
  var mayNotGoOn: Bool { configuration.checksPolicyWhilePlaying && isPrevented }

  /// Blocks content that the network does not allow. The intent to open stays, and so does the intent to play or pause;
  /// the request fails, because it is unknown when it could be carried out.
  mutating func block(_ step: inout Step) {
    loading.answer(.failed, &step)
    seeking.answer(.failed, &step)
    presentation.answerStill(.failed, &step)
    closeEngine(&step)
    forgetMedia(&step)
    transport.expect(at: content.start.expectedPosition)
    enter(.blocked)
    step.notifyAfterChanges(.policyPrevented(shown.network))
  }

  /// Adapts the phase to a changed policy or network: opens what was blocked, and closes what may not continue if the
  /// configuration requests that (Contradictions.md#X-12). Returns whether it did either.
  @discardableResult
  mutating func enforcePolicy(_ step: inout Step) -> Bool {
    switch shown.phase {
    case .blocked where !isPrevented:
      openContent(&step)
      return true
    case .opening where !retrying.isWaiting, .prepared:
      guard mayNotGoOn else { return false }
      rememberPosition()
      block(&step)
      return true
    case .empty, .idle, .blocked, .opening, .ended, .failed: return false
    }
  }

  mutating func handleNetwork(_ path: NetworkPath, _ step: inout Step) {
    let old = effectivePath
    setNetwork(path)
    let new = effectivePath
    guard old != new else { return }
    if new == .none { askForBackgroundTime(&step) }
    if enforcePolicy(&step) || content.isLocal { return }
    let policy = NetworkPolicy(
      resumesOnReconnect: configuration.resumesOnReconnect, reloadsOnChange: configuration.reloadsOnNetworkChange)
    let decision = policy.decision(
      on: NetworkChange(old: old, new: new, firstCounts: configuration.firstNetworkReportCounts), in: shown.phase,
      isWaitingToRetry: retrying.isWaiting, hasFailedUnderWay: retrying.wasUnderWay,
      isHealable: failure.kind.isConnectivity)
    switch decision {
    case .nothing: break
    case .open: openContent(&step)
    case .reload: reloadByPolicy(.reachability, &step)
    }
  }

  /// Whether running dry here causes a reload (PRX.md#7). Without a network there is nothing to load; external playback
  /// has its own buffer.
  var reloadsWhenDry: Bool {
    configuration.reloadsOnStall && !content.isLocal && effectivePath != .none && !shown.isPlayingExternally
      && !isReplacing
  }

  /// Without a network, or interrupted, an app in the background would be suspended before it could continue (PRX.md#8,
  /// PRX.md#11).
  func askForBackgroundTime(_ step: inout Step) {
    guard configuration.backgroundTime > .zero, !shown.item.isNone else { return }
    step.notifyAfterChanges(.backgroundTimeNeeded(configuration.backgroundTime))
  }
}
