import ArgumentParser
import PlayerCore
import PlayerTesting
import PlayerText
import PlayerTrace

/// `tapedeck what-if`: how would the run have ended with other inputs?
struct WhatIf: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "what-if",
    abstract: "Replay a trace with other inputs or settings, and show what would have been different.",
    discussion: """
      Steps keep their order and their instants. Engine reports stay as recorded, because no engine runs: where an \
      edit would have led the engine elsewhere, the player drops its late reports, and the output shows that. \
      Deadlines follow the player: recorded deadlines that the player no longer has are dropped, new ones are served \
      when they are due, up to the end of the trace or to --until.

      In the output, - marks the recorded run (replayed), + the edited one. An input to insert is a line of a text \
      trace ('tapedeck cat TRACE' shows them): {"e":"pause"} is enough; request and epoch get a number, and t \
      defaults to the instant of the step before. A field is one of the input's, or 'instant'; times are \
      microseconds, or have a unit (2s, 1:30).

      EXIT CODES
        0  nothing would have been different
        1  something would
        2  wrong usage
        3  a damaged file

      JSON
      One object: trace, equal, steps (equal, changed, onlyA, onlyB), differences (as in 'tapedeck diff'; a is the \
      recorded run, b the edited one), omitted, end (recorded, edited: the states after the last step), output.

      EXAMPLES
        tapedeck what-if stall.trace --set rebuffer=5s
        tapedeck what-if stall.trace --skip 22 --until 2:00
        tapedeck what-if stall.trace --insert '22:{"e":"pause"}' -o paused.trace
        tapedeck what-if seek.trace --at 29:offset=30s --at 29:instant=4s
        tapedeck what-if seek.trace --skip 5,9-12 --json | jq .end
      """)

  @Argument(
    help: ArgumentHelp("A trace, text or binary; - is standard input.", valueName: "trace"),
    completion: .file())
  var trace: String

  @Option(help: ArgumentHelp("Leave out these steps: 12, 12,15 or 12-15.", valueName: "steps"))
  var skip: [String] = []

  @Option(help: ArgumentHelp("Insert an input after step N; 0 is before the first.", valueName: "N:input"))
  var insert: [String] = []

  @Option(name: .customLong("set"), help: ArgumentHelp("Change a setting for the whole run.", valueName: "name=value"))
  var settings: [String] = []

  @Option(help: ArgumentHelp("Change a field of the input of step N.", valueName: "N:field=value"))
  var at: [String] = []

  @Option(help: ArgumentHelp("Continue serving deadlines up to this instant of the run.", valueName: "instant"))
  var until: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write the edited run to this file; .jsonl means text.", valueName: "file"), completion: .file())
  var output: String?

  @Option(help: ArgumentHelp("Show at most this many different steps.", valueName: "count"))
  var limit = 100

  @Option(help: ArgumentHelp("Show this many equal steps around each difference.", valueName: "count"))
  var context = 2

  @Flag(help: "Print one JSON object.")
  var json = false

  func validate() throws {
    guard limit >= 0, context >= 0, context <= 1_000 else {
      throw ValidationError("--limit and --context are counts: give 0 or more, and at most 1000 steps of context.")
    }
    if output == "-", json { throw ValidationError("--output - and --json both want standard output; drop one.") }
    _ = try edits()
  }

  func run() throws {
    let edits = try edits()
    var isEqual = true
    do {
      isEqual = try reportingTraceErrors { try replay(edits) }
    } catch let problem as EditProblem {
      Talk.error("\(trace): \(problem). 'tapedeck cat \(ShellWord.quoted(trace))' shows the inputs and their fields")
      throw Exit.usage.error
    }
    if !isEqual { throw Exit.differs.error }
  }

  private func replay(_ edits: TraceEdits) throws -> Bool {
    let reader = try TraceReader(path: trace)
    let file = try output.map { try WholeFile(path: $0, sparing: [trace]) }
    let recorder = try file.map { file in
      try TraceRecorder(
        sink: file, form: TraceForm(output: output ?? "-"), header: Counterfactual.header(of: reader, edits),
        flushing: .whenFull)
    }
    var run = try Counterfactual(reader, edits, recorder: recorder)
    let meter = ProgressMeter(trace)
    defer { meter.clear() }
    let names = try TraceNames(in: trace)
    let isEqual: Bool
    if json {
      let report = try WhatIfJSON.report(&run, trace, limit: limit, output: output, progress: meter.show)
      let stream = DataStream()
      try stream.line(report.json.line)
      try stream.flush()
      isEqual = report.isEqual
    } else {
      var report = WhatIfText(trace, names, limit: limit, context: context, output: DataStream(output == "-" ? 2 : 1))
      isEqual = try report.write(&run, progress: meter.show)
    }
    if let step = run.differsAt {
      Talk.line(
        "the recorded run is a replay that differs from the trace from step \(step) on. See 'tapedeck "
          + "replay \(ShellWord.quoted(trace))'")
    }
    try file?.commit()
    if let output, output != "-" { Talk.line("wrote \(output)") }
    return isEqual
  }
}
