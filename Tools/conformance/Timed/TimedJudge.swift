/// Compares what was seen with what a timed case expects.
struct TimedJudge {
  let observations: [Observation]
  /// What can be seen; nothing else is expected.
  let names: [Observation.Kind: Set<String>]
  /// When the run ended: what would have been seen later is not known.
  var end = Int64.max
  /// How far the number of this name may be off.
  let tolerance: (String) -> Double

  private static let kinds: [Observation.Kind] = [.notify, .delegate, .command, .call]

  /// Throws the first expectation, in the order of the list, that is not met.
  func check(_ expectations: [JSONValue], _ readings: [Int: JSONValue]) throws(Verdict.Unmet) {
    // Occurrences at one time keep the order of the list: each is looked for after the previous one.
    var places: [Int64: Int] = [:]
    for (index, expectation) in expectations.enumerated() {
      if let name = expectation["prop"]?.string {
        try checkValue(name, expectation, readings[index])
      } else if let name = expectation["absent"]?.string {
        try checkCount(name, expectation, 0...0)
      } else if let name = expectation["count"]?.string {
        let value = Int(nearest: try number("value", of: expectation))
        try checkCount(name, expectation, value...value)
      } else if let name = expectation["repeated"]?.string {
        try checkRepeated(name, expectation)
      } else if let kind = Self.kinds.first(where: { expectation[$0.rawValue]?.string != nil }) {
        try checkOccurrence(kind, expectation, &places)
      } else {
        throw .unsupported("expectation \(expectation)", at: "expect[\(index)]")
      }
    }
  }

  private func checkValue(
    _ name: String, _ expectation: JSONValue, _ reading: JSONValue?
  ) throws(Verdict.Unmet) {
    guard let value = expectation["value"] else { throw .unsupported("expectation \(expectation)") }
    guard let reading else { throw .unsupported("property \(name)") }
    if matches(value, reading, tolerance(name)) { return }
    throw Verdict.Unmet(
      expected: "\(name) = \(value)", got: "\(name) = \(reading)", at: at(try number("at_seconds", of: expectation)))
  }

  private func checkOccurrence(
    _ kind: Observation.Kind, _ expectation: JSONValue, _ places: inout [Int64: Int]
  ) throws(Verdict.Unmet) {
    let instant = TimedRun.microseconds(try number("at_seconds", of: expectation))
    let name = expectation[kind.rawValue]?.string ?? ""
    guard names[kind]?.contains(name) == true else { throw .unsupported("\(kind.rawValue) \(name)", at: "expect") }
    let begin =
      places[instant] ?? observations.firstIndex { $0.instant >= instant } ?? observations.count
    let end = observations[begin...].firstIndex { $0.instant > instant } ?? observations.count
    if let found = observations[begin..<end].firstIndex(where: {
      $0.kind == kind && $0.name == name && agrees($0, expectation)
    }) {
      places[instant] = found + 1
      return
    }
    let there = observations.filter { $0.instant == instant }.map(describe)
    throw Verdict.Unmet(
      expected: describe(kind, expectation),
      got: there.isEmpty ? "nothing" : there.joined(separator: ", "), at: TimedRun.text(instant))
  }

  private func checkCount(
    _ name: String, _ expectation: JSONValue, _ allowed: ClosedRange<Int>
  ) throws(Verdict.Unmet) {
    let (range, found) = try occurrences(name, expectation)
    if allowed.contains(found.count) { return }
    throw Verdict.Unmet(
      expected: "\(allowed.lowerBound) × \(name)",
      got: "\(found.count): " + found.map(describe).joined(separator: ", "),
      at: "\(TimedRun.text(range.lowerBound)) … \(TimedRun.text(range.upperBound))")
  }

  private func checkRepeated(_ name: String, _ expectation: JSONValue) throws(Verdict.Unmet) {
    let (range, found) = try occurrences(name, expectation)
    let least = Int(nearest: try number("at_least", of: expectation))
    var unmet: String?
    if found.count < least { unmet = "\(found.count)" }
    if let order = expectation["order"] {
      guard order == .string("increasing") else { throw .unsupported("order \(order)") }
      let values = found.compactMap { $0.arguments["position"]?.number }
      if !zip(values, values.dropFirst()).allSatisfy({ $0 < $1 }) { unmet = "not increasing: \(values)" }
    }
    guard let unmet else { return }
    throw Verdict.Unmet(
      expected: "at least \(least) × \(name)", got: unmet,
      at: "\(TimedRun.text(range.lowerBound)) … \(TimedRun.text(range.upperBound))")
  }

  private func occurrences(
    _ name: String, _ expectation: JSONValue
  ) throws(Verdict.Unmet) -> (ClosedRange<Int64>, [Observation]) {
    guard names.values.contains(where: { $0.contains(name) }) else { throw .unsupported(name, at: "expect") }
    let from = TimedRun.microseconds(try number("from_seconds", of: expectation))
    let to = TimedRun.microseconds(try number("to_seconds", of: expectation))
    guard from <= to else { throw .unsupported("interval \(expectation)") }
    guard from <= end else {
      throw Verdict.Unmet(
        expected: "an interval that the run reaches", got: "the run ended at \(TimedRun.text(end))",
        at: "\(TimedRun.text(from)) … \(TimedRun.text(to))")
    }
    return (
      from...to, observations.filter { $0.name == name && (from...to).contains($0.instant) && agrees($0, expectation) }
    )
  }

  private static let reserved: Set<String> = [
    "at_seconds", "from_seconds", "to_seconds", "notify", "delegate", "command", "call", "absent", "count", "repeated",
    "value", "at_least", "order", "note", "notes",
  ]

  /// Whether everything that the expectation says of the occurrence holds.
  private func agrees(_ observation: Observation, _ expectation: JSONValue) -> Bool {
    (expectation.object ?? [:]).allSatisfy { key, value in
      Self.reserved.contains(key) || observation.arguments[key].map { matches(value, $0, tolerance(key)) } == true
    }
  }

  private func matches(_ expected: JSONValue, _ got: JSONValue, _ tolerance: Double) -> Bool {
    switch (expected, got) {
    // What is computed in microseconds may not be a decimal fraction of a second.
    case (.number(let a), .number(let b)): abs(a - b) <= max(tolerance, 0.000_001_5)
    case (.array(let a), .array(let b)): a.count == b.count && zip(a, b).allSatisfy { matches($0, $1, tolerance) }
    case (.object(let a), .object(let b)):
      a.count == b.count && a.allSatisfy { key, value in b[key].map { matches(value, $0, tolerance) } == true }
    // A size may be written as a pair; what holds nothing may be an empty object.
    case (.array(let pair), .object):
      pair.count == 2 && matches(.object(["width": pair[0], "height": pair[1]]), got, tolerance)
    case (.object(let members), .null): members.isEmpty
    default: expected == got
    }
  }

  private func number(_ key: String, of expectation: JSONValue) throws(Verdict.Unmet) -> Double {
    guard let value = expectation[key]?.number else { throw .unsupported("expectation without \(key): \(expectation)") }
    return value
  }

  private func at(_ seconds: Double) -> String { TimedRun.text(TimedRun.microseconds(seconds)) }

  private func describe(_ observation: Observation) -> String {
    let arguments = observation.arguments.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return "\(observation.kind.rawValue) \(observation.name)"
      + (arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))")
  }

  private func describe(_ kind: Observation.Kind, _ expectation: JSONValue) -> String {
    let arguments = (expectation.object ?? [:]).filter { !Self.reserved.contains($0.key) }
    return describe(Observation(kind, expectation[kind.rawValue]?.string ?? "", arguments, at: 0))
  }
}
