import ArgumentParser
import PlayerSimulation
import PlayerTesting

/// The properties that a command checks.
struct PropertySelection: ParsableArguments {
  @Option(help: ArgumentHelp("Check only this property; may be repeated.", valueName: "id"), completion: Self.ids)
  var property: [String] = []

  @Option(help: ArgumentHelp("Do not check this property; may be repeated.", valueName: "id"), completion: Self.ids)
  var allow: [String] = []

  /// What every command takes here; `check` also takes the laws for imported logs.
  static var ids: CompletionKind { .list(PlayerProperty.all.map(\.id)) }

  /// In the order of the registry. Throws for an unknown id, with the nearest known one.
  func properties(among all: [PlayerProperty] = PlayerProperty.all) throws -> [PlayerProperty] {
    for id in property + allow where !all.contains(where: { $0.id == id }) { throw unknown(id, all) }
    let properties = all.filter {
      (property.isEmpty || property.contains($0.id)) && !allow.contains($0.id)
    }
    guard !properties.isEmpty else {
      throw ValidationError("No property is left to check: leave out an --allow, or add a --property.")
    }
    return properties
  }

  private func unknown(_ id: String, _ all: [PlayerProperty]) -> ValidationError {
    let guess = Nearest.word(to: id, among: all.map(\.id)).map { ". The nearest is '\($0)'" } ?? ""
    return ValidationError("There is no property '\(id)'\(guess). 'tapedeck check --list' lists them.")
  }
}
