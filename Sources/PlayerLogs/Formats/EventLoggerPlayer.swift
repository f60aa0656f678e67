import PlayerCore

/// A player of a log of `EventLogger`, as far as its events show it.
struct EventLoggerPlayer {
  /// Empty for the first of a log.
  var name = ""
  /// What the log calls the object, and the version of the library: `Init 1a2b3c [ExoPlayerLib/2.18.1]`.
  var object = LogText([])
  /// The time of the log at which the player was created, if the log contains that.
  var created: Int64?
  /// The time of the log at which the logger's own clock was zero; `nil` if lines have only the latter.
  var zero: Int64?

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
  /// The lines below a failure without a reason.
  var failure: String?

  init(name: String = "") { self.name = name }

  /// Whether this can be the time at which the logger's clock was zero; it is created with the player, or soon after.
  func isNear(_ time: Int64) -> Bool {
    if let zero { return (time - zero).magnitude <= 500_000 }
    return created.map { time >= $0 - 100_000 && time <= $0 + 500_000 } ?? false
  }

  /// Whether an event that the player of the last event cannot have is of this one.
  func mayHave(_ event: EventLoggerLog.Event, zero time: Int64) -> Bool {
    guard let zero else { return isNear(time) }
    return (time - zero).magnitude <= 100_000 && event.time >= lastEventTime - 10_000
  }

  mutating func read(_ event: EventLoggerLog.Event, into report: inout LineReport) -> LineVerdict {
    reportFailure(&report)
    lastEventTime = event.time
    landSeek(report.time ?? event.time, &report)
    moveBefore(event, &report)
    let verdict = take(event, &report)
    deriveMoving(event, &report)
    return verdict
  }

  /// The lines below a failure are over.
  mutating func reportFailure(_ report: inout LineReport) {
    guard let words = failure else { return }
    failure = nil
    report.add(.failed(FailureWords.kind(LogText(words)), words.isEmpty ? "playerFailed" : words))
  }

  /// If `isPlaying` is reported, it is adjacent to the state that causes it.
  mutating func deriveMoving(_ event: EventLoggerLog.Event, _ report: inout LineReport) {
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
  private mutating func moveBefore(_ event: EventLoggerLog.Event, _ report: inout LineReport) {
    guard reportsMoving == nil, !(event.name == "isPlaying"), isReady, wantsPlay, let since = readyAt,
      event.time > since + 200_000
    else { return }
    (reportsMoving, isPlaying) = (false, true)
    report.add(.playing(true))
  }

  /// The exceptions; not where they were thrown.
  private mutating func addReason(_ line: LogText) {
    guard line.contains("Exception"), !line.hasPrefix("at "), let words = failure, words.utf8.count < 400 else {
      return
    }
    failure = (words.isEmpty ? "" : words + "; ") + line.prefix(200).text
  }

  /// Lines that continue an event: the window of a timeline, the reason of a failure.
  mutating func readDetail(_ message: LogText, _ report: inout LineReport) -> LineVerdict {
    if failure != nil, EventLoggerLog.isStack(message) {
      addReason(message.trimmed)
      return .understood
    }
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
  mutating func takeAdvert(_ event: EventLoggerLog.Event, _ report: inout LineReport) {
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

  mutating func take(_ event: EventLoggerLog.Event, _ report: inout LineReport) -> LineVerdict {
    takeAdvert(event, &report)
    isInTimeline = event.name == "timeline" || event.name == "timelineChanged"
    if isInTimeline { (windows, window) = ([], event.window) }
    if event.name == "positionDiscontinuity" { return takeDiscontinuity(event, &report) }
    // A new item has its own position from the start. The start of a seek is reported at its target.
    let isItem = event.name == "mediaItem"
    if isItem { takeItem(event, &report) }
    if let position = event.position, seek == nil, !(event.name == "seekStarted") {
      report.add(.position(position))
    }
    switch event.name {
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
      if words.trimmed.isEmpty {
        failure = ""
      } else {
        report.add(.failed(FailureWords.kind(words), words.trimmed.text))
      }
    case "internalError": report.add(.warned(FailureWords.kind(event.tail), event.tail.text))
    case "audioTrackUnderrun": report.add(.audioGap)
    case "audioSinkError": report.add(.audioGap)
    case "seekStarted", "seekProcessed": break
    default: return report.observations.isEmpty ? .noise : .understood
    }
    return .understood
  }

  mutating func takeState(_ event: EventLoggerLog.Event, _ report: inout LineReport) -> LineVerdict {
    // Old loggers put the play intent before the state.
    var word = event.tail
    if let comma = word.place(of: ", "), word.hasPrefix("true") || word.hasPrefix("false") {
      wantsPlay = word.hasPrefix("true")
      report.add(.intent(wantsPlay))
      word = word.dropFirst(comma + 2)
    }
    isReady = word.hasPrefix("READY") || word == "R"
    switch word {
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

  mutating func takeItem(_ event: EventLoggerLog.Event, _ report: inout LineReport) {
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

  mutating func takeDiscontinuity(_ event: EventLoggerLog.Event, _ report: inout LineReport) -> LineVerdict {
    let from = event.tail.between("PositionInfo:old [", "]")?.after("pos=")?.integer
    let to = event.tail.between("PositionInfo:new [", "]")?.after("pos=")?.integer
    let scale = { (place: Int64?) in place.flatMap { $0.magnitude < 1 << 50 ? $0 * 1_000 : nil } }
    switch (event.tail.after("reason=") ?? event.tail).before(",").before("]") {
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

  func takeFormat(_ event: EventLoggerLog.Event, _ report: inout LineReport) {
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
