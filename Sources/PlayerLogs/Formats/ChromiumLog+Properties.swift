import PlayerCore

/// The meaning of each property of a player.
extension ChromiumLog {
  mutating func take(_ key: LogText, _ value: LogText, _ report: inout LineReport) -> LineVerdict {
    switch key {
    case "event": return takeEvent(Self.unquoted(value), &report)
    case "url":
      guard !isOpen else { return .noise }
      open(value.text, &report)
    case "pipeline_state": return takeState(value, &report)
    case "pipeline_buffering_state":
      guard let hasEnough = Self.hasEnough(value) else { return .unknown }
      if hasEnough, hasSought { landSeek(&report) }
      // An excerpt may begin in the middle of playback, which alone can exhaust the data.
      if !hasEnough, !knowsIntent, value.contains("UNDERFLOW") {
        (knowsIntent, wantsPlay) = (true, true)
        report.add(.intent(true))
      }
      report.add(.buffering(!hasEnough))
    case "video_buffering_state":
      guard let hasEnough = Self.hasEnough(value) else { return .unknown }
      report.add(.picture(isMissing: !hasEnough))
    case "seek_target": beginSeek(1, value.millionths, &report)
    case "duration":
      guard let duration = value.millionths else {
        report.add(.live(true))
        return .understood
      }
      report.add(.duration(duration))
    case "pipeline_error": report.add(.failed(FailureWords.kind(value), value.text))
    case "error", "kError":
      // A pipeline status is fatal; other errors come from a decoder that may be replaced.
      if value.contains("PipelineStatus") {
        report.add(.failed(FailureWords.kind(value), value.text))
        return .understood
      }
      let words = value.after("\"message\":\"")?.before("\"") ?? value
      report.add(.warned(FailureWords.kind(words), words.text))
    case "info":
      guard let rate = value.after("Effective playback rate changed from ")?.after(" to ")?.millionths, rate > 0 else {
        return .noise
      }
      report.add(.rate(rate / 1_000))
    case "warning", "debug":
      guard value.contains("timestamp gap detected"), let delta = value.after("delta:")?.integer else { return .noise }
      report.add(.drift(by: delta, isMeasured: false))
    case "dimensions", "natural_size":
      guard let width = value.integer, let height = value.after("x")?.integer, width > 0 else { return .noise }
      report.add(.size(width, height))
    default: return .noise
    }
    return .understood
  }

  mutating func open(_ source: String, _ report: inout LineReport) {
    isOpen = true
    isSeeking = false
    report.add(.opened(source))
  }

  /// A seek is reported in up to three ways: an event, its target, a state. A repetition of the same way is another
  /// seek.
  mutating func beginSeek(_ way: UInt8, _ target: Int64?, _ report: inout LineReport) {
    if isSeeking, seekWays & way == 0 {
      seekWays |= way
      return
    }
    (isSeeking, hasSought, seekWays) = (true, false, way)
    report.add(.seekBegan(target))
  }

  static func hasEnough(_ value: LogText) -> Bool? {
    value.contains("HAVE_NOTHING") ? false : value.contains("HAVE_ENOUGH") ? true : nil
  }

  mutating func landSeek(_ report: inout LineReport) {
    (isSeeking, hasSought) = (false, false)
    report.add(.seekEnded(nil))
  }

  mutating func takeState(_ value: LogText, _ report: inout LineReport) -> LineVerdict {
    if value.contains("kStarting") {
      if !isOpen { open("", &report) }
      // Until the pipeline has enough.
      report.add(.buffering(true))
    } else if value.contains("kPlaying") {
      report.add(.prepared)
      // A paused player may defer its data until playback is requested.
      if isSeeking { hasSought = true }
      if isSeeking, !wantsPlay { landSeek(&report) }
    } else if value.contains("kSeeking") {
      beginSeek(2, nil, &report)
    } else if value.contains("kStopped") {
      if isOpen { report.add(.closed) }
      (isOpen, isSeeking) = (false, false)
    } else {
      return .noise
    }
    return .understood
  }

  mutating func takeEvent(_ value: LogText, _ report: inout LineReport) -> LineVerdict {
    switch value {
    case "PLAY", "kPlay":
      (knowsIntent, wantsPlay) = (true, true)
      report.add(.intent(true))
    case "PAUSE", "kPause":
      (knowsIntent, wantsPlay) = (true, false)
      report.add(.intent(false))
    case "ENDED", "kEnded": report.add(.ended)
    case "WEBMEDIAPLAYER_CREATED", "kWebMediaPlayerCreated":
      self = ChromiumLog()
      report.beginsSession = true
    case "WEBMEDIAPLAYER_DESTROYED", "kWebMediaPlayerDestroyed":
      if isOpen { report.add(.closed) }
      (isOpen, isSeeking) = (false, false)
    case "LOAD", "kLoad": if !isOpen { open("", &report) }
    case "SEEK", "kSeek": beginSeek(4, nil, &report)
    default: return .noise
    }
    return .understood
  }
}
