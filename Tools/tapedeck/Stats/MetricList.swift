import PlayerText
import PlayerTrace

/// Every metric with its unit and its meaning.
enum MetricList {
  static func lines(json: Bool, screen: Screen) -> [String] {
    SessionMetric.all.map { metric in
      let (key, meaning) = (metric.key.description, metric.meaning.description)
      if json {
        return JSONValue.object(["key": .text(key), "unit": .text(unit(metric.unit)), "meaning": .text(meaning)]).line
      }
      return Style.bold(StatsTable.padded(key, 32), screen) + Style.dim(StatsTable.padded(unit(metric.unit), 8), screen)
        + meaning
    }
  }

  static func unit(_ unit: SessionMetric.Unit) -> String {
    switch unit {
    case .microseconds: "µs"
    case .count: "count"
    case .ratio: "ratio"
    case .flag: "flag"
    case .bytes: "bytes"
    case .kilobits: "kbit/s"
    case .score: "0…100"
    case .failure: "word"
    }
  }
}
