import PlayerCore

extension GStreamerLog {
  /// `0:00:00.123456789  1234 0x55d0 INFO  GST_STATES gstelement.c:2806:function:<playbin0> text`.
  struct Message {
    var time: Int64
    var process: LogText
    var level: LogText
    var place: LogText
    var object: LogText
    var text: LogText

    init?(_ line: LogText) {
      guard let (time, rest) = Self.stamp(line) else { return nil }
      var words = rest
      // The thread is a pointer, which Windows writes without 0x, or the system's number.
      guard let process = words.takeWord(), process.integer != nil, words.takeWord() != nil,
        let level = words.takeWord(), Self.levels.contains(where: { level == $0 }), words.takeWord() != nil,
        let place = words.takeWord()
      else { return nil }
      (self.time, self.process, self.level, self.place) = (time, process, level, place)
      if let name = place.after("<") {
        object = name.before(">")
      } else {
        object = place.prefix(0)
      }
      text = words.trimmed
      // Names may contain spaces.
      if place.contains("<"), !place.contains(">"), let end = words.place(of: "> ") {
        text = words.dropFirst(end + 2).trimmed
      }
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
