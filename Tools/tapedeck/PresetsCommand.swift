import ArgumentParser

/// `tapedeck presets`: which players can it behave like?
struct PresetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "presets",
    abstract: "List every preset and what it sets.",
    discussion: """
      A preset is a named set of settings: 'play' and 'record' take one with --preset, and so does a scenario. \
      Without names, lists the presets; with a name, shows what it sets, and why.

      EXIT CODES
        0  listed
        2  there is no such preset

      JSON
      One object per preset: name, text, settings (setting, value, why).

      EXAMPLES
        tapedeck presets
        tapedeck presets srg
        tapedeck presets --json | jq -r .name
      """)

  @OptionGroup var filter: WordFilter

  @Flag(help: "Print one JSON object per preset.")
  var json = false

  func run() throws {
    let presets = try filter.chosen(VocabularyWords.read().presets, what: "preset", name: \.name)
    let output = DataStream()
    if json {
      for preset in presets { try output.line(try JSONLine.text(PresetJSON(preset))) }
    } else {
      var page = WordPage(.standardOutput)
      page.add("presets", presets.map { entry($0) })
      for line in page.lines { try output.line(line) }
    }
    try output.flush()
  }

  private func entry(_ preset: VocabularyWords.Preset) -> WordPage.Entry {
    var entry = WordPage.Entry(name: preset.name, text: preset.text)
    if filter.words.isEmpty {
      entry.facts = [NumberText.counted(Int64(preset.settings.count), "setting")]
    } else {
      entry.details = preset.settings.map { value in
        ("\(value.setting): \(value.value)", value.why)
      }
    }
    return entry
  }
}

/// A preset as JSON.
private struct PresetJSON: Encodable {
  let name: String
  let text: String
  let settings: [VocabularyWords.Preset.Value]

  init(_ preset: VocabularyWords.Preset) { (name, text, settings) = (preset.name, preset.text, preset.settings) }
}
