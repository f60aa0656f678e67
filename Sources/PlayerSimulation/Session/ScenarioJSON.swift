import PlayerText

/// JSON as a tree for the reader of scenarios: bounded, with the path to every value.
enum ScenarioJSON {
  private static let values = 200_000

  static func root(of bytes: [UInt8]) throws(ScenarioProblem) -> ScenarioNode {
    guard bytes.count <= ScenarioLimit.bytes else {
      throw ScenarioProblem(
        at: ScenarioPlace(path: ""), "JSON", expected: "at most \(ScenarioLimit.bytes) bytes", found: "\(bytes.count)",
        advice: "Split it")
    }
    var cursor = JSONCursor(
      file: bytes, name: "JSON", rules: .file(depthLimit: ScenarioLimit.depth, mendsHalfPairs: true))
    var count = 0
    do throws(Flaw) {
      let root = try node(&cursor, path: "", depth: 1, &count)
      try cursor.expectEnd()
      return root
    } catch {
      throw ScenarioProblem(
        at: ScenarioPlace(path: ""), error.field, expected: error.expected,
        found: "\(error.found) (byte \(error.offset))", advice: error.advice)
    }
  }

  private static func node(
    _ cursor: inout JSONCursor, path: String, depth: Int, _ count: inout Int
  ) throws(Flaw) -> ScenarioNode {
    let place = ScenarioPlace(path: path)
    count += 1
    guard depth <= ScenarioLimit.depth else {
      throw Flaw(
        at: cursor.nextIndex, field: path, expected: "at most \(ScenarioLimit.depth) levels", found: "more",
        advice: "Make it flatter")
    }
    guard count <= values else {
      throw Flaw(
        at: cursor.nextIndex, field: path, expected: "at most \(values) values", found: "more", advice: "Split it")
    }
    switch cursor.peek() {
    case UInt8(ascii: "{"):
      return ScenarioNode(.mapping(try pairs(&cursor, path: path, depth: depth, &count)), at: place)
    case UInt8(ascii: "["):
      return ScenarioNode(.sequence(try items(&cursor, path: path, depth: depth, &count)), at: place)
    default: return ScenarioNode(.scalar(try scalar(&cursor)), at: place)
    }
  }

  private static func pairs(
    _ cursor: inout JSONCursor, path: String, depth: Int, _ count: inout Int
  ) throws(Flaw) -> [(key: ScenarioNode, value: ScenarioNode)] {
    try cursor.expect(UInt8(ascii: "{"))
    var pairs: [(key: ScenarioNode, value: ScenarioNode)] = []
    var (isFirst, seen) = (true, Set<ByteRange>())
    while let key = try cursor.enterMember(&isFirst) {
      let word = try plain(key.text, cursor)
      let inner = Self.path(path, key: word)
      guard seen.insert(key).inserted else { throw cursor.flaw("each key once") }
      let value = try node(&cursor, path: inner, depth: depth + 1, &count)
      let name = ScenarioNode.Scalar(string: word, form: .string)
      pairs.append((key: ScenarioNode(.scalar(name), at: ScenarioPlace(path: inner)), value: value))
      cursor.leave()
    }
    return pairs
  }

  private static func items(
    _ cursor: inout JSONCursor, path: String, depth: Int, _ count: inout Int
  ) throws(Flaw) -> [ScenarioNode] {
    try cursor.expect(UInt8(ascii: "["))
    var (items, index) = ([ScenarioNode](), 0)
    while try cursor.enterElement(&index) {
      items.append(
        try node(
          &cursor, path: path.utf8.count > Excerpt.limit ? path : "\(path)[\(index - 1)]", depth: depth + 1, &count))
      cursor.leave()
    }
    return items
  }

  private static func scalar(_ cursor: inout JSONCursor) throws(Flaw) -> ScenarioNode.Scalar {
    if cursor.peek() == UInt8(ascii: "\"") {
      return ScenarioNode.Scalar(string: try plain(try cursor.string(), cursor), form: .string)
    }
    if cursor.skip(word: "true") { return ScenarioNode.Scalar(string: "true", form: .flag) }
    if cursor.skip(word: "false") { return ScenarioNode.Scalar(string: "false", form: .flag) }
    if cursor.skip(word: "null") { return ScenarioNode.Scalar(string: "null", form: .null) }
    let start = try cursor.number().offset
    return ScenarioNode.Scalar(
      string: String(decoding: cursor.bytes[start..<cursor.index], as: UTF8.self), form: .number)
  }

  private static func plain(_ text: String, _ cursor: JSONCursor) throws(Flaw) -> String {
    guard text.hasEndlessMarks else { return text }
    throw cursor.flaw("at most \(endlessMarks) combining marks in a row", advice: "Remove some")
  }

  /// `media.duration`, and `steps[2]["at 5 s"]` where a key is not a name. No longer than errors show it: every value
  /// below a long key has its own path.
  private static func path(_ path: String, key whole: String) -> String {
    if path.utf8.count > Excerpt.limit { return path }
    let key = Excerpt.of(whole, limit: 60)
    let isName =
      key.utf8.first.map { !JSONCursor.isDigit($0) } == true
      && key.utf8.allSatisfy { byte in
        JSONCursor.isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      }
    if isName { return path.isEmpty ? key : "\(path).\(key)" }
    return "\(path)[\(JSONWriter.quoted(key))]"
  }
}
