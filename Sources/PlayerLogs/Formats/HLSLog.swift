import PlayerCore

/// The output of hls.js in a browser's console with `debug: true`.
///
/// It does not report play and pause, so playback counts as wanted as soon as a source is loaded.
struct HLSLog: LogReader {
  static let format = LogFormat.hls
  static let reportsPlaying = false
  static let reportsIntent = false
  static let assumesIntent = true

  private static let levels: [StaticString] = [
    "[log] >", "[warn] >", "[error] >", "[debug] >", "[info] >", "[trace] >",
  ]

  /// Lines that follow the start of a transmuxer's session.
  private static let details: [StaticString] = [
    "discontinuity: ", "trackSwitch: ", "contiguous: ", "accurateTimeOffset: ", "timeOffset: ", "initSegmentChange: ",
  ]

  static func likeness(_ line: LogText) -> Int {
    guard levels.contains(where: { line.contains($0) }) else {
      return line.contains("bufferStalledError") || line.contains("hlsError") ? 2 : 0
    }
    return line.contains("-controller") || line.contains("level") || line.contains("frag") ? 10 : 8
  }

  private var clock = DayClock()
  private var hasSource = false
  private var isPrepared = false
  private var isStalled = false
  private var isLive = false
  /// The last known place of the playhead.
  private var place: Int64?
  /// The end of the sound in the last parsed segment.
  private var soundEnd: Int64?
  /// The details of an error that may still turn out to be fatal.
  private var openError: String?

  mutating func read(_ line: LogText, into report: inout LineReport) -> LineVerdict {
    let stamp = LogStamp.at(line.trimmed)
    if let stamp {
      report.time = stamp.isDate ? stamp.time : clock.running(stamp.time)
      report.isDate = stamp.isDate
    }
    for level in Self.levels {
      guard let message = line.after(level) else { continue }
      let verdict = take(message.trimmed, &report)
      guard verdict == .noise, level.description.hasPrefix("[error]") else { return verdict }
      report.add(.warned(FailureWords.kind(message), message.trimmed.text))
      return .understood
    }
    if let verdict = takeError(line, &report) { return verdict }
    // Stack frames, and what consoles add.
    let text = line.trimmed
    if text.isEmpty || text.contains(" @ ") || text.hasPrefix("Show ") || text.hasPrefix("at ") { return .noise }
    if Self.details.contains(where: { text.hasPrefix($0) }) { return .noise }
    return .unknown
  }

  /// An error as apps log it: `{type: 'mediaError', details: 'bufferStalledError', fatal: false …`.
  private mutating func takeError(_ line: LogText, _ report: inout LineReport) -> LineVerdict? {
    if let error = openError {
      // An object printed on several lines.
      if line.contains("fatal: true") || line.contains("\"fatal\": true") || line.contains("\"fatal\":true") {
        openError = nil
        report.add(.failed(FailureWords.kind(LogText(error)), error))
        return .understood
      }
      if line.contains("fatal") || line.trimmed.first == UInt8(ascii: "}") { openError = nil }
    }
    guard let details = line.after("details:") ?? line.after("\"details\":") ?? line.after("details=") else {
      return nil
    }
    let name = details.trimmed.dropFirst(
      details.trimmed.first.map { $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\"") } ?? false ? 1 : 0)
    let word = name.before("'").before("\"").before(",").before(" ")
    guard
      word.contains("Error") || word.contains("Nudge") || word.contains("Exception") || word.contains("TimeOut")
        || word.hasPrefix("keySystem")
    else { return nil }
    let isFatal = line.contains("fatal: true") || line.contains("\"fatal\":true") || line.contains("fatal=true")
    let kind = FailureWords.kind(line)
    report.add(isFatal ? .failed(kind, word.text) : .warned(kind, word.text))
    if !line.contains("fatal") { openError = word.text }
    return .understood
  }

  private mutating func take(_ message: LogText, _ report: inout LineReport) -> LineVerdict {
    // Newer versions begin with the name of the component.
    var text = message
    if text.first == UInt8(ascii: "["), let end = text.place(of: "]") {
      text = text.dropFirst(end + 1)
      if text.first == UInt8(ascii: ":") { text = text.dropFirst(1) }
      text = text.trimmed
    }
    if let verdict = takeLifecycle(text, &report) { return verdict }
    if let verdict = takePlayhead(text, &report) { return verdict }
    return takeData(text, message, &report)
  }

  private mutating func takeLifecycle(_ text: LogText, _ report: inout LineReport) -> LineVerdict? {
    if text.hasPrefix("Debug logs enabled") {
      report.beginsSession = hasSource
      report.engine = text.after("in hls.js version ").map { "hls.js \($0.before(" ").text)" } ?? ""
      forget()
      return .understood
    }
    if let source = text.after(prefix: "loadSource:") {
      forget()
      hasSource = true
      report.add(.opened(source.trimmed.before(" ").text))
      return .understood
    }
    if text.hasPrefix("destroy") {
      report.add(.closed)
      forget()
      return .understood
    }
    if !isLive, text.contains("live playlist") || text.contains("Live playlist") || text.contains("live stream") {
      isLive = true
      report.add(.live(true))
      return .understood
    }
    return nil
  }

  private mutating func forget() {
    (hasSource, isPrepared, isStalled, isLive, soundEnd, place) = (false, false, false, false, nil, nil)
  }

  /// How versions say that playback waits for data; what follows is the place.
  private static let stalls: [StaticString] = [
    "stalling at @", "stalling in low buffer @", "stalling in high buffer @", "stalling at ",
  ]

  private mutating func takePlace(_ text: LogText) { place = text.millionths ?? place }

  private mutating func takePlayhead(_ text: LogText, _ report: inout LineReport) -> LineVerdict? {
    if text.contains("raise fatal error") {
      report.add(.failed(.unknown, text.text))
      return .understood
    }
    if let place = Self.stalls.lazy.compactMap({ text.after($0) }).first {
      takePlace(place)
      if let position = place.millionths { report.add(.position(position)) }
      if let until = place.after("\"end\":")?.millionths { report.add(.buffered(until)) }
      report.add(.buffering(true))
      isStalled = true
      return .understood
    }
    if let place = text.after("not stuck anymore @") ?? text.after("not stalled anymore @") {
      takePlace(place)
      if let position = place.millionths { report.add(.position(position)) }
      report.add(.buffering(false))
      isStalled = false
      return .understood
    }
    if let places = text.after("currentTime from ") ?? text.after("'currentTime' from ") {
      guard let from = places.millionths, let to = places.after(" to ").flatMap(Self.number) else { return .unknown }
      place = to
      report.add(.jumped(from: from, to: to))
      return .understood
    }
    if let to = text.after("reset currentTime to : ") ?? text.after("reset currentTime to: ") {
      // The number before it is the end of the buffer, or the playhead.
      guard let target = to.millionths else { return .unknown }
      let from = text.after(prefix: "Playback: ")?.millionths
      place = target
      report.add(.jumped(from: from, to: target))
      return .understood
    }
    if text.contains("nudge") {
      report.add(.warned(.unknown, text.text))
      return .understood
    }
    if let target = text.after("edia seeking to ") {
      // The stall at the old position no longer matters; missing data at the target is reported again.
      if isStalled { report.add(.buffering(false)) }
      isStalled = false
      takePlace(target)
      report.add(.seekBegan(target.millionths))
      return .understood
    }
    if let place = text.after("edia seeked to ") {
      report.add(.seekEnded(place.millionths))
      return .understood
    }
    if text.hasPrefix("media ended") || text.hasPrefix("Media ended") {
      report.add(.ended)
      return .understood
    }
    return nil
  }

  /// A number, optionally after words.
  private static func number(_ text: LogText) -> Int64? {
    text.millionths ?? text.after("nudged ")?.millionths ?? text.after("next buffered @ ")?.millionths
  }

  private mutating func takeData(
    _ text: LogText, _ message: LogText, _ report: inout LineReport
  ) -> LineVerdict {
    if text.hasPrefix("Buffered main") || text.hasPrefix("main buffered") || text.hasPrefix("Buffered fragment") {
      guard let until = rangeEnd(text) else { return .noise }
      if !isPrepared { report.add(.prepared) }
      isPrepared = true
      report.add(.buffered(until))
      return .understood
    }
    if let what = Self.requested(text) {
      report.add(.requested(what))
      return .understood
    }
    if let verdict = takeParsed(text, &report) { return verdict }
    if let level = text.after("witching to level ") ?? text.after("witch to level ") {
      let number = level.before(" from").before(",").trimmed
      guard number.integer != nil else { return .noise }
      report.add(.rendition(.video, "level \(number.text)"))
      return .understood
    }
    if let duration = text.after("duration to ")?.millionths, text.contains("Source") {
      report.add(.duration(duration))
      return .understood
    }
    if let rates = text.after("append/kbps:"), let kilobits = rates.trimmed.lastNumber, kilobits < 1 << 40 {
      report.add(.bandwidth(kilobits * 1_000))
      return .understood
    }
    if text.contains("Error"), text.contains("as fatal") || text.contains("fatal error") {
      report.add(.failed(FailureWords.kind(text), text.text))
      return .understood
    }
    if text.contains("Error") || text.contains("timeout") {
      report.add(.warned(FailureWords.kind(text), text.text))
      if text.contains("retry") { report.add(.retried) }
      return .understood
    }
    if text.contains("retrying") || text.contains("retry in") {
      report.add(.retried)
      return .understood
    }
    return .noise
  }

  /// The segment that is loaded: `Loading 0 of [0 ,381],level 0`, `Loading fragment 4 cc: 0 of [0-62] level: 0`, or
  /// `Loading main sn: 4 part: 1 of level 0`.
  private static func requested(_ text: LogText) -> String? {
    guard let rest = text.after(prefix: "Loading ") else { return nil }
    let isAudio = rest.hasPrefix("audio")
    guard let number = (rest.after("sn: ") ?? rest.after(prefix: "fragment ") ?? rest).integer,
      let level = (rest.after("level: ") ?? rest.after("level "))?.integer
    else { return nil }
    let part = rest.after("part: ")?.integer.map { " part \($0)" } ?? ""
    return "\(isAudio ? "audio segment" : "segment") \(number)\(part) of level \(level)"
  }

  /// `Parsed audio,PTS:[0.000,10.120]`, then the same for the video: how far apart they end.
  private mutating func takeParsed(_ text: LogText, _ report: inout LineReport) -> LineVerdict? {
    guard let range = text.after(prefix: "Parsed ")?.between("PTS:[", "]"), let end = range.after(",")?.millionths
    else { return nil }
    if text.hasPrefix("Parsed audio") {
      soundEnd = end
    } else if let sound = soundEnd {
      soundEnd = nil
      report.add(.drift(by: sound - end, isMeasured: false))
    }
    return .understood
  }

  /// The end of the data at the playhead, of the ranges `[0.000-3.833][3.933-35.933]` or `[0.021,18.587]`. hls.js jumps
  /// over gaps of less than half a second. If the place of the playhead is unknown, it is the last end.
  private func rangeEnd(_ text: LogText) -> Int64? {
    var rest = text.after("buffer:") ?? text
    var end: Int64?
    while let range = rest.after("[") {
      if let first = range.leadingMillionths, let last = range.dropFirst(first.length + 1).millionths {
        if let place, let end, end > place, first.value > end + 500_000 { return end }
        end = last
      }
      rest = range
    }
    return end
  }
}

extension LogText {
  /// The number after the last slash.
  fileprivate var lastNumber: Int64? {
    var rest = self
    while let next = rest.after("/") { rest = next }
    return rest.integer
  }
}
