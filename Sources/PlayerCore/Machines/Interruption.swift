/// A call or an alarm that holds playback without changing what the app wants.
struct Interruption: Hashable, Sendable {
  var since = Instant.zero
  /// Whether it keeps requested playback from running.
  var holds = false
}

extension Player {
  /// The app has sent a command, and playback no longer waits for the end of the interruption.
  mutating func dismissInterruption() { shown.isInterrupted = false }

  /// Whether an interruption (a call, an alarm) holds playback.
  public var isInterrupted: Bool { shown.isInterrupted }

  mutating func beginInterruption(stopsEngine: Bool, _ step: inout Step) {
    guard !shown.item.isNone else { return }
    if !shown.isInterrupted {
      interruption.since = clock
      askForBackgroundTime(&step)
    }
    shown.isInterrupted = true
    interruption.holds = stopsEngine || configuration.interruptionsHold
    // The system has stopped the output: there is nothing left to pause.
    if stopsEngine { transport.rest(at: reachedPosition, clock) }
  }

  /// Playback continues as requested, unless the interruption was too long or the system advises against it.
  mutating func endInterruption(mayResume: Bool, _ step: inout Step) {
    guard shown.isInterrupted else { return }
    shown.isInterrupted = false
    // Positions already reached are still notified under the previous gate.
    markIntervals(&step)
    // The reference assigns the item again (PRX.md#11).
    armGate(from: position(at: clock))
    if !mayResume || clock - interruption.since > configuration.interruptionResumeLimit {
      setIntent(playing: false)
    }
  }
}
