import PlayerText

/// Android Studio exports logcat as JSON, a field in each line. This turns it into the lines of `logcat -v threadtime`.
struct StudioLogcat {
  /// Whether a log is of this form is known after its first lines.
  private enum Form { case unknown, opened, other, studio }

  private var form = Form.unknown
  private var level = "?"
  private var process: Int64 = 0
  private var thread: Int64 = 0
  private var tag = ""
  private var seconds: Int64 = 0
  private var nanoseconds: Int64 = 0

  /// The lines of the message that ends with this line, an empty one for other lines of the form; `nil` in other logs.
  /// None as long as the form is unknown: the line then comes with the next.
  mutating func lines(_ line: LogText) -> [LogText]? {
    guard form != .other else { return nil }
    let text = line.trimmed
    switch form {
    case .studio: return field(text) ?? [LogText([])]
    case .unknown where text == "{":
      form = .opened
      return []
    case .opened:
      let isStudio = text.hasPrefix("\"metadata\":") || text.hasPrefix("\"logcatMessages\":")
      form = isStudio ? .studio : .other
      return isStudio ? [LogText([]), LogText([])] : [LogText("{"), line]
    default:
      if !text.isEmpty { form = .other }
      return nil
    }
  }

  private mutating func field(_ line: LogText) -> [LogText]? {
    guard line.first == UInt8(ascii: "\""), let colon = line.place(of: "\": ") else { return nil }
    let value = line.dropFirst(colon + 3)
    switch line.prefix(colon).dropFirst(1) {
    case "logLevel": level = Self.string(value)?.unicodeScalars.first.map(String.init) ?? "?"
    case "pid": process = value.integer ?? 0
    case "tid": thread = value.integer ?? 0
    // The tag is repeated in front of every line of a message.
    case "tag": tag = LogNames.shortened(Self.string(value) ?? "")
    case "seconds": seconds = value.integer ?? 0
    case "nanos": nanoseconds = value.integer ?? 0
    case "message":
      guard let message = Self.string(value), let time else { return nil }
      let start = "\(time)  \(process)  \(thread) \(level) \(tag): "
      return message.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map {
        LogText(Array(start.utf8) + $0)
      }
    default: break
    }
    return nil
  }

  /// `nil` for a time that no log has.
  private var time: String? {
    guard (0..<100_000_000_000).contains(seconds), (0..<1_000_000_000).contains(nanoseconds) else { return nil }
    return LogStamp.text(seconds * 1_000_000 + nanoseconds / 1_000)
  }

  private static func string(_ value: LogText) -> String? {
    var cursor = JSONCursor(ByteRange(value.bytes, value.start, value.end))
    return try? cursor.string()
  }
}
