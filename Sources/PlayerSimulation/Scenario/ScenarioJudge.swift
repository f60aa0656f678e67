import PlayerCore

/// Compares what a player reports with what a scenario expects, while it runs.
struct ScenarioJudge {
  private let scenario: Scenario
  /// The expectations that are looked for one after the other, and what must not be reported before each.
  private var chain: [(event: Int?, absences: [Int])] = []
  private var link = 0
  /// When the expectation before the present one was met.
  private var since = Instant.zero
  private var counts: [(index: Int, count: Int64)] = []
  private var nevers: [Int] = []
  private(set) var failures: [ScenarioRun.Failure] = []
  /// The reports of the kind that is looked for: the first at other times, and the last with other fields.
  private var (early, others): ([Heard], [Heard]) = ([], [])

  private typealias Heard = (output: Output, instant: Instant)
  private let writer: ScenarioWriter

  init(_ scenario: Scenario) {
    self.scenario = scenario
    writer = ScenarioWriter(scenario)
    var absences: [Int] = []
    for (index, expectation) in scenario.expectations.enumerated() {
      switch expectation {
      case .event:
        chain.append((index, absences))
        absences = []
      case .absence: absences.append(index)
      case .never: nevers.append(index)
      case .count: counts.append((index, 0))
      case .state: break
      }
    }
    if !absences.isEmpty { chain.append((nil, absences)) }
  }

  mutating func hear(_ outputs: borrowing Outputs, at instant: Instant) {
    for index in 0..<outputs.count { hear(outputs[index], at: instant) }
  }

  private mutating func hear(_ output: Output, at instant: Instant) {
    for place in counts.indices {
      guard case .count(let event, _, _) = scenario.expectations[counts[place].index] else { continue }
      if event.matches(output) { counts[place].count += 1 }
    }
    for index in nevers {
      guard case .never(let event) = scenario.expectations[index], event.matches(output) else { continue }
      fail(index, "it was reported at \(time(instant)): \(text(output))")
    }
    guard link < chain.count else { return }
    if let index = chain[link].event, case .event(let event, let window) = scenario.expectations[index] {
      if event.matches(output), window.holds(instant, since: since) {
        closeAbsences(at: instant, "the match of the next expectation")
        link += 1
        since = instant
        (early, others) = ([], [])
        return
      }
      if output.code == event.code { note(output, at: instant, isMatch: event.matches(output)) }
    }
    for index in chain[link].absences {
      guard case .absence(let event, let window) = scenario.expectations[index], event.matches(output),
        window.holds(instant, since: since)
      else { continue }
      fail(index, "it was reported at \(time(instant)): \(text(output))")
    }
  }

  private mutating func note(_ output: Output, at instant: Instant, isMatch: Bool) {
    if isMatch {
      if early.count < 3 { early.append((output, instant)) }
    } else {
      if others.count == 3 { others.removeFirst() }
      others.append((output, instant))
    }
  }

  /// Compares the state at an instant; `nil`: at the end.
  mutating func look(at player: Player, for asked: TimeSpan?, now: Instant) {
    for (index, expectation) in scenario.expectations.enumerated() {
      guard case .state(let instant, let conditions) = expectation, instant == asked else { continue }
      for condition in conditions {
        if let difference = Self.difference(from: condition, of: player, at: now, writer) { fail(index, difference) }
      }
    }
  }

  /// What a property is instead of what was expected; `nil` when it is that.
  static func difference(
    from condition: ScenarioExpectation.StateCondition, of player: Player, at now: Instant, _ writer: ScenarioWriter
  ) -> String? {
    let found = condition.property.value(of: player, at: now)
    if condition.bound.holds(found) { return nil }
    let type = condition.property.type
    return
      "\(condition.property.rawValue) is \(writer.value(found, type)), expected \(writer.bound(condition.bound, type))"
  }

  /// What must not be reported between two instants must be looked for at some instant between them: else it would be
  /// met whatever happens.
  private mutating func closeAbsences(at end: Instant, _ reason: String) {
    for index in chain[link].absences {
      guard case .absence(_, let window) = scenario.expectations[index] else { continue }
      let (first, last) = (window.begin(since: since), min(end, window.end(since: since)))
      if first <= last { continue }
      let begin = since == .zero ? "the beginning" : "the match of the previous expectation"
      fail(
        index,
        "it was never checked: its times are not between \(begin) at \(time(since)) and \(reason) at \(time(end))")
    }
  }

  /// The run was over before this instant, at which a state is expected.
  mutating func miss(_ look: TimeSpan, end: Instant) {
    for (index, expectation) in scenario.expectations.enumerated() {
      guard case .state(let instant, _) = expectation, instant == look else { continue }
      fail(index, "the run ended earlier, at \(time(end))")
    }
  }

  /// `isIdle`: nothing more would have happened.
  mutating func finish(at end: Instant, isIdle: Bool) {
    if link < chain.count {
      closeAbsences(at: end, "the end of the run")
      for index in chain[link].absences where !isIdle {
        guard case .absence(_, let window) = scenario.expectations[index] else { continue }
        let last = window.end(since: since)
        guard last != .never, last > end else { continue }
        fail(index, "it was checked only until \(time(end)), when the run ended, instead of until \(time(last))")
      }
    }
    for (index, count) in counts {
      guard case .count(_, let least, let most) = scenario.expectations[index],
        !(least...max(least, most)).contains(count)
      else { continue }
      fail(index, "it was reported \(count) \(count == 1 ? "time" : "times")")
    }
    guard link < chain.count, let index = chain[link].event else { return }
    let place = link == 0 ? "" : " after the match of the previous expectation at \(time(since))"
    let rest = chain.count - link - 1
    let unseen = rest > 0 ? "; \(rest) after it \(rest == 1 ? "was" : "were") not checked" : ""
    let heard = (early.isEmpty ? others : early).map { "\(text($0.output)) at \(time($0.instant))" }
    let found =
      heard.isEmpty ? "nothing of the kind was reported" : "reported instead: \(heard.joined(separator: "; "))"
    fail(index, "it was not reported\(place): \(found)\(unseen)")
  }

  /// Each expectation fails once.
  private mutating func fail(_ index: Int, _ sentence: String) {
    guard !failures.contains(where: { $0.subject == .expectation(index) }) else { return }
    let expected = writer.expectation(scenario.expectations[index])
    failures.append(ScenarioRun.Failure(subject: .expectation(index), sentence: "\(expected): \(sentence)"))
  }

  private func time(_ instant: Instant) -> String { ScenarioNumber.text(time: instant.microseconds) }

  private func text(_ output: Output) -> String {
    let message = output.message
    guard let entry = MessageWords.shared.output(message.code) else { return "message \(message.code)" }
    let fields = entry.fields.enumerated().filter { $1.name != "reason" }.map { index, field in
      "\(field.name) \(writer.value(message[index], field.type))"
    }
    return fields.isEmpty ? entry.name : "\(entry.name) with \(fields.joined(separator: ", "))"
  }
}
