import PlayerCore
import PlayerText

/// Writes a run as events of Pillarbox monitoring 1.0, one on a line.
///
/// A session begins when an item is ready to play, or right before the failure that keeps it from being ready, and ends
/// with its item, its content or a failure. Data that a trace does not contain is omitted: the device, the screen, bit
/// rates.
struct PillarboxExporter: RunExporter {
  private let options: ExportOptions
  private var writer = JSONWriter()
  private var dates: RunDates?
  private var names: SessionNames?
  private var ticks: RunTicks
  private var account = SessionAccount()
  private var edge = LiveEdgeDates()
  private var sessions: Int64 = -1
  /// The account at the beginning of the current session; `nil` without one.
  private var session: (times: SessionTimes, stalls: Int64)?
  private var stalls: Int64 = 0
  /// When the content was requested, and when its playback was.
  private var loadedAt: Instant?
  private var askedAt: Instant?
  private var openedAt: Instant?
  /// Warnings from before a session: they cannot be reported until it begins.
  private var waiting: [(failure: Failure, step: Int64)] = []
  private var hasPlayed = false

  init(_ options: ExportOptions) {
    self.options = options
    ticks = RunTicks(options.interval)
  }

  var bytes: [UInt8] {
    get { writer.bytes }
    set { writer.bytes = newValue }
  }

  mutating func begin(_ context: RunContext, _ player: Player.Inspection) {
    dates = RunDates(context, given: options.start)
    names = SessionNames(context, given: options.session)
    account = context.account
  }

  mutating func take(_ moment: RunMoment, _ context: RunContext) {
    var passed = 0
    while let tick = ticks.take(through: moment.instant, passed: passed) {
      passed += 1
      account.advance(to: tick)
      status("HEARTBEAT", at: tick, moment.before, moment.position(at: tick), context)
    }
    account.advance(to: moment.instant)
    let wasRebuffering = account.sessionClass == .rebuffering
    edge.take(moment)
    for output in moment.outputs { take(output, moment, context) }
    account = context.account
    if account.sessionClass == .rebuffering, !wasRebuffering { stalls += 1 }
    if account.sessionClass == .playing { hasPlayed = true }
    if askedAt == nil, account.sessionClass == .starting { askedAt = moment.instant }
  }

  mutating func finish(_ context: RunContext) {}

  // MARK: Events

  private mutating func take(_ output: Output, _ moment: RunMoment, _ context: RunContext) {
    switch output {
    case .engine(.open, _): if openedAt == nil { openedAt = moment.instant }
    case .notification(let notification, _): take(notification, moment, context)
    case .engine, .completion, .diagnostic: break
    }
  }

  private mutating func take(_ notification: Player.Notification, _ moment: RunMoment, _ context: RunContext) {
    switch notification {
    case .itemChanged:
      stop(moment, context)
      (loadedAt, askedAt, openedAt, hasPlayed) = (moment.instant, nil, nil, false)
      waiting = []
    case .prepared: start(moment, context)
    case .phaseChanged(_, .empty), .phaseChanged(_, .idle): stop(moment, context)
    // Play after the end starts over.
    case .phaseChanged(.ended, .prepared): start(moment, context)
    case .ended: stop(moment, context)
    case .warned(let failure):
      if session == nil { waiting.append((failure, moment.number)) }
      if session != nil { error(failure, "Warning", moment.number, moment, context) }
      if waiting.count > 100 { waiting.removeFirst() }
    case .failed(let failure, _):
      start(moment, context)
      error(failure, "Fatal", moment.number, moment, context)
      session = nil
      ticks.end()
    default: break
    }
  }

  private mutating func start(_ moment: RunMoment, _ context: RunContext) {
    guard session == nil else { return }
    sessions += 1
    session = (account.times, stalls)
    let source = context.names.source(moment.after.shown.item)
    let (options, loadedAt, askedAt, openedAt) = (options, loadedAt, askedAt, openedAt)
    event("START", at: moment.instant) { data in
      data["media"] = .object([
        "id": .text(options.content ?? SourceTitle.of(source)),
        "asset_url": SourceTitle.address(source).map { .text(SourceTitle.uri($0)) },
      ])
      data["player"] = .object(["name": .text("TapeDeck"), "version": .text(context.header.tool)])
      let asked = askedAt ?? (moment.after.shown.wantsPlay ? loadedAt : nil)
      let isReady = moment.after.shown.phase != .failed
      let wait = asked.map { (moment.instant - $0).microseconds / 1_000 }
      if isReady { data["qoe_timings"] = wait.map { .object(["asset": .integer($0), "total": .integer($0)]) } }
      let opening = openedAt.map { (moment.instant - $0).microseconds / 1_000 }
      if isReady { data["qos_timings"] = opening.map { .object(["asset": .integer($0)]) } }
    }
    guard moment.after.shown.phase != .failed else { return }
    status("HEARTBEAT", at: moment.instant, moment.after, moment.position, context)
    for warning in waiting { error(warning.failure, "Warning", warning.step, moment, context) }
    waiting = []
    ticks.begin(at: moment.instant)
  }

  private mutating func stop(_ moment: RunMoment, _ context: RunContext) {
    guard session != nil else { return }
    // Media that has ended may be closed already.
    let isGone = !moment.position.isKnown
    let player = isGone ? moment.before : moment.after
    status("STOP", at: moment.instant, player, isGone ? moment.positionBefore : moment.position, context)
    session = nil
    ticks.end()
    (askedAt, openedAt) = (nil, nil)
  }

  private mutating func status(
    _ name: String, at instant: Instant, _ player: Player.Inspection, _ position: MediaTime, _ context: RunContext
  ) {
    guard let session else { return }
    let source = context.names.source(player.shown.item)
    let (account, stalls, date) = (account, stalls, edge.date(of: position))
    event(name, at: instant) { data in
      data["airplay"] = .flag(player.shown.isPlayingExternally)
      if position.isKnown {
        data["position"] = Self.milliseconds(position.microseconds)
        data["position_timestamp"] = date.map { .integer($0) }
        if player.bufferedUntil.isKnown {
          data["buffered_duration"] = Self.milliseconds(max(0, (player.bufferedUntil - position).microseconds))
        }
      }
      if player.shown.duration.isKnown { data["duration"] = Self.milliseconds(player.shown.duration.microseconds) }
      data["playback_duration"] = Self.milliseconds(account.times[.playing] - session.times[.playing])
      data["stall"] = .object([
        "count": .integer(stalls - session.stalls),
        "duration": Self.milliseconds(account.times[.rebuffering] - session.times[.rebuffering]),
      ])
      switch player.shown.streamType {
      case .unknown: break
      case .onDemand: data["stream_type"] = .text("On-demand")
      case .live, .dvr: data["stream_type"] = .text("Live")
      }
      data["url"] = SourceTitle.address(source).map { .text(SourceTitle.uri($0)) }
    }
  }

  private mutating func error(
    _ failure: Failure, _ severity: String, _ step: Int64, _ moment: RunMoment, _ context: RunContext
  ) {
    let source = context.names.source(moment.after.shown.item)
    let hasPlayed = hasPlayed
    event("ERROR", at: moment.instant) { data in
      let words = context.names.text(failure.text)
      let kind = failure.kind.wireName.description
      data["name"] = .text(failure.detail == 0 ? kind : "\(kind) (\(failure.detail))")
      data["message"] = .text(words.isEmpty ? kind : words)
      data["severity"] = .text(severity)
      data["log"] = .object(["step": .integer(step)])
      data["url"] = SourceTitle.address(source).map { .text(SourceTitle.uri($0)) }
      guard hasPlayed else { return }
      let position = moment.position.isKnown ? moment.position : moment.positionBefore
      if position.isKnown { data["position"] = Self.milliseconds(position.microseconds) }
      let duration = moment.before.shown.duration
      if duration.isKnown { data["duration"] = Self.milliseconds(duration.microseconds) }
    }
  }

  private static func milliseconds(_ microseconds: Int64) -> JSONValue { .integer(microseconds / 1_000) }

  private mutating func event(_ name: String, at instant: Instant, _ body: (inout [String: JSONValue?]) -> Void) {
    guard let dates, let names else { return }
    var data: [String: JSONValue?] = [:]
    body(&data)
    let event = JSONValue.object([
      "data": .object(data), "event_name": .text(name), "session_id": .text(names.name(sessions)),
      "timestamp": .integer(dates.milliseconds(instant)), "version": .integer(1),
    ])
    event.write(into: &writer)
    writer.raw("\n")
  }
}
