extension Specification {
  /// Every setting, by topic.
  var settingsPage: GeneratedFile {
    var page = PageText("Settings", abstract: "What controls a player's behaviour: units, ranges and defaults.")
    page.heading("Overview")
    page.paragraph(
      "A ``Configuration`` holds one value for each ``Setting``. Set the properties before the player begins, or send "
        + "``Command/set(_:_:)`` later; a value outside the range is moved into it by the configuration, and refused by the "
        + "command. On the wire times are microseconds, and rates, fractions and volumes are thousandths. <doc:Presets> "
        + "compares the named configurations.")
    for topic in topics {
      page.heading(topic.capitalizedFirst, level: 3)
      let rows = settings.filter { $0.topic == topic }.map { setting in
        [
          "``Setting/\(setting.name)``", setting.type.rawValue, setting.words(setting.standard),
          setting.words(setting.range),
        ]
          + [setting.text]
      }
      page.table(["setting", "type", "default", "range", "meaning"], rows)
    }
    return page.file("Settings")
  }

  /// Presets side by side.
  var presetsPage: GeneratedFile {
    var page = PageText("Presets", abstract: "Named configurations, side by side.")
    page.heading("Overview")
    page.table(["preset", "meaning"], presets.map { ["``Configuration/Preset/\($0.name)``", $0.text] })
    page.heading("Differences")
    page.paragraph(
      "Settings that at least one preset changes. An empty cell is the default; <doc:Settings> has all settings.")
    let named = presets.filter { $0.name != "defaults" }
    let changed = settings.filter { setting in named.contains { value(of: setting, in: $0) != setting.standard } }
    page.table(
      ["setting", "default"] + named.map(\.name),
      changed.map { setting in
        ["``Setting/\(setting.name)``", setting.words(setting.standard)] + named.map { words(setting, in: $0) }
      })
    page.heading("Reasons")
    for preset in named {
      let reasons = preset.values.filter { $0.reason != nil }
      guard !reasons.isEmpty else { continue }
      page.heading(preset.name, level: 3)
      page.table(
        ["setting", "value", "why"], reasons.map { ["``Setting/\($0.setting.name)``", $0.word, $0.reason ?? ""] })
    }
    return page.file("Presets")
  }

  private var topics: [String] {
    settings.reduce(into: []) { topics, setting in
      if !topics.contains(setting.topic) { topics.append(setting.topic) }
    }
  }

  private func words(_ setting: Setting, in preset: Preset) -> String {
    let value = value(of: setting, in: preset)
    guard value != setting.standard else { return "" }
    return assignment(of: setting, in: preset)?.word ?? setting.words(value)
  }

  func value(of setting: Setting, in preset: Preset) -> Int64 {
    assignment(of: setting, in: preset)?.value ?? setting.standard
  }

  /// The assignment of the value in the preset, or in one on which it is based.
  func assignment(of setting: Setting, in preset: Preset) -> Preset.Value? {
    if let own = preset.values.last(where: { $0.setting.name == setting.name }) { return own }
    return presets.first { $0.name == preset.base }.flatMap { assignment(of: setting, in: $0) }
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
