import PlayerCore
import PlayerText

/// A dictionary of HTTP's structured fields (RFC 8941) on one line, the form of a CMCD report.
struct StructuredDictionary {
  private var entries: [(key: String, value: String)] = []

  mutating func put(_ key: String, _ value: Int64) { entries.append((key, "=\(Self.inRange(value))")) }
  mutating func put(_ key: String, token: String) { entries.append((key, "=\(token)")) }
  mutating func put(_ key: String, text: String, limit: Int) { entries.append((key, "=\(Self.quoted(text, limit))")) }
  /// True is a key without a value.
  mutating func put(_ key: String, flag: Bool) { entries.append((key, flag ? "" : "=?0")) }

  /// A decimal with three digits at most after the point.
  mutating func put(_ key: String, thousandths: Int64) {
    let text = thousandths % 1_000 == 0 ? "\(thousandths / 1_000)" : FixedPoint.text(thousandths, places: 3)
    entries.append((key, "=\(text)"))
  }

  /// A list of numbers, each with a token for its subject.
  mutating func put(_ key: String, list: [Int64], token: String = "") {
    let items = list.map { "\(Self.inRange($0))\(token.isEmpty ? "" : ";\(token)")" }
    entries.append((key, "=(\(items.joined(separator: " ")))"))
  }

  mutating func put(_ key: String, texts: [String], limit: Int) {
    entries.append((key, "=(\(texts.map { Self.quoted($0, limit) }.joined(separator: " ")))"))
  }

  /// With the keys in alphabetical order.
  var line: String {
    entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { $0.key + $0.value }.joined(
      separator: ",")
  }

  /// Integers have 15 digits at most.
  private static func inRange(_ value: Int64) -> Int64 { min(max(value, -RunDates.limit), RunDates.limit) }

  /// Texts are printable ASCII. All other bytes, and `%` itself, are percent-encoded as in addresses; a text longer
  /// than `limit` is cut between two characters.
  static func quoted(_ text: String, _ limit: Int) -> String {
    var quoted = "\""
    var length = 0
    for scalar in text.unicodeScalars {
      let isPlain = scalar.value >= 0x20 && scalar.value < 0x7F && scalar != "%"
      let bytes = Array(String(Character(scalar)).utf8)
      length += isPlain ? 1 : 3 * bytes.count
      if length > limit { break }
      if isPlain {
        if scalar == "\"" || scalar == "\\" { quoted += "\\" }
        quoted.unicodeScalars.append(scalar)
      } else {
        for byte in bytes { quoted += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true) }
      }
    }
    return quoted + "\""
  }
}
