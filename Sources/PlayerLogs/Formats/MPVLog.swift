import PlayerCore

/// The output of mpv with `--log-file`, and libmpv's messages as apps print them.
///
/// As in mpv, playback is wanted unless the property `pause` is set.
struct MPVLog: LogReader {
  static let format = LogFormat.mpv
  static let reportsPlaying = false
  static let reportsIntent = false

  static func likeness(_ line: LogText) -> Int {
    if let message = Message(line) { return message.module == "cplayer" ? 10 : 6 }
    return Message(terminal: line) == nil ? 0 : 6
  }

  var wantsPlay = true
  var isSeeking = false
  var isOpen = false
  var hasEnded = false
  var lastPosition: Int64?
  /// A relative seek was requested, and the next lines contain its target.
  var pendingSeek: SeekCommand?
  var hasRestarted = false
  var hasVideoFrame = false
  /// The file stays open at its end, and only the decoders report the end.
  var keepsOpen = false
  /// The speed in millionths.
  var speed: Int64 = 1_000_000
  /// The number of frames dropped so far.
  var dropped: Int64 = 0
  /// The number of consecutive status lines with sound and picture apart.
  var apart = 0

  mutating func read(_ line: LogText, into report: inout LineReport) -> LineVerdict {
    guard let message = Message(line) ?? Message(terminal: line) else {
      return line.trimmed.isEmpty ? .noise : .unknown
    }
    report.time = message.time
    if message.time == nil, let stamp = LogStamp.at(line) { (report.time, report.isDate) = (stamp.time, stamp.isDate) }
    let before = report.observations.count
    let verdict = take(message, &report)
    return verdict == .noise && report.observations.count > before ? .understood : verdict
  }

  mutating func take(_ message: Message, _ report: inout LineReport) -> LineVerdict {
    takeSeek(message, &report)
    if message.module == "cplayer" {
      let verdict = take(message.text, message, &report)
      if verdict != .noise { return verdict }
    }
    if message.module == "statusline" || Message.statuses.contains(where: { message.text.hasPrefix($0) }) {
      return takeStatus(message.text, &report)
    }
    return takeMedia(message, &report) ?? takeNetwork(message, &report)
  }

  mutating func open(_ source: String, _ report: inout LineReport) {
    (isOpen, isSeeking, hasEnded, lastPosition) = (true, false, false, nil)
    (pendingSeek, hasRestarted, hasVideoFrame, apart) = (nil, false, false, 0)
    report.add(.opened(source))
  }

  mutating func take(_ text: LogText, _ message: Message, _ report: inout LineReport) -> LineVerdict {
    if text.hasPrefix("mpv "), text.contains("Copyright") {
      report.beginsSession = true
      report.engine = text.before(" Copyright").text
      self = MPVLog()
      return .understood
    }
    if let source = text.after(prefix: "Playing: ") {
      open(source.text, &report)
      return .understood
    }
    if text.hasPrefix("Starting playback..."), !isOpen {
      open("", &report)
      return .understood
    }
    if let verdict = takeProperty(text, &report) { return verdict }
    if let arguments = text.after(prefix: "Run command: ") { return takeCommand(arguments, message, &report) }
    if let place = text.after(prefix: "playback restart complete @ ") {
      restart(place, &report)
      return .understood
    }
    if text.hasPrefix("VO: [") {
      report.add(.picture(isMissing: true))
      return .understood
    }
    if text.hasPrefix("first video frame after restart shown") {
      hasVideoFrame = true
      report.add(.picture(isMissing: false))
      return .understood
    }
    if text.hasPrefix("starting audio playback") { return .understood }
    return takeWaiting(text, &report) ?? takeEnd(text, &report) ?? .noise
  }

  /// Playback begins, or restarts, once the first frame and the first sound are available.
  mutating func restart(_ place: LogText, _ report: inout LineReport) {
    report.add(.prepared)
    report.add(.firstFrame(hasVideoFrame ? .video : .audio))
    // Past the end the position is a very small number, which means none.
    let position = place.millionths.flatMap { $0 >= 0 ? $0 : nil }
    if isSeeking {
      report.add(.seekEnded(position))
    } else if let position {
      report.add(.position(position))
    }
    (isSeeking, hasRestarted) = (false, true)
    lastPosition = position ?? lastPosition
  }

  mutating func takeProperty(_ text: LogText, _ report: inout LineReport) -> LineVerdict? {
    if let option = text.after("option 'keep-open' = '") {
      keepsOpen = !option.hasPrefix("no")
      return .noise
    }
    if let option = text.after("option 'pause' = '") ?? text.after("option pause=") {
      wantsPlay = option.hasPrefix("no")
      report.add(.intent(wantsPlay))
      return .understood
    }
    guard let setting = text.after(prefix: "Set property: ") else { return nil }
    guard setting.contains("-> 1") else { return .noise }
    if setting.hasPrefix("pause") {
      let value = setting.after("=")
      wantsPlay = value.map { $0.hasPrefix("false") || $0.hasPrefix("no") || $0.hasPrefix("\"no") } ?? !wantsPlay
      report.add(.intent(wantsPlay))
      return .understood
    }
    if let speed = setting.after(prefix: "speed=")?.millionths {
      self.speed = speed
      report.add(.rate(speed / 1_000))
      return .understood
    }
    for name in ["time-pos=", "playback-time="] as [StaticString] {
      guard let target = setting.after(prefix: name)?.millionths else { continue }
      isSeeking = true
      report.add(.seekBegan(target))
      return .understood
    }
    if let muted = setting.after(prefix: "mute=") {
      report.add(.muted(muted.hasPrefix("true") || muted.hasPrefix("yes")))
      return .understood
    }
    return .noise
  }

  mutating func takeCommand(_ command: LogText, _ message: Message, _ report: inout LineReport) -> LineVerdict {
    if command.hasPrefix("multiply,") || command.hasPrefix("add,"), command.contains("name=\"speed\"") {
      guard let amount = command.after("value=\"")?.millionths, amount.magnitude < 1_000_000_000 else {
        return .unknown
      }
      let new = command.hasPrefix("add") ? speed + amount : Int64(Double(speed) * Double(amount) / 1_000_000)
      speed = min(max(new, 10_000), 100_000_000)
      report.add(.rate(speed / 1_000))
      return .understood
    }
    guard command.hasPrefix("seek,") || command.hasPrefix("seek ") || command == "seek" else { return .noise }
    let arguments = command.after("args=[")
    let isAbsolute = arguments?.contains("absolute") ?? false
    let isPercent = arguments?.contains("percent") ?? false
    let words = arguments?.after("\"")
    if isAbsolute, !isPercent, let target = words?.millionths {
      beginSeek(target, &report)
    } else {
      pendingSeek = SeekCommand(at: message.time)
    }
    return .understood
  }

  mutating func takeWaiting(_ text: LogText, _ report: inout LineReport) -> LineVerdict? {
    if text.hasPrefix("Enter buffering") {
      report.add(.buffering(true))
    } else if text.hasPrefix("End buffering") {
      report.add(.buffering(false))
    } else if text.hasPrefix("Audio device underrun") {
      report.add(.audioGap)
    } else if text.hasPrefix("Audio/Video desynchronisation detected") {
      // mpv reports this from half a second.
      report.add(.drift(by: 500_000, isMeasured: true))
    } else {
      return nil
    }
    return .understood
  }

  mutating func takeEnd(_ text: LogText, _ report: inout LineReport) -> LineVerdict? {
    if text.hasPrefix("EOF reached") {
      // With keep-open the file stays open.
      guard isOpen, !hasEnded else { return .noise }
      hasEnded = true
      report.add(.ended)
      return .understood
    }
    if keepsOpen, isOpen, !hasEnded,
      text.hasPrefix("video EOF reached") || !hasVideoFrame && text.hasPrefix("audio EOF reached")
    {
      hasEnded = true
      report.add(.ended)
      return .understood
    }
    if let words = text.after(prefix: "finished playback, ") {
      defer { (isOpen, hasRestarted, pendingSeek) = (false, false, nil) }
      switch words.after("(reason ")?.integer {
      case 0: if !hasEnded { report.add(.ended) }
      case 4: report.add(.failed(FailureWords.kind(words), words.before(" (reason").text))
      default: report.add(.closed)
      }
      return .understood
    }
    if text.hasPrefix("Exiting...") {
      if text.contains("Errors when") {
        report.add(.failed(.unknown, text.text))
      } else {
        report.add(.closed)
      }
      report.endsSession = true
      return .understood
    }
    return nil
  }

  /// `AV: 00:00:01 / 00:10:00 (0%) A-V:  0.000 Cache: 10s`.
  mutating func takeStatus(_ text: LogText, _ report: inout LineReport) -> LineVerdict {
    guard let times = text.after("AV: ") ?? text.after("A: ") ?? text.after("V: "), let now = times.trimmed.clock else {
      return .noise
    }
    lastPosition = now.value
    report.add(.position(now.value))
    takeDistance(times, &report)
    if let count = times.after("Dropped: ")?.integer {
      if count > dropped { report.add(.framesDropped(count - max(0, dropped))) }
      dropped = count
    }
    if let all = times.after(" / ")?.clock { report.add(.duration(all.value)) }
    return .understood
  }

  /// Sound and picture may be apart for a moment after a seek. Three consecutive lines exceed that.
  mutating func takeDistance(_ times: LogText, _ report: inout LineReport) {
    guard let distance = times.after("A-V:")?.trimmed.millionths, distance.magnitude >= 300_000 else {
      apart = 0
      return
    }
    apart = min(apart + 1, 3)
    if apart == 3 { report.add(.drift(by: distance, isMeasured: true)) }
  }

  /// The command of a seek, and its time.
  struct SeekCommand {
    var at: Int64?
  }

  /// `[   0.123][v][cplayer] text`, or `PlayerLog(prefix: cplayer, level: v, text: …)`.
  struct Message {
    var time: Int64?
    var level: UInt8 = 0
    var module: LogText
    var text: LogText

    init?(_ line: LogText) {
      let line = line.trimmed
      if let printed = line.after("PlayerLog(prefix: ") {
        guard let rest = printed.after(", level: "), let words = rest.after(", text: ") else { return nil }
        module = printed.before(",")
        level = rest.first ?? 0
        text = words.last == UInt8(ascii: ")") ? words.prefix(words.count - 1) : words
        return
      }
      guard let first = line.after(prefix: "[") else { return nil }
      let digits = first.trimmed
      guard let time = digits.leadingMillionths, digits[time.length] == UInt8(ascii: "]") else { return nil }
      let rest = digits.dropFirst(time.length + 1)
      guard rest.first == UInt8(ascii: "["), rest[2] == UInt8(ascii: "]"), rest[3] == UInt8(ascii: "["),
        let end = rest.dropFirst(4).place(of: "]")
      else { return nil }
      self.time = time.value
      level = rest[1] ?? 0
      module = rest.dropFirst(4).prefix(end)
      text = rest.dropFirst(5 + end).trimmed
    }

    /// What a terminal shows: `[cplayer] text` with `-v`, a time before it with `--msg-time`, or the text alone.
    init?(terminal line: LogText) {
      var line = line.overwritten
      if let digits = line.after(prefix: "[")?.trimmed, let stamp = digits.leadingMillionths,
        digits[stamp.length] == UInt8(ascii: "]")
      {
        (time, line) = (stamp.value, digits.dropFirst(stamp.length + 1).trimmed)
      }
      if let rest = line.after(prefix: "["), let end = rest.place(of: "] "),
        Self.modules.contains(where: { rest.prefix(end) == $0 })
      {
        (module, text) = (rest.prefix(end), rest.dropFirst(end + 1).trimmed)
      } else if Self.statuses.contains(where: { line.hasPrefix($0) && line.contains(" / ") })
        || Self.sentences.contains(where: { line.hasPrefix($0) })
      {
        (module, text) = (LogText("cplayer"), line)
      } else {
        return nil
      }
    }

    /// How a status line begins.
    static let statuses: [StaticString] = ["AV: ", "A: ", "V: ", "(Paused) ", "(Buffering) "]
    private static let modules: [StaticString] = [
      "cplayer", "statusline", "ytdl_hook", "lavf", "demux", "cache", "ffmpeg", "ffmpeg/demuxer", "ffmpeg/video",
      "ffmpeg/audio", "ao", "vo", "vd", "ad", "file", "stream", "osd", "input",
    ]
    private static let sentences: [StaticString] = [
      "Playing: ", "AO: [", "VO: [", "Audio device underrun", "Audio/Video desynchronisation", "Failed audio resync",
      "Exiting... (",
    ]
  }
}
