import PlayerCore
import PlayerText

/// The messages between a host and an engine in another program: lines of the text form, see <doc:TraceFormat>.
///
/// The host writes commands and definitions of items, the engine writes reports and definitions of texts. Lines need no
/// number, lines of the engine no instant, and omitted fields are absent: 0, `false`, the first word, `null` for an
/// unknown time.
package enum EngineLine {
  /// The engine introduces itself.
  case identity(String)
  /// The engine defines one of its numbers before it uses it.
  case text(UInt32, String)
  /// Something happened; without an instant it happens now. `texts` are the places of fields that hold texts.
  case report(WireMessage, at: Instant?, texts: [Int])

  /// Reads a line of an engine.
  package init(_ line: [UInt8]) throws(Flaw) {
    var cursor = JSONCursor(ByteRange(line, 0, line.count))
    var members: [ByteRange: Int] = [:]
    try cursor.expect(UInt8(ascii: "{"))
    var first = true
    while let key = try cursor.nextKey(first: &first) {
      guard Self.keys.contains(key) else { throw TextDecoder.unknown(key, "a line of an engine") }
      cursor.name = key.text
      _ = cursor.peek()
      guard members.updateValue(cursor.index, forKey: key) == nil else { throw cursor.twice(key) }
      try cursor.skipValue()
    }
    guard cursor.isAtEnd else { throw cursor.flaw("the end of the line") }
    try Self.go(to: "k", in: members, &cursor)
    let kind = try cursor.word()
    switch kind {
    case "h":
      try Self.go(to: "engine", in: members, &cursor)
      self = .identity(try cursor.string())
    case "d": self = try Self.definition(&cursor, members)
    case "i": self = try Self.report(&cursor, members)
    default: throw Flaw(field: "k", expected: "one of h, d, i", found: "\"\(kind.excerpt)\"")
    }
  }

  private static let keys = Set(["k", "n", "t", "e", "a", "engine", "text", "is"].map { ByteRange($0) })

  private static func go(to key: String, in members: [ByteRange: Int], _ cursor: inout JSONCursor) throws(Flaw) {
    guard let place = members[ByteRange(key)] else { throw TextDecoder.missing(key, "a line of an engine") }
    cursor.index = place
    cursor.name = key
  }

  private static func definition(_ cursor: inout JSONCursor, _ members: [ByteRange: Int]) throws(Flaw) -> Self {
    try go(to: "text", in: members, &cursor)
    let start = cursor.index
    guard let text = UInt32(exactly: try cursor.integer()), text > 0 else {
      throw cursor.flaw("a number from 1 to 4294967295", at: start)
    }
    try go(to: "is", in: members, &cursor)
    return .text(text, try cursor.string())
  }

  private static func report(
    _ cursor: inout JSONCursor, _ members: [ByteRange: Int]
  ) throws(Flaw) -> Self {
    try go(to: "e", in: members, &cursor)
    let name = try cursor.word()
    let vocabulary = TraceVocabulary.current
    guard let code = vocabulary.inputNumbers[name], let schema = vocabulary.inputs[code],
      schema.fields.first?.typeName == "epoch"
    else { throw Flaw(field: "e", expected: "the name of a report of an engine", found: "\"\(name.excerpt)\"") }
    var values: [Int64?] = schema.fields.map(TraceVocabulary.absent)
    if members[ByteRange("a")] != nil {
      try go(to: "a", in: members, &cursor)
      try cursor.fields(of: schema, into: &values)
    }
    var instant: Instant?
    if members[ByteRange("t")] != nil {
      try go(to: "t", in: members, &cursor)
      instant = Instant(microseconds: try cursor.integer())
    }
    var message = WireMessage(code: schema.code)
    for value in values { message.put(value ?? 0) }
    guard case .engine = Input(message) else {
      throw Flaw(field: "a", expected: "fields of \(schema.name) within the ranges of their types", found: "others")
    }
    return .report(message, at: instant, texts: schema.fields.indices.filter { schema.fields[$0].typeName == "text" })
  }

  /// The report in a line, with the host's numbers of texts; `text` returns that number for the engine's.
  package static func event(
    _ message: WireMessage, texts: [Int], _ text: (UInt32) -> TextID
  ) -> (event: EngineEvent, epoch: Epoch)? {
    var known = WireMessage(code: message.code)
    for place in 0..<message.count {
      let number = UInt32(truncatingIfNeeded: message[place])
      known.put(texts.contains(place) && number != 0 ? text(number).wireValue : message[place])
    }
    guard case .engine(let event, let epoch) = Input(known) else { return nil }
    return (event, epoch)
  }

  /// The line of a command, with its end.
  package static func command(_ command: EngineCommand, _ epoch: Epoch, at now: Instant) -> [UInt8] {
    let message = Output.engine(command, epoch).message
    var writer = JSONWriter()
    writer.raw("{\"k\":\"o\",\"t\":")
    writer.integer(now.microseconds)
    guard let schema = TraceVocabulary.current.output(message.code) else { return [] }
    writer.raw(",\"e\":")
    writer.word(schema.name)
    writer.raw(",\"a\":{")
    for (index, field) in schema.fields.enumerated() {
      writer.key(field.name)
      writer.value(message[index], field.type, TraceVocabulary.current)
    }
    writer.raw("}}\n")
    return writer.bytes
  }

  /// The line that defines an item, with its line end.
  package static func definition(of item: ItemID, _ source: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.raw("{\"k\":\"d\",\"item\":")
    writer.integer(item.wireValue)
    writer.raw(",\"source\":")
    writer.string(source)
    writer.raw("}\n")
    return writer.bytes
  }
}
