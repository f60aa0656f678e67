import PlayerCore
import PlayerSimulation

// Swift source of a world's steps and setups, for printed tests that can be pasted.

extension WorldModel {
  /// The step as a Swift expression, for a printed test.
  public func code(for step: WorldStep) -> String {
    ".init(\(PlayerCode.text(step.event)), at: \(PlayerCode.text(step.instant)))"
  }

  /// The setup as a Swift expression, for a printed test.
  public func code(for setup: WorldSetup) -> String {
    var arguments = [".\(setup.media)"]
    if setup.otherMedia != .minute { arguments.append("otherMedia: .\(setup.otherMedia)") }
    if setup.player != PlayerSetup() { arguments.append("player: \(PlayerModel().code(for: setup.player))") }
    if setup.bitsPerSecond != 10_000_000 {
      arguments.append("bitsPerSecond: \(PlayerCode.number(setup.bitsPerSecond))")
    }
    let latencies = [
      ("open", setup.open), ("start", setup.start), ("pause", setup.pause), ("seek", setup.seek),
      ("close", setup.close), ("answer", setup.answer),
    ]
    let changes = latencies.filter { $0.1 != .zero }.map { "setup.\($0.0) = \(PlayerCode.text($0.1))" }
    let simple = "WorldSetup(\(arguments.joined(separator: ", ")))"
    if changes.isEmpty { return simple }
    return "{ var setup = \(simple); \(changes.joined(separator: "; ")); return setup }()"
  }
}
