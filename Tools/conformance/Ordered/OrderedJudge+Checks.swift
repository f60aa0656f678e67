import Foundation

// Checks: what can be read at a moment. An event followed by a check defines the moment; otherwise the steps do.

extension OrderedJudge {
  func checkReading(_ check: [String: JSONValue], _ index: Int, _ place: inout Place) throws {
    if let counts = check["counts"]?.object { try checkCounts(counts) }
    if let what = check["monotone"]?.string { try checkMonotone(what) }
    let check = check.filter { !["by", "counts", "monotone"].contains($0.key) }
    if check.isEmpty { return }
    let moments = try moments(for: check, index, &place)
    place.checks += 1
    guard !moments.isEmpty else {
      throw Verdict.Unmet(expected: Self.describe(check), got: "no such moment", at: check["when"]?.string ?? "the end")
    }
    if check["when"] == .string("always") {
      for moment in moments { try hold(check, moment) }
      return
    }
    // Without an event of its own a check may speak of a later step.
    var first: Verdict.Unmet?
    for moment in moments {
      do {
        try hold(check, moment)
        place.moment = max(place.moment, moment)
        return
      } catch let unmet as Verdict.Unmet {
        first = first ?? unmet
      }
    }
    if let first { throw first }
  }

  private func hold(_ check: [String: JSONValue], _ moment: Int) throws {
    let entry = log.entries[moment]
    let reading = Reading(state: entry.state, conditions: check)
    for (key, value) in check where !Reading.conditions.contains(key) {
      if try reading.holds(key, value) { continue }
      throw Verdict.Unmet(
        expected: "\(key) = \(value)", got: "\(key) = \(try reading.text(key))", at: TimedRun.text(entry.instant))
    }
  }

  // MARK: Moments

  private func moments(for check: [String: JSONValue], _ index: Int, _ place: inout Place) throws -> [Int] {
    if let when = check["when"]?.string { return moments(when: when, place) }
    if let after = check["after"]?.string { return moments(after: after) }
    if let end = place.windowEnd {
      return log.entries.lastIndex { $0.isRest && $0.instant <= end }.map { [$0] } ?? []
    }
    if place.index >= 0 {
      let own = rest(from: place.index + 1)
      if place.checks == 0 { return own.map { [$0] + rests(behindStepsAt: $0) } ?? [] }
      return ([own].compactMap { $0 } + milestones.map(\.moment)).filter { $0 >= place.moment && $0 > place.index }
    }
    return leadingMoments(check, index, place)
  }

  /// Checks before the first event: one for each step, or the last before what comes next.
  private func leadingMoments(_ check: [String: JSONValue], _ index: Int, _ place: Place) -> [Int] {
    let run = expectations.enumerated().filter { isLeadingCheck($0.offset) }.map(\.offset)
    let number = run.firstIndex(of: index) ?? 0
    let milestones = milestones
    let isOfSeek = check["seek_start_time"] != nil || check["seek_target_time"] != nil
    if isOfSeek, let last = milestones.last(where: { $0.op.hasPrefix("seek") }) { return [last.synchronous] }
    if run.count == milestones.count { return [milestones[number].moment] }
    if run.count == milestones.count + 1 {
      return number == 0 ? rest(from: 0).map { [$0] } ?? [] : [milestones[number - 1].moment]
    }
    let next = nextEvent(after: index)
    let before = milestones.filter { $0.moment < next ?? .max }
    if run.count == 1 { return (before.last ?? milestones.first).map { [$0.moment] } ?? [] }
    return milestones.map(\.moment).filter { $0 >= place.moment }
  }

  /// A step that follows an event, and a check that follows it, both come right after it: either may be meant first.
  private func rests(behindStepsAt own: Int) -> [Int] {
    let instant = log.entries[own].instant
    let steps = log.entries.indices.filter { index in
      guard index > own, log.entries[index].instant == instant else { return false }
      return if case .step = log.entries[index].kind { true } else { false }
    }
    return steps.compactMap { rest(from: $0) }.filter { log.entries[$0].instant == instant }
  }

  private func isLeadingCheck(_ index: Int) -> Bool {
    let first = expectations.firstIndex { $0["event"] != nil || $0["check"]?["observed"] != nil } ?? expectations.count
    let check = expectations[index]["check"]
    return index < first && check != nil && check?["when"] == nil && check?["counts"] == nil
      && check?["monotone"] == nil
  }

  /// Where the next expected event is; `nil` when none is expected.
  private func nextEvent(after index: Int) -> Int? {
    guard let next = expectations[(index + 1)...].first(where: { $0["event"] != nil })?.object,
      let event = try? EventExpectation(next).unrolled.first
    else { return nil }
    return log.entries.firstIndex { (try? event.matches($0)) == true }
  }

  /// What came of a step.
  private struct Milestone {
    var op: String
    /// Right after the step.
    var synchronous: Int
    /// When the player has come to rest.
    var moment: Int
  }

  private var milestones: [Milestone] {
    let steps = log.entries.indices.filter { if case .step = log.entries[$0].kind { true } else { false } }
    return steps.enumerated().compactMap { number, index in
      guard case .step(_, let op) = log.entries[index].kind, let synchronous = rest(from: index) else { return nil }
      let end = number + 1 < steps.count ? steps[number + 1] : log.entries.count
      let rests = log.entries.indices[synchronous...].filter {
        log.entries[$0].isRest && $0 < max(end, synchronous + 1)
      }
      let quiet = rests.first { moment in
        guard let state = log.entries[moment].state["state"]?.string else { return true }
        return state != "preparing" && state != "seeking"
      }
      return Milestone(op: op, synchronous: synchronous, moment: quiet ?? rests.last ?? synchronous)
    }
  }

  private func rest(from index: Int) -> Int? { log.entries[index...].firstIndex { $0.isRest } }

  // MARK: When

  private static let states = ["idle", "preparing", "playing", "seeking", "paused", "stalled", "ended"]

  /// `preparing`, `playing at edge`, `before cancel`, `inside idle handler`, `always`…
  private func moments(when: String, _ place: Place) -> [Int] {
    var words = when.split(separator: " ").map(String.init)
    if ["while", "when", "during"].contains(words.first), words.count > 1 { words.removeFirst() }
    let later = log.entries.indices.filter { $0 > place.index && $0 >= place.moment }
    let rests = later.filter { log.entries[$0].isRest }
    switch words.first {
    case "always": return log.entries.indices.filter { log.entries[$0].isRest || log.entries[$0].event != nil }
    case "before" where words.count > 1:
      if words[1] == "ready" { return log.entries.indices.filter { isBeforeReady($0) }.suffix(1) }
      guard let step = later.first(where: { isStep($0, words[1]) }) else { return [] }
      return log.entries.indices[..<step].filter { log.entries[$0].isRest }.suffix(1)
    case "after" where words.count > 1:
      guard let step = log.entries.indices.first(where: { isStep($0, words[1]) }) else { return [] }
      return log.entries.indices[step...].filter { log.entries[$0].isRest }.prefix(1).map { $0 }
    case "inside" where words.count > 1:
      return log.entries.indices.filter { isEvent($0, words[1]) }.prefix(1).map { $0 }
    case "ready":
      return rests.filter { ["playing", "paused"].contains(log.entries[$0].state["state"]?.string) }
        .prefix(1).map { $0 }
    case "initially": return log.entries.indices.filter { log.entries[$0].isRest }.prefix(1).map { $0 }
    case "stopped":
      let stop = log.entries.indices.first { isStep($0, "stop") || isStep($0, "reset") } ?? 0
      return rests.filter { $0 >= stop && log.entries[$0].state["state"] == .string("idle") }.prefix(1).map { $0 }
    case let state? where Self.states.contains(state):
      let found = rests.filter { moment in
        let reading = log.entries[moment].state
        if reading["state"] != .string(state) { return false }
        if when.contains("edge"), reading["live"] == .bool(false) { return false }
        if when.contains("past"), reading["live"] == .bool(true) { return false }
        return true
      }
      return found.prefix(1).map { $0 }
    // Words for people: some moment from here on.
    default: return rests
    }
  }

  private func moments(after tag: String) -> [Int] {
    let event = log.entries.firstIndex { $0.fields["tag"] == .string(tag) || $0.event == tag }
    return event.flatMap { rest(from: $0) }.map { [$0] } ?? []
  }

  private func isBeforeReady(_ index: Int) -> Bool {
    guard log.entries[index].isRest, let state = log.entries[index].state["state"]?.string else { return false }
    let ready = log.entries.firstIndex { ["playing", "paused"].contains($0.state["state"]?.string) }
    return (state == "preparing" || state == "idle") && index < ready ?? .max
  }

  private func isStep(_ index: Int, _ word: String) -> Bool {
    if case .step(_, let op) = log.entries[index].kind { op.hasPrefix(word) } else { false }
  }

  private func isEvent(_ index: Int, _ word: String) -> Bool {
    let entry = log.entries[index]
    return entry.event == word || entry.event == "state" && entry.fields["to"] == .string(word)
      || entry.event == "callback" && (entry.fields["name"] == .string(word) || word == "completion")
  }

  // MARK: Whole runs

  private func checkCounts(_ counts: [String: JSONValue]) throws {
    for (name, count) in counts {
      let point = try Point(name)
      let found = log.entries.count { point.matches($0) }
      if count == .int(found) { continue }
      throw Verdict.Unmet(expected: "\(count) × \(name)", got: "\(found)", at: "the end")
    }
  }

  private func checkMonotone(_ what: String) throws {
    let words = what.split(separator: " ").map(String.init)
    guard let property = words.first, let event = words.last, words.count > 1 else {
      throw Verdict.Unmet.unsupported("monotone \(what)")
    }
    let values = log.entries.filter { $0.event == event }.map { $0.state[property]?.number }
    let known = values.compactMap { $0 }
    guard known.count > 1, zip(known, known.dropFirst()).allSatisfy({ $0 <= $1 }) else {
      throw Verdict.Unmet(
        expected: "\(property) never runs backwards", got: "\(values.map { "\($0 ?? .nan)" })", at: "the end")
    }
  }
}
