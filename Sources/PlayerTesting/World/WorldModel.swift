import PlayerCore
import PlayerSimulation
import ReducerTesting

/// A player with an engine that keeps its contract, as a model under test: steps are the user's commands, network
/// changes, faults and sleeps of the host.
///
/// Every input of the player is checked as in ``PlayerModel``. At the end the world is healed and must reach a good end
/// within ``patience``: media whose playback is requested plays, has ended or has failed; paused media rests; after a
/// stop nothing is open. Without faults no watchdog may fire, and the shown position is the engine's.
public struct WorldModel: Model {
  /// The properties that are checked.
  public var properties: PlayerPropertySet
  /// How long a healed world may take to reach a good end, on top of the longest time-out of its configuration: longer
  /// than the sum of the delays of any preset.
  public var patience = TimeSpan.seconds(300)
  /// Whether sessions have faults; without them every session shows that no watchdog fires.
  public var faults: Bool?

  /// A model that checks these properties.
  public init(properties: PlayerPropertySet = .all) { self.properties = properties }

  /// Sessions are stored under this name.
  public var name: String { "world" }

  /// The same model without the properties of these ids.
  public func allowing(_ ids: some Sequence<String>) -> WorldModel {
    var model = self
    for id in ids { model.properties.remove(id) }
    return model
  }

  /// A world, the outputs of the player's last input and the monitor.
  public struct State: Sendable {
    /// The world after the last step.
    public internal(set) var world: World
    /// The outputs of the player's last input.
    public internal(set) var outputs = Outputs()
    /// The monitor that has observed every input of the player.
    public internal(set) var monitor: PlayerMonitor
    /// Whether a fault has occurred that the player did not cause.
    public internal(set) var hasFaults = false
    /// Whether such a fault has occurred that a stall may last no time.
    var starvesLate = false
    var lastCode: UInt16 = 0
    /// The instant of the last step.
    var steppedAt = Instant.never
  }

  /// The world before its first step; a network too slow for the media counts as a fault.
  public func begin(_ setup: WorldSetup) -> State {
    let world = setup.world
    return State(
      world: world, monitor: PlayerMonitor(world.player, properties: properties),
      hasFaults: setup.bitsPerSecond < 5_000_000)
  }

  /// Runs the world up to the step's instant, then takes the step. Returns the first violated property.
  public func take(_ step: WorldStep, in state: inout State) -> PropertyViolation? {
    take(step, in: &state) { _, _, _ in }
  }

  /// Takes a step and passes every input of the player to `visit`, with its instant and the state after it.
  func take(_ step: WorldStep, in state: inout State, _ visit: (Input, Instant, borrowing State) -> Void)
    -> PropertyViolation?
  {
    let instant = max(step.instant, state.world.now)
    if let violation = run(until: instant, &state, visit) { return violation }
    state.steppedAt = instant
    switch step.event {
    case .command(let command): state.world.plan(command, at: instant)
    case .environment(let event): state.world.plan(.environment(event), at: instant)
    case .fault(let fault):
      state.hasFaults = true
      if fault.delaysStarved { state.starvesLate = true }
      state.world.plan(.fault(fault), at: instant)
    case .heal: state.world.plan(.heal, at: instant)
    case .sleep(let span): state.world.plan(.sleep(span), at: instant)
    case .handOver(let bitsPerSecond, let path):
      if bitsPerSecond < 5_000_000 { state.hasFaults = true }
      state.world.plan(.handOver(.constant(bitsPerSecond: bitsPerSecond), path), at: instant)
    case .wait: return nil
    }
    return run(until: instant, &state, visit)
  }

  /// Runs the world and checks every input of the player.
  private func run(
    until instant: Instant, _ state: inout State, _ visit: (Input, Instant, borrowing State) -> Void = { _, _, _ in },
    while goesOn: (borrowing Player) -> Bool = { _ in true }
  ) -> PropertyViolation? {
    while let input = state.world.takeNext(upTo: instant, into: &state.outputs) {
      let clock = state.world.uptime
      var holds = state.monitor.take(input, at: clock, state.outputs, state.world.player)
      state.lastCode = input.code
      if holds, !state.outputs.isEmpty {
        let isExcused = state.lastCode < Kind.engine || state.steppedAt == state.world.now || state.starvesLate
        holds = checkOutputs(state.outputs, &state.monitor, hasFaults: state.hasFaults, isExcused: isExcused)
      }
      visit(input, clock, state)
      if !holds { return state.monitor.violation(input, at: clock, state.outputs, state.world.player) }
      if !goesOn(state.world.player) { return nil }
    }
    // Advances the clock to the end of the run.
    state.world.run(until: instant, into: &state.outputs)
    guard state.world.isBusy, properties.contains(.worldBusyAtOneInstant) else { return checkPosition(state) }
    return violation(.worldBusyAtOneInstant, state, "\(state.world.inputLimit) inputs while no time passes")
  }

  /// Laws that only a faithful engine can show.
  @inline(__always)
  func checkOutputs(
    _ outputs: Outputs, _ monitor: inout PlayerMonitor, hasFaults: Bool, isExcused: Bool
  ) -> Bool {
    for output in outputs {
      guard case .notification(let notification, _) = output else { continue }
      switch notification {
      case .failed(let failure, _), .warned(let failure):
        // An engine on key frames may use up the skips.
        if !hasFaults, failure.kind.isWatchdog, !monitor.before.isSegmentDeadline { monitor.flag(.watchdogBites) }
      // At the instant at which the engine runs dry, a button may be pressed and answered, or another opening may take
      // over.
      case .stallEnded(let lasted):
        let isOther = monitor.before.epoch != monitor.inspection.epoch
        monitor.expect(lasted > .zero || isExcused || isOther, .phantomStall)
      default: break
      }
    }
    return !monitor.isBroken
  }

  /// Needed after every run of the world, so its number is looked up only once.
  private static let positionUntrue = Law.positionUntrue

  /// While the engine plays, the shown position is the engine's, also when the player believes that it rests.
  func checkPosition(_ state: State) -> PropertyViolation? {
    let player = state.world.player
    guard !state.hasFaults, player.phase == .prepared, properties.contains(Self.positionUntrue),
      let truth = state.world.engine.position(player.epoch, at: state.world.uptime),
      state.world.engine.isMoving(player.epoch)
    else { return nil }
    let shown = state.world.position
    let difference = shown < truth ? truth - shown : shown - truth
    if difference <= player.configuration.jumpTolerance + .milliseconds(1) { return nil }
    return violation(
      .positionUntrue, state, "shown \(StepText.position(shown)), but the engine is at \(StepText.position(truth))")
  }

  func violation(_ law: Law, _ state: State, _ detail: String) -> PropertyViolation? {
    guard properties.contains(law) else { return nil }
    let inspection = state.world.player.inspection
    return PropertyViolation(
      law.property.id,
      "\(law.property.title); at \(StepText.time(state.world.now)): \(detail): \(PlayerMonitor.words(inspection))")
  }

  // MARK: The end

  /// Heals the world and runs it for up to ``patience``. Returns a violation when it reaches no good end.
  public func finish(_ state: inout State) -> PropertyViolation? { finish(&state) { _, _, _ in } }

  /// Heals the world and requires a good end; passes every input of the player to `visit`.
  func finish(_ state: inout State, _ visit: (Input, Instant, borrowing State) -> Void) -> PropertyViolation? {
    let healedAt = state.world.uptime
    state.steppedAt = state.world.now
    state.world.plan(.heal, at: state.world.now)
    for event in [EnvironmentEvent.networkChanged(.wifi), .enteredForeground, .interruptionEnded(mayResume: true)] {
      state.world.plan(.environment(event), at: state.world.now)
    }
    state.world.plan(.handOver(.constant(bitsPerSecond: 50_000_000), .wifi), at: state.world.now)
    if let violation = run(until: state.world.now, &state, visit) { return violation }
    // An alarm may have sounded during a call; at most so many are counted.
    for _ in 0..<255 where state.world.player.isInterrupted {
      state.world.plan(.environment(.interruptionEnded(mayResume: true)), at: state.world.now)
      if let violation = run(until: state.world.now, &state, visit) { return violation }
    }
    return play(&state, visit) ?? rest(&state, healedAt: healedAt, visit) ?? stop(&state, healedAt: healedAt, visit)
  }

  /// Wanted media finally plays, has ended or has failed.
  private func play(_ state: inout State, _ visit: (Input, Instant, borrowing State) -> Void) -> PropertyViolation? {
    // A time-out detects what was lost before the healing.
    let configuration = state.world.player.configuration
    let timeOuts = [
      configuration.openTimeout, configuration.readTimeout, configuration.seekTimeout, configuration.probeInterval,
    ]
    let longest = state.hasFaults ? timeOuts.filter { $0 < .seconds(1_000_000) }.max() ?? .zero : .zero
    let end = state.world.now + patience + longest
    func isGood(_ player: borrowing Player) -> Bool {
      switch player.phase {
      case .empty, .idle, .failed, .ended: true
      case .blocked, .opening: false
      case .prepared: player.state == .playing && player.isMoving || !player.wantsPlay
      }
    }
    if isGood(state.world.player) { return nil }
    if let violation = run(until: end, &state, visit, while: { !isGood($0) }) { return violation }
    if isGood(state.world.player) { return nil }
    // A lost report cannot be healed: without time-outs a player waits for it forever, as configured.
    if state.hasFaults, !Policies(state.world.player.configuration).isWatchful { return nil }
    return violation(.neverPlays, state, "after \(StepText.span(patience + longest)) without any fault")
  }

  private func rest(
    _ state: inout State, healedAt: Instant, _ visit: (Input, Instant, borrowing State) -> Void
  ) -> PropertyViolation? {
    state.world.plan(.pause, at: state.world.now)
    if let violation = run(until: state.world.now + patience, &state, visit) { return violation }
    let position = state.world.position
    if let violation = run(until: state.world.now + .seconds(20), &state, visit) { return violation }
    let player = state.world.player
    if player.state == .playing || player.isMoving || state.world.position != position {
      return violation(.neverRests, state, "after a pause")
    }
    if player.nextDeadline != .never, !(state.hasFaults && awaitsLostReport(player, healedAt: healedAt)) {
      return violation(.deadlineAtRest, state, "still waiting for \(StepText.time(player.nextDeadline))")
    }
    return nil
  }

  /// Whether the player waits for a report that may have been lost before the world was healed: for a landing, an
  /// upcoming opening, or the close of a former opening. Only a time-out ends that, however long it is. A wait that
  /// began in the healed world is a defect.
  private func awaitsLostReport(_ player: borrowing Player, healedAt: Instant) -> Bool {
    let timeout: TimeSpan
    switch player.nextSlot {
    case .open: timeout = player.configuration.openTimeout
    case .seek: timeout = player.configuration.seekTimeout
    case .close: timeout = player.configuration.closeTimeout
    case .none, .read, .bufferingLimit, .pastEnd, .probe, .edge, .interval, .retry, .segment, .kick: return false
    }
    return player.nextDeadline <= healedAt + timeout
  }

  private func stop(
    _ state: inout State, healedAt: Instant, _ visit: (Input, Instant, borrowing State) -> Void
  ) -> PropertyViolation? {
    // The stop closes as well; from then on the player waits for both closes.
    let lostClose = state.world.player.deadline(of: .close)
    let awaitsLostClose =
      state.hasFaults && lostClose != .never && lostClose <= healedAt + state.world.player.configuration.closeTimeout
    state.world.plan(.stop, at: state.world.now)
    if let violation = run(until: state.world.now + .seconds(60), &state, visit) { return violation }
    let player = state.world.player
    let isAtRest = player.nextDeadline == .never || awaitsLostClose && player.nextSlot == .close
    let isClosed = state.world.engine.openingCount == 0 && !player.inspection.isEngineOpen && isAtRest
    return isClosed ? nil : violation(.leftOpen, state, "\(state.world.engine.openingCount) openings after a stop")
  }

  /// The world's steps so far, as the cost of a run.
  public func inputs(of state: State) -> Int { Int(clamping: state.world.stepCount) }

  /// The digest of the whole world: player, engine, network, clock and plans.
  public func digest(of state: State) -> UInt64 { state.world.digest }

  /// The step's instant in microseconds; steps can be moved freely.
  public func instant(of step: WorldStep) -> Int64? { step.instant.microseconds }
  /// The same event at `instant`, in microseconds of the world's clock.
  public func moved(_ step: WorldStep, to instant: Int64) -> WorldStep {
    WorldStep(step.event, at: Instant(microseconds: instant))
  }
}

extension Failure.Kind {
  /// Failures that the player detects by itself when the engine keeps it waiting.
  fileprivate var isWatchdog: Bool {
    switch self {
    case .openTimeout, .readTimeout, .stuckBuffering, .stuckPlaying, .stuckSeeking: true
    default: false
    }
  }
}

extension EngineFault {
  /// Whether the report that the engine has run dry may come with the data for which it waits.
  var delaysStarved: Bool {
    if case .reportsAreLate(let kinds, _, _) = self { kinds.contains(.starved) } else { false }
  }
}
