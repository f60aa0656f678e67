import PlayerCore
import PlayerTesting
import PlayerTrace

/// A problem in a trace, and its place.
struct TriageFinding {
  enum Kind {
    /// A property of a player does not hold.
    case property
    /// The player reported a failure, a stall, or the output that the user named.
    case reported
    /// The outputs of this version's player differ from the recorded ones.
    case otherOutputs
  }

  var kind: Kind
  /// The id of a property, or a goal such as `failed stuckSeeking`: what `tapedeck shrink --until` takes.
  var words: String
  /// The step at which it occurs, and which is explained.
  var step: Int64

  /// The most important finding: a broken property before a failure or stall, the most severe first, and among those
  /// the earliest. `nil` if nothing went wrong.
  static func worst(_ check: TraceCheckReport?, _ trouble: TraceStep?) -> TriageFinding? {
    let issues = check?.issues ?? []
    let broken = issues.filter { $0.property.id != otherOutputs }
    if let severity = broken.map({ $0.property.severity }).max(),
      let issue = broken.first(where: { $0.property.severity == severity })
    {
      return TriageFinding(kind: .property, words: issue.property.id, step: issue.step)
    }
    if let trouble, let words = words(of: trouble) {
      return TriageFinding(kind: .reported, words: words, step: trouble.number)
    }
    return issues.first.map { TriageFinding(kind: .otherOutputs, words: $0.property.id, step: $0.step) }
  }

  /// The finding that the user named; `nil` if it does not occur.
  static func asked(_ goal: ShrinkGoal, in trace: SalvagedTrace) throws(TraceError) -> TriageFinding? {
    guard let until = goal.until else { return nil }
    var checker = TraceChecker(goal.model)
    checker.issuesPerProperty = 1
    var reader = try trace.open()
    let issue = try checker.check(&reader).issues.first { $0.property.id != otherOutputs || until == otherOutputs }
    guard let issue else { return nil }
    let kind: Kind = until == otherOutputs ? .otherOutputs : PlayerProperty.named(until) == nil ? .reported : .property
    return TriageFinding(kind: kind, words: until, step: issue.step)
  }

  private static let otherOutputs = "recorded-otherwise"

  /// The failure or stall among the outputs of a step; `nil` for a step without.
  private static func words(of step: TraceStep) -> String? {
    for output in step.outputs {
      switch output {
      case .notification(.failed(let failure, _), _): return "failed \(failure.kind)"
      case .notification(.stallBegan, _): return "stallBegan"
      default: continue
      }
    }
    return nil
  }
}
