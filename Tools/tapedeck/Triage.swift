import ArgumentParser
import Foundation
import PlayerTesting
import PlayerTrace

/// `tapedeck triage`: from a trace in the field to a regression test.
struct Triage: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Find what went wrong in a trace, and make a small trace and a scenario of it.",
    discussion: """
      Replays the trace, checks every property, explains what matters most (a broken property, else the last failure or \
      stall), makes the trace as small as it can be while the same still happens, and makes a scenario of that. Writes \
      NAME.triage.trace.jsonl and NAME.triage.yaml beside the trace, and prints what it did and the command to run next.

      The scenario of a broken property fails with 'tapedeck simulate --check' until the property holds. That of a failure \
      or stall expects it, so it passes as long as the same is reported: negate the expectation if that is the bug.

      A damaged trace is triaged up to the damage. --until decides what to pursue, as for 'tapedeck shrink'. With --redact \
      neither file has words of the original ('tapedeck cat --redact'). Ctrl-C ends the search and keeps what there is.

      EXIT CODES
        0  nothing went wrong
        1  something did, or --until never happens, or a file cannot be written
        2  wrong usage, or a file that cannot be opened
        3  a damaged trace, or one that cannot be replayed

      JSON
      One object: trace, verdict (healthy, found, unshrunk, otherOutputs), inputs, duration, error, bytesLost, isRedacted, \
      replay (verdict, step), check (as 'tapedeck check'), finding (words, step), explanation and waiting (as 'tapedeck \
      explain'), regression (steps, isMinimal, trace, scenario, scenarioVerdict), complaint, next. Times are microseconds.

      EXAMPLES
        tapedeck triage field.trace
        tapedeck triage field.trace --redact --output Tests/Regressions
        tapedeck triage field.trace --until 'failed stuckSeeking'
        tapedeck triage field.trace --json | jq -r .next
      """)

  @Argument(help: ArgumentHelp("A trace of either form; - is standard input.", valueName: "trace"), completion: .file())
  var trace: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write into this folder; by default into that of the trace.", valueName: "folder"),
    completion: .directory)
  var output: String?

  @Option(
    help: ArgumentHelp("What to pursue, as for 'tapedeck shrink'.", valueName: "property or words"),
    completion: .list(ShrinkGoal.firstWords))
  var until: String?

  @Flag(help: "Replace addresses, titles and all other words by numbers.")
  var redact = false

  @Option(help: ArgumentHelp("Steps that may be taken while shrinking.", valueName: "count"))
  var budget = 5_000_000

  @OptionGroup var progress: ProgressOption

  @Flag(help: "Print one JSON object.")
  var json = false

  func validate() throws {
    guard budget > 0 else { throw ValidationError("--budget is a number of steps: give 1 or more.") }
    _ = try goal()
  }

  func run() throws {
    progress.begin()
    let work = TriageWork(path: trace, goal: try goal(), folder: folder, redacts: redact, budget: budget)
    let outcome: TriageOutcome
    do { outcome = try reportingTraceErrors(work.run) } catch let problem as TriageProblem {
      Talk.error(problem.description)
      throw Exit.differs.error
    } catch let error as CocoaError {
      Talk.error("\(folder): cannot be created: \(error.localizedDescription)")
      throw Exit.usage.error
    }
    let data = DataStream()
    if json {
      try data.line(outcome.json.line)
    } else {
      for line in TriageText(outcome: outcome, screen: .standardOutput).lines { try data.line(line) }
    }
    try data.flush()
    try outcome.exit.throwUnlessOK()
  }

  private func goal() throws -> ShrinkGoal? {
    guard let until else { return nil }
    do { return try ShrinkGoal(until) } catch { throw ValidationError("--until: \(error)") }
  }

  private var folder: String {
    if let output { return output.isEmpty ? "." : output }
    guard trace != "-", let slash = trace.lastIndex(of: "/") else { return "." }
    return slash == trace.startIndex ? "/" : String(trace[..<slash])
  }
}
