import PlayerCore

/// The last steps of a replay, and the state before them: what a difference shows of the past.
///
/// A state is copied only now and then. The one before the last step is made by playing the steps since then again.
struct RecentSteps {
  /// From one copy of the state to the next.
  private static let limit = 64

  /// The state before the first of `steps`.
  private var base: Player
  private var steps: [TraceStep] = []
  /// The last ones before `steps`, up to five.
  private var earlier: [TraceStep] = []

  init(_ state: Player) { base = state }

  /// Adds a step; `state` is the one before it.
  mutating func append(_ step: TraceStep, _ state: Player) {
    if steps.count == Self.limit {
      earlier = Array(steps.suffix(5))
      steps.removeAll(keepingCapacity: true)
      base = state
    }
    steps.append(step)
  }

  /// The state before the last step.
  var stateBeforeLast: Player {
    var player = base
    var outputs = Outputs()
    for step in steps.dropLast() { player.receive(step.input, at: step.instant, into: &outputs) }
    return player
  }

  /// The last step and up to five before it.
  var lastSix: [TraceStep] { Array((earlier + steps).suffix(6)) }
}
