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

  private var clock = DayClock()
  /// The time and the tag of the lines that follow, from `logcat -v long`.
  var heading: String?
  /// Those that the log is about, the longest known first.
  private var players = [EventLoggerPlayer()]
  /// The one of the last event.
  private var current = 0
  private var begun = 1
  /// More are not told apart.
  private static let limit = 16

  mutating func read(_ line: LogText, into report: inout LineReport) -> LineVerdict {
    guard let line = joined(line) else { return .noise }
    let stamp = LogStamp.at(Self.withoutLineNumber(line))
    if let stamp {
      report.time = stamp.isDate ? stamp.time : clock.running(stamp.time)
      report.isDate = stamp.isDate
    }
    defer { report.player = players[current].name }
    if let verdict = readLifecycle(line, &report) { return verdict }
    guard let message = Self.message(line) else {
      // Android Studio omits a tag that equals that of the previous line.
      if stamp != nil, line.contains(", seekable="), let place = line.place(of: "window [") {
        return players[current].readDetail(line.dropFirst(place), &report)
      }
      if stamp == nil, players[current].failure != nil, Self.isStack(line) {
        return players[current].readDetail(line, &report)
      }
      return stamp != nil || Self.isLogcat(line) || Self.isStack(line) ? .noise : .unknown
    }
    guard let event = Event(message) else { return players[current].readDetail(message, &report) }
    choose(event, &report)
    if report.time == nil { report.time = event.time }
    return players[current].read(event, into: &report)
  }

  func finish() -> [LineReport] {
    players.compactMap { player in
      var (player, report) = (player, LineReport())
      player.reportFailure(&report)
      report.player = player.name
      return report.observations.isEmpty ? nil : report
    }
  }

  /// Finds the player of an event. A line has no name of it, but each logger has its own clock, which begins with it.
  private mutating func choose(_ event: Event, _ report: inout LineReport) {
    // No logger runs for thousands of years.
    let zero = report.time.flatMap { event.time < 1 << 60 ? $0 - event.time : nil }
    if let zero, !players[current].isNear(zero),
      let other = players.indices.first(where: { $0 != current && players[$0].mayHave(event, zero: zero) })
    {
      current = other
    } else if event.time < players[current].lastEventTime - 1_000_000, event.time < 2_000_000 {
      begin(&report)
    }
    players[current].zero = zero
  }

  private mutating func begin(_ report: inout LineReport) {
    report.beginsSession = true
    // Nothing is known of the first yet.
    if players.count == 1, players[0].lastEventTime < 0, players[0].object.isEmpty { return }
    begun += 1
    if players.count >= Self.limit { players.removeFirst() }
    players.append(EventLoggerPlayer(name: String(begun)))
    current = players.count - 1
  }

  private mutating func readLifecycle(_ line: LogText, _ report: inout LineReport) -> LineVerdict? {
    guard line.contains("ExoPlayerImpl") else { return nil }
    if let rest = line.after("Init ") {
      begin(&report)
      players[current].object = rest.before(" ")
      players[current].created = report.time
      report.engine = rest.between("[", "]")?.text ?? ""
      return .understood
    }
    if let rest = line.after("Release ") {
      let object = rest.before(" ")
      current = players.firstIndex { $0.object == object } ?? current
      players[current].reportFailure(&report)
      report.add(.closed)
      report.endsSession = true
      return .understood
    }
    return .noise
  }
}
