import PlayerCore

/// Messages of mpv's demuxers, decoders and outputs, and FFmpeg's messages about the network.
extension MPVLog {
  /// The demuxer reports the target of a seek, a line or two after the command.
  mutating func takeSeek(_ message: Message, _ report: inout LineReport) {
    let text = message.text
    if let target = (text.after(prefix: "queuing seek to ") ?? text.after(prefix: "hr-seek, skipping to "))?.millionths
    {
      // Before playback begins this is the start position.
      guard pendingSeek != nil || hasRestarted && !isSeeking else { return }
      pendingSeek = nil
      beginSeek(target, &report)
    } else if let pending = pendingSeek,
      text.hasPrefix("playback restart complete") || (message.time ?? 0) > (pending.at ?? 0) + 200_000
    {
      pendingSeek = nil
      beginSeek(nil, &report)
    }
  }

  mutating func beginSeek(_ target: Int64?, _ report: inout LineReport) {
    (isSeeking, hasEnded) = (true, false)
    report.add(.seekBegan(target))
  }

  /// Messages of the demuxer, the decoders and the outputs.
  mutating func takeMedia(_ message: Message, _ report: inout LineReport) -> LineVerdict? {
    let text = message.text
    if message.module.hasPrefix("ao/"), text.hasPrefix("starting AO") {
      // There is sound although playback is not requested.
      guard hasRestarted, !wantsPlay else { return .noise }
      report.add(.playing(true))
      return .understood
    }
    if let source = text.after(prefix: "Opening "), !isOpen, source.contains("/"), !source.contains("decoder") {
      open(source.text, &report)
      return .understood
    }
    if text.hasPrefix("|"), let duration = text.after("+ duration: ")?.millionths, duration > 0 {
      report.add(.duration(duration))
      return .understood
    }
    if let places = text.after(prefix: "Invalid audio PTS: ") ?? text.after(prefix: "Invalid video timestamp: ") {
      takeTimestamps(places, isAudio: text.hasPrefix("Invalid audio"), &report)
      return .understood
    }
    if let address = text.after("HLS request for url '") {
      report.add(.requested(address.before("'").text))
      return .understood
    }
    return nil
  }

  /// `Invalid audio PTS: 3.582933 -> 1.600000`: the playhead follows.
  mutating func takeTimestamps(_ places: LogText, isAudio: Bool, _ report: inout LineReport) {
    if isAudio { report.add(.audioGap) }
    guard let from = places.millionths, let to = places.after("-> ")?.millionths else { return }
    // Sound and picture both report the same jump.
    if let last = lastPosition, (last - to).magnitude < 500_000 { return }
    guard (to - from).magnitude >= 1_000_000 else { return }
    lastPosition = to
    report.add(.jumped(from: from, to: to))
  }

  mutating func takeNetwork(_ message: Message, _ report: inout LineReport) -> LineVerdict {
    let kind = FailureWords.kind(message.text)
    if message.text.contains("Will reconnect at") {
      report.add(.warned(kind, message.text.text))
      report.add(.retried)
      return .understood
    }
    let isError = message.level == UInt8(ascii: "e") || message.level == UInt8(ascii: "f")
    // FFmpeg warns about anything: only network warnings matter.
    let isWarning = message.level == UInt8(ascii: "w") && message.module.hasPrefix("ffmpeg")
    guard isError || isWarning && kind != .unknown else { return .noise }
    report.add(.warned(kind, message.text.text))
    return .understood
  }
}
