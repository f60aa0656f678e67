import PlayerCore

/// An input or an output as the vocabulary of its trace has it: a name, and fields by name.
public struct TraceMessage: Sendable {
  /// One field of a message.
  public struct Field: Hashable, Equatable, Sendable {
    /// The name of the field, unique within its message.
    public var name: String
    /// The word for its type: `int`, `time`, `phase` …
    public var type: String
    /// The stored integer.
    public var value: Int64
    /// The value in text form: `1500000`, `playing`, `null`.
    public var text: String
  }

  /// Gives names to the numbers.
  public let vocabulary: TraceVocabulary
  /// Whether it is an input; else an output.
  public let isInput: Bool
  let message: WireMessage

  init(_ message: WireMessage, isInput: Bool, in vocabulary: TraceVocabulary) {
    self.message = message
    self.isInput = isInput
    self.vocabulary = vocabulary
  }

  /// An input of this build's vocabulary.
  public init(_ input: Input) { self.init(input.message, isInput: true, in: .current) }
  /// An output of this build's vocabulary.
  public init(_ output: Output) { self.init(output.message, isInput: false, in: .current) }

  var schema: MessageSchema? { isInput ? vocabulary.input(message.code) : vocabulary.output(message.code) }

  /// The number in the vocabulary.
  public var code: UInt16 { message.code }
  /// The name in its vocabulary; `message` and the number when it has none.
  public var name: String { schema?.name ?? "message \(message.code)" }

  /// The fields in the order in which they travel.
  public var fields: [Field] {
    (schema?.fields ?? []).enumerated().map { index, field in
      Field(
        name: field.name, type: field.typeName, value: message[index],
        text: TraceDiffer.describe(message[index], field.type, vocabulary))
    }
  }
}

extension TraceMessage {
  /// Calls `body` with the type and the value of each field, without creating strings.
  public func eachNumber(_ body: (_ type: String, _ value: Int64) -> Void) {
    guard let schema else { return }
    for (index, field) in schema.fields.enumerated() { body(field.typeName, message[index]) }
  }
}

extension TraceMessage: Hashable, Equatable {
  /// Equal when direction, kind, fields and vocabulary are: messages of two vocabularies never are.
  public static func == (a: Self, b: Self) -> Bool {
    a.isInput == b.isInput && a.message == b.message && a.vocabulary == b.vocabulary
  }

  /// Feeds what ``==(_:_:)`` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(message.code)
    for index in 0..<message.count { hasher.combine(message[index]) }
  }
}

extension TraceMessage: CustomStringConvertible {
  /// One line: the name and the fields.
  public var description: String { name + fields.map { " \($0.name)=\($0.text)" }.joined() }
}
