import PlayerCore

/// What a player shows that decides what can happen next, and whether nothing is left to wish for.
struct ScopeFacts: BitwiseCopyable, Sendable {
  /// What app and surroundings can do that is not without any effect.
  var asks: ScopeSteps
  var deadline: Instant
  var epoch: Epoch
  var beside: Epoch
  var seekInFlight: SeekSerial
  /// Playing, at the end, stopped, failed, or held as asked.
  var isGood: Bool

  @inline(__always)
  init(_ player: borrowing Player, replaceLimit: Int64) {
    deadline = player.nextDeadline
    epoch = player.epoch
    beside = player.epochBeside
    seekInFlight = player.seekInFlight
    switch player.phase {
    case .empty, .idle, .failed, .ended: isGood = true
    case .blocked, .opening: isGood = false
    case .prepared: isGood = player.state == .playing || player.state == .paused && !player.wantsPlay
    }
    asks = ScopeSteps.commands
    // The opening beside what plays may have been replaced often enough.
    let besides = Int64(beside.rawValue) - Int64(epoch.rawValue)
    if !beside.isNone, besides > replaceLimit { asks = asks.subtracting([.replace]) }
    switch player.network {
    case .none: asks = asks.union([.networkWifi, .networkCellular])
    case .cellular: asks = asks.union([.networkLost, .networkWifi])
    default: asks = asks.union([.networkLost, .networkCellular])
    }
    if player.isInterrupted {
      asks = asks.union([.resume, .resumeNot])
    } else {
      asks.insert(.interrupt)
    }
    asks.insert(player.isInBackground ? .foreground : .background)
  }
}

/// What an engine puts into its report of a step, in the player's numbers; all of it says nothing where an app or the
/// surroundings act.
struct ScopeReport {
  var position = MediaTime.zero
  /// The number of a seek, of an opening, or how often a window has moved.
  var number: UInt32 = 0
}
