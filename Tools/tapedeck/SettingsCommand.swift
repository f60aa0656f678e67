import ArgumentParser
import PlayerCore
import PlayerSimulation

/// `tapedeck settings`: what can be set?
struct SettingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings",
    abstract: "List every setting with its type, default and range.",
    discussion: """
      Settings control the player's decisions. 'play', 'record' and 'what-if' change one with --set, a scenario \
      changes several in its section 'settings', and a preset many ('tapedeck presets').

      EXIT CODES
        0  listed
        2  there is no such setting or preset

      JSON
      One object per setting: name, type, unit (flag, microseconds, thousandths, count, bits), default, minimum, \
      maximum (in that unit; null means unlimited), value (with --preset), words (default, range and value in \
      readable form), topic, text.

      EXAMPLES
        tapedeck settings
        tapedeck settings retry
        tapedeck settings --preset srg
        tapedeck settings --json | jq -r 'select(.unit == "flag").name'
      """)

  @OptionGroup var filter: WordFilter

  @Option(
    help: ArgumentHelp(
      "Show the values of this preset, and only those that differ from the defaults.", valueName: "name"),
    completion: .list(PresetArgument.names),
    transform: { try PresetArgument($0) })
  var preset: PresetArgument?

  @Flag(help: "Print one JSON object per setting.")
  var json = false

  func run() throws {
    var settings = try filter.chosen(VocabularyWords.read().settings, what: "setting", name: \.name)
    if let preset {
      settings = settings.filter { Self.value($0, preset) != Self.setting($0)?.specification.standard }
    }
    let output = DataStream()
    if json {
      for setting in settings { try output.line(try JSONLine.text(SettingJSON(setting, value(of: setting)))) }
    } else {
      for line in page(settings).lines { try output.line(line) }
    }
    try output.flush()
  }

  private func page(_ settings: [VocabularyWords.Setting]) -> WordPage {
    var page = WordPage(.standardOutput)
    var topics: [String] = []
    for setting in settings where !topics.contains(setting.topic) { topics.append(setting.topic) }
    for topic in topics {
      page.add(
        topic,
        settings.filter { $0.topic == topic }.map { setting in
          let names = Self.setting(setting).flatMap(SettingWords.names)
          var facts = [setting.type, "default \(setting.default)", names ?? setting.range]
          if let value = words(of: setting) { facts.insert(value, at: 0) }
          return WordPage.Entry(name: setting.name, facts: facts, text: setting.text)
        })
    }
    return page
  }

  private func value(of setting: VocabularyWords.Setting) -> Int64? { preset.flatMap { Self.value(setting, $0) } }

  private func words(of setting: VocabularyWords.Setting) -> String? {
    guard let value = value(of: setting), let setting = Self.setting(setting) else { return nil }
    return SettingWords.word(value, setting)
  }

  static func setting(_ words: VocabularyWords.Setting) -> Setting? { Setting.named(words.name) }

  private static func value(_ setting: VocabularyWords.Setting, _ preset: PresetArgument) -> Int64? {
    Self.setting(setting).map { preset.configuration[$0] }
  }
}

/// A setting as JSON.
private struct SettingJSON: Encodable {
  let words: VocabularyWords.Setting
  let specification: Setting.Specification?
  let value: Int64?

  init(_ words: VocabularyWords.Setting, _ value: Int64?) {
    self.words = words
    self.value = value
    specification = SettingsCommand.setting(words)?.specification
  }

  private enum Keys: String, CodingKey {
    case name, type, unit, `default`, minimum, maximum, value, words, topic, text, range
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Keys.self)
    try values.encode(words.name, forKey: .name)
    try values.encode(words.type, forKey: .type)
    try values.encode(words.topic, forKey: .topic)
    try values.encode(words.text, forKey: .text)
    var spoken = values.nestedContainer(keyedBy: Keys.self, forKey: .words)
    try spoken.encode(words.default, forKey: .default)
    try spoken.encode(words.range, forKey: .range)
    guard let specification else { return }
    try values.encode("\(specification.unit)", forKey: .unit)
    try encode(specification.standard, .default, &values)
    try encode(specification.range.lowerBound, .minimum, &values)
    try encode(specification.range.upperBound, .maximum, &values)
    if let value, let setting = SettingsCommand.setting(words) {
      try encode(value, .value, &values)
      try spoken.encode(SettingWords.word(value, setting), forKey: .value)
    }
  }

  private func encode(_ number: Int64, _ key: Keys, _ values: inout KeyedEncodingContainer<Keys>) throws {
    if number == .max || number == .min {
      try values.encodeNil(forKey: key)
    } else {
      try values.encode(number, forKey: key)
    }
  }
}
