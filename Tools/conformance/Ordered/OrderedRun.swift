import PlayerCore
import PlayerRuntime

/// Runs the script of an ordered case: steps follow events. Knows nothing of what is expected.
@MainActor
final class OrderedRun {
  private struct Step {
    var trigger: Trigger
    var op: String
    var arguments: JSONValue
  }

  private enum Trigger {
    /// In the same instant as the previous step, after it.
    case then
    /// So many microseconds after the step before.
    case after(Int64)
    /// Behind everything that happens in the instant of the event.
    case on(Point)
    /// While the event is delivered.
    case inside(Point)
    /// When playback is at this position.
    case atTime(Double)
  }

  private(set) var log = OrderedLog()
  let system: SRGSystem
  private let steps: [Step]
  private var nextStep = 0
  /// When the step before was carried out.
  private var lastInstant: Int64 = 0
  /// How often the event of the next step was seen.
  private var seen = 0
  private var isDue = false
  private var failure: (any Error)?

  init(_ conformanceCase: ConformanceCase, system: SRGSystem) throws {
    self.system = system
    steps = try (conformanceCase.body["steps"]?.array ?? []).map { step in
      guard let action = step["action"], let op = action["op"]?.string else {
        throw Verdict.Unmet.unsupported("step \(step)")
      }
      try OrderedWords.check(op, action)
      return Step(trigger: try Self.trigger(try step.text("at")), op: op, arguments: action)
    }
    system.announce = { [weak self] name, fields in self?.hear(name, fields) }
    rest()
    try settle()
  }

  private static func trigger(_ text: String) throws -> Trigger {
    if text == "start" || text == "then" { return .then }
    if text.hasPrefix("+"), text.hasSuffix("s"), let seconds = Double(text.dropFirst().dropLast()) {
      return .after(TimedRun.microseconds(seconds))
    }
    if text.hasPrefix("on:") { return .on(try Point(String(text.dropFirst(3)))) }
    if text.hasPrefix("inside:") { return .inside(try Point(String(text.dropFirst(7)))) }
    if text.hasPrefix("at_time="), let seconds = Double(text.dropFirst(8)) { return .atTime(seconds) }
    throw Verdict.Unmet.unsupported("trigger \(text)")
  }

  private var now: Int64 { system.host.now.microseconds }
  /// What the next step waits for; `nil` when all were carried out.
  var awaited: String? {
    nextStep < steps.count ? "step \(nextStep + 1), \(steps[nextStep].op): \(steps[nextStep].trigger)" : nil
  }

  // MARK: What happens

  private func hear(_ name: String, _ fields: [String: JSONValue]) {
    let entry = OrderedLog.Entry(kind: .event(name), instant: now, fields: fields, state: system.reading)
    log.append(entry)
    guard nextStep < steps.count, !isDue else { return }
    switch steps[nextStep].trigger {
    case .on(let point) where point.matches(entry):
      seen += 1
      isDue = seen == point.ordinal
    case .inside(let point) where point.matches(entry):
      seen += 1
      if seen == point.ordinal { actInside() }
    default: break
    }
  }

  /// Carries out a step while an event is delivered, and those that follow in the same instant.
  private func actInside() {
    act()
    while nextStep < steps.count, case .then = steps[nextStep].trigger { act() }
  }

  private func act() {
    let step = steps[nextStep]
    let isTimed = if case .after = step.trigger { true } else { false }
    nextStep += 1
    seen = 0
    isDue = false
    lastInstant = now
    log.append(
      OrderedLog.Entry(
        kind: .step(index: nextStep - 1, op: step.op), instant: now, fields: ["timed": .bool(isTimed)]))
    do {
      try system.act(step.op, step.arguments)
    } catch {
      failure = failure ?? error
    }
    if step.op == "wait", let seconds = step.arguments["seconds"]?.number {
      lastInstant += TimedRun.microseconds(seconds)
    }
  }

  private func rest() {
    log.append(OrderedLog.Entry(kind: .rest, instant: now, state: system.reading))
  }

  /// Carries out the steps that are due now.
  private func settle() throws {
    while nextStep < steps.count {
      switch steps[nextStep].trigger {
      case .then: isDue = lastInstant <= now
      case .after(let span): isDue = lastInstant + span <= now
      case .atTime(let time): isDue = (system.reading["time"]?.number ?? 0) >= time - 1e-6
      case .on, .inside: break
      }
      guard isDue else { break }
      act()
      rest()
    }
    if let failure { throw failure }
  }

  // MARK: Time

  /// Lets time pass up to `end`, in microseconds; every instant at which something happens is visited.
  func run(until end: Int64) throws {
    while now < end {
      var next = min(end, max(now, system.host.nextInstant.microseconds))
      if nextStep < steps.count {
        switch steps[nextStep].trigger {
        case .then: next = min(next, max(now, lastInstant))
        case .after(let span): next = min(next, max(now, lastInstant + span))
        case .atTime: next = min(next, now + 10_000)
        case .on, .inside: break
        }
      }
      let count = log.entries.count
      system.host.run(until: .microseconds(next))
      if log.entries.count > count || next == end { rest() }
      try settle()
    }
  }
}
