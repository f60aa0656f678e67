import PlayerCore
import ReducerTesting

/// The result of checking an explored scope with every property, `Explorer.monitor(_:while:)`.
public struct ScopeMonitoring: Sendable {
  /// Expanded states that were checked.
  public internal(set) var states = 0
  /// The steps taken in them.
  public internal(set) var transitions = 0
  /// For each broken property the shortest session that breaks it.
  public internal(set) var findings: [Counterexample<PlayerScope>] = []
  /// Whether every expanded state was checked.
  public internal(set) var isComplete = false
}

extension Explorer<PlayerScope> {
  /// Takes every step in every expanded state again and checks it with a ``PlayerMonitor`` that has observed the
  /// shortest session that leads to the state. An exploration itself checks only what needs no history: two states and
  /// the outputs between them. This monitor also knows the inputs and outputs before.
  ///
  /// It is not a proof: sessions that lead to the same state are treated as one, although a monitor may distinguish
  /// them. Every state and every step is checked with one history, a shortest one.
  ///
  /// - Parameter shouldContinue: Called after every few thousand states and at each finding, with the result so far.
  ///   Returns false to stop.
  public func monitor(
    _ properties: PlayerPropertySet = .all, while shouldContinue: (ScopeMonitoring) -> Bool = { _ in true }
  ) -> ScopeMonitoring {
    var result = ScopeMonitoring()
    let first = model.begin(setup)
    // The prelude's outputs precede the monitor.
    var frames = [MonitorFrame(first, PlayerMonitor(first.player, properties: properties), 0, model)]
    // States are numbered in the order of their predecessors, so successors are adjacent.
    frames[0].child = firstChild(of: 0)
    defer { first.desk.monitor = nil }
    while let frame = frames.indices.last {
      if frames[frame].next == 0 {
        result.states += 1
        if result.states % 4_096 == 0, !shouldContinue(result) { return replayed(result, properties) }
      }
      guard frames[frame].next < frames[frame].choices.count else {
        frames.removeLast()
        continue
      }
      let choice = frames[frame].next
      frames[frame].next += 1
      result.transitions += 1
      first.desk.monitor = frames[frame].monitor
      var successor = frames[frame].state
      let violation = model.take(frames[frame].choices[choice], in: &successor)
      let child = frames[frame].child
      let isFirstWay =
        child > 0 && child < parents.count && parents[child] == frames[frame].number && Int(choices[child]) == choice
      if isFirstWay { frames[frame].child += 1 }
      if let violation {
        result.add(violation, frames.map { $0.choices[$0.next - 1] }, setup)
        if !shouldContinue(result) { return result }
        // After a violation the monitor checks nothing more.
        continue
      }
      guard isFirstWay, child < expanded, let monitor = first.desk.monitor else { continue }
      var next = MonitorFrame(successor, monitor, UInt32(child), model)
      next.child = firstChild(of: UInt32(child))
      frames.append(next)
    }
    result.isComplete = true
    return replayed(result, properties)
  }

  private func replayed(_ monitoring: ScopeMonitoring, _ properties: PlayerPropertySet) -> ScopeMonitoring {
    var monitoring = monitoring
    monitoring.findings = monitoring.findings.map { replayed($0, properties) }
    return monitoring
  }

  /// The result of replaying a session that broke a property, from its beginning.
  private func replayed(
    _ found: Counterexample<PlayerScope>, _ properties: PlayerPropertySet
  ) -> Counterexample<PlayerScope> {
    var state = model.begin(found.session.setup)
    state.desk.monitor = PlayerMonitor(state.player, properties: properties)
    defer { state.desk.monitor = nil }
    var second = "broke nothing"
    for (index, step) in found.session.steps.enumerated() {
      guard let violation = model.take(step, in: &state) else { continue }
      if violation.property == found.violation.property, index + 1 == found.session.steps.count { return found }
      second = "broke \(violation.property) at step \(index + 1)"
      break
    }
    let detail =
      "the monitor saw \(found.violation.property) break at step \(found.session.steps.count), and the replay from the "
      + "beginning \(second)"
    return Counterexample(found.session, PropertyViolation("unsound-model", detail))
  }

  /// The first state first reached from this one, or its place in the order.
  private func firstChild(of number: UInt32) -> Int {
    var low = Int(number) + 1
    var high = parents.count
    while low < high {
      let middle = (low + high) / 2
      if parents[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// A state on the path, with the monitor that has observed the path.
private struct MonitorFrame {
  var state: PlayerScope.State
  var monitor: PlayerMonitor
  var number: UInt32
  var choices: [ScopeStep] = []
  var next = 0
  var child = 0

  init(_ state: PlayerScope.State, _ monitor: PlayerMonitor, _ number: UInt32, _ scope: PlayerScope) {
    self.state = state
    self.monitor = monitor
    self.number = number
    scope.choices(in: state, into: &choices)
  }
}

extension ScopeMonitoring {
  fileprivate mutating func add(_ violation: PropertyViolation, _ steps: [ScopeStep], _ setup: PlayerScope.Setup) {
    let found = Counterexample<PlayerScope>(Session(setup, steps), violation)
    if let known = findings.firstIndex(where: { $0.violation.property == violation.property }) {
      if steps.count < findings[known].session.steps.count { findings[known] = found }
    } else {
      findings.append(found)
    }
  }
}
