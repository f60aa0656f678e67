import PlayerCore

/// Chromium's media log: the file that chrome://media-internals saves, its table as text, or the lines of
/// `--enable-logging`.
struct ChromiumLog: LogReader {
  static let format = LogFormat.chromium
  static let reportsPlaying = false
  static let reportsIntent = true

  static let keys: [StaticString] = [
    "pipeline_state", "pipeline_buffering_state", "video_buffering_state", "audio_buffering_state",
    "\"key\": \"event\"",
    "\"key\":\"event\"", "WebMediaPlayerCreated", "WEBMEDIAPLAYER_CREATED",
  ]

  static func likeness(_ line: LogText) -> Int {
    if line.contains("MediaEvent") { return 10 }
    return keys.contains { line.contains($0) } ? 9 : 0
  }

  // Parts of an event, which may be on separate lines.
  var time: Int64?
  var key: LogText?
  /// The property whose value follows on separate lines, and its time.
  var rowKey: LogText?
  var rowTime: Int64?

  var isOpen = false
  var isSeeking = false
  var seekWays: UInt8 = 0
  var clock = DayClock()
  /// The pipeline has sought; the seek lands once there is enough data.
  var hasSought = false
  var wantsPlay = false
  /// Whether the log contains a request to play or to pause.
  var knowsIntent = false
  /// Above the log, a table has the last value of each property.
  private var isInTable = false

  mutating func read(_ line: LogText, into report: inout LineReport) -> LineVerdict {
    let text = line.trimmed
    if text.isEmpty { return .noise }
    if text.hasPrefix("Player Properties") { isInTable = true }
    if isInTable {
      let isHeading = text.hasPrefix("Log") || text.hasPrefix("Events")
      isInTable =
        !isHeading && !text.hasPrefix("Timestamp") && !text.hasPrefix("{") && !text.contains(" | ")
        && !text.contains("MediaEvent") && Self.rowClock(text) == nil
      if isInTable || isHeading { return .noise }
    }
    if let row = readRow(text, &report) { return row }
    if text.contains("MediaEvent") { return readLogged(text, &report) }
    return readJSON(text, &report)
  }

  // MARK: Rows

  /// `00:02:19.250 | pipeline_buffering_state | {…}`, with bars or tabs.
  mutating func readRow(_ text: LogText, _ report: inout LineReport) -> LineVerdict? {
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
      (rowKey, self.key) = (key, nil)
      return .noise
    }
    return take(key, words, &report)
  }

  /// `21.407 | kSeek | {seek_target: 0}`: the developer tools' panel. The names of an event and of a property may differ.
  mutating func readPanelRow(_ text: LogText, _ report: inout LineReport) -> LineVerdict? {
    guard let time = text.leadingMillionths, let rest = text.dropFirst(time.length).after(prefix: " | "),
      let bar = rest.place(of: " | ")
    else { return nil }
    report.time = time.value
    let name = rest.prefix(bar).trimmed
    let object = rest.dropFirst(bar + 3)
    var verdict = LineVerdict.noise
    for property in Self.properties {
      guard let value = object.after(property)?.after(prefix: ": ") else { continue }
      if take(LogText(property.description), Self.unquoted(value), &report) == .understood { verdict = .understood }
      break
    }
    // An event without properties of interest.
    return verdict == .understood ? verdict : take(LogText("event"), name, &report)
  }

  static func rowClock(_ text: LogText) -> (value: Int64, length: Int)? {
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
  mutating func readLogged(_ text: LogText, _ report: inout LineReport) -> LineVerdict {
    if let stamp = text.between("/", ":"), stamp.count >= 6, let digits = stamp.prefix(6).integer, digits >= 0 {
      let seconds = digits / 10_000 * 3_600 + digits / 100 % 100 * 60 + digits % 100
      let fraction = stamp.dropFirst(5).millionths.map { $0 % 1_000_000 } ?? 0
      report.time = clock.running(seconds * 1_000_000 + fraction)
    }
    var understood = false
    for name in Self.properties {
      guard let value = Self.value(of: name, in: text) else { continue }
      if take(LogText(name.description), value, &report) == .understood { understood = true }
    }
    if !understood, let words = text.after("MediaEvent: ") {
      if let error = words.after(prefix: "PIPELINE_ERROR ") {
        return take(LogText("pipeline_error"), error.before(" "), &report)
      }
      let verdict = take(LogText("event"), words.before(" "), &report)
      return verdict == .unknown ? .noise : verdict
    }
    return understood ? .understood : .noise
  }

  static let properties: [StaticString] = [
    "url", "event", "pipeline_state", "pipeline_buffering_state", "video_buffering_state", "seek_target", "duration",
    "pipeline_error", "error", "dimensions",
  ]

  static func value(of name: StaticString, in text: LogText) -> LogText? {
    var rest = text
    while let next = rest.after("\"") {
      if let value = next.after(prefix: name)?.after(prefix: "\":") { return unquoted(value.trimmed) }
      rest = next
    }
    return nil
  }

  /// The text between quotes; escaped quotes are part of it.
  static func unquoted(_ text: LogText) -> LogText {
    guard text.first == UInt8(ascii: "\"") else { return text }
    let inside = text.dropFirst(1)
    var place = 0
    while let byte = inside[place], byte != UInt8(ascii: "\"") {
      place += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    return inside.prefix(place)
  }

  // MARK: The file

  mutating func readJSON(_ text: LogText, _ report: inout LineReport) -> LineVerdict {
    if text.hasSuffix("["), text.contains("\"allEvents\":") || text.contains("\"events\":") {
      // The next player of the file begins, whether or not its creation is in it.
      self = ChromiumLog()
      report.beginsSession = true
      return .noise
    }
    if let state = text.after("\"state\"")?.after("\"")?.before("\""), text.first == UInt8(ascii: "\"") {
      // A value on separate lines.
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
        key = Self.unquoted(value)
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

  static func isJSON(_ text: LogText) -> Bool {
    switch text.first {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "\""),
      UInt8(ascii: ","):
      true
    default: text.contains("\"value\":") || text.contains("\"time\":")
    }
  }

  private static let names: [StaticString] = ["\"time\"", "\"key\"", "\"value\""]

  /// The start of the next relevant name.
  static func nextName(_ text: LogText) -> Int? {
    var rest = text
    while let quote = rest.place(of: "\"") {
      rest = rest.dropFirst(quote)
      if names.contains(where: { rest.hasPrefix($0) }) { return text.count - rest.count }
      rest = rest.dropFirst(1)
    }
    return nil
  }

  static func member(_ name: StaticString, _ text: LogText) -> LogText? {
    guard let rest = text.after(prefix: "\"")?.after(prefix: name)?.after(prefix: "\"")?.trimmed else { return nil }
    return rest.after(prefix: ":")?.trimmed
  }
}
