import ArgumentParser
import PlayerCore
import PlayerSimulation
import PlayerTesting
import PlayerTrace

/// What must still happen while a trace is made smaller.
struct ShrinkGoal {
  /// A model that breaks where it happens.
  let model: PlayerModel
  /// In the user's words; `nil`: whatever breaks first.
  let until: String?

  /// Throws when `until` is neither a property nor an output of the player.
  init(_ until: String?, allowing allowed: [String]) throws {
    self.until = until
    for id in allowed where PlayerProperty.named(id) == nil {
      throw ValidationError("There is no property '\(id)'. 'tapedeck check --list' lists them.")
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

  /// The same for a scenario: what it is kept for. `nil`: whatever goes wrong first.
  func scenarioGoal() throws -> ScenarioModel.Goal? {
    guard let until else { return nil }
    if PlayerProperty.named(until) != nil { return .breaks(PlayerPropertySet(ids: [until])) }
    let said = try GoalWords(until)
    return .says(said.name, { said.text(of: $0) })
  }

  /// The message for a trace in which it does not happen.
  var complaint: String {
    guard let until else { return "every property holds. Say with --until what must go on happening" }
    if PlayerProperty.named(until) != nil { return "does not break \(until). 'tapedeck check' says what it breaks" }
    return "'\(until)' is never reported. 'tapedeck cat' shows what is"
  }
}
