import PlayerCore
import PlayerTrace

/// The outcome of a replay for people: a line, and below it what differs.
struct ReplayText {
  let outcome: ReplayOutcome
  let screen: Screen

  var lines: [String] {
    guard let report = outcome.report else { return [] }
    guard let difference = report.difference else { return [line(report)] }
    return [line(report)] + DifferenceText(difference, report, outcome, screen).lines
  }

  private func line(_ report: ReplayReport) -> String {
    let verdict =
      switch outcome.verdict {
      case .ok: Style.green("ok", screen)
      case .differs: Style.red("DIFFERS", screen)
      case .damaged, .unusable: Style.red(outcome.verdict.rawValue, screen)
      }
    var parts = [
      "\(Printable.text(outcome.trace)): \(verdict)", NumberText.counted(report.steps, "input"), compared(report),
      "\(TraceTime.stamp(report.lastInstant)) in \(TraceTime.wall(outcome.wallMicroseconds))",
      "digest \(NumberText.hexadecimal(report.player.digest))",
    ]
    if outcome.lacksCheckpoint { parts.insert("from the beginning: there is no checkpoint that early", at: 1) }
    if report.start > 0 { parts.insert("from the checkpoint of step \(report.start)", at: 1) }
    if report.isOtherState { parts.append("digests not compared: recorded by a core with another state") }
    if let extent = outcome.extent { parts.append(Self.words(extent, report)) }
    return parts.joined(separator: ", ")
  }

  private func compared(_ report: ReplayReport) -> String {
    guard outcome.header?.hasOutputs ?? true else { return "no outputs recorded" }
    let checkpoints = report.checkpoints > 0 ? ", \(NumberText.counted(report.checkpoints, "checkpoint"))" : ""
    return NumberText.counted(report.outputs, "output") + checkpoints
  }

  private static func words(_ extent: TraceExtent, _ report: ReplayReport) -> String {
    switch extent {
    case .ended(let ending): ending.words
    case .unfinished: "UNFINISHED: there is no end record; everything up to step \(report.lastStep) was verified"
    case .torn(let loss): "TORN: \(loss)"
    case .cut: "stopped behind step \(report.lastStep), as asked"
    }
  }
}

extension TraceEnding {
  /// How the recording ended, in words.
  var words: String {
    switch self {
    case .finished: "finished"
    case .interrupted(let signal): "finished: interrupted by \(signal)"
    case .failed(let reason): "finished: \(Printable.text(reason))"
    }
  }
}
