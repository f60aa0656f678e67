import PlayerCore

/// Steps as text, one line each.
enum StepText {
  static func time(_ instant: Instant) -> String { seconds(instant.microseconds) }
  static func position(_ time: MediaTime) -> String { time.isKnown ? seconds(time.microseconds) : "unknown" }
  static func span(_ span: TimeSpan) -> String { span == .never ? "endless" : seconds(span.microseconds) }

  /// Seconds with as many decimals as needed: none, or at least three.
  private static func seconds(_ microseconds: Int64) -> String {
    let (whole, part) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    let sign = microseconds < 0 ? "-" : ""
    guard part != 0 else { return "\(sign)\(whole) s" }
    var digits = String(part)
    digits = String(repeating: "0", count: 6 - digits.count) + digits
    if digits.hasSuffix("000") { digits.removeLast(3) }
    return "\(sign)\(whole).\(digits) s"
  }

  static func words(_ input: Input) -> String {
    switch input {
    case .deadline: "a deadline"
    case .command(let command, let request):
      request == .fresh ? words(command) : "\(words(command)) (request \(request.rawValue))"
    case .engine(let event, let epoch): "\(speaker(epoch)): \(words(event))"
    case .environment(let event): words(event)
    }
  }

  private static func speaker(_ epoch: Epoch) -> String {
    switch epoch {
    case .current: "engine"
    case .next: "engine (the standby opening)"
    case .previous: "engine (the previous opening)"
    case .newestClosed: "engine (the closed opening)"
    default: "engine (opening \(epoch.rawValue))"
    }
  }

  // MARK: Commands

  static func words(_ command: Command) -> String {
    switch command {
    case .load(let item, let start, let autoplay, let opens, let isLocal):
      "load item \(item.rawValue)\(start == .standard ? "" : " from \(words(start))")"
        + "\(autoplay ? ", play" : "")\(opens ? "" : ", do not open")\(isLocal ? ", local" : "")"
    case .prepare: "prepare"
    case .play: "play"
    case .pause: "pause"
    case .toggle: "toggle"
    case .stop: "stop"
    case .reset: "reset"
    case .reload(let item, let flush, let isLocal):
      "reload\(item.isNone ? "" : " item \(item.rawValue)")\(flush ? ", flush" : "")\(isLocal ? ", local" : "")"
    case .seek(let position): "seek to \(words(position))"
    case .setRate(let rate): "set rate \(rate.thousandths)/1000"
    case .setVolume(let left, let right): "set volume \(left) \(right)"
    case .setMuted(let isMuted): isMuted ? "mute" : "unmute"
    case .setLooping(let isLooping): isLooping ? "loop" : "do not loop"
    case .setScalingMode(let mode): "scale \(mode.wireName)"
    case .setRotation(let degrees): "rotate \(degrees)°"
    case .selectTrack(let kind, let track): "select \(kind.wireName) \(words(track))"
    case .setPreferredLanguage(let kind, let language):
      language.isNone ? "prefer no \(kind.wireName) language" : "prefer \(kind.wireName) language \(language.rawValue)"
    case .stageSegment(let id, let start, let end, let isBlocked, let isHidden, let isDated, _):
      "stage\(isBlocked ? " blocked" : "")\(isHidden ? " hidden" : "")\(isDated ? " dated" : "") segment \(id.rawValue)"
        + " from \(position(start)) to \(position(end))"
    case .commitSegments: "commit segments"
    case .set(let setting, let value): "set \(setting.wireName) to \(value)"
    case .captureStill: "capture a still"
    case .retry: "retry"
    case .restart(let position, let autoplay): "restart at \(words(position))\(autoplay ? ", play" : "")"
    case .addPeriodicObserver(let id, let interval, let phase):
      "observe (\(id.rawValue)) every \(span(interval))\(phase == .zero ? "" : " + \(span(phase))")"
    case .addBoundaryObserver(let id, let place): "observe (\(id.rawValue)) \(position(place))"
    case .removeObserver(let id): "remove observer \(id.rawValue)"
    }
  }

  static func words(_ track: TrackID) -> String {
    track == .off ? "off" : track == .automatic ? "automatic" : "track \(track.rawValue)"
  }

  static func words(_ position: Position) -> String {
    var words: String
    let offset = span(position.offset)
    switch position.anchor {
    case .start: words = offset
    case .playhead: words = "the playhead + \(offset)"
    case .liveEdge: words = "the live edge + \(offset)"
    case .windowStart: words = "the beginning of the window + \(offset)"
    case .segment: words = "the beginning of segment \(position.segment.rawValue) + \(offset)"
    case .date: words = "the date \(position.offset.microseconds)"
    case .defaultPosition: words = "the default position\(position.offset == .zero ? "" : " + \(offset)")"
    }
    if position.anchor != .segment, !position.segment.isNone { words += " in segment \(position.segment.rawValue)" }
    if position.toleranceBefore != .zero || position.toleranceAfter != .zero {
      words += " (-\(span(position.toleranceBefore)), +\(span(position.toleranceAfter)))"
    }
    return words
  }

  // MARK: Reports

  static func words(_ event: EngineEvent) -> String {
    switch event {
    case .connected: "connected"
    case .opened(let media): words(media)
    case .trackFound(let kind, let track, let language, _, let isDefault, let isForced):
      "found \(kind.wireName) \(words(track))\(language.isNone ? "" : ", language \(language.rawValue)")"
        + (isDefault ? ", default" : "") + (isForced ? ", forced" : "")
    case .chapterFound(let id, let start, let end, _):
      "found chapter \(id.rawValue) from \(position(start)) to \(position(end))"
    case .metadataFound(let key, let value): "found metadata \(key.rawValue) = \(value.rawValue)"
    case .durationChanged(let duration): "duration \(position(duration))"
    case .seekableRangeChanged(let start, let end): "can seek from \(position(start)) to \(position(end))"
    case .dateReference(let place, let date): "\(position(place)) is the date \(date)"
    case .naturalSizeChanged(let width, let height): "picture \(width) × \(height)"
    case .buffered(let until, let bytes, let isSaturated):
      "buffered until \(position(until)), \(bytes) bytes\(isSaturated ? ", nothing more to read" : "")"
    case .supplyChanged(let supply): "supply \(words(supply))"
    case .starved(let place): "ran dry at \(position(place))"
    case .playbackStarted(let place, let rate): "started at \(position(place)), rate \(rate.thousandths)/1000"
    case .playbackStopped(let place): "stopped at \(position(place))"
    case .positionReported(let place): "is at \(position(place))"
    case .seekCompleted(let serial, let place, let isFinished):
      "\(words(serial)) \(isFinished ? "landed" : "given up") at \(position(place))"
    case .firstFrame(let kind, let place): "first \(kind.wireName) frame at \(position(place))"
    case .ended(let place): "ended at \(position(place))"
    case .failed(let failure): "failed: \(failure.kind.wireName)"
    case .warned(let failure): "warned: \(failure.kind.wireName)"
    case .trackSelected(let kind, let track): "plays \(kind.wireName) \(words(track))"
    case .subtitleShown(let text): text.isNone ? "hides the subtitle" : "shows subtitle \(text.rawValue)"
    case .stillCaptured(let serial, let isCaptured):
      "\(serial == .newest ? "the still" : "still \(serial.rawValue)") \(isCaptured ? "captured" : "not captured")"
    case .closed: "closed"
    }
  }

  private static func words(_ media: OpenedMedia) -> String {
    var words = "opened, duration \(media.isDurationEstimated ? "about " : "")\(position(media.duration))"
    if !media.isSeekable { words += ", cannot seek" }
    if !media.hasAudio { words += ", no audio" }
    if media.hasVideo { words += ", video" }
    if media.supply != .unknown { words += ", supply \(Self.words(media.supply))" }
    return words
  }

  private static func words(_ supply: BufferState) -> String {
    var words: [String] = []
    if supply.contains(.playable) { words.append("playable") }
    if supply.contains(.playThrough) { words.append("play-through") }
    if supply.contains(.stalled) { words.append("stalled") }
    return words.isEmpty ? "unknown" : words.joined(separator: " ")
  }

  private static func words(_ serial: SeekSerial) -> String {
    switch serial {
    case .current: "the seek"
    case .newest: "the newest seek"
    case .previous: "the previous seek"
    default: "seek \(serial.rawValue)"
    }
  }

  // MARK: Environment

  static func words(_ event: EnvironmentEvent) -> String {
    switch event {
    case .networkChanged(let path): "network \(path.wireName)"
    case .interruptionBegan(let stopsEngine): "interruption begins\(stopsEngine ? ", the output is stopped" : "")"
    case .interruptionEnded(let mayResume): "interruption ends\(mayResume ? "" : ", do not resume")"
    case .routeChanged(let change): "route changes: \(change.wireName)"
    case .remoteControl(let button): "button \(button.wireName)"
    case .enteredBackground(let audioContinues): "background\(audioContinues ? "" : ", silent")"
    case .enteredForeground: "foreground"
    case .externalPlaybackChanged(let isActive): "external playback \(isActive ? "begins" : "ends")"
    case .pictureInPictureChanged(let isActive): "picture in picture \(isActive ? "begins" : "ends")"
    case .wallClock(let date): "the date is \(date)"
    }
  }
}
