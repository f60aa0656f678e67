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
    let words = until.split(separator: " ").map(String.init)
    guard let name = words.first, let code = Self.codes[name] else { throw Self.unknown(words.first ?? "") }
    let rest = Array(words.dropFirst())
    let property = PlayerProperty("says-\(name)", "the player does not say \(until)")
    model = PlayerModel(properties: .none).adding(property) { context in
      for output in context.outputs where output.code == code {
        let text = TraceDiffer.describe(output)
        if rest.allSatisfy(text.contains) { return text }
      }
      return nil
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
