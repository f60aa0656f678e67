import PlayerCore
import PlayerText

/// A vocabulary as lines of text, the form in which a trace contains what is not in the vocabulary of format 1.
///
/// A line that declares something reads, with one space between its words:
///
///     input 9 seek request:request anchor:anchor …
///     output 15 intentChanged reason:reason playing:bool
///     enum 5 phase empty idle blocked opening prepared ended failed
///     setting 0 autoplay bool 0
///     state transport.drive stopped|starting|moving 0
///
/// Among changes, a line that ends after the number or the name (`input 9`, `state transport.drive`) removes the
/// declaration; ` after NAME` at the end of a field of the state specifies the place of a new one (`after -`: first).
struct VocabularyLines: Hashable, Sendable {
  /// A field of the state, settings excepted.
  struct StateLine: Hashable, Sendable {
    var name: String
    /// Its type and its fresh value.
    var rest: String
  }

  var inputs: [UInt8: String] = [:]
  var outputs: [UInt8: String] = [:]
  /// By place: the name, and the names of the cases.
  var enumerations: [String] = []
  var settings: [UInt8: String] = [:]
  var state: [StateLine] = []
}

// MARK: Of this core

extension VocabularyLines {
  /// The vocabulary of the core that this code is built with.
  static let ofThisCore: Self = {
    var lines = Self()
    for code in 0..<Vocabulary.codeLimit {
      lines.inputs[UInt8(code)] = Vocabulary.input(code)?.description
      lines.outputs[UInt8(code)] = Vocabulary.output(code)?.description
    }
    for place in 0..<Vocabulary.enumerationCount {
      guard let (name, cases) = Vocabulary.enumeration(place) else { continue }
      lines.enumerations.append("\(name) \(cases)")
    }
    for setting in Setting.allCases {
      lines.settings[setting.rawValue] = "\(setting.name) \(setting.typeWord) \(setting.specification.standard)"
    }
    var player = Player()
    var visitor = StateLineVisitor()
    player.visitState(&visitor)
    lines.state = visitor.lines
    return lines
  }()
}

private struct StateLineVisitor: StateVisitor {
  var lines: [VocabularyLines.StateLine] = []

  mutating func visit<Value: WireValue>(_ name: StaticString, _ value: inout Value) {
    let name = name.description
    guard name != "setting" else { return }
    lines.append(.init(name: name, rest: "\(FieldType.word(for: Value.wireKind)) \(value.wireValue)"))
  }
}

// MARK: Changes

extension VocabularyLines {
  /// The lines that convert another vocabulary into this one; none if they are the same.
  func changes(from other: Self) -> [String] {
    Self.changes(inputs, from: other.inputs, "input") + Self.changes(outputs, from: other.outputs, "output")
      + Self.changes(numbered(enumerations), from: numbered(other.enumerations), "enum")
      + Self.changes(settings, from: other.settings, "setting") + stateChanges(from: other.state)
  }

  private func numbered(_ lines: [String]) -> [UInt8: String] {
    Dictionary(uniqueKeysWithValues: lines.enumerated().map { (UInt8(truncatingIfNeeded: $0), $1) })
  }

  private static func changes(_ lines: [UInt8: String], from other: [UInt8: String], _ kind: String) -> [String] {
    Set(lines.keys).union(other.keys).sorted().compactMap { number in
      guard lines[number] != other[number] else { return nil }
      guard let line = lines[number] else { return "\(kind) \(number)" }
      // What only becomes longer, as the enumeration of settings does, says what follows.
      if let old = other[number], kind == "enum", line.utf8.starts(with: (old + " ").utf8) {
        return "\(kind) \(number) + \(String(Substring(line.utf8.dropFirst(old.utf8.count + 1))))"
      }
      return "\(kind) \(number) \(line)"
    }
  }

  private func stateChanges(from other: [StateLine]) -> [String] {
    let names = Set(state.map { $0.name })
    var known: [String: String] = [:]
    for line in other { known[line.name] = line.rest }
    var result: [String] = []
    if state.map({ $0.name }).filter({ known[$0] != nil }) == other.map({ $0.name }).filter(names.contains) {
      result = other.map { $0.name }.filter { !names.contains($0) }.map { "state \($0)" }
    } else {
      // The order differs: everything is declared again.
      result = other.map { "state \($0.name)" }
      known = [:]
    }
    var before = "-"
    for line in state {
      if let rest = known[line.name] {
        if rest != line.rest { result.append("state \(line.name) \(line.rest)") }
      } else {
        result.append("state \(line.name) \(line.rest) after \(before)")
      }
      before = line.name
    }
    return result
  }

  /// Applies one line of changes. Throws the problem if it is invalid.
  mutating func apply(_ line: String) throws(Flaw) {
    guard line.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { throw Self.flaw(line, "printable ASCII") }
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard words.count >= 2, words.allSatisfy({ !$0.isEmpty }) else {
      throw Self.flaw(line, "a kind, a number or name, and a declaration, separated by single spaces")
    }
    let rest = words.count > 2 ? words.dropFirst(2).joined(separator: " ") : nil
    switch words[0] {
    case "input": inputs[try Self.number(words[1], line)] = rest
    case "output": outputs[try Self.number(words[1], line)] = rest
    case "setting": settings[try Self.number(words[1], line)] = rest
    case "enum": try applyEnumeration(Int(try Self.number(words[1], line)), rest, line)
    case "state": try applyState(words, line)
    default: throw Self.flaw(line, "input, output, enum, setting or state")
    }
  }

  private mutating func applyEnumeration(_ place: Int, _ rest: String?, _ line: String) throws(Flaw) {
    switch rest {
    case let rest? where place < enumerations.count && rest.utf8.starts(with: "+ ".utf8):
      enumerations[place] += String(Substring(rest.utf8.dropFirst()))
    case let rest? where place < enumerations.count: enumerations[place] = rest
    case let rest? where place == enumerations.count: enumerations.append(rest)
    // An enumeration is removed together with those after it, whose lines follow.
    case nil: if place < enumerations.count { enumerations.removeLast(enumerations.count - place) }
    default: throw Self.flaw(line, "a place from 0 to \(enumerations.count)")
    }
  }

  private mutating func applyState(_ words: [String], _ line: String) throws(Flaw) {
    let name = words[1]
    let place = state.firstIndex { $0.name == name }
    switch words.count {
    case 2:
      guard let place else { throw Self.flaw(line, "the name of an existing field") }
      state.remove(at: place)
    case 4:
      guard let place else { throw Self.flaw(line, "the name of an existing field, or \"after\"") }
      state[place].rest = "\(words[2]) \(words[3])"
    case 6 where words[4] == "after":
      guard place == nil else { throw Self.flaw(line, "the name of a new field") }
      guard state.count < VocabularyBuilder.stateLimit else {
        throw Self.flaw(line, "at most \(VocabularyBuilder.stateLimit) fields of the state")
      }
      let field = StateLine(name: name, rest: "\(words[2]) \(words[3])")
      if words[5] == "-" { return state.insert(field, at: 0) }
      guard let before = state.firstIndex(where: { $0.name == words[5] }) else {
        throw Self.flaw(line, "the name of a field before it")
      }
      state.insert(field, at: before + 1)
    default: throw Self.flaw(line, "state NAME [TYPE FRESH [after NAME]]")
    }
  }

  private static func number(_ word: String, _ line: String) throws(Flaw) -> UInt8 {
    guard let number = UInt8(word) else { throw flaw(line, "a number from 0 to 255") }
    return number
  }

  static func flaw(_ line: String, _ expected: String) -> Flaw {
    Flaw(field: "changes", expected: expected, found: "\"\(Excerpt.of(line, limit: 80))\"")
  }
}
