import PlayerCore

/// What ExoPlayer's and Media3's `EventLogger` writes, as it stands in logcat, in Android Studio or alone.
struct EventLoggerLog: LogReader {
  static let format = LogFormat.media3
  static let reportsPlaying = true
  static let reportsIntent = true

  static func likeness(_ line: LogText) -> Int {
    if line.contains(" [eventTime="), line.contains("mediaPos=") { return 10 }
    return line.contains("EventLogger") ? 4 : 0
  }

  private var clock = DayClock()
  private var lastEventTime: Int64 = -1
  private var hasFailed = false
  private var isReady = false
  /// The target of a seek that has not landed, and when it began.
  private var seek: (target: Int64, since: Int64)?
  private var isPlaying = false
  private var isLive = false
  /// The state was reported as ended, and nothing has happened since that could make it end again.
  private var hasEnded = false
  /// The picture has nothing to be shown on.
  private var lacksSurface = false
  private var wantsPlay = false
  private var isInAdvert = false
  private var duration: Int64?
  /// Loggers before 2.11 do not report when the playhead moves: it does when the state is ready and playback is wanted.
  private var reportsMoving: Bool?
  /// Since when the playhead should move, while it is not known whether the logger reports it.
  private var readyAt: Int64?

  mutating func read(_ line: LogText, into report: inout LineReport) -> LineVerdict {
    let stamp = LogStamp.at(Self.withoutLineNumber(line))
    if let stamp {
      report.time = stamp.isDate ? stamp.time : clock.running(stamp.time)
      report.isDate = stamp.isDate
    }
    if let verdict = readLifecycle(line, &report) { return verdict }
    guard let message = Self.message(line) else {
      return stamp != nil || line.trimmed.isEmpty || Self.isLogcat(line) || Self.isStack(line) ? .noise : .unknown
    }
    guard let event = Event(message) else { return readDetail(message, &report) }
    if report.time == nil { report.time = event.time }
    if event.time < lastEventTime - 1_000_000, event.time < 2_000_000 {
      // The logger counts from its beginning: this is another one.
      report.beginsSession = true
      forget()
    }
    lastEventTime = event.time
    landSeek(report.time ?? event.time, &report)
    let verdict = take(event, &report)
    deriveMoving(event, &report)
    return verdict
  }

  /// Where `isPlaying` is reported it stands next to the state that causes it.
  private mutating func deriveMoving(_ event: Event, _ report: inout LineReport) {
    if event.name == "isPlaying" { reportsMoving = true }
    guard reportsMoving != true else { return }
    let moves = isReady && wantsPlay
    if reportsMoving == nil {
      guard moves else {
        readyAt = nil
        return
      }
      let since = readyAt ?? event.time
      readyAt = since
      guard event.time > since + 200_000 else { return }
      reportsMoving = false
    }
    guard moves != isPlaying else { return }
    isPlaying = moves
    report.add(.playing(moves))
  }

  private mutating func forget() {
    (hasFailed, isReady, seek, isPlaying, isLive) = (false, false, nil, false, false)
    (hasEnded, lacksSurface, wantsPlay, reportsMoving, readyAt) = (false, false, false, nil, nil)
    (isInAdvert, duration) = (false, nil)
    lastEventTime = -1
  }

  /// Some tools number the lines of logcat.
  private static func withoutLineNumber(_ line: LogText) -> LogText {
    var rest = line
    guard let word = rest.takeWord(), word.integer != nil, word[2] != UInt8(ascii: "-"), word[2] != UInt8(ascii: ":")
    else { return line.trimmed }
    return rest.trimmed
  }

  private static func isLogcat(_ line: LogText) -> Bool {
    line.hasPrefix("--------- beginning of")
      || (line.count > 2 && line[1] == UInt8(ascii: "/") && line.contains(": "))
  }

  private static func isStack(_ line: LogText) -> Bool {
    let text = line.trimmed
    return text.hasPrefix("at ") || text.hasPrefix("Caused by:") || text.hasPrefix("... ") || text.hasPrefix("]")
      || text.contains("Exception")
  }

  private mutating func readLifecycle(_ line: LogText, _ report: inout LineReport) -> LineVerdict? {
    guard line.contains("ExoPlayerImpl") else { return nil }
    if let rest = line.after("Init ") {
      report.beginsSession = true
      report.engine = rest.between("[", "]")?.text ?? ""
      forget()
      return .understood
    }
    if line.contains("Release ") {
      report.add(.closed)
      report.endsSession = true
      return .understood
    }
    return .noise
  }

  /// What the logger wrote, without what logcat puts before it; `nil` for a line of somebody else.
  private static func message(_ line: LogText) -> LogText? {
    guard let rest = line.after("EventLogger") else {
      guard let place = line.place(of: " [eventTime=") else { return nil }
      // A logger of an app with a tag of its own.
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

  /// What comes after the level in Android Studio: `EventLogger   org.example.player   D  state […`. The package may be
  /// missing, and the white space after the level is that of the message when there is more than two.
  private static func afterLevel(_ text: LogText) -> LogText {
    var rest = text
    for _ in 0..<2 {
      guard let word = rest.takeWord() else { break }
      guard word.count == 1 else { continue }
      return rest.hasPrefix("  ") ? rest.dropFirst(2) : rest.trimmed
    }
    return text.trimmed
  }

  /// Lines that continue an event: the window of a timeline.
  private mutating func readDetail(_ message: LogText, _ report: inout LineReport) -> LineVerdict {
    guard let window = message.trimmed.after(prefix: "window [") else { return .noise }
    let isDynamic = window.contains("dynamic=true")
    guard let length = window.millionths else { return .noise }
    if isDynamic {
      guard !isLive else { return .noise }
      isLive = true
      report.add(.live(true))
    } else {
      duration = length
      if !isInAdvert { report.add(.duration(length)) }
    }
    return .understood
  }

  /// An advert has a duration of its own, which the log does not tell.
  private mutating func takeAdvert(_ event: Event, _ report: inout LineReport) {
    guard event.isInAdvert != isInAdvert else { return }
    isInAdvert = event.isInAdvert
    report.add(.duration(isInAdvert ? MediaTime.unknown.microseconds : duration ?? MediaTime.unknown.microseconds))
  }

  /// A seek that needs no data lands without a word.
  private mutating func landSeek(_ now: Int64, _ report: inout LineReport) {
    guard let began = seek, isReady, now > began.since + 100_000 else { return }
    seek = nil
    report.add(.seekEnded(began.target))
  }

  private mutating func take(_ event: Event, _ report: inout LineReport) -> LineVerdict {
    takeAdvert(event, &report)
    if event.name == "positionDiscontinuity" { return takeDiscontinuity(event, &report) }
    // A new item has its position from the beginning on. A seek that starts is reported at its target.
    let isItem = event.name == "mediaItem"
    if isItem { takeItem(event, &report) }
    if let position = event.position, seek == nil, event.name.text != "seekStarted" {
      report.add(.position(position))
    }
    switch event.name.text {
    case "state": return takeState(event, &report)
    case "playWhenReady":
      guard let wanted = event.flag else { return .unknown }
      wantsPlay = wanted
      report.add(.intent(wanted))
    case "isPlaying":
      guard let moves = event.flag else { return .unknown }
      isPlaying = moves
      report.add(.playing(moves))
    case "playbackSuppressionReason": report.add(.interrupted(!event.tail.hasPrefix("NONE")))
    case "mediaItem": break
    case "playbackParameters":
      guard let speed = event.tail.after("speed=")?.millionths else { return .unknown }
      report.add(.rate(speed / 1_000))
    case "videoSize":
      let width = event.tail.after("w=")?.integer ?? event.tail.integer
      let height = event.tail.after("h=")?.integer ?? event.tail.after(", ")?.integer
      guard let width, let height else { return .unknown }
      if width > 0 { report.add(.size(width, height)) }
    case "downstreamFormat": takeFormat(event, &report)
    case "renderedFirstFrame":
      report.add(.firstFrame(.video))
      report.add(.picture(isMissing: false))
    case "videoEnabled": if !lacksSurface { report.add(.picture(isMissing: true)) }
    case "videoDisabled": report.add(.picture(isMissing: false))
    case "decoderEnabled", "decoderDisabled":
      guard event.tail.hasPrefix("video") else { return .noise }
      report.add(.picture(isMissing: event.name == "decoderEnabled" && !lacksSurface))
    case "surfaceSize":
      let width = event.tail.after("w=")?.integer ?? event.tail.integer
      lacksSurface = width == 0
      if lacksSurface { report.add(.picture(isMissing: false)) }
    case "droppedFrames":
      guard let count = event.tail.integer else { return .unknown }
      report.add(.framesDropped(count))
    case "playerFailed", "playerFailedEvent":
      hasFailed = true
      let words = event.tail.after("errorCode=") ?? event.tail
      report.add(.failed(FailureWords.kind(words), words.trimmed.text))
    case "internalError": report.add(.warned(FailureWords.kind(event.tail), event.tail.text))
    case "audioTrackUnderrun": report.add(.audioGap)
    case "audioSinkError": report.add(.audioGap)
    case "seekStarted", "seekProcessed": break
    default: return report.observations.isEmpty ? .noise : .understood
    }
    return .understood
  }

  private mutating func takeState(_ event: Event, _ report: inout LineReport) -> LineVerdict {
    // Old loggers put the wish before the state.
    var word = event.tail
    if let comma = word.place(of: ", "), word.hasPrefix("true") || word.hasPrefix("false") {
      wantsPlay = word.hasPrefix("true")
      report.add(.intent(wantsPlay))
      word = word.dropFirst(comma + 2)
    }
    isReady = word.hasPrefix("READY") || word == "R"
    switch word.text {
    case "BUFFERING", "B": report.add(.buffering(true))
    case "READY", "R":
      report.add(.prepared)
      if let began = seek {
        seek = nil
        report.add(.seekEnded(began.target))
      }
      report.add(.buffering(false))
    case "ENDED", "E":
      if let began = seek { report.add(.seekEnded(began.target)) }
      seek = nil
      // Loggers of old repeat the state when only the wish changes.
      if hasEnded { return .understood }
      hasEnded = true
      report.add(.ended)
      return .understood
    case "IDLE", "I":
      seek = nil
      // A player that failed is idle, too.
      if !hasFailed { report.add(.closed) }
    default: return .unknown
    }
    if word == "BUFFERING" { hasFailed = false }
    hasEnded = false
    return .understood
  }

  private mutating func takeItem(_ event: Event, _ report: inout LineReport) {
    hasEnded = false
    report.add(.opened(""))
    guard event.tail.contains("AUTO") || event.tail.contains("REPEAT"), isReady else { return }
    // The next item was ready before this one ended.
    report.add(.prepared)
    if isPlaying { report.add(.playing(true)) }
  }

  private mutating func takeDiscontinuity(_ event: Event, _ report: inout LineReport) -> LineVerdict {
    let from = event.tail.between("PositionInfo:old [", "]")?.after("pos=")?.integer
    let to = event.tail.between("PositionInfo:new [", "]")?.after("pos=")?.integer
    let scale = { (place: Int64?) in place.flatMap { $0.magnitude < 1 << 50 ? $0 * 1_000 : nil } }
    switch (event.tail.after("reason=") ?? event.tail).before(",").before("]").text {
    case "SEEK":
      hasEnded = false
      let target = scale(to) ?? event.position
      if let place = scale(from) { report.add(.position(place)) }
      report.add(.seekBegan(target))
      if let target { seek = (target, report.time ?? event.time) }
    case "SEEK_ADJUSTMENT": if let place = scale(to), seek != nil { seek?.target = place }
    case "INTERNAL":
      guard let place = scale(to) ?? event.position else { return .noise }
      report.add(.jumped(from: scale(from), to: place))
    case "AUTO_TRANSITION", "AUTO", "SKIP", "REMOVE", "SILENCE_SKIP", "PERIOD_TRANSITION", "AD_INSERTION":
      // In an advert there is no position of the content.
      guard let place = event.position else { return .noise }
      report.add(.moved(to: place))
    default: return .unknown
    }
    return .understood
  }

  private func takeFormat(_ event: Event, _ report: inout LineReport) {
    let isAudio = event.tail.contains("audio/") && !event.tail.contains("video/")
    let isText = event.tail.contains("text/") || event.tail.contains("application/")
    let name = event.tail.between("res=", ",") ?? event.tail.after("res=")?.before("]")
    let bitrate = event.tail.after("bitrate=")?.integer
    let id = event.tail.after("id=")?.before(",")
    var words = id?.text ?? ""
    if let name { words += " \(name.text)" }
    if let bitrate { words += " \(bitrate) bit/s" }
    guard !words.isEmpty else { return }
    report.add(.rendition(isAudio ? .audio : isText && name == nil ? .subtitle : .video, words))
  }

  /// An event: a name, and between brackets its time, the place in the media and what it tells.
  private struct Event {
    var name: LogText
    var time: Int64
    var position: Int64?
    var isInAdvert = false
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
        // In an advert the position is that in the advert.
        if word.description == "adGroup=" { (position, isInAdvert) = (nil, true) }
        rest = rest.after(", ") ?? rest.dropFirst(rest.count)
      }
      tail = rest.last == UInt8(ascii: "]") ? rest.prefix(rest.count - 1) : rest
    }
  }
}
