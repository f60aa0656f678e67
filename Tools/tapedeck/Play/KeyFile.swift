import Foundation
import PlayerCore
import PlayerSimulation
import PlayerText

/// A key file: lines `key = action`, such as `left = seek -5s`.
struct KeyFile {
  /// Its place unless `--keys` names another file.
  static func standardPath(_ environment: [String: String]) -> String? {
    let folder = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (folder ?? environment["HOME"].map { "\($0)/.config" }).map { "\($0)/tapedeck/keys" }
  }

  /// More bytes than any real key file has.
  private static let limit = 1 << 20

  /// The bindings of a file in addition to the default ones.
  static func read(_ path: String) throws(KeyFileError) -> KeyBindings {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw KeyFileError(file: path, found: "cannot be opened: \(String(cString: strerror(errno)))")
    }
    defer { try? file.close() }
    let data: Data
    do { data = try file.read(upToCount: limit + 1) ?? Data() } catch {
      throw KeyFileError(file: path, found: "cannot be read")
    }
    guard data.count <= limit, let text = String(bytes: data, encoding: .utf8) else {
      throw KeyFileError(file: path, found: data.count > limit ? "more than 1 MiB" : "bytes that are not UTF-8")
    }
    return try KeyFile(path: path).bindings(of: text)
  }

  let path: String

  func bindings(of text: String) throws(KeyFileError) -> KeyBindings {
    var bindings = KeyBindings.standard
    var lines: [Key: Int] = [:]
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let words = line.trimmingPrefix("\u{FEFF}").trimmingCharacters(in: .whitespaces)
      if words.isEmpty || words.hasPrefix("#") { continue }
      let (key, action) = try parse(words, line: index + 1)
      if let first = lines.updateValue(index + 1, forKey: key) {
        throw error(
          index + 1, found: "the key '\(key.name)' again", expected: "each key once; it is on line \(first), too")
      }
      bindings.bind(key, to: try meaning(of: action, line: index + 1), action)
    }
    return bindings
  }

  /// The equals sign may be a key itself: the first character is never the separator.
  private func parse(_ words: String, line: Int) throws(KeyFileError) -> (key: Key, action: String) {
    guard let separator = words.dropFirst().firstIndex(of: "=") else {
      throw error(line, found: "'\(words)'", expected: "key = action, such as left = seek -5s")
    }
    let name = words[..<separator].trimmingCharacters(in: .whitespaces)
    let action = words[words.index(after: separator)...].trimmingCharacters(in: .whitespaces)
    guard let key = Key(named: name) else {
      throw error(
        line, found: "the key '\(name)'",
        expected: "one character, or a name: \(Key.allNames.joined(separator: ", "))",
        nearest: Nearest.words(to: name, among: Key.allNames, count: 1))
    }
    return (key, Self.canonical(action))
  }

  /// `seek -5s`, also for `seek=-5s`.
  private static func canonical(_ action: String) -> String {
    let name = action.prefix { $0 != " " && $0 != "=" }
    let value = action[name.endIndex...].drop { $0 == " " || $0 == "=" }
    return value.isEmpty ? action : "\(name) \(value)"
  }

  private func meaning(of action: String, line: Int) throws(KeyFileError) -> KeyBindings.Meaning? {
    let name = String(action.prefix { $0 != " " && $0 != "=" })
    let names = KeyBindings.Meaning.names + ScheduledAction.allNames
    guard names.contains(name) else {
      throw error(
        line, found: action.isEmpty ? "no action" : "the action '\(name)'",
        expected: "an action, such as seek -10s, volume +5, chapter next or nothing",
        nearest: name.isEmpty ? [] : Nearest.words(to: name, among: names, count: 1))
    }
    if action != name, KeyBindings.Meaning.names.contains(name) {
      throw error(line, found: "'\(action)'", expected: "'\(name)' alone")
    }
    do { return try KeyBindings.Meaning(parsing: action) } catch {
      throw self.error(line, found: "'\(action)'", expected: Self.expectation(of: "\(error)"))
    }
  }

  /// The text of an argument's problem, without the words that the message contains already.
  private static func expectation(of problem: String) -> String {
    guard let expected = problem.range(of: "expected ") else { return "a value that it takes: \(problem)" }
    return String(problem[expected.upperBound...])
  }

  private func error(_ line: Int, found: String, expected: String, nearest: [String] = []) -> KeyFileError {
    KeyFileError(file: path, line: line, found: found, expected: expected, nearest: nearest.first)
  }
}

/// An error in a key file.
struct KeyFileError: Error, Hashable, CustomStringConvertible {
  var file: String
  /// From 1; nil if the error concerns the file as a whole.
  var line: Int?
  var found: String
  var expected = ""
  /// What may have been meant.
  var nearest: String?

  /// One line; text from the file is cut and made safe for a terminal.
  var description: String {
    let name = Excerpt.of(file, limit: .max)
    guard let line else {
      return "\(name): \(Excerpt.of(found)). Give a text file with lines such as left = seek -5s."
    }
    let hint = nearest.map { " Did you mean \($0)?" } ?? ""
    return "\(name), line \(line): found \(Excerpt.of(found, limit: 80)), expected \(Excerpt.of(expected)).\(hint)"
  }
}

extension ErrorReport {
  init(_ error: KeyFileError) {
    self.init("\(error)", kind: error.line == nil ? "system" : "damaged", file: error.file)
    (line, found) = (error.line.map { Int64($0) }, error.found)
    (expected, hint) = (error.expected.isEmpty ? nil : error.expected, error.nearest.map { "did you mean \($0)?" })
  }
}
