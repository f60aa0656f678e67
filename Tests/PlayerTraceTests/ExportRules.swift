import Foundation

/// The rules for a WebVTT file (W3C), in our own words.
enum CueRules {
  static func problems(_ file: String) -> [String] {
    var problems: [String] = []
    let blocks = file.components(separatedBy: "\n\n")
    if !(blocks.first?.hasPrefix("WEBVTT") ?? false) { problems.append("it does not begin with WEBVTT") }
    if file.contains("\0") || file.contains("\r") { problems.append("a character that is not allowed") }
    var last = 0
    for block in blocks.dropFirst() where !block.isEmpty {
      let lines = block.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
      if lines.first == "NOTE" {
        if block.contains("-->") { problems.append("a note with an arrow") }
        continue
      }
      let place = lines.firstIndex { $0.contains(" --> ") }
      guard let place, place <= 1, lines.count > place + 1 else {
        problems.append("no cue: \(block)")
        continue
      }
      let times = lines[place].components(separatedBy: " --> ").map(milliseconds)
      guard times.count == 2, let start = times[0], let end = times[1] else {
        problems.append("no times: \(lines[place])")
        continue
      }
      if end <= start { problems.append("it ends before it begins: \(lines[place])") }
      if start < last { problems.append("it begins before the one before: \(lines[place])") }
      last = start
      for line in lines[(place + 1)...] where line.contains("-->") || line.contains("<") {
        problems.append("markup: \(line)")
      }
    }
    return problems
  }

  private static func milliseconds(_ text: String) -> Int? {
    let parts = text.split(separator: ":")
    guard parts.count == 3, parts[0].count >= 2, parts[1].count == 2, parts[2].count == 6 else { return nil }
    let seconds = parts[2].split(separator: ".")
    guard let hours = Int(parts[0]), let minutes = Int(parts[1]), minutes < 60, seconds.count == 2,
      let whole = Int(seconds[0]), whole < 60, let part = Int(seconds[1])
    else { return nil }
    return ((hours * 60 + minutes) * 60 + whole) * 1_000 + part
  }
}

/// The rules for event reports of CMCD version 2 (CTA-5004-B, RFC 8941), in our own words.
enum ReportRules {
  /// A report as its keys and their values in the form of structured fields.
  static func report(_ line: String) -> [String: String]? {
    var report: [String: String] = [:]
    var rest = line[...]
    while true {
      let key = rest.prefix { $0.isLowercase && $0.isASCII || $0.isNumber || "-_.*".contains($0) }
      guard !key.isEmpty, report[String(key)] == nil else { return nil }
      rest = rest.dropFirst(key.count)
      var value = ""
      if rest.first == "=" {
        rest = rest.dropFirst()
        guard let read = bareValue(&rest) else { return nil }
        value = read
      }
      report[String(key)] = value
      if rest.isEmpty { return report }
      guard rest.popFirst() == "," else { return nil }
    }
  }

  private static func bareValue(_ rest: inout Substring) -> String? {
    var (value, isText, depth) = ("", false, 0)
    while let character = rest.first {
      if !isText, depth == 0, character == "," { break }
      guard character.isASCII, character.asciiValue.map({ $0 >= 0x20 && $0 < 0x7F }) == true else { return nil }
      rest = rest.dropFirst()
      value.append(character)
      if isText, character == "\\" {
        guard let next = rest.popFirst(), next == "\"" || next == "\\" else { return nil }
        value.append(next)
      } else if character == "\"" {
        isText.toggle()
      } else if !isText {
        depth += character == "(" ? 1 : character == ")" ? -1 : 0
      }
    }
    return isText || depth != 0 || value.isEmpty ? nil : value
  }

  private static let events = [
    "bc", "ps", "pr", "e", "t", "c", "b", "m", "um", "pe", "pc", "rr", "as", "ae", "abs", "abe", "sk", "ce",
  ]
  private static let integers = ["ltc", "msd", "pt", "sn", "ts", "ttfb", "v"]
  private static let lists = ["bl", "bsa", "bsd", "bsda"]
  private static let texts = ["cen": 64, "cid": 128, "sid": 64, "url": .max, "tapedeck-value": 64]
  private static let required = ["ps": "sta", "pr": "pr", "c": "cid", "b": "bg", "e": "ec", "ce": "cen", "rr": "url"]

  static func problems(_ file: String) -> [String] {
    var problems: [String] = []
    var numbers: [String: Int] = [:]
    var delays: Set<String> = []
    for line in file.split(separator: "\n").map(String.init) {
      guard let report = report(line) else {
        problems.append("no structured field: \(line)")
        continue
      }
      let wrong = wrong(report)
      if !wrong.isEmpty { problems.append("\(wrong.joined(separator: ", ")): \(line)") }
      let session = report["sid"] ?? ""
      if report["sn"] != "\(numbers[session] ?? 0)" { problems.append("out of sequence: \(line)") }
      numbers[session, default: 0] += 1
      if report["msd"] != nil, !delays.insert(session).inserted { problems.append("a second delay: \(line)") }
    }
    return problems
  }

  private static func wrong(_ report: [String: String]) -> [String] {
    let event = report["e"] ?? ""
    var wrong = ["v", "e", "ts", "sid", "sn"].filter { report[$0] == nil }
    if report["v"] != "2" || !events.contains(event) { wrong.append("v, e") }
    if let key = required[event], report[key] == nil { wrong.append(key) }
    if event != "ce", report["cen"] != nil { wrong.append("cen") }
    if event != "rr", report["url"] != nil || report["ttfb"] != nil { wrong.append("url, ttfb") }
    for (key, value) in report {
      let isRight: Bool
      if integers.contains(key) {
        isRight = Int(value) != nil && value.count <= 16
      } else if lists.contains(key) {
        isRight = value.wholeMatch(of: /\((-?\d{1,15}(;(a|v|av))?)( -?\d{1,15}(;(a|v|av))?)*\)/) != nil
      } else if let limit = texts[key] {
        isRight = value.hasPrefix("\"") && value.replacing(/\\(.)/, with: { $0.output.1 }).count - 2 <= limit
      } else {
        switch key {
        case "e": isRight = true
        case "sta": isRight = value.count == 1 && "spkrawefqd".contains(value)
        case "st": isRight = value == "v" || value == "l"
        case "ec": isRight = value.hasPrefix("(\"")
        case "pr": isRight = value.wholeMatch(of: /-?\d{1,12}(\.\d{1,3})?/) != nil
        case "bg": isRight = value.isEmpty || value == "?0" && event == "b"
        case "bs": isRight = value.isEmpty
        default: isRight = false
        }
      }
      if !isRight { wrong.append(key) }
    }
    if let level = report["bl"].flatMap({ Int($0.dropFirst().prefix { $0.isNumber }) }), level % 100 != 0 {
      wrong.append("bl")
    }
    return wrong
  }
}

/// The rules for events of Pillarbox monitoring 1.0, in our own words.
enum MonitoringRules {
  static func events(_ file: String) throws -> [[String: Any]] {
    try file.split(separator: "\n").map { line in
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
    }
  }

  static func problems(_ file: String) throws -> [String] {
    var problems: [String] = []
    var begun: Set<String> = []
    var over: Set<String> = []
    var beats: [String: Int] = [:]
    for (place, event) in try events(file).enumerated() {
      func require(_ isRight: Bool, _ what: String) { if !isRight { problems.append("\(place + 1): \(what)") } }
      let data = event["data"] as? [String: Any] ?? [:]
      let (name, session) = (event["event_name"] as? String ?? "", event["session_id"] as? String ?? "")
      require(Set(event.keys) == ["data", "event_name", "session_id", "timestamp", "version"], "keys")
      require(UUID(uuidString: session) != nil, "session_id")
      require(event["timestamp"] is Int && event["version"] as? Int == 1, "timestamp, version")
      require(!over.contains(session), "the session is over")
      for key in ["url", "asset_url"] {
        let address = (data[key] ?? (data["media"] as? [String: Any])?[key]) as? String
        require(address.map { URL(string: $0)?.scheme != nil } ?? true, key)
      }
      switch name {
      case "START": require(begun.insert(session).inserted, "a second START")
      case "HEARTBEAT", "STOP":
        require(begun.contains(session), "before START")
        let stall = data["stall"] as? [String: Any]
        require(stall?["count"] is Int && stall?["duration"] is Int && data["playback_duration"] is Int, "stall")
        require(data["stream_type"].map { ["On-demand", "Live"].contains($0 as? String) } ?? true, "stream_type")
        if name == "HEARTBEAT" { beats[session, default: 0] += 1 }
        if name == "STOP" { over.insert(session) }
      case "ERROR":
        require(begun.contains(session), "before START")
        require(data["message"] is String && data["name"] is String, "message, name")
        require(["Warning", "Fatal"].contains(data["severity"] as? String), "severity")
        if data["severity"] as? String == "Fatal" { over.insert(session) }
      default: require(false, "event_name")
      }
    }
    return problems
  }
}
