import ArgumentParser
import Foundation
import PlayerCore
import PlayerTesting
import PlayerTrace
import ReducerTesting

/// `tapedeck shrink`: the smallest trace in which the same thing goes wrong.
struct Shrink: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make a trace or scenario as small as possible while the same thing still happens.",
    discussion: """
      Deletes steps, resets settings, and brings values and times nearer to zero while the trace still breaks the \
      same property. The result is proven minimal: no step can be left out and no value made simpler. Prints what \
      each step is needed for. The original is never changed. Steps have the numbers of the written trace ('tapedeck \
      check', 'replay', 'at').

      --until names what must still happen: the id of a property ('tapedeck check --list'), or the name of a \
      notification or engine command and words that its values must contain: 'stallBegan', 'failed stuckSeeking', \
      'failed detail=503', 'seekBegan target=30000000' ('tapedeck cat TRACE' shows names and values). A word is a \
      whole value, or field=value; one that the message cannot have is wrong usage. Without --until it is the first \
      property that breaks.

      A scenario (a file named .yaml or .yml) is shrunk as a scenario: steps, faults, network periods, tracks, \
      segments, settings and expectations go; times and positions become earlier, never less round. Without --until, \
      the first failing expectation must still fail in the same way with all earlier ones met; if none fails, the \
      first property that breaks counts ('tapedeck simulate --check').

      Ctrl-C stops at any time and writes the result so far. A second Ctrl-C ends the program at once.

      EXIT CODES
        0    done
        1    the trace does not do that, or the budget ran out before the result was
             proven minimal
        2    wrong usage, the trace itself as --output, or a place that cannot be
             written to
        3    a damaged trace
        130  interrupted before the result was proven minimal

      JSON
      One object: trace, until, detail, steps, shrunkSteps, minimal, verdict, executions, executedSteps, script, \
      stepNumbers, output.

      EXAMPLES
        tapedeck shrink field.trace
        tapedeck shrink field.trace --until plays-although-paused --output bug.trace
        tapedeck shrink field.trace --until 'failed stuckSeeking'
        tapedeck shrink train.yaml
        tapedeck shrink train.yaml --until stallBegan --output stall.yaml
      """)

  @Argument(
    help: ArgumentHelp("A trace, text or binary, or a scenario; - is a trace on standard input.", valueName: "trace"),
    completion: .file())
  var trace: String

  @Option(
    help: ArgumentHelp("What must still happen.", valueName: "property or words"),
    completion: .list(ShrinkGoal.firstWords))
  var until: String?

  @Option(
    help: ArgumentHelp("Do not check this property; may be repeated.", valueName: "id"),
    completion: PropertySelection.ids)
  var allow: [String] = []

  @Option(
    help: ArgumentHelp(
      "Write the result to this file; by default NAME.shrunk.trace.jsonl or NAME.shrunk.yaml beside the original, if there is none.",
      valueName: "file"), completion: .file())
  var output: String?

  @Option(help: ArgumentHelp("Take at most this many steps while trying; for a scenario, inputs.", valueName: "count"))
  var budget = TraceShrink.budget

  @OptionGroup var progress: ProgressOption

  @Flag(help: "Print one JSON object.")
  var json = false

  func validate() throws {
    guard budget > 0 else { throw ValidationError("--budget is a number of steps: give 1 or more.") }
    if output == "-", json { throw ValidationError("--output - and --json both want standard output; drop one.") }
    _ = try goal()
  }

  func run() throws {
    progress.begin()
    let goal = try goal()
    try reportingTraceErrors {
      if let error = TraceError.ofOpening(trace) { throw error }
      if output == nil { try WholeFile.checkUnnamed(destination) }
      try WholeFile.check(destination, sparing: [trace])
    }
    if ScenarioShrink.isScenario(trace) {
      return try ScenarioShrink(scenario: trace, output: destination, budget: budget, json: json)
        .run(goal, allowing: allow)
    }
    let work = try reportingTraceErrors {
      var reader = try TraceReader(path: trace)
      return try TraceShrink(&reader, goal)
    }
    let meter = ShrinkMeter(work.stepCount)
    let shrunk = work.shrink(budget: budget, progress: meter.show)
    meter.clear()
    guard let shrunk else {
      if meter.isStopped { throw ExitCode(128 + SIGINT) }
      Talk.error("\(Printable.text(trace)): \(goal.complaint)")
      throw Exit.differs.error
    }
    let property = shrunk.finding.violation.property
    try ShrunkFile.write(
      work.trace(of: shrunk.session, breaking: property, TraceForm(output: destination)), to: destination, from: [trace]
    )
    try ShrinkReport(
      trace: trace, output: destination, model: goal.model, until: until, shrunk: shrunk,
      stepCount: work.stepCount,
      followUps: [
        "replay": goal.model.replayCommand(for: destination, breaking: property),
        "explain": goal.model.explainCommand(for: destination),
      ]
    ).tell(json: json)
  }

  private func goal() throws -> ShrinkGoal {
    do { return try ShrinkGoal(until, allowing: allow) } catch {
      throw ValidationError(allow.contains { PlayerProperty.named($0) == nil } ? "\(error)" : "--until: \(error)")
    }
  }

  private var destination: String {
    if let output { return output }
    if trace == "-" { return "standard-input.shrunk.trace.jsonl" }
    if ScenarioShrink.isScenario(trace) { return ScenarioShrink.destination(of: trace) }
    var stem = trace
    for ending in [".jsonl", ".trace"] where stem.hasSuffix(ending) { stem.removeLast(ending.count) }
    return stem + ".shrunk.trace.jsonl"
  }
}
