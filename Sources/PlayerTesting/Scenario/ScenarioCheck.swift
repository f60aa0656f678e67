import PlayerCore
import PlayerSimulation
import PlayerTrace
import ReducerTesting

/// A scenario that is played with every property looked at, as a session of a ``WorldModel`` is: at each input, and behind
/// the last step, where the world is healed and must come to a good end.
///
/// Watchdogs may bite, and positions may be untrue, once anything has gone wrong; a network that is not constant, or that
/// carries less than twice what the media need, is something that went wrong from the beginning.
///
/// A scenario whose engine was recorded has no world: its inputs are checked, and nothing is demanded at its end.
public struct ScenarioCheck: Sendable {
  /// What came of its own expectations. A property that breaks ends the run: what it then says to be missing may have been
  /// to come.
  public let run: ScenarioRun
  /// The property that broke; `nil` when all hold.
  public let breach: Breach?
  /// How many inputs the player took, those of the healing at the end included.
  public let inputs: Int64

  /// Runs the scenario to its end, or up to the first violation; records a trace if `form` is given.
  public init(_ scenario: Scenario, _ model: WorldModel = WorldModel(), trace form: TraceForm? = nil) {
    var watch = ScenarioWatch(scenario, model)
    run = ScenarioRun(scenario, trace: form, observer: &watch)
    breach = watch.breach
    inputs = run.inputs + watch.healingInputs
  }
}

/// Looks at every property while a scenario is played.
struct ScenarioWatch: ScenarioObserver {
  private let model: WorldModel
  private var monitor: PlayerMonitor
  private var hasFaults: Bool
  private let isSimulated: Bool
  private var lastCode: UInt16 = 0
  /// When something was last done from outside.
  private var steppedAt = Instant.never
  private(set) var breach: Breach?
  /// What the player took while the world was healed.
  private(set) var healingInputs: Int64 = 0

  init(_ scenario: Scenario, _ model: WorldModel) {
    self.model = model
    monitor = PlayerMonitor(Player(configuration: scenario.configuration), properties: model.properties)
    isSimulated = scenario.source == .simulated
    let needs = scenario.media.map { media in media.tracks.reduce(Int64(0)) { Self.sum($0, $1.bitsPerSecond) } }
    let most = needs.max() ?? 0
    enough = max(5_000_000, Self.sum(most, most))
    hasFaults = false
    hasFaults = !isEnough(scenario.network.profile)
  }

  /// What a network must carry to be no excuse, in bits per second.
  private let enough: Int64

  /// At most what a number can hold: then no network is enough.
  private static func sum(_ a: Int64, _ b: Int64) -> Int64 {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? (a < 0 ? .min : .max) : sum
  }

  private func isEnough(_ network: NetworkProfile) -> Bool {
    network.periods.allSatisfy { $0.microbitsPerSecond / 1_000_000 >= enough && $0.latencyNanoseconds == 0 }
  }

  mutating func prepare(for event: WorldEvent, at instant: Instant) {
    steppedAt = instant
    switch event {
    case .input(.engine): hasFaults = true
    case .input, .heal: break
    case .fault: hasFaults = true
    case .handOver(let network, _): if !isEnough(network) { hasFaults = true }
    }
  }

  mutating func observe(_ input: Input, at instant: Instant, _ outputs: Outputs, _ player: Player) -> Bool {
    var holds = monitor.take(input, at: instant, outputs, player)
    lastCode = input.code
    if holds, isSimulated {
      let isPressed = lastCode < Kind.engine || steppedAt == instant
      holds = model.checkOutputs(outputs, &monitor, hasFaults: hasFaults, isPressed: isPressed)
    }
    if !holds { breach = monitor.breach(input, at: instant, outputs, player) }
    return holds
  }

  mutating func arrive(_ world: borrowing World) -> Bool {
    if hasFaults { return true }
    breach = model.checkPosition(state(copy world))
    return breach == nil
  }

  mutating func finish(_ world: World) {
    var state = state(world)
    breach = model.finish(&state)
    healingInputs = state.world.stepCount - world.stepCount
  }

  private func state(_ world: World) -> WorldModel.State {
    WorldModel.State(world: world, monitor: monitor, hasFaults: hasFaults, lastCode: lastCode)
  }
}
