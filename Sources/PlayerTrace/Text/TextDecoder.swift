import PlayerCore
import PlayerText

/// One line of the text form.
enum TextLine {
  case header(TraceHeader)
  case definition(TraceDefinition)
  case input(WireMessage, number: Int64, at: Instant)
  case output(WireMessage, number: Int64)
  case checkpoint(TraceCheckpoint)
  case mark(TraceMark)
  case end(TraceEnd)
}

/// Reads lines of the text form. Keys may come in any order.
struct TextDecoder {
  /// The maker for the trace's vocabulary.
  let maker: StepMaker
  /// True if fields may be missing; they are then absent. This applies to a trace whose content is known only by its
  /// names.
  var toleratesAbsence = false
  /// The fields of the fresh state, from which checkpoints differ.
  var standard = Player().stateValues
  /// False if the state of the recording core has other fields than the vocabulary.
  var knowsState = true
  /// The header of the trace; unknown until it is read.
  var traceHeader = TraceHeader()

  var vocabulary: TraceVocabulary { maker.vocabulary }

  init(_ maker: StepMaker) { self.maker = maker }

  func decode(_ range: ByteRange) throws(Flaw) -> TextLine {
    let kind = try Self.kind(range)
    switch kind {
    case UInt8(ascii: "h"): return .header(try header(range))
    case UInt8(ascii: "d"): return .definition(try definition(range))
    case UInt8(ascii: "i"):
      let line = try message(range, "input", vocabulary.inputNumbers, vocabulary.inputs)
      guard let instant = line.instant else { throw Self.missing("t", "an input") }
      return .input(line.message, number: line.number, at: instant)
    case UInt8(ascii: "o"):
      let line = try message(range, "output", vocabulary.outputNumbers, vocabulary.outputs)
      return .output(line.message, number: line.number)
    case UInt8(ascii: "c"): return .checkpoint(try checkpoint(range))
    case UInt8(ascii: "m"): return .mark(try mark(range))
    case UInt8(ascii: "z"): return .end(try end(range))
    default:
      throw Flaw(field: "k", expected: "one of h, d, i, o, c, m, z", found: "\"\(Excerpt.of([kind]))\"")
    }
  }

  /// The kind of a line: usually its first key.
  private static func kind(_ range: ByteRange) throws(Flaw) -> UInt8 {
    var cursor = JSONCursor(range)
    try cursor.expect(UInt8(ascii: "{"))
    var first = true
    while let key = try cursor.nextKey(first: &first) {
      if key.count == 1, key.bytes[key.start] == UInt8(ascii: "k") {
        cursor.name = "k"
        let name = try cursor.word()
        guard name.count == 1 else { throw Flaw(field: "k", expected: "one letter", found: name.excerpt) }
        return name.bytes[name.start]
      }
      try cursor.skipValue()
    }
    throw missing("k", "a record")
  }

  @inline(never)
  static func missing(_ key: String, _ what: String) -> Flaw {
    Flaw(field: key, expected: "the key \"\(key)\" of \(what)", found: "no such key")
  }

  @inline(never)
  static func unknown(_ key: ByteRange, _ what: String) -> Flaw {
    Flaw(field: key.excerpt, expected: "a key of \(what)", found: "\"\(key.excerpt)\"")
  }

  // MARK: Messages

  private struct MessageLine {
    var number: Int64 = 0
    var instant: Instant?
    var message = WireMessage()
  }

  private func message(
    _ range: ByteRange, _ what: StaticString, _ numbers: NameTable, _ schemas: [MessageSchema?]
  ) throws(Flaw) -> MessageLine {
    var cursor = JSONCursor(range)
    var line = MessageLine()
    var number: Int64?
    var schema: MessageSchema?
    var fieldsAt: Int?
    var hasFields = false
    var seen = LetterSet()
    try cursor.expect(UInt8(ascii: "{"))
    var first = true
    while let key = try cursor.nextKey(first: &first) {
      if !seen.insert(key.letter), key.letter != 0 { throw cursor.twice(key) }
      cursor.name = key.text
      switch key.letter {
      case UInt8(ascii: "k"): _ = try cursor.word()
      case UInt8(ascii: "n"): number = try cursor.integer()
      case UInt8(ascii: "t") where what.hasInstant: line.instant = Instant(microseconds: try cursor.integer())
      case UInt8(ascii: "e"):
        let name = try cursor.word()
        guard let code = numbers[name] else {
          throw Flaw(field: "e", expected: "the name of an \(what)", found: "\"\(name.excerpt)\"")
        }
        schema = schemas[code]
      case UInt8(ascii: "a"):
        hasFields = true
        if let schema {
          line.message = try fields(&cursor, schema)
        } else {
          _ = cursor.peek()
          fieldsAt = cursor.index
          try cursor.skipValue()
        }
      default: throw Self.unknown(key, "an \(what)")
      }
    }
    guard cursor.isAtEnd else { throw cursor.flaw("the end of the line") }
    guard let number else { throw Self.missing("n", "an \(what)") }
    guard let schema else { throw Self.missing("e", "an \(what)") }
    line.number = number
    if let fieldsAt {
      cursor.index = fieldsAt
      line.message = try fields(&cursor, schema)
    } else if !hasFields {
      guard schema.fields.isEmpty || toleratesAbsence else { throw Self.missing("a", schema.name) }
      line.message = WireMessage(code: schema.code)
      for field in schema.fields { line.message.put(TraceVocabulary.absent(field)) }
    }
    return line
  }

  /// The object of a message's fields, in any order.
  private func fields(_ cursor: inout JSONCursor, _ schema: MessageSchema) throws(Flaw) -> WireMessage {
    var values = WireMessage.Fields()
    var seen: UInt16 = 0
    var next = 0
    try cursor.expect(UInt8(ascii: "{"))
    var first = true
    while let key = try cursor.nextKey(first: &first) {
      guard let index = schema.place(of: key, near: next), index < 12 else { throw Self.unknown(key, schema.name) }
      cursor.name = schema.fields[index].name
      guard seen & (1 << UInt16(index)) == 0 else {
        throw Flaw(field: cursor.name, expected: "each field once", found: "\"\(cursor.name)\" twice")
      }
      seen |= 1 << UInt16(index)
      values[index] = try cursor.value(schema.fields[index].type, vocabulary)
      next = index + 1
    }
    var message = WireMessage(code: schema.code)
    for (index, field) in schema.fields.enumerated() {
      let isThere = seen & (1 << UInt16(index)) != 0
      guard isThere || toleratesAbsence else { throw Self.missing(field.name, schema.name) }
      message.put(isThere ? values[index] : TraceVocabulary.absent(field))
    }
    return message
  }
}

/// The bytes below 128 seen so far, a bit for each.
private struct LetterSet {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// False if the set contains the byte already.
  mutating func insert(_ letter: UInt8) -> Bool {
    let bit: UInt64 = 1 << UInt64(letter & 63)
    let isNew = (letter & 64 == 0 ? low : high) & bit == 0
    if letter & 64 == 0 { low |= bit } else { high |= bit }
    return isNew
  }
}

extension StaticString {
  fileprivate var hasInstant: Bool { utf8CodeUnitCount == 5 }
}

extension ByteRange {
  /// The only byte of a key of one letter; 0 for a longer one.
  var letter: UInt8 { count == 1 ? bytes[start] : 0 }
}

extension MessageSchema {
  /// The index of a field, searched for first at `near`, where it is if the fields are in order.
  func place(of key: ByteRange, near: Int) -> Int? {
    if near < fields.count, key.equals(fields[near].utf8) { return near }
    return fields.firstIndex { key.equals($0.utf8) }
  }
}
