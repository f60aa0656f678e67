import Foundation
import PlayerCore
import PlayerSimulation

/// The JSON Schema of scenario files, made from the words that the reader knows.
///
/// It covers keys, names and the shapes of values. 'tapedeck simulate' checks the meaning of values, such as units and
/// ranges.
enum ScenarioSchema {
  private typealias Schema = [String: Any]

  static var text: String {
    get throws {
      let words = try VocabularyWords.read()
      let data = try JSONSerialization.data(
        withJSONObject: whole(words), options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
      return String(decoding: data, as: UTF8.self)
    }
  }

  private static func whole(_ words: VocabularyWords) -> Schema {
    var properties = keys(of: .file)
    properties["scenario"]?["type"] = ["string", "number"]
    properties["preset"] = described(.file, "preset", ["enum": words.presets.map(\.name).filter { $0 != "defaults" }])
    properties["settings"] = described(
      .file, "settings", object(Dictionary(uniqueKeysWithValues: words.settings.map { ($0.name, setting($0)) })))
    properties["media"] = described(.file, "media", oneOrMany(reference("media")))
    properties["live"] = described(.file, "live", oneOrMany(reference("media")))
    properties["network"] = described(.file, "network", reference("network"))
    properties["networks"] = described(.file, "networks", object(paths(words) { _ in reference("network") }))
    properties["engine"] = described(.file, "engine", anyOf([scalar, object(engine)]))
    properties["segments"] = described(.file, "segments", list(reference("segment")))
    properties["load"] = described(.file, "load", anyOf([["type": ["boolean", "string"]], object(keys(of: .load))]))
    properties["steps"] = described(.file, "steps", list(reference("step")))
    properties["expect"] = described(.file, "expect", list(reference("expectation")))
    for name in ["tags", "texts", "items"] { properties[name] = described(.file, name, anyOf([scalar, list(scalar)])) }
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "A scenario of TapeDeck",
      "type": "object", "properties": properties, "required": ["scenario"], "additionalProperties": false,
      "$defs": definitions(words),
    ]
  }

  private static func definitions(_ words: VocabularyWords) -> Schema {
    var media = keys(of: .media)
    for name in ["audio", "video", "subtitles", "bit rates", "tracks"] {
      media[name] = described(.media, name, oneOrMany(anyOf([scalar, object(keys(of: .track))])))
    }
    let range = oneOrMany(object(keys(of: .range)))
    for name in ["chapters", "cues"] { media[name] = described(.media, name, range) }
    var network = keys(of: .network)
    network["periods"] = described(.network, "periods", reference("periods"))
    network["then"] = described(.network, "then", ["enum": ["repeats", "stays", "falls"]])
    var segment = object(keys(of: .segment))
    segment["required"] = ["id", "from", "to"]
    return [
      "media": object(media),
      "network": anyOf([scalar, reference("periods"), object(network)]),
      "periods": oneOrMany(["type": "object", "additionalProperties": scalar, "minProperties": 1, "maxProperties": 1]),
      "segment": segment,
      "step": anyOf([scalar, triggered, afterColon, named(words)]),
      "action": anyOf([scalar, afterColon, named(words), list(anyOf([scalar, afterColon, named(words)]))]),
      "expectation": anyOf([scalar, atInstant, object(keys(of: .property))]),
    ]
  }

  // MARK: Steps and expectations

  private static var triggered: Schema {
    [
      "type": "object", "maxProperties": 1,
      "patternProperties": ["^([Aa]t|[Aa]fter|[Oo]n|[Tt]hen on) ": reference("action")], "additionalProperties": false,
    ]
  }

  /// `seek to: 1:30`, `wait: 3 s`: an action whose value follows a colon.
  private static var afterColon: Schema {
    let forms = ScenarioWord.all.filter { $0.place == .action }.map(\.form)
    let verbs = Set(forms.compactMap { $0.split { !$0.isLetter }.first.map { String($0) } })
    return [
      "type": "object", "minProperties": 1, "maxProperties": 1, "additionalProperties": false,
      "patternProperties": ["^(\(verbs.sorted().joined(separator: "|")))( |$)": scalar],
    ]
  }

  private static var atInstant: Schema {
    [
      "type": "object", "maxProperties": 1, "additionalProperties": false,
      "patternProperties": ["^[Aa]t ": anyOf([scalar, object(keys(of: .property))])],
    ]
  }

  /// A message that is given by its name and its fields.
  private static func named(_ words: VocabularyWords) -> Schema {
    func names(_ family: String) -> [String] { words.inputs.filter { $0.family == family }.map(\.name) }
    let faults = ScenarioWord.all.filter { $0.place == .fault }.map(\.form)
    let first: [(String, Schema)] = [
      ("command", ["enum": names("commands")]), ("environment", ["enum": names("environment")]),
      ("engine", ["enum": names("engineEvents")]), ("fault", ["enum": faults]),
    ]
    let byName = first.map { key, value -> Schema in
      ["type": "object", "properties": [key: value], "required": [key]]
    }
    return anyOf(
      byName + [
        object(["segments": list(reference("segment"))]),
        object(["network": ["enum": Array(paths(words) { _ in [:] }.keys).sorted()], "over": reference("network")]),
      ])
  }

  private static func paths(_ words: VocabularyWords, _ schema: (String) -> Schema) -> [String: Schema] {
    let names = words.enumerations.first { $0.name == "networkPath" }?.cases.map(\.name) ?? []
    return Dictionary(uniqueKeysWithValues: names.map { ($0, schema($0)) })
  }

  private static var engine: [String: Schema] {
    var engine = keys(of: .engine)
    engine["landing"] = described(.engine, "landing", ["enum": ["exact", "keyframe", "within tolerance"]])
    return engine
  }

  private static func setting(_ setting: VocabularyWords.Setting) -> Schema {
    var schema: Schema = [
      "description": "\(setting.text) Default \(setting.default); range \(setting.range).",
      "type": ["string", "number"],
    ]
    switch setting.type {
    case "flag": schema["type"] = ["boolean", "string", "integer"]
    case "span": schema["type"] = ["string", "integer", "null"]
    default: break
    }
    return schema
  }

  // MARK: Shapes

  private static var scalar: Schema { ["type": ["string", "number", "boolean", "null"]] }

  private static func reference(_ name: String) -> Schema { ["$ref": "#/$defs/\(name)"] }

  private static func anyOf(_ schemas: [Schema]) -> Schema { ["anyOf": schemas] }

  private static func list(_ items: Schema) -> Schema { ["type": "array", "items": items] }

  private static func oneOrMany(_ item: Schema) -> Schema { anyOf([item, list(item)]) }

  private static func object(_ properties: [String: Schema]) -> Schema {
    ["type": "object", "properties": properties, "additionalProperties": false]
  }

  /// The keys of a place, each with its meaning.
  private static func keys(of place: ScenarioWord.Place) -> [String: Schema] {
    let words = ScenarioWord.all.filter { $0.place == place }
    return Dictionary(uniqueKeysWithValues: words.map { ($0.form, described(place, $0.form, shape(of: $0))) })
  }

  private static func shape(of word: ScenarioWord) -> Schema {
    switch word.takes {
    case "yes or no": ["type": ["boolean", "string", "integer"]]
    case let takes where takes.hasPrefix("a list"): anyOf([scalar, list(scalar)])
    default: scalar
    }
  }

  private static func described(_ place: ScenarioWord.Place, _ form: String, _ schema: Schema) -> Schema {
    guard let word = ScenarioWord.all.first(where: { $0.place == place && $0.form == form }) else { return schema }
    let takes = word.takes.isEmpty ? "" : " Takes \(word.takes)."
    let standard = word.standard.isEmpty ? "" : " Default: \(word.standard)."
    return schema.merging(["description": word.text + takes + standard]) { $1 }
  }
}
