import Foundation

/// What a check says of what could be read at a moment.
struct Reading {
  let state: [String: JSONValue]
  let conditions: [String: JSONValue]

  /// Members of a check that say how or when, and not what.
  static let conditions: Set<String> = ["within", "exact", "when", "after", "note"]
  /// What can be read under its own name.
  private static let properties: Set<String> = [
    "state", "time", "current_segment", "selected_segment", "live", "stream_type", "media_type", "rate",
    "effective_rate", "engine_rate", "seek_start_time", "seek_target_time", "segments", "visible_segments", "media",
    "user_info", "range_start", "range_end", "current_date",
  ]

  func holds(_ key: String, _ value: JSONValue) throws -> Bool {
    switch key {
    case "time_near": try isNear("time", value)
    case "date_near": try isNear("date", value)
    case "date_offset_near": try isNear("date", value)
    case "edge_distance_near": try isNear("edge_distance", value)
    case "edge_distance_below": try isBelow("edge_distance", value)
    case "time_below": try isBelow("time", value)
    case "has_date": value == .bool(state["date"]?.number != nil)
    case "not_equal": try !Comparison.agrees(value, state["time"], field: "", isExact: true)
    case _ where value == .string("kept"): state[key] != nil && !isNull(key) && state[key] == state["loaded_\(key)"]
    case _ where Self.properties.contains(key): try agrees(value, state[key], key)
    default: throw Verdict.Unmet.unsupported("check \(key)")
    }
  }

  func text(_ key: String) throws -> String {
    let name: String =
      switch key {
      case "not_equal": "time"
      case "date_offset_near": "date"
      case let key where key.hasSuffix("_near"): String(key.dropLast("_near".count))
      case let key where key.hasSuffix("_below"): String(key.dropLast("_below".count))
      default: key
      }
    return (state[name] ?? .null).description
  }

  private func isNull(_ key: String) -> Bool { state[key]?.isNull ?? true }

  private func agrees(_ expected: JSONValue, _ got: JSONValue?, _ key: String) throws -> Bool {
    let isExact = conditions["exact"]?.bool == true
    if let within = conditions["within"]?.number, let a = expected.number, let b = got?.number {
      return abs(a - b) <= within
    }
    // A list of what is asked for may be shorter than what there is.
    if let a = expected.object, let b = got?.object {
      return try a.allSatisfy { try Comparison.agrees($1, b[$0], field: key, isExact: isExact) }
    }
    return try Comparison.agrees(expected, got, field: key, isExact: isExact)
  }

  /// A number, or `target`: where the last seek was to go.
  private func isNear(_ property: String, _ value: JSONValue) throws -> Bool {
    let wanted = value == .string("target") ? state["target_\(property)"] : value
    guard let wanted = wanted?.number, let got = state[property]?.number else { return false }
    return abs(wanted - got) <= (conditions["within"]?.number ?? 1)
  }

  private func isBelow(_ property: String, _ value: JSONValue) throws -> Bool {
    guard let bound = value.number, let got = state[property]?.number else { return false }
    return got < bound
  }
}
