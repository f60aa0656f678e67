import PlayerCore
import ReducerTesting

/// The outcome of checking an engine.
public struct ContractReport: Sendable, CustomStringConvertible {
  /// A rule that does not hold.
  public struct Finding: Sendable {
    /// The rule that was broken, with what was expected and what was seen.
    public var rule: ContractRule
    /// What was expected and what was reported, the shrunk session with the engine's reports, and its origin.
    public var text: String
    /// The session, shrunk.
    public var setup: ContractSetup
    /// The steps of the session, shrunk.
    public var steps: [ContractStep]
    /// Whether the session breaks the rule whenever it is run. An engine with threads may break one only occasionally.
    public var isReproducible: Bool
  }

  /// The name of the engine under test.
  public var engine: String
  /// How many sessions ran.
  public var sessions = 0
  /// How many steps they had.
  public var steps = 0
  /// How often each rule was checked.
  public var counts: [ContractRule: Int] = [:]
  /// How often each situation was met.
  public var cases: [ContractCase: Int] = [:]
  /// The broken rules, each with its shrunk session; empty for an engine that keeps the contract.
  public var findings: [Finding] = []

  /// Whether no rule was broken. Rules that were never checked count as kept: see ``unchecked``.
  public var isClean: Bool { findings.isEmpty && sessions > 0 }

  /// The rules that these sessions never tested, such as those of stills for audio without video.
  public var unchecked: [ContractRule] { ContractRule.allCases.filter { counts[$0, default: 0] == 0 } }

  /// The whole report in words.
  public var description: String {
    let checks = counts.values.reduce(0, +)
    let rules = "\(ContractRule.allCases.count - unchecked.count) of \(ContractRule.allCases.count) rules"
    var lines = ["\(engine): \(sessions) sessions, \(steps) steps, \(checks) checks of \(rules)"]
    if !unchecked.isEmpty {
      lines.append("Not checked with this media: \(unchecked.map(\.rawValue).joined(separator: ", "))")
    }
    let met = ContractCase.allCases.map { "\($0.rawValue) \(cases[$0, default: 0])" }
    lines.append("Situations met: \(met.joined(separator: ", "))")
    lines.append(findings.isEmpty ? "No violation found." : "Violations: \(findings.count)")
    return (lines + findings.map { "\n" + $0.text }).joined(separator: "\n")
  }
}

extension EngineUnderTest {
  /// Checks the engine in random sessions, which open the media in turn. The first one that breaks a rule is shrunk.
  ///
  /// On the virtual clock, sessions take as long as the engine computes; on the machine's clock, a session takes
  /// seconds. The call blocks its thread until the end.
  ///
  /// - Parameters:
  ///   - sessions: How many; 500 on the virtual clock and 20 on the machine's by default.
  ///   - length: The maximum number of steps of a session.
  ///   - firstSeed: The seed of the first session; each later one uses the next.
  ///   - shrinkBudget: The maximum number of steps for shrinking; 20,000 and 300 by default.
  ///   - isEnough: Whether all that must be met has been met. On the machine's clock that depends on how fast the engine
  ///     and its media are: while it is false, up to three times as many sessions run.
  ///   - progress: Is called after each session with what is known so far.
  public func certify(
    sessions: Int? = nil, length: Int = 30, firstSeed: UInt64 = 0, shrinkBudget: Int? = nil,
    isEnough: (ContractReport) -> Bool = { _ in true },
    progress: (ContractReport) -> Void = { _ in }
  ) -> ContractReport {
    let model = ContractModel(self)
    var report = ContractReport(engine: name)
    let count = max(0, sessions ?? (clock == .virtual ? 500 : 20))
    for number in 0..<(count > .max / 3 ? .max : 3 * count) {
      if number >= count, isEnough(report) { break }
      let seed = firstSeed &+ UInt64(number)
      let run = model.run(seed: seed, length: length, media: number % media.count)
      report.sessions += 1
      report.steps += run.session.steps.count
      report.counts.merge(run.counts) { $0 + $1 }
      report.cases.merge(run.cases) { $0 + $1 }
      progress(report)
      guard let rule = run.violation?.rule else { continue }
      let shrinker = Shrinker(model, budget: shrinkBudget ?? (clock == .virtual ? 20_000 : 300))
      let shrunk = shrinker.shrink(run.session, property: rule.rawValue)
      report.findings.append(model.finding(rule, in: shrunk, from: run, seed: seed))
      break
    }
    return report
  }
}

extension ContractModel {
  /// The outcome of one session.
  struct Run {
    var session: Session<ContractSetup, ContractStep>
    var violation: ContractViolation?
    var counts: [ContractRule: Int]
    var cases: [ContractCase: Int]
    var log: [String]

    init(
      _ session: Session<ContractSetup, ContractStep>, _ violation: ContractViolation?, _ drive: EngineDrive
    ) {
      (self.session, self.violation, log) = (session, violation, drive.log.lines)
      (counts, cases) = (drive.judge.counts, drive.judge.cases)
    }
  }

  /// Draws and runs a session with this of the media.
  func run(seed: UInt64, length: Int, media: Int) -> Run {
    var random = SplitMix64(seed: seed)
    let habits = drawHabits(using: &random)
    var session = Session<ContractSetup, ContractStep>(ContractSetup(media: media))
    var state = begin(session.setup)
    var violation: ContractViolation?
    while session.steps.count < length, violation == nil {
      session.steps.append(drawStep(habits, in: state, using: &random))
      violation = state.take(session.steps[session.steps.count - 1])
    }
    violation = violation ?? state.finish()
    return Run(session, violation, state.drive)
  }

  /// Runs a session that is given.
  func run(again session: Session<ContractSetup, ContractStep>) -> Run {
    var state = begin(session.setup)
    var violation: ContractViolation?
    for step in session.steps where violation == nil { violation = state.take(step) }
    violation = violation ?? state.finish()
    return Run(session, violation, state.drive)
  }

  func finding(
    _ rule: ContractRule, in shrunk: Shrunk<ContractSetup, ContractStep>?, from run: Run, seed: UInt64
  ) -> ContractReport.Finding {
    let session = shrunk?.session ?? run.session
    let rerun = self.run(again: session)
    let isReproducible = rerun.violation?.rule == rule
    let shown = isReproducible ? rerun : run
    return ContractReport.Finding(
      rule: rule, text: text(rule, shown, isReproducible, isMinimal: shrunk?.isMinimal == true, run, seed),
      setup: shown.session.setup, steps: shown.session.steps, isReproducible: isReproducible)
  }

  private func text(
    _ rule: ContractRule, _ shown: Run, _ isReproducible: Bool, isMinimal: Bool, _ original: Run, _ seed: UInt64
  ) -> String {
    let count = shown.session.steps.count
    let verdict =
      !isReproducible
      ? "not broken when it ran again, so not shrunk: the timing of threads may matter"
      : isMinimal ? "minimal" : "perhaps not minimal"
    var lines = [
      "\(rule.rawValue) does not hold: \(rule.sentence)",
      "Step \(count), \(shown.session.steps.last.map(describe) ?? "none"): \(shown.violation?.description ?? "")",
      "Seed \(seed), \(original.session.steps.count) steps; shown: \(count) (\(verdict))", "",
      "  media  \(describe(shown.session.setup))",
    ]
    lines += shown.session.steps.enumerated().map { "  \($0 + 1)  \(describe($1))" }
    lines += ["", "Commands (→) and reports:"] + shown.log.map { "  " + $0 }
    return lines.joined(separator: "\n")
  }
}
