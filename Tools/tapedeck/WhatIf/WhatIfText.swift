import PlayerCore
import PlayerText
import PlayerTrace

/// The differences of the edited run as human-readable text.
struct WhatIfText {
  private let trace: String
  private let output: DataStream
  private let screen = Screen.standardOutput
  private var steps: StepList

  init(_ trace: String, _ names: TraceNames, limit: Int, context: Int, output: DataStream = DataStream()) {
    self.trace = trace
    self.output = output
    let messages = MessageText(names: names)
    let text = StepDifferenceText(
      screen: screen, messagesA: messages, messagesB: messages, nameA: "as recorded", nameB: "as edited")
    steps = StepList(text, output, limit: limit, context: context)
  }

  /// Writes everything; returns whether there are no differences.
  mutating func write(_ run: inout Counterfactual, progress: (Int64) -> Void) throws -> Bool {
    try output.line("\(Style.red("- as recorded", screen))  \(Printable.text(trace))")
    try output.line(Style.green("+ as edited", screen))
    while let step = try run.next() {
      try steps.take(step)
      if steps.counts.total % 4_096 == 0 { progress(run.bytesRead) }
    }
    try steps.writeOmitted()
    let isEqual = steps.counts.isEqual
    let (recorded, edited) = run.endings
    try output.line("at the end, \(TraceTime.stamp(run.lastInstant))")
    if recorded == edited {
      try output.line("  both: \(recorded)")
    } else {
      try output.line(Style.red("- \(recorded)", screen))
      try output.line(Style.green("+ \(edited)", screen))
    }
    try output.line(isEqual ? "nothing would have been different: \(summary)" : summary)
    try output.flush()
    return isEqual
  }

  private var summary: String {
    steps.counts.sentence.replacing("only in A", with: "only as recorded").replacing(
      "only in B", with: "only as edited")
  }
}

extension Counterfactual {
  /// The states of both runs after the last step, in a line each.
  var endings: (recorded: String, edited: String) {
    (
      PlayerSummary(of: recorded, at: lastInstant).sentence, PlayerSummary(of: edited, at: lastInstant).sentence
    )
  }
}

/// The differences of the edited run as JSON. Times are microseconds.
enum WhatIfJSON {
  static func report(
    _ run: inout Counterfactual, _ trace: String, limit: Int, output: String?, progress: (Int64) -> Void
  ) throws -> (isEqual: Bool, json: JSONValue) {
    var comparison = ComparisonReport(limit: limit)
    while let step = try run.next() {
      comparison.take(step)
      if comparison.counts.total % 4_096 == 0 { progress(run.bytesRead) }
    }
    var report = comparison.values
    report["trace"] = .text(trace)
    report["equal"] = .flag(comparison.counts.isEqual)
    report["end"] = .object(["recorded": .text(run.endings.recorded), "edited": .text(run.endings.edited)])
    report["output"] = output.map { .text($0) }
    return (comparison.counts.isEqual, .object(report))
  }
}
