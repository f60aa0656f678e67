import Backports
import PlayerCore
import PlayerRuntime
import PlayerSimulation

/// A scenario whose user and expectations apply to a run with real media. The tap notifies it of every step, possibly
/// on another thread than the run's.
final class ScenarioScript: Sendable {
  /// The name in reports.
  let path: String
  let file: ScenarioFile
  /// The latest end of the run.
  let latest: Instant
  private let drive: Lock<ScenarioDrive>

  init(_ file: ScenarioFile, path: String, isLocal: Bool) {
    (self.path, self.file) = (path, file)
    let drive = ScenarioDrive(file.scenario, isLocal: isLocal)
    latest = drive.latest
    self.drive = Lock(drive)
  }

  var scenario: Scenario { file.scenario }

  /// The commands to send before the media is loaded.
  var opening: [Command] { drive.withLock(\.opening) }

  /// When the next step is due, or the next state is checked.
  var nextInstant: Instant { drive.withLock(\.nextInstant) }

  /// Returns whether something is due because of these outputs.
  func hear(_ outputs: Outputs, at instant: Instant) -> Bool { drive.withLock { $0.hear(outputs, at: instant) } }

  func takeDue(at now: Instant, _ player: Player) -> [Action] {
    drive.withLock { $0.takeDue(at: now, player) }.map { order in
      switch order {
      case .command(let command): .command(command)
      case .environment(let event): .environment(event)
      }
    }
  }

  func finish(_ player: Player, at end: Instant, isIdle: Bool) -> ScenarioRun {
    drive.withLock { $0.finish(player, at: end, isIdle: isIdle) }
  }

  /// Gives texts and media the numbers that they have in the scenario, before anything else gets one.
  func number(in library: IdentifierTable, source: String) {
    _ = library.item(for: source)
    for text in scenario.texts { _ = library.text(text) }
  }
}
