import PlayerCore

// Steps: actions and their triggers.
extension ScenarioReader {
  static let stepExpectation = "a step such as 'play', 'at 5 s: seek to 1:30' or 'on stalled: pause'"
  static let actionKeys = ["command", "environment", "engine", "fault", "segments", "network"]

  mutating func readSteps(_ node: ScenarioNode) {
    guard case .sequence(let steps) = node.content else {
      return wrong(node, "steps", "a list of steps, each after a '-'")
    }
    for step in steps { readStep(step) }
  }

  private mutating func readStep(_ node: ScenarioNode) {
    guard case .mapping(let mapping) = node.content, let first = mapping.first else {
      if case .scalar(let scalar) = node.content, let pause = Self.pause(Phrase(scalar.string).words) {
        return add(.after(pause), .wait, at: node.place)
      }
      return add(.after(.zero), node)
    }
    guard case .scalar(let key) = first.key.content else { return wrong(node, "steps", Self.stepExpectation) }
    if Self.actionKeys.contains(key.string) { return add(.after(.zero), node) }
    guard mapping.count == 1 else { return wrong(node, "steps", Self.stepExpectation, "Put a '-' before each step") }
    if let phrase = Self.action(key.string, first.value) {
      if let pause = Self.pause(phrase.words) { return add(.after(pause), .wait, at: node.place) }
      guard let action = shortAction(node, phrase) else { return }
      return add(.after(.zero), action, at: node.place)
    }
    guard let trigger = trigger(first.key, Phrase(key.string)) else { return }
    guard case .sequence(let actions) = first.value.content else { return add(trigger, first.value) }
    for (index, action) in actions.enumerated() { add(index == 0 ? trigger : .after(.zero), action) }
  }

  private mutating func add(_ trigger: ScenarioTrigger, _ node: ScenarioNode) {
    guard let action = action(node) else { return }
    add(trigger, action, at: node.place)
  }

  private mutating func add(_ trigger: ScenarioTrigger, _ action: ScenarioAction, at place: ScenarioPlace) {
    scenario.steps.append(ScenarioStep(trigger, action))
    note(step: place)
  }

  /// `wait 3 s`: only time passes for that long.
  private static func pause(_ words: [String]) -> TimeSpan? {
    guard words.count == 2, words[0].lowercased() == "wait", let time = ScenarioNumber.time(words[1]), time >= 0 else {
      return nil
    }
    return .microseconds(time)
  }

  /// `seek to: 1:30`, `wait: 3 s`: an action whose value stands after a colon, which changes nothing.
  private static func action(_ key: String, _ value: ScenarioNode) -> Phrase? {
    guard case .scalar(let scalar) = value.content, let first = Phrase(key).words.first?.lowercased(),
      !["at", "after", "on", "then"].contains(first)
    else { return nil }
    let phrase = Phrase("\(key) \(scalar.string)")
    let isKnown =
      ActionPhrase.all.contains { $0.pattern.hasPrefix("\(first) ") } || CommonWords.step(meantBy: phrase.words) != nil
    return isKnown ? phrase : nil
  }

  // MARK: When

  private mutating func trigger(_ node: ScenarioNode, _ phrase: Phrase) -> ScenarioTrigger? {
    var words = phrase.words[...]
    let expected = "'at', 'after', 'on' or 'then on', such as 'at 5 s' or 'on stalled'"
    switch words.popFirst()?.lowercased() {
    case "at":
      if words.count == 1, let time = ScenarioNumber.time(words[words.startIndex]) { return .at(.microseconds(time)) }
      wrong(node, "steps", ScenarioNumber.timeExpectation, found: "'\(words.joined(separator: " "))'")
    case "after":
      if words.count == 1, let time = ScenarioNumber.time(words[words.startIndex]), time >= 0 {
        return .after(.microseconds(time))
      }
      wrong(node, "steps", ScenarioNumber.timeExpectation, found: "'\(words.joined(separator: " "))'")
    case "on": return occasion(node, &words, follows: false)
    case "then":
      guard words.popFirst()?.lowercased() == "on" else {
        wrong(node, "steps", "'then on' and what to wait for")
        return nil
      }
      return occasion(node, &words, follows: true)
    case let word? where ScenarioNumber.time(word) != nil || ScenarioNumber.time(meantBy: word) != nil:
      let time = ScenarioNumber.time(word) == nil ? ScenarioNumber.time(meantBy: word) ?? word : word
      wrong(node, "steps", expected, "Did you mean 'at \(time)'?")
    case let word?:
      if let nearest = Nearest.word(to: word, among: ["at", "after", "on", "then"]), nearest != word {
        wrong(node, "steps", expected, "Did you mean '\(nearest)'?")
      } else {
        wrong(node, "steps", expected)
      }
    case nil: wrong(node, "steps", expected)
    }
    return nil
  }

  /// `stalled, the second time, after 2 s`.
  private mutating func occasion(
    _ node: ScenarioNode, _ words: inout ArraySlice<String>, follows: Bool
  ) -> ScenarioTrigger? {
    guard let event = event(node, "steps", &words) else { return nil }
    var (occurrence, delay) = (Int64(1), TimeSpan.zero)
    while words.first == "," {
      words = words.dropFirst()
      if words.count >= 3, words.first == "the", let number = Self.ordinal(words[words.startIndex + 1]),
        words[words.startIndex + 2] == "time"
      {
        occurrence = number
        words = words.dropFirst(3)
      } else if words.prefix(2) == ["every", "time"] {
        occurrence = 0
        words = words.dropFirst(2)
      } else if words.count >= 2, words.first == "after", let time = ScenarioNumber.time(words[words.startIndex + 1]),
        time >= 0
      {
        delay = .microseconds(time)
        words = words.dropFirst(2)
      } else {
        break
      }
    }
    guard words.isEmpty else {
      wrong(
        node, "steps", "', the second time', ', every time' or ', after 2 s' after the event",
        found: "'\(words.joined(separator: " "))'")
      return nil
    }
    return .on(event, occurrence: occurrence, after: delay, follows: follows)
  }

  private static let ordinals = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
  ]

  /// `every time`, `the second time`.
  static func words(forOccurrence number: Int64) -> String {
    number == 0 ? "every time" : "the \(word(forOrdinal: number)) time"
  }

  /// `second`, `21st`.
  static func word(forOrdinal number: Int64) -> String {
    if (1...10).contains(number) { return ordinals[Int(number) - 1] }
    let ending =
      switch (number % 10, number % 100) {
      case (_, 11...13): "th"
      case (1, _): "st"
      case (2, _): "nd"
      case (3, _): "rd"
      default: "th"
      }
    return "\(number)\(ending)"
  }

  private static func ordinal(_ word: String) -> Int64? {
    if let index = ordinals.firstIndex(of: word.lowercased()) { return Int64(index + 1) }
    return ScenarioNumber.integer(String(word.prefix { $0.isNumber })).flatMap { $0 > 0 ? $0 : nil }
  }

  // MARK: What

  mutating func action(_ node: ScenarioNode) -> ScenarioAction? {
    guard case .mapping(let mapping) = node.content else {
      guard let text = words(node, "steps", Self.stepExpectation) else { return nil }
      return shortAction(node, Phrase(text))
    }
    guard let first = mapping.first, case .scalar(let key) = first.key.content else { return nil }
    switch key.string {
    case "command": return inputAction(node, Command.codes, "command")
    case "environment": return inputAction(node, EnvironmentEvent.codes, "environment")
    case "engine": return inputAction(node, EngineEvent.codes, "engine")
    case "fault": return faultAction(node)
    case "segments": return .segments(segments(first.value))
    case "network": return networkAction(node)
    default:
      unknown(first.key, key.string, "steps", among: Self.actionKeys)
      return nil
    }
  }

  private mutating func shortAction(_ node: ScenarioNode, _ phrase: Phrase) -> ScenarioAction? {
    let words = phrase.words
    if words.first?.lowercased() == "network" { return connection(node, words.dropFirst()) }
    if let language = languageAction(node, words) { return language }
    if words.count == 4, words[0] == "set", words[2] == "to" { return settingAction(node, words[1], words[3]) }
    var best: (count: Int, expected: String?, found: String, pattern: String)?
    var lacksText = false
    for candidate in ActionPhrase.all {
      let fit = phrase.fit(candidate.pattern) { words in
        let text = text(words)
        lacksText = lacksText || text == nil
        return text
      }
      switch fit {
      case .all(let values): return candidate.make(values)
      case .part(let count, let expected, let found):
        let isBetter = count > best?.count ?? 0 || (count == best?.count && best?.expected == nil && expected != nil)
        if isBetter { best = (count, expected, found, candidate.pattern) }
      }
    }
    if lacksText {
      wrong(node, "steps", Self.textLimits)
    } else if let meant = Self.step(meantBy: words) {
      wrong(node, "steps", best?.expected ?? "something to do", "Did you mean '\(meant)'?")
    } else if let best, let expected = best.expected {
      wrong(node, "steps", expected, found: best.found, "The form is '\(best.pattern)'")
    } else {
      let nearest = {
        let advice = Nearest.advice(for: words.joined(separator: " "), among: ActionPhrase.all.map { $0.pattern })
        return advice.isEmpty ? best.map { "The form is '\($0.pattern)'" } ?? "" : advice
      }
      wrong(node, "steps", "something to do", nearest())
    }
    return nil
  }

  /// `at 5 s pause` lacks a colon; other words are those of other tools.
  private static func step(meantBy words: [String]) -> String? {
    guard let first = words.first?.lowercased(), ["at", "after"].contains(first), words.count >= 3,
      ScenarioNumber.time(words[1]) != nil
    else { return CommonWords.step(meantBy: words) }
    return "\(first) \(words[1]): \(words.dropFirst(2).joined(separator: " "))"
  }

  /// `network wifi`, `network cellular at 1 Mbit/s, latency 100 ms`.
  private mutating func connection(_ node: ScenarioNode, _ words: ArraySlice<String>) -> ScenarioAction? {
    let names = MessageWords.shared.names(of: "networkPath") ?? []
    guard let name = words.first, let index = names.firstIndex(of: name.lowercased()),
      let path = NetworkPath(wireValue: Int64(index))
    else {
      wrong(
        node, "network", "one of \(names.joined(separator: ", "))",
        (CommonWords.meaning(of: words.first ?? "", among: names) ?? Nearest.word(to: words.first ?? "", among: names))
          .map { "Did you mean 'network \($0)'?" } ?? "")
      return nil
    }
    let rest = words.dropFirst()
    if rest.isEmpty { return .connect(path, nil) }
    guard rest.first == "at", let rate = ScenarioRate(rest.dropFirst()) else {
      wrong(
        node, "network", "'at' and a rate such as '3 Mbit/s, latency 80 ms, loss 1 %'",
        found: "'\(rest.joined(separator: " "))'",
        ScenarioRate.advice(for: rest.first == "at" ? rest.dropFirst() : rest))
      return nil
    }
    return .connect(path, Self.constant(rate))
  }

  private mutating func networkAction(_ node: ScenarioNode) -> ScenarioAction? {
    var (path, network) = (NetworkPath?.none, ScenarioNetwork?.none)
    let names = MessageWords.shared.names(of: "networkPath") ?? []
    for pair in pairs(node, "network", "network and over") ?? [] {
      switch pair.key {
      case "network":
        let name = word(pair.value, "network", "a path") ?? ""
        path = names.firstIndex(of: name).flatMap { NetworkPath(wireValue: Int64($0)) }
        if path == nil { unknown(pair.value, name, "network", among: names) }
      case "over": network = self.network(pair.value, "over")
      default: unknown(pair.node, pair.key, "network", among: ["network", "over"])
      }
    }
    return path.map { .connect($0, network) }
  }

  /// `audio de`, `subtitles en`: the track of the first media with this language.
  private mutating func languageAction(_ node: ScenarioNode, _ words: [String]) -> ScenarioAction? {
    guard words.count == 2, words[1] != "off", words[1] != "automatic" else { return nil }
    let kind: TrackKind
    switch words[0].lowercased() {
    case "audio": kind = .audio
    case "subtitles": kind = .subtitle
    default: return nil
    }
    let language = place(ofText: words[1]).map { TextID(UInt32($0 + 1)) }
    if let language, let index = track(kind, language) {
      return .command(.selectTrack(kind, TrackID(Int32(index))), nil)
    }
    let (tracks, texts) = (scenario.media.first?.tracks ?? [], scenario.texts)
    let advice = {
      let places = tracks.lazy.filter { $0.kind == kind }.map { Int($0.language.rawValue) - 1 }
      let languages = Array(places.filter { texts.indices.contains($0) }.prefix(100).map { texts[$0] })
      return languages.isEmpty ? "The media has none" : Nearest.advice(for: words[1], among: languages)
    }
    wrong(node, "steps", "a language of the media, off or automatic", found: "'\(words[1])'", advice())
    return .heal
  }

  private mutating func settingAction(_ node: ScenarioNode, _ name: String, _ word: String) -> ScenarioAction? {
    let names = MessageWords.shared.names(of: "setting") ?? []
    guard let index = names.firstIndex(of: name), let setting = Setting(wireValue: Int64(index)) else {
      unknown(node, name, "steps", among: names)
      return nil
    }
    guard let value = SettingWords.value(word, setting) else {
      wrong(node, name, SettingWords.expectation(setting), found: "'\(word)'")
      return nil
    }
    return .command(.set(setting, value), nil)
  }

  // MARK: Every field by its name

  private mutating func inputAction(
    _ node: ScenarioNode, _ codes: ClosedRange<UInt16>, _ key: String
  ) -> ScenarioAction? {
    let entries = MessageWords.shared.inputs.filter { codes.contains($0.code) }
    guard let (entry, pairs) = entry(node, key, entries) else { return nil }
    guard let values = values(of: pairs, entry, entry.fields.map { FieldDefaults.value($0.name) }) else { return nil }
    return action(node, key, entry, values, given: pairs.map { $0.key })
  }

  /// What the fields are; those that are not given are as in `standard`.
  mutating func values(of pairs: ArraySlice<Pair>, _ entry: MessageWords.Entry, _ standard: [Int64]) -> [Int64]? {
    var values = standard
    for pair in pairs {
      guard let value = field(pair, of: entry) else { return nil }
      values[value.index] = value.value
    }
    return values
  }

  mutating func action(
    _ node: ScenarioNode, _ key: String, _ entry: MessageWords.Entry, _ values: [Int64], given: [String]
  ) -> ScenarioAction? {
    var message = WireMessage(code: entry.code)
    for value in values { message.put(value) }
    guard let input = Input(message) else {
      wrong(node, key, "fields within the ranges of their types")
      return nil
    }
    switch input {
    case .command(let command, let request): return .command(command, given.contains("request") ? request : nil)
    case .environment(let event): return .environment(event)
    case .engine(let event, let epoch): return .report(event, given.contains("epoch") ? epoch : nil)
    case .deadline: return .deadline
    }
  }

  private mutating func faultAction(_ node: ScenarioNode) -> ScenarioAction? {
    guard let (entry, pairs) = entry(node, "fault", FaultWords.entries) else { return nil }
    guard let values = values(of: pairs, entry, entry.fields.map { FieldDefaults.value($0.name) }) else { return nil }
    guard let fault = FaultWords.fault(Int(entry.code), values) else {
      wrong(node, "fault", "fields within the ranges of their types")
      return nil
    }
    return .fault(fault)
  }

  typealias Pair = (key: String, node: ScenarioNode, value: ScenarioNode)

  /// The entry that the first key names, and the pairs after it.
  mutating func entry(
    _ node: ScenarioNode, _ key: String, _ entries: [MessageWords.Entry]
  ) -> (MessageWords.Entry, ArraySlice<Pair>)? {
    guard let pairs = pairs(node, key, "a name and its fields") else { return nil }
    return entry(pairs, key, entries)
  }

  mutating func entry(
    _ pairs: [Pair], _ key: String, _ entries: [MessageWords.Entry]
  ) -> (MessageWords.Entry, ArraySlice<Pair>)? {
    guard let first = pairs.first else { return nil }
    let name = words(first.value, key, "a name") ?? ""
    guard let entry = entries.first(where: { $0.name == name }) else {
      wrong(
        first.value, key, "the name of \(key == "engine" ? "a report" : key == "input" ? "an input" : "a \(key)")",
        Nearest.advice(for: name, among: entries.map { $0.name }))
      return nil
    }
    return (entry, pairs.dropFirst())
  }

  private mutating func field(_ pair: Pair, of entry: MessageWords.Entry) -> (index: Int, value: Int64)? {
    guard let index = entry.place(of: pair.key) else {
      unknown(pair.node, pair.key, entry.name, among: entry.fields.map { $0.name })
      return nil
    }
    return value(pair.value, pair.key, type: entry.fields[index].type).map { (index, $0) }
  }

  mutating func value(_ node: ScenarioNode, _ field: String, type: String) -> Int64? {
    if type == "text" { return messageText(node, field) }
    let expected = MessageWords.shared.expectation(type)
    if case .scalar(let scalar) = node.content {
      if let integer = scalar.integer { return integer }
      // As in text traces: unknown, never, no limit.
      if scalar.form == .null, let unknown = Self.unknown(type) { return unknown }
    }
    guard let text = words(node, field, expected) else { return nil }
    let phrase = Phrase(text).words
    let word = phrase.count == 1 ? phrase[0] : text
    let value = MessageWords.shared.value(word, type) { _ in nil }
    if value == nil {
      let names = MessageWords.shared.names(of: type) ?? []
      wrong(node, field, expected, Nearest.word(to: word, among: names).map { "Did you mean '\($0)'?" } ?? "")
    }
    return value
  }

  /// The meaning of `null` in JSON; `nil` for a type that has no such value.
  private static func unknown(_ type: String) -> Int64? {
    switch type {
    case "time": .min
    case "span": .max
    default: nil
    }
  }
}

/// What fields are that are not given.
enum FieldDefaults {
  static func value(_ field: String) -> Int64 {
    switch field {
    case "start.anchor": PositionAnchor.defaultPosition.wireValue
    case "opens", "seekable", "audio", "isFinished", "isCaptured", "mayResume", "flush", "count": 1
    case "rate": Rate.normal.wireValue
    default: 0
    }
  }
}
