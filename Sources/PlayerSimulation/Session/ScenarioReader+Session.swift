import PlayerCore

// Reading for sessions that are driven by hand.
extension ScenarioReader {
  static let sessionExpectation =
    "an action such as 'play' or 'seek to 1:30', an input such as {\"name\": \"play\"}, or a list of them"

  /// Actions: one or a list, in the words of scenarios or as inputs of the vocabulary.
  mutating func actions(_ node: ScenarioNode) -> [ScenarioAction] {
    switch node.content {
    case .sequence(let items): return items.flatMap { actions($0) }
    case .mapping(let pairs):
      if pairs.contains(where: { $0.key.string == "name" }) { return input(node).map { [$0] } ?? [] }
      guard let first = pairs.first?.key.string, Self.actionKeys.contains(first) else {
        wrong(node, "input", Self.sessionExpectation)
        return []
      }
      return action(node).map { [$0] } ?? []
    case .scalar: return action(node).map { [$0] } ?? []
    }
  }

  /// `{name: load, item: 1, …}`: as inputs are given to a player, where fields that are left out are 0; without a request
  /// it gets a number of its own.
  private mutating func input(_ node: ScenarioNode) -> ScenarioAction? {
    guard var pairs = pairs(node, "input", Self.sessionExpectation) else { return nil }
    guard let place = pairs.firstIndex(where: { $0.key == "name" }) else { return nil }
    let first = pairs.remove(at: place)
    guard let (entry, rest) = entry([first] + pairs, "input", MessageWords.shared.inputs) else { return nil }
    guard let values = values(of: rest, entry, entry.fields.map { _ in 0 }) else { return nil }
    return action(node, "input", entry, values, given: rest.map { $0.key })
  }

  /// A kind of notification, in the words of `on` and `expect`.
  mutating func pattern(_ node: ScenarioNode, _ field: String) -> EventPattern? {
    guard let text = words(node, field, "a state or something the player reports, such as 'playing'") else {
      return nil
    }
    var words = Phrase(text).words[...]
    guard let event = event(node, field, &words) else { return nil }
    if !words.isEmpty { wrong(node, field, "nothing after the event", found: "'\(words.joined(separator: " "))'") }
    return event
  }
}

extension ScenarioNode {
  /// The words of a scalar; `nil` for anything else.
  var string: String? {
    if case .scalar(let scalar) = content { return scalar.string }
    return nil
  }
}
