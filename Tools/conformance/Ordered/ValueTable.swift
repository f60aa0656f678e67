import Foundation
import SRGMediaPlayer

/// A table of a value case: rows of arguments and the result that each must have.
@MainActor
struct ValueTable {
  private let name: String
  private let rows: [[JSONValue]]
  private let members: [String: JSONValue]

  init(_ check: [String: JSONValue]) throws {
    guard let name = check["table"]?.string, let rows = check["rows"]?.array else {
      throw Verdict.Unmet.unsupported("table \(check)")
    }
    self.name = name
    members = check
    self.rows = try rows.map { row in
      guard let cells = row.array, cells.count > 1 else { throw Verdict.Unmet.unsupported("row \(row)") }
      return cells
    }
  }

  func judge() throws {
    for key in members.keys where !["table", "rows", "note"].contains(key) {
      throw Verdict.Unmet.unsupported("\(key) of a table")
    }
    for (number, row) in rows.enumerated() {
      let (arguments, wanted) = try split(row)
      let got = try result(arguments)
      if try Comparison.agrees(wanted, got, field: "") { continue }
      throw Verdict.Unmet(expected: "\(wanted)", got: "\(got)", at: "\(name), row \(number + 1)")
    }
  }

  private var isOfPositions: Bool { name == "position kinds -> [before,after] tolerance" }

  private func split(_ row: [JSONValue]) throws -> ([JSONValue], JSONValue) {
    if isOfPositions { return (Array(row.prefix(1)), .array(Array(row.dropFirst()))) }
    return (Array(row.dropLast()), row.last ?? .null)
  }

  private func result(_ arguments: [JSONValue]) throws -> JSONValue {
    if isOfPositions { return try tolerances(arguments) }
    if name == "effective_end_tolerance(abs,ratio,duration)" {
      let numbers = try numbers(arguments, 3)
      return .number(SRGMediaPlayerEffectiveEndTolerance(numbers[0], Float(numbers[1]), numbers[2]))
    }
    if name == "(item status, rate) -> state" { return try state(arguments) }
    let hasOffset = name.hasSuffix("],offset)")
    if name.hasPrefix("clamp(t,["), hasOffset || name.hasSuffix("])"), let range = range(in: name) {
      let numbers = try numbers(arguments, hasOffset ? 2 : 1)
      return .number(range.clamp(numbers[0], offset: numbers.count > 1 ? numbers[1] : 0))
    }
    if name.hasPrefix("("), name.hasSuffix("-> stream type") { return try streamType(arguments) }
    throw Verdict.Unmet.unsupported("table \(name)")
  }

  private func numbers(_ arguments: [JSONValue], _ count: Int) throws -> [Double] {
    let numbers = arguments.compactMap(\.number)
    guard numbers.count == count, arguments.count == count else {
      throw Verdict.Unmet.unsupported("row \(JSONValue.array(arguments))")
    }
    return numbers
  }

  /// `clamp(t,[1,10],offset)`
  private func range(in text: String) -> SRGTimeRange? {
    guard let open = text.firstIndex(of: "["), let close = text.firstIndex(of: "]") else { return nil }
    let bounds = text[text.index(after: open)..<close].split(separator: ",").compactMap { Double($0) }
    return bounds.count == 2 ? SRGTimeRange(start: bounds[0], end: bounds[1]) : nil
  }

  private func tolerances(_ arguments: [JSONValue]) throws -> JSONValue {
    let position: SRGPosition
    switch arguments.first?.string {
    case "default": position = .default
    case "at": position = .at(10)
    case "around": position = .around(10)
    case "before": position = .before(10)
    case "after": position = .after(10)
    case let kind: throw Verdict.Unmet.unsupported("position kind \(kind ?? "")")
    }
    return .array(
      [position.toleranceBefore, position.toleranceAfter].map { $0.isInfinite ? .string("inf") : .number($0) })
  }

  private func state(_ arguments: [JSONValue]) throws -> JSONValue {
    let statuses: [String: SRGItemStatus] = ["unknown": .unknown, "ready": .ready, "ended": .ended]
    guard arguments.count == 2, let status = arguments[0].string.flatMap({ statuses[$0] }),
      let rate = arguments[1].number
    else { throw Verdict.Unmet.unsupported("row \(JSONValue.array(arguments))") }
    return .string(status.playbackState(rate: Float(rate)).name)
  }

  /// A range (`[0, 10]`, `non-empty`, `empty`, `invalid`) and a duration (a number, `definite`, `indefinite`, `invalid`),
  /// in the order that the name of the table gives.
  private func streamType(_ arguments: [JSONValue]) throws -> JSONValue {
    guard arguments.count == 2, let range = name.range(of: "range")?.lowerBound,
      let duration = name.range(of: "duration")?.lowerBound
    else { throw Verdict.Unmet.unsupported("row \(JSONValue.array(arguments))") }
    let (rangeCell, durationCell) = range < duration ? (arguments[0], arguments[1]) : (arguments[1], arguments[0])
    let type = SRGMediaPlayerStreamType(
      range: try self.range(rangeCell), duration: try self.duration(durationCell))
    return .string(type.name)
  }

  private func range(_ cell: JSONValue) throws -> SRGTimeRange? {
    switch cell {
    case .array(let bounds):
      let bounds = bounds.compactMap(\.number)
      return bounds.count == 2 ? SRGTimeRange(start: bounds[0], end: bounds[1]) : nil
    case .string("non-empty"), .string("non_empty"), .string("valid"): return SRGTimeRange(start: 0, end: 10)
    case .string("empty"), .string("zero"), .string("invalid"), .null: return nil
    default: throw Verdict.Unmet.unsupported("range \(cell)")
    }
  }

  private func duration(_ cell: JSONValue) throws -> TimeInterval? {
    switch cell {
    case .number(let seconds): return seconds
    case .string("indefinite"), .string("infinite"), .string("inf"), .string("positive infinity"): return .infinity
    case .string("definite"), .string("numeric"), .string("finite"), .string("valid"): return 10
    case .string("zero"): return 0
    case .string("invalid"), .null: return nil
    default: throw Verdict.Unmet.unsupported("duration \(cell)")
    }
  }
}
