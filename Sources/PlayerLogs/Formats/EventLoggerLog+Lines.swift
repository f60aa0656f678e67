import PlayerCore

/// The lines of logcat, and the events in them.
extension EventLoggerLog {
  /// Some tools number the lines of logcat.
  static func withoutLineNumber(_ line: LogText) -> LogText {
    var rest = line
    guard let word = rest.takeWord(), word.integer != nil, !word.contains("-"), word[2] != UInt8(ascii: ":") else {
      return line.trimmed
    }
    return rest.trimmed
  }

  /// `logcat -v long` writes time and tag on one line, and the message on those that follow, up to an empty one. This
  /// is such a message as the other forms have it, and any other line as it is; `nil` for a line without a message.
  mutating func joined(_ line: LogText) -> LogText? {
    let text = line.trimmed
    if text.isEmpty {
      heading = nil
      return nil
    }
    // `[ 05-01 12:00:00.250  9820: 9844 D/EventLogger ]`.
    if text.hasPrefix("[ "), text.hasSuffix(" ]"), text.count < 1_000, LogStamp.at(text.dropFirst(2)) != nil {
      heading = text.dropFirst(2).prefix(text.count - 4).text
      return nil
    }
    return heading.map { LogText("\($0): \(line.text)") } ?? line
  }

  static func isLogcat(_ line: LogText) -> Bool {
    line.hasPrefix("--------- beginning of")
      || (line.count > 2 && line[1] == UInt8(ascii: "/") && line.contains(": "))
  }

  static func isStack(_ line: LogText) -> Bool {
    let text = line.trimmed
    return text.hasPrefix("at ") || text.hasPrefix("Caused by:") || text.hasPrefix("... ") || text.hasPrefix("]")
      || text.contains("Exception")
  }

  /// What the logger wrote, without logcat's prefix; `nil` for a line of another logger.
  static func message(_ line: LogText) -> LogText? {
    guard let rest = line.after("EventLogger") else {
      guard let place = line.place(of: " [eventTime=") else { return nil }
      // An app's logger with a custom tag.
      var start = place
      while start > 0, let byte = line[start - 1], byte > 0x20, byte != UInt8(ascii: ":") { start -= 1 }
      return line.dropFirst(start)
    }
    var text = rest
    while let byte = text.first, byte != UInt8(ascii: ":"), byte != UInt8(ascii: " ") { text = text.dropFirst(1) }
    if text.first == UInt8(ascii: " ") {
      // Older logcat: `EventLogger( 9578): state […`.
      if let end = text.place(of: "): "), end < 8 { return text.dropFirst(end + 3) }
      return afterLevel(text)
    }
    text = text.dropFirst(1)
    return text.first == UInt8(ascii: " ") ? text.dropFirst(1) : text
  }

  /// The text after the level in Android Studio: `EventLogger   org.example.player   D  state […`. The package may be
  /// missing, and white space beyond two characters after the level belongs to the message.
  static func afterLevel(_ text: LogText) -> LogText {
    var rest = text
    for _ in 0..<2 {
      guard let word = rest.takeWord() else { break }
      guard word.count == 1 else { continue }
      return rest.hasPrefix("  ") ? rest.dropFirst(2) : rest.trimmed
    }
    return text.trimmed
  }

  /// An event: a name, and in brackets its time, the place in the media and its content.
  struct Event {
    var name: LogText
    var time: Int64
    var position: Int64?
    var isInAdvert = false
    /// The number of the item in the playlist.
    var window: Int?
    var tail: LogText

    var flag: Bool? { tail.hasPrefix("true") ? true : tail.hasPrefix("false") ? false : nil }

    init?(_ message: LogText) {
      guard let bracket = message.place(of: " [") else { return nil }
      name = message.prefix(bracket).trimmed
      guard !name.isEmpty, !name.contains(" "), message.first.map({ $0 > 0x20 }) ?? false else { return nil }
      var rest = message.dropFirst(bracket + 2)
      guard let time = (rest.after(prefix: "eventTime=") ?? rest).leadingMillionths, time.value >= 0 else { return nil }
      self.time = time.value
      let isNamed = rest.hasPrefix("eventTime=")
      rest = rest.after(", ") ?? rest.dropFirst(rest.count)
      if isNamed {
        position = rest.after(prefix: "mediaPos=")?.millionths
        rest = rest.after(", ") ?? rest.dropFirst(rest.count)
      } else if let place = rest.leadingMillionths, rest[place.length] == UInt8(ascii: ",") {
        position = place.value
        rest = rest.after(", ") ?? rest.dropFirst(rest.count)
      }
      for word in ["window=", "period=", "adGroup=", "ad="] as [StaticString] where rest.hasPrefix(word) {
        // During an advert the position is relative to the advert.
        if word.description == "adGroup=" { (position, isInAdvert) = (nil, true) }
        if word.description == "window=" { window = rest.after("=")?.integer.flatMap { Int(exactly: $0) } }
        rest = rest.after(", ") ?? rest.dropFirst(rest.count)
      }
      tail = rest.last == UInt8(ascii: "]") ? rest.prefix(rest.count - 1) : rest
    }
  }
}
