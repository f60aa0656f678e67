import PlayerCore
import PlayerSimulation
import ReducerTesting

/// A scenario file as a model, so that it can be shrunk: its steps are the steps of a session, everything else is the
/// setup.
///
/// A session is played whole, as by `tapedeck simulate`, and checked at its end, as a step may wait for the effects of
/// others. So each attempt costs a whole run.
///
/// The result stays readable: times and positions only get rounder (a time in whole seconds never becomes one in
/// milliseconds), names, texts and comments of origin stay, entries are removed whole.
public struct ScenarioModel: Model {
  /// The behaviour that a scenario must keep.
  public enum Goal: Sendable {
    /// It breaks one of these properties.
    case breaks(PlayerPropertySet)
    /// The player has a certain output: its name, and a function that returns its text, `nil` for other outputs.
    case says(String, @Sendable (Output) -> String?)
    /// An expectation is not met although all earlier ones are, for the reason in this sentence, numbers aside. (An
    /// empty scenario fails nearly every expectation, for unrelated reasons.)
    case fails(ScenarioExpectation, because: String)
    /// A step is never done, although all expectations are met.
    case neverDoes(ScenarioStep)
  }

  /// The steps so far, and the cost of playing them.
  public struct State: Sendable {
    /// The steps that were taken, with the setup.
    public var scenario: Scenario
    /// How many inputs the player took; 0 before the end.
    public internal(set) var inputs: Int64 = 0

    /// A scenario before its run.
    public init(_ scenario: Scenario) { self.scenario = scenario }
  }

  /// The behaviour that a smaller scenario must keep.
  public let goal: Goal
  /// The scenario's texts, which its steps name by number.
  public let texts: [String]
  /// The maximum length of a run and number of its inputs; `nil` for no limit.
  private let bound: (end: Instant, inputs: Int64)?

  /// A model without bounds of run time; `texts` are those of the scenario.
  public init(_ goal: Goal, texts: [String] = []) {
    self.goal = goal
    self.texts = texts
    bound = nil
  }

  /// A model for making `scenario` smaller: candidates must not run longer or take more inputs than it.
  public init(_ goal: Goal, of scenario: Scenario) {
    self.goal = goal
    texts = scenario.texts
    let run = ScenarioRun(scenario)
    bound = (run.end, run.inputs)
  }

  /// A model of the scenario's failure when it is played: the first expectation that fails, or else the first property
  /// that breaks; `nil` when it has none.
  public init?(of scenario: Scenario, _ properties: PlayerPropertySet = .all) {
    let failures = ScenarioRun(scenario).failures
    if let (expectation, failure) = Self.firstExpectation(failures, scenario) {
      self.init(.fails(expectation, because: failure.sentence), of: scenario)
      return
    }
    for case .step(let index) in failures.map(\.subject) {
      self.init(.neverDoes(scenario.steps[index]), of: scenario)
      return
    }
    guard ScenarioCheck(scenario, WorldModel(properties: properties)).violation != nil else { return nil }
    self.init(.breaks(properties), of: scenario)
  }

  /// The scenario as a session.
  public static func session(of scenario: Scenario) -> Session<Scenario, ScenarioStep> {
    var setup = scenario
    setup.steps = []
    return Session(setup, scenario.steps)
  }

  /// The session as a scenario, without texts that are no longer used.
  public static func scenario(of session: Session<Scenario, ScenarioStep>) -> Scenario {
    var scenario = session.setup
    scenario.steps = session.steps
    func body(_ scenario: Scenario) -> [Substring] {
      scenario.text.split(separator: "\n").filter { !$0.hasPrefix("texts:") }
    }
    for index in scenario.texts.indices.reversed() {
      // Texts are referenced by number: removing one in the middle would renumber those after it.
      var without = scenario
      without.texts[index] = ""
      guard body(without) == body(scenario) else { continue }
      if index == without.texts.count - 1 { without.texts.removeLast() }
      scenario = without
    }
    return scenario
  }

  // MARK: Running

  /// The setup as a scenario without steps.
  public func begin(_ setup: Scenario) -> State { State(setup) }

  /// Appends the step; the scenario runs in ``finish(_:)``, so this never returns a violation.
  public func take(_ step: ScenarioStep, in state: inout State) -> PropertyViolation? {
    state.scenario.steps.append(step)
    return nil
  }

  /// Runs the scenario. Returns a violation when it still meets ``goal``, within the bounds.
  public func finish(_ state: inout State) -> PropertyViolation? {
    let scenario = state.scenario
    switch goal {
    case .breaks(let properties):
      let check = ScenarioCheck(scenario, WorldModel(properties: properties))
      state.inputs = check.inputs
      return check.violation.flatMap { isBounded(scenario) ? $0 : nil }
    case .says(let name, let detail):
      var search = OutputSearch(detail: detail)
      state.inputs = ScenarioRun(scenario, observer: &search).inputs
      return search.found.flatMap { isBounded(scenario) ? PropertyViolation("says-\(name)", $0) : nil }
    case .fails(let expectation, let reason):
      let run = run(&state)
      guard let (first, failure) = Self.firstExpectation(run.failures, scenario), first == expectation,
        Self.isSame(failure.sentence, reason), isBounded(run)
      else { return nil }
      return PropertyViolation("fails: \(scenario.words(of: expectation))", failure.sentence)
    case .neverDoes(let step):
      let run = run(&state)
      guard Self.firstExpectation(run.failures, scenario) == nil, isBounded(run) else { return nil }
      let failure = run.failures.first { failure in
        if case .step(let index) = failure.subject { scenario.steps[index] == step } else { false }
      }
      return failure.map { PropertyViolation("never done: \(scenario.words(of: step))", $0.sentence) }
    }
  }

  private func run(_ state: inout State) -> ScenarioRun {
    let run = ScenarioRun(state.scenario)
    state.inputs = run.inputs
    return run
  }

  private func isBounded(_ run: ScenarioRun) -> Bool {
    bound.map { run.end <= $0.end && run.inputs <= $0.inputs } ?? true
  }

  /// Whether a run of the scenario is no longer than that of the original one.
  private func isBounded(_ scenario: Scenario) -> Bool { bound == nil || isBounded(ScenarioRun(scenario)) }

  /// Inputs of the run; 0 before it.
  public func inputs(of state: State) -> Int { Int(clamping: state.inputs) }

  private static func firstExpectation(
    _ failures: [ScenarioRun.Failure], _ scenario: Scenario
  ) -> (ScenarioExpectation, ScenarioRun.Failure)? {
    for failure in failures {
      if case .expectation(let index) = failure.subject { return (scenario.expectations[index], failure) }
    }
    return nil
  }

  /// Whether two sentences are equal except for numbers, their units, and the note about later expectations.
  private static func isSame(_ sentence: String, _ other: String) -> Bool {
    func shape(_ text: String) -> [Substring] {
      var text = text[...]
      if text.hasSuffix(" not checked"), let rest = text.lastIndex(of: ";") { text = text[..<rest] }
      let units = ["ms", "s", "min", "h", "us", "times", "once", "twice"]
      return text.split { " :;,".contains($0) }.filter { word in
        word.first?.isNumber != true && !units.contains(String(word))
      }
    }
    return shape(sentence) == shape(other)
  }

  // MARK: Text

  /// The step as the lines of a scenario file.
  public func describe(_ step: ScenarioStep) -> String {
    var scenario = Scenario("")
    scenario.texts = texts
    return scenario.words(of: step)
  }

  /// The lines of the file except its name, its steps and its expectations.
  public func describe(_ setup: Scenario) -> String {
    var bare = setup
    bare.expectations = []
    let lines = bare.text.split(separator: "\n").dropFirst()
      .filter { line in !["source:", "tags:", "texts:"].contains { line.hasPrefix($0) } }
    return lines.map { $0.trimmingPrefix { $0 == " " } }.joined(separator: " ")
  }

  /// Runs the scenario, and returns the digest of its player.
  public func digest(of state: State) -> UInt64 { ScenarioRun(state.scenario).player.digest }

  /// In tenths of a second, so that gaps close to round times. Steps with finer times are moved one by one.
  public func instant(of step: ScenarioStep) -> Int64? {
    guard case .at(let time) = step.trigger, time.microseconds % 100_000 == 0 else { return nil }
    return time.microseconds / 100_000
  }

  /// The same action at `instant`, in tenths of a second.
  public func moved(_ step: ScenarioStep, to instant: Int64) -> ScenarioStep {
    let (microseconds, overflow) = instant.multipliedReportingOverflow(by: 100_000)
    return ScenarioStep(.at(.microseconds(overflow ? .max : microseconds)), step.action)
  }

  // MARK: Drawing

  /// Draws a setup without steps: real scenarios are written; ``WorldModel`` draws worlds.
  public func drawSetup(_ habits: Void, using random: inout SplitMix64) -> Scenario {
    var scenario = Scenario("drawn")
    scenario.media = [.audio(.seconds(60))]
    return scenario
  }

  /// Play or pause after up to nine seconds: enough for the checks of the library.
  public func drawStep(_ habits: Void, in state: State, using random: inout SplitMix64) -> ScenarioStep {
    ScenarioStep(.after(.seconds(Int64(random.below(10)))), .command(random.bool() ? .play : .pause, nil))
  }
}

/// Waits for a certain output of the player.
private struct OutputSearch: ScenarioObserver {
  let detail: @Sendable (Output) -> String?
  private(set) var found: String?

  init(detail: @escaping @Sendable (Output) -> String?) { self.detail = detail }

  mutating func prepare(for event: WorldEvent, at instant: Instant) {}
  mutating func arrive(_ world: borrowing World) -> Bool { true }
  mutating func finish(_ world: World) {}

  mutating func observe(_ input: Input, at instant: Instant, _ outputs: Outputs, _ player: Player) -> Bool {
    for output in outputs {
      found = detail(output)
      if found != nil { return false }
    }
    return true
  }
}
