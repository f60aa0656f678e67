import PlayerCore
import PlayerText

/// Makes a scenario from YAML or JSON, and collects what it does not understand.
struct ScenarioReader: Sendable {
  /// The first ``ScenarioLimit/problems`` of them, in the order of their places.
  private(set) var problems: [ScenarioProblem] = []
  /// How many problems there were, those left out included.
  private(set) var problemCount = 0
  private(set) var stepPlaces: [ScenarioPlace] = []
  private(set) var expectationPlaces: [ScenarioPlace] = []
  /// The files of networks that were read.
  var networkFiles: [String] = []
  var scenario = Scenario("")
  /// The places of the scenario's first texts.
  private var textPlaces: (places: [ExactText: Int], known: Int) = ([:], 0)
  /// Whether something must be there to play.
  var needsMedia = true
  /// The same for tracks of the first media, by kind and language.
  private var trackPlaces: (places: [UInt64: Int], known: Int) = ([:], 0)
  /// Where network files are; `nil`: nowhere.
  let files: Files?

  /// Where files may be, and how they are read: this part of the reader knows no file system.
  struct Files: Sendable {
    let folder: String
    /// Whether they may be outside the folder.
    let allowsOthers: Bool
    let read: @Sendable (_ path: String) throws(SimulationFileError) -> NetworkProfile
  }

  init(files: Files?) { self.files = files }

  // MARK: Problems

  /// The advice is only made for a problem that is kept: to look for similar words takes longer than to read one.
  mutating func wrong(
    _ node: ScenarioNode, _ field: String, _ expected: String, found: @autoclosure () -> String? = nil,
    _ advice: @autoclosure () -> String = ""
  ) {
    problemCount += 1
    if problems.count == ScenarioLimit.problems {
      guard let last = problems.last, node.place < last.place else { return }
      problems.removeLast()
    }
    let found = found()
    var advice = advice()
    if advice.isEmpty, case .scalar(let scalar) = node.content {
      // The found word without its quotes.
      let word = found.map { String($0.dropFirst().dropLast()) } ?? scalar.string
      advice = ScenarioNumber.advice(for: word, expecting: expected) ?? ""
    }
    let problem = ScenarioProblem(
      at: node.place, field, expected: expected, found: found ?? node.excerpt, advice: advice)
    let place = problems.lastIndex { $0.place <= node.place }.map { $0 + 1 } ?? 0
    problems.insert(problem, at: place)
  }

  /// What was not understood since the last call.
  mutating func takeProblems() -> [ScenarioProblem] {
    defer { (problems, problemCount) = ([], 0) }
    return problems
  }

  // MARK: Values

  /// One word or line.
  mutating func words(_ node: ScenarioNode, _ field: String, _ expected: String) -> String? {
    guard case .scalar(let scalar) = node.content, !scalar.string.isEmpty, !scalar.isNull else {
      wrong(node, field, expected)
      return nil
    }
    return scalar.string
  }

  /// One word, with its unit next to it.
  mutating func word(_ node: ScenarioNode, _ field: String, _ expected: String) -> String? {
    guard let text = words(node, field, expected) else { return nil }
    let words = Phrase(text).words
    guard words.count == 1 else {
      wrong(node, field, expected)
      return nil
    }
    return words[0]
  }

  mutating func value(_ node: ScenarioNode, _ field: String, _ expected: String, _ read: (String) -> Int64?) -> Int64? {
    if case .scalar(let scalar) = node.content, let integer = scalar.integer { return integer }
    guard let word = word(node, field, expected) else { return nil }
    guard let value = read(word) else {
      wrong(node, field, expected)
      return nil
    }
    return value
  }

  mutating func span(_ node: ScenarioNode, _ field: String) -> TimeSpan? {
    let expected = ScenarioNumber.timeExpectation
    let span = value(node, field, expected) { word in ScenarioNumber.time(word).flatMap { $0 < 0 ? nil : $0 } }
    return checked(span, node, field, expected, 0 ... .max).map { TimeSpan(microseconds: $0) }
  }

  mutating func place(_ node: ScenarioNode, _ field: String) -> MediaTime? {
    value(node, field, ScenarioNumber.timeExpectation, ScenarioNumber.time).map { MediaTime(microseconds: $0) }
  }

  mutating func bits(_ node: ScenarioNode, _ field: String) -> Int64? {
    let expected = ScenarioNumber.bitsExpectation
    return checked(value(node, field, expected) { ScenarioNumber.bits($0) }, node, field, expected, 0 ... .max)
  }

  /// A value inside of a range; what is read of words was checked already.
  private mutating func checked(
    _ value: Int64?, _ node: ScenarioNode, _ field: String, _ expected: String, _ range: ClosedRange<Int64>
  ) -> Int64? {
    guard let value, !range.contains(value) else { return value }
    wrong(node, field, expected)
    return nil
  }

  mutating func flag(_ node: ScenarioNode, _ field: String) -> Bool? {
    let flag = value(node, field, "yes or no", MessageWords.flag)
    return checked(flag, node, field, "yes or no", 0...1).map { $0 != 0 }
  }

  mutating func integer(_ node: ScenarioNode, _ field: String, _ range: ClosedRange<Int64>) -> Int64? {
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    let integer = value(node, field, expected) { word in
      ScenarioNumber.integer(word).flatMap { range.contains($0) ? $0 : nil }
    }
    return checked(integer, node, field, expected, range)
  }

  /// The number of a text, which is a new one unless it was used before.
  mutating func text(_ words: String) -> TextID? {
    if words.isEmpty { return TextID.none }
    if let place = place(ofText: words) { return TextID(UInt32(place + 1)) }
    guard scenario.texts.count < 10_000, words.utf8.count <= 4_096 else { return nil }
    scenario.texts.append(words)
    return TextID(UInt32(scenario.texts.count))
  }

  /// The place of a text in the scenario's.
  mutating func place(ofText words: String) -> Int? {
    while textPlaces.known < scenario.texts.count {
      let text = ExactText(scenario.texts[textPlaces.known])
      if textPlaces.places[text] == nil { textPlaces.places[text] = textPlaces.known }
      textPlaces.known += 1
    }
    return textPlaces.places[ExactText(words)]
  }

  /// The first track of the first media with a language.
  mutating func track(_ kind: TrackKind, _ language: TextID) -> Int? {
    let key = { (kind: TrackKind, language: TextID) in UInt64(kind.rawValue) << 32 | UInt64(language.rawValue) }
    while let tracks = scenario.media.first?.tracks, trackPlaces.known < tracks.count {
      let track = tracks[trackPlaces.known]
      let place = key(track.kind, track.language)
      if trackPlaces.places[place] == nil { trackPlaces.places[place] = trackPlaces.known }
      trackPlaces.known += 1
    }
    return trackPlaces.places[key(kind, language)]
  }

  /// Texts or sources by their numbers; empty in quotes where a number has none.
  private mutating func table(_ node: ScenarioNode, _ field: String, _ expected: String) -> [String] {
    list(node).compactMap { item in
      if case .scalar(let scalar) = item.content, scalar.isQuoted, scalar.string.isEmpty { return "" }
      return words(item, field, expected)
    }
  }

  /// The items of a list; a single value is a list of one.
  func list(_ node: ScenarioNode) -> [ScenarioNode] {
    if case .sequence(let sequence) = node.content { return sequence }
    return [node]
  }

  /// The pairs of a mapping; `nil` and a problem for anything else.
  mutating func pairs(_ node: ScenarioNode, _ field: String, _ expected: String) -> [(
    key: String, node: ScenarioNode, value: ScenarioNode
  )]? {
    guard case .mapping(let mapping) = node.content else {
      wrong(node, field, expected)
      return nil
    }
    var pairs: [(key: String, node: ScenarioNode, value: ScenarioNode)] = []
    for (key, value) in mapping {
      guard case .scalar(let scalar) = key.content else {
        wrong(key, field, "a word and a colon")
        continue
      }
      pairs.append((scalar.string, key, value))
    }
    return pairs
  }

  mutating func unknown(_ node: ScenarioNode, _ key: String, _ field: String, among keys: [String]) {
    wrong(
      node, field, "one of its keys", found: "'\(key.prefix(60))'",
      CommonWords.meaning(of: key, among: keys).map { "Did you mean '\($0)'?" } ?? Nearest.advice(for: key, among: keys)
    )
  }

  // MARK: The whole file

  static let keys = ScenarioWord.keys(of: .file)

  mutating func read(_ root: ScenarioNode) -> Scenario {
    guard let pairs = pairs(root, "scenario", "keys such as 'scenario', 'media', 'steps' and 'expect'") else {
      return scenario
    }
    var values: [String: ScenarioNode] = [:]
    for pair in pairs {
      if Self.keys.contains(pair.key) {
        values[pair.key] = pair.value
      } else {
        unknown(pair.node, pair.key, "scenario", among: Self.keys)
      }
    }
    if let node = values["scenario"] {
      scenario.name = words(node, "scenario", "a name") ?? ""
    } else {
      wrong(root, "scenario", "a name", found: "none", "Begin with 'scenario: NAME'")
    }
    // In the order of dependencies.
    if let node = values["source"] { scenario.origin = words(node, "source", "free words") ?? "" }
    if let node = values["tags"] { scenario.tags = list(node).compactMap { words($0, "tags", "a word") } }
    if let node = values["texts"] { scenario.texts = table(node, "texts", "a text") }
    if let node = values["items"] { scenario.sources = table(node, "items", "a source") }
    if let node = values["preset"] { readPreset(node) }
    if let node = values["settings"] { readSettings(node) }
    if let node = values["media"] { scenario.media = list(node).compactMap { media($0, isLive: false) } }
    if let node = values["live"] { scenario.media += list(node).compactMap { media($0, isLive: true) } }
    if let node = values["network"], let network = network(node, "network") { scenario.network = network }
    if let node = values["networks"] { readNetworks(node) }
    if let node = values["engine"] { readEngine(node) }
    if let node = values["segments"] { scenario.segments = segments(node) }
    if let node = values["load"] { readLoading(node) }
    if let node = values["steps"] { readSteps(node) }
    if let node = values["expect"] { readExpectations(node) }
    if let node = values["until"] { readEnd(node) }
    if scenario.source != .simulated { refuseWorld(values) }
    if scenario.source == .simulated, scenario.media.isEmpty, needsMedia, problemCount == 0 {
      wrong(root, "media", "something to play", found: "nothing", "Add 'media: {duration: 10 min}'")
    }
    return scenario
  }

  /// An engine that was recorded has no world, and its commands are steps.
  private mutating func refuseWorld(_ values: [String: ScenarioNode]) {
    for key in ["media", "live", "network", "networks", "segments", "load"] {
      guard let node = values[key], key != "load" || scenario.loading != nil else { continue }
      wrong(
        node, key, "nothing beside 'engine: recorded'", found: "'\(key)'",
        "What was recorded is written as steps. Leave out '\(key)', or 'engine: recorded'")
    }
  }

  private mutating func readPreset(_ node: ScenarioNode) {
    let names = Configuration.presets.map { $0.name }
    guard let name = words(node, "preset", "the name of a preset") else { return }
    guard names.contains(name) else { return unknown(node, name, "preset", among: names) }
    scenario.preset = name
  }

  private mutating func readSettings(_ node: ScenarioNode) {
    let names = MessageWords.shared.names(of: "setting") ?? []
    for pair in pairs(node, "settings", "settings such as 'readTimeout: 20 s'") ?? [] {
      guard let index = names.firstIndex(of: pair.key), let setting = Setting(wireValue: Int64(index)) else {
        unknown(pair.node, pair.key, "settings", among: names)
        continue
      }
      guard let value = settingValue(pair.value, pair.key, setting) else { continue }
      scenario.settings.append(Scenario.SettingValue(setting, value))
    }
  }

  /// The value of a setting, in its unit and range.
  mutating func settingValue(_ node: ScenarioNode, _ name: String, _ setting: Setting) -> Int64? {
    let (range, expected) = (setting.specification.range, SettingWords.expectation(setting))
    if case .scalar(let scalar) = node.content, scalar.form == .null, setting.specification.unit == .microseconds {
      return checked(.max, node, name, expected, range)
    }
    let value = value(node, name, expected) { word in
      SettingWords.value(word, setting).flatMap { range.contains($0) ? $0 : nil }
    }
    return checked(value, node, name, expected, range)
  }

  private mutating func readLoading(_ node: ScenarioNode) {
    if case .scalar = node.content {
      if let loads = flag(node, "load") { scenario.loading = loads ? Scenario.Loading() : nil }
      return
    }
    let keys = ScenarioWord.keys(of: .load)
    var loading = Scenario.Loading()
    for pair in pairs(node, "load", "yes, no, or start, autoplay, opens and local") ?? [] {
      switch pair.key {
      case "start":
        guard let start = place(pair.value, "start") else { continue }
        let isTime = start.isKnown && start != MediaTime(microseconds: .max)
        if isTime { loading.start = .at(start) } else { wrong(pair.value, "start", "a time such as '1:30'") }
      case "autoplay": loading.autoplay = flag(pair.value, "autoplay") ?? false
      case "opens": loading.opens = flag(pair.value, "opens") ?? false
      case "local": loading.isLocal = flag(pair.value, "local") ?? false
      default: unknown(pair.node, pair.key, "load", among: keys)
      }
    }
    scenario.loading = loading
  }

  mutating func segments(_ node: ScenarioNode) -> [Scenario.Segment] {
    if case .sequence(let sequence) = node.content { return sequence.compactMap { segment($0) } }
    wrong(node, "segments", "a list such as [{id: 1, from: 0:10, to: 0:20, blocked: yes}]")
    return []
  }

  private mutating func segment(_ node: ScenarioNode) -> Scenario.Segment? {
    let keys = ScenarioWord.keys(of: .segment)
    var segment = Scenario.Segment(SegmentID(1), start: .unknown, end: .unknown)
    let problemsBefore = problemCount
    guard let pairs = pairs(node, "segments", "id, from and to") else { return nil }
    for pair in pairs {
      switch pair.key {
      case "id": segment.id = SegmentID(UInt32(integer(pair.value, "id", 1...Int64(UInt32.max)) ?? 1))
      case "from": segment.start = place(pair.value, "from") ?? .unknown
      case "to": segment.end = place(pair.value, "to") ?? .unknown
      case "blocked": segment.isBlocked = flag(pair.value, "blocked") ?? false
      case "hidden": segment.isHidden = flag(pair.value, "hidden") ?? false
      case "dated": segment.isDated = flag(pair.value, "dated") ?? false
      case "title": segment.title = text(pair.value, "title") ?? .none
      default: unknown(pair.node, pair.key, "segments", among: keys)
      }
    }
    for key in ["id", "from", "to"] where !pairs.contains(where: { $0.key == key }) {
      wrong(node, "segments", "the key '\(key)'", found: "none", "Add '\(key)'")
    }
    if problemCount == problemsBefore { checkRange(node, "segments", segment.start, segment.end) }
    return segment
  }

  /// What is no range would be left out when the scenario runs.
  mutating func checkRange(_ node: ScenarioNode, _ field: String, _ start: MediaTime, _ end: MediaTime) {
    guard !start.isKnown || start >= end else { return }
    let (from, to) = (ScenarioNumber.text(time: start.microseconds), ScenarioNumber.text(time: end.microseconds))
    wrong(
      node, field, "a 'to' after its 'from'", found: "'\(from) to \(to)'", "The end of the media is written 'to: never'"
    )
  }

  private mutating func readEnd(_ node: ScenarioNode) {
    guard let end = span(node, "until") else { return }
    guard end.microseconds <= ScenarioLimit.length else { return wrong(node, "until", "at most a week") }
    scenario.end = end
  }

  mutating func note(step place: ScenarioPlace) { stepPlaces.append(place) }
  mutating func note(expectation place: ScenarioPlace) { expectationPlaces.append(place) }
}
