import PlayerCore
import PlayerTesting
import PlayerTrace

/// The outcome of a triage as human-readable text: the actions, the findings, and the next command.
struct TriageText {
  let outcome: TriageOutcome
  let screen: Screen

  var lines: [String] {
    [head] + damage + replay + check + finding + waiting + regression + ["", row("next", outcome.next)]
  }

  private var trace: SalvagedTrace { outcome.trace }

  private func row(_ title: String, _ text: String) -> String { "\(title.padded(to: 10))\(text)" }

  private var head: String {
    let header = trace.header
    let origin = [header.tool, header.engine].filter { !$0.isEmpty }.map { Printable.text($0) }.joined(separator: ", ")
    let size = "\(NumberText.counted(trace.steps, "input")) in \(TraceTime.span(trace.span))"
    return "\(Style.bold(Printable.text(trace.name), screen)): \(size)\(origin.isEmpty ? "" : " (\(origin))")"
  }

  private var damage: [String] {
    if let damage = trace.damage {
      return [
        row("damage", Style.red(Printable.text(damage.sentence), screen)), row("", "what comes before it is triaged"),
      ]
    }
    return trace.loss.map { [row("torn", "\($0)")] } ?? []
  }

  private var replay: [String] {
    if let difference = outcome.replay.report?.difference {
      let place = "step \(difference.number) at \(TraceTime.stamp(difference.instant))"
      return [row("replay", "\(Style.red("first difference", screen)): \(place)")]
    }
    if let error = outcome.replay.error { return [row("replay", Printable.text(error.sentence))] }
    return [row("replay", "every output as recorded")]
  }

  private var check: [String] {
    guard let report = outcome.check.report else {
      return outcome.check.error.map { [row("check", Printable.text($0.sentence))] } ?? []
    }
    guard report.issueCount > 0 else { return [row("check", "every property holds")] }
    let issues = report.issues.prefix(Self.limit).map { issue in
      "\(Style.bold(issue.property.id, screen)) (\(issue.property.severity.name)) at step \(issue.step): "
        + Printable.text(issue.detail)
    }
    let rest = report.issueCount - issues.count
    let more = rest > 0 ? [row("", "and \(NumberText.grouped(Int64(rest))) more: 'tapedeck check' lists them")] : []
    return issues.enumerated().map { row($0.offset == 0 ? "check" : "", $0.element) } + more
  }

  private static let limit = 5

  private var finding: [String] {
    guard let finding = outcome.finding else {
      return [row("found", Style.green("nothing: no failure, no stall, no broken property", screen))]
    }
    var lines = [row("found", "\(Style.red(finding.words, screen)) at step \(finding.step)")]
    guard let explanation = outcome.explanation else { return lines }
    let text = ExplanationText(explanation, trace.name, trace.names).lines
    lines += ["", "why"] + text.dropFirst().prefix(Self.explanationLimit).map { "  \($0)" }
    if text.count > Self.explanationLimit + 1 {
      lines.append("  … 'tapedeck explain' shows \(text.count - 1 - Self.explanationLimit) more lines")
    }
    return lines
  }

  private static let explanationLimit = 24

  /// Requested playback that does not start, at the end of the trace.
  private var waiting: [String] {
    guard let waiting = outcome.waiting else { return [] }
    let words = CauseWords(trace.names.text)
    let reasons = waiting.hindrances.map { words.words($0, waiting.after) }.joined(separator: "; ")
    return [row("end", "playback is requested, but nothing plays: \(reasons)")]
  }

  private var regression: [String] {
    if let complaint = outcome.complaint { return ["", row("shrunk", "no: \(Printable.text(complaint))")] }
    guard let regression = outcome.regression, let files = outcome.files else { return [] }
    let proof =
      regression.isMinimal
      ? "nothing can be left out"
      : regression.isStopped ? "stopped before all was tried" : "more --budget may give less"
    var lines = [
      "", row("shrunk", "\(NumberText.counted(trace.steps, "step")), \(regression.stepCount) left (\(proof))"),
    ]
    lines += regression.lines.map { "  \(Printable.text($0))" }
    lines += ["", row("trace", Printable.text(files.trace))]
    let use =
      switch regression.verdict {
      case .failsUntilFixed: "fails with --check until the property holds"
      case .passesWhileReported: "passes as long as the same is reported"
      case .showsSomethingElse: ""
      }
    let none = "not written: it does not happen in a scenario"
    lines.append(row("scenario", files.scenario.map { "\(Printable.text($0)): \(use)" } ?? none))
    return lines
  }
}
