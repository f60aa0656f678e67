import PlayerCore
import PlayerText

/// One field in which two things differ, as text.
public struct FieldDifference: Hashable, Sendable {
  /// For example `supplyChanged.to`, or `transport.anchor`.
  public var field: String
  /// The value that was recorded.
  public var expected: String
  /// The value of the replay.
  public var found: String

  /// A field that differs.
  public init(field: String, expected: String, found: String) {
    self.field = field
    self.expected = expected
    self.found = found
  }
}

extension FieldDifference: CustomStringConvertible {
  /// The field with both values.
  public var description: String { "\(field): expected \(expected), got \(found)" }
}

/// Names the fields in which messages and states differ.
public enum TraceDiffer {
  /// Every field in which two outputs differ; empty when they are equal.
  public static func differences(expected: Output, found: Output) -> [FieldDifference] {
    let (a, b) = (expected.message, found.message)
    guard a != b else { return [] }
    guard a.code == b.code, let schema = TraceVocabulary.current.output(a.code) else {
      return [FieldDifference(field: "output", expected: describe(expected), found: describe(found))]
    }
    return schema.fields.enumerated().compactMap { index, field in
      guard a[index] != b[index] else { return nil }
      return FieldDifference(
        field: "\(schema.name).\(field.name)", expected: describe(a[index], field.type),
        found: describe(b[index], field.type))
    }
  }

  /// Every field in which two states differ, settings included; empty when they are equal.
  public static func differences(expected: Player, found: Player) -> [FieldDifference] {
    let (a, b) = (expected.stateValues, found.stateValues)
    return TraceVocabulary.current.state.enumerated().compactMap { index, field in
      guard a[index] != b[index] else { return nil }
      let types = TraceVocabulary.current
      return FieldDifference(
        field: field.name, expected: describe(a[index], field.type, types), found: describe(b[index], field.type, types)
      )
    }
  }

  /// Every field of a state by name, as text: for a page that shows it.
  public static func fields(of player: Player) -> [(name: String, value: String)] {
    let values = player.stateValues
    return TraceVocabulary.current.state.enumerated().map { index, field in
      (field.name, describe(values[index], field.type))
    }
  }

  /// An input in one line: its name and its fields.
  public static func describe(_ input: Input) -> String {
    let message = input.message
    return describe(message, TraceVocabulary.current.input(message.code))
  }

  /// An output in one line: its name and its fields.
  public static func describe(_ output: Output) -> String {
    let message = output.message
    return describe(message, TraceVocabulary.current.output(message.code))
  }

  /// The name of an input in a trace.
  public static func name(of input: Input) -> String { TraceVocabulary.current.input(input.code)?.name ?? "" }
  /// The name of an output in a trace.
  public static func name(of output: Output) -> String { TraceVocabulary.current.output(output.code)?.name ?? "" }

  private static func describe(_ message: WireMessage, _ schema: MessageSchema?) -> String {
    guard let schema else { return "message \(message.code)" }
    let fields = schema.fields.enumerated().map { " \($1.name)=\(describe(message[$0], $1.type))" }
    return schema.name + fields.joined()
  }

  static func describe(
    _ value: Int64, _ type: FieldType, _ vocabulary: TraceVocabulary = .current
  ) -> String {
    var writer = JSONWriter()
    writer.value(value, type, vocabulary)
    return String(decoding: writer.bytes.filter { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
  }
}
