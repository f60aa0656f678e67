import Foundation
import SRGMediaPlayer

/// A case about values: nothing plays, and every check is a calculation.
@MainActor
struct ValueCase {
  let body: JSONValue

  func judge() throws {
    for (index, expectation) in (body["expect"]?.array ?? []).enumerated() {
      let at = "expect[\(index)]"
      guard let check = expectation["check"]?.object, !check.isEmpty else {
        throw Verdict.Unmet.unsupported("expectation \(expectation)", at: at)
      }
      do {
        if check["table"] != nil { try ValueTable(check).judge() } else { try judge(check) }
      } catch let unmet as Verdict.Unmet {
        throw Verdict.Unmet(
          expected: unmet.expected, got: unmet.got, at: unmet.at == "setup" ? at : "\(at), \(unmet.at)")
      }
    }
  }

  private func judge(_ check: [String: JSONValue]) throws {
    for (name, value) in check {
      switch name {
      case "equal": try compare(value, areEqual: true)
      case "different": try compare(value, areEqual: false)
      case "invalid_time_becomes": try expect(value, .number(Self.time(of: .at(.nan))), name)
      case "invalid_tolerance_becomes":
        let position = SRGPosition(at: .zero, toleranceBefore: .nan, toleranceAfter: -1)
        try expect(value, .number(position.toleranceBefore), name)
        try expect(value, .number(position.toleranceAfter), name)
      case "time_mark_equal_by": try expect(value, .string(markEquality(Self.times, "time")), name)
      case "date_mark_equal_by": try expect(value, .string(markEquality(Self.dates, "date")), name)
      case "time_vs_date":
        let areEqual = zip(Self.times, Self.dates).contains { $0 == $1 }
        try expect(value, .string(areEqual ? "sometimes equal" : "never equal"), name)
      case "date_mark_time_without_media":
        try expect(value, .number(SRGMark.mark(at: Date()).time(for: nil)), name)
      case "time_mark_date_without_media":
        let date = SRGMark.mark(at: 1).date(for: nil)
        try expect(value, date.map { .number($0.timeIntervalSince1970) } ?? .null, name)
      case "range_equal_by", "mark_range_equal_by":
        let range = SRGMarkRange(from: 1, to: 2)
        let differs = range == SRGMarkRange(from: 1, to: 3) || range == SRGMarkRange(from: 0, to: 2)
        let isEqual = range == SRGMarkRange(from: 1, to: 2) && !differs
        try expect(value, .string(isEqual ? "marks" : "nothing"), name)
      case "flatten":
        let result = SRGTimeRange.flatten(try ranges(value["in"]))
        try only(["in", "out"], value, name)
        try expect(value["out"] ?? .null, .array(result.map { .array([.number($0.start), .number($0.end)]) }), name)
      case "after":
        let end = SRGTimeRange.end(after: try value.amount("time"), in: try ranges(value["ranges"]))
        try only(["time", "ranges", "out"], value, name)
        try expect(value["out"] ?? .null, end.map { .number($0) } ?? .null, name)
      case "landing", "blocked":
        let time = SRGTimeRange.landing(of: try value.amount("time"), blocked: try ranges(value["ranges"]))
        try only(["time", "ranges", "out"], value, name)
        try expect(value["out"] ?? .null, .number(time), name)
      case "clamp":
        let range = try ranges(.array([value["range"] ?? .null]))[0]
        let time = range.clamp(try value.amount("time"), offset: value["offset"]?.number ?? 0)
        try only(["time", "range", "offset", "out"], value, name)
        try expect(value["out"] ?? .null, .number(time), name)
      case "invalid_in":
        let time = SRGTimeRange(start: 1, end: 10).clamp(.nan)
        try expect(value, .string(time.isNaN ? "invalid out" : "\(time)"), name)
      case "empty_range":
        let range = SRGTimeRange(start: 4, end: 4)
        let isStart = [0, 4, 9].allSatisfy { range.clamp($0) == 4 }
        try expect(value, .string(isStart ? "its start" : "something else"), name)
      default: throw Verdict.Unmet.unsupported("check \(name)")
      }
    }
  }

  private func expect(_ wanted: JSONValue, _ got: JSONValue, _ name: String) throws {
    if try Comparison.agrees(wanted, got, field: "") { return }
    throw Verdict.Unmet(expected: "\(name) = \(wanted)", got: "\(name) = \(got)", at: name)
  }

  private func only(_ keys: Set<String>, _ value: JSONValue, _ name: String) throws {
    for key in (value.object ?? [:]).keys where !keys.contains(key) {
      throw Verdict.Unmet.unsupported("\(key) of \(name)")
    }
  }

  private func ranges(_ value: JSONValue?) throws -> [SRGTimeRange] {
    try (value?.array ?? []).map { pair in
      let bounds = pair.array?.compactMap(\.number) ?? []
      guard bounds.count == 2 else { throw Verdict.Unmet.unsupported("range \(pair)") }
      return SRGTimeRange(start: bounds[0], end: bounds[1])
    }
  }

  static func time(of position: SRGPosition) -> Double { position.mark.time(for: nil) }

  // MARK: Marks

  private static let times: [SRGMark] = [.mark(at: 1), .mark(at: 2)]
  private static let dates: [SRGMark] = [
    .mark(at: Date(timeIntervalSince1970: 1)), .mark(at: Date(timeIntervalSince1970: 2)),
  ]

  /// Two marks are equal if and only if what they were made of is.
  private func markEquality(_ marks: [SRGMark], _ name: String) -> String {
    marks[0] == marks[0] && marks[0] != marks[1] ? name : "something else"
  }

  // MARK: Segments

  private func compare(_ pairs: JSONValue, areEqual: Bool) throws {
    guard let pairs = pairs.array else { throw Verdict.Unmet.unsupported("segments \(pairs)") }
    for pair in pairs {
      guard let texts = pair.array?.compactMap(\.string), texts.count == 2, texts.count == pair.array?.count else {
        throw Verdict.Unmet.unsupported("pair \(pair)")
      }
      let (first, second) = (try segment(texts[0]), try segment(texts[1]))
      if first.isEquivalent(to: second) != areEqual {
        throw Verdict.Unmet(
          expected: "\(pair) \(areEqual ? "equal" : "different")", got: "not so", at: areEqual ? "equal" : "different")
      }
    }
  }

  /// `blocked[2,5)`
  private func segment(_ text: String) throws -> SRGMediaSegment {
    let parts = text.split(whereSeparator: { "[,)".contains($0) }).map(String.init)
    guard parts.count == 3, let start = Double(parts[1]), let end = Double(parts[2]),
      ["normal", "blocked", "hidden"].contains(parts[0])
    else { throw Verdict.Unmet.unsupported("segment \(text)") }
    return SRGMediaSegment(
      SRGMarkRange(from: start, to: end), isBlocked: parts[0] == "blocked", isHidden: parts[0] == "hidden")
  }
}
