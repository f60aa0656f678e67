// What the network allows, and what a change of it brings about.

extension NetworkPath {
  /// Wired is as good as Wi-Fi.
  fileprivate var isUnmetered: Bool { self == .wifi || self == .wired }
}

extension Player {
  /// What the player may use: cellular that is not allowed is no network (PRX.md#8).
  public var effectivePath: NetworkPath {
    shown.network == .cellular && !configuration.allowsCellular ? .none : shown.network
  }

  /// Whether the policy forbids to open the content. What was never reported forbids nothing.
  @inline(__always)
  var isPrevented: Bool { !content.isLocal && effectivePath == .none }

  /// Whether the policy forbids to go on with what is open (Contradictions.md#X-12). Media that has ended may stay
  /// open; it is not played again.
  var mayNotGoOn: Bool { configuration.checksPolicyWhilePlaying && isPrevented }

  /// Does not open what the network does not allow. The wish to open stays, and so does the wish to play or hold; the
  /// request has failed, because nobody knows when it could be done.
  mutating func block(_ step: inout Step) {
    loading.answer(.failed, &step)
    seeking.answer(.failed, &step)
    presentation.answerStill(.failed, &step)
    closeEngine(&step)
    forgetMedia(&step)
    transport.expect(at: content.start.expectedPosition)
    enter(.blocked)
    step.note(.policyPrevented(shown.network))
  }

  /// Brings the phase in line with a policy or a network that has changed: opens what was blocked, and closes what may not
  /// go on where that is asked for (Contradictions.md#X-12). Returns whether it did either.
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

  mutating func takeNetwork(_ path: NetworkPath, _ step: inout Step) {
    let old = effectivePath
    setNetwork(path)
    let new = effectivePath
    guard old != new else { return }
    if new == .none { askForBackgroundTime(&step) }
    if enforcePolicy(&step) || content.isLocal { return }
    switch shown.phase {
    case .failed where retrying.wasUnderWay:
      let isHealed = configuration.resumesOnReconnect && failure.kind.isConnectivity && isReconnect(from: old, to: new)
      if isHealed || reloads(from: old, to: new) { reloadByPolicy(.reachability, &step) }
    case .opening:
      if retrying.isWaiting, configuration.resumesOnReconnect, isReconnect(from: old, to: new) {
        // What the retry waits for is there.
        openContent(&step)
      } else if reloads(from: old, to: new) {
        reloadByPolicy(.reachability, &step)
      }
    case .prepared: if reloads(from: old, to: new) { reloadByPolicy(.reachability, &step) }
    // What is stopped stays stopped (SRG.md#3.11), and what has ended needs nothing more.
    case .empty, .idle, .blocked, .ended, .failed: break
    }
  }

  private func isReconnect(from old: NetworkPath, to new: NetworkPath) -> Bool {
    guard new != .none, new != .unknown else { return false }
    return old == .none || (old == .unknown && configuration.firstNetworkReportCounts)
  }

  /// The table of PRX.md#8; the first report is a baseline unless the setting says otherwise
  /// (Contradictions.md#X-30).
  private func reloads(from old: NetworkPath, to new: NetworkPath) -> Bool {
    guard configuration.reloadsOnNetworkChange else { return false }
    switch old {
    case .none: return new == .cellular || new.isUnmetered
    case .wifi, .wired: return new == .cellular
    case .cellular: return new.isUnmetered
    case .unknown: return configuration.firstNetworkReportCounts && new.isUnmetered
    }
  }

  /// Whether running dry here is answered by a reload (PRX.md#7). Without a network there is nothing
  /// to load; what plays elsewhere has its own buffer.
  var reloadsWhenDry: Bool {
    configuration.reloadsOnStall && !content.isLocal && effectivePath != .none && !shown.isPlayingExternally
      && !isReplacing
  }

  /// Without a network, or interrupted, an app in the background would be suspended before it could go on
  /// (PRX.md#8, PRX.md#11).
  func askForBackgroundTime(_ step: inout Step) {
    guard configuration.backgroundTime > .zero, !shown.item.isNone else { return }
    step.note(.backgroundTimeNeeded(configuration.backgroundTime))
  }
}
