import Foundation

/// A named point of a case: `state=playing (second)`, `segment_start:s1`, `callback:prepared:first`, `observed=live false`.
struct Point {
  var name: String
  /// What the event must say, by field.
  var fields: [String: JSONValue] = [:]
  /// Which of them, from 1 on.
  var ordinal = 1
  /// Whether the value is only known not to be empty.
  var isNonEmpty = false

  private static let ordinals = ["first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5]
  /// The field that a name after a colon or an equals sign means.
  private static let subjects = [
    "state": "to", "segment_start": "segment", "segment_end": "segment", "will_skip": "segment", "did_skip": "segment",
    "blocked_reached": "segment", "callback": "name", "tick": "observer", "track_changed": "kind", "failure": "error",
    "engine_command": "command", "hit": "observer",
  ]

  init(_ text: String) throws {
    try self.init(reading: text)
    try OrderedWords.check(self, text)
  }

  private init(reading text: String) throws {
    var rest = text
    if rest.hasSuffix(")"), let open = rest.lastIndex(of: "(") {
      let word = String(rest[rest.index(after: open)...].dropLast())
      guard let ordinal = Self.ordinals[word] else { throw Verdict.Unmet.unsupported("point \(text)") }
      self.ordinal = ordinal
      rest = rest[..<open].trimmingCharacters(in: .whitespaces)
    }
    if rest.hasPrefix("event:") { rest.removeFirst("event:".count) }
    let parts = rest.split(maxSplits: 1, whereSeparator: { $0 == ":" || $0 == "=" }).map(String.init)
    name = parts.first ?? ""
    guard parts.count == 2 else { return }
    switch name {
    case "observed": try observe(parts[1], text)
    case "stream_type", "live", "media_type", "effective_rate", "time_range": try observe(name + " " + parts[1], text)
    case "callback":
      let names = parts[1].split(separator: ":").map(String.init)
      fields["name"] = .string(names.first ?? "")
      if names.count > 1 { fields["tag"] = .string(names[1]) }
    default:
      guard let subject = Self.subjects[name] else { throw Verdict.Unmet.unsupported("point \(text)") }
      fields[subject] = .string(parts[1])
    }
  }

  /// `live false`, `live: true`, `time_range non-empty`, `effective_rate`.
  private mutating func observe(_ text: String, _ whole: String) throws {
    let words = text.split(whereSeparator: { $0 == " " || $0 == ":" || $0 == "=" }).map(String.init)
    guard let property = words.first, words.count <= 2 else { throw Verdict.Unmet.unsupported("point \(whole)") }
    name = "observed"
    fields["property"] = .string(property)
    guard words.count == 2 else { return }
    switch words[1] {
    case "true": fields["value"] = .bool(true)
    case "false": fields["value"] = .bool(false)
    case "non-empty": isNonEmpty = true
    case let word: fields["value"] = Double(word).map { .number($0) } ?? .string(word)
    }
  }

  /// Whether an entry is such a point, whichever of them.
  func matches(_ entry: OrderedLog.Entry) -> Bool {
    if case .step(_, let op) = entry.kind { return op == name }
    guard entry.event == name else { return false }
    if isNonEmpty, entry.fields["value"]?.array?.count != 2 || entry.fields["isEmpty"]?.bool == true { return false }
    return fields.allSatisfy { key, value in
      guard let got = entry.fields[key] else { return value.isNull }
      if let names = got.array, value.array == nil { return names.contains(value) }
      return got == value
    }
  }

  /// The place of the point in a log.
  func index(in log: OrderedLog) -> Int? {
    var left = ordinal
    for (index, entry) in log.entries.enumerated() where matches(entry) {
      left -= 1
      if left == 0 { return index }
    }
    return nil
  }
}
