import PlayerCore

// Short forms in reverse: actions in the words of scenario files.
extension ActionPhrase {
  /// Those with the fewest values first: `audio off` before `audio track -1`.
  private static let byValues = all.enumerated().sorted { a, b in
    (a.element.types.count, a.offset) < (b.element.types.count, b.offset)
  }.map { $0.element }

  /// What the short form of an action begins with, such as `server`; `nil` when it has none.
  static func beginning(of action: ScenarioAction) -> Substring? {
    // Any text gives the same first word.
    words(of: action) { $0 == 0 ? nil : "de" }.flatMap { $0.split(separator: " ").first }
  }

  /// The types of the values in the pattern.
  private var types: [String] {
    pattern.split(separator: " ").filter { $0.first == "{" }.map { String($0.dropFirst().dropLast()) }
  }

  /// The words that are read as this action; `nil` when only the names of its fields can express it. `text` gives the
  /// words of a text.
  static func words(of action: ScenarioAction, text: (Int64) -> String?) -> String? {
    guard let numbers = numbers(of: action) else { return nil }
    for phrase in byValues {
      if let words = phrase.words(of: action, among: numbers, text) { return words }
    }
    return nil
  }

  /// The values that can stand in a short form of the action; `nil` when it has none.
  private static func numbers(of action: ScenarioAction) -> [Int64]? {
    switch action {
    case .command(let command, nil): numbers(in: Input.command(command, .none).message)
    case .environment(let event): numbers(in: Input.environment(event).message)
    case .fault(let fault): Array(Set(FaultWords.fields(of: fault).fields)).sorted()
    case .sleep(let span): [span.microseconds]
    case .heal, .wait, .deadline: []
    case .command, .report, .segments, .connect: nil
    }
  }

  /// With their opposites: going back is a negative distance.
  private static func numbers(in message: WireMessage) -> [Int64] {
    let numbers = (0..<message.count).map { message[$0] }
    return Array(Set(numbers + numbers.map { 0 &- $0 })).sorted()
  }

  private func words(of action: ScenarioAction, among numbers: [Int64], _ text: (Int64) -> String?) -> String? {
    let types = types
    if types.isEmpty { return make([]) == action ? words(for: [], text) : nil }
    guard !numbers.isEmpty else { return nil }
    // Tries all combinations of values, counting like digits.
    var places = [Int](repeating: 0, count: types.count)
    while true {
      let values = places.map { numbers[$0] }
      if make(values) == action, let words = words(for: values, text) { return words }
      var digit = places.count - 1
      while digit >= 0, places[digit] == numbers.count - 1 {
        places[digit] = 0
        digit -= 1
      }
      if digit < 0 { return nil }
      places[digit] += 1
    }
  }

  /// The pattern with these values; `nil` when it would not be read as them.
  private func words(for values: [Int64], _ text: (Int64) -> String?) -> String? {
    var rest = values[...]
    var words = ""
    for part in pattern.split(separator: " ") {
      var word = String(part)
      if part.first == "{" {
        guard let value = rest.popFirst() else { return nil }
        word = Self.word(value, String(part.dropFirst().dropLast()), text)
      }
      words += words.isEmpty || word == "," ? word : " \(word)"
    }
    let read = Phrase(words).fit(pattern) { word in
      values.first { text($0) == word }.map { TextID(UInt32(truncatingIfNeeded: $0)) }
    }
    if case .all(let found) = read, found == values { return words }
    return nil
  }

  private static func word(_ value: Int64, _ type: String, _ text: (Int64) -> String?) -> String {
    switch type {
    case "time": ScenarioNumber.text(time: value)
    case "offset": (value >= 0 && value < .max ? "+" : "") + ScenarioNumber.text(time: value)
    case "percent": "\(ScenarioNumber.decimal(value, places: 1)) %"
    case "count": "\(value)"
    default: MessageWords.shared.word(value, type, text: text)
    }
  }
}

extension ScenarioAction {
  /// Whether `simpler`, which is to stand in its place, has a short form when this has one, and one of the same kind: a
  /// server's answer does not become a list of fields.
  package func keepsWords(in simpler: ScenarioAction) -> Bool {
    guard let beginning = ActionPhrase.beginning(of: self) else { return true }
    return beginning == ActionPhrase.beginning(of: simpler)
  }
}
