/// Reads JSON from front to back without building a tree, and names the place of every error.
///
/// Integers and decimal numbers are exact, nesting is limited, and what the caller does not need is skipped, so a
/// malicious text costs no more than its size.
package struct JSONCursor {
  /// Where one kind of text deviates from JSON.
  package struct Rules: Sendable {
    /// The maximum nesting depth of values.
    package var depthLimit = 32
    /// Whether skipped objects may contain a key twice.
    package var allowsKeysTwice = true
    /// Whether an unpaired surrogate escape, which browsers write, is read as the replacement character.
    package var mendsHalfPairs = false
    /// What the bytes represent: a `file` or a `line`.
    package var whole: StaticString = "file"

    package init() {}

    /// For a file that is one JSON text.
    package static func file(depthLimit: Int = 32, mendsHalfPairs: Bool = false) -> Self {
      var rules = Self()
      rules.depthLimit = depthLimit
      rules.mendsHalfPairs = mendsHalfPairs
      return rules
    }

    /// For one line of a file of lines.
    package static let line: Self = {
      var rules = Self()
      rules.depthLimit = 16
      rules.allowsKeysTwice = false
      rules.whole = "line"
      return rules
    }()
  }

  private enum PathPart {
    case key(ByteRange)
    case index(Int)
  }

  package let bytes: [UInt8]
  package var index: Int
  package let end: Int
  /// What is being read, for errors, if no path is kept.
  package var name: String
  package let rules: Rules
  private var path: [PathPart] = []

  package init(_ bytes: [UInt8], from start: Int, to end: Int, name: String, rules: Rules) {
    self.bytes = bytes
    self.end = end
    self.name = name
    self.rules = rules
    index = start
  }

  /// For a file, after its byte order mark.
  package init(file bytes: [UInt8], name: String = "document", rules: Rules) {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    self.init(bytes, from: start, to: bytes.count, name: name, rules: rules)
  }

  /// For one line.
  package init(_ line: ByteRange) {
    self.init(line.bytes, from: line.start, to: line.end, name: "record", rules: .line)
  }

  // MARK: Errors

  /// What is being read, for example `chapters[2].startTime`.
  package var field: String {
    var text = ""
    for part in path {
      switch part {
      case .key(let key): text += (text.isEmpty ? "" : ".") + key.excerpt
      case .index(let index): text += "[\(index)]"
      }
    }
    return text.isEmpty ? name : text
  }

  /// An error at a place, by default where the cursor is.
  // Not inlined, nor what else makes an error: that is rare, and would be most of the code of a reader.
  @inline(never)
  package func flaw(_ expected: String, at offset: Int? = nil, advice: String = "") -> Flaw {
    let offset = offset ?? index
    return Flaw(
      at: offset, field: field, expected: expected, found: Excerpt.at(offset, of: bytes, upTo: end, of: rules.whole),
      advice: advice)
  }

  @inline(never)
  private func tooDeep() -> Flaw { flaw("at most \(rules.depthLimit) nested values") }

  /// The error for a key that occurs twice in its object.
  @inline(never)
  package func twice(_ key: ByteRange) -> Flaw {
    Flaw(at: index, field: key.excerpt, expected: "each key once", found: "\"\(key.excerpt)\" twice")
  }

  // MARK: Bytes

  /// The next byte that is not white space; 0 at the end.
  @inlinable
  package mutating func peek() -> UInt8 {
    while index < end {
      let byte = bytes[index]
      if byte != 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D { return byte }
      index += 1
    }
    return 0
  }

  /// Where the next value begins.
  package var nextIndex: Int {
    mutating get {
      _ = peek()
      return index
    }
  }

  @inlinable
  package mutating func skip(_ byte: UInt8) -> Bool {
    guard peek() == byte, index < end else { return false }
    index += 1
    return true
  }

  @inlinable
  package mutating func expect(_ byte: UInt8, _ expected: String? = nil) throws(Flaw) {
    guard skip(byte) else { throw flaw(expected ?? "'\(Character(UnicodeScalar(byte)))'") }
  }

  package mutating func skip(word: StaticString) -> Bool {
    _ = peek()
    guard end - index >= word.utf8CodeUnitCount else { return false }
    let matches = word.withUTF8Buffer { word in
      for offset in word.indices where bytes[index + offset] != word[offset] { return false }
      return true
    }
    if matches { index += word.utf8CodeUnitCount }
    return matches
  }

  package var isAtEnd: Bool {
    mutating get { peek() == 0 && index >= end }
  }

  /// Requires that only white space follows.
  package mutating func expectEnd() throws(Flaw) {
    guard isAtEnd else { throw flaw("the end of the \(rules.whole)", advice: "Remove what follows") }
  }

  // MARK: Objects and arrays

  /// The next key of an object whose brace was read; `nil` at the end of the object.
  @inlinable
  package mutating func nextKey(first: inout Bool) throws(Flaw) -> ByteRange? {
    if skip(UInt8(ascii: "}")) { return nil }
    if !first { try expect(UInt8(ascii: ","), "',' or '}'") }
    first = false
    guard peek() == UInt8(ascii: "\"") else { throw flaw("a key in quotes") }
    let key = try word()
    name = "key"
    try expect(UInt8(ascii: ":"))
    return key
  }

  /// The next key of an object whose brace was read, which is then part of the path until ``leave()``; `nil` at the end
  /// of the object.
  package mutating func enterMember(_ first: inout Bool) throws(Flaw) -> ByteRange? {
    let name = name
    guard let key = try nextKey(first: &first) else { return nil }
    self.name = name
    try enter(.key(key))
    return key
  }

  /// Whether an array whose bracket was read has another element, which is then part of the path until ``leave()``.
  package mutating func enterElement(_ count: inout Int) throws(Flaw) -> Bool {
    if skip(UInt8(ascii: "]")) { return false }
    if count > 0 { try expect(UInt8(ascii: ","), "',' or ']'") }
    try enter(.index(count))
    count += 1
    return true
  }

  private mutating func enter(_ part: PathPart) throws(Flaw) {
    guard path.count < rules.depthLimit else { throw tooDeep() }
    path.append(part)
  }

  package mutating func leave() { path.removeLast() }

  /// Skips a value of any kind.
  package mutating func skipValue() throws(Flaw) { try skipValue(depth: path.count) }

  private mutating func skipValue(depth: Int) throws(Flaw) {
    guard depth < rules.depthLimit else { throw tooDeep() }
    switch peek() {
    case UInt8(ascii: "{"): try skipObject(depth: depth)
    case UInt8(ascii: "["):
      index += 1
      var first = true
      while !skip(UInt8(ascii: "]")) {
        if !first { try expect(UInt8(ascii: ","), "',' or ']'") }
        first = false
        try skipValue(depth: depth + 1)
      }
    case UInt8(ascii: "\""): _ = try string()
    default:
      if skip(word: "true") || skip(word: "false") || skip(word: "null") { return }
      guard let (_, length) = DecimalNumber.read(bytes[index..<end]) else { throw flaw("a value") }
      index += length
    }
  }

  private mutating func skipObject(depth: Int) throws(Flaw) {
    index += 1
    var first = true
    var seen: Set<ByteRange> = []
    while let key = try nextKey(first: &first) {
      if !rules.allowsKeysTwice, !seen.insert(key).inserted { throw twice(key) }
      try skipValue(depth: depth + 1)
    }
  }
}
