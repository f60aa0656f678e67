import PlayerCore

// The supply, from what the engine has reported of its buffer since the playhead was last set down (KSYManual.md#6.4).

extension PlayerMonitor {
  struct SupplyMemory: Sendable {
    /// What was reported for the place where the playhead is.
    var until = MediaTime.unknown
    var isSaturated = false
  }

  @inline(__always)
  mutating func checkSupply(_ input: Input, _ code: UInt16) {
    let isSetDown = facts.newestSeek != before.newestSeek && said.commandsSeek
    let isNew = facts.epoch != before.epoch && facts.shown.phase != .failed
    if isNew || isSetDown || isForgotten { ledger.supply = SupplyMemory() }
    switch code {
    case Kind.buffered:
      guard case .engine(.buffered(let until, _, let isSaturated), _) = input, isOwnReport(input), !before.isSeeking
      else { break }
      ledger.supply = SupplyMemory(until: until, isSaturated: isSaturated)
    case Kind.starved, Kind.supplyChanged:
      guard isOwnReport(input), !said.diagnosesIgnored else { break }
      if case .engine(.supplyChanged(let supply), _) = input, !supply.contains(.stalled) { break }
      ledger.supply.isSaturated = false
    case Kind.set: checkReconsidered()
    default: checkSupplyStays(code)
    }
    expectSame("end of the buffer", facts.bufferedUntil, ledger.supply.until, .supplyWrong)
  }

  /// Whether nothing of any media is known any more; what has failed still shows what it had.
  private var isForgotten: Bool {
    switch facts.shown.phase {
    case .empty, .idle, .blocked: true
    case .opening: facts.isWaitingToRetry
    case .prepared, .ended, .failed: false
    }
  }

  /// Another setting decides anew what is enough.
  private mutating func checkReconsidered() {
    guard said.changesSettings, facts.epoch == before.epoch, facts.shown.phase == before.shown.phase else { return }
    let (old, shown) = (before.shown.supply, facts.shown.supply)
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

  /// Nothing but a report, a setting, a seek, an opening and the end changes it.
  @inline(__always)
  private mutating func checkSupplyStays(_ code: UInt16) {
    guard facts.shown.supply != before.shown.supply, facts.epoch == before.epoch, facts.isSeeking == before.isSeeking,
      facts.newestSeek == before.newestSeek, facts.shown.phase == before.shown.phase, code != Kind.playbackStarted,
      !facts.isWaitingToRetry
    else { return }
    expectSame("supply", facts.shown.supply, before.shown.supply, .supplyWrong)
  }
}
