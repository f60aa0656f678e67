import PlayerTesting
import ReducerTesting
import PlayerTrace

/// The findings of a check as human-readable text.
struct CheckText {
  var outcome: CheckOutcome
  var screen: Screen

  var lines: [String] {
    guard let report = outcome.report else { return [] }
    let name = Printable.text(outcome.trace)
    let extent = report.loss == nil ? "" : ", the end of the file is torn"
    let inputs = outcome.isObserved ? "observed step" : "input"
    let size = "\(NumberText.counted(report.steps, inputs)), \(NumberText.counted(report.outputs, "output"))"
    guard report.issueCount > 0 else { return ["\(Style.green("ok", screen))  \(name): \(size)\(extent)"] }
    let count = NumberText.counted(Int64(report.issueCount), "issue")
    var lines = ["\(Style.red(count, screen))  \(name): \(size)\(extent)"]
    if report.isOtherBehaviour {
      lines.append("  recorded by a core of another behaviour version: different outputs may be correct")
    }
    for issue in report.issues { lines += text(of: issue) }
    if report.issueCount > report.issues.count {
      let rest = NumberText.grouped(Int64(report.issueCount - report.issues.count))
      lines.append("  and \(rest) more of the same properties (--limit shows more)")
    }
    let step = report.issues.first.map { ":\($0.step)" } ?? ""
    if outcome.trace != "-", !outcome.isObserved {
      lines.append("  why: tapedeck explain \(ShellWord.quoted(outcome.trace + step))")
    }
    return lines
  }

  private func text(of issue: TraceIssue) -> [String] {
    let line = issue.line.map { ", line \($0) of the log" } ?? ""
    let place = "step \(issue.step) at \(TraceTime.stamp(issue.instant))\(line)"
    let severity = PropertyList.styled(issue.property.severity, screen)
    var lines = ["  \(severity)  \(Style.bold(issue.property.id, screen))  \(place)"]
    lines.append("    must hold: \(issue.property.title)\(source(issue.property))")
    if !issue.detail.isEmpty { lines.append("    seen: \(Printable.text(issue.detail))") }
    return lines
  }

  private func source(_ property: PlayerProperty) -> String {
    property.source.isEmpty ? "" : Style.dim(" (\(property.sourcePaths.joined(separator: ", ")))", screen)
  }
}

/// The properties, as `--list` shows them.
struct PropertyList {
  var properties: [PlayerProperty]
  var screen: Screen

  func lines(json: Bool) -> [String] {
    if json { return properties.compactMap { try? JSONLine.text(PropertyJSON($0)) } }
    let width = properties.map(\.id.count).max() ?? 0
    let needsWidth = properties.map(\.needs.rawValue.count).max() ?? 0
    return properties.map { property in
      let id = Self.padded(property.id, width)
      let needs = Style.dim(Self.padded(property.needs.rawValue, needsWidth), screen)
      return "\(id)  \(Self.styled(property.severity, screen))  \(needs)  \(property.title)\(rest(property))"
    }
  }

  /// The inputs that can break it, unless all can, and its source.
  private func rest(_ property: PlayerProperty) -> String {
    let inputs =
      property.inputs == .all || property.inputs.names.isEmpty
      ? "" : "  at: " + property.inputs.names.joined(separator: ", ")
    let paths = property.sourcePaths.joined(separator: ", ")
    return Style.dim(inputs + (paths.isEmpty ? "" : "  (\(paths))"), screen)
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: width - text.count)
  }

  /// As wide as the longest.
  static func styled(_ severity: PlayerProperty.Severity, _ screen: Screen) -> String {
    switch severity {
    case .warning: Style.dim("warning ", screen)
    case .error: Style.yellow("error   ", screen)
    case .critical: Style.red("critical", screen)
    }
  }
}
