import Foundation

/// One measured number.
struct Row: Codable {
  enum Bound: String, Codable {
    case atMost, atLeast
  }

  var section: String
  var name: String
  /// `nil` when it could not be measured here.
  var value: Double?
  var unit: String
  var aim: Double?
  var bound = Bound.atMost
  /// Whether missing the aim fails the run: only where the number does not depend on the machine.
  var isRequired = false

  var meetsAim: Bool? {
    guard let value, let aim else { return nil }
    return bound == .atMost ? value <= aim : value >= aim
  }
}

/// The rows of a run.
struct Report: Codable {
  private(set) var rows: [Row] = []

  mutating func add(
    _ section: String, _ name: String, _ value: Double?, _ unit: String, atMost limit: Double? = nil,
    isRequired: Bool = false
  ) {
    rows.append(Row(section: section, name: name, value: value, unit: unit, aim: limit, isRequired: isRequired))
  }

  mutating func add(_ section: String, _ name: String, _ value: Double?, _ unit: String, atLeast limit: Double) {
    rows.append(Row(section: section, name: name, value: value, unit: unit, aim: limit, bound: .atLeast))
  }

  mutating func append(_ other: Report) { rows += other.rows }

  /// What was required and not met.
  var failures: [Row] { rows.filter { $0.isRequired && $0.meetsAim == false } }

  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  func table() -> String {
    var lines: [String] = []
    var section = ""
    for row in rows {
      if row.section != section {
        section = row.section
        lines.append((lines.isEmpty ? "" : "\n") + section)
      }
      lines.append(line(for: row))
    }
    return lines.joined(separator: "\n")
  }

  private func line(for row: Row) -> String {
    let measured = row.value.map { number($0) + " " + row.unit } ?? "not available"
    let aim = row.aim.map { (row.bound == .atMost ? "≤ " : "≥ ") + number($0) } ?? ""
    let verdict = row.meetsAim.map { $0 ? "met" : row.isRequired ? "FAILED" : "missed" } ?? ""
    return "  " + padded(row.name, 58) + padded(measured, 24) + padded(aim, 12) + verdict
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  private func number(_ value: Double) -> String {
    if value == value.rounded(), abs(value) < 1e6 { return String(Int(value)) }
    return String(
      format: abs(value) >= 1e6 ? "%.3g" : abs(value) >= 100 ? "%.0f" : abs(value) >= 10 ? "%.1f" : "%.2f", value)
  }
}
