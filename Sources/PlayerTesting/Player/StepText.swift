import PlayerCore
import PlayerText
import PlayerTrace

/// Steps as text, one line each.
enum StepText {
  static func time(_ instant: Instant) -> String { TraceTime.stamp(instant) }
  static func position(_ time: MediaTime) -> String { TraceTime.position(time) }
  static func span(_ span: TimeSpan) -> String { TraceTime.span(span) }
  static func rate(_ thousandths: Int64) -> String { "\(ClockText.seconds(thousandths * 1_000, .shortest))×" }

  /// A number of this kind.
  static func words(_ value: Int64, _ kind: WireKind) -> String {
    switch kind {
    case .integer: return "\(value)"
    case .boolean: return value == 0 ? "false" : "true"
    case .mediaTime: return position(MediaTime(microseconds: value))
    case .span: return span(TimeSpan(microseconds: value))
    case .instant: return time(Instant(microseconds: value))
    case .supply: return words(BufferState(rawValue: UInt8(truncatingIfNeeded: value)))
    case .enumeration(let names):
      let names = names.description.split(separator: " ")
      let index = Int(truncatingIfNeeded: value)
      return names.indices.contains(index) ? String(names[index]) : "\(value)"
    }
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
    case .setRate(let rate): "set rate \(Self.rate(Int64(rate.thousandths)))"
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
    case .start: words = Self.position(.zero + position.offset)
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
    case .playbackStarted(let place, let rate):
      "started at \(position(place)), rate \(Self.rate(Int64(rate.thousandths)))"
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

  static func words(_ supply: BufferState) -> String {
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
