import ArgumentParser

/// `tapedeck events`: what are the player's inputs and outputs?
struct EventsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "events",
    abstract: "List every input, output and failure of the player.",
    discussion: """
      The names are those of traces ('tapedeck cat'), scenarios, the C library and the packages for other languages. \
      Families: \(Family.allCases.map(\.rawValue).joined(separator: ", ")). --types lists the types of fields.

      EXIT CODES
        0  listed
        2  there is no such event

      JSON
      One object per event: name, family, text, fields (name, type, text). Per failure: name, family, text, cause, \
      reporter, isConnectivity. With --types: name, text, cases (name, text).

      EXAMPLES
        tapedeck events
        tapedeck events seek
        tapedeck events --family notifications
        tapedeck events --family failures --json | jq -r .name
        tapedeck events --types playbackState
      """)

  enum Family: String, CaseIterable, ExpressibleByArgument {
    case commands, environment, engineEvents, time, notifications, engineCommands, answers, failures
  }

  @OptionGroup var filter: WordFilter

  @Option(help: ArgumentHelp("List only this family.", valueName: "family"))
  var family: Family?

  @Flag(help: "List the types of fields instead, with the names of their values.")
  var types = false

  @Flag(help: "Print one JSON object per event or type.")
  var json = false

  func validate() throws {
    if types, family != nil {
      throw ValidationError("--types lists types, which belong to no family; drop one of the two.")
    }
  }

  func run() throws {
    let words = try VocabularyWords.read()
    let events = types ? try chosenTypes(words) : try chosenEvents(words)
    let output = DataStream()
    if json {
      for event in events { try output.line(try JSONLine.text(event)) }
    } else {
      for line in page(events).lines { try output.line(line) }
    }
    try output.flush()
  }

  private func chosenEvents(_ words: VocabularyWords) throws -> [ListedEvent] {
    let messages = (words.inputs + words.outputs).map(ListedEvent.init) + words.failures.map(ListedEvent.init)
    let mine = messages.filter { family == nil || $0.family == family?.rawValue }
    let what = family.map { "event of the family \($0.rawValue)" } ?? "event"
    return try filter.chosen(mine, what: what, name: \.name)
  }

  private func chosenTypes(_ words: VocabularyWords) throws -> [ListedEvent] {
    let types = words.types.map { ListedEvent($0.name, "types", $0.text) }
    let cases = words.enumerations.map { ListedEvent($0, "enumerations") } + words.sets.map { ListedEvent($0, "sets") }
    return try filter.chosen(types + cases, what: "type", name: \.name)
  }

  private func page(_ events: [ListedEvent]) -> WordPage {
    var page = WordPage(.standardOutput)
    var families: [String] = []
    for event in events where !families.contains(event.family) { families.append(event.family) }
    for family in families {
      page.add(Self.headings[family] ?? family, events.filter { $0.family == family }.map(\.entry))
    }
    return page
  }

  private static let headings = [
    "commands": "Commands: what the app requests", "environment": "Environment: what happens around the player",
    "engineEvents": "Reports of the engine", "time": "Time",
    "notifications": "Notifications: what the player announces",
    "engineCommands": "Commands to the engine", "answers": "Answers to requests", "failures": "Kinds of failures",
  ]
}

/// An event, a failure or a type as JSON.
struct ListedEvent: Encodable {
  struct Case: Encodable {
    let name: String
    let text: String
  }

  let name: String
  let family: String
  let text: String
  var fields: [VocabularyWords.Message.Field]?
  var cases: [Case]?
  var cause: String?
  var reporter: String?
  var isConnectivity: Bool?

  init(_ name: String, _ family: String, _ text: String) { (self.name, self.family, self.text) = (name, family, text) }

  init(_ message: VocabularyWords.Message) {
    self.init(message.name, message.family, message.text)
    fields = message.fields
  }

  init(_ failure: VocabularyWords.Failure) {
    self.init(failure.name, "failures", failure.text)
    (cause, reporter, isConnectivity) = (failure.cause, failure.reporter, failure.connectivity)
  }

  init(_ type: VocabularyWords.Cases, _ family: String) {
    self.init(type.name, family, type.text)
    cases = type.cases.map { Case(name: $0.name, text: $0.text) }
  }

  var entry: WordPage.Entry {
    var entry = WordPage.Entry(name: name, text: text)
    for field in fields ?? [] {
      entry.details.append((field.name == field.type ? field.name : "\(field.name): \(field.type)", field.text))
    }
    for value in cases ?? [] { entry.details.append((value.name, value.text)) }
    if let reporter { entry.facts = ["found by the \(reporter)", isConnectivity == true ? "connectivity" : ""] }
    if let cause, !cause.isEmpty { entry.details.append(("usual cause", cause)) }
    return entry
  }
}
