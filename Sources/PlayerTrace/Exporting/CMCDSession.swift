import PlayerCore

/// The counters of one CMCD session.
struct CMCDSession {
  /// The last reported state; `nil` before the first.
  var state: String?
  /// The item that is played; `nil` before the first.
  var item: UInt32?
  private var isInStart = false
  private var startedAt = Instant.zero
  private var sequence: Int64 = 0
  private var startDelay: Int64?
  private var hasReportedDelay = false
  /// Time spent rebuffering before the session began.
  private var earlier: Int64 = 0
  private var starvations: Int64 = 0
  private var isStarving = false
  private var starvedSinceReport = false
  private var starvingSince: Int64 = 0
  private var finished: [Int64] = []

  init() {}

  init(state: String?, _ account: SessionAccount) {
    self.state = state
    earlier = account.times[.rebuffering]
    if account.sessionClass == .rebuffering { beginStarving(account) }
  }

  /// Whether playback has ended.
  var isOver: Bool { state == nil || state == "e" || state == "f" || state == "q" }

  /// The session was asked to play.
  mutating func start(at instant: Instant) { (isInStart, startedAt) = (true, instant) }

  private mutating func beginStarving(_ account: SessionAccount) {
    starvations += 1
    (isStarving, starvedSinceReport) = (true, true)
    starvingSince = account.times[.rebuffering]
  }

  /// The session changes its class, with the times up to now.
  mutating func pass(_ account: SessionAccount, to next: SessionClass, at instant: Instant) {
    if next == .rebuffering, !isStarving { beginStarving(account) }
    if next != .rebuffering, isStarving {
      isStarving = false
      if finished.count < 64 { finished.append((account.times[.rebuffering] - starvingSince) / 1_000) }
    }
    if next == .starting, !isInStart, startDelay == nil { start(at: instant) }
    if next == .playing, isInStart, startDelay == nil {
      startDelay = (instant - startedAt).microseconds / 1_000
      isInStart = false
    }
  }

  /// Adds the fields of every report, and removes those that are sent only once.
  mutating func put(into report: inout StructuredDictionary, _ account: SessionAccount, at instant: Instant) {
    report.put("sn", sequence)
    sequence += 1
    report.put("bsa", list: [starvations])
    report.put("bsda", list: [(account.times[.rebuffering] - earlier) / 1_000])
    if starvedSinceReport || isStarving { report.put("bs", flag: true) }
    starvedSinceReport = false
    if !finished.isEmpty { report.put("bsd", list: finished) }
    finished = []
    if let startDelay, !hasReportedDelay {
      report.put("msd", startDelay)
      hasReportedDelay = true
    }
  }

  /// Milliseconds, rounded to hundreds.
  static func hundreds(_ microseconds: Int64) -> Int64 { (microseconds / 50_000 + 1) / 2 * 100 }

  /// The token of a class; `nil` for one that is reported as quitting if something was played, otherwise not at all.
  static func state(of sessionClass: SessionClass) -> String? {
    switch sessionClass {
    case .failed: "f"
    case .ended: "e"
    case .stopped: nil
    case .interrupted, .blocked, .retrying: "w"
    case .preloading: "d"
    case .starting: "s"
    case .seeking: "k"
    case .rebuffering: "r"
    case .pausedRebuffering, .paused: "a"
    case .playing: "p"
    }
  }
}

/// The dates of a live stream's media and the current date, as far as the engine and the host reported them.
struct LiveEdgeDates {
  private var media: (position: MediaTime, date: Int64)?
  private var clock: (instant: Instant, date: Int64)?

  mutating func take(_ moment: RunMoment) {
    switch moment.input {
    case .engine(.dateReference(let position, let date), let epoch) where epoch == moment.after.epoch:
      media = (position, date)
    case .environment(.wallClock(let date)): clock = (moment.instant, date)
    case .command, .deadline, .environment, .engine: break
    }
    if moment.after.epoch != moment.before.epoch { media = nil }
  }

  /// The date of a position, in milliseconds since 1970.
  func date(of position: MediaTime) -> Int64? {
    guard let media, media.position.isKnown, position.isKnown else { return nil }
    let (date, overflow) = media.date.addingReportingOverflow((position - media.position).microseconds)
    return overflow ? nil : date / 1_000
  }

  /// The time from the playhead to the live edge, in milliseconds; `nil` if unknown, and for media on demand.
  func latency(of position: MediaTime, _ player: Player.Inspection, at instant: Instant) -> Int64? {
    guard player.shown.streamType == .live || player.shown.streamType == .dvr else { return nil }
    guard let clock, let date = date(of: position) else { return nil }
    let (now, overflow) = clock.date.addingReportingOverflow((instant - clock.instant).microseconds)
    let latency = now / 1_000 - date
    return overflow || latency < 0 ? nil : latency
  }
}
