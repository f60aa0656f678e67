import PlayerCore

/// The output of GStreamer with `GST_DEBUG`: whole pipelines among all elements, seeks, buffer levels, ends and errors.
struct GStreamerLog: LogReader {
  static let format = LogFormat.gstreamer
  static let reportsPlaying = true
  static let reportsIntent = true

  static func likeness(_ line: LogText) -> Int { Message(line) == nil ? 0 : 10 }

  private var isPlaying = false
  private var isBuffering = false
  private var level: Int64 = 100
  private var isOpen = false
  private var hasEnded = false
  private var wantsPlay: Bool?
  private var seekTarget: Int64?
  private var duration: Int64?
  private var positionSink: LogText?
  private var hasFailed = false
  /// Elements that are pipelines, as far as the log shows.
  private var pipelines: [LogText] = []
  private var launch = GStreamerLaunch()
  /// The process of the last line, to which the lines that gst-launch prints belong.
  private var process = ""

  mutating func read(_ line: LogText, into report: inout LineReport) -> LineVerdict {
    guard let message = Message(line) else {
      return readPrinted(line.trimmed, &report)
    }
    report.time = message.time
    process = message.process.text
    report.player = process
    if message.place.hasPrefix("gstpipeline.c"), pipelines.count < 64, !isPipeline(message.object) {
      pipelines.append(message.object)
    }
    if let percent = Self.percent(message) { return take(percent: percent, &report) }
    if let seek = message.text.after("creating seek rate") { return take(seek: seek, &report) }
    if let verdict = takeSink(message, &report) ?? takeBus(message.text, &report) { return verdict }
    let isWhole = isPipeline(message.object)
    if isWhole, let verdict = takeState(message.text, &report) { return verdict }
    if let verdict = takeEnd(message, isWhole: isWhole, &report) { return verdict }
    if message.isError || message.isWarning && message.text.hasPrefix("error: ") {
      report.add(.warned(FailureWords.kind(message.text), message.text.text))
      return .understood
    }
    return .noise
  }

  /// A line that gst-launch prints between those of the log.
  private mutating func readPrinted(_ text: LogText, _ report: inout LineReport) -> LineVerdict {
    if let words = text.after(prefix: "ERROR: from element ") {
      report.player = process
      return fail(words.after(": ") ?? words, &report)
    }
    if text.hasPrefix("Buffering, setting pipeline to PAUSED") {
      report.player = process
      return take(percent: 0, &report)
    }
    if text.hasPrefix("Done buffering") {
      report.player = process
      return take(percent: 100, &report)
    }
    let verdict = launch.read(text, into: &report)
    // Another program's line in logcat.
    return verdict == .unknown && LogStamp.at(text) != nil ? .noise : verdict
  }

  private func isPipeline(_ object: LogText) -> Bool {
    object.hasPrefix("playbin") || object.hasPrefix("pipeline") || object.hasPrefix("uriplaybin")
      || object.contains("player") || object.contains("pipeline") || pipelines.contains { $0 == object }
  }

  /// The fill level of the buffer; `nil` for a line without one.
  private static func percent(_ message: Message) -> Int64? {
    let text = message.text
    let digits =
      text.after("buffer-percent=(int)") ?? text.after("uffering: ") ?? text.after("uffering, percent ")
      ?? text.after("uffering percent ") ?? text.after("uffering ")
    guard let digits, let percent = digits.integer, (0...100).contains(percent) else { return nil }
    guard text.contains("ercent") || text.contains("%") else { return nil }
    return percent
  }

  private mutating func take(percent: Int64, _ report: inout LineReport) -> LineVerdict {
    level = percent
    if percent == 100, isBuffering {
      isBuffering = false
      report.add(.buffering(false))
    } else if percent < 100, !isBuffering, !isPlaying || percent == 0 {
      isBuffering = true
      report.add(.buffering(true))
    }
    return .understood
  }

  private mutating func take(seek: LogText, _ report: inout LineReport) -> LineVerdict {
    guard seek.contains("format TIME") || seek.contains("format time") else { return .noise }
    let target = (seek.after(", start ") ?? seek.after(" start ")).flatMap { $0.clock?.value }
    if let rate = seek.trimmed.millionths, rate != 1_000_000 { report.add(.rate(rate / 1_000)) }
    guard let target else { return .understood }
    beginSeek(target, &report)
    return .understood
  }

  /// Elements turn the requested seek into further ones.
  private mutating func beginSeek(_ target: Int64, _ report: inout LineReport) {
    guard target != seekTarget else { return }
    seekTarget = target
    hasEnded = false
    report.add(.seekBegan(target))
  }

  /// Messages of the sinks: positions, seeks, the segment that is played, late frames and late sound.
  private mutating func takeSink(_ message: Message, _ report: inout LineReport) -> LineVerdict? {
    let text = message.text
    if let place = text.after("POSITION: "), message.place.contains("get_position") {
      // Each sink reports its own position; the first one to report is followed.
      let sink = positionSink ?? message.object
      positionSink = sink
      guard let clock = place.clock, sink == message.object else { return .noise }
      report.add(.position(clock.value))
      return .understood
    }
    if text.contains("GstEventSeek"), text.contains("handling event") {
      guard text.contains("format=(GstFormat)time"),
        let target = text.after(", cur=(gint64)")?.integer ?? text.after(", start=(gint64)")?.integer, target >= 0
      else { return .noise }
      if let rate = text.after("rate=(double)")?.millionths, rate != 1_000_000 { report.add(.rate(rate / 1_000)) }
      beginSeek(target / 1_000, &report)
      return .understood
    }
    if let segment = text.after("configured segment time segment ") {
      // 99:99:99 means that there is no end.
      guard let stop = (segment.after(", duration ") ?? segment.after(", stop="))?.clock?.value, stop > 0,
        stop < 99 * 3_600_000_000, stop != duration
      else { return .noise }
      duration = stop
      report.add(.duration(stop))
      return .understood
    }
    if text.contains("A lot of buffers are being dropped") || text.contains("dropping late") {
      // The warning is logged when nothing was shown for a second, which has at least this many frames.
      report.add(.framesDropped(text.contains("dropping late") ? 1 : 25))
      return .understood
    }
    if text.contains("discontinuity in audio timestamps") || text.contains("nderrun") {
      guard message.isWarning else { return .noise }
      report.add(.audioGap)
      return .understood
    }
    return nil
  }

  /// `posting on bus eos message: …, element 'playbin0', …`: what a program receives from its pipeline.
  private mutating func takeBus(_ text: LogText, _ report: inout LineReport) -> LineVerdict? {
    guard let posted = text.after("posting on bus "), let element = text.between("element '", "'") else { return nil }
    if posted.hasPrefix("error message") {
      return fail(text.between("debug=(string)\"", "\"") ?? posted, &report)
    }
    guard isPipeline(element) else { return .noise }
    if posted.hasPrefix("stream-start message") {
      // During playback this is the next item, without a gap; before playback it is the first.
      guard isPlaying else { return .noise }
      (duration, positionSink, hasEnded) = (nil, nil, false)
      report.add(.opened(""))
      report.add(.prepared)
      report.add(.playing(true))
    } else if posted.hasPrefix("eos message") {
      end(&report)
    } else if posted.hasPrefix("async-done message") {
      landSeek(&report)
    } else {
      return .noise
    }
    return .understood
  }

  /// The element, the bus and gst-launch all report the same failure.
  private mutating func fail(_ words: LogText, _ report: inout LineReport) -> LineVerdict {
    guard !hasFailed else { return .noise }
    (isPlaying, hasFailed) = (false, true)
    report.add(.failed(FailureWords.kind(words), words.text))
    return .understood
  }

  private mutating func end(_ report: inout LineReport) {
    guard !hasEnded else { return }
    hasEnded = true
    report.add(.ended)
  }

  private mutating func takeState(_ text: LogText, _ report: inout LineReport) -> LineVerdict? {
    if let wanted = text.after("set_state to ") ?? text.after("setting target state to ") {
      return take(wanted: wanted, &report)
    }
    if let change = text.after("notifying about state-changed ") ?? text.after("posting state-changed ") {
      let new = change.after(" to ") ?? change
      return take(reached: new, from: change, pending: new.after("(") ?? new, &report)
    }
    if let change = text.after("committing state from ") {
      let new = change.after(" to ") ?? change
      return take(reached: new, from: change, pending: new.after("pending ") ?? new, &report)
    }
    if let final = text.after("continue state change ")?.after(", final ") {
      open(&report)
      if final.hasPrefix("PLAYING") { want(true, &report) }
      return .understood
    }
    if let new = text.after("completed state change to ") {
      return take(reached: new, from: new, pending: new, &report)
    }
    return nil
  }

  private mutating func take(wanted: LogText, _ report: inout LineReport) -> LineVerdict {
    open(&report)
    if wanted.hasPrefix("PLAYING") {
      want(true, &report)
    } else if wanted.hasPrefix("PAUSED") {
      // A program that waits for data pauses the pipeline.
      if !isBuffering, level == 100 { want(false, &report) }
    } else if wanted.hasPrefix("READY") || wanted.hasPrefix("NULL") {
      close(&report)
    }
    return .understood
  }

  private mutating func take(
    reached: LogText, from: LogText, pending: LogText, _ report: inout LineReport
  ) -> LineVerdict {
    open(&report)
    if reached.hasPrefix("PLAYING") {
      want(true, &report)
      landSeek(&report)
      if !isPlaying {
        report.add(.prepared)
        report.add(.playing(true))
      }
      (isPlaying, hasFailed) = (true, false)
    } else if reached.hasPrefix("PAUSED") {
      report.add(.prepared)
      if pending.hasPrefix("PLAYING") { want(true, &report) }
      guard isPlaying, from.hasPrefix("PLAYING") else { return .understood }
      isPlaying = false
      report.add(.playing(false))
      if level < 100 {
        if !isBuffering { report.add(.buffering(true)) }
        isBuffering = true
      } else if pending.hasPrefix("VOID") {
        want(false, &report)
      }
    } else if reached.hasPrefix("READY"), pending.hasPrefix("PLAYING") {
      want(true, &report)
    } else if reached.hasPrefix("NULL") || reached.hasPrefix("READY") && from.hasPrefix("PAUSED") {
      close(&report)
    }
    return .understood
  }

  private mutating func open(_ report: inout LineReport) {
    guard !isOpen else { return }
    isOpen = true
    report.add(.opened(""))
  }

  private mutating func close(_ report: inout LineReport) {
    guard isOpen else { return }
    (isOpen, isPlaying, isBuffering, hasEnded) = (false, false, false, false)
    (level, wantsPlay, seekTarget, duration, positionSink, hasFailed) = (100, nil, nil, nil, nil, false)
    report.add(.closed)
  }

  private mutating func want(_ wanted: Bool, _ report: inout LineReport) {
    guard wantsPlay != wanted else { return }
    wantsPlay = wanted
    report.add(.intent(wanted))
  }

  private mutating func landSeek(_ report: inout LineReport) {
    guard let target = seekTarget else { return }
    seekTarget = nil
    report.add(.seekEnded(target))
    if isPlaying { report.add(.playing(true)) }
  }

  private mutating func takeEnd(
    _ message: Message, isWhole: Bool, _ report: inout LineReport
  ) -> LineVerdict? {
    let text = message.text
    if isWhole, text.contains("async-done") || text.contains("ASYNC_DONE") || text.contains("async_done") {
      landSeek(&report)
      return .understood
    }
    if text.contains("all sinks posted EOS") || isWhole && text.contains("posting EOS")
      || isWhole && text.contains("type eos")
    {
      end(&report)
      return .understood
    }
    if let words = text.after("posted error message: ") {
      return fail(words, &report)
    }
    if let words = text.after("posted warning message: ") {
      report.add(.warned(FailureWords.kind(words), words.text))
      return .understood
    }
    return nil
  }
}
