import PlayerCore
import ReducerTesting

// How sessions of a player are run. The checks are elsewhere, because traces need them, too.

extension PlayerModel: Model {
  /// The maximum number of deadlines that a faithful host serves before a step.
  public static var deadlinesPerStep: Int { 64 }

  /// The name under which sessions are stored.
  public var name: String { "player" }

  /// A player with the setup's configuration, before its first input.
  public func begin(_ setup: PlayerSetup) -> State {
    State(Player(configuration: setup.configuration), self, setup.host)
  }

  /// The same in existing storage: saves an allocation per session.
  public func begin(_ setup: PlayerSetup, in state: inout State) {
    state.player = Player(configuration: setup.configuration)
    // No deadline is pending: this input only empties the outputs and keeps their storage.
    state.player.receive(.deadline, at: .zero, into: &state.outputs)
    state.monitor = PlayerMonitor(state.player, properties: properties)
    state.host = setup.host
    state.requests = 0
    state.lastCode = 0
    state.untilSample = Int64(clamping: samplingInterval)
    state.samples = 0
    state.furtherInputs = 0
  }

  /// Takes the deadlines due before the step (faithful host), then the step. Returns the first violated property.
  public func take(_ step: PlayerStep, in state: inout State) -> PropertyViolation? {
    take(step, in: &state) { _, _, _ in }
  }

  /// Takes a step and passes every input of the player to `visit`, with its instant and the state after it.
  @inline(__always)
  func take(
    _ step: PlayerStep, in state: inout State, _ visit: (Input, Instant, borrowing State) -> Void
  ) -> PropertyViolation? {
    // A step that lies before the clock, because others were removed or moved, happens at once.
    var now = max(step.instant, state.player.clock)
    if state.host == .faithful {
      if state.player.nextDeadline <= now, let violation = serve(upTo: now, &state, visit) { return violation }
      now = max(now, state.player.clock)
      if case .deadline = step.input { return nil }
    } else if step.instant < .zero {
      now = Instant(microseconds: (state.player.clock + TimeSpan(microseconds: step.instant.microseconds)).microseconds)
    }
    let input = step.resolved(state.monitor.inspection, request: RequestID(state.requests &+ 1))
    let violation = feed(input, at: now, &state)
    visit(input, now, state)
    return violation
  }

  /// Serves due deadlines, each at its own instant.
  @inline(never)
  private func serve(
    upTo now: Instant, _ state: inout State, _ visit: (Input, Instant, borrowing State) -> Void
  ) -> PropertyViolation? {
    for _ in 0..<Self.deadlinesPerStep {
      let deadline = state.player.nextDeadline
      guard deadline <= now, deadline != .never else { return nil }
      state.furtherInputs &+= 1
      let violation = feed(.deadline, at: deadline, &state)
      visit(.deadline, deadline, state)
      if let violation { return violation }
    }
    return nil
  }

  /// The number of served deadlines and of inputs to second players, beyond the steps themselves.
  public func inputs(of state: State) -> Int { state.furtherInputs }

  /// The digest of the player's state.
  public func digest(of state: State) -> UInt64 { state.player.digest }
}
