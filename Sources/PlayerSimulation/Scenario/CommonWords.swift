/// Words of other tools and of everyday language, with what a scenario calls it. They are no words of scenarios: errors
/// name what to write.
enum CommonWords {
  /// What is meant by a key or a name, among those that are possible.
  static func meaning(of word: String, among candidates: [String]) -> String? {
    let word = word.lowercased()
    for (words, meanings) in table where words.contains(word) {
      if let meaning = meanings.first(where: { candidates.contains($0) }) { return meaning }
    }
    // The same word in another case.
    return candidates.first { $0.lowercased() == word }
  }

  private static let table: [(words: [String], meanings: [String])] = [
    (["name", "title", "test"], ["scenario"]), (["description", "comment", "notes"], ["source"]),
    (["expects", "expected", "expectation", "expectations", "assert", "assertions", "then", "verify"], ["expect"]),
    (["actions", "script", "when", "step", "do"], ["steps"]), (["config", "configuration", "options"], ["settings"]),
    (["timeout", "end", "stop at", "for"], ["until"]), (["video", "file", "content", "vod", "stream"], ["media"]),
    (["length"], ["duration"]), (["dvr", "dvr window"], ["window"]), (["segment", "segment length"], ["segments"]),
    (["bandwidth", "throughput", "bitrate", "speed", "downlink"], ["rate", "bit rate"]), (["bitrates"], ["bit rates"]),
    (["delay", "rtt", "ping"], ["latency"]), (["packet loss", "packetloss", "drop", "drops"], ["loss"]),
    (["buffer size", "buffer length", "maxbuffer"], ["buffer"]),
    (["offline", "off", "down", "disconnected", "no"], ["none"]),
    (["lte", "3g", "4g", "5g", "mobile", "cell"], ["cellular"]), (["wi-fi", "wlan"], ["wifi"]),
    (["ethernet", "lan", "cable", "online", "on"], ["wired"]),
    (["stall", "stalls", "stalling", "buffering", "rebuffering", "rebuffer", "waiting"], ["stalled", "stalls"]),
    (["pause"], ["paused"]), (["play", "plays", "running", "start", "started"], ["playing"]),
    (["seek", "seeks", "seeked"], ["seeking"]), (["loading", "opening"], ["preparing"]),
    (["error", "errors", "fail", "fails", "failure"], ["failed"]), (["finished", "finish", "done", "end"], ["ended"]),
    (["time", "currenttime", "playhead", "current time"], ["position"]),
    (["start", "begin", "startat"], ["from", "start"]), (["end", "stop"], ["to"]),
    (["repeat", "loop", "cycle"], ["repeats"]), (["hold", "stay", "last"], ["stays"]), (["fall", "silent"], ["falls"]),
  ]

  /// What to write in the place of a step that is no form of scenarios.
  static func step(meantBy words: [String]) -> String? {
    guard var first = words.first?.lowercased() else { return nil }
    if first.hasSuffix(":") { first.removeLast() }
    let rest = words.dropFirst().filter { $0 != "to" && $0 != "for" && $0 != "=" && $0 != ":" }
    let value = rest.joined(separator: " ")
    switch first {
    case "seek", "jump", "scrub", "go":
      if value.hasPrefix("+") || value.hasPrefix("-") { return time(value).map { "seek by \($0)" } }
      if value.lowercased() == "live" { return "seek to live" }
      if ["start", "beginning", "0"].contains(value.lowercased()) { return "seek to the beginning" }
      return time(value).map { "seek to \($0)" }
    case "skip", "forward", "fastforward": return time(value).map { "seek by \($0.hasPrefix("-") ? "" : "+")\($0)" }
    case "rewind", "back", "backward": return time(value).map { "seek by -\($0)" }
    case "wait", "sleep", "delay": return time(value).map { "after \($0): wait" }
    case "resume", "unpause", "start": return "play"
    case "replay": return "seek to the beginning"
    case "speed", "rate", "playbackrate":
      let number = value.hasSuffix("x") ? String(value.dropLast()) : value
      return ScenarioNumber.fixed(number, places: 3).map { _ in "rate \(number)" }
    case "volume":
      return ScenarioNumber.percent(meantBy: value).map { "volume \($0)" }
    case "load" where !value.isEmpty && ScenarioNumber.integer(value) != nil: return "load item \(value)"
    case "offline", "disconnect": return "network none"
    case "online", "connect", "reconnect": return "network wifi"
    default: return nil
    }
  }

  private static func time(_ value: String) -> String? {
    ScenarioNumber.time(value) == nil ? ScenarioNumber.time(meantBy: value) : value
  }
}
