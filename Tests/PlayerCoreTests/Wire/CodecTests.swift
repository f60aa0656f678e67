@testable import PlayerCore
import Testing

@Suite("The wire form")
struct CodecTests {
  @Test("every number in the registry reads and writes back the same, with as many fields as its line names")
  func everyKind() {
    for code in 0..<Vocabulary.codeLimit {
      if let line = Vocabulary.input(code) {
        let message = Self.message(code, fields: Self.fields(of: line))
        #expect(Input(message)?.message == message, "input \(code)")
        #expect(Input(message)?.code == code)
      } else {
        #expect(Input(WireMessage(code: code)) == nil)
      }
      if let line = Vocabulary.output(code) {
        let message = Self.message(code, fields: Self.fields(of: line))
        #expect(Output(message)?.message == message, "output \(code)")
        #expect(Output(message)?.code == code)
      } else {
        #expect(Output(WireMessage(code: code)) == nil)
      }
    }
  }

  @Test("a message with a field too few or too many is invalid")
  func fieldCounts() {
    for code in 0..<Vocabulary.codeLimit {
      guard let line = Vocabulary.input(code) else { continue }
      let fields = Self.fields(of: line)
      #expect(Input(Self.message(code, fields: fields + [("more", "bool")])) == nil)
      if !fields.isEmpty { #expect(Input(Self.message(code, fields: fields.dropLast())) == nil) }
    }
  }

  @Test("numbers outside a type's range make a message invalid: nothing is truncated silently")
  func hostileNumbers() {
    var random = SplitMix64(seed: 12)
    for _ in 0..<50_000 {
      var message = WireMessage(code: UInt16(random.below(256)))
      for _ in 0..<random.below(12) { message.put(random.bool() ? random.pick(ExtremeTests.numbers) : 1) }
      if let input = Input(message) { #expect(input.message == message) }
      if let output = Output(message) { #expect(output.message == message) }
    }
  }

  @Test("the name in the registry is the name of the case")
  func namesOfKinds() {
    for code in 0..<Vocabulary.codeLimit {
      if let line = Vocabulary.input(code) {
        let input = Input(Self.message(code, fields: Self.fields(of: line)))
        #expect(input.map(Self.caseName) == Self.name(of: line))
      }
      if let line = Vocabulary.output(code) {
        let output = Output(Self.message(code, fields: Self.fields(of: line)))
        #expect(output.map(Self.caseName) == Self.name(of: line))
      }
    }
  }

  @Test("no line has a field of an unknown type, or two fields of the same name")
  func fieldTypes() {
    let plain: Set<String> = [
      "int", "long", "bool", "rate", "time", "span", "supply", "item", "text", "segment", "observer", "epoch", "seek",
      "still", "request", "track", "code",
    ]
    var enumerations: Set<String> = []
    for index in 0..<Vocabulary.enumerationCount {
      if let (name, _) = Vocabulary.enumeration(index) { enumerations.insert("\(name)") }
    }
    #expect(enumerations.count == Vocabulary.enumerationCount)
    for code in 0..<Vocabulary.codeLimit {
      for line in [Vocabulary.input(code), Vocabulary.output(code)].compactMap(\.self) {
        let fields = Self.fields(of: line)
        #expect(fields.allSatisfy { plain.contains($0.type) || enumerations.contains($0.type) }, "\(line)")
        #expect(Set(fields.map(\.name)).count == fields.count, "\(line)")
        #expect(fields.count <= WireMessage.maximumFieldCount)
      }
    }
  }

  @Test("the tables of kinds match the lines of the registry")
  func kinds() {
    for code in 0..<Vocabulary.codeLimit {
      #expect(Vocabulary.inputKind(code).map(Self.line) == Vocabulary.input(code).map { "\($0)" })
      #expect(Vocabulary.outputKind(code).map(Self.line) == Vocabulary.output(code).map { "\($0)" })
    }
    #expect(Vocabulary.inputs.map(\.code) == (0..<256).filter { Vocabulary.input($0) != nil })
    #expect(Vocabulary.outputs.map(\.code) == (0..<256).filter { Vocabulary.output($0) != nil })
  }

  private static func line(_ kind: Vocabulary.Kind) -> String {
    ([kind.name.description] + kind.fields.map { "\($0.name):\($0.type.name)" }).joined(separator: " ")
  }

  @Test("no two kinds share a name")
  func uniqueNames() {
    for lines in [(0..<256).compactMap { Vocabulary.input($0) }, (0..<256).compactMap { Vocabulary.output($0) }] {
      #expect(Set(lines.map { Self.name(of: $0) }).count == lines.count)
    }
  }

  @Test("a message keeps at most the maximum number of fields, and reads zero beyond")
  func tooManyFields() {
    var message = WireMessage(code: 1)
    for value in 0..<20 { message.put(Int64(value)) }
    #expect(message.count == WireMessage.maximumFieldCount)
    #expect(message[11] == 11)
    #expect(message[12] == 0 && message[-1] == 0)
  }

  // MARK: Reading the registry

  private static func name(of line: StaticString?) -> String? {
    line.map { String("\($0)".prefix { $0 != " " }) }
  }

  private static func fields(of line: StaticString) -> [(name: String, type: String)] {
    "\(line)".split(separator: " ").dropFirst().map {
      let parts = $0.split(separator: ":")
      return (String(parts[0]), String(parts[1]))
    }
  }

  /// A message with small numbers that are valid for their types: where the type allows, each field has its own.
  private static func message(_ code: UInt16, fields: some Sequence<(name: String, type: String)>) -> WireMessage {
    let counted: Set<String> = [
      "rate", "time", "span", "item", "text", "segment", "observer", "epoch", "seek", "still",
    ]
    var message = WireMessage(code: code)
    for (place, field) in fields.enumerated() {
      let number = Int64(place) + 2
      message.put(field.type == "int" || field.type == "long" ? -number : counted.contains(field.type) ? number : 1)
    }
    return message
  }

  private static func caseName(of input: Input) -> String {
    switch input {
    case .deadline: "deadline"
    case .command(let command, _): head(of: command)
    case .engine(let event, _): head(of: event)
    case .environment(let event): head(of: event)
    }
  }

  private static func caseName(of output: Output) -> String {
    switch output {
    case .diagnostic: "diagnostic"
    case .completion: "completion"
    case .notification(let notification, _): head(of: notification)
    case .engine(let command, _): "engine." + head(of: command)
    }
  }

  private static func head(of value: some Any) -> String {
    String(String(describing: value).prefix { $0 != "(" })
  }
}
