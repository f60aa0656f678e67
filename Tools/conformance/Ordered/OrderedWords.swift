/// The words of ordered cases: what is not among them is reported, never passed over.
enum OrderedWords {
  /// What each step may say.
  static let arguments: [String: Set<String>] = [
    "load": ["autoplay", "position", "target", "tag", "stream"], "seek": ["position", "target", "tag"],
    "seek_series": ["count", "position"], "set_segments": ["segments"], "set_rate": ["rate"],
    "observe_periodic": ["id", "interval"], "unobserve": ["id"], "wait": ["seconds"],
    "backend": ["fail", "freeze", "no_end_event", "slow_seek", "time_runs_past_end"],
    "reload_tracks": ["choose_subtitle"],
  ]
  private static let remarks: Set<String> = ["op", "by", "note", "notes"]
  private static let setup: Set<String> = [
    "engine", "stream", "segments", "blocked_ranges", "settings", "tracks", "user_info", "notes",
  ]
  private static let states: Set<String> = ["idle", "preparing", "playing", "seeking", "paused", "stalled", "ended"]
  /// The words that an event may have in a field: what a run never announces is misspelt.
  private static let words: [String: [String: Set<String>]] = [
    "state": ["to": states, "from": states],
    "observed": [
      "property": ["time_range", "live", "stream_type", "media_type", "effective_rate", "rate", "state"]
    ],
    "callback": [
      "name": [
        "prepared", "seek_done", "choose_audio", "choose_subtitle", "player_creation", "player_configuration",
        "player_destruction",
      ]
    ],
    "engine_command": ["command": ["open", "close", "play", "play_immediately", "pause", "seek"]],
    "track_changed": ["kind": ["audio", "subtitle"]],
  ]
  /// What a point may name besides events: steps.
  private static let steps: Set<String> = Set(arguments.keys).union([
    "play", "pause", "toggle", "stop", "reset", "check", "resolve", "start",
  ])

  static func check(setup value: JSONValue?) throws { try value?.knowOnly(setup) }

  static func check(_ op: String, _ step: JSONValue) throws {
    let known = (arguments[op] ?? []).union(remarks)
    for key in (step.object ?? [:]).keys.sorted() where !known.contains(key) {
      throw Verdict.Unmet.unsupported("\(key) of the op \(op)")
    }
  }

  /// A point that can never be there is a misspelt one.
  static func check(_ point: Point, _ text: String) throws {
    guard EventExpectation.names.contains(point.name) || steps.contains(point.name) else {
      throw Verdict.Unmet.unsupported("point \(text)")
    }
    try check(point.name, point.fields, "point \(text)")
  }

  /// Refuses a word that such an event never has; an alternative of several is a list.
  static func check(_ event: String, _ fields: [String: JSONValue], _ text: String? = nil) throws {
    for (field, words) in (Self.words[event] ?? [:]).sorted(by: { $0.key < $1.key }) {
      for case let word? in (fields[field]?.array ?? [fields[field] ?? .null]).map(\.string) where !words.contains(word)
      {
        throw Verdict.Unmet.unsupported(text ?? "\(event) \(word)", at: "expect")
      }
    }
  }
}
