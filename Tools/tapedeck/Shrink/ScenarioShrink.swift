import ArgumentParser
import Foundation
import PlayerCore
import PlayerSimulation
import PlayerTesting
import PlayerTrace
import ReducerTesting

/// `tapedeck shrink` for a scenario: the result is a scenario again.
struct ScenarioShrink {
  let scenario: String
  let output: String
  let budget: Int
  let json: Bool

  private static let endings = [".yaml", ".yml"]

  static func isScenario(_ path: String) -> Bool {
    endings.contains { path.lowercased().hasSuffix($0) } || FileKind(path: path) == .scenario
  }

  static func destination(of path: String) -> String {
    let ending = endings.first { path.lowercased().hasSuffix($0) } ?? ""
    return path.dropLast(ending.count) + ".shrunk.yaml"
  }

  func run(_ goal: ShrinkGoal, allowing allowed: [String]) throws {
    let file = try read()
    let inputs = [scenario] + file.networkFiles
    try reportingTraceErrors { try WholeFile.check(output, sparing: inputs) }
    let whole = file.scenario
    // The first run finds out what goes wrong.
    let meter = ShrinkMeter(whole.steps.count)
    guard
      let model = try goal.scenarioGoal().map({ ScenarioModel($0, of: whole) })
        ?? ScenarioModel(of: whole, .allBut(allowed))
    else {
      Talk.error(
        "\(Printable.text(scenario)): every expectation is met, and every property holds. Name with --until what "
          + "must still happen")
      throw Exit.differs.error
    }
    let session = ScenarioModel.session(of: whole)
    let shrunk = Shrinker(model, budget: budget).shrink(session, progress: meter.show)
    meter.clear()
    guard var shrunk else {
      if meter.isStopped { throw ExitCode(128 + SIGINT) }
      Talk.error("\(Printable.text(scenario)): \(complaint(goal))")
      throw Exit.differs.error
    }
    let small = ScenarioModel.scenario(of: shrunk.session)
    shrunk.session.setup.texts = small.texts
    try ShrunkFile.write(
      Array(text(of: small, from: file, model, shrunk.finding.violation).utf8), to: output, from: inputs)
    try ShrinkReport(
      trace: scenario, output: output, model: model, until: goal.until, shrunk: shrunk, stepCount: whole.steps.count,
      followUps: ["play": "\(followUp(model)) \(ShellWord.quoted(output))"]
    ).tell(json: json)
  }

  /// The file without the removed parts, in its own words, or in the program's where those would have another meaning.
  private func text(of small: Scenario, from file: ScenarioFile, _ model: ScenarioModel, _ violation: PropertyViolation)
    -> String
  {
    let text = file.rewritten(as: small)
    let folder = URL(filePath: scenario).deletingLastPathComponent().path(percentEncoded: false)
    guard let read = try? ScenarioFile(text: text, folder: folder, allowsFiles: true).scenario,
      model.run(ScenarioModel.session(of: read))?.violation.property == violation.property
    else { return small.text }
    return text
  }

  private func read() throws -> ScenarioFile {
    do { return try ScenarioFile(path: scenario) } catch {
      ScenarioRuns.tell(error, scenario)
      if case .system = error { throw Exit.usage.error }
      throw Exit.damaged.error
    }
  }

  private func complaint(_ goal: ShrinkGoal) -> String {
    if let until = goal.until, PlayerProperty.named(until) != nil {
      return "does not break \(until) first. 'tapedeck simulate --check' shows what it breaks"
    }
    return goal.until == nil ? "it does not fail twice in the same way" : goal.complaint
  }

  private func followUp(_ model: ScenarioModel) -> String {
    if case .breaks = model.goal { "tapedeck simulate --check" } else { "tapedeck simulate" }
  }
}

extension ShrinkGoal {
  /// The same for a scenario. `nil`: whatever goes wrong first.
  fileprivate func scenarioGoal() throws -> ScenarioModel.Goal? {
    guard let until else { return nil }
    if PlayerProperty.named(until) != nil { return .breaks(PlayerPropertySet(ids: [until])) }
    let said = try GoalWords(until)
    return .says(said.name, { said.text(of: $0) })
  }
}
