import ArgumentParser
import PlayerText
import PlayerTrace

/// `tapedeck info`: what is in a trace?
struct Info: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what traces contain: header, sources, counts, duration, verdict and size.",
    discussion: """
      Reads traces without replaying them. A trace is finished when it has an end record, unfinished when it has none \
      (its recorder was killed or is still running), and torn when it breaks off inside a record.

      EXIT CODES
        0  read
        2  a file that cannot be opened
        3  a damaged file; of several files the worst code counts

      JSON
      One object per trace: trace, form, version, vocabulary, behaviour, engine, tool, note, recordedAt, isExcerpt, \
      isRedacted, isObserved, settings, hasMore and lacks (how the vocabulary of another version differs from this one's), items, \
      inputs and outputs (total and by kind), inputNames and outputNames (by name), checkpoints, marks, firstStep, \
      lastStep, duration, verdict, digest, bytes, bytesLost, error. Times are microseconds.

      EXAMPLES
        tapedeck info episode.trace
        tapedeck info --messages episode.trace
        tapedeck info --json Traces/*.trace | jq -r .trace
      """)

  @Argument(help: ArgumentHelp("Traces, text or binary; - is standard input.", valueName: "trace"), completion: .file())
  var traces: [String]

  @Flag(help: "Count each kind of message by name, too.")
  var messages = false

  @Flag(help: "Print one JSON object per trace.")
  var json = false

  func run() throws {
    let output = DataStream()
    var worst = Exit.ok
    for (index, trace) in traces.enumerated() {
      do {
        let summary = try TraceSummary(path: trace)
        if json {
          try output.line(try JSONLine.text(InfoJSON(summary)))
        } else {
          if index > 0 { try output.line() }
          for line in InfoText(summary, showsMessages: messages).lines { try output.line(line) }
        }
        if let damage = summary.damage { worst = worst.worse(Self.report(damage)) }
      } catch let error as TraceError {
        worst = worst.worse(Self.report(error))
        if json { try output.line(JSONValue.object(["trace": .text(trace), "error": ErrorReport(error).json]).line) }
      }
      try output.flush()
    }
    try worst.throwUnlessOK()
  }

  private static func report(_ error: TraceError) -> Exit {
    Talk.error(ErrorReport(error))
    return error.exit
  }
}
