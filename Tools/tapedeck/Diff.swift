import ArgumentParser
import PlayerCore
import PlayerText
import PlayerTrace

/// `tapedeck diff`: how do two traces differ?
struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show how two traces differ, step by step.",
    discussion: """
      Steps are matched by their inputs; a step that only one trace has does not shift the others. Items and texts \
      are compared by content, and running numbers (requests, epochs, seeks) by their distance. Remarks, dates and \
      the recording program are not compared.

      In the output, - marks the first trace, + the second. Equal outputs of a step that differs are shown, too. Both \
      traces are replayed to find the first difference between their states, shown after its step.

      --ignore takes the name of a field of any message (bytesRead), of one message (buffered.bytesRead), of a \
      message (tick), of the state (statistics.stallTime), or 'instant'; * stands for any characters, and commas \
      separate several names. For two recordings of one session on a real clock: --ignore \
      'instant,bytesRead,connected.*'.

      EXIT CODES
        0  equal
        1  different
        2  a file that cannot be opened
        3  a damaged file

      JSON
      One object: a, b, equal, settings, items (onlyA, onlyB), steps (equal, changed, onlyA, onlyB), differences (a, \
      b, fields, outputs), omitted, state (a, b, recorded, fields), end, lockstep. Times are microseconds.

      EXAMPLES
        tapedeck diff good.trace bad.trace
        tapedeck diff yesterday.trace today.trace --ignore 'instant,bytesRead'
        tapedeck diff a.trace b.trace --json | jq '.differences[0]'
      """)

  @Argument(help: ArgumentHelp("A trace, text or binary; - is standard input.", valueName: "A"), completion: .file())
  var first: String

  @Argument(help: ArgumentHelp("The trace to compare it with.", valueName: "B"), completion: .file())
  var second: String

  @Option(help: ArgumentHelp("Ignore differences in these fields, separated by commas.", valueName: "fields"))
  var ignore: [String] = []

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
    guard first != "-" || second != "-" else {
      throw ValidationError("Standard input holds one trace: give a file for the other.")
    }
  }

  func run() throws {
    let isEqual = try reportingTraceErrors {
      let (a, b) = (try TraceReader(path: first), try TraceReader(path: second))
      let ignored = try ignoredFields([a, b])
      let names = (try TraceNames(in: first), try TraceNames(in: second))
      let comparison = TraceComparison(a, b, ignoring: ignored)
      let meter = ProgressMeter(first, second)
      defer { meter.clear() }
      if json {
        var report = ComparisonReport(limit: limit)
        let items = ItemDifference(names.0, names.1)
        var comparison = comparison
        let (isEqual, json) = try report.report(
          &comparison, first, second, items: (items.onlyA, items.onlyB), progress: meter.show)
        let output = DataStream()
        try output.line(json.line)
        try output.flush()
        return isEqual
      }
      var report = DiffText(first, second, names, limit: limit, context: context)
      return try report.write(comparison, progress: meter.show)
    }
    if !isEqual { throw Exit.differs.error }
  }

  private func ignoredFields(_ traces: [TraceReader]) throws -> IgnoredFields {
    let patterns = ignore.flatMap { $0.split(separator: ",").map { String($0).trimmed } }
    do { return try IgnoredFields(patterns, in: traces) } catch {
      throw ValidationError(
        "--ignore '\(error.pattern)' names no field, message or state field. 'tapedeck at TRACE end --all' shows the "
          + "state's, 'tapedeck cat TRACE' the messages'.")
    }
  }
}

extension String {
  fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}
