import PlayerCore

// Where playback broke off, until it has got on: what always breaks at one place is not retried for ever
// (BugZoo.md#26).

extension PlayerMonitor {
  /// Where playback has got on since it began to move, the counts begin anew: by a second, and not over what was played
  /// before, up to where it broke off.
  var hasGotOn: Bool {
    let (position, setback) = (expectedPosition, before.setback)
    guard senses.origin.isKnown, position - senses.origin >= .seconds(1) else { return false }
    guard setback.isKnown else { return true }
    let mayBeElsewhere = before.shown.streamType != .onDemand
    return position - setback >= .seconds(1) || mayBeElsewhere && setback - position >= .seconds(1)
  }

  /// What a failure leaves behind: where it broke off what was playing, on demand the furthest such place.
  mutating func checkSetbackOfFailure() {
    guard before.shown.phase == .prepared, before.nextEpoch.isNone else { return }
    let position = before.isSeeking ? before.anchor : expectedPosition
    let old = hasGotOn ? .unknown : before.setback
    let isFurther = !old.isKnown || before.shown.streamType != .onDemand || position > old
    expect(facts.setback == (isFurther ? position : old), .countedWrongly)
  }

  /// What is asked for anew, sent elsewhere or played to its end leaves nothing behind; by itself a setback begins only with
  /// what breaks off, and ends only where playback has got on.
  @inline(never)
  mutating func checkSetback(_ code: UInt16) {
    let breaksOff = said.hasFailed || said.schedulesRetry || said.reloads
    if breaksOff {
      // A change of the network is nothing that would happen at the same place again.
      guard code == Kind.networkChanged, said.reloads, senses.knowsRetries else { return }
      return expect(facts.setback == (hasGotOn ? .unknown : before.setback), .countedWrongly)
    }
    if isAskedAnew(code) || said.loops || facts.shown.phase == .ended && before.shown.phase != .ended {
      return expect(!facts.setback.isKnown, .countedWrongly)
    }
    guard code == Kind.deadline || code >= Kind.engine, senses.knowsRetries else { return }
    expect(facts.setback == before.setback || !facts.setback.isKnown && hasGotOn, .countedWrongly)
  }

  /// Whether the input is a command that opens, wants to play or goes elsewhere.
  private func isAskedAnew(_ code: UInt16) -> Bool {
    if said.isRefused { return false }
    switch code {
    case Kind.load, Kind.retry, Kind.seek: return true
    case Kind.reload: return !said.isPrevented
    case Kind.prepare: return before.shown.phase == .idle || before.shown.phase == .failed
    case Kind.play, Kind.toggle: return facts.shown.wantsPlay
    default: return false
    }
  }

  /// A seek ends a stretch of playback: the counts begin anew where it got on, and nowhere else.
  mutating func checkStretchBeforeSeek() {
    guard !said.isRefused, senses.knowsRetries, before.nextEpoch.isNone else { return }
    expect(facts.reloadCount == (hasGotOn ? 0 : before.reloadCount), .countedWrongly)
    let isNew = hasGotOn && policies.retryResetsOnProgress
    expect(facts.retryCount == (isNew ? 0 : before.retryCount), .countedWrongly)
  }
}
