import PlayerCore
import PlayerRuntime
import PlayerTrace
import Backports

/// A run on the virtual clock: as fast as the engine works, one event after the other.
final class VirtualRun {
  private let player: VirtualPlayer
  private(set) var controller: RunController
  private let trace: TraceRecorder?
  private let events = EventQueue()
  private let interruption: RunInterruption
  /// Whether all events of the current instant have happened.
  private var isSettled = false
  /// The number of steps at the current instant.
  private var stepsWithoutTime = 0

  /// The maximum number of steps without any time passing: beyond it the run is stuck.
  private static let stepLimit = 1_000_000

  init(
    _ player: VirtualPlayer, controller: RunController, trace: TraceRecorder?,
    interruption: RunInterruption = RunInterruption()
  ) {
    self.player = player
    self.controller = controller
    self.trace = trace
    self.interruption = interruption
  }

  /// Plays until the run ends; then the player is shut down and the trace has its end.
  func run() -> RunEnding {
    player.add(events)
    player.attach(RunTap(trace, stills: controller.stills, script: controller.script) { [events] in events.put($0) })
    if let network = controller.options.network?.path { player.report(.networkChanged(network)) }
    for command in controller.firstCommands() { player.send(command) }
    for command in controller.loadingCommands { player.send(command) }
    while true {
      tell()
      guard let ending = interruption.ending ?? controller.ending(player.player, at: player.now) ?? step() else {
        continue
      }
      controller.end(ending, player.player, at: player.now)
      player.shutDown()
      tell()
      controller.complete(trace, ending, player.player)
      return ending
    }
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
