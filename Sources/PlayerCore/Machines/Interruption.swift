/// A call or an alarm that holds playback without changing what the app wants.
struct Interruption: Hashable, Sendable {
  var since = Instant.zero
  /// Whether it keeps playback that is wanted from running.
  var holds = false
}

extension Player {
  /// Whether an interruption (a call, an alarm) holds playback.
  public var isInterrupted: Bool { shown.isInterrupted }

  mutating func beginInterruption(stopsEngine: Bool, _ outputs: inout Outputs) {
    guard !shown.item.isNone else { return }
    if !shown.isInterrupted {
      interruption.since = clock
      askForBackgroundTime(&outputs)
    }
    shown.isInterrupted = true
    interruption.holds = stopsEngine || configuration.interruptionsHold
    // The system has stopped the output: there is nothing left to pause.
    if stopsEngine { transport.rest(at: reachedPosition, clock) }
  }

  /// Playback goes on as wanted, unless the interruption was too long or the system advises against it.
  mutating func endInterruption(mayResume: Bool, _ outputs: inout Outputs) {
    guard shown.isInterrupted else { return }
    shown.isInterrupted = false
    // What has been reached was told through the gate before.
    markIntervals(&outputs)
    // The reference assigns the item anew (PRX.md#11).
    armGate(from: position(at: clock))
    if !mayResume || clock - interruption.since > configuration.interruptionResumeLimit { shown.wantsPlay = false }
  }
}
