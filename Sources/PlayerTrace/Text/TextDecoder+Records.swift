import PlayerCore
import PlayerText

// Everything but messages: header, definitions, checkpoints, marks, the end.
extension TextDecoder {
  /// The identity in a header, whatever else a newer or foreign header contains.
  static func identity(_ range: ByteRange) throws(Flaw) -> TraceIdentity {
    var cursor = JSONCursor(range)
    var version: Int64?
    var vocabulary: UInt64?
    var identity = TraceIdentity()
    try cursor.expect(UInt8(ascii: "{"))
    var first = true
    while let key = try cursor.nextKey(first: &first) {
      cursor.name = key.text
      switch key {
      case "v":
        // A newer header is read no further than here.
        guard version == nil else { throw cursor.twice(key) }
        version = try cursor.integer()
      case "voc": vocabulary = try cursor.digest()
      case "state": identity.layout = try cursor.digest()
      case "tool": identity.tool = try cursor.string()
      // Its meaning in newer versions is unknown.
      case "changes" where version ?? 1 <= TraceHeader.currentVersion: identity.changes = try cursor.strings()
      default: try cursor.skipValue()
      }
    }
    guard let version else { throw Self.missing("v", "a header") }
    guard let vocabulary else { throw Self.missing("voc", "a header") }
    (identity.version, identity.vocabulary) = (version, vocabulary)
    return identity
  }

  func header(_ range: ByteRange) throws(Flaw) -> TraceHeader {
    var header = TraceHeader()
    // The layout is unknown unless the header has it: checkpoints are then skipped.
    header.stateLayout = 0
    var version: Int64?
    var hash: UInt64?
    var settings = vocabulary.settings.map { $0.standard }
    var hasChanges = false
    var (cursor, keys) = (JSONCursor(range), Keys())
    while let key = try keys.next(&cursor) {
      switch key {
      case "k": _ = try cursor.word()
      case "v": version = try cursor.integer()
      case "voc": hash = try cursor.digest()
      case "changes":
        _ = try cursor.strings()
        hasChanges = true
      case "state": header.stateLayout = try cursor.digest()
      case "core":
        let start = cursor.nextIndex
        guard let behaviour = Int32(exactly: try cursor.integer()), behaviour > 0 else {
          throw cursor.flaw("a behaviour version from 1 on", at: start)
        }
        header.behaviour = behaviour
      case "cfg": try configuration(&cursor, &settings)
      case "outputs": header.hasOutputs = try cursor.boolean()
      case "excerpt": header.isExcerpt = try cursor.boolean()
      case "engine": header.engine = try cursor.string()
      case "tool": header.tool = try cursor.string()
      case "note": header.note = try cursor.string()
      case "date": header.recordedAt = try cursor.integer()
      default: throw Self.unknown(key, "this record")
      }
    }
    guard let version else { throw Self.missing("v", "a header") }
    guard let hash else { throw Self.missing("voc", "a header") }
    guard version > 1 || !hasChanges else {
      throw Flaw(field: "changes", expected: "no such key in a header of version 1", found: "changes")
    }
    header.version = version
    header.vocabulary = hash
    try header.take(settings, of: vocabulary)
    return header
  }

  private func configuration(_ cursor: inout JSONCursor, _ values: inout [Int64]) throws(Flaw) {
    try cursor.expect(UInt8(ascii: "{"))
    var first = true
    var seen: Set<Int> = []
    while let key = try cursor.nextKey(first: &first) {
      cursor.name = key.text
      guard let place = vocabulary.settingPlaces[key] else {
        throw Flaw(field: "cfg", expected: "the name of a setting", found: "\"\(key.excerpt)\"")
      }
      guard seen.insert(place).inserted else { throw cursor.twice(key) }
      values[place] = try cursor.value(vocabulary.settings[place].type, vocabulary)
    }
  }

  func definition(_ range: ByteRange) throws(Flaw) -> TraceDefinition {
    var item: ItemID?
    var text: TextID?
    var source: String?
    var words: String?
    var (cursor, keys) = (JSONCursor(range), Keys())
    while let key = try keys.next(&cursor) {
      switch key {
      case "k": _ = try cursor.word()
      case "item": item = try cursor.identifier()
      case "text": text = try cursor.identifier()
      case "source": source = try cursor.string()
      case "is": words = try cursor.string()
      default: throw Self.unknown(key, "this record")
      }
    }
    switch (item, source, text, words) {
    case (let item?, let source?, nil, nil): return .item(item, source: source)
    case (nil, nil, let text?, let words?): return .text(text, words)
    default:
      let given = [
        item.map { _ in "item" }, source.map { _ in "source" }, text.map { _ in "text" }, words.map { _ in "is" },
      ]
      throw Flaw(
        field: "d", expected: "\"item\" with \"source\", or \"text\" with \"is\"",
        found: given.compactMap { $0 }.joined(separator: ", "))
    }
  }

  func mark(_ range: ByteRange) throws(Flaw) -> TraceMark {
    var number: Int64?
    var text: String?
    var (cursor, keys) = (JSONCursor(range), Keys())
    while let key = try keys.next(&cursor) {
      switch key {
      case "k": _ = try cursor.word()
      case "n": number = try cursor.count()
      case "x": text = try cursor.string()
      default: throw Self.unknown(key, "this record")
      }
    }
    guard let number else { throw Self.missing("n", "a mark") }
    guard let text else { throw Self.missing("x", "a mark") }
    return TraceMark(number: number, text: text)
  }

  func checkpoint(_ range: ByteRange) throws(Flaw) -> TraceCheckpoint {
    var number: Int64?
    var instant: Int64?
    var digest: UInt64?
    var values = standard
    var (cursor, keys) = (JSONCursor(range), Keys())
    while let key = try keys.next(&cursor) {
      switch key {
      case "k": _ = try cursor.word()
      case "n": number = try cursor.integer()
      case "t": instant = try cursor.integer()
      case "s" where knowsState: try state(&cursor, &values)
      case "s": try cursor.skipValue()
      case "d": digest = try cursor.digest()
      default: throw Self.unknown(key, "this record")
      }
    }
    guard let number else { throw Self.missing("n", "a checkpoint") }
    guard let instant else { throw Self.missing("t", "a checkpoint") }
    guard let digest else { throw Self.missing("d", "a checkpoint") }
    let time = Instant(microseconds: instant)
    guard knowsState else { return TraceCheckpoint(number: number, instant: time, state: nil, digest: digest) }
    return try maker.checkpoint(number, at: time, values, digest: digest, header: traceHeader)
  }

  private func state(_ cursor: inout JSONCursor, _ values: inout [Int64]) throws(Flaw) {
    var seen: Set<Int> = []
    try cursor.expect(UInt8(ascii: "{"))
    var first = true
    while let key = try cursor.nextKey(first: &first) {
      cursor.name = key.text
      guard let index = vocabulary.statePlaces[key] else { throw Self.unknown(key, "the state") }
      guard seen.insert(index).inserted else { throw cursor.twice(key) }
      values[index] = try cursor.value(vocabulary.state[index].type, vocabulary)
    }
  }

  func end(_ range: ByteRange) throws(Flaw) -> TraceEnd {
    var end = TraceEnd(number: 0, inputs: 0, outputs: 0, digest: 0, ending: .finished)
    var kind = ExactText("")
    var signal: String?
    var reason: String?
    var (cursor, keys) = (JSONCursor(range), Keys())
    while let key = try keys.next(&cursor) {
      switch key {
      case "k": _ = try cursor.word()
      case "n": end.number = try cursor.count()
      case "i": end.inputs = try cursor.count()
      case "o": end.outputs = try cursor.count()
      case "d": end.digest = try cursor.digest()
      case "end": kind = ExactText(try cursor.string())
      case "by": signal = try cursor.string()
      case "why": reason = try cursor.string()
      default: throw Self.unknown(key, "this record")
      }
    }
    if let key = ["d", "end", "i", "n", "o"].first(where: { !keys.contains($0) }) { throw Self.missing(key, "an end") }
    switch (kind, signal, reason) {
    case ("finished", nil, nil): end.ending = .finished
    case ("interrupted", let signal?, nil): end.ending = .interrupted(by: signal)
    case ("failed", nil, let reason?): end.ending = .failed(reason)
    default:
      throw Flaw(
        field: "end", expected: "\"finished\", \"interrupted\" with \"by\", or \"failed\" with \"why\"",
        found: "\"\(Excerpt.of(kind.text))\"")
    }
    return end
  }

  /// The keys of a line, each once.
  private struct Keys {
    private var seen: Set<ByteRange> = []
    private var isFirst = true

    func contains(_ key: String) -> Bool { seen.contains(ByteRange(key)) }

    // Not inlined: once is enough for five kinds of records.
    @inline(never)
    mutating func next(_ cursor: inout JSONCursor) throws(Flaw) -> ByteRange? {
      if isFirst { try cursor.expect(UInt8(ascii: "{")) }
      guard let key = try cursor.nextKey(first: &isFirst) else {
        guard cursor.isAtEnd else { throw cursor.flaw("the end of the line") }
        return nil
      }
      guard seen.insert(key).inserted else { throw cursor.twice(key) }
      cursor.name = key.excerpt
      return key
    }
  }
}

extension JSONCursor {
  // What records read here is not inlined: they are few, and several use it.

  /// A number of things.
  @inline(never)
  mutating func count() throws(Flaw) -> Int64 {
    let start = nextIndex
    let number = try integer()
    guard number >= 0 else { throw flaw("a number from 0 on", at: start) }
    return number
  }

  @inline(never)
  mutating func identifier<Subject>() throws(Flaw) -> Identifier<Subject> {
    let start = nextIndex
    guard let number = UInt32(exactly: try integer()) else { throw flaw("a number from 0 to 4294967295", at: start) }
    return Identifier(number)
  }

  /// A list of strings.
  mutating func strings() throws(Flaw) -> [String] {
    var result: [String] = []
    var count = 0
    try expect(UInt8(ascii: "["))
    while try enterElement(&count) {
      result.append(try string())
      leave()
    }
    return result
  }
}
