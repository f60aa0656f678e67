/// Calls and alarms that hold playback without changing what the app wants.
struct Interruption: Hashable, Sendable {
  var since = Instant.zero
  /// How many have begun and not ended: an alarm may sound during a call.
  var count: UInt8 = 0
  /// Whether one keeps requested playback from running.
  var holds = false
}

extension Player {
  /// Whether an interruption (a call, an alarm) holds playback.
  public var isInterrupted: Bool { shown.isInterrupted }

  /// The app has sent a command: where such commands end interruptions, playback no longer waits for their end.
  mutating func dismissInterruption() { if configuration.commandsEndInterruption { forgetInterruption() } }

  private mutating func forgetInterruption() {
    shown.isInterrupted = false
    interruption.count = 0
  }

  mutating func beginInterruption(stopsEngine: Bool, _ step: inout Step) {
    if !shown.isInterrupted {
      interruption.since = clock
      interruption.holds = false
      askForBackgroundTime(&step)
    }
    shown.isInterrupted = true
    if interruption.count < .max { interruption.count &+= 1 }
    if stopsEngine || configuration.interruptionsHold { interruption.holds = true }
    // The system has stopped the output: there is nothing left to pause.
    if stopsEngine { transport.rest(at: reachedPosition, clock) }
  }

  /// One of the interruptions is over. After the last, playback continues as requested, unless they were too long or the
  /// system advises against it.
  mutating func endInterruption(mayResume: Bool, _ step: inout Step) {
    guard shown.isInterrupted else { return }
    // A state from before interruptions were counted has none.
    if interruption.count > 1 { interruption.count &-= 1 } else { endInterruptions(mayResume: mayResume, &step) }
  }

  /// Whatever interrupts playback, it is over.
  mutating func endInterruptions(mayResume: Bool, _ step: inout Step) {
    guard shown.isInterrupted else { return }
    forgetInterruption()
    // Positions already reached are still notified under the previous gate.
    markIntervals(&step)
    // The reference assigns the item again (PRX.md#11).
    armGate(from: position(at: clock))
    if !mayResume || clock - interruption.since > configuration.interruptionResumeLimit {
      setIntent(playing: false)
    }
  }
}
