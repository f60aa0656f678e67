import ArgumentParser
import Foundation
import PlayerCore
import PlayerTesting
import PlayerText
import PlayerTrace

/// `tapedeck blame`: which inputs decided how it ended?
struct Blame: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Find the single inputs that decide how a run ends.",
    discussion: """
      Leaves out each input in turn and replays the rest. Then shifts each input in time, earlier and later, and \
      finds the smallest shift that changes the outcome: by doubling from 1 ms, then by bisection to the millisecond. \
      Two runs have the same outcome when state, phase, failure and number of stalls are the same.

      As in 'tapedeck what-if', engine reports stay as recorded and deadlines follow the player. A shifted input \
      moves past its neighbours to its new instant, within the first and last instant of the run. An engine report \
      never moves before the command that it answers. If an outcome changes more than once, a smaller shift between \
      two tried ones is missed.

      The cost grows with the square of the number of inputs; --budget limits it. Ctrl-C stops and prints what was \
      found so far.

      EXIT CODES
        0    everything was tried
        1    the budget ran out
        2    wrong usage
        3    a damaged file, or one that cannot be replayed
        130  interrupted

      JSON
      One object: trace, outcome (state, phase, failure, stallCount), steps, complete, tried (without, shifted: \
      steps), inputs (step, instant, input and, where they change the outcome, without, earlier, later: each with \
      outcome and edits, shifts also with by). Times are microseconds. Edits are arguments for 'tapedeck what-if', \
      which shows that run.

      EXAMPLES
        tapedeck blame stall.trace
        tapedeck blame stall.trace --budget 500000000
        tapedeck blame stall.trace --json | jq '.inputs[] | select(.later)'
      """)

  @Argument(
    help: ArgumentHelp("A trace, text or binary; - is standard input.", valueName: "trace"),
    completion: .file())
  var trace: String

  @Option(help: ArgumentHelp("Replay at most this many inputs in total.", valueName: "count"))
  var budget = RunBlame.budget

  @OptionGroup var progress: ProgressOption

  @Flag(help: "Print one JSON object.")
  var json = false

  /// Inputs between two checks of the stop signal.
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
