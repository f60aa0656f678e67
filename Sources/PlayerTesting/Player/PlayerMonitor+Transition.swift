import PlayerCore

// The checks that need no history, only an input, its outputs, the states before and after it, and the settings. They
// are the first part of each step of a session, and all that an exploration checks in a transition.

extension PlayerMonitor {
  /// Checks the outputs of an input, and what they and the input say of the two states. Returns false when an output
  /// has broken a law: then nothing more is checked.
  @inline(__always)
  mutating func checkTransition(
    _ input: Input, _ code: UInt16, at now: Instant, _ outputs: inout Outputs, _ player: inout Player
  ) -> Bool {
    checkClock(code, now, isEmpty: outputs.isEmpty)
    if !outputs.isEmpty {
      stepOutputs.expected = expectedReason(code)
      stepOutputs.code = code
      for index in outputs.indices {
        observe(outputs[index])
        if isBroken {
          if brokenOutput < 0 { brokenOutput = index }
          return false
        }
      }
      if outputs.count > Outputs.maximumPerInput { flag(.tooManyOutputs) }
      // An announced next segment has started.
      expect(stepOutputs.nextSegment.isNone, .segmentsWrong)
      if stepOutputs.changesSettings {
        let wereRegular = policies.ticksAreRegular
        if !wereRegular { memory.owesTicks = true }
        policies = Policies(player.configuration)
        if !wereRegular { policies.ticksAreRegular = false }
      }
    }
    checkMirror(code)
    checkAnswers(input)
    checkDriving(input, code)
    checkWaiting(code)
    checkStates()
    checkSeeks(input, code)
    return true
  }

  // MARK: Explorations

  /// Makes a monitor of single transitions. It has no account, and it does not accept endless waits, even where the
  /// settings allow them: a scope does not explore a state that it never leaves.
  init(transitionsOf player: Player) {
    self.init(player)
    ledger.configuration = nil
    policies.isWatchful = true
  }

  /// Begins to check an input by itself: the caller has put the states before and after it into ``before`` and
  /// ``inspection``, and lets the monitor observe each output that is not a command to the engine.
  ///
  /// The other checks that need no history are left out, because they would make an exploration longer: commands to the
  /// engine, what an input changes beyond its purpose, the causes of failures and answers, and what an opening leaves
  /// behind.
  @inline(__always)
  mutating func beginAlone(_ code: UInt16, at now: Instant, isEmpty: Bool) {
    if isBroken { (brokenNumber, brokenOutput, evidence) = (.max, -1, nil) }
    stepOutputs = StepOutputs()
    isStalled = before.shown.supply == .stalled
    chain = 0
    checkClock(code, now, isEmpty: isEmpty)
    if isEmpty { return }
    announced = before.shown
    openedCount = announced.preparedCount &+ 2
    ledger.stallBegan = .never
    memory.skipOrigin = .unknown
    stepOutputs.expected = expectedReason(code)
    stepOutputs.code = code
  }

  /// Checks the rest. Returns false when a law is broken.
  @inline(__always)
  mutating func endAlone(_ input: Input, _ code: UInt16, _ count: Int) -> Bool {
    if count == 0 {
      if !Player.Observable.areSame(&before.shown, &inspection.shown) { flag(.changeForgotten) }
    } else {
      if count > Outputs.maximumPerInput { flag(.tooManyOutputs) }
      checkMirror(code)
    }
    checkAnswers(input)
    checkDriving(input, code)
    checkWaiting(code)
    if code >= Kind.engine, case .engine(let event, let epoch) = input { checkReport(event, epoch, code) }
    checkIntent(input, code)
    if inspection.shown.phase == .ended, before.shown.phase != .ended { checkEnd(code) }
    return !isBroken
  }

  /// The commands that must have led to a state.
  @inline(__always)
  mutating func assumeCommands(upTo state: Player.Inspection) {
    let openings: UInt32 = (state.shown.phase == .opening ? 1 : 0) + (state.nextEpoch.isNone ? 0 : 1)
    openedCount = state.shown.preparedCount &+ openings
    isStalled = state.shown.supply == .stalled
    (commandedSeek, commandedSeekEpoch) = (state.seekInFlight, state.epoch)
    open = state.isEngineOpen ? (state.epoch, state.nextEpoch) : (.none, .none)
  }
}
