import PlayerCore

/// The part of a player's state that decides which steps are possible, and whether the state is good.
struct ScopeInspection: BitwiseCopyable, Sendable {
  /// The steps of the app and the environment that have an effect.
  var outsideSteps: ScopeSteps
  var deadline: Instant
  var epoch: Epoch
  var beside: Epoch
  var seekInFlight: SeekSerial
  /// Playing, at the end, stopped, failed, or paused as requested.
  var isGood: Bool

  @inline(__always)
  init(_ player: borrowing Player, replaceLimit: Int64) {
    deadline = player.nextDeadline
    epoch = player.epoch
    beside = player.standbyEpoch
    seekInFlight = player.seekInFlight
    switch player.phase {
    case .empty, .idle, .failed, .ended: isGood = true
    case .blocked, .opening: isGood = false
    case .prepared: isGood = player.state == .playing || player.state == .paused && !player.wantsPlay
    }
    outsideSteps = ScopeSteps.commands
    // The upcoming opening may be at its replacement limit.
    let besides = Int64(beside.rawValue) - Int64(epoch.rawValue)
    if !beside.isNone, besides > replaceLimit { outsideSteps = outsideSteps.subtracting([.replace]) }
    switch player.network {
    case .none: outsideSteps = outsideSteps.union([.networkWifi, .networkCellular])
    case .cellular: outsideSteps = outsideSteps.union([.networkLost, .networkWifi])
    default: outsideSteps = outsideSteps.union([.networkLost, .networkCellular])
    }
    if player.isInterrupted {
      outsideSteps = outsideSteps.union([.resume, .resumeNot])
    } else {
      outsideSteps.insert(.interrupt)
    }
    outsideSteps.insert(player.isInBackground ? .foreground : .background)
  }
}

/// The values of an engine's report in a step, in the player's numbers; empty for steps of the app or the environment.
struct ScopeReport {
  var position = MediaTime.zero
  /// The number of a seek or an opening, or how often a window has moved.
  var number: UInt32 = 0
}
