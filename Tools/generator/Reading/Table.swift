import Yams

/// A mapping of the specification. Its entries are taken by key; ``finish()`` reports the remaining ones.
struct Table {
  /// What the mapping describes, for messages.
  let subject: String
  let line: Int
  private var entries: [(key: String, line: Int, value: Node)] = []
  private var known: [String] = []

  /// `line` is that of its key, where it has one.
  init(_ node: Node, _ subject: String, line: Int? = nil) throws {
    self.subject = subject
    self.line = line ?? node.line
    guard let mapping = node.mapping else {
      throw Problem("\(subject) must be a mapping, `key: value` on lines of their own", line: self.line)
    }
    for (key, value) in mapping {
      guard let key = key.scalar else { throw Problem("a key of \(subject) must be a word", line: key.line) }
      entries.append((key.string, key.mark?.line ?? self.line, value))
    }
  }

  /// Takes all entries, in their order.
  mutating func takeAll() -> [(key: String, line: Int, value: Node)] {
    defer { entries = [] }
    return entries
  }

  mutating func take(_ key: String) -> Node? {
    known.append(key)
    return entries.firstIndex { $0.key == key }.map { entries.remove(at: $0).value }
  }

  mutating func takeText(_ key: String) throws -> String? {
    guard let node = take(key) else { return nil }
    guard let scalar = node.scalar else { throw Problem("`\(key)` of \(subject) must be a text", line: node.line) }
    return scalar.string
  }

  mutating func need(_ key: String) throws -> Node {
    guard let node = take(key) else { throw Problem("\(subject) has no `\(key)`; add it", line: line) }
    return node
  }

  /// Takes a sentence, which must end with a full stop.
  mutating func needSentence() throws -> String {
    guard let text = try needText("text").nonEmpty else { throw Problem("`text` of \(subject) is empty", line: line) }
    guard text.hasSuffix(".") else {
      throw Problem("`text` of \(subject) ends with '\(text.suffix(12))'; expected a full stop", line: line)
    }
    return text
  }

  mutating func needText(_ key: String) throws -> String {
    guard let text = try takeText(key) else { throw Problem("\(subject) has no `\(key)`; add it", line: line) }
    return text
  }

  /// `nil` without the key.
  mutating func takeFlag(_ key: String) throws -> Bool? {
    switch try takeText(key) {
    case nil: nil
    case "yes": true
    case "no": false
    case .some(let other): throw Problem("`\(key)` of \(subject) is '\(other)'; expected yes or no", line: line)
    }
  }

  /// To be called after the last entry was taken.
  func finish() throws {
    guard let (key, line, _) = entries.first else { return }
    throw Problem("unknown key `\(key)` in \(subject); expected \(known.joined(separator: ", "))", line: line)
  }
}

extension Node {
  var line: Int { mark?.line ?? 1 }
}

extension String {
  var nonEmpty: String? { isEmpty ? nil : self }
}
