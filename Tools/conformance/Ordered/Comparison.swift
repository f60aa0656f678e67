import Foundation

/// How values of ordered cases are compared.
enum Comparison {
  /// Fields that are times or dates of the media: equal when they are after rounding to whole seconds.
  private static let rounded: Set<String> = [
    "last_time", "time", "to", "time_during", "seek_start_during", "seek_target_during", "seek_start_time",
    "seek_target_time", "previous_time_range", "range_start", "last_date", "date", "current_date",
  ]

  static func agrees(_ expected: JSONValue, _ got: JSONValue?, field: String, isExact: Bool = false) throws -> Bool {
    let got = got ?? .null
    switch (expected, got) {
    case (.null, _): return got.isNull
    case (.number(let a), .number(let b)):
      if rounded.contains(field), !isExact { return abs(a - b) <= 0.5 || a.rounded() == b.rounded() }
      return abs(a - b) < 0.000_5
    case (.object(let conditions), .number(let value)) where conditions.keys.contains(where: isCondition):
      return try holds(conditions, value)
    // An event that goes by several names.
    case (.string, .array(let names)): return names.contains(expected)
    case (.array(let a), .array(let b)):
      return try a.count == b.count && zip(a, b).allSatisfy { try agrees($0, $1, field: field, isExact: isExact) }
    case (.object(let a), .object(let b)):
      return try a.count == b.count && a.allSatisfy { try agrees($1, b[$0], field: field, isExact: isExact) }
    default: return expected == got
    }
  }

  private static func isCondition(_ key: String) -> Bool { ["near", "not", "below", "above", "exact"].contains(key) }

  /// `{near: 21, within: 4, not: 21}`
  private static func holds(_ conditions: [String: JSONValue], _ value: Double) throws -> Bool {
    try conditions.allSatisfy { key, condition in
      guard let bound = condition.number else { throw Verdict.Unmet.unsupported("condition \(key): \(condition)") }
      switch key {
      case "near": return abs(value - bound) <= (conditions["within"]?.number ?? 0.5)
      case "within": return true
      case "not": return abs(value - bound) > 0.001
      case "below": return value < bound
      case "above": return value > bound
      case "exact": return abs(value - bound) < 0.000_5
      default: throw Verdict.Unmet.unsupported("condition \(key)")
      }
    }
  }
}
