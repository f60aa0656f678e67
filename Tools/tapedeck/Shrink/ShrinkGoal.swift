import ArgumentParser
import PlayerCore
import PlayerSimulation
import PlayerTesting
import PlayerTrace

/// What must go on happening while a trace is made smaller.
struct ShrinkGoal {
  /// A model that breaks where it happens.
  let model: PlayerModel
  /// As the user said it; `nil`: whatever breaks first.
  let until: String?

  /// Throws when `until` is neither a property nor something a player says.
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
    let said = try Said(until)
    let property = PlayerProperty("says-\(said.name)", "the player does not say \(until)")
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
    let said = try Said(until)
    return .says(said.name, { said.text(of: $0) })
  }

  /// Something that a player says: its name, and words that stand in it.
  private struct Said {
    let name: String
    private let code: UInt16
    private let rest: [String]

    init(_ until: String) throws {
      let words = until.split(separator: " ").map(String.init)
      guard let name = words.first, let code = ShrinkGoal.codes[name] else {
        throw ShrinkGoal.unknown(words.first ?? "")
      }
      (self.name, self.code, rest) = (name, code, Array(words.dropFirst()))
    }

    func text(of output: Output) -> String? {
      guard output.code == code else { return nil }
      let text = TraceDiffer.describe(output)
      return rest.allSatisfy(text.contains) ? text : nil
    }
  }

  /// Said of a trace in which it does not happen.
  var complaint: String {
    guard let until else { return "every property holds. Say with --until what must go on happening" }
    if PlayerProperty.named(until) != nil { return "does not break \(until). 'tapedeck check' says what it breaks" }
    return "nothing with '\(until)' is said. 'tapedeck cat' shows what is"
  }

  /// Everything a player says, by name.
  private static let codes: [String: UInt16] = {
    var codes: [String: UInt16] = [:]
    for code in 0..<Vocabulary.codeLimit {
      guard let line = Vocabulary.output(code) else { continue }
      codes["\(line)".prefix { $0 != " " && $0 != "(" }.description] = code
    }
    return codes
  }()

  private static func unknown(_ word: String) -> ValidationError {
    let names = PlayerProperty.all.map(\.id) + codes.keys.sorted()
    let guess = Nearest.word(to: word, among: names).map { " The nearest is '\($0)'." } ?? ""
    return ValidationError("--until: '\(word)' is neither a property nor something a player says.\(guess)")
  }
}
