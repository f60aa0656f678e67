import PlayerCore
import PlayerText

extension JSONCursor {
  /// A field of a message or of the state, as ``JSONWriter/value(_:_:_:)`` writes it.
  mutating func value(_ type: FieldType, _ vocabulary: TraceVocabulary) throws(Flaw) -> Int64 {
    let first = peek()
    if first == UInt8(ascii: "-") || (first >= UInt8(ascii: "0") && first <= UInt8(ascii: "9")) { return try integer() }
    switch type {
    case .integer: throw flaw("an integer")
    case .boolean: return try boolean() ? 1 : 0
    case .mediaTime:
      guard skip(word: "null") else { throw flaw("microseconds or null") }
      return .min
    case .span:
      guard skip(word: "null") else { throw flaw("microseconds or null") }
      return .max
    case .supply:
      return try named("a supply, for example \"playable\"") { SupplyText.number($0) }
    case .code:
      return try named("the name of an input") { vocabulary.inputNumbers[$0].map(Int64.init) }
    case .enumeration(let index):
      let names = vocabulary.enumerations[index]
      return try named("one of \(names.names.compactMap { $0 }.joined(separator: ", "))") { names.number($0) }
    }
  }

  /// The object of a message's fields, in any order; omitted fields keep their value.
  mutating func fields(of schema: MessageSchema, into values: inout [Int64?]) throws(Flaw) {
    try expect(UInt8(ascii: "{"))
    var first = true
    while let key = try nextKey(first: &first) {
      guard let index = schema.place(of: key, near: 0) else { throw TextDecoder.unknown(key, schema.name) }
      name = schema.fields[index].name
      values[index] = try value(schema.fields[index].type, TraceVocabulary.current)
    }
  }

  private mutating func named(
    _ expected: @autoclosure () -> String, _ number: (ByteRange) -> Int64?
  ) throws(Flaw) -> Int64 {
    let start = nextIndex
    guard let number = number(try word()) else { throw flaw(expected(), at: start) }
    return number
  }
}
