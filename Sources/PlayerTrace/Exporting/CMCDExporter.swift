import PlayerCore
import PlayerText

/// Writes a run as CMCD version 2 (CTA-5004-B) event reports, one on a line: the body that a player would have posted.
///
/// A session begins with each item. A trace has no bit rates, no dropped frames, and only the first response of an
/// opening, so these are not reported.
struct CMCDExporter: RunExporter {
  private let options: ExportOptions
  private var writer = JSONWriter()
  private var dates: RunDates?
  private var names: SessionNames?
  private var session = CMCDSession()
  private var sessions: Int64 = 0
  private var ticks: RunTicks
  private var account = SessionAccount()
  private var edge = LiveEdgeDates()
  /// Whether an advert plays, and whether its break is still in progress.
  private var isInAdvert = false
  private var isInBreak = false

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
    session = CMCDSession(state: CMCDSession.state(of: account.sessionClass), account)
    if !player.shown.item.isNone { session.item = player.shown.item.rawValue }
    if session.state != nil { ticks.begin(at: player.clock) }
  }

  mutating func take(_ moment: RunMoment, _ context: RunContext) {
    var passed = 0
    while let tick = ticks.take(through: moment.instant, passed: passed) {
      passed += 1
      account.advance(to: tick)
      report("t", at: tick, moment.before, moment.position(at: tick), context)
    }
    account.advance(to: moment.instant)
    edge.take(moment)
    let state = CMCDSession.state(of: context.account.sessionClass)
    session.pass(account, to: context.account.sessionClass, at: moment.instant)
    account = context.account
    let isAnother = state != session.state && !(state == nil && session.isOver)
    // Events of one moment are reported with the resulting state.
    let (before, wasOver) = (session.state, session.isOver)
    if isAnother { session.state = state ?? "q" }
    for notification in moment.notifications { take(notification, wasOver: wasOver, moment, context) }
    if isAnother, session.state != before { report("ps", moment, context) }
    if session.isOver { ticks.end() } else if wasOver { ticks.begin(at: moment.instant) }
  }

  mutating func finish(_ context: RunContext) {}

  // MARK: Events

  private mutating func take(
    _ notification: Player.Notification, wasOver: Bool, _ moment: RunMoment, _ context: RunContext
  ) {
    switch notification {
    case .itemChanged(_, let item): change(to: item, wasOver: wasOver, moment, context)
    case .effectiveRateChanged(let rate):
      report("pr", moment, context) { $0.put("pr", thousandths: Int64(rate.thousandths)) }
    case .failed(let failure, _), .warned(let failure):
      report("e", moment, context) { $0.put("ec", texts: [Self.code(failure)], limit: 64) }
    case .backgroundChanged(let isInBackground):
      report("b", moment, context) { if !isInBackground { $0.put("bg", flag: false) } }
    case .mutedChanged(let isMuted): report(isMuted ? "m" : "um", moment, context)
    case .pictureInPictureChanged(let isActive): report(isActive ? "pc" : "pe", moment, context)
    // One that was given up skipped nothing.
    case .didSkip(let segment, _, isFinished: true):
      report("sk", moment, context) { Self.put(Self.name(of: segment, context), &$0) }
    case .blockedPlaying(let segment, _):
      guard !segment.isNone else { return }
      report("ce", moment, context) {
        $0.put("cen", text: "blockedPlaying", limit: 64)
        Self.put(Self.name(of: segment, context), &$0)
      }
    case .segmentStarted(let segment, _, _, _, _): start(segment, moment, context)
    case .segmentEnded(_, _, _, _, let next, _): end(next: next, moment, context)
    case .connected(_, _, _, let firstData): connect(firstData, moment, context)
    case .retryScheduled(let attempt, let limit, _):
      report("ce", moment, context) {
        $0.put("cen", text: "retryScheduled", limit: 64)
        Self.put("\(attempt) of \(limit)", &$0)
      }
    case .reloading: custom("reloading", moment, context)
    case .looped: custom("looped", moment, context)
    case .policyPrevented: custom("policyPrevented", moment, context)
    case .interruptionChanged(let isInterrupted):
      custom(isInterrupted ? "interruptionBegan" : "interruptionEnded", moment, context)
    default: break
    }
  }

  private mutating func change(to item: ItemID, wasOver: Bool, _ moment: RunMoment, _ context: RunContext) {
    guard !item.isNone else { return }
    let state = session.state
    if session.item != nil {
      if !wasOver {
        session.state = "q"
        report("ps", moment, context)
      }
      sessions += 1
    }
    session = CMCDSession(state: state, account)
    session.item = item.rawValue
    if state == "s" { session.start(at: moment.instant) }
    report("c", moment, context)
  }

  private mutating func custom(_ name: String, _ moment: RunMoment, _ context: RunContext) {
    report("ce", moment, context) { $0.put("cen", text: name, limit: 64) }
  }

  private mutating func connect(_ firstData: TimeSpan, _ moment: RunMoment, _ context: RunContext) {
    let address = SourceTitle.address(context.names.source(moment.after.shown.item))
    guard let address, address.begins(with: "http") else { return }
    report("rr", moment, context) {
      $0.put("url", text: address, limit: 2_048)
      if firstData != .never { $0.put("ttfb", firstData.microseconds / 1_000) }
    }
  }

  private mutating func start(_ segment: SegmentID, _ moment: RunMoment, _ context: RunContext) {
    guard options.isAdvert(context.title(of: segment)) else { return }
    if !isInBreak { report("abs", moment, context) }
    (isInBreak, isInAdvert) = (true, true)
    report("as", moment, context) { Self.put(Self.name(of: segment, context), &$0) }
  }

  private mutating func end(next: SegmentID, _ moment: RunMoment, _ context: RunContext) {
    if isInAdvert { report("ae", moment, context) }
    isInAdvert = false
    guard isInBreak, next.isNone || !options.isAdvert(context.title(of: next)) else { return }
    isInBreak = false
    report("abe", moment, context)
  }

  // MARK: Reports

  private mutating func report(
    _ event: String, _ moment: RunMoment, _ context: RunContext, _ body: (inout StructuredDictionary) -> Void = { _ in }
  ) {
    report(event, at: moment.instant, moment.after, moment.position, context, body)
  }

  private mutating func report(
    _ event: String, at instant: Instant, _ player: Player.Inspection, _ position: MediaTime, _ context: RunContext,
    _ body: (inout StructuredDictionary) -> Void = { _ in }
  ) {
    // There is no session before there is something to play.
    guard let item = session.item, let dates, let names else { return }
    var report = StructuredDictionary()
    report.put("v", 2)
    report.put("e", token: event)
    report.put("ts", dates.milliseconds(instant))
    report.put("sid", text: names.name(sessions), limit: 64)
    let content = options.content ?? SourceTitle.of(context.names.source(ItemID(item)))
    report.put("cid", text: content, limit: 128)
    if let state = session.state { report.put("sta", token: state) }
    body(&report)
    session.put(into: &report, account, at: instant)
    put(player, position, isRateEvent: event == "pr", into: &report)
    if let latency = edge.latency(of: position, player, at: instant) { report.put("ltc", latency) }
    writer.raw(report.line)
    writer.raw("\n")
  }

  private func put(
    _ player: Player.Inspection, _ position: MediaTime, isRateEvent: Bool, into report: inout StructuredDictionary
  ) {
    if position.isKnown { report.put("pt", position.microseconds / 1_000) }
    if position.isKnown, player.bufferedUntil.isKnown {
      let ahead = max(0, (player.bufferedUntil - position).microseconds)
      report.put("bl", list: [CMCDSession.hundreds(ahead)], token: player.tracksToken)
    }
    if !isRateEvent, player.shown.phase != .empty {
      let rate = player.isMoving ? Int64(player.movingRate.thousandths) : 0
      if rate != 1_000 { report.put("pr", thousandths: rate) }
    }
    if player.shown.isInBackground { report.put("bg", flag: true) }
    switch player.shown.streamType {
    case .unknown: break
    case .onDemand: report.put("st", token: "v")
    case .live, .dvr: report.put("st", token: "l")
    }
  }

  /// Custom keys have a prefix.
  private static func put(_ value: String, _ report: inout StructuredDictionary) {
    report.put("tapedeck-value", text: value, limit: 64)
  }

  private static func name(of segment: SegmentID, _ context: RunContext) -> String {
    let title = context.title(of: segment)
    return title.isEmpty ? "segment \(segment.rawValue)" : title
  }

  private static func code(_ failure: Failure) -> String {
    failure.kind.wireName.description + (failure.detail == 0 ? "" : " \(failure.detail)")
  }
}

extension Player.Inspection {
  /// What the buffer holds, as CMCD names it.
  fileprivate var tracksToken: String {
    if !hasVideo { return "a" }
    // An engine that reports no tracks at all plays both.
    return shown.trackCount.audio > 0 || shown.trackCount.video == 0 ? "av" : "v"
  }
}
