import PlayerCore
import PlayerText

extension Scenario {
  /// The scenario as a file. Reading it gives an equal scenario.
  public var text: String {
    var writer = ScenarioWriter(self)
    return writer.write()
  }

  /// A step in the words of its line in the file.
  public func words(of step: ScenarioStep) -> String { ScenarioWriter(self).step(step) }

  /// An expectation in the words of its line in the file.
  public func words(of expectation: ScenarioExpectation) -> String { ScenarioWriter(self).expectation(expectation) }
}

/// Writes scenarios as YAML.
struct ScenarioWriter {
  private let scenario: Scenario
  private var lines: [String] = []
  /// The first place of each text; empty as long as only a few words are written.
  private var places: [ExactText: Int] = [:]

  init(_ scenario: Scenario) { self.scenario = scenario }

  mutating func write() -> String {
    for (place, text) in scenario.texts.enumerated().reversed() { places[ExactText(text)] = place }
    lines = ["scenario: \(QuotedText.text(scenario.name))"]
    if !scenario.origin.isEmpty { lines.append("source: \(QuotedText.text(scenario.origin))") }
    list("tags", scenario.tags)
    if !scenario.preset.isEmpty { lines.append("preset: \(scenario.preset)") }
    let settings = scenario.settings.map { "\(Self.name($0.setting)): \(SettingWords.word($0.value, $0.setting))" }
    block("settings", settings)
    list("texts", scenario.texts)
    list("items", scenario.sources)
    block("media", scenario.media.map { "- {\(media($0).joined(separator: ", "))}" })
    if scenario.network != .standard { write("network", scenario.network, indent: "") }
    if !scenario.networks.isEmpty {
      lines.append("networks:")
      for named in scenario.networks { write(named.path.wireName.description, named.network, indent: "  ") }
    }
    switch scenario.source {
    case .recorded(let deadlines): lines.append(deadlines ? "engine: recorded, with deadlines" : "engine: recorded")
    case .simulated: block("engine", timing)
    }
    block("segments", scenario.segments.map { "- \(segment($0))" })
    if let loading = loading { lines.append("load: \(loading)") }
    if let end = scenario.end { lines.append("until: \(ScenarioNumber.text(time: end.microseconds))") }
    block("steps", scenario.steps.map { "- \(step($0))" })
    block("expect", scenario.expectations.map { "- \(expectation($0))" })
    return lines.joined(separator: "\n") + "\n"
  }

  private mutating func block(_ key: String, _ content: [String]) {
    if content.isEmpty { return }
    lines.append("\(key):")
    lines += content.map { "  \($0)" }
  }

  private mutating func list(_ key: String, _ words: [String]) {
    if !words.isEmpty { lines.append("\(key): [\(words.map(QuotedText.text).joined(separator: ", "))]") }
  }

  private static func name(_ setting: Setting) -> String {
    MessageWords.shared.word(setting.wireValue, "setting") { _ in nil }
  }

  /// The words of a text that are read as the same number.
  private func words(_ value: Int64) -> String? {
    guard value > 0, let index = Int(exactly: value - 1), scenario.texts.indices.contains(index) else { return nil }
    let text = scenario.texts[index]
    guard !text.isEmpty, text.utf8.count < 200 else { return nil }
    let first = places[ExactText(text)] ?? scenario.texts.firstIndex { $0.isExactly(text) }
    return first == index ? text : nil
  }

  /// A text by its words, or, where these are ambiguous, by its number.
  private func text(_ id: TextID) -> String { text(Int64(id.rawValue)) }

  private func text(_ number: Int64) -> String {
    number == 0 ? "none" : words(number).map(QuotedText.text) ?? "\(number)"
  }

  private func language(_ id: TextID) -> String {
    words(Int64(id.rawValue)).map(QuotedText.language) ?? text(id)
  }

  private func time(_ time: MediaTime) -> String { ScenarioNumber.text(time: time.microseconds) }
  private func span(_ span: TimeSpan) -> String { ScenarioNumber.text(time: span.microseconds) }

  // MARK: The world

  private func media(_ media: SimulatedMedia) -> [String] {
    var fields = ["duration: \(time(media.duration))"]
    let fresh = SimulatedMedia(duration: media.duration)
    if media.window != fresh.window { fields.append("window: \(span(media.window))") }
    if media.holdBack != fresh.holdBack { fields.append("hold back: \(span(media.holdBack))") }
    if media.age != fresh.age { fields.append("age: \(span(media.age))") }
    switch media.delivery {
    case .segments(let length): fields.append("segments: \(span(length))")
    case .progressive(let length): fields.append("pieces: \(span(length))")
    }
    if media.headerBits != fresh.headerBits { fields.append("header: \(media.headerBits)") }
    if media.keyFrameInterval != .zero { fields.append("keyframes every: \(span(media.keyFrameInterval))") }
    fields.append("seekable: \(media.isSeekable ? "yes" : "no")")
    if media.isDurationEstimated { fields.append("estimated: yes") }
    fields.append("tracks: [\(media.tracks.map(track).joined(separator: ", "))]")
    if media.naturalWidth != 0 || media.naturalHeight != 0 || media.has(.video) {
      fields.append("size: \(media.naturalWidth)x\(media.naturalHeight)")
    }
    if !media.chapters.isEmpty {
      let chapters = media.chapters.map { "{from: \(time($0.start)), to: \(time($0.end)), title: \(text($0.title))}" }
      fields.append("chapters: [\(chapters.joined(separator: ", "))]")
    }
    if !media.cues.isEmpty {
      let cues = media.cues.map { "{from: \(time($0.start)), to: \(time($0.end)), text: \(text($0.text))}" }
      fields.append("cues: [\(cues.joined(separator: ", "))]")
    }
    if let date = media.dateOfZero { fields.append("date: \(date)") }
    return fields
  }

  private func track(_ track: SimulatedMedia.Track) -> String {
    var fields = ["kind: \(track.kind.wireName)", "bit rate: \(ScenarioNumber.text(bits: track.bitsPerSecond))"]
    if !track.language.isNone { fields.append("language: \(language(track.language))") }
    if !track.title.isNone { fields.append("title: \(text(track.title))") }
    if track.isDefault { fields.append("default: yes") }
    if track.isForced { fields.append("forced: yes") }
    if !track.segmentBits.isEmpty {
      fields.append("segment bits: [\(track.segmentBits.map(String.init).joined(separator: ", "))]")
    }
    return "{\(fields.joined(separator: ", "))}"
  }

  private mutating func write(_ key: String, _ network: ScenarioNetwork, indent: String) {
    switch network.description {
    case .constant: lines.append("\(indent)\(key): \(Self.rate(network.profile))")
    case .file: lines.append("\(indent)\(key): \(flow(network))")
    case .periods(let ending):
      // A profile that falls silent has an extra last period that is not in the scenario.
      let periods = ending == .falls ? network.profile.periods.dropLast() : network.profile.periods[...]
      lines.append("\(indent)\(key):")
      lines.append("\(indent)  then: \(ending.word)")
      if network.profile.seed != 0 { lines.append("\(indent)  seed: \(network.profile.seed)") }
      lines.append("\(indent)  periods:")
      lines += periods.map { "\(indent)    - \(span($0.duration)): \($0.words)" }
    }
  }

  /// A network of one rate, in a line.
  private static func rate(_ profile: NetworkProfile) -> String {
    profile.periods[0].words + (profile.seed == 0 ? "" : ", seed \(profile.seed)")
  }

  private var timing: [String] {
    let (timing, fresh) = (scenario.timing, EngineTiming())
    var fields: [String] = []
    func add(_ key: String, _ value: TimeSpan, _ standard: TimeSpan) {
      if value != standard { fields.append("\(key): \(span(value))") }
    }
    add("open", timing.openLatency, fresh.openLatency)
    add("start", timing.startLatency, fresh.startLatency)
    add("pause", timing.pauseLatency, fresh.pauseLatency)
    add("seek", timing.seekLatency, fresh.seekLatency)
    add("close", timing.closeLatency, fresh.closeLatency)
    add("answer", timing.answerLatency, fresh.answerLatency)
    add("first frame", timing.firstFrameLatency, fresh.firstFrameLatency)
    add("name lookup", timing.nameLookup, fresh.nameLookup)
    add("connect", timing.connect, fresh.connect)
    add("buffer", timing.bufferBound, fresh.bufferBound)
    add("refill below", timing.refillBelow, fresh.refillBelow)
    if let backBuffer = timing.backBuffer { fields.append("back buffer: \(span(backBuffer))") }
    if timing.landing != fresh.landing {
      fields.append("landing: \(ScenarioReader.landings[Int(timing.landing.rawValue)])")
    }
    if timing.landsWithData { fields.append("lands with data: yes") }
    return fields
  }

  private func segment(_ segment: Scenario.Segment) -> String {
    var fields = ["id: \(segment.id.rawValue)", "from: \(time(segment.start))", "to: \(time(segment.end))"]
    if segment.isBlocked { fields.append("blocked: yes") }
    if segment.isHidden { fields.append("hidden: yes") }
    if segment.isDated { fields.append("dated: yes") }
    if !segment.title.isNone { fields.append("title: \(text(segment.title))") }
    return "{\(fields.joined(separator: ", "))}"
  }

  private var loading: String? {
    guard let loading = scenario.loading else { return scenario.source == .simulated ? "no" : nil }
    if loading == Scenario.Loading() { return scenario.source == .simulated ? nil : "yes" }
    var fields: [String] = []
    if loading.start != .standard { fields.append("start: \(span(loading.start.offset))") }
    if loading.autoplay { fields.append("autoplay: yes") }
    if loading.opens { fields.append("opens: yes") }
    if loading.isLocal { fields.append("local: yes") }
    return "{\(fields.joined(separator: ", "))}"
  }

  // MARK: Steps

  func step(_ step: ScenarioStep) -> String {
    trigger(step.trigger).map { "\($0): \(action(step.action))" } ?? action(step.action)
  }

  /// When a step is done; `nil` for together with the one before it, which needs no words.
  func trigger(_ trigger: ScenarioTrigger) -> String? {
    switch trigger {
    case .at(let time): "at \(span(time))"
    case .after(.zero): nil
    case .after(let time): "after \(span(time))"
    case .on(let event, let occurrence, let delay, let follows):
      "\(follows ? "then on" : "on") \(self.event(event))"
        + (occurrence == 1 ? "" : ", \(ScenarioReader.words(forOccurrence: occurrence))")
        + (delay == .zero ? "" : ", after \(span(delay))")
    }
  }

  func action(_ action: ScenarioAction) -> String {
    if let words = short(action) { return words }
    switch action {
    case .command(let command, let request):
      let input = Input.command(command, request ?? .none)
      guard request == nil else { return fields("command", input, omitting: []) }
      return fields("command", input, omitting: ["request"])
    case .environment(let event): return fields("environment", .environment(event), omitting: [])
    case .report(let event, let epoch):
      return fields("engine", .engine(event, epoch ?? .none), omitting: epoch == nil ? ["epoch"] : [])
    case .deadline: return "deadline"
    case .heal: return "heal"
    case .wait: return "wait"
    case .sleep(let span): return "host sleeps \(self.span(span))"
    case .segments(let segments): return "{segments: [\(segments.map(segment).joined(separator: ", "))]}"
    case .fault(let fault):
      let (code, values) = FaultWords.fields(of: fault)
      return fields("fault", FaultWords.entries[code], values, omitting: [])
    case .connect(let path, nil): return "network \(path.wireName)"
    case .connect(let path, let network?):
      if network.description == .constant {
        return "network \(path.wireName) at \(Self.rate(network.profile))"
      }
      return "{network: \(path.wireName), over: \(flow(network))}"
    }
  }

  private func flow(_ network: ScenarioNetwork) -> String {
    switch network.description {
    case .constant: return "\"\(Self.rate(network.profile))\""
    case .file(let path, let offset, let thousandths):
      let scaled = ScenarioNumber.decimal(thousandths, places: 1)
      // Files have no loss or jitter: these come from the scenario and are the same in all periods.
      let period = network.profile.periods[0]
      var flaws = ""
      if period.jitterNanoseconds >= 1_000 {
        flaws += ", jitter: \(ScenarioNumber.text(time: period.jitterNanoseconds / 1_000))"
      }
      if period.lossMillionths != 0 {
        flaws += ", loss: \(ScenarioNumber.decimal(period.lossMillionths, places: 4)) %"
      }
      if network.profile.seed != 0 { flaws += ", seed: \(network.profile.seed)" }
      return "{file: \(QuotedText.text(path)), offset: \(span(offset)), scaled: \(scaled) %\(flaws)}"
    case .periods(let ending):
      let periods = ending == .falls ? network.profile.periods.dropLast() : network.profile.periods[...]
      let list = periods.map { "{\(span($0.duration)): \"\($0.words)\"}" }.joined(separator: ", ")
      let seed = network.profile.seed == 0 ? "" : ", seed: \(network.profile.seed)"
      return "{then: \(ending.word)\(seed), periods: [\(list)]}"
    }
  }

  /// In its short form, where there is one.
  private func short(_ action: ScenarioAction) -> String? {
    if case .command(.set(let setting, let value), nil) = action {
      let word = SettingWords.word(value, setting)
      let words = Phrase(word).words
      guard words.count == 1, SettingWords.value(words[0], setting) == value else { return nil }
      return "set \(Self.name(setting)) to \(word)"
    }
    return ActionPhrase.words(of: action, text: words)
  }

  private func fields(_ key: String, _ input: Input, omitting omitted: [String]) -> String {
    let message = input.message
    guard let entry = MessageWords.shared.input(message.code) else { return key }
    return fields(key, entry, entry.fields.indices.map { message[$0] }, omitting: omitted)
  }

  private func fields(
    _ key: String, _ entry: MessageWords.Entry, _ values: [Int64], omitting omitted: [String]
  ) -> String {
    var parts = ["\(key): \(entry.name)"]
    for (field, value) in zip(entry.fields, values) where !omitted.contains(field.name) {
      let isNeeded = field.name == "request" || field.name == "epoch"
      guard isNeeded || value != FieldDefaults.value(field.name) else { continue }
      let word = field.type == "text" ? text(value) : MessageWords.shared.word(value, field.type) { _ in nil }
      parts.append("\(field.name): \(word)")
    }
    return "{\(parts.joined(separator: ", "))}"
  }

  // MARK: Expectations

  func expectation(_ expectation: ScenarioExpectation) -> String {
    switch expectation {
    case .event(let event, let window): return self.event(event) + text(window)
    case .absence(let event, let window): return "not \(self.event(event))\(text(window))"
    case .never(let event): return "never \(self.event(event))"
    case .count(let event, let least, .max): return "\(self.event(event)) at least \(least) times"
    case .count(let event, 0, let most) where most > 0: return "\(self.event(event)) at most \(most) times"
    case .count(let event, let least, _): return "\(self.event(event)) exactly \(least) times"
    case .state(let instant, let conditions):
      let parts = conditions.map { "\($0.property.rawValue): \(bound($0.bound, $0.property.type))" }
      return "at \(instant.map(span) ?? "the end"): {\(parts.joined(separator: ", "))}"
    }
  }

  private func text(_ window: ScenarioExpectation.Window) -> String {
    var text = ""
    if let from = window.from, let until = window.until {
      text += from == until ? " at \(span(from))" : " between \(span(from)) and \(span(until))"
    } else if let from = window.from {
      text += " after \(span(from))"
    } else if let until = window.until {
      text += " before \(span(until))"
    }
    if let within = window.within { text += " within \(span(within))" }
    return text
  }

  func event(_ event: EventPattern) -> String {
    guard let entry = MessageWords.shared.output(event.code) else { return "event \(event.code)" }
    var conditions = event.conditions[...]
    var name = entry.name
    if event.code == 22, let first = conditions.first, first.field == 2,
      let value = first.bound.value, let state = PlaybackState(wireValue: value), state != .ended
    {
      name = state.wireName.description
      conditions = conditions.dropFirst()
    }
    guard !conditions.isEmpty else { return name }
    let parts = conditions.map { condition in
      let field = entry.fields[condition.field]
      return "\(field.name) \(bound(condition.bound, field.type))"
    }
    return "\(name) with \(parts.joined(separator: " and "))"
  }

  /// A comparison in the words in which it is read.
  func bound(_ bound: ScenarioBound, _ type: String) -> String { bound.text { value($0, type) } }

  func value(_ value: Int64, _ type: String) -> String {
    // A text of several words would be several words of the phrase.
    MessageWords.shared.word(value, type) { number in
      self.words(number).flatMap {
        $0 != "none" && $0.utf8.allSatisfy { UInt8(ascii: "a") <= $0 | 0x20 && $0 | 0x20 <= UInt8(ascii: "z") }
          ? $0 : nil
      }
    }
  }
}
