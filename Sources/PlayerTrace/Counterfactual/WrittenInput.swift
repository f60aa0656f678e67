import PlayerCore
import PlayerText

/// What is wrong with a handwritten edit.
public struct EditProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line: the field, what was expected and what was found.
  public var description: String

  init(_ description: String) { self.description = description }

  init(_ flaw: Flaw) {
    description = "\(Excerpt.of(flaw.field)): expected \(Excerpt.of(flaw.expected)), found \(Excerpt.of(flaw.found))"
  }
}

/// A handwritten input: the line of a text trace, without `k`, `n` or `t` if you like.
///
/// These fields may be missing: `request` (it gets a new number), `epoch` (the player's at that time), and those that
/// are usually empty: tolerances, offsets, a segment, a text.
public struct WrittenInput: Hashable, Sendable {
  /// When it happens; `nil` for the instant of its neighbour.
  public let instant: Instant?
  private let code: UInt16
  private let values: [Int64?]

  /// Throws when `json` is no input.
  public init(json: String) throws(EditProblem) {
    do throws(Flaw) { self = try Self(ByteRange(json)) } catch { throw EditProblem(error) }
    guard input(epoch: Epoch(1), request: RequestID(1)) != nil else {
      throw EditProblem("\(Excerpt.of(json)): expected fields within the ranges of their types")
    }
  }

  private init(_ range: ByteRange) throws(Flaw) {
    var cursor = JSONCursor(range)
    var instant: Instant?
    var schema: MessageSchema?
    var fieldsAt: Int?
    try cursor.expect(UInt8(ascii: "{"))
    var first = true
    while let key = try cursor.nextKey(first: &first) {
      cursor.name = key.text
      switch key.letter {
      case UInt8(ascii: "k"), UInt8(ascii: "n"): try cursor.skipValue()
      case UInt8(ascii: "t"): instant = Instant(microseconds: try cursor.integer())
      case UInt8(ascii: "e"):
        let name = try cursor.word()
        guard let code = TraceVocabulary.current.inputNumbers[name] else {
          throw Flaw(field: "e", expected: "the name of an input", found: "\"\(name.excerpt)\"")
        }
        schema = TraceVocabulary.current.inputs[code]
      case UInt8(ascii: "a"):
        _ = cursor.peek()
        fieldsAt = cursor.index
        try cursor.skipValue()
      default: throw TextDecoder.unknown(key, "an input")
      }
    }
    guard cursor.isAtEnd else { throw cursor.flaw("the end of the input") }
    guard let schema else { throw TextDecoder.missing("e", "an input") }
    self.instant = instant
    code = schema.code
    var values = [Int64?](repeating: nil, count: schema.fields.count)
    if let fieldsAt {
      cursor.index = fieldsAt
      try cursor.fields(of: schema, into: &values)
    }
    for (index, field) in schema.fields.enumerated() where values[index] == nil {
      switch field.typeName {
      case "request", "epoch": break
      case "span", "segment", "text": values[index] = 0
      default: throw TextDecoder.missing(field.name, schema.name)
      }
    }
    self.values = values
  }

  /// The input, with these numbers where none were given; `nil` if a field is out of range.
  func input(epoch: Epoch, request: RequestID) -> Input? {
    var message = WireMessage(code: code)
    let fields = TraceVocabulary.current.input(code)?.fields ?? []
    for (field, value) in zip(fields, values) {
      message.put(value ?? (field.typeName == "epoch" ? epoch.wireValue : request.wireValue))
    }
    return Input(message)
  }
}

/// A new value for one field of an input, or for its `instant`.
public struct InputChange: Hashable, Sendable {
  /// The name of the field, or `instant`.
  public var field: String
  /// As in a text trace; the quotes of a word may be missing.
  public var value: String

  /// A new value for a field.
  public init(field: String, value: String) {
    self.field = field
    self.value = value
  }

  /// Changes a step.
  func apply(to step: inout TraceStep) throws(EditProblem) {
    do throws(Flaw) {
      if field == "instant" || field == "t" {
        var cursor = JSONCursor(ByteRange(value))
        cursor.name = field
        step.instant = Instant(microseconds: try cursor.integer())
        guard cursor.isAtEnd else { throw cursor.flaw("microseconds") }
        return
      }
      let message = step.input.message
      guard let schema = TraceVocabulary.current.input(message.code) else { return }
      guard let index = schema.place(of: ByteRange(field), near: 0) else {
        let names = schema.fields.map { $0.name } + ["instant"]
        throw Flaw(
          field: "step \(step.number)", expected: "a field of \(schema.name): \(names.joined(separator: ", "))",
          found: "\"\(field)\"")
      }
      let number = try read(schema.fields[index].type)
      var changed = WireMessage(code: message.code)
      for place in 0..<message.count { changed.put(place == index ? number : message[place]) }
      guard let input = Input(changed) else {
        throw Flaw(field: field, expected: "a value within the range of the field", found: value)
      }
      step.input = input
    } catch { throw EditProblem(error) }
  }

  private func read(_ type: FieldType) throws(Flaw) -> Int64 {
    func read(_ text: String) throws(Flaw) -> Int64 {
      var cursor = JSONCursor(ByteRange(text))
      cursor.name = field
      let value = try cursor.value(type, TraceVocabulary.current)
      guard cursor.isAtEnd else { throw cursor.flaw("one value") }
      return value
    }
    if case .enumeration = type, !value.hasPrefix("\""), Int64(value) == nil { return try read("\"\(value)\"") }
    if case .supply = type, !value.hasPrefix("\""), Int64(value) == nil { return try read("\"\(value)\"") }
    return try read(value)
  }
}

/// The edits of a run.
public struct TraceEdits: Sendable {
  /// Steps that do not happen.
  public var skipped: [ClosedRange<Int64>] = []
  /// Inputs that happen after a step, 0 for before the first, in this order.
  public var insertions: [(behind: Int64, input: WrittenInput)] = []
  /// Inputs whose content changes.
  public var changes: [(step: Int64, change: InputChange)] = []
  /// Settings that differ from the beginning.
  public var settings: [(setting: Setting, value: Int64)] = []
  /// Deadlines are served up to this instant, even if the trace ends earlier.
  public var until: Instant?

  /// No edits: the run stays as it was recorded.
  public init() {}

  func skips(_ step: Int64) -> Bool { skipped.contains { $0.contains(step) } }

  /// The last step that is mentioned.
  var lastStep: Int64 {
    let steps = skipped.map { $0.upperBound } + insertions.map { $0.behind } + changes.map { $0.step }
    return steps.max() ?? 0
  }
}
