import PlayerCore

extension GStreamerLog {
  /// `0:00:00.123456789  1234 0x55d0 INFO  GST_STATES gstelement.c:2806:function:<playbin0> text`.
  struct Message {
    var time: Int64
    var process: LogText
    var isError: Bool
    var isWarning: Bool
    var place: LogText
    var object: LogText
    var text: LogText

    fileprivate static func printed(_ line: LogText) -> Self? {
      guard let (time, rest) = stamp(line) else { return nil }
      var words = rest
      // The thread is a pointer, which Windows writes without 0x, or the system's number.
      guard let process = words.takeWord(), process.integer != nil, words.takeWord() != nil,
        let level = words.takeWord(), levels.contains(where: { level == $0 }), words.takeWord() != nil,
        let place = words.takeWord()
      else { return nil }
      let (object, text) = content(place, words)
      return Self(
        time: time, process: process, isError: level == "ERROR", isWarning: level == "WARN" || level == "WARNING",
        place: place, object: object, text: text)
    }

    /// Android's logcat has level and category in its own columns, and the thread is the next word after the time:
    /// `D GStreamer+GST_STATES: 0:00:00.123456789 0x55d0 gstelement.c:2806:function:<playbin0> text`.
    fileprivate static func logged(_ line: LogText) -> Self? {
      guard let tag = line.place(of: "GStreamer+") else { return nil }
      var words = line.dropFirst(tag)
      var level = line.prefix(tag).trimmed
      var time: Int64?
      // Android Studio has the package and the level after the tag.
      for _ in 0..<5 where time == nil {
        guard let word = words.takeWord() else { return nil }
        if let clock = word.clock, clock.length >= 16 { time = clock.value } else if word.count == 1 { level = word }
      }
      guard let time, words.takeWord() != nil, let place = words.takeWord() else { return nil }
      if level.hasSuffix("/") { level = level.prefix(level.count - 1) }
      var columns = LogStamp.at(line)?.rest ?? line.prefix(0)
      let process = columns.takeWord() ?? columns
      let (object, text) = content(place, words)
      return Self(
        time: time, process: process.before("-"), isError: level.hasSuffix("E"), isWarning: level.hasSuffix("W"),
        place: place, object: object, text: text)
    }

    /// The name of the object at the end of the place, and the text after it. Names may contain spaces.
    private static func content(_ place: LogText, _ words: LogText) -> (object: LogText, text: LogText) {
      let text = words.trimmed
      guard let name = place.after("<") else { return (place.prefix(0), text) }
      if !place.contains(">"), let end = words.place(of: "> ") {
        return (name.before(">"), words.dropFirst(end + 2).trimmed)
      }
      return (name.before(">"), text)
    }

    private static let levels: [StaticString] = [
      "ERROR", "WARN", "WARNING", "INFO", "DEBUG", "LOG", "FIXME", "TRACE", "MEMDUMP",
    ]

    /// The time, after the prefix of a system journal.
    private static func stamp(_ line: LogText) -> (Int64, LogText)? {
      let text = line.overwritten
      if let clock = text.clock, clock.length >= 16 { return (clock.value, text.dropFirst(clock.length)) }
      guard let rest = text.after("]: ")?.trimmed, let clock = rest.clock, clock.length >= 16 else { return nil }
      return (clock.value, rest.dropFirst(clock.length))
    }
  }
}

extension GStreamerLog.Message {
  init?(_ line: LogText) {
    guard let message = Self.printed(line) ?? Self.logged(line) else { return nil }
    self = message
  }
}

/// The output of gst-launch between the lines of the log.
struct GStreamerLaunch {
  private static let sentences: [StaticString] = [
    "Setting pipeline to", "Pipeline is ", "Prerolled", "New clock", "Got EOS", "Got context", "EOS received",
    "Execution ended", "Freeing pipeline", "Progress: ", "Redistribute latency", "Additional debug info",
    "WARNING: from element", "Interrupt", "handling interrupt", "Use Windows", "buffering... ", "Buffering...",
    "EOS on shutdown", "Waiting for EOS", "Prerolling...", "Now playing", "Press 'k'", "Paused at",
    "Reached end of play list",
  ]

  /// The number of detail lines that follow an error or a warning.
  private var details = 0

  mutating func read(_ text: LogText, into report: inout LineReport) -> LineVerdict {
    if text.isEmpty { return .noise }
    // `0:00:04.2 / 0:10:00.0 (0.7 %)`, several times in a line.
    if let clock = text.clock, let all = text.dropFirst(clock.length).after(prefix: " / ")?.clock {
      report.add(.position(clock.value))
      report.add(.duration(all.value))
      return .understood
    }
    if Self.sentences.contains(where: { text.hasPrefix($0) }) {
      details = text.hasPrefix("Additional debug info") ? 2 : 0
      return .noise
    }
    guard details > 0 else { return .unknown }
    details -= 1
    return .noise
  }
}
