import PlayerCore
import PlayerText

/// One JSON object per line for each event: the form that an app writes for this purpose. See
/// `PlayerTrace.docc/ImportALog.md`.
struct JSONLinesLog: LogReader {
  static let format = LogFormat.jsonl
  static let reportsPlaying = true
  static let reportsIntent = true

  static func likeness(_ line: LogText) -> Int {
    guard line.trimmed.first == UInt8(ascii: "{"), line.contains("\"event\"") else { return 0 }
    return line.contains("\"t\"") || line.contains("\"time\"") ? 9 : 3
  }

  /// Playback waits for data, according to the lines.
  private var isBuffering = false

  mutating func read(_ line: LogText, into report: inout LineReport) -> LineVerdict {
    let text = line.trimmed
    if text.isEmpty { return .noise }
    var event = JSONLine()
    guard event.read(text) else { return .unknown }
    report.time = event.time
    report.isDate = event.isDate
    report.player = LogNames.shortened(event.texts["player"] ?? "")
    report.engine = event.texts["engine"] ?? ""
    return take(event, &report)
  }

  private mutating func take(_ line: JSONLine, _ report: inout LineReport) -> LineVerdict {
    let position = line.numbers["position"]
    // The other values of a line precede its event: they describe where it happened.
    if let duration = line.numbers["duration"], line.event != "duration", line.event != "durationchange",
      line.event == "loadedmetadata" || line.event == "ready"
    {
      report.add(.duration(duration))
    }
    switch line.event {
    case "open", "load", "loadstart":
      isBuffering = false
      report.add(.opened(line.texts["source"] ?? ""))
    case "ready", "loadedmetadata": report.add(.prepared)
    case "canplay":
      report.add(.prepared)
      if isBuffering { report.add(.buffering(false)) }
      isBuffering = false
    case "firstframe", "loadeddata": report.add(.firstFrame(line.kind ?? .video))
    case "play": report.add(.intent(true))
    case "pause":
      report.add(.intent(false))
      report.add(.playing(false))
    case "playing":
      if isBuffering { report.add(.buffering(false)) }
      isBuffering = false
      report.add(.playing(true))
    case "stopped": report.add(.playing(false))
    case "buffering", "waiting":
      isBuffering = true
      report.add(.buffering(true))
    case "buffered-enough":
      isBuffering = false
      report.add(.buffering(false))
    case "position", "timeupdate": break
    case "buffer", "progress": break
    case "seek", "seeking": report.add(.seekBegan(line.numbers["target"] ?? position))
    case "seeked": report.add(.seekEnded(position))
    case "rate", "ratechange":
      guard let rate = line.numbers["rate"] else { return .unknown }
      report.add(.rate(rate / 1_000))
    case "rendition":
      guard let name = line.texts["rendition"] else { return .unknown }
      report.add(.rendition(line.kind ?? .video, name))
    case "resize":
      guard let width = line.numbers["width"], let height = line.numbers["height"] else { return .unknown }
      report.add(.size(width / 1_000_000, height / 1_000_000))
    case "duration", "durationchange":
      if let duration = line.numbers["duration"] { report.add(.duration(duration)) }
    case "live": report.add(.live(line.flags["live"] ?? true))
    case "jump":
      guard let target = line.numbers["target"] ?? position else { return .unknown }
      report.add(.jumped(from: line.numbers["from"], to: target))
      return finish(line, &report, position: nil)
    case "warning": report.add(.warned(FailureWords.kind(LogText(line.message)), line.message))
    case "error":
      let kind = FailureWords.kind(LogText(line.message))
      report.add(line.flags["fatal"] == false ? .warned(kind, line.message) : .failed(kind, line.message))
    case "retry": report.add(.retried)
    case "request": report.add(.requested(line.texts["source"] ?? line.texts["url"] ?? ""))
    case "dropped":
      guard let count = line.numbers["count"] else { return .unknown }
      report.add(.framesDropped(count / 1_000_000))
    case "glitch": report.add(.audioGap)
    case "drift":
      guard let distance = line.numbers["drift"] else { return .unknown }
      report.add(.drift(by: distance, isMeasured: true))
    case "picture": report.add(.picture(isMissing: line.flags["missing"] ?? true))
    case "ended": report.add(.ended)
    case "close", "emptied": report.add(.closed)
    case "bandwidth": break
    case "interruption": report.add(.interrupted(line.flags["interrupted"] ?? true))
    case "volumechange": if let isMuted = line.flags["muted"] { report.add(.muted(isMuted)) }
    // Events of media elements that are irrelevant to playback.
    case "canplaythrough", "stalled", "suspend", "abort", "encrypted": return .noise
    default: return .unknown
    }
    return finish(line, &report, position: position)
  }

  private func finish(_ line: JSONLine, _ report: inout LineReport, position: Int64?) -> LineVerdict {
    if let position, line.event != "seeking", line.event != "seek" {
      let place = line.event == "position" || line.event == "timeupdate" ? report.observations.count : 0
      // An opening, a close and the landing of a seek imply their position.
      switch line.event {
      case "open", "load", "loadstart", "emptied", "close", "seeked": break
      default: report.observations.insert(.position(position), at: place)
      }
    }
    if let until = line.numbers["buffered"] { report.add(.buffered(until)) }
    if let bits = line.numbers["bandwidth"] { report.add(.bandwidth(bits / 1_000_000)) }
    return .understood
  }
}

/// The content of an object in this form. Numbers are in millionths.
private struct JSONLine {
  private(set) var event = ExactText("")
  private(set) var time: Int64?
  private(set) var isDate = false
  /// The year 2001, in milliseconds since 1970, in millionths.
  private static let firstDate: Int64 = 1_000_000_000_000_000_000
  private(set) var numbers: [ExactText: Int64] = [:]
  private(set) var texts: [ExactText: String] = [:]
  private(set) var flags: [ExactText: Bool] = [:]

  var message: String { texts["message"] ?? texts["code"] ?? "" }
  var kind: TrackKind? {
    switch texts["kind"].map({ ExactText($0) }) {
    case "audio": .audio
    case "video": .video
    case "subtitle", "text": .subtitle
    default: nil
    }
  }

  /// False for a line that is not an object in this form.
  mutating func read(_ line: LogText) -> Bool {
    let bytes = line.bytes
    var cursor = JSONCursor(ByteRange(bytes, line.start, line.end))
    do throws(Flaw) {
      try cursor.expect(UInt8(ascii: "{"))
      var first = true
      while let key = try cursor.nextKey(first: &first) { try read(ExactText(key.text), line, &cursor) }
      guard cursor.isAtEnd else { return false }
    } catch { return false }
    return !event.text.isEmpty
  }

  private mutating func read(_ key: ExactText, _ line: LogText, _ cursor: inout JSONCursor) throws(Flaw) {
    switch cursor.peek() {
    case UInt8(ascii: "\""):
      let value = try cursor.string()
      if key == "event" { event = ExactText(value.lowercased()) }
      if key == "time", let stamp = LogStamp.at(LogText(value)) { (time, isDate) = (stamp.time, stamp.isDate) }
      if texts.count < 32 { texts[key] = value }
    case UInt8(ascii: "t"), UInt8(ascii: "f"):
      let value = try cursor.boolean()
      if flags.count < 32 { flags[key] = value }
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let start = cursor.index
      try cursor.skipValue()
      let digits = line.dropFirst(start - line.start)
      if key == "player" { texts[key] = digits.prefix(cursor.index - start).text }
      guard let value = digits.leadingMillionths, value.length == cursor.index - start else { return }
      // Milliseconds to microseconds: of a clock of the app, or since 1970, which no such clock reaches.
      if key == "t" { (time, isDate) = (value.value / 1_000, value.value >= Self.firstDate) }
      if numbers.count < 32 { numbers[key] = value.value }
    default: try cursor.skipValue()
    }
  }
}
