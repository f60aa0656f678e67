import PlayerTesting
import PlayerTrace

/// The outcome of the check of one trace.
struct CheckOutcome {
  enum Verdict: String {
    case ok
    case issues
    /// The content is not that of a trace this program can read.
    case damaged
    /// The file could not be opened, has no inputs, or cannot be replayed from its beginning.
    case unusable
  }

  var trace: String
  var verdict: Verdict
  var exit: Exit
  var error: ErrorReport?
  var report: TraceCheckReport?
  /// Whether it was made from the log of another player.
  var isObserved = false

  /// Never throws: a problem with one trace must not hide the others.
  init(of trace: String, _ checker: TraceChecker, _ observed: ObservedChecker) {
    self.init(of: trace, checker, observed) { () throws(TraceError) in try TraceReader(path: trace) }
  }

  /// The same for a trace opened by `open`.
  init(
    of trace: String, _ checker: TraceChecker, _ observed: ObservedChecker, open: () throws(TraceError) -> TraceReader
  ) {
    self.trace = trace
    let meter = ProgressMeter(trace)
    defer { meter.clear() }
    do {
      var reader = try open()
      isObserved = reader.header.isObserved
      let report =
        isObserved
        ? try observed.check(&reader, progress: meter.show) : try checker.check(&reader, progress: meter.show)
      guard report.steps > 0 else {
        error = ErrorReport(
          "\(trace): it has no \(isObserved ? "steps" : "inputs"), so nothing was checked. Give a trace of a run",
          kind: "noInputs", file: trace)
        (verdict, exit) = (.unusable, .usage)
        return
      }
      self.report = report
      verdict = report.issueCount == 0 ? .ok : .issues
      exit = report.issueCount == 0 ? .ok : .differs
    } catch {
      self.error = ErrorReport(error)
      exit = error.exit
      verdict = error.exit == .damaged ? .damaged : .unusable
    }
  }
}
