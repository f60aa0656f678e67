import PlayerText

/// One line of compact cases: its words and values are taken from the beginning to the end.
struct CompactLine {
  /// `key=value`, or a value alone.
  typealias Item = (key: String?, value: JSONValue)

  /// The file and the number, for errors.
  let name: String
  let isIndented: Bool
  var bytes: [UInt8]
  private(set) var place = 0

  /// What ends a word without quotes.
  private static let ends = Set(#" ,[]{}""#.utf8)
  private static let endsOfKeys = ends.union("=".utf8)

  var isAtEnd: Bool { place == bytes.count }

  /// Something else comes next.
  func flaw(expected: String) -> CaseFileError {
    let found = Excerpt.at(place, of: bytes, upTo: bytes.count, of: "line")
    return CaseFileError(description: "\(name): found \(found), expected \(expected)")
  }

  /// Takes a text if it comes next.
  mutating func takes(_ text: String) -> Bool {
    guard bytes[place...].starts(with: text.utf8) else { return false }
    place += text.utf8.count
    return true
  }

  /// Takes all up to one of these bytes.
  mutating func text(upTo ends: Set<UInt8> = []) -> String {
    let text = bytes[place...].prefix { !ends.contains($0) }
    place = text.endIndex
    return String(decoding: text, as: UTF8.self)
  }

  /// Takes a text in quotes, or all up to a space, a comma or a bracket; and the spaces after it.
  mutating func word() throws -> String {
    let start = self
    let isQuoted = takes("\"")
    let word = text(upTo: isQuoted ? [UInt8(ascii: "\"")] : Self.ends)
    // Texts are compared in a time that grows with the square of combining marks in a row.
    guard isQuoted ? takes("\"") : !word.isEmpty, word.utf8.count <= 1000 else {
      throw start.flaw(expected: "a word, or a text in quotes, of at most 1000 bytes")
    }
    while takes(" ") {}
    return word
  }

  /// Takes items up to a bracket or, without one, a comma or the end of the line. Between brackets, commas are spaces.
  mutating func items(upTo bracket: String? = nil, depth: Int = 0) throws -> [Item] {
    guard depth <= 32 else { throw flaw(expected: "at most 32 brackets in each other") }
    var items: [Item] = []
    while true {
      while takes(" ") || bracket != nil && takes(",") {}
      if bracket.map({ takes($0) }) ?? (isAtEnd || bytes[place] == UInt8(ascii: ",")) { return items }
      if isAtEnd, let bracket { throw flaw(expected: bracket) }
      let start = self
      let key = bytes[place] == UInt8(ascii: "\"") ? try word() : text(upTo: Self.endsOfKeys)
      let hasKey = bracket != "]" && !key.isEmpty && key.utf8.count <= 1000 && takes("=")
      if !hasKey { self = start }
      items.append((hasKey ? key : nil, try value(depth: depth + 1)))
    }
  }

  private mutating func value(depth: Int) throws -> JSONValue {
    let start = self
    if takes("[") { return .array(try items(upTo: "]", depth: depth).map(\.value)) }
    if takes("{") { return .object(try start.members(items(upTo: "}", depth: depth))) }
    let isQuoted = bytes[place...].first == UInt8(ascii: "\"")
    let word = try word()
    if isQuoted { return .string(word) }
    return ["true": .bool(true), "false": .bool(false), "null": .null][word]
      ?? Self.number(word[...]).map { .number($0) } ?? Self.segment(word) ?? .string(word)
  }

  /// Items as members of an object. `unnamed` is the key of those without one.
  func members(_ items: [Item], unnamed: String? = nil) throws -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    for item in items {
      guard let key = item.key ?? unnamed, members.updateValue(item.value, forKey: key) == nil else {
        throw flaw(expected: "key=value with each key once\(unnamed.map { ", and at most one \($0)" } ?? "")")
      }
    }
    return members
  }
}

// MARK: - What words stand for

extension CompactLine {
  private static func number(_ word: Substring) -> Double? {
    guard word.utf8.allSatisfy({ "-.e0123456789".utf8.contains($0) }), let value = Double(word) else { return nil }
    return value.isFinite ? value : nil
  }

  /// `5` is at 5 seconds, `0..5` from the beginning to then. All else is of the ordered format.
  static func time(_ word: String) -> [String: JSONValue] {
    number(word[...]).map { ["at_seconds": .number($0)] } ?? span(word[...], "from_seconds", "to_seconds")
      ?? ["at": .string(word)]
  }

  private static func span(_ word: Substring, _ first: String, _ second: String) -> [String: JSONValue]? {
    guard let dots = word.firstRange(of: ".."), let from = number(word[..<dots.lowerBound]),
      let to = number(word[dots.upperBound...])
    else { return nil }
    return [first: .number(from), second: .number(to)]
  }

  /// `id@start..end`, then `:blocked`, `:hidden` or both.
  private static func segment(_ word: String) -> JSONValue? {
    let parts = word.split(separator: "@", omittingEmptySubsequences: false)
    let flags = parts[parts.count - 1].split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, var members = span(flags[0], "start", "end") else { return nil }
    members["id"] = .string(String(parts[0]))
    members["blocked"] = .bool(flags.dropFirst().contains("blocked"))
    members["hidden"] = .bool(flags.dropFirst().contains("hidden"))
    return Set(flags.dropFirst()).isSubset(of: ["blocked", "hidden"]) ? .object(members) : nil
  }
}
