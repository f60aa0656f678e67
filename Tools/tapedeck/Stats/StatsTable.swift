import PlayerTrace

/// Groups and sessions as tables for people.
struct StatsTable {
  var screen: Screen
  /// Whether metrics that no session measured are listed, too.
  var showsAll = false

  func lines(_ group: SessionGroup) -> [String] {
    var lines = [Style.bold(Printable.text(group.name), screen) + "  " + extent(group)]
    for (problem, count) in group.problems.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      lines.append("  \(Style.yellow("\(NumberText.grouped(count)) ×", screen)) \(Printable.text(problem))")
    }
    guard group.sessions > 0 else { return lines }
    lines.append("")
    lines += classes(group)
    lines.append("")
    lines += metrics(group)
    if !group.metrics.allSatisfy(\.isExact) {
      lines.append(Style.dim("  percentiles of more than 10 000 values are within 0.4 % of the true ones", screen))
    }
    return lines
  }

  private func extent(_ group: SessionGroup) -> String {
    var text = "\(NumberText.counted(group.sessions, "session")), \(NumberText.counted(group.steps, "step"))"
    for extent in [SessionRow.Extent.unfinished, .damaged, .unreadable] {
      if let count = group.extents[extent] { text += ", \(NumberText.grouped(count)) \(extent.rawValue)" }
    }
    return text
  }

  /// The time in each class, with a bar for its share of the whole.
  private func classes(_ group: SessionGroup) -> [String] {
    let whole = max(1, group.elapsed)
    return zip(SessionClass.allCases, group.times).compactMap { part, time in
      guard time > 0 || showsAll else { return nil }
      let share = Double(time) / Double(whole)
      let percent = MetricText.decimal(Int64((share * 1_000).rounded()), 1)
      let columns = [
        Self.padded(part.name.description, 20), Self.padded(left: MetricText.short(time, .microseconds), 11),
        Self.padded(left: "\(percent) %", 8), bar(share, 40),
      ]
      return "  " + columns.joined(separator: " ")
    }
  }

  private func bar(_ share: Double, _ columns: Int) -> String {
    let full = Int((share * Double(columns)).rounded())
    return String(repeating: screen.hasUnicode ? "█" : "#", count: share > 0 ? max(1, full) : 0)
  }

  private func metrics(_ group: SessionGroup) -> [String] {
    let titles = ["p5", "p50", "p95", "max", "mean"].map { Self.padded(left: $0, 13) }.joined(separator: " ")
    var lines = [
      Style.dim(
        "  " + Self.padded("metric", 31) + Self.padded(left: "measured", 9) + " " + titles + "  p5 … p95", screen)
    ]
    for (metric, distribution) in zip(SessionMetric.all, group.metrics) where distribution.count > 0 || showsAll {
      lines.append(line(metric, distribution))
    }
    return lines
  }

  private func line(_ metric: SessionMetric, _ distribution: Distribution) -> String {
    let start = "  " + Self.padded(metric.key.description, 31)
    guard distribution.count > 0 else { return start + Self.padded(left: "not measured", 23) }
    let count = Self.padded(left: NumberText.grouped(distribution.count), 9)
    if metric.unit == .failure { return start + count + " " + kinds(distribution) }
    let values = distribution.percentiles([5, 50, 95])
    var texts = (values + [distribution.greatest]).map { MetricText.short($0, metric.unit) }
    texts.append(MetricText.mean(distribution, metric.unit))
    let cells = texts.map { Self.padded(left: $0, 13) }.joined(separator: " ")
    return start + count + " " + cells + "  " + spark(distribution, values[0] ?? 0, values[2] ?? 0)
  }

  private func kinds(_ distribution: Distribution) -> String {
    var counts: [Int64: Int64] = [:]
    for (value, count) in distribution.sorted { counts[value, default: 0] += count }
    let words = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
      "\(MetricText.failure($0.key)) \(NumberText.grouped($0.value))"
    }
    return words.joined(separator: ", ")
  }

  /// The distribution from the 5th to the 95th percentile in a few characters.
  private func spark(_ distribution: Distribution, _ lower: Int64, _ upper: Int64) -> String {
    guard upper > lower else { return "" }
    let parts = distribution.histogram(16, from: lower, to: upper)
    let most = Double(parts.max() ?? 1)
    let glyphs =
      screen.hasUnicode
      ? [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] : [" ", ".", ":", "-", "=", "+", "*", "#", "@"]
    return parts.map { $0 == 0 ? glyphs[0] : glyphs[max(1, Int(Double($0) / most * 8))] }.joined()
  }

  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - Printable.width(text)))
  }

  static func padded(left text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - Printable.width(text))) + text
  }

  // MARK: Sessions

  static let sessionColumns = [
    "session_us", "startup_us", "play_us", "rebuffer_count", "rebuffer_us", "seek_count", "wait_ratio_watch", "failure",
  ]

  var sessionTitle: String {
    let names = ["session", "startup", "playing", "rebuffers", "rebuffering", "seeks", "wait ratio", "failure"]
    return Style.dim(names.map { Self.padded(left: $0, 12) }.joined(separator: " ") + "  trace", screen)
  }

  func line(_ row: SessionRow) -> String {
    let name = Printable.text(row.trace)
    let note = row.problem.map { Style.yellow("  (\(Printable.text($0)))", screen) } ?? ""
    guard row.isCounted else { return Self.padded(left: "unreadable", 12) + "  " + name + note }
    let places = Self.sessionColumns.map { key in SessionMetric.all.firstIndex { $0.key.description == key } ?? 0 }
    let cells = places.map { place in
      row.values[place].map { MetricText.short($0, SessionMetric.all[place].unit) } ?? "–"
    }
    return cells.map { Self.padded(left: $0, 12) }.joined(separator: " ") + "  " + name + note
  }
}
