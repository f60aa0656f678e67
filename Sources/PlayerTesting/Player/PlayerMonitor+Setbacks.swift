import PlayerCore

// Where playback broke off, until it has advanced: media that always breaks at the same position is not retried forever
// (BugZoo.md#26).

extension PlayerMonitor {
  /// The counts are reset when playback has advanced by a second since it began to move, beyond the position where it
  /// broke off before.
  @inline(__always)
  var hasAdvanced: Bool {
    let (position, setback) = (expectedPosition, before.setback)
    guard memory.origin.isKnown, position - memory.origin >= .seconds(1) else { return false }
    guard setback.isKnown else { return true }
    let mayBeElsewhere = before.shown.streamType != .onDemand
    return position - setback >= .seconds(1) || mayBeElsewhere && setback - position >= .seconds(1)
  }

  /// A failure sets the position where it broke off playback; on demand the furthest such position. That of a standby
  /// opening breaks off nothing.
  mutating func checkSetbackOfFailure() {
    guard before.shown.phase == .prepared else { return }
    let position = before.isSeeking ? before.anchor : expectedPosition
    let old = hasAdvanced ? .unknown : before.setback
    var isFurther = !old.isKnown || before.shown.streamType != .onDemand || position > old
    isFurther = isFurther && before.nextEpoch.isNone
    expectSame("setback", inspection.setback, isFurther ? position : old, .countedWrongly)
  }

  /// A new request, a seek or the end of media clears the setback; otherwise it is set only by a failure or a reload,
  /// and cleared only by playback that advances.
  @inline(never)
  mutating func checkSetback(_ code: UInt16) {
    let breaksOff = stepOutputs.hasFailed || stepOutputs.schedulesRetry || stepOutputs.reloads
    if breaksOff {
      // A network change would not recur at the same position.
      guard code == Kind.networkChanged, stepOutputs.reloads, memory.knowsRetries else { return }
      return expectSame("setback", inspection.setback, hasAdvanced ? .unknown : before.setback, .countedWrongly)
    }
    if isNewRequest(code) || stepOutputs.loops || inspection.shown.phase == .ended && before.shown.phase != .ended {
      return expectSame("setback", inspection.setback, .unknown, .countedWrongly)
    }
    guard code == Kind.deadline || code >= Kind.engine, memory.knowsRetries else { return }
    if !inspection.setback.isKnown, hasAdvanced { return }
    expectSame("setback", inspection.setback, before.setback, .countedWrongly)
  }

  /// Whether the input is a command that opens, requests playback or seeks.
  private mutating func isNewRequest(_ code: UInt16) -> Bool {
    if stepOutputs.isRefused { return false }
    switch code {
    case Kind.load, Kind.retry, Kind.seek: return true
    case Kind.reload: return !stepOutputs.isPrevented
    case Kind.prepare: return before.shown.phase == .idle || before.shown.phase == .failed
    case Kind.play, Kind.toggle: return inspection.shown.wantsPlay
    default: return false
    }
  }

  /// A seek ends a playback run: the counts are reset if it has advanced, and not otherwise.
  mutating func checkRunBeforeSeek() {
    guard !stepOutputs.isRefused, memory.knowsRetries else { return }
    expectSame("reloads", inspection.reloadCount, hasAdvanced ? 0 : before.reloadCount, .countedWrongly)
    let isNew = hasAdvanced && policies.retryResetsOnProgress
    expectSame("retries", inspection.retryCount, isNew ? 0 : before.retryCount, .countedWrongly)
  }
}
