/// One expected event of an ordered case.
struct EventExpectation {
  let name: String
  let members: [String: JSONValue]

  /// What each event may say, by name.
  private static let fields: [String: Set<String>] = [
    "state": [
      "to", "from", "selection", "reason", "last_time", "last_date", "previous_media", "previous_asset",
      "previous_user_info", "previous_time_range", "previous_media_type", "previous_stream_type",
      "previous_selected_segment", "media",
    ],
    "segment_start": ["segment", "previous", "selected", "selection", "reason", "last_time", "last_date"],
    "segment_end": ["segment", "next", "selected", "selection", "reason", "interrupted", "last_time", "last_date"],
    "will_skip": ["segment", "last_time", "last_date", "selection", "selected"],
    "did_skip": ["segment", "last_time", "last_date", "selection", "selected", "finished"],
    "seek_begin": ["to", "date", "last_time", "last_date", "has_date", "has_last_date", "tag"],
    "callback": ["name", "tag", "finished", "index"], "failure": ["error"], "tick": ["observer"],
    "track_changed": ["kind", "current", "previous"], "engine_command": ["command"], "observed": ["property", "value"],
  ]
  /// The events there are.
  static let names = Set(fields.keys)
  private static let during: Set<String> = [
    "state_during", "time_during", "media_type_during", "stream_type_during", "seek_start_during",
    "seek_target_during", "live_during", "media_during", "current_segment_during", "selected_segment_during",
  ]
  private static let remarks: Set<String> = [
    "event", "by", "note", "notes", "after_seconds", "within_seconds", "repeats_every", "has", "lacks", "exact",
    "within",
  ]

  init(_ members: [String: JSONValue]) throws {
    name = members["event"]?.string ?? ""
    self.members = members
    guard let fields = Self.fields[name] else { throw Verdict.Unmet.unsupported("event \(name)", at: "expect") }
    for key in members.keys
    where !fields.contains(key) && !Self.during.contains(key) && !Self.remarks.contains(key) {
      throw Verdict.Unmet.unsupported("\(key) of the event \(name)", at: "expect")
    }
    try OrderedWords.check(name, members)
  }

  /// Whether an entry is this event, whenever it happened.
  func matches(_ entry: OrderedLog.Entry) throws -> Bool {
    guard entry.event == name else { return false }
    for (key, value) in members where !Self.remarks.contains(key) {
      guard try agrees(key, value, entry) else { return false }
    }
    return keys("has").allSatisfy { entry.fields[$0] != nil } && keys("lacks").allSatisfy { entry.fields[$0] == nil }
  }

  private func agrees(_ key: String, _ value: JSONValue, _ entry: OrderedLog.Entry) throws -> Bool {
    if let within = members["within"]?.number, case .number(let wanted) = value, let got = entry[key]?.number {
      return abs(wanted - got) <= within
    }
    let isExact = members["exact"]?.bool == true
    return try Comparison.agrees(value, entry[key], field: key, isExact: isExact)
  }

  private func keys(_ member: String) -> [String] { members[member]?.array?.compactMap(\.string) ?? [] }

  /// Whether so many microseconds after the event before are as they should be.
  func isInTime(_ passed: Int64) -> Bool {
    let seconds = Double(passed) / 1e6
    if let after = members["after_seconds"]?.number, abs(seconds - after) > 1 { return false }
    if let within = members["within_seconds"]?.number, seconds > within { return false }
    return true
  }

  /// Whether the original tells it later than it happens, because handlers were called in between.
  var isLate: Bool { members["note"]?.string?.contains("late") == true }

  /// `index: "0..98"` stands for that many events, one for each number.
  var unrolled: [EventExpectation] {
    get throws {
      guard let range = members["index"]?.string else { return [self] }
      let bounds = range.split(separator: ".").compactMap { Int($0) }
      guard bounds.count == 2, bounds[0] <= bounds[1] else {
        throw Verdict.Unmet.unsupported("index \(range)", at: "expect")
      }
      return try (bounds[0]...bounds[1]).map {
        try EventExpectation(members.merging(["index": .int($0)]) { $1 })
      }
    }
  }

  /// How often it comes again, in microseconds.
  var period: Int64? { members["repeats_every"]?.number.map { TimedRun.microseconds($0) } }
}
