import PlayerCore
import PlayerRuntime
import PlayerSimulation
import PlayerTrace
import Backports

/// A run on the virtual clock: as fast as the engine works, one event after the other.
final class VirtualRun {
  private let player: VirtualPlayer
  private let setup: RunSetup
  private var controller: RunController
  private let trace: TraceRecorder?
  private let events = EventQueue()
  private let interruption: RunInterruption
  /// Whether all events of the current instant have happened.
  private var isSettled = false
  /// The outcome of the scenario, where one drives the run.
  private(set) var outcome: ScenarioRun?
  /// The number of steps at the current instant.
  private var stepsWithoutTime = 0
  /// Why the trace is incomplete; nil if it is complete or there is none.
  private(set) var traceFailure: String?
  /// Requests without effect, in a sentence each.
  private(set) var undone: [String] = []
  /// Whether `--start` had no effect. The user was notified when the source was open.
  var isStartIgnored: Bool { controller.isStartIgnored }

  /// The maximum number of steps without any time passing: beyond it the run is stuck.
  private static let stepLimit = 1_000_000

  init(
    _ player: VirtualPlayer, setup: RunSetup, controller: RunController, trace: TraceRecorder?,
    interruption: RunInterruption = RunInterruption()
  ) {
    self.player = player
    self.setup = setup
    self.controller = controller
    self.trace = trace
    self.interruption = interruption
  }

  /// Plays until the run ends; then the player is shut down and the trace has its end.
  func run() -> RunEnding {
    player.add(events)
    player.attach(RunTap(trace, stills: controller.stills, script: controller.script) { [events] in events.put($0) })
    if let network = setup.network { player.report(.networkChanged(network)) }
    for command in controller.firstCommands() { player.send(command) }
    for command in setup.commands(item: controller.library.item(for: setup.source)) { player.send(command) }
    var ending: RunEnding?
    while ending == nil {
      tell()
      ending = interruption.ending ?? controller.ending(player.player, at: player.now) ?? step()
    }
    undone = controller.undone(ending ?? .nothingLeft)
    outcome = controller.script?.finish(
      player.player, at: player.now, isIdle: (ending ?? .nothingLeft).isIdle)
    player.shutDown()
    tell()
    endTrace(ending ?? .nothingLeft)
    return ending ?? .nothingLeft
  }

  /// Runs to the next event, and performs the actions that are due.
  private func step() -> RunEnding? {
    let planned = controller.nextInstant(player.player)
    let due = controller.takeDue(at: player.now, player.player, isSettled: isSettled)
    // Once the last plan is done the run may be over, which the next step checks.
    if !due.isEmpty || controller.nextInstant(player.player) != planned {
      due.forEach(perform)
      isSettled = false
      return nil
    }
    let before = player.now
    let stop = player.run(until: controller.nextInstant(player.player), limit: 1)
    isSettled = stop == .reached || stop == .idle
    controller.view.update(player.player, at: player.now)
    stepsWithoutTime = player.now == before ? stepsWithoutTime + 1 : 0
    if stepsWithoutTime > Self.stepLimit { return .stuck }
    // Nothing is due and nothing is planned: nothing will change any more.
    return stop == .idle && player.now == before && controller.nextInstant(player.player) == .never
      ? .nothingLeft : nil
  }

  private func perform(_ action: Action) {
    switch controller.order(for: action, player.player, at: player.now) {
    case .command(let command): controller.sent(action, as: player.send(command))
    case .environment(let event): player.report(event)
    case .impossible, nil: break
    }
  }

  private func tell() {
    for event in events.takeEvents() {
      for command in controller.take(event, player.player) { player.send(command) }
    }
    for happening in events.takeHappenings() { controller.take(happening) }
  }

  private func endTrace(_ ending: RunEnding) {
    traceFailure = controller.traceFailure
    guard let trace, traceFailure == nil else { return }
    do { try trace.finish(ending.traceEnding, player: player.player) } catch { traceFailure = error.description }
  }
}

/// Ends a run on the virtual clock after the current step, from any thread.
final class RunInterruption: Sendable {
  private let state = Lock<RunEnding?>(nil)

  var ending: RunEnding? { state.withLock(\.self) }

  func put(_ happening: Console.Happening) {
    switch happening {
    case .signal(let number): state.withLock { $0 = $0 ?? .signal(number) }
    case .outputClosed: state.withLock { $0 = $0 ?? .outputClosed }
    case .keys, .inputClosed: break
    }
  }
}

/// Events that were announced but not yet shown.
private final class EventQueue: PlaybackObserver {
  private let contents = Lock((events: [PlayerEvent](), happenings: [RunTap.Happening]()))

  func playback(_ player: Player, did event: PlayerEvent) { contents.withLock { $0.events.append(event) } }

  func put(_ happening: RunTap.Happening) { contents.withLock { $0.happenings.append(happening) } }

  func takeEvents() -> [PlayerEvent] {
    contents.withLock { contents in
      defer { contents.events = [] }
      return contents.events
    }
  }

  func takeHappenings() -> [RunTap.Happening] {
    contents.withLock { contents in
      defer { contents.happenings = [] }
      return contents.happenings
    }
  }
}
