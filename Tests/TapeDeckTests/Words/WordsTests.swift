import Foundation
import PlayerCore
import PlayerSimulation
import Testing

@testable import tapedeck

@Suite("What settings, presets, events and words list")
struct WordsTests {
  private let words: VocabularyWords

  init() throws { words = try VocabularyWords.read() }

  @Test("Every setting is listed in the order of its number, with a sentence")
  func settings() {
    #expect(words.settings.map(\.name) == Setting.allCases.map(\.name))
    for setting in words.settings { #expect(setting.text.hasSuffix("."), "\(setting.name)") }
  }

  @Test("Every preset is listed with exactly the settings that differ from the defaults, as --set accepts them")
  func presets() throws {
    #expect(words.presets.map(\.name) == PresetArgument.names)
    for preset in words.presets {
      let configuration = try PresetArgument(preset.name).configuration
      let different = Setting.allCases.filter { configuration[$0] != $0.specification.standard }
      #expect(preset.settings.map(\.setting) == different.map(\.name))
      for setting in different {
        let word = SettingWords.word(configuration[setting], setting).replacing(" ", with: "")
        #expect(try SettingArgument("\(setting.name)=\(word)").value == configuration[setting])
      }
    }
  }

  @Test("Every input, output and kind of failure is listed with its fields")
  func events() {
    #expect(words.inputs.map(\.name) == Vocabulary.inputs.map(\.name.description))
    #expect(words.outputs.map(\.name) == Vocabulary.outputs.map(\.name.description))
    for (listed, kind) in zip(words.inputs + words.outputs, Vocabulary.inputs + Vocabulary.outputs) {
      #expect(listed.fields.map(\.name) == kind.fields.map(\.name.description))
      #expect(!listed.text.isEmpty)
    }
    #expect(words.failures.map(\.name) == Failure.Kind.allCases.map(\.wireName.description))
  }

  @Test("Every field type is explained")
  func types() {
    let names = Set(
      words.types.map(\.name) + (words.enumerations + words.sets).map(\.name) + ["setting", "failureKind"])
    for field in (words.inputs + words.outputs).flatMap(\.fields) {
      #expect(names.contains(field.type), "\(field.type)")
    }
  }

  @Test(
    "Values with names are read and written by name",
    arguments: [
      ("retryDelayKind=exponential", 2), ("retryDelayKind=none", 0), ("retryDelayKind=1", 1),
      ("retryableFailures=none", 0), ("retryableFailures=io", 4),
      ("retryableFailures=connectivity+httpServerError", FailureKinds.connectivity.rawValue | 1 << 12),
    ] as [(String, Int64)])
  func namedValues(_ text: String, _ value: Int64) throws {
    let argument = try SettingArgument(text)
    #expect(argument.value == value)
    let word = SettingWords.word(value, argument.setting)
    #expect(try SettingArgument("\(argument.setting.name)=\(word)").value == value)
  }

  @Test("An unknown failure kind or preset is refused, with valid names")
  func badNames() {
    let error = #expect(throws: ArgumentProblem.self) { try SettingArgument("retryableFailures=io+foo") }
    #expect(error?.description.contains("connectivity") == true)
    let preset = #expect(throws: ArgumentProblem.self) { try PresetArgument("prx-source") }
    #expect(preset?.description.contains("did you mean prxSource") == true)
  }

  @Test("For an unknown setting the three nearest are suggested")
  func nearest() {
    let error = #expect(throws: ArgumentProblem.self) { try SettingArgument("retryDely=1s") }
    #expect(error?.description.contains("did you mean retryDelay, ") == true, "\(error?.description ?? "")")
    #expect(error?.description.split(separator: ",").count == 3)
  }

  @Test("Words are selected by part of their name, and unknown ones are refused with the nearest")
  func filter() throws {
    let filter = try WordFilter.parse(["RETRYDELAY"])
    #expect(
      try filter.chosen(words.settings, what: "setting", name: \.name).map(\.name)
        == ["retryDelayKind", "retryDelay", "retryDelayMaximum"])
    #expect(
      try WordFilter.parse(["retryDelay"]).chosen(words.settings, what: "setting", name: \.name).map(\.name)
        == ["retryDelay"])
    #expect(throws: (any Error).self) {
      try WordFilter.parse(["zzz"]).chosen(words.settings, what: "setting", name: \.name)
    }
  }

  @Test("The scenario schema is JSON, and has every key, preset and setting")
  func schema() throws {
    let schema = try #require(
      try JSONSerialization.jsonObject(with: Data(try ScenarioSchema.text.utf8)) as? [String: Any])
    let properties = try #require(schema["properties"] as? [String: [String: Any]])
    #expect(Set(properties.keys) == Set(ScenarioWord.all.filter { $0.place == .file }.map(\.form)))
    let settings = try #require(properties["settings"]?["properties"] as? [String: Any])
    #expect(Set(settings.keys) == Set(Setting.allCases.map(\.name)))
    #expect(properties["preset"]?["enum"] as? [String] == PresetArgument.names.filter { $0 != "defaults" })
    let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
    let steps = try #require(definitions["step"]?["anyOf"] as? [[String: Any]])
    let patterns = try steps.flatMap { ($0["patternProperties"] as? [String: Any] ?? [:]).keys }.map { try Regex($0) }
    for key in ["at 5 s", "on stalled", "wait", "seek to"] {
      #expect(patterns.contains { key.firstMatch(of: $0) != nil }, "a step may begin with '\(key):'")
    }
  }
}
