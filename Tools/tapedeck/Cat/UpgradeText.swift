import PlayerCore
import PlayerTrace

/// The outcome of an upgrade as human-readable text.
struct UpgradeText {
  private let report: TraceUpgrade.Report
  private let header: TraceHeader
  private let trace: String
  private static let limit = 20

  init(_ report: TraceUpgrade.Report, _ header: TraceHeader, _ trace: String) {
    self.report = report
    self.header = header
    self.trace = Printable.text(trace)
  }

  var lines: [String] {
    var lines = ["\(trace): \(NumberText.counted(report.steps, "step")) run by this version, \(verdict)"]
    for setting in report.foreignSettings {
      lines.append(
        "  left out: the setting \(Printable.text(setting.name)) = \(setting.value), which this version lacks")
    }
    for difference in report.differences.prefix(Self.limit) {
      let place = "  step \(difference.step) at \(TraceTime.stamp(difference.instant))"
      lines += difference.fields.map { field in
        "\(place): \(field.field): the trace has \(Printable.text(field.expected)), this version \(Printable.text(field.found))"
      }
    }
    let rest = report.differingSteps - Int64(min(Self.limit, report.differences.count))
    if rest > 0 { lines.append("  and \(NumberText.counted(rest, "step")) more") }
    if !report.uncompared.isEmpty {
      let names = report.uncompared.keys.sorted().prefix(Self.limit).map { Printable.text($0) }
      lines.append("  not compared, because only one of the two versions has it: \(names.joined(separator: ", "))")
    }
    if let loss = report.loss { lines.append("  torn: \(loss)") }
    return lines
  }

  private var verdict: String {
    guard header.hasOutputs else { return "no outputs were recorded" }
    let behaviour =
      report.isOtherBehaviour
      ? " (recorded with behaviour \(header.behaviour), this is \(Vocabulary.behaviourVersion))" : ""
    if report.differingSteps == 0 { return "every output is the same\(behaviour)" }
    return "\(NumberText.counted(report.differingSteps, "step")) with other outputs\(behaviour):"
  }
}
