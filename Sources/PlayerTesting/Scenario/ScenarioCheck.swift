import PlayerCore
import PlayerSimulation
import PlayerTrace
import ReducerTesting

/// Plays a scenario with every property checked, as for a session of a ``WorldModel``: at each input, and after the
/// last step, where the world is healed and must reach a good end.
///
/// After any fault watchdogs may fire and positions may be wrong. A network that is not constant, or with less than
/// twice the bandwidth that the media need, counts as a fault from the beginning.
///
/// A scenario with a recorded engine has no world: its inputs are checked, and nothing is required at its end.
public struct ScenarioCheck: Sendable {
  /// The result of the scenario's own expectations. A broken property ends the run, so expectations reported as missing
  /// might have been reported later.
  public let run: ScenarioRun
  /// The broken property; `nil` when all hold.
  public let violation: PropertyViolation?
  /// The number of the player's inputs, those of the final healing included.
  public let inputs: Int64

  /// Runs the scenario to its end, or up to the first violation; records a trace if `form` is given.
  public init(_ scenario: Scenario, _ model: WorldModel = WorldModel(), trace form: TraceForm? = nil) {
    var watch = ScenarioWatch(scenario, model)
    run = ScenarioRun(scenario, trace: form, observer: &watch)
    violation = watch.violation
    inputs = run.inputs + watch.healingInputs
  }
}

/// Checks every property while a scenario is played.
struct ScenarioWatch: ScenarioObserver {
  private let model: WorldModel
  private var monitor: PlayerMonitor
  private var hasFaults: Bool
  private var starvesLate = false
  private let isSimulated: Bool
  private var lastCode: UInt16 = 0
  /// When the last event from outside happened.
  private var steppedAt = Instant.never
  private(set) var violation: PropertyViolation?
  /// The player's inputs while the world was healed.
  private(set) var healingInputs: Int64 = 0

  init(_ scenario: Scenario, _ model: WorldModel) {
    self.model = model
    monitor = PlayerMonitor(Player(configuration: scenario.configuration), properties: model.properties)
    isSimulated = scenario.source == .simulated
    let needs = scenario.media.map { media in media.tracks.reduce(Int64(0)) { $0.saturatingPlus($1.bitsPerSecond) } }
    let most = needs.max() ?? 0
    enough = max(5_000_000, most.saturatingPlus(most))
    hasFaults = false
    hasFaults = !isEnough(scenario.network.profile)
  }

  /// The bandwidth in bits per second from which a network is sufficient.
  private let enough: Int64

  private func isEnough(_ network: NetworkProfile) -> Bool {
    network.periods.allSatisfy {
      $0.microbitsPerSecond / 1_000_000 >= enough && $0.latencyNanoseconds == 0 && $0.isIdeal
    }
  }

  mutating func prepare(for event: WorldEvent, at instant: Instant) {
    steppedAt = instant
    switch event {
    case .input(.engine): hasFaults = true
    case .input, .heal, .sleep: break
    case .fault(let fault):
      hasFaults = true
      if fault.delaysStarved { starvesLate = true }
    case .handOver(let network, _): if !isEnough(network) { hasFaults = true }
    }
  }

  mutating func observe(_ input: Input, at instant: Instant, _ outputs: Outputs, _ player: Player) -> Bool {
    var holds = monitor.take(input, at: instant, outputs, player)
    lastCode = input.code
    if holds, isSimulated {
      let isExcused = lastCode < Kind.engine || steppedAt == instant || starvesLate
      holds = model.checkOutputs(outputs, &monitor, hasFaults: hasFaults, isExcused: isExcused)
    }
    if !holds { violation = monitor.violation(input, at: instant, outputs, player) }
    return holds
  }

  mutating func arrive(_ world: borrowing World) -> Bool {
    if hasFaults { return true }
    violation = model.checkPosition(state(copy world))
    return violation == nil
  }

  mutating func finish(_ world: World) {
    var state = state(world)
    violation = model.finish(&state)
    healingInputs = state.world.stepCount - world.stepCount
  }

  private func state(_ world: World) -> WorldModel.State {
    WorldModel.State(
      world: world, monitor: monitor, hasFaults: hasFaults, starvesLate: starvesLate, lastCode: lastCode)
  }
}
