import PlayerCore
import PlayerSimulation
import ReducerTesting

/// A player with an engine that keeps to its contract, as a model under test: steps are what a user, the network and bad
/// luck do.
///
/// Every input that the player gets is checked as in ``PlayerModel``. At the end the world is healed, and then it must come
/// to a good end within ``patience``: what is wanted plays, has ended or has failed; what is paused rests; after a stop
/// nothing is open. And as long as nothing went wrong no watchdog may bite, and the position that is shown is the engine's.
public struct WorldModel: Model {
  /// The properties that are checked.
  public var properties: PlayerPropertySet
  /// How long a healed world may take to come to a good end, on top of the longest time-out of its configuration: longer
  /// than the delays of the presets one after the other.
  public var patience = TimeSpan.seconds(300)
  /// Whether sessions have faults; without them every session shows that no watchdog bites.
  public var faults: Bool?

  /// A model that checks these properties.
  public init(properties: PlayerPropertySet = .all) { self.properties = properties }

  /// Sessions are stored under this name.
  public var name: String { "world" }
  /// The model's own version and the vocabulary: coverage of another version is not comparable.
  public var version: String { "model 1, \(Vocabulary.version)" }

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
    /// Whether anything went wrong that is not the player's fault.
    public internal(set) var hasFaults = false
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
  public func take(_ step: WorldStep, in state: inout State) -> Breach? {
    take(step, in: &state) { _, _, _ in }
  }

  /// Takes a step, and hands every input that the player gets to `visit`, with its instant and the state after it.
  func take(_ step: WorldStep, in state: inout State, _ visit: (Input, Instant, borrowing State) -> Void) -> Breach? {
    let instant = max(step.instant, state.world.now)
    if let breach = run(until: instant, &state, visit) { return breach }
    state.steppedAt = instant
    switch step.event {
    case .command(let command): state.world.plan(command, at: instant)
    case .environment(let event): state.world.plan(.environment(event), at: instant)
    case .fault(let fault):
      state.hasFaults = true
      state.world.plan(.fault(fault), at: instant)
    case .heal: state.world.plan(.heal, at: instant)
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
  ) -> Breach? {
    while let input = state.world.takeNext(upTo: instant, into: &state.outputs) {
      let now = state.world.now
      var holds = state.monitor.take(input, at: now, state.outputs, state.world.player)
      state.lastCode = input.code
      if holds, !state.outputs.isEmpty {
        let isPressed = state.lastCode < Kind.engine || state.steppedAt == now
        holds = checkOutputs(state.outputs, &state.monitor, hasFaults: state.hasFaults, isPressed: isPressed)
      }
      visit(input, now, state)
      if !holds { return state.monitor.breach(input, at: now, state.outputs, state.world.player) }
      if !goesOn(state.world.player) { return nil }
    }
    // The clock comes to where the run was to end.
    state.world.run(until: instant, into: &state.outputs)
    guard state.world.isBusy, properties.contains(.worldBusyAtOneInstant) else { return checkPosition(state) }
    return breach(.worldBusyAtOneInstant, state, "\(state.world.inputLimit) inputs without any time going by")
  }

  /// What only a faithful engine can show.
  @inline(__always)
  func checkOutputs(
    _ outputs: Outputs, _ monitor: inout PlayerMonitor, hasFaults: Bool, isPressed: Bool
  ) -> Bool {
    for output in outputs {
      guard case .notification(let notification, _) = output else { continue }
      switch notification {
      case .failed(let failure, _), .warned(let failure):
        if !hasFaults, failure.kind.isWatchdog { monitor.flag(.watchdogBites) }
      // In the very instant in which the engine runs dry somebody may press a button, and the engine answer it, or another
      // opening take over.
      case .stallEnded(let lasted):
        let isOther = monitor.before.epoch != monitor.facts.epoch
        monitor.expect(lasted > .zero || isPressed || isOther, .phantomStall)
      default: break
      }
    }
    return monitor.broken == nil
  }

  /// The position that is shown is the engine's whenever it plays.
  func checkPosition(_ state: State) -> Breach? {
    let player = state.world.player
    guard !state.hasFaults, player.isMoving, properties.contains(.positionUntrue),
      let truth = state.world.engine.position(player.epoch, at: state.world.now),
      state.world.engine.isMoving(player.epoch)
    else { return nil }
    let shown = state.world.position
    let difference = shown < truth ? truth - shown : shown - truth
    if difference <= player.configuration.jumpTolerance + .milliseconds(1) { return nil }
    return breach(
      .positionUntrue, state, "shown \(StepText.position(shown)), and the engine is at \(StepText.position(truth))")
  }

  func breach(_ law: Law, _ state: State, _ detail: String) -> Breach? {
    guard properties.contains(law) else { return nil }
    let facts = state.world.player.facts
    return Breach(
      law.property.id,
      "\(law.property.title); at \(StepText.time(state.world.now)): \(detail): \(PlayerMonitor.words(facts))")
  }

  // MARK: The end

  /// Heals the world, and runs it for up to ``patience``. Returns a violation when it comes to no good end.
  public func finish(_ state: inout State) -> Breach? { finish(&state) { _, _, _ in } }

  /// Heals the world and demands its good end; hands every input that the player gets to `visit`.
  func finish(_ state: inout State, _ visit: (Input, Instant, borrowing State) -> Void) -> Breach? {
    let healedAt = state.world.now
    state.steppedAt = healedAt
    state.world.plan(.heal, at: state.world.now)
    for event in [EnvironmentEvent.networkChanged(.wifi), .enteredForeground, .interruptionEnded(mayResume: true)] {
      state.world.plan(.environment(event), at: state.world.now)
    }
    state.world.plan(.handOver(.constant(bitsPerSecond: 50_000_000), .wifi), at: state.world.now)
    if let breach = run(until: state.world.now, &state, visit) { return breach }
    return play(&state, visit) ?? rest(&state, healedAt: healedAt, visit) ?? stop(&state, healedAt: healedAt, visit)
  }

  /// What is wanted plays in the end, or has ended, or has failed.
  private func play(_ state: inout State, _ visit: (Input, Instant, borrowing State) -> Void) -> Breach? {
    // What was lost before the healing is found out by a time-out.
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
    if let breach = run(until: end, &state, visit, while: { !isGood($0) }) { return breach }
    if isGood(state.world.player) { return nil }
    // A report that was lost cannot be healed: without time-outs a player waits for it for ever, as it was told.
    if state.hasFaults, !Policies(state.world.player.configuration).isWatchful { return nil }
    return breach(.neverPlays, state, "after \(StepText.span(patience + longest)) without any fault")
  }

  private func rest(
    _ state: inout State, healedAt: Instant, _ visit: (Input, Instant, borrowing State) -> Void
  ) -> Breach? {
    state.world.plan(.pause, at: state.world.now)
    if let breach = run(until: state.world.now + patience, &state, visit) { return breach }
    let position = state.world.position
    if let breach = run(until: state.world.now + .seconds(20), &state, visit) { return breach }
    let player = state.world.player
    if player.state == .playing || player.isMoving || state.world.position != position {
      return breach(.neverRests, state, "after a pause")
    }
    if player.nextDeadline != .never, !(state.hasFaults && awaitsLostReport(player, healedAt: healedAt)) {
      return breach(.deadlineAtRest, state, "still waiting for \(StepText.time(player.nextDeadline))")
    }
    return nil
  }

  /// Whether the player waits for a report that may have been lost before the world was healed: for a landing, for an
  /// opening beside what plays, for the end of an opening before. Only a time-out gives that up, however long it is. A wait
  /// that began in the healed world has no such excuse.
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
  ) -> Breach? {
    // The stop closes as well, and from then on the player waits for both.
    let lostClose = state.world.player.deadline(of: .close)
    let awaitsLostClose =
      state.hasFaults && lostClose != .never && lostClose <= healedAt + state.world.player.configuration.closeTimeout
    state.world.plan(.stop, at: state.world.now)
    if let breach = run(until: state.world.now + .seconds(60), &state, visit) { return breach }
    let player = state.world.player
    let isAtRest = player.nextDeadline == .never || awaitsLostClose && player.nextSlot == .close
    let isClosed = state.world.engine.openingCount == 0 && !player.facts.isEngineOpen && isAtRest
    return isClosed ? nil : breach(.leftOpen, state, "\(state.world.engine.openingCount) openings after a stop")
  }

  /// The steps of the world so far: what a run costs.
  public func inputs(of state: State) -> Int { Int(clamping: state.world.stepCount) }

  /// The digest of the whole world: player, engine, network, clock and plans.
  public func digest(of state: State) -> UInt64 { state.world.digest }

  /// A hash of the kind of the last input, the states around it and the kinds of its outputs.
  public func mark(of state: State) -> UInt64 { PlayerModel.mark(state.monitor, state.lastCode, state.outputs) }

  /// The step's instant in microseconds; steps can be moved freely.
  public func instant(of step: WorldStep) -> Int64? { step.instant.microseconds }
  /// The same event at `instant`, in microseconds of the world's clock.
  public func moved(_ step: WorldStep, to instant: Int64) -> WorldStep {
    WorldStep(step.event, at: Instant(microseconds: instant))
  }
}

extension Failure.Kind {
  /// Kinds that the player finds out by itself, when the engine keeps it waiting.
  fileprivate var isWatchdog: Bool {
    switch self {
    case .openTimeout, .readTimeout, .stuckBuffering, .stuckPlaying, .stuckSeeking: true
    default: false
    }
  }
}
