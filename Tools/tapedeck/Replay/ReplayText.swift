import PlayerCore
import PlayerTrace

/// The outcome of a replay as human-readable text: a line, and below it the differences.
struct ReplayText {
  let outcome: ReplayOutcome
  let screen: Screen

  var lines: [String] {
    guard let report = outcome.report else { return [] }
    let lines = [line(report)] + uncompared(report)
    if let input = report.unfollowed { return lines + unfollowed(input) }
    guard let difference = report.difference else { return lines }
    return lines + DifferenceText(difference, report, outcome, screen).lines
  }

  /// The parts of another version's trace that were not compared.
  private func uncompared(_ report: ReplayReport) -> [String] {
    guard outcome.header?.origin != nil else { return [] }
    var lines: [String] = []
    for setting in report.foreignSettings {
      lines.append(
        "  left out: the setting \(Printable.text(setting.name)) = \(setting.value), which this version lacks")
    }
    let names = report.uncompared.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let words = names.prefix(Self.nameLimit).map { "\(Printable.text($0.key)) (\(NumberText.grouped($0.value)))" }
    let rest = names.count > Self.nameLimit ? " and \(names.count - Self.nameLimit) more" : ""
    if !words.isEmpty {
      lines.append(
        "  not compared, because only one of the two versions has it: \(words.joined(separator: ", "))\(rest)")
    }
    return lines
  }

  private static let nameLimit = 12

  private func unfollowed(_ input: ReplayReport.UnfollowedInput) -> [String] {
    let trace = Printable.text(outcome.trace)
    let place = outcome.line.map { "\(trace):\($0)" } ?? "\(trace): byte \(input.offset)"
    let tool = outcome.header?.tool ?? ""
    return [
      "  \(place): step \(input.step) at \(TraceTime.stamp(input.instant)): this version cannot follow the input "
        + Printable.text("\(input.message)"),
      "    it lacks \(Printable.text(input.lacks.joined(separator: ", "))). Replay it with the version that recorded it"
        + (tool.isEmpty ? "" : " (\(Printable.text(tool)))") + "; 'tapedeck cat' shows the rest",
    ]
  }

  private func line(_ report: ReplayReport) -> String {
    let verdict =
      switch outcome.verdict {
      case .ok: Style.green("ok", screen)
      case .differs: Style.red("DIFFERS", screen)
      case .unfollowed: Style.red("CANNOT FOLLOW", screen)
      case .damaged, .unusable: Style.red(outcome.verdict.rawValue, screen)
      }
    var parts = [
      "\(Printable.text(outcome.trace)): \(verdict)", NumberText.counted(report.steps, "input"), compared(report),
      "\(TraceTime.stamp(report.lastInstant)) in \(TraceTime.wall(outcome.wallMicroseconds))",
      "digest \(NumberText.hexadecimal(report.player.digest))",
    ]
    if outcome.lacksCheckpoint { parts.insert("from the beginning: there is no checkpoint that early", at: 1) }
    if report.start > 0 { parts.insert("from the checkpoint of step \(report.start)", at: 1) }
    if report.isOtherState {
      parts.append("checkpoints and digests not compared: recorded by a core with another state")
    }
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
    case .cut where report.unfollowed != nil: "everything up to step \(report.lastStep) was verified"
    case .cut: "stopped after step \(report.lastStep), as asked"
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
