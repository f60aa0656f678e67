import PlayerText
import PlayerTrace

/// Sessions and groups for programs: JSON objects, a line each, and CSV.
enum StatsJSON {
  static func session(_ row: SessionRow, group: String) -> String {
    var text = "{\"trace\":\(JSONWriter.quoted(row.trace)),\"group\":\(JSONWriter.quoted(group))"
    text += ",\"extent\":\"\(row.extent.rawValue)\",\"problem\":\(row.problem.map(JSONWriter.quoted) ?? "null")"
    guard row.isCounted else { return text + ",\"steps\":null,\"classes\":null,\"metrics\":null}" }
    let classes = SessionClass.allCases.map { "\"\($0.name)_us\":\(row.times[$0])" }
    let metrics = zip(SessionMetric.all, row.values).map { "\"\($0.key)\":\(value($1, $0.unit))" }
    text += ",\"steps\":\(row.steps),\"classes\":{\(classes.joined(separator: ","))}"
    return text + ",\"metrics\":{\(metrics.joined(separator: ","))}}"
  }

  private static func value(_ value: Int64?, _ unit: SessionMetric.Unit) -> String {
    guard let text = MetricText.exact(value, unit) else { return "null" }
    return unit == .failure ? "\"\(text)\"" : text
  }

  static func group(_ group: SessionGroup) -> String {
    let extents = group.extents.sorted { $0.key.rawValue < $1.key.rawValue }.map {
      "\"\($0.key.rawValue)\":\($0.value)"
    }
    let problems = group.problems.sorted { $0.key < $1.key }.map { "\(JSONWriter.quoted($0.key)):\($0.value)" }
    let classes = zip(SessionClass.allCases, group.times).map { "\"\($0.name)_us\":\($1)" }
    let metrics = zip(SessionMetric.all, group.metrics).map { "\"\($0.key)\":\(distribution($1, $0.unit))" }
    return "{\"group\":\(JSONWriter.quoted(group.name)),\"sessions\":\(group.sessions),\"steps\":\(group.steps)"
      + ",\"extents\":{\(extents.joined(separator: ","))},\"problems\":{\(problems.joined(separator: ","))}"
      + ",\"classes\":{\(classes.joined(separator: ","))},\"metrics\":{\(metrics.joined(separator: ","))}}"
  }

  /// For flags the mean is the fraction that is true; for kinds of failure there is only a count.
  private static func distribution(_ distribution: Distribution, _ unit: SessionMetric.Unit) -> String {
    guard distribution.count > 0 else { return "{\"measured\":0}" }
    if unit == .failure { return "{\"measured\":\(distribution.count),\"kinds\":{\(kinds(distribution))}}" }
    let unit = unit == .flag ? .count : unit
    let values = distribution.percentiles(SessionGroup.percentages)
    let percentiles = zip(SessionGroup.percentages, values).map { "\"p\(Int($0))\":\(value($1, unit))" }
    let mean =
      unit == .count
      ? MetricText.decimal(distribution.sum * 1_000 / distribution.count, 3) : value(distribution.mean, unit)
    return "{\"measured\":\(distribution.count),\"mean\":\(mean)"
      + ",\"min\":\(value(distribution.least, unit)),\(percentiles.joined(separator: ","))"
      + ",\"max\":\(value(distribution.greatest, unit)),\"exact\":\(distribution.isExact)}"
  }

  private static func kinds(_ distribution: Distribution) -> String {
    var counts: [Int64: Int64] = [:]
    for (value, count) in distribution.sorted { counts[value, default: 0] += count }
    return counts.sorted { $0.key < $1.key }.map { "\"\(MetricText.failure($0.key))\":\($0.value)" }
      .joined(separator: ",")
  }

  // MARK: CSV

  static var csvHeader: String {
    (["trace", "group", "extent", "problem", "steps"] + SessionClass.allCases.map { "class_\($0.name)_us" }
      + SessionMetric.all.map { "\($0.key)" }).joined(separator: ",")
  }

  /// As in RFC 4180; values that were not measured are empty.
  static func csv(_ row: SessionRow, group: String) -> String {
    var cells = [row.trace, group, row.extent.rawValue, row.problem ?? ""].map(quoted)
    guard row.isCounted else {
      cells += [String](repeating: "", count: 1 + SessionClass.allCases.count + SessionMetric.all.count)
      return cells.joined(separator: ",")
    }
    cells.append(String(row.steps))
    cells += SessionClass.allCases.map { String(row.times[$0]) }
    cells += zip(SessionMetric.all, row.values).map { MetricText.exact($1, $0.unit) ?? "" }
    return cells.joined(separator: ",")
  }

  private static func quoted(_ text: String) -> String {
    guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
