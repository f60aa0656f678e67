import Foundation
import PlayerText
import PlayerTrace

/// A comparison of two groups, as text and as JSON.
struct ComparisonText {
  var comparison: GroupComparison
  var screen: Screen

  func lines(all: Bool) -> [String] {
    let found = comparison.differences
    let shown = all ? comparison.findings : found
    var lines: [String] = []
    if !shown.isEmpty {
      let titles = ["mean of A", "mean of B", "B − A", "95 % interval", "P(B > A)", "p"]
      let widths = [13, 13, 13, 29, 9, 9]
      let cells = zip(titles, widths).map { StatsTable.padded(left: $0, $1) }.joined(separator: " ")
      lines.append(Style.dim("  " + StatsTable.padded("metric", 31) + cells, screen))
    }
    for finding in shown { lines.append(line(finding)) }
    if !shown.isEmpty { lines.append("") }
    let count = NumberText.counted(Int64(comparison.findings.count), "metric")
    let differences =
      found.isEmpty
      ? "no difference that is more than chance" : NumberText.counted(Int64(found.count), "difference")
    lines.append("\(differences), among \(count) (p ≤ \(comparison.level), corrected by Holm)")
    if !comparison.tooFew.isEmpty {
      lines.append(
        Style.dim(
          "measured in fewer than \(GroupComparison.fewest) sessions of a group: "
            + comparison.tooFew.joined(separator: ", "), screen))
    }
    return lines
  }

  private func line(_ finding: GroupComparison.Finding) -> String {
    let unit = finding.metric.unit
    let mean = finding.difference
    let cells = [
      MetricText.mean(Self.distribution(finding.a), unit), MetricText.mean(Self.distribution(finding.b), unit),
      Self.number(mean.difference, unit),
      "\(Self.number(mean.lower, unit)) … \(Self.number(mean.upper, unit))",
      String(format: "%.3f", finding.test.superiority), String(format: "%.4f", finding.corrected),
    ]
    let text = zip(cells, [13, 13, 13, 29, 9, 9]).map { StatsTable.padded(left: $0, $1) }.joined(separator: " ")
    let isFound = finding.corrected <= comparison.level
    let name = "  " + StatsTable.padded(finding.metric.key.description, 31)
    guard isFound else { return Style.dim(name + text, screen) }
    switch finding.isWorse {
    case true: return name + text + "  " + Style.red("worse", screen)
    case false: return name + text + "  " + Style.green("better", screen)
    default: return name + text + "  other"
    }
  }

  private static func distribution(_ values: [Int64]) -> Distribution {
    var distribution = Distribution()
    for value in values { distribution.add(value) }
    return distribution
  }

  private static func number(_ value: Double, _ unit: SessionMetric.Unit) -> String {
    switch unit {
    case .flag: String(format: "%+.1f %%", value * 100)
    case .count: String(format: "%+.2f", value)
    default: (value >= 0 ? "+" : "") + MetricText.short(Int64(value.rounded()), unit)
    }
  }

  // MARK: JSON

  var json: String {
    let findings = comparison.findings.map(json)
    return "{\"level\":\(comparison.level),\"correction\":\"holm\",\"worse\":\(comparison.hasWorse)"
      + ",\"differences\":\(comparison.differences.count),\"metrics\":[\(findings.joined(separator: ","))]"
      + ",\"tooFew\":[\(comparison.tooFew.map { "\"\($0)\"" }.joined(separator: ","))]"
      + ",\"constant\":[\(comparison.constant.map { "\"\($0)\"" }.joined(separator: ","))]}"
  }

  private func json(_ finding: GroupComparison.Finding) -> String {
    let scale = Self.scale(finding.metric.unit)
    func number(_ value: Double) -> String { String(format: "%.6g", value / scale) }
    let (a, b) = (Self.distribution(finding.a), Self.distribution(finding.b))
    let worse = finding.isWorse.map { $0 ? "true" : "false" } ?? "null"
    return "{\"metric\":\"\(finding.metric.key)\",\"isDifferent\":\(finding.corrected <= comparison.level)"
      + ",\"isWorse\":\(worse),\"p\":\(String(format: "%.6g", finding.test.p))"
      + ",\"pCorrected\":\(String(format: "%.6g", finding.corrected))"
      + ",\"test\":\"\(finding.test.isPermuted ? "permutation" : "normal")\""
      + ",\"superiority\":\(String(format: "%.6g", finding.test.superiority))"
      + ",\"countA\":\(a.count),\"countB\":\(b.count)"
      + ",\"meanA\":\(number(Double(a.sum) / Double(a.count))),\"meanB\":\(number(Double(b.sum) / Double(b.count)))"
      + ",\"difference\":\(number(finding.difference.difference))"
      + ",\"interval\":[\(number(finding.difference.lower)),\(number(finding.difference.upper))]}"
  }

  /// The meaning of a value.
  private static func scale(_ unit: SessionMetric.Unit) -> Double {
    switch unit {
    case .ratio: 1_000_000
    case .score: 1_000
    default: 1
    }
  }
}
