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
  private static let properties: Set<String> = [
    "time_range", "live", "stream_type", "media_type", "effective_rate", "rate", "state",
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
    let isKnown = EventExpectation.names.contains(point.name) || steps.contains(point.name)
    let state = point.name == "state" ? point.fields["to"]?.string : nil
    let property = point.fields["property"]?.string
    let isNamed = point.name != "callback" || point.fields["name"] != .string("")
    guard isKnown, isNamed, state.map(states.contains) ?? true, property.map(properties.contains) ?? true else {
      throw Verdict.Unmet.unsupported("point \(text)")
    }
  }
}
