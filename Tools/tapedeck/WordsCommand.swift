import ArgumentParser
import PlayerSimulation

/// `tapedeck words`: what can a scenario contain?
struct WordsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "words",
    abstract: "List every word of scenario files, or print their JSON Schema.",
    discussion: """
      Scenarios are YAML files; 'tapedeck simulate' plays them. Values in braces are placeholders: {time} is 5 s, \
      {output} the name of a player's output, such as stalled ('tapedeck events --family notifications').

      --schema prints a JSON Schema (draft 2020-12), with which editors complete and check scenario files.

      EXIT CODES
        0  listed
        2  there is no such word

      JSON
      One object per word: place (\(ScenarioWord.Place.allCases.map(\.rawValue).joined(separator: ", "))), form, \
      takes, default (null: none), text.

      EXAMPLES
        tapedeck words
        tapedeck words seek
        tapedeck words --place engine
        tapedeck words --schema > scenario.schema.json
      """)

  @OptionGroup var filter: WordFilter

  @Option(help: ArgumentHelp("List only words of this place.", valueName: "place"))
  var place: ScenarioWord.Place?

  @Flag(help: "Print the JSON Schema of scenario files.")
  var schema = false

  @Flag(help: "Print one JSON object per word.")
  var json = false

  func validate() throws {
    if schema, json || place != nil || !filter.words.isEmpty {
      throw ValidationError("--schema prints all of the schema: leave the other options and words away.")
    }
  }

  func run() throws {
    let output = DataStream()
    if schema {
      try output.line(ScenarioSchema.text)
      return try output.flush()
    }
    let mine = ScenarioWord.all.filter { place == nil || $0.place == place }
    let words = try filter.chosen(mine, what: "word", name: \.form)
    if json {
      for word in words { try output.line(try JSONLine.text(ScenarioWordJSON(word))) }
    } else {
      for line in page(words).lines { try output.line(line) }
    }
    try output.flush()
  }

  private func page(_ words: [ScenarioWord]) -> WordPage {
    var page = WordPage(.standardOutput)
    for place in ScenarioWord.Place.allCases {
      page.add(
        place.heading,
        words.filter { $0.place == place }.map { word in
          let standard = word.standard.isEmpty ? "" : "default \(word.standard)"
          return WordPage.Entry(name: word.form, facts: [word.takes, standard], text: word.text)
        })
    }
    return page
  }
}

extension ScenarioWord.Place: ExpressibleByArgument {
  var heading: String {
    switch self {
    case .file: "The file"
    case .media: "media and live"
    case .track: "Tracks: audio, video, subtitles, tracks"
    case .range: "Chapters and cues"
    case .network: "Networks"
    case .engine: "engine"
    case .segment: "segments"
    case .load: "load"
    case .when: "When a step happens"
    case .action: "What a step does"
    case .fault: "Faults by name: {fault: NAME, …}"
    case .expectation: "What is expected"
    case .property: "The state at an instant"
    }
  }
}

/// A word as JSON.
private struct ScenarioWordJSON: Encodable {
  let word: ScenarioWord

  init(_ word: ScenarioWord) { self.word = word }

  private enum Keys: String, CodingKey { case place, form, takes, `default`, text }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Keys.self)
    try values.encode(word.place.rawValue, forKey: .place)
    try values.encode(word.form, forKey: .form)
    try values.encode(word.takes.isEmpty ? nil : word.takes, forKey: .takes)
    try values.encode(word.standard.isEmpty ? nil : word.standard, forKey: .default)
    try values.encode(word.text, forKey: .text)
  }
}
