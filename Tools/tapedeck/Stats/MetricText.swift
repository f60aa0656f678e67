import PlayerCore
import PlayerTrace

/// Values of metrics as text.
enum MetricText {
  /// For programs: integers, ratios and scores as decimals, flags as words; empty if not measured.
  static func exact(_ value: Int64?, _ unit: SessionMetric.Unit) -> String? {
    guard let value else { return nil }
    switch unit {
    case .microseconds, .count, .bytes, .kilobits: return String(value)
    case .ratio: return decimal(value, 6)
    case .score: return decimal(value, 3)
    case .flag: return value != 0 ? "true" : "false"
    case .failure: return failure(value)
    }
  }

  /// For people.
  static func short(_ value: Int64?, _ unit: SessionMetric.Unit) -> String {
    guard let value else { return "not measured" }
    switch unit {
    case .microseconds: return time(value)
    case .count: return NumberText.grouped(value)
    case .ratio: return decimal(value / 100, 4)
    case .score: return decimal(value / 100, 1)
    case .flag: return value != 0 ? "yes" : "no"
    case .bytes: return bytes(value)
    case .kilobits: return "\(NumberText.grouped(value)) kbit/s"
    case .failure: return failure(value)
    }
  }

  /// The mean of values of this unit; for flags the fraction that is true.
  static func mean(_ distribution: Distribution, _ unit: SessionMetric.Unit) -> String {
    guard let mean = distribution.mean else { return "not measured" }
    switch unit {
    case .flag: return decimal(distribution.sum * 1_000 / distribution.count, 1) + " %"
    case .count: return decimal(distribution.sum * 100 / distribution.count, 2)
    default: return short(mean, unit)
    }
  }

  static func failure(_ value: Int64) -> String {
    Failure.Kind(rawValue: UInt8(truncatingIfNeeded: value)).map { $0.wireName.description } ?? "\(value)"
  }

  private static func time(_ microseconds: Int64) -> String {
    switch microseconds.magnitude {
    case ..<1_000: "\(microseconds) µs"
    case ..<1_000_000: "\(decimal(microseconds / 100, 1)) ms"
    case ..<600_000_000: "\(decimal(microseconds / 10_000, 2)) s"
    case ..<36_000_000_000: "\(decimal(microseconds / 6_000_000, 1)) min"
    default: "\(decimal(microseconds / 360_000_000, 1)) h"
    }
  }

  private static func bytes(_ value: Int64) -> String {
    value < 10_000 ? "\(value) B" : value < 10_000_000 ? "\(value / 1_000) kB" : "\(value / 1_000_000) MB"
  }

  /// An integer with its last digits after a point.
  static func decimal(_ value: Int64, _ digits: Int) -> String {
    let sign = value < 0 ? "-" : ""
    var text = String(value.magnitude)
    if text.count <= digits { text = String(repeating: "0", count: digits + 1 - text.count) + text }
    return sign + text.dropLast(digits) + (digits > 0 ? "." + text.suffix(digits) : "")
  }
}
