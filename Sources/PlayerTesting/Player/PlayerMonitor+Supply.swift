import PlayerCore

// The buffer state, from the engine's buffer reports since the playhead was last set (KSYManual.md#6.4).

extension PlayerMonitor {
  struct SupplyMemory: Sendable {
    /// The reported end of the buffer at the playhead.
    var until = MediaTime.unknown
    var isSaturated = false
  }

  @inline(__always)
  mutating func checkSupply(_ input: Input, _ code: UInt16) {
    let isSetDown = inspection.newestSeek != before.newestSeek && stepOutputs.commandsSeek
    let isNew = inspection.epoch != before.epoch && inspection.shown.phase != .failed
    if isNew || isSetDown || isForgotten { ledger.supply = SupplyMemory() }
    switch code {
    case Kind.buffered:
      guard case .engine(.buffered(let until, _, let isSaturated), _) = input, isOwnReport(input), !before.isSeeking
      else { break }
      ledger.supply = SupplyMemory(until: until, isSaturated: isSaturated)
    case Kind.starved, Kind.supplyChanged:
      guard isOwnReport(input), !stepOutputs.diagnosesIgnored else { break }
      if case .engine(.supplyChanged(let supply), _) = input, !supply.contains(.stalled) { break }
      ledger.supply.isSaturated = false
    case Kind.set: checkReconsidered()
    default: checkSupplyStays(code)
    }
    expectSame("end of the buffer", inspection.bufferedUntil, ledger.supply.until, .supplyWrong)
  }

  /// Whether all values of media are dropped; failed media still shows its values.
  private var isForgotten: Bool {
    switch inspection.shown.phase {
    case .empty, .idle, .blocked: true
    case .opening: inspection.isWaitingToRetry
    case .prepared, .ended, .failed: false
    }
  }

  /// A new setting decides again what is sufficient.
  private mutating func checkReconsidered() {
    guard stepOutputs.changesSettings, inspection.epoch == before.epoch, inspection.shown.phase == before.shown.phase
    else {
      return
    }
    let (old, shown) = (before.shown.supply, inspection.shown.supply)
    let known = ledger.supply
    guard policies.derivesSupply, !before.isSeeking, known.until.isKnown || known.isSaturated else {
      return expectSame("supply", shown, old, .supplyWrong)
    }
    let ahead = known.until - expectedPosition
    let enough = old == .stalled ? policies.rebuffer : policies.startBuffer
    let stays = old.contains(.playThrough) && policies.playThroughBuffer <= policies.startBuffer
    var expected = old
    if known.isSaturated || stays || ahead >= max(policies.playThroughBuffer, enough) {
      expected = [.playable, .playThrough]
    } else if ahead >= enough || old.allowsPlayback {
      expected = .playable
    }
    expectSame("supply", shown, expected, .supplyWrong)
  }

  /// Only a report, a setting, a seek, an opening and the end change it.
  @inline(__always)
  private mutating func checkSupplyStays(_ code: UInt16) {
    guard inspection.shown.supply != before.shown.supply, inspection.epoch == before.epoch,
      inspection.isSeeking == before.isSeeking,
      inspection.newestSeek == before.newestSeek, inspection.shown.phase == before.shown.phase,
      code != Kind.playbackStarted, code != Kind.opened,
      !inspection.isWaitingToRetry
    else { return }
    expectSame("supply", inspection.shown.supply, before.shown.supply, .supplyWrong)
  }
}
