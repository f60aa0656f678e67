/// Compares the log of an ordered case with what the case expects.
struct OrderedJudge {
  let log: OrderedLog
  let expectations: [JSONValue]
  /// Places of expectations that are passed over.
  var leftOut: Set<Int> = []

  /// Until when, in microseconds, the log must reach for the judgement to be final.
  var horizon: Int64 {
    let during = expectations.compactMap { $0["during"]?.number }.max() ?? 0
    let last = log.entries.last { if case .step = $0.kind { true } else { false } }?.instant ?? 0
    return last + TimedRun.microseconds(max(during, 0)) + 5_000_000
  }

  /// Throws the first expectation that is not met.
  func check() throws {
    var place = Place()
    var index = 0
    while index < expectations.count {
      let expectation = expectations[index]
      if leftOut.contains(index) {
        index += 1
        continue
      }
      let at = "expect[\(index)]"
      do {
        if let check = expectation["check"]?.object {
          if let observed = check["observed"] {
            try find(try EventExpectation(Self.observation(observed)), &place)
          } else {
            try checkReading(check, index, &place)
          }
        } else if expectation["event"] != nil {
          for event in try EventExpectation(expectation.object ?? [:]).unrolled {
            if event.isLate, try isMet(event) { continue }
            try find(event, &place)
          }
        } else if let never = expectation["never"]?.array {
          try checkNever(never, expectation, &place)
        } else {
          throw Verdict.Unmet.unsupported("expectation \(expectation)")
        }
      } catch let unmet as Verdict.Unmet {
        throw Verdict.Unmet(
          expected: unmet.expected, got: unmet.got, at: unmet.at == "setup" ? at : "\(at), \(unmet.at)")
      }
      index += 1
    }
  }

  /// How far the expectations have come.
  struct Place {
    /// The entry of the last event that was met; -1 before the first.
    var index = -1
    var instant: Int64 = 0
    /// When the last event of each name was met: what lies between two states is not counted from what is told of others.
    var instants: [String: Int64] = [:]
    /// How far the checks after that event have come.
    var moment = 0
    /// How many checks there were after that event.
    var checks = 0
    /// Until when nothing forbidden may have happened: what is checked next is checked then.
    var windowEnd: Int64?
  }

  // MARK: Events

  /// What the original tells late may be told in its own place.
  private func isMet(_ event: EventExpectation) throws -> Bool {
    try log.entries.contains { try event.matches($0) }
  }

  private func find(_ event: EventExpectation, _ place: inout Place) throws {
    for (index, entry) in log.entries.enumerated().dropFirst(place.index + 1) where try event.matches(entry) {
      let last = place.instants[event.name] ?? place.instant
      if !event.isInTime(entry.instant - place.instant), !event.isInTime(entry.instant - last) { break }
      if let period = event.period { try checkPeriod(event, from: index, period) }
      place = Place(index: index, instant: entry.instant, instants: place.instants)
      place.instants[event.name] = entry.instant
      return
    }
    let seen = log.entries.dropFirst(place.index + 1).filter { $0.event == event.name }.prefix(4)
    let others = log.entries.dropFirst(place.index + 1).filter { $0.event != nil && $0.event != "tick" }.prefix(6)
    throw Verdict.Unmet(
      expected: Self.describe(event.members), got: Self.describe(seen.isEmpty ? Array(others) : Array(seen)),
      at: "after \(place.index < 0 ? "the start" : Self.describe([log.entries[place.index]]))")
  }

  private func checkPeriod(_ event: EventExpectation, from index: Int, _ period: Int64) throws {
    let again = log.entries[index...].filter { $0.event == event.name && $0.fields == log.entries[index].fields }
    let first = log.entries[index].instant
    guard again.count > 1, again[1].instant - first == period else {
      throw Verdict.Unmet(
        expected: "\(Self.describe(event.members))", got: "\(again.count) of them", at: TimedRun.text(first))
    }
  }

  private static func observation(_ value: JSONValue) throws -> [String: JSONValue] {
    guard let text = value.string else { throw Verdict.Unmet.unsupported("observed \(value)") }
    let fields = try Point("observed=" + text).fields
    return fields.merging(["event": .string("observed")]) { $1 }
  }

  // MARK: Never

  private func checkNever(_ names: [JSONValue], _ expectation: JSONValue, _ place: inout Place) throws {
    let points = try names.map { name in
      guard let text = name.string else { throw Verdict.Unmet.unsupported("never \(name)") }
      return try Point(text)
    }
    var range = log.entries.indices
    if let seconds = expectation["during"]?.number {
      // Before the first event it is the last step that counts.
      let start = place.index < 0 ? lastStep : place.index
      let end = log.entries[max(start, 0)].instant + TimedRun.microseconds(seconds)
      let next = log.entries.indices.first { $0 > start && log.entries[$0].fields["timed"] == .bool(true) }
      let last = log.entries.firstIndex { $0.instant > end } ?? range.upperBound
      // Who waits for a while and then acts has waited long enough.
      range = start + 1..<max(start + 1, min(last, next ?? last))
      place.windowEnd = end
    } else if let text = expectation["until"]?.string {
      let point = try Point(text)
      range = 0..<(point.index(in: log).map { beginning(of: point, at: $0) } ?? range.upperBound)
    } else if let text = expectation["after"]?.string {
      guard let index = try Point(text).index(in: log) else {
        throw Verdict.Unmet(expected: "\(text) to happen", got: "it did not", at: "the end")
      }
      range = index + 1..<range.upperBound
    }
    for index in range where points.contains(where: { $0.matches(log.entries[index]) }) {
      throw Verdict.Unmet(
        expected: "never \(JSONValue.array(names))", got: Self.describe([log.entries[index]]),
        at: TimedRun.text(log.entries[index].instant))
    }
  }

  private var lastStep: Int {
    log.entries.lastIndex { if case .step = $0.kind { true } else { false } } ?? -1
  }

  /// A state begins when it can be read; what is told of segments then belongs to it.
  private func beginning(of point: Point, at index: Int) -> Int {
    guard point.name == "state", let state = point.fields["to"] else { return index }
    var first = index
    while first > 0, log.entries[first - 1].event != nil, log.entries[first - 1].state["state"] == state { first -= 1 }
    return first
  }

  // MARK: Text

  static func describe(_ entries: [OrderedLog.Entry]) -> String {
    if entries.isEmpty { return "nothing" }
    return entries.map { describe($0.fields.merging(["event": .string($0.event ?? "\($0.kind)")]) { $1 }) }
      .joined(separator: ", ")
  }

  static func describe(_ members: [String: JSONValue]) -> String {
    let fields = members.filter { $0.key != "event" && $0.key != "by" && $0.key != "note" }
      .sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    let name = members["event"]?.string ?? ""
    return fields.isEmpty ? name : "\(name)(\(fields.joined(separator: ", ")))"
  }
}
