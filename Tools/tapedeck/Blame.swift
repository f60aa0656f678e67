import ArgumentParser
import Foundation
import PlayerCore
import PlayerTesting
import PlayerText
import PlayerTrace

/// `tapedeck blame`: which inputs decided how it ended?
struct Blame: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Find the single inputs that decide how a run ends: without them, or at another time, it ends otherwise.",
    discussion: """
      Leaves out each input in turn and replays the rest; then shifts each one in time, earlier and later, and finds the \
      smallest shift that flips the outcome: by doubling from 1 ms, then by bisection to the millisecond. Runs end alike \
      when state, phase, failure and number of stalls are the same.

      As in 'tapedeck what-if', what the engine reported stays as it was recorded, and deadlines follow the player. A \
      shifted input passes its neighbours and takes its place by its instant, up to the first and the last instant of \
      the run. A report of the engine does not come before the command it answers. An outcome may flip more than once: a \
      smaller shift that lies between two that were tried is missed.

      The cost grows with the square of the number of inputs: --budget bounds it. Ctrl-C stops; what was found by then \
      is printed.

      Exit codes: 0 everything was tried, 1 the budget was used up before, 2 wrong usage, 3 a damaged file, or one that \
      cannot be replayed, 130 stopped.

      JSON: trace, outcome (state, phase, failure, stallCount), steps, complete, tried (without, shifted: steps), inputs \
      (step, instant, input, and as far as it flips the outcome: without, earlier, later: outcome, edits, of shifts also \
      by). Times are microseconds; edits are arguments for 'tapedeck what-if', which shows that run.

      EXAMPLES
        tapedeck blame stall.trace
        tapedeck blame stall.trace --budget 500000000
        tapedeck blame stall.trace --json | jq '.inputs[] | select(.later) | {step, by: .later.by}'
      """)

  @Argument(help: ArgumentHelp("A trace of either form; - is standard input.", valueName: "trace"))
  var trace: String

  @Option(help: ArgumentHelp("Inputs that may be replayed in all.", valueName: "count"))
  var budget = RunBlame.budget

  @OptionGroup var progress: ProgressOption

  @Flag(help: "Print one JSON object.")
  var json = false

  /// Inputs between two looks at the signal to stop.
  private static let piece = 100_000

  func validate() throws {
    guard budget > 0 else { throw ValidationError("--budget is a number of inputs: give 1 or more.") }
  }

  func run() throws {
    progress.begin()
    let stop = StopSignal()
    let line = ProgressLine()
    let view = try reportingTraceErrors { try read() }
    var blame = RunBlame(view, budget: budget)
    while !stop.isRaised, blame.advance(Self.piece) {
      line.show { "\(Int(blame.progress * 100)) % tried, \(NumberText.grouped(Int64(blame.spent))) inputs replayed" }
    }
    line.clear()
    let output = DataStream()
    if json {
      guard case .object(var report) = blame.report else { return }
      report["trace"] = .text(trace)
      try output.line(JSONValue.object(report).line)
    } else {
      for line in BlameText(blame, view, trace).lines { try output.line(line) }
    }
    try output.flush()
    if blame.isComplete { return }
    throw stop.isRaised ? ExitCode(128 + SIGINT) : Exit.differs.error
  }

  private func read() throws(TraceError) -> ViewedRun {
    var view = try ViewedRun(try TraceReader(path: trace))
    while view.read(atMost: 10_000) {}
    if let problem = view.problem { throw problem }
    return view
  }
}
