import PlayerCore
import PlayerText

/// Everything that a trace can hold, by name and by number: messages and their fields, enumerations, settings, and the
/// fields of the state.
///
/// Each trace has the vocabulary of the core that recorded it, and contains its differences from ``base``. So every
/// build reads every trace, and shows what its own vocabulary lacks by name. See <doc:Versions>.
public final class TraceVocabulary: Sendable {
  /// A number that controls the player.
  struct SettingField: Sendable {
    var number: UInt8
    var name: String
    var type: FieldType
    /// The default, which a trace omits.
    var standard: Int64
  }

  /// A field of the state.
  struct StateField: Sendable {
    var name: String
    var type: FieldType
    /// The value in a new player.
    var fresh: Int64
  }

  /// The vocabulary of this build's core.
  public static let current = own(.ofThisCore)
  /// The vocabulary of format version 1; every trace declares its differences from it. It never changes.
  public static let base = own(.base)

  /// Those of messages, then those that only the state uses.
  let enumerations: [CaseNames]
  /// By code.
  let inputs: [MessageSchema?]
  let outputs: [MessageSchema?]
  let inputNumbers: NameTable
  let outputNumbers: NameTable
  /// In the order of their numbers.
  let settings: [SettingField]
  let settingPlaces: NameTable
  /// In order; settings are at the end, as `setting.` and their name.
  let state: [StateField]
  let statePlaces: NameTable
  let fields: FieldTable

  /// A hash over the messages and enumerations, as `Vocabulary.hash`.
  public let hash: UInt64
  /// A hash over the fields of the state, as ``TraceHeader/currentStateLayout``.
  public let layout: UInt64
  /// The lines that differ from ``base``.
  let changes: [String]

  init(_ lines: VocabularyLines) throws(Flaw) {
    var builder = VocabularyBuilder()
    try builder.build(lines)
    enumerations = builder.enumerations
    inputs = builder.inputs
    outputs = builder.outputs
    inputNumbers = Self.places(builder.inputs.map { $0?.name })
    outputNumbers = Self.places(builder.outputs.map { $0?.name })
    settings = builder.settings
    settingPlaces = Self.places(builder.settings.map { $0.name })
    state = builder.state
    statePlaces = Self.places(builder.state.map { $0.name })
    fields = FieldTable(builder.inputs, builder.outputs)
    hash = builder.hash(of: lines)
    layout = builder.layout()
    changes = lines.changes(from: .base)
  }

  /// The vocabulary of a trace that has these changes. Throws what is wrong with them.
  static func with(changes: [String]) throws(Flaw) -> TraceVocabulary {
    if changes == current.changes { return current }
    if changes.isEmpty { return base }
    guard changes.count <= changeLimit else {
      throw Flaw(field: "changes", expected: "at most \(changeLimit) lines", found: "\(changes.count)")
    }
    var lines = VocabularyLines.base
    for change in changes { try lines.apply(change) }
    return try TraceVocabulary(lines)
  }

  /// No vocabulary has more changes than this.
  private static let changeLimit = 4_096

  private static func own(_ lines: VocabularyLines) -> TraceVocabulary {
    do { return try TraceVocabulary(lines) } catch {
      // A built-in table that tests read, not external input.
      preconditionFailure(
        "the program's own vocabulary: \(error.field): expected \(error.expected), found \(error.found)")
    }
  }

  private static func places(_ names: [String?]) -> NameTable {
    var table = NameTable()
    for (place, name) in names.enumerated() { if let name { table.insert(name, place) } }
    return table
  }

  func input(_ code: UInt16) -> MessageSchema? { Int(code) < inputs.count ? inputs[Int(code)] : nil }
  func output(_ code: UInt16) -> MessageSchema? { Int(code) < outputs.count ? outputs[Int(code)] : nil }
}

extension TraceVocabulary: Hashable, Equatable {
  /// Equal when the hash over the messages and the layout of the state are.
  public static func == (a: TraceVocabulary, b: TraceVocabulary) -> Bool {
    a === b || (a.hash == b.hash && a.layout == b.layout)
  }

  /// Feeds the hash of the vocabulary.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
    hasher.combine(layout)
  }
}

extension TraceVocabulary {
  /// The name of the input with this number; `nil` when there is none.
  public func inputName(_ code: UInt16) -> String? { input(code)?.name }
  /// The name of the output with this number; `nil` when there is none.
  public func outputName(_ code: UInt16) -> String? { output(code)?.name }

  /// Every name of an input or an output.
  public var messageNames: Set<String> { Set((inputs + outputs).compactMap { $0?.name }) }

  /// What this vocabulary has and the other lacks: `input NAME`, `output NAME`, `field MESSAGE.NAME`,
  /// `value ENUMERATION.NAME`, `setting NAME`, `state NAME`, in this order.
  public func differences(from other: TraceVocabulary) -> [String] {
    func missing(_ schemas: [MessageSchema?], _ numbers: NameTable, _ others: [MessageSchema?], _ kind: String)
      -> [String]
    {
      schemas.compactMap { $0 }.flatMap { schema -> [String] in
        guard let number = numbers[ByteRange(schema.name)], let there = others[number] else {
          return ["\(kind) \(schema.name)"]
        }
        let names = Set(there.fields.map { $0.name })
        return schema.fields.filter { !names.contains($0.name) }.map { "field \(schema.name).\($0.name)" }
      }
    }
    let values = enumerations.filter { !$0.typeName.contains("|") }.flatMap { names -> [String] in
      let there = other.enumerations.first { $0.typeName == names.typeName }
      return names.names.compactMap { $0 }.filter { there?.number($0) == nil }.map { "value \(names.typeName).\($0)" }
    }
    return missing(inputs, other.inputNumbers, other.inputs, "input")
      + missing(outputs, other.outputNumbers, other.outputs, "output")
      + values.filter { !$0.hasPrefix("value setting.") }
      + settings.filter { other.settingPlaces[ByteRange($0.name)] == nil }.map { "setting \($0.name)" }
      + state.dropLast(settings.count).filter { other.statePlaces[ByteRange($0.name)] == nil }.map {
        "state \($0.name)"
      }
  }

  /// The values of a new player's state, with these settings.
  func freshState(settings values: [Int64]) -> [Int64] {
    state.dropLast(settings.count).map { $0.fresh } + values
  }

  /// The value for "nothing" in a field.
  static func absent(_ field: MessageSchema.Field) -> Int64 {
    switch field.type {
    case .mediaTime: MediaTime.unknown.wireValue
    case .integer where field.typeName == "track": TrackID.off.wireValue
    case .integer, .boolean, .span, .supply, .code, .enumeration: 0
    }
  }

  /// The word of a type in a line: the names of its cases for an enumeration of the state.
  func words(of type: FieldType) -> String {
    switch type {
    case .integer: "int"
    case .boolean: "bool"
    case .mediaTime: "time"
    case .span: "span"
    case .supply: "supply"
    case .code: "code"
    case .enumeration(let place): enumerations[place].names.map { $0 ?? "-" }.joined(separator: " ")
    }
  }
}
