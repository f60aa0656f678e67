import PlayerCore

// Expectations.
extension ScenarioReader {
  static let expectExample = "something such as 'playing within 1 s', 'not failed' or 'at 30 s: {state: playing}'"

  mutating func readExpectations(_ node: ScenarioNode) {
    guard case .sequence(let expectations) = node.content else {
      return wrong(node, "expect", "a list of expectations, each after a '-'")
    }
    for expectation in expectations {
      guard let read = self.expectation(expectation) else { continue }
      scenario.expectations.append(read)
      note(expectation: expectation.place)
    }
  }

  private mutating func expectation(_ node: ScenarioNode) -> ScenarioExpectation? {
    if case .scalar(let scalar) = node.content { return expectation(node, Phrase(scalar.string)) }
    guard let pairs = pairs(node, "expect", Self.expectExample), let first = pairs.first else { return nil }
    // Properties without a time are those at the end.
    if StateProperty(rawValue: first.key) != nil { return state(node, at: nil) }
    guard pairs.count == 1 else {
      wrong(node, "expect", Self.expectExample, "Put a '-' before each expectation")
      return nil
    }
    let words = Phrase(first.key).words
    if words.map({ $0.lowercased() }) == ["at", "the", "end"] { return state(first.value, at: nil) }
    guard words.count == 2, words[0].lowercased() == "at", let time = ScenarioNumber.time(words[1]), time >= 0 else {
      let isEnd = words.map { $0.lowercased() } == ["at", "end"] || words.map { $0.lowercased() } == ["end"]
      let time = words.count == 2 && words[0].lowercased() == "at" ? ScenarioNumber.time(meantBy: words[1]) : nil
      let key = CommonWords.meaning(of: first.key, among: StateProperty.allCases.map { $0.rawValue })
      wrong(
        first.node, "expect", "'at' and a time, 'at the end', or a property",
        isEnd ? "Did you mean 'at the end'?" : (time.map { "at \($0)" } ?? key).map { "Did you mean '\($0)'?" } ?? "")
      return nil
    }
    return state(first.value, at: .microseconds(time))
  }

  // MARK: States

  mutating func state(_ node: ScenarioNode, at instant: TimeSpan?) -> ScenarioExpectation? {
    let names = StateProperty.allCases.map { $0.rawValue }
    var conditions: [ScenarioExpectation.StateCondition] = []
    if case .scalar(let scalar) = node.content {
      var words = Phrase(scalar.string).words[...]
      if let property = StateProperty.take(&words) {
        return condition(node, property, &words).map { .state(at: instant, [$0]) }
      }
      // Only a state.
      guard let value = MessageWords.shared.value(scalar.string, "playbackState", text: { _ in nil }) else {
        let states = MessageWords.shared.names(of: "playbackState") ?? []
        wrong(
          node, "state", "a state, or properties such as {state: playing}",
          CommonWords.meaning(of: scalar.string, among: states).map { "Did you mean '\($0)'?" }
            ?? Nearest.advice(for: scalar.string, among: states))
        return nil
      }
      return .state(at: instant, [ScenarioExpectation.StateCondition(.state, value)])
    }
    let example = "properties such as {state: playing, position: 1:50}"
    guard let pairs = pairs(node, "expect", example) else { return nil }
    if pairs.isEmpty { wrong(node, "expect", example, found: "none: this would expect nothing") }
    for pair in pairs {
      guard let property = StateProperty(rawValue: pair.key) else {
        unknown(pair.node, pair.key, "expect", among: names)
        continue
      }
      let expected = Self.expectation(property.type)
      guard let text = words(pair.value, pair.key, expected) else { continue }
      var words = Phrase(text).words[...]
      if let condition = condition(pair.value, property, &words) { conditions.append(condition) }
    }
    return .state(at: instant, conditions)
  }

  /// A property and what it is compared with: all of the words.
  private mutating func condition(
    _ node: ScenarioNode, _ property: StateProperty, _ words: inout ArraySlice<String>
  ) -> ScenarioExpectation.StateCondition? {
    guard let bound = bound(node, property.rawValue, property.type, &words) else { return nil }
    guard words.isEmpty else {
      wrong(node, property.rawValue, Self.expectation(property.type))
      return nil
    }
    return ScenarioExpectation.StateCondition(property, bound)
  }

  // MARK: Events

  private mutating func expectation(_ node: ScenarioNode, _ phrase: Phrase) -> ScenarioExpectation? {
    var words = phrase.words[...]
    if let property = StateProperty.take(&words) {
      return condition(node, property, &words).map { .state(at: nil, [$0]) }
    }
    var negation = ""
    if let first = words.first?.lowercased(), first == "not" || first == "never" {
      negation = first
      words = words.dropFirst()
    }
    guard let event = event(node, "expect", &words) else { return nil }
    if negation == "never", words.isEmpty { return .never(event) }
    if negation.isEmpty, let count = count(&words) {
      if count == 0 ... .max {
        wrong(node, "expect", "a number from 1 on", found: "'at least 0 times', which is always met")
        return nil
      }
      return .count(event, atLeast: count.lowerBound, atMost: count.upperBound)
    }
    guard negation != "never", let window = window(&words), words.isEmpty else {
      wrong(
        node, "expect",
        "'within 1 s', 'between 1 s and 2 s', 'before 2 s', 'after 1 s', 'at 1 s', 'exactly 2 times' or nothing more",
        found: "'\(words.joined(separator: " "))'")
      return nil
    }
    if window.isEmpty {
      let range = Self.words(of: window)
      wrong(
        node, "expect", "an end that is not before the beginning", found: "'\(range)', which contains no instant",
        "Swap the times")
      return nil
    }
    return negation == "not" ? .absence(event, window) : .event(event, window)
  }

  private static func words(of window: ScenarioExpectation.Window) -> String {
    let (from, until) = (window.from?.microseconds ?? 0, window.until?.microseconds ?? 0)
    return "between \(ScenarioNumber.text(time: from)) and \(ScenarioNumber.text(time: until))"
  }

  private func count(_ words: inout ArraySlice<String>) -> ClosedRange<Int64>? {
    let all = words.map { $0.lowercased() }
    if all == ["once"] { return 1...1 }
    if all == ["twice"] { return 2...2 }
    if all.count == 3, all[0] == "exactly", let count = ScenarioNumber.integer(all[1]), count >= 0 {
      return all[2].hasPrefix("time") ? count...count : nil
    }
    guard all.count == 4, all[0] == "at", let count = ScenarioNumber.integer(all[2]), count >= 0,
      all[3].hasPrefix("time")
    else { return nil }
    switch all[1] {
    case "least": return count ... .max
    case "most": return 0...count
    default: return nil
    }
  }

  private func window(_ words: inout ArraySlice<String>) -> ScenarioExpectation.Window? {
    var window = ScenarioExpectation.Window()
    func time(_ words: inout ArraySlice<String>) -> TimeSpan? {
      guard let word = words.first, let time = ScenarioNumber.time(word), time != .min else { return nil }
      words = words.dropFirst()
      return .microseconds(time)
    }
    while let word = words.first?.lowercased() {
      // A bound must not be set twice.
      if window.knows(word) { return nil }
      words = words.dropFirst()
      if word == "and" || word == "," { continue }
      // Recorded sessions may begin before zero, and so may the tolerance around a time.
      guard let first = time(&words), first >= .zero || ["at", "between", "after", "from"].contains(word) else {
        words = [word] + words
        return nil
      }
      switch word {
      case "within": window.within = first
      case "before", "by", "until": window.until = first
      case "after", "from": window.from = first
      case "between":
        guard words.first?.lowercased() == "and" else { return nil }
        words = words.dropFirst()
        guard let second = time(&words) else { return nil }
        (window.from, window.until) = (first, second)
      case "at":
        var tolerance = TimeSpan.zero
        if words.first == "±" {
          words = words.dropFirst()
          guard let read = time(&words), read >= .zero else { return nil }
          tolerance = read
        }
        (window.from, window.until) = (first + (.zero - tolerance), first + tolerance)
      default:
        words = [word] + words
        return nil
      }
    }
    return window
  }

  /// `stalled`, `failed with httpServerError`, `segmentStarted with segment 1 and isSelected yes`.
  mutating func event(_ node: ScenarioNode, _ field: String, _ words: inout ArraySlice<String>) -> EventPattern? {
    let name = words.popFirst() ?? ""
    let table = MessageWords.shared
    var pattern: EventPattern
    let states = ["idle", "preparing", "playing", "seeking", "paused", "stalled"]
    if let index = states.firstIndex(of: name.lowercased()), let state = PlaybackState(rawValue: UInt8(index)) {
      pattern = .state(state)
    } else if let entry = table.outputs.first(where: { $0.name == name }) {
      pattern = EventPattern(code: entry.code)
    } else {
      let names = states + table.outputs.map { $0.name }
      wrong(
        node, field, "a state or something the player reports", found: name.isEmpty ? "nothing" : "'\(name)'",
        CommonWords.meaning(of: name, among: names).map { "Did you mean '\($0)'?" }
          ?? Nearest.advice(for: name, among: names))
      return nil
    }
    guard words.first?.lowercased() == "with", let entry = table.output(pattern.code) else { return pattern }
    words = words.dropFirst()
    repeat {
      if words.first == "," || words.first == "and" { words = words.dropFirst() }
      let name = words.first ?? ""
      var index = entry.place(of: name)
      if index != nil { words = words.dropFirst() } else { index = entry.place(of: "failure") }
      guard let index else {
        wrong(
          node, field, "a field of \(entry.name)", found: "'\(name)'",
          Nearest.advice(for: name, among: entry.fields.map { $0.name }))
        return nil
      }
      guard let bound = bound(node, entry.fields[index].name, entry.fields[index].type, &words) else { return nil }
      pattern.conditions.append(EventPattern.Condition(field: index, bound))
    } while words.count > 1 && (words.first == "and" || words.first == ",")
      && entry.place(of: words[words.startIndex + 1]) != nil
    return pattern
  }
}
