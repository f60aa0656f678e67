import ArgumentParser
import PlayerCore
import PlayerText
import PlayerTrace

/// `tapedeck replay`: does the core still behave as it did?
struct Replay: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Feed the inputs of traces to a new player and compare everything that comes out.",
    discussion: """
      Prints one line per trace and, for a difference, the first record that differs: the place, the field, what was \
      expected (the trace), what came (the replay), the state, and the steps that led to it. Needs no media and no \
      network.

      An unfinished trace is verified as far as it goes. A trace of another version is verified by the names of \
      messages and fields; what only one of the versions has is listed as not compared. If this version lacks one of \
      the inputs, the replay stops there and reports it. Several traces are all verified.

      EXIT CODES
        0  all are equal
        1  a difference, or an input that this version lacks
        2  a file that cannot be opened, or --from and --until leave nothing to
           compare
        3  a damaged file, also one with something after the end record; of several
           traces the worst code counts

      JSON
      One object per trace: trace, verdict (ok, differs, unfollowed, damaged, unusable), extent (finished, \
      interrupted, failed, unfinished, torn, cut), inputs, outputs, checkpoints, start, lastStep, lastInstant, wall, \
      digest, digestsCompared, uncompared, foreignSettings, unfollowed (step, instant, offset, line, input, lacks), \
      bytesLost, error, difference (kind, step, instant, offset, line, output, expected, got, fields, context). Times \
      are microseconds.

      EXAMPLES
        tapedeck replay Traces/*.trace
        tapedeck replay episode.trace --until 120
        tapedeck replay episode.trace --from 1:30 --until 2:00
        tapedeck replay episode.trace --json | jq .verdict
      """)

  @Argument(help: ArgumentHelp("Traces, text or binary; - is standard input.", valueName: "trace"), completion: .file())
  var traces: [String]

  @Option(help: ArgumentHelp("Stop after this step or instant.", valueName: "place"))
  var until: TracePlace?

  @Option(
    help: ArgumentHelp(
      "Begin with the last checkpoint that is not after this step or instant, instead of the beginning.",
      valueName: "place"))
  var from: TracePlace?

  @Flag(help: "Count an unfinished or torn trace as damaged.")
  var complete = false

  @Flag(help: "Print one JSON object per trace.")
  var json = false

  func validate() throws {
    if let problem = TracePlace.problem(from: from, until: until) { throw ValidationError(problem) }
  }

  func run() throws {
    let output = DataStream()
    let verification = Verification(from: from, until: until, needsEnd: complete)
    let screen = Screen.standardOutput
    var worst = Exit.ok
    var counts: [ReplayVerdict: Int64] = [:]
    for trace in traces {
      let outcome = verification.verify(trace)
      worst = worst.worse(outcome.exit)
      counts[outcome.verdict, default: 0] += 1
      if let error = outcome.error { Talk.error(error) }
      if json {
        try output.line(outcome.json.line)
      } else if outcome.report != nil {
        for line in ReplayText(outcome: outcome, screen: screen).lines { try output.line(line) }
      }
      try output.flush()
      if outcome.verdict == .ok, outcome.report?.steps == 0 {
        Talk.line("warning: \(Printable.text(trace)): no input was replayed, so nothing was verified")
      }
    }
    if traces.count > 1 { Talk.line(summary(counts)) }
    try worst.throwUnlessOK()
  }

  private func summary(_ counts: [ReplayVerdict: Int64]) -> String {
    let parts = ReplayVerdict.allCases.compactMap { verdict in
      counts[verdict].map { "\(NumberText.grouped($0)) \(verdict.rawValue)" }
    }
    return "\(NumberText.counted(Int64(traces.count), "trace")): \(parts.joined(separator: ", "))"
  }
}
