import PlayerCore
import PlayerRuntime

/// Runs a timed case: steps at their times, properties read where they are asked for, and everything judged at the end.
@MainActor
struct TimedRun {
  let body: JSONValue
  let system: any TimedSystem

  func judge() throws {
    let expectations = body["expect"]?.array ?? []
    let (readings, end) = try play(expectations)
    let judge = TimedJudge(
      observations: system.observations, names: type(of: system).names, end: end, tolerance: system.tolerance)
    try judge.check(expectations, readings)
  }

  /// Runs the script and reads every property at its time. Returns what was read, by the place of the expectation, and
  /// when the run ended.
  private func play(_ expectations: [JSONValue]) throws -> ([Int: JSONValue], end: Int64) {
    var moments: Set<Int64> = []
    var readings: [Int: JSONValue] = [:]
    if let steps = body["steps"], steps.array == nil { throw Verdict.Unmet.unsupported("steps \(steps)") }
    let steps = try (body["steps"]?.array ?? []).map { step in (try microseconds(step, "at_seconds"), step) }
    for (instant, _) in steps { moments.insert(instant) }
    var asked: [Int64: [Int]] = [:]
    for (index, expectation) in expectations.enumerated() where expectation["prop"] != nil {
      let instant = try microseconds(expectation, "at_seconds")
      moments.insert(instant)
      asked[instant, default: []].append(index)
    }
    if body["run_until_seconds"] != nil { moments.insert(try microseconds(body, "run_until_seconds")) }
    // What is expected later than that must be waited for.
    for expectation in expectations where expectation["at_seconds"] != nil {
      moments.insert(try microseconds(expectation, "at_seconds"))
    }
    for instant in moments.sorted() {
      system.run(until: instant)
      for (at, step) in steps where at == instant {
        do {
          try perform(step)
        } catch let unmet as Verdict.Unmet {
          throw Verdict.Unmet(expected: unmet.expected, got: unmet.got, at: Self.text(instant))
        }
        system.run(until: instant)
      }
      for index in asked[instant] ?? [] {
        readings[index] = try system.value(of: expectations[index]["prop"]?.string ?? "")
      }
    }
    return (readings, moments.max() ?? 0)
  }

  private func perform(_ step: JSONValue) throws {
    if let action = step["action"], let name = action["name"]?.string {
      try system.act(name, action)
    } else if let event = step["engine_event"], let name = event["name"]?.string {
      try system.happen(name, event)
    } else {
      throw Verdict.Unmet.unsupported("step \(step)")
    }
  }

  private func microseconds(_ entry: JSONValue, _ key: String) throws -> Int64 {
    guard let seconds = entry[key]?.number else { throw Verdict.Unmet.unsupported("entry without \(key): \(entry)") }
    guard Self.span.contains(seconds) else {
      throw Verdict.Unmet.unsupported("\(key) outside 0 … \(Int(Self.span.upperBound)): \(entry)")
    }
    return Self.microseconds(seconds)
  }

  /// How long is waited for what only the script decides.
  nonisolated static let patience = TimeSpan.seconds(1_000_000)

  /// How long a case may run: more would not end.
  private static let span = 0.0...1_000_000

  /// A length as cases write it: nothing, or none at all, is not known.
  nonisolated static func duration(_ seconds: Double?) -> MediaTime {
    guard let seconds, seconds > 0 else { return .unknown }
    return .microseconds(microseconds(seconds))
  }

  /// Beyond what can be counted the nearest that can.
  nonisolated static func microseconds(_ seconds: Double) -> Int64 {
    let limit = Double(Int64.max / 4)
    return Int64(max(-limit, min((seconds * 1e6).rounded(), limit)))
  }
  nonisolated static func text(_ instant: Int64) -> String {
    JSONValue.number(Double(instant) / 1e6).description + " s"
  }
}
