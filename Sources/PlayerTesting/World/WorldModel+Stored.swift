import PlayerCore
import PlayerSimulation
import PlayerTrace
import ReducerTesting

/// Sessions of a world are stored as scenarios, which are readable and which `tapedeck simulate` plays. Each is
/// accompanied by a trace of the player's inputs and outputs, for the commands that accept traces.
extension WorldModel: StoredModel {
  /// Sessions are stored as scenarios.
  public var fileExtension: String { "world.yaml" }
  /// Beside each scenario there is a trace of the player's inputs.
  public var companionExtension: String? { "world.trace.jsonl" }

  /// A scenario file that expects nothing and names the property that the session breaks.
  public func encode(_ session: Session<WorldSetup, WorldStep>, breaking finding: Finding) throws -> [UInt8] {
    var scenario = Self.scenario(of: session, name: "breaks \(finding.violation.property)")
    scenario.origin = "tapedeck fuzz --model world"
    let bytes = Array(scenario.text.utf8)
    if let difference = difference(of: try decode(bytes, from: scenario.name), from: session) {
      throw CorpusError(
        "the session does not fit a scenario: \(difference). 'tapedeck fuzz' finds it again with the same seed; "
          + "correct the words of scenario files (ScenarioWriter, ScenarioReader)")
    }
    return bytes
  }

  /// The first difference between a session and its stored form; `nil` when they give the player the same inputs.
  func difference(
    of read: Session<WorldSetup, WorldStep>, from written: Session<WorldSetup, WorldStep>
  ) -> String? {
    if read.setup.world != written.setup.world {
      let (old, new) = (written.setup.player.configuration, read.setup.player.configuration)
      for setting in Setting.allCases where old[setting] != new[setting] {
        return "its setting \(setting) is \(old[setting]) and reads back as \(new[setting])"
      }
      return "its setup '\(describe(written.setup))' reads back as '\(describe(read.setup))'"
    }
    var now = Instant.zero
    for (index, step) in written.steps.enumerated() {
      // A step that lies before its predecessor happens together with it.
      now = max(now, step.instant)
      let expected = WorldStep(step.event, at: now)
      let found = index < read.steps.count ? read.steps[index] : nil
      if found?.instant == now, found.map({ Self.action(of: $0.event) }) == Self.action(of: step.event) { continue }
      return "its step \(index + 1), '\(describe(expected))', reads back as '\(found.map(describe) ?? "nothing")'"
    }
    let surplus = read.steps.dropFirst(written.steps.count).first
    return surplus.map { "after its last step '\(describe($0))' is read" }
  }

  /// Reads a scenario file. Throws ``ReducerTesting/CorpusError`` with the line, also for a scenario that is not a session of a world.
  public func decode(_ bytes: [UInt8], from file: String) throws -> Session<WorldSetup, WorldStep> {
    do {
      return try Self.session(of: ScenarioFile(bytes: bytes, name: file).scenario, from: file)
    } catch let error as ScenarioError {
      throw CorpusError("\(error)")
    }
  }

  /// A text trace of the inputs that the player received.
  public func companion(of session: Session<WorldSetup, WorldStep>, breaking finding: Finding) throws -> [UInt8] {
    trace(of: session, note: "breaks \(finding.violation.property): \(finding.violation.detail)")
  }

  /// The trace of a session: every input of the player, those of the final healing included, with its outputs, up to
  /// the one that breaks a property.
  public func trace(
    of session: Session<WorldSetup, WorldStep>, _ form: TraceForm = .text, note: String = ""
  ) -> [UInt8] {
    var state = begin(session.setup)
    var recorder = WorldRecorder(state.world, form: form, note: note)
    func visit(_ input: Input, _ instant: Instant, _ state: borrowing State) {
      _ = recorder.observe(input, at: instant, state.outputs, state.world.player)
    }
    var violation: PropertyViolation?
    for step in session.steps where violation == nil { violation = take(step, in: &state, visit) }
    if violation == nil { _ = finish(&state, visit) }
    return recorder.finish(state.world.player)
  }

  /// The `tapedeck simulate --check` command for a stored session.
  public func replayCommand(for file: String, breaking property: String) -> String? {
    "tapedeck simulate --check \(ShellWord.quoted(file))"
  }

  /// The `tapedeck fuzz` command that draws the session of this seed again.
  public func drawCommand(forSeed seed: String, length: Int) -> String? {
    "tapedeck fuzz --model world --seeds \(seed) --length \(length) --no-corpus"
  }

  /// The `tapedeck explain` command for the trace beside the stored session.
  public func explainCommand(for file: String) -> String? {
    companionPath(for: file).map { "tapedeck explain \(ShellWord.quoted($0))" }
  }
}
