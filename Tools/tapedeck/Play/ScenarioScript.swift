import Backports
import PlayerCore
import PlayerRuntime
import PlayerSimulation

/// A scenario whose user and expectations go with a run over real media. Told of every step by the tap, which may be on
/// another thread than the run.
final class ScenarioScript: Sendable {
  /// What is reported as its name.
  let path: String
  let file: ScenarioFile
  /// When the run is over at the latest.
  let latest: Instant
  private let drive: Lock<ScenarioDrive>

  init(_ file: ScenarioFile, path: String, isLocal: Bool) {
    (self.path, self.file) = (path, file)
    let drive = ScenarioDrive(file.scenario, isLocal: isLocal)
    latest = drive.latest
    self.drive = Lock(drive)
  }

  var scenario: Scenario { file.scenario }

  /// What to send before the media is loaded.
  var opening: [Command] { drive.withLock(\.opening) }

  /// When a step is due or a state is looked at.
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

  /// Gives texts and media the numbers that they have in the scenario; before anything else gets one.
  func number(in library: IdentifierTable, source: String) {
    _ = library.item(for: source)
    for text in scenario.texts { _ = library.text(text) }
  }
}
