import PlayerCore
import PlayerSimulation
import PlayerTrace

/// An output of the player: its name, and what must be among its values: `failed stuckSeeking`, `failed detail=104`.
///
/// A word is a whole value, as `tapedeck cat` shows it, or a field, `=` and its value. Every word must be one that the
/// message can have: otherwise a misspelt goal would never be reached, or be reached by something else.
package struct GoalWords: Sendable {
  package let name: String
  private let code: UInt16
  private let conditions: [Condition]

  private struct Condition: Sendable {
    /// `nil`: any field.
    var field: String?
    var value: String
  }

  package init(_ goal: String) throws(GoalProblem) {
    let words = goal.split(separator: " ").map { String($0) }
    guard let message = words.first.flatMap({ GoalVocabulary.message($0) }) else {
      throw GoalVocabulary.unknown(words.first ?? "")
    }
    (name, code) = (message.name, message.code)
    var conditions: [Condition] = []
    for word in words.dropFirst() { conditions.append(try Self.condition(word, message)) }
    self.conditions = conditions
  }

  private static func condition(_ word: String, _ message: GoalVocabulary.Message) throws(GoalProblem) -> Condition {
    guard let equals = word.firstIndex(of: "=") else {
      guard message.fields.contains(where: { $0.takes(word) }) else { throw message.problem(value: word) }
      return Condition(field: nil, value: word)
    }
    let (name, value) = (String(word[..<equals]), String(word[word.index(after: equals)...]))
    guard let field = message.fields.first(where: { $0.name == name }) else { throw message.problem(field: name) }
    guard field.takes(value) else { throw message.problem(value: value, of: field) }
    return Condition(field: name, value: value)
  }

  /// The output in words when it matches, else `nil`.
  package func text(of output: Output) -> String? {
    guard output.code == code else { return nil }
    let text = TraceDiffer.describe(output)
    let fields = text.split(separator: " ").dropFirst().map { $0.split(separator: "=", maxSplits: 1) }
    let isMeant = conditions.allSatisfy { condition in
      fields.contains { field in
        (condition.field == nil || condition.field.map { $0[...] } == field.first)
          && condition.value[...] == (field.count == 2 ? field[1] : "")
      }
    }
    return isMeant ? text : nil
  }
}

/// What is wrong with a goal, in one line.
package struct GoalProblem: Error, CustomStringConvertible {
  package var description: String

  init(_ description: String) { self.description = description }
}

/// What a goal can name: the outputs of the player, their fields, and the values of these.
enum GoalVocabulary {
  struct Field: Sendable {
    var name: String
    var type: Vocabulary.FieldType

    /// The names of its values; empty when these are numbers.
    var names: [String] {
      switch type {
      case .bool: ["false", "true"]
      case .supply: ["unknown"] + (1..<8).map(Self.supply)
      case .code: GoalVocabulary.inputs
      default: type.cases.map { $0.name.description }
      }
    }

    private static func supply(_ bits: Int) -> String {
      BufferState.bitNames.enumerated().filter { bits & 1 << $0.offset != 0 }.map { $0.element.description }
        .joined(separator: "+")
    }

    func takes(_ value: String) -> Bool {
      if names.contains(value) { return true }
      // Numbers without a name, and unknown times, are written literally.
      return Int64(value).map { "\($0)" == value } ?? (value == "null" && (type == .time || type == .span))
    }
  }

  struct Message: Sendable {
    var name: String
    var code: UInt16
    var fields: [Field]

    func problem(field: String) -> GoalProblem {
      let names = fields.map { $0.name }
      return GoalProblem("\(name) has no field '\(field)'. \(advice(for: field, names))")
    }

    func problem(value: String) -> GoalProblem {
      let all = fields.flatMap { $0.names }
      let other = Nearest.word(to: value, among: all).map { "The nearest is '\($0)'. " } ?? ""
      return GoalProblem(
        "no field of \(name) can be '\(value)'. \(other)Its fields: "
          + "\(fields.map { $0.name }.joined(separator: ", ")); a word is a whole value, or FIELD=VALUE.")
    }

    func problem(value: String, of field: Field) -> GoalProblem {
      let names = field.names
      let expected = names.isEmpty ? "Expected a whole number." : advice(for: value, names)
      return GoalProblem("the field \(field.name) of \(name) cannot be '\(value)'. \(expected)")
    }

    private func advice(for word: String, _ names: [String]) -> String {
      if let nearest = Nearest.word(to: word, among: names) { return "The nearest is '\(nearest)'." }
      return names.count > 24 ? "" : "There are \(names.joined(separator: ", "))."
    }
  }

  static func message(_ name: String) -> Message? { messages.first { $0.name == name } }

  /// What a goal can begin with: ids of properties, names of outputs.
  static var firstWords: [String] { PlayerProperty.all.map { $0.id } + messages.map { $0.name } }

  static func unknown(_ word: String) -> GoalProblem {
    let names = firstWords
    var guess = Nearest.word(to: word, among: names).map { " The nearest is '\($0)'." } ?? ""
    if inputs.contains(word) { guess = " It is an input: name what the player answers.\(guess)" }
    return GoalProblem("'\(word)' is neither a property nor something that a player reports.\(guess)")
  }

  private static let messages = Vocabulary.outputs.map { kind in
    let fields = kind.fields.map { Field(name: $0.name.description, type: $0.type) }
    return Message(name: kind.name.description, code: kind.code, fields: fields)
  }

  private static let inputs = Vocabulary.inputs.map { $0.name.description }
}
