import PlayerCore

/// The last steps of a replay, and the state before them: the history that a difference shows.
///
/// States are copied only occasionally. A state between two copies is recreated by replaying the steps since the last
/// one.
struct RecentSteps {
  /// Some consecutive steps, and the state before the first.
  private struct Stretch {
    var base: Player
    var steps: [(step: TraceStep, isBare: Bool)] = []

    /// The steps with their outputs, and the state before the last one.
    func replayed() -> (steps: [TraceStep], stateBeforeLast: Player) {
      var (player, before) = (base, base)
      var outputs = Outputs()
      let steps = steps.map { step, isBare in
        before = player
        player.receive(step.input, at: step.instant, into: &outputs)
        var step = step
        if isBare { step.outputs = Array(outputs) }
        return step
      }
      return (steps, before)
    }
  }

  /// The number of steps between two copies of the state.
  private static let limit = 64

  private var (earlier, latest): (Stretch, Stretch)

  init(_ state: Player) { (earlier, latest) = (Stretch(base: state), Stretch(base: state)) }

  /// Adds a step; `state` is the one before it. A bare step has no outputs of its own: they equal the player's.
  @inline(__always)
  mutating func append(_ step: TraceStep, isBare: Bool, _ state: Player) {
    if latest.steps.count == Self.limit { begin(state) }
    latest.steps.append((step, isBare))
  }

  /// Replaces the last step with one that has its outputs.
  mutating func replaceLast(_ step: TraceStep) { latest.steps[latest.steps.count - 1] = (step, false) }

  private mutating func begin(_ state: Player) {
    swap(&earlier, &latest)
    latest.steps.removeAll(keepingCapacity: true)
    latest.base = state
  }

  /// The state before the last step.
  var stateBeforeLast: Player { latest.replayed().stateBeforeLast }

  /// The last step and up to five before it.
  var lastSix: [TraceStep] { Array((earlier.replayed().steps + latest.replayed().steps).suffix(6)) }
}
