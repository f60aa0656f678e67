import PlayerCore

/// The output of ExoPlayer's and Media3's `EventLogger`, in logcat, in Android Studio or by itself.
struct EventLoggerLog: LogReader {
  static let format = LogFormat.media3
  static let reportsPlaying = true
  static let reportsIntent = true

  static func likeness(_ line: LogText) -> Int {
    if line.contains(" [eventTime="), line.contains("mediaPos=") { return 10 }
    return line.contains("EventLogger") ? 4 : 0
  }

  var clock = DayClock()
  var lastEventTime: Int64 = -1
  var hasFailed = false
  var isReady = false
  /// The target of a seek that has not landed, and when it began.
  var seek: (target: Int64, since: Int64)?
  var isPlaying = false
  var isLive = false
  /// The state was reported as ended, and nothing that could cause another end has happened since.
  var hasEnded = false
  /// There is no surface for the picture.
  var lacksSurface = false
  var wantsPlay = false
  var isInAdvert = false
  var duration: Int64?
  /// The windows of the last timeline; the logger prints at most three.
  var windows: [(isLive: Bool, length: Int64?)] = []
  /// The lines of a timeline are being read; an event ends them.
  var isInTimeline = false
  /// The number of the window that plays, if the first line of the timeline contains it.
  var window: Int?
  /// Loggers before 2.11 do not report whether the playhead moves: it moves when the state is ready and playback is
  /// wanted.
  var reportsMoving: Bool?
  /// When the playhead should have begun to move, while it is unknown whether the logger reports that.
  var readyAt: Int64?
  /// The time and the tag of the lines that follow, from `logcat -v long`.
  var heading: String?

  mutating func read(_ line: LogText, into report: inout LineReport) -> LineVerdict {
    guard let line = joined(line) else { return .noise }
    let stamp = LogStamp.at(Self.withoutLineNumber(line))
    if let stamp {
      report.time = stamp.isDate ? stamp.time : clock.running(stamp.time)
      report.isDate = stamp.isDate
    }
    if let verdict = readLifecycle(line, &report) { return verdict }
    guard let message = Self.message(line) else {
      // Android Studio omits a tag that equals that of the previous line.
      if stamp != nil, line.contains(", seekable="), let place = line.place(of: "window [") {
        return readDetail(line.dropFirst(place), &report)
      }
      return stamp != nil || Self.isLogcat(line) || Self.isStack(line) ? .noise : .unknown
    }
    guard let event = Event(message) else { return readDetail(message, &report) }
    if report.time == nil { report.time = event.time }
    if event.time < lastEventTime - 1_000_000, event.time < 2_000_000 {
      // Loggers count from their creation: this is another one.
      report.beginsSession = true
      forget()
    }
    lastEventTime = event.time
    landSeek(report.time ?? event.time, &report)
    moveBefore(event, &report)
    let verdict = take(event, &report)
    deriveMoving(event, &report)
    return verdict
  }

  /// If `isPlaying` is reported, it is adjacent to the state that causes it.
  mutating func deriveMoving(_ event: Event, _ report: inout LineReport) {
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

  /// A logger that does not report movement: the playhead has moved since the player became ready, even if this event
  /// ends that.
  private mutating func moveBefore(_ event: Event, _ report: inout LineReport) {
    guard reportsMoving == nil, event.name.text != "isPlaying", isReady, wantsPlay, let since = readyAt,
      event.time > since + 200_000
    else { return }
    (reportsMoving, isPlaying) = (false, true)
    report.add(.playing(true))
  }

  mutating func forget() {
    (hasFailed, isReady, seek, isPlaying, isLive) = (false, false, nil, false, false)
    (hasEnded, lacksSurface, wantsPlay, reportsMoving, readyAt) = (false, false, false, nil, nil)
    (isInAdvert, duration, windows, window) = (false, nil, [], nil)
    lastEventTime = -1
  }

  mutating func readLifecycle(_ line: LogText, _ report: inout LineReport) -> LineVerdict? {
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

  /// Lines that continue an event: the window of a timeline.
  mutating func readDetail(_ message: LogText, _ report: inout LineReport) -> LineVerdict {
    guard let text = message.trimmed.after(prefix: "window [") else { return .noise }
    // Before 2.12, the second word tells whether it is seekable, and the third whether it is dynamic.
    let isDynamic =
      text.contains("dynamic=true")
      || !text.contains("dynamic=") && text.after(", ")?.after(", ")?.hasPrefix("true") ?? false
    if !isInTimeline { (isInTimeline, windows, window) = (true, [], nil) }
    let number = windows.count
    if number < 3 { windows.append((isDynamic, text.millionths)) }
    // Those of other items in the playlist.
    guard window == nil || window == number, let length = text.millionths else { return .noise }
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

  /// An advert has a separate duration, which the log does not contain.
  mutating func takeAdvert(_ event: Event, _ report: inout LineReport) {
    guard event.isInAdvert != isInAdvert else { return }
    isInAdvert = event.isInAdvert
    report.add(.duration(isInAdvert ? MediaTime.unknown.microseconds : duration ?? MediaTime.unknown.microseconds))
  }

  /// A seek that needs no data lands without a report.
  mutating func landSeek(_ now: Int64, _ report: inout LineReport) {
    guard let began = seek, isReady, now > began.since + 100_000 else { return }
    seek = nil
    report.add(.seekEnded(began.target))
  }

  mutating func take(_ event: Event, _ report: inout LineReport) -> LineVerdict {
    takeAdvert(event, &report)
    isInTimeline = event.name == "timeline" || event.name == "timelineChanged"
    if isInTimeline { (windows, window) = ([], event.window) }
    if event.name == "positionDiscontinuity" { return takeDiscontinuity(event, &report) }
    // A new item has its own position from the start. The start of a seek is reported at its target.
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
      // Older loggers print the exception on the lines that follow.
      report.add(.failed(FailureWords.kind(words), words.trimmed.isEmpty ? "playerFailed" : words.trimmed.text))
    case "internalError": report.add(.warned(FailureWords.kind(event.tail), event.tail.text))
    case "audioTrackUnderrun": report.add(.audioGap)
    case "audioSinkError": report.add(.audioGap)
    case "seekStarted", "seekProcessed": break
    default: return report.observations.isEmpty ? .noise : .understood
    }
    return .understood
  }

  mutating func takeState(_ event: Event, _ report: inout LineReport) -> LineVerdict {
    // Old loggers put the play intent before the state.
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
      // Old loggers repeat the state when only the play intent changes.
      if hasEnded { return .understood }
      hasEnded = true
      report.add(.ended)
      return .understood
    case "IDLE", "I":
      seek = nil
      // A failed player becomes idle, too.
      if !hasFailed { report.add(.closed) }
    default: return .unknown
    }
    if word == "BUFFERING" { hasFailed = false }
    hasEnded = false
    return .understood
  }

  mutating func takeItem(_ event: Event, _ report: inout LineReport) {
    hasEnded = false
    report.add(.opened(""))
    if let number = event.window, windows.indices.contains(number), !windows[number].isLive,
      let length = windows[number].length
    {
      duration = length
      report.add(.duration(length))
    }
    guard event.tail.contains("AUTO") || event.tail.contains("REPEAT"), isReady else { return }
    // The next item was ready before this one ended.
    report.add(.prepared)
    if isPlaying { report.add(.playing(true)) }
  }

  mutating func takeDiscontinuity(_ event: Event, _ report: inout LineReport) -> LineVerdict {
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
      // During an advert the position in the content is unknown.
      guard let place = event.position else { return .noise }
      report.add(.moved(to: place))
    default: return .unknown
    }
    return .understood
  }

  func takeFormat(_ event: Event, _ report: inout LineReport) {
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
}
