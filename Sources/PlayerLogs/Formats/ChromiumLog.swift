import PlayerCore

/// Chromium's media log: the file that chrome://media-internals saves, its table as text, or the lines of
/// `--enable-logging`.
struct ChromiumLog: LogReader {
  static let format = LogFormat.chromium
  static let reportsPlaying = false
  static let reportsIntent = true

  private static let keys: [StaticString] = [
    "pipeline_state", "pipeline_buffering_state", "video_buffering_state", "audio_buffering_state",
    "\"key\": \"event\"",
    "\"key\":\"event\"", "WebMediaPlayerCreated", "WEBMEDIAPLAYER_CREATED",
  ]

  static func likeness(_ line: LogText) -> Int {
    if line.contains("MediaEvent") { return 10 }
    return keys.contains { line.contains($0) } ? 9 : 0
  }

  // Parts of an event of the file, which may stand in lines of their own.
  private var time: Int64?
  private var key: String?
  /// The property whose value follows in lines of its own, and its time.
  private var rowKey: String?
  private var rowTime: Int64?

  private var isOpen = false
  private var isSeeking = false
  private var seekWays: UInt8 = 0
  private var clock = DayClock()
  /// The pipeline has sought; with enough data the seek has landed.
  private var hasSought = false
  private var wantsPlay = false

  mutating func read(_ line: LogText, into report: inout LineReport) -> LineVerdict {
    let text = line.trimmed
    if text.isEmpty { return .noise }
    if let row = readRow(text, &report) { return row }
    if text.contains("MediaEvent") { return readLogged(text, &report) }
    return readJSON(text, &report)
  }

  // MARK: Rows

  /// `00:02:19.250 | pipeline_buffering_state | {…}`, with bars or tabs.
  private mutating func readRow(_ text: LogText, _ report: inout LineReport) -> LineVerdict? {
    if let row = readPanelRow(text, &report) { return row }
    if text.hasPrefix("Timestamp") || text.hasPrefix("-- |") { return .noise }
    guard let clock = Self.rowClock(text) else { return nil }
    let rest = text.dropFirst(clock.length).trimmed
    var words = rest.first == UInt8(ascii: "|") ? rest.dropFirst(1).trimmed : rest
    guard let key = words.takeWord() else { return nil }
    words = words.trimmed
    if words.first == UInt8(ascii: "|") { words = words.dropFirst(1).trimmed }
    report.time = clock.value
    if words == "{" {
      (rowKey, self.key) = (key.text, nil)
      return .noise
    }
    return take(key.text, words, &report)
  }

  /// `21.407 | kSeek | {seek_target: 0}`: the developer tools' panel. The names of an event and of a property may differ.
  private mutating func readPanelRow(_ text: LogText, _ report: inout LineReport) -> LineVerdict? {
    guard let time = text.leadingMillionths, let rest = text.dropFirst(time.length).after(prefix: " | "),
      let bar = rest.place(of: " | ")
    else { return nil }
    report.time = time.value
    let name = rest.prefix(bar).trimmed
    let object = rest.dropFirst(bar + 3)
    var verdict = LineVerdict.noise
    for property in Self.properties {
      guard let value = object.after(property)?.after(prefix: ": ") else { continue }
      if take(property.description, Self.unquoted(value), &report) == .understood { verdict = .understood }
      break
    }
    // An event without properties of interest.
    return verdict == .understood ? verdict : take("event", name, &report)
  }

  private static func rowClock(_ text: LogText) -> (value: Int64, length: Int)? {
    guard let clock = text.clock, clock.length >= 7 else { return nil }
    // Milliseconds after a space.
    let rest = text.dropFirst(clock.length)
    if clock.value % 1_000_000 == 0, rest.first == UInt8(ascii: " "), let part = rest.dropFirst(1).integer,
      (0..<1_000).contains(part)
    {
      let digits = part < 10 ? 1 : part < 100 ? 2 : 3
      return (clock.value + part * 1_000, clock.length + 1 + digits)
    }
    return clock
  }

  // MARK: Lines of a program

  /// `[pid:tid:MMDD/HHMMSS.micros:LEVEL:file(line)] MediaEvent: {…}`.
  private mutating func readLogged(_ text: LogText, _ report: inout LineReport) -> LineVerdict {
    if let stamp = text.between("/", ":"), stamp.count >= 6, let digits = stamp.prefix(6).integer, digits >= 0 {
      let seconds = digits / 10_000 * 3_600 + digits / 100 % 100 * 60 + digits % 100
      let fraction = stamp.dropFirst(5).millionths.map { $0 % 1_000_000 } ?? 0
      report.time = clock.running(seconds * 1_000_000 + fraction)
    }
    var understood = false
    for name in Self.properties {
      guard let value = Self.value(of: name, in: text) else { continue }
      if take(name.description, value, &report) == .understood { understood = true }
    }
    if !understood, let words = text.after("MediaEvent: ") {
      if let error = words.after(prefix: "PIPELINE_ERROR ") {
        return take("pipeline_error", error.before(" "), &report)
      }
      let verdict = take("event", words.before(" "), &report)
      return verdict == .unknown ? .noise : verdict
    }
    return understood ? .understood : .noise
  }

  private static let properties: [StaticString] = [
    "url", "event", "pipeline_state", "pipeline_buffering_state", "video_buffering_state", "seek_target", "duration",
    "pipeline_error", "error", "dimensions",
  ]

  private static func value(of name: StaticString, in text: LogText) -> LogText? {
    var rest = text
    while let next = rest.after("\"") {
      if let value = next.after(prefix: name)?.after(prefix: "\":") { return unquoted(value.trimmed) }
      rest = next
    }
    return nil
  }

  /// What stands between quotes; quotes inside, after a backslash, are part of it.
  private static func unquoted(_ text: LogText) -> LogText {
    guard text.first == UInt8(ascii: "\"") else { return text }
    let inside = text.dropFirst(1)
    var place = 0
    while let byte = inside[place], byte != UInt8(ascii: "\"") {
      place += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    return inside.prefix(place)
  }

  // MARK: The file

  private mutating func readJSON(_ text: LogText, _ report: inout LineReport) -> LineVerdict {
    if let state = text.after("\"state\"")?.after("\"")?.before("\""), text.first == UInt8(ascii: "\"") {
      // A value in lines of its own.
      guard let key = rowKey else { return .noise }
      if let time = rowTime { report.time = time }
      return take(key, state, &report)
    }
    guard Self.isJSON(text) else { return .unknown }
    if text.first == UInt8(ascii: "}") { (rowKey, rowTime) = (nil, nil) }
    var rest = text
    var verdict = LineVerdict.noise
    while let place = Self.nextName(rest) {
      rest = rest.dropFirst(place)
      if let value = Self.member("time", rest) {
        time = value.millionths
        rest = value
      } else if let value = Self.member("key", rest) {
        key = Self.unquoted(value).text
        rest = value
      } else if let value = Self.member("value", rest) {
        if let key, let time {
          // Milliseconds.
          report.time = time / 1_000
          if value.trimmed == "{" {
            (rowKey, rowTime) = (key, report.time)
          } else if take(key, Self.unquoted(value), &report) == .understood {
            verdict = .understood
          }
        }
        (key, time) = (nil, nil)
        rest = value
      } else {
        rest = rest.dropFirst(1)
      }
    }
    return verdict
  }

  private static func isJSON(_ text: LogText) -> Bool {
    switch text.first {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "\""),
      UInt8(ascii: ","):
      true
    default: text.contains("\"value\":") || text.contains("\"time\":")
    }
  }

  /// Where the next of the names that matter begins.
  private static func nextName(_ text: LogText) -> Int? {
    let places = [text.place(of: "\"time\""), text.place(of: "\"key\""), text.place(of: "\"value\"")]
    return places.compactMap(\.self).min()
  }

  private static func member(_ name: StaticString, _ text: LogText) -> LogText? {
    guard let rest = text.after(prefix: "\"")?.after(prefix: name)?.after(prefix: "\"")?.trimmed else { return nil }
    return rest.after(prefix: ":")?.trimmed
  }

  // MARK: Properties

  private mutating func take(_ key: String, _ value: LogText, _ report: inout LineReport) -> LineVerdict {
    switch key {
    case "event": return takeEvent(Self.unquoted(value), &report)
    case "url":
      guard !isOpen else { return .noise }
      open(value.text, &report)
    case "pipeline_state": return takeState(value, &report)
    case "pipeline_buffering_state":
      guard let hasEnough = Self.hasEnough(value) else { return .unknown }
      if hasEnough, hasSought { landSeek(&report) }
      report.add(.buffering(!hasEnough))
    case "video_buffering_state":
      guard let hasEnough = Self.hasEnough(value) else { return .unknown }
      report.add(.picture(isMissing: !hasEnough))
    case "seek_target": beginSeek(1, value.millionths, &report)
    case "duration":
      guard let duration = value.millionths else {
        report.add(.live(true))
        return .understood
      }
      report.add(.duration(duration))
    case "pipeline_error": report.add(.failed(FailureWords.kind(value), value.text))
    case "error", "kError":
      // A status of the pipeline is the end of it; others are of a decoder that may have a successor.
      if value.contains("PipelineStatus") {
        report.add(.failed(FailureWords.kind(value), value.text))
        return .understood
      }
      let words = value.after("\"message\":\"")?.before("\"") ?? value
      report.add(.warned(FailureWords.kind(words), words.text))
    case "info":
      guard let rate = value.after("Effective playback rate changed from ")?.after(" to ")?.millionths, rate > 0 else {
        return .noise
      }
      report.add(.rate(rate / 1_000))
    case "warning", "debug":
      guard value.contains("timestamp gap detected"), let delta = value.after("delta:")?.integer else { return .noise }
      report.add(.drift(by: delta, isMeasured: false))
    case "dimensions", "natural_size":
      guard let width = value.integer, let height = value.after("x")?.integer, width > 0 else { return .noise }
      report.add(.size(width, height))
    default: return .noise
    }
    return .understood
  }

  private mutating func open(_ source: String, _ report: inout LineReport) {
    isOpen = true
    isSeeking = false
    report.add(.opened(source))
  }

  /// A seek is told of in up to three ways: an event, its target, a state. The same way again is another seek.
  private mutating func beginSeek(_ way: UInt8, _ target: Int64?, _ report: inout LineReport) {
    if isSeeking, seekWays & way == 0 {
      seekWays |= way
      return
    }
    (isSeeking, hasSought, seekWays) = (true, false, way)
    report.add(.seekBegan(target))
  }

  private static func hasEnough(_ value: LogText) -> Bool? {
    value.contains("HAVE_NOTHING") ? false : value.contains("HAVE_ENOUGH") ? true : nil
  }

  private mutating func landSeek(_ report: inout LineReport) {
    (isSeeking, hasSought) = (false, false)
    report.add(.seekEnded(nil))
  }

  private mutating func takeState(_ value: LogText, _ report: inout LineReport) -> LineVerdict {
    if value.contains("kStarting") {
      if !isOpen { open("", &report) }
    } else if value.contains("kPlaying") {
      report.add(.prepared)
      // A player that is paused may wait with its data until it is played.
      if isSeeking { hasSought = true }
      if isSeeking, !wantsPlay { landSeek(&report) }
    } else if value.contains("kSeeking") {
      beginSeek(2, nil, &report)
    } else if value.contains("kStopped") {
      if isOpen { report.add(.closed) }
      (isOpen, isSeeking) = (false, false)
    } else {
      return .noise
    }
    return .understood
  }

  private mutating func takeEvent(_ value: LogText, _ report: inout LineReport) -> LineVerdict {
    switch value.text {
    case "PLAY", "kPlay":
      wantsPlay = true
      report.add(.intent(true))
    case "PAUSE", "kPause":
      wantsPlay = false
      report.add(.intent(false))
    case "ENDED", "kEnded": report.add(.ended)
    case "WEBMEDIAPLAYER_CREATED", "kWebMediaPlayerCreated":
      (isOpen, isSeeking, wantsPlay, clock) = (false, false, false, DayClock())
      report.beginsSession = true
    case "WEBMEDIAPLAYER_DESTROYED", "kWebMediaPlayerDestroyed":
      if isOpen { report.add(.closed) }
      (isOpen, isSeeking) = (false, false)
    case "LOAD", "kLoad": if !isOpen { open("", &report) }
    case "SEEK", "kSeek": beginSeek(4, nil, &report)
    default: return .noise
    }
    return .understood
  }
}
