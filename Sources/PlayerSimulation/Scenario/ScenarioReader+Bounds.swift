import PlayerCore

// Bounds for numbers and times.
extension ScenarioReader {
  /// What a value of an expectation looks like.
  static func expectation(_ type: String) -> String {
    let value = MessageWords.shared.expectation(type)
    guard ScenarioBound.compares(type) else { return value }
    let example = type == "time" || type == "span" ? "'> 10 s' or '10 s .. 12 s'" : "'at most 1' or '1 .. 3'"
    return "\(value), or a comparison such as \(example)"
  }

  /// A value, perhaps with `± 100 ms`; `> 10 s`, `at most 1`; `10 s .. 12 s`.
  mutating func bound(
    _ node: ScenarioNode, _ field: String, _ type: String, _ words: inout ArraySlice<String>
  ) -> ScenarioBound? {
    let comparison = ScenarioBound.take(&words)
    let isBetween = comparison == nil && words.count >= 4 && words.first?.lowercased() == "between"
    if isBetween { words = words.dropFirst() }
    if comparison != nil || isBetween, !ScenarioBound.compares(type) {
      wrong(node, field, MessageWords.shared.expectation(type), "It has no order: write only the value")
      words = []
      return nil
    }
    lendUnit(in: &words, type)
    guard let first = value(node, field, type, &words) else { return nil }
    if let comparison { return checked(comparison(first), first, node, field, type, &words) }
    let isRange = ScenarioBound.compares(type) && (words.first == ".." || (isBetween && words.first == "and"))
    if isRange || isBetween {
      words = words.dropFirst()
      guard let last = value(node, field, type, &words) else { return nil }
      guard first <= last else {
        wrong(node, field, "a range whose end is not before its beginning", "Swap its ends")
        words = []
        return nil
      }
      return checked(.between(first, last), first, node, field, type, &words)
    }
    guard words.first == "±" else { return .exactly(first) }
    words = words.dropFirst()
    let tolerance = words.popFirst().flatMap { MessageWords.shared.value($0, type) { _ in nil } }
    guard let tolerance, tolerance >= 0 else {
      wrong(node, field, "a tolerance after ±")
      words = []
      return nil
    }
    return .near(first, tolerance: tolerance)
  }

  /// Nothing is less than a time that is unknown, or more than one that never comes.
  private mutating func checked(
    _ bound: ScenarioBound, _ value: Int64, _ node: ScenarioNode, _ field: String, _ type: String,
    _ words: inout ArraySlice<String>
  ) -> ScenarioBound? {
    guard type == "time" || type == "span", value == .min || value == .max, bound.value == nil else { return bound }
    wrong(node, field, "a time to compare with", "'never' and 'unknown' cannot be compared: write only the word")
    words = []
    return nil
  }

  /// `10 .. 12 s`: the unit of the end is that of the beginning, too.
  private func lendUnit(in words: inout ArraySlice<String>, _ type: String) {
    guard type == "time" || type == "span", words.count >= 3, let first = words.first,
      [".."].contains(words[words.startIndex + 1]), ScenarioNumber.fixed(first, places: 6) != nil
    else { return }
    let last = words[words.startIndex + 2]
    words[words.startIndex] = first + last.drop { $0.isNumber || $0 == "." }
  }

  private mutating func value(
    _ node: ScenarioNode, _ field: String, _ type: String, _ words: inout ArraySlice<String>
  ) -> Int64? {
    let word = words.popFirst() ?? ""
    let read = MessageWords.shared.value(word, type) { text($0) }
    if let read { return read }
    let names = MessageWords.shared.names(of: type) ?? []
    wrong(
      node, field, Self.expectation(type), found: word.isEmpty ? "nothing" : "'\(word)'",
      Nearest.word(to: word, among: names).map { "Did you mean '\($0)'?" } ?? ScenarioNumber.advice(for: word, type)
        ?? "")
    words = []
    return nil
  }
}

extension StateProperty {
  /// The property that the words begin with, when something follows it; its words are taken.
  static func take(_ words: inout ArraySlice<String>) -> StateProperty? {
    for property in allCases {
      let name = property.rawValue.split(separator: " ").map { String($0) }
      guard words.count > name.count, Array(words.prefix(name.count)) == name else { continue }
      words = words.dropFirst(name.count)
      return property
    }
    return nil
  }
}
