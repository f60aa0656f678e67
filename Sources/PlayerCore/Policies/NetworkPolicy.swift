// What a change of the network causes: pure functions of the paths before and after, and of what plays.

extension NetworkPath {
  /// Wired is as good as Wi-Fi.
  fileprivate var isUnmetered: Bool { self == .wifi || self == .wired }

  /// The path that may be used: cellular that is not allowed counts as no network (PRX.md#8).
  @inline(__always)
  func usable(withCellular allowsCellular: Bool) -> NetworkPath {
    self == .cellular && !allowsCellular ? .none : self
  }
}

/// A change from one usable path to another.
struct NetworkChange: Equatable {
  var old: NetworkPath
  var new: NetworkPath
  /// Whether the first report of a path is a change, and not the baseline for those that follow
  /// (Contradictions.md#X-30).
  var firstCounts: Bool

  /// Whether the network has returned.
  var isReconnect: Bool {
    guard new != .none, new != .unknown else { return false }
    return old == .none || (old == .unknown && firstCounts)
  }

  /// Whether the change justifies a reload: the table of PRX.md#8.
  var isWorthReload: Bool {
    switch old {
    case .none: new == .cellular || new.isUnmetered
    case .wifi, .wired: new == .cellular
    case .cellular: new.isUnmetered
    case .unknown: firstCounts && new.isUnmetered
    }
  }
}

/// What a change of the network requires from a player. (With raw values: an enumeration without them would include a
/// hash function, for which Embedded Swift has no random seed.)
enum NetworkDecision: UInt8 { case nothing, open, reload }

/// What determines the decision, apart from the change itself.
struct NetworkPolicy: Equatable {
  var resumesOnReconnect: Bool
  var reloadsOnChange: Bool

  func decision(
    on change: NetworkChange, in phase: Phase, isWaitingToRetry: Bool, hasFailedUnderWay: Bool, isHealable: Bool
  ) -> NetworkDecision {
    let resumes = resumesOnReconnect && change.isReconnect
    let reloads = reloadsOnChange && change.isWorthReload
    switch phase {
    // Media with nothing left to play needs no recovery.
    case .failed: return hasFailedUnderWay && (reloads || resumes && isHealable) ? .reload : .nothing
    // What the retry waits for has arrived.
    case .opening where isWaitingToRetry && resumes: return .open
    case .opening, .prepared: return reloads ? .reload : .nothing
    // What was stopped stays stopped (SRG.md#3.11), and what has ended needs nothing more.
    case .empty, .idle, .blocked, .ended: return .nothing
    }
  }
}
