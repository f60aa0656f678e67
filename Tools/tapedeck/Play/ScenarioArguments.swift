import ArgumentParser
import Foundation
import PlayerSimulation

/// The arguments of `tapedeck record` for a scenario whose user drives real media.
struct ScenarioArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Do what the user of this scenario does, and judge its expectations; its settings and segments hold, and the source "
        + "takes the place of its media and engine.", valueName: "file"),
    completion: .file(extensions: ["yaml", "yml"]))
  var scenario: String?

  @Flag(help: "Leave out the simulated networks and faults of the scenario instead of refusing it.")
  var ignoreNetwork = false

  func check(_ options: RunOptions) throws {
    guard scenario != nil else {
      if ignoreNetwork { throw ValidationError("--ignore-network belongs to --scenario.") }
      return
    }
    let given: [(String, Bool)] = [
      ("--at", !options.at.isEmpty), ("--start", options.start != nil), ("--rate", options.rate != nil),
      ("--volume", options.volume != nil), ("--mute", options.mute), ("--loop", options.loop),
      ("--no-autoplay", options.noAutoplay), ("--preset", options.preset != .defaults),
      ("--segments", options.segments.segments != nil), ("--skip", !options.segments.skip.isEmpty),
    ]
    if let both = given.first(where: \.1) {
      throw ValidationError("\(both.0) and --scenario exclude each other: write it into the scenario.")
    }
  }

  /// Reads the scenario; `nil` without one. If it cannot be used, reports why and throws the exit code.
  func script(for source: String) throws -> ScenarioScript? {
    guard let scenario else { return nil }
    let file: ScenarioFile
    do throws(ScenarioError) {
      file = try ScenarioFile(path: scenario, needsMedia: false)
    } catch {
      for line in error.description.split(separator: "\n") { Talk.error(String(line)) }
      if case .system = error { throw Exit.usage.error }
      throw Exit.damaged.error
    }
    let obstacles = ScenarioDrive.obstacles(in: file.scenario)
    let fatal = obstacles.filter { !($0.canBeLeftOut && ignoreNetwork) }
    for obstacle in obstacles {
      let place = obstacle.step.map { file.stepPlaces[$0] }.map { ":\($0.line):\($0.column)" } ?? ""
      let line = "\(scenario)\(place): \(obstacle.sentence)"
      if obstacle.canBeLeftOut, ignoreNetwork {
        Talk.line("left out: \(Printable.text(line))")
      } else {
        Talk.error(line)
      }
    }
    guard fatal.isEmpty else {
      let advice =
        fatal.allSatisfy(\.canBeLeftOut)
        ? "Leave it out with --ignore-network, or play it with 'tapedeck simulate'"
        : "Play it with 'tapedeck simulate'"
      Talk.error("\(scenario): it has what real media cannot have. \(advice)")
      throw Exit.usage.error
    }
    return ScenarioScript(file, path: scenario, isLocal: SourceName.isLocal(source))
  }
}
