import PlayerCore
import PlayerTrace
import ReducerTesting

/// What must still happen while a trace is made smaller.
package struct ShrinkGoal {
  /// A model that breaks where the goal is reached.
  package let model: PlayerModel
  /// In the user's words; `nil`: whatever breaks first.
  package let until: String?

  /// Throws when `until` is neither a property nor an output of the player, or when no property remains.
  package init(_ until: String?, allowing allowed: [String] = []) throws(GoalProblem) {
    self.until = until
    for id in allowed where PlayerProperty.named(id) == nil {
      throw GoalProblem("There is no property '\(id)'. 'tapedeck check --list' lists them.")
    }
    guard let until else {
      model = PlayerModel(properties: .allBut(allowed))
      return
    }
    if PlayerProperty.named(until) != nil {
      model = PlayerModel(properties: PlayerPropertySet(ids: [until]))
      return
    }
    let said = try GoalWords(until)
    let property = PlayerProperty("says-\(said.name)", "the player does not report \(until)")
    model = PlayerModel(properties: .none).adding(property) { context in
      for output in context.outputs {
        if let text = said.text(of: output) { return text }
      }
      return nil
    }
  }

  /// What `until` can begin with.
  package static var firstWords: [String] { GoalVocabulary.firstWords }

  /// The message for a trace in which it does not happen.
  package var complaint: String {
    guard let until else { return "every property holds. Name with --until what must still happen" }
    if PlayerProperty.named(until) != nil { return "does not break \(until). 'tapedeck check' shows what it breaks" }
    return "'\(until)' is never reported. 'tapedeck cat' shows what is"
  }
}

/// A trace that is made smaller.
package struct TraceShrink {
  package let goal: ShrinkGoal
  package let recorded: RecordedSession

  /// Longer traces are refused.
  private static var limit: Int { 1_000_000 }
  /// The default maximum number of steps.
  package static var budget: Int { 50_000_000 }

  /// Reads a whole trace.
  package init(_ reader: inout TraceReader, _ goal: ShrinkGoal) throws(TraceError) {
    self.goal = goal
    recorded = try PlayerModel.session(from: &reader, limit: Self.limit)
  }

  package var stepCount: Int { recorded.session.steps.count }

  /// `nil` when it does not happen in the trace; see ``ReducerTesting/Shrinker``.
  package func shrink(
    budget: Int, progress: (ShrinkProgress) -> Bool,
    observe: ((Session<PlayerSetup, PlayerStep>, Finding) -> Void)? = nil
  ) -> Shrunk<PlayerSetup, PlayerStep>? {
    Shrinker(goal.model, budget: budget).shrink(recorded.session, progress: progress, observe: observe)
  }

  /// The trace of a smaller session.
  package func trace(
    of session: Session<PlayerSetup, PlayerStep>, breaking property: String, _ form: TraceForm
  ) -> [UInt8] {
    var small = recorded
    small.session = session
    small.note = "breaks \(property); shrunk from \(stepCount) steps"
    return goal.model.trace(of: small, form, tool: "tapedeck shrink")
  }
}
