import PlayerCore
import PlayerSimulation
import PlayerTrace

/// Sessions of a world are kept as scenarios, which people read and `tapedeck simulate` plays, each with the trace of what
/// the player got and said beside it, which the commands for traces take.
extension WorldModel: StoredModel {
  public var fileExtension: String { "world.yaml" }
  public var companionExtension: String? { "world.trace.jsonl" }

  public func encode(_ session: Session<WorldSetup, WorldStep>, breaking finding: Finding) throws -> [UInt8] {
    var scenario = Self.scenario(of: session, name: "breaks \(finding.breach.property)")
    scenario.origin = "tapedeck fuzz --model world"
    let bytes = Array(scenario.text.utf8)
    guard try decode(bytes, from: scenario.name).setup.world == session.setup.world else {
      throw CorpusError("the session cannot be said as a scenario: its setup reads back as another one")
    }
    return bytes
  }

  public func decode(_ bytes: [UInt8], from file: String) throws -> Session<WorldSetup, WorldStep> {
    do {
      return try Self.session(of: ScenarioFile(bytes: bytes, name: file).scenario, from: file)
    } catch let error as ScenarioError {
      throw CorpusError("\(error)")
    }
  }

  public func companion(of session: Session<WorldSetup, WorldStep>, breaking finding: Finding) throws -> [UInt8] {
    trace(of: session, note: "breaks \(finding.breach.property): \(finding.breach.detail)")
  }

  /// The trace of a session: every input that the player gets, those of the healing at the end included, with its outputs,
  /// up to the one that breaks a property.
  public func trace(
    of session: Session<WorldSetup, WorldStep>, _ form: TraceForm = .text, note: String = ""
  ) -> [UInt8] {
    var state = begin(session.setup)
    var recorder = WorldRecorder(state.world, form: form, note: note)
    func visit(_ input: Input, _ instant: Instant, _ state: borrowing State) {
      _ = recorder.observe(input, at: instant, state.outputs, state.world.player)
    }
    var breach: Breach?
    for step in session.steps where breach == nil { breach = take(step, in: &state, visit) }
    if breach == nil { _ = finish(&state, visit) }
    return recorder.finish(state.world.player)
  }

  public func replayCommand(for file: String) -> String? { "tapedeck simulate --check \(file)" }
  public func explainCommand(for file: String) -> String? { companionPath(for: file).map { "tapedeck explain \($0)" } }
}
