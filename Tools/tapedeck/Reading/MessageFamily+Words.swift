import PlayerTrace

extension MessageFamily {
  /// The word for a whole family in options.
  var plural: String {
    switch self {
    case .deadline: "deadlines"
    case .command: "commands"
    case .environment: "environment"
    case .event: "events"
    case .notification: "notifications"
    case .completion: "completions"
    case .engine: "engine"
    case .diagnostic: "diagnostics"
    }
  }

  init?(plural word: String) {
    guard let family = Self.allCases.first(where: { $0.plural == word }) else { return nil }
    self = family
  }
}
