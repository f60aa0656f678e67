import PlayerCore
import ReducerTesting

/// What came of looking at an explored scope with every property, ``Explorer/monitor(_:while:)``.
public struct ScopeMonitoring: Sendable {
  /// Expanded states that were checked.
  public internal(set) var states = 0
  /// Steps that were taken in them.
  public internal(set) var transitions = 0
  /// For each property that does not hold the shortest session that was seen.
  public internal(set) var findings: [Counterexample<PlayerScope>] = []
  /// Whether every state that was expanded was seen.
  public internal(set) var isComplete = false
}

extension Explorer<PlayerScope> {
  /// Takes every step in every expanded state once more, and looks at it with a ``PlayerMonitor`` that has watched the
  /// session from its beginning on: the shortest that leads to the state. ``ScopeLaws`` see two states and what was said
  /// between them; this sees what was said before as well.
  ///
  /// It is no proof: two sessions that lead to the same state are one here, and a monitor may remember what tells them
  /// apart. Every state and every step was seen with one history, and with a shortest.
  ///
  /// - Parameter mayGoOn: Asked after every few thousand states and at each finding, with what was seen so far.
  public func monitor(
    _ properties: PlayerPropertySet = .all, while mayGoOn: (ScopeMonitoring) -> Bool = { _ in true }
  ) -> ScopeMonitoring {
    var result = ScopeMonitoring()
    let first = model.begin(setup)
    // It has told of the prelude already.
    var frames = [MonitorFrame(first, PlayerMonitor(first.player, properties: properties), 0, model)]
    // States are numbered in the order of those they were reached from, so that successors stand side by side.
    frames[0].child = firstChild(of: 0)
    defer { first.desk.monitor = nil }
    while let frame = frames.indices.last {
      if frames[frame].next == 0 {
        result.states += 1
        if result.states % 4_096 == 0, !mayGoOn(result) { return replayed(result, properties) }
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
      let breach = model.take(frames[frame].choices[choice], in: &successor)
      let child = frames[frame].child
      let isFirstWay =
        child > 0 && child < parents.count && parents[child] == frames[frame].number && Int(choices[child]) == choice
      if isFirstWay { frames[frame].child += 1 }
      if let breach {
        result.add(breach, frames.map { $0.choices[$0.next - 1] }, setup)
        if !mayGoOn(result) { return result }
        // Behind it the monitor has nothing to say any more.
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

  /// What comes of a session that the monitor found, when it runs again from its beginning.
  private func replayed(
    _ found: Counterexample<PlayerScope>, _ properties: PlayerPropertySet
  ) -> Counterexample<PlayerScope> {
    var state = model.begin(found.session.setup)
    state.desk.monitor = PlayerMonitor(state.player, properties: properties)
    defer { state.desk.monitor = nil }
    var second = "broke nothing"
    for (index, step) in found.session.steps.enumerated() {
      guard let breach = model.take(step, in: &state) else { continue }
      if breach.property == found.breach.property, index + 1 == found.session.steps.count { return found }
      second = "broke \(breach.property) at step \(index + 1)"
      break
    }
    let detail =
      "the monitor saw \(found.breach.property) break at step \(found.session.steps.count), and the replay from the "
      + "beginning \(second)"
    return Counterexample(found.session, Breach("unsound-model", detail))
  }

  /// The first state that was reached from this one first, or the place where it would be.
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

/// A state on the way, with the monitor that has watched it come about.
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
  fileprivate mutating func add(_ breach: Breach, _ steps: [ScopeStep], _ setup: PlayerScope.Setup) {
    let found = Counterexample<PlayerScope>(Session(setup, steps), breach)
    if let known = findings.firstIndex(where: { $0.breach.property == breach.property }) {
      if steps.count < findings[known].session.steps.count { findings[known] = found }
    } else {
      findings.append(found)
    }
  }
}
