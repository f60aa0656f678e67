import PlayerCore
import PlayerRuntime

/// One engine that goes through one session, as a host would drive it, with everything that it reports being checked.
final class EngineDrive {
  let subject: EngineUnderTest
  let media: ContractMedia
  let library = IdentifierTable()
  let engine: any Engine
  let bell = WakeBell()
  var clock: EngineClock
  var judge = RuleJudge()
  /// The epochs that are not over, the newest last.
  var epochs: [EpochWatch] = []
  /// The steps that were taken; more than any session has once the drive is at its end.
  private(set) var stepCount = 0
  private(set) var log = SessionLog()

  private var lastEpoch = Epoch.none
  private var closed: Set<Epoch> = []
  private var lastSerial: UInt32 = 0
  private var reports: [EngineReport] = []
  /// When reports were last taken.
  private var taken = Instant.zero
  /// How often the bell had rung then, at least.
  private var ringsTaken = 0
  /// On the machine's clock: what the engine waits for a processor.
  private var processorWait: ProcessorWait?

  /// Rounds without a report that an engine may let a host make, for one `nextEvent`.
  private static let rounds = 1_000

  init(_ subject: EngineUnderTest, _ setup: ContractSetup) {
    self.subject = subject
    media = subject.media[min(max(0, setup.media), subject.media.count - 1)]
    engine = subject.make(library)
    clock = EngineClock(subject.clock)
    processorWait = clock.isVirtual ? nil : ProcessorWait(engine)
    let bell = bell
    engine.setWakeHandler { bell.ring() }
    let clock = clock
    if !clock.isVirtual { engine.setClock { clock.now } }
  }

  deinit { if stepCount != .max { engine.shutDown() } }

  var now: Instant { clock.now }
  var newest: EpochWatch? { epochs.last }
  /// Opens and has no command to close.
  private var newestNotClosing: EpochWatch? { epochs.last { $0.stage != .closing } }
  private var older: EpochWatch? { epochs.count > 1 && epochs[0].stage == .open ? epochs[0] : nil }

  // MARK: Steps

  func take(_ step: ContractStep) -> ContractViolation? {
    stepCount += 1
    switch step {
    case .open(let keepsBuffer): open(keepsBuffer: keepsBuffer)
    case .close(let isOlder): if let epoch = isOlder ? older : newestNotClosing { tell(.close, epoch.epoch) }
    case .reportPosition(let isOlder): if let epoch = isOlder ? older : newestNotClosing { ask(.reportPosition, epoch) }
    case .wait(let milliseconds): wait(.milliseconds(max(0, milliseconds)))
    case .untilRest(let milliseconds): wait(.milliseconds(max(0, milliseconds)), for: \.restsByItself)
    case .untilBuffered(let milliseconds):
      let count = newestNotClosing?.refillCount
      wait(.milliseconds(max(0, milliseconds)), for: { $0.refillCount != count })
    case .settle: settle()
    case .play, .pause, .seek, .captureStill, .select, .setVolume, .setVideo, .rotate, .catchUp:
      if let epoch = newestNotClosing, let command = command(step, for: epoch) { ask(command, epoch) }
    }
    check()
    return judge.violation
  }

  private func open(keepsBuffer: Bool) {
    let beside = keepsBuffer && epochs.count == 1 && epochs[0].stage == .open
    if beside { clock.isVirtual ? epochs[0].stopReading() : epochs[0].prepareToStopReading() }
    if !beside {
      for epoch in epochs where epoch.stage != .closing { tell(.close, epoch.epoch, takes: false) }
    }
    lastEpoch = Epoch(lastEpoch.rawValue + 1)
    epochs.append(EpochWatch(lastEpoch, media, subject.limits, isExact: clock.isVirtual, at: now))
    tell(.open(item: library.item(for: media.source), keepsBuffer: beside), lastEpoch)
    // Threads continue reading until the command reaches them: what they have read by then is taken by now.
    if beside, !clock.isVirtual, epochs.count > 1 { epochs[0].stopReading() }
  }

  /// The command of a step that any open media takes; `nil` for one that this media does not.
  private func command(_ step: ContractStep, for epoch: EpochWatch) -> EngineCommand? {
    switch step {
    case .play(let rate): return .play(rate: .thousandths(max(1, rate)))
    case .pause: return .pause
    case .seek(let target, let before, let after):
      return .seek(
        SeekSerial(nextSerial()), target: .milliseconds(max(0, target)), toleranceBefore: .milliseconds(max(0, before)),
        toleranceAfter: .milliseconds(max(0, after)))
    case .captureStill: return .captureStill(StillSerial(nextSerial()))
    case .select(let kind, let track): return selection(kind, TrackID(track), for: epoch)
    case .setVolume(let volume): return .setVolume(left: volume, right: volume, isMuted: false)
    case .setVideo(let isEnabled): return .setVideoEnabled(isEnabled)
    case .rotate(let degrees): return .setPresentation(.aspectFit, rotation: degrees)
    case .catchUp(let position):
      // Only live media can be behind.
      let mayCatchUp = !epoch.duration.isKnown && epoch.questions.isEmpty
      return mayCatchUp ? .catchUp(.milliseconds(position)) : nil
    case .open, .close, .reportPosition, .wait, .untilRest, .untilBuffered, .settle: return nil
    }
  }

  private func selection(_ kind: UInt8, _ track: TrackID, for epoch: EpochWatch) -> EngineCommand? {
    guard let kind = TrackKind(rawValue: kind) else { return nil }
    let exists = epoch.tracks.contains { $0.kind == kind && $0.id == track }
    return exists || track == .automatic || (track == .off && kind == .subtitle) ? .selectTrack(kind, track) : nil
  }

  private func nextSerial() -> UInt32 {
    lastSerial += 1
    return lastSerial
  }

  private func ask(_ command: EngineCommand, _ epoch: EpochWatch) {
    if epoch.takesCommands { tell(command, epoch.epoch) }
  }

  private func tell(_ command: EngineCommand, _ epoch: Epoch, takes: Bool = true) {
    // What has happened by now was not caused by this command.
    takeReports()
    guard judge.violation == nil, let index = epochs.firstIndex(where: { $0.epoch == epoch }) else { return }
    processorWait?.look(at: now)
    let now = now
    epochs[index].take(command, at: now)
    log.append(.command(command, epoch, now))
    engine.perform(command, epoch: epoch, at: now)
    if takes { takeReports() }
  }

  // MARK: Time

  /// Lets time pass, until `isDone` at the latest when `span` has.
  func wait(_ span: TimeSpan, until isDone: (EngineDrive) -> Bool = { _ in false }) {
    let end = now + span
    clock.isVirtual ? waitVirtually(until: end, isDone) : waitReally(until: end, isDone)
  }

  /// The same for the newest epoch, while it is open.
  private func wait(_ span: TimeSpan, for isDone: (EpochWatch) -> Bool) {
    wait(span) { drive in drive.newestNotClosing.map { $0.stage != .open || isDone($0) } ?? true }
  }

  private func waitVirtually(until end: Instant, _ isDone: (EngineDrive) -> Bool) {
    var silent = 0
    while judge.violation == nil, !isDone(self) {
      let next = engine.nextEvent
      guard next <= end, next != .never else {
        clock.jump(to: end)
        expectSilence(until: next)
        return
      }
      clock.jump(to: next)
      silent = takeReports() == 0 && engine.nextEvent <= next ? silent + 1 : 0
      judge.expect(
        .nextEventComes, silent < Self.rounds, "a report at \(next.inSeconds), or a later `nextEvent`",
        got: "neither, \(silent) times")
    }
  }

  /// Nothing may come before what the engine has named as its next event.
  private func expectSilence(until next: Instant) {
    let count = takeReports()
    judge.expect(
      .nextEventComes, count == 0, "nothing before `nextEvent`, \(next.inSeconds)",
      got: "\(count) reports by \(now.inSeconds): \(log.last)")
  }

  private func waitReally(until end: Instant, _ isDone: (EngineDrive) -> Bool) {
    while judge.violation == nil, !isDone(self) {
      let now = now
      if now >= end { return }
      let isNamed = engine.nextEvent <= now
      bell.wait(for: min(end, max(engine.nextEvent, now + .milliseconds(1))) - now)
      let rings = bell.count
      if takeReports() > 0 { expectWake(isNamed || engine.nextEvent != .never, since: ringsTaken) }
      ringsTaken = rings
    }
  }

  /// What there was to take was announced, after the bell was last looked at; it may ring a moment after the report can
  /// be taken.
  private func expectWake(_ isNamed: Bool, since rings: Int) {
    if isNamed || bell.count != rings { return judge.expect(.wakesHost, true, "", got: "") }
    let deadline = now + .seconds(1)
    while bell.count == rings, now < deadline { bell.wait(for: .milliseconds(10)) }
    judge.expect(
      .wakesHost, bell.count != rings, "the wake handler to be called for a report",
      got: "no call within 1 s: \(log.last)")
  }

  /// Waits until everything that was asked is answered, or is late.
  func settle() {
    let patience = max(subject.limits.patience, subject.limits.closing + .seconds(2)) + .milliseconds(1)
    wait(patience) { drive in drive.epochs.allSatisfy(\.isQuiet) }
  }

  // MARK: Reports

  /// Takes what is there to take; returns how many reports there were.
  @discardableResult
  private func takeReports() -> Int {
    let now = now
    var count = 0
    for _ in 0..<Self.rounds {
      reports.removeAll(keepingCapacity: true)
      engine.takeEvents(upTo: now, into: &reports)
      if reports.isEmpty { break }
      count += reports.count
      processorWait?.look(at: now)
      checkOrder(upTo: now)
      for report in reports where judge.violation == nil { take(report, upTo: now) }
    }
    judge.expect(.nextEventComes, reports.isEmpty, "no more reports at \(now.inSeconds)", got: "\(count) of them")
    taken = now
    check()
    return count
  }

  private func checkOrder(upTo now: Instant) {
    var last = Instant(microseconds: .min)
    for instant in reports.compactMap(\.instant) {
      judge.expect(.reportsInOrder, instant >= last, "\(last.inSeconds) or later", got: instant.inSeconds)
      last = instant
    }
    guard clock.isVirtual else { return }
    judge.expect(.reportsInOrder, last <= now, "nothing from after \(now.inSeconds)", got: last.inSeconds)
  }

  private func take(_ report: EngineReport, upTo now: Instant) {
    let moment = moment(of: report, upTo: now)
    log.append(.report(report.event, report.epoch, moment.latest))
    guard let index = epochs.firstIndex(where: { $0.epoch == report.epoch }) else {
      judge.expect(
        .closedIsLast, !closed.contains(report.epoch), "nothing of epoch \(report.epoch.rawValue) after its `closed`",
        got: "`\(report.event)`")
      return judge.expect(
        .epochKnown, closed.contains(report.epoch), "reports of epochs that were opened",
        got: "`\(report.event)` of epoch \(report.epoch.rawValue)")
    }
    judge.expect(.epochKnown, true, "", got: "")
    epochs[index].take(report.event, at: moment, &judge)
    guard epochs[index].isOver else { return }
    let span = moment.earliest - epochs[index].since
    let waited = processorWait?.wait(since: epochs[index].since) ?? .zero
    judge.expect(
      .closeInTime, span <= subject.limits.closing + waited,
      "`closed` within \(subject.limits.closing.inSeconds) of \(epochs[index].since.inSeconds)",
      got: "it after \(span.inSeconds), of which the machine may account for \(waited.inSeconds)")
    closed.insert(report.epoch)
    epochs.remove(at: index)
  }

  /// When a report was made, and what the machine may have had to do with that.
  private func moment(of report: EngineReport, upTo now: Instant) -> Moment {
    var moment = report.instant.map { Moment(min($0, now), min($0, now)) } ?? Moment(taken, now)
    guard let processorWait else { return moment }
    // What is read first and noted later may be as old as the wait in between.
    moment.delay = processorWait.wait(since: moment.earliest + .milliseconds(-200))
    moment.waited = processorWait.wait(since: .zero)
    return moment
  }

  /// Checks that no answer is late.
  private func check() {
    for epoch in epochs { epoch.check(&judge, at: now) }
  }

  // MARK: The end

  /// Everything that was asked is answered, and everything is closed and released. With `releases` the engine is shut
  /// down just as it is.
  func finish(releases: Bool) -> ContractViolation? {
    stepCount = .max
    if !releases {
      settle()
      observe()
      for epoch in epochs where epoch.stage != .closing { tell(.close, epoch.epoch) }
      settle()
      // Nothing may follow.
      wait(clock.isVirtual ? .seconds(5) : .milliseconds(50))
    }
    takeReports()
    engine.shutDown()
    if judge.violation == nil { expectEnd() }
    return judge.violation
  }

  /// Looks twice where each playhead is: what should rest rests, and what should move moves.
  private func observe() {
    for _ in 0..<2 {
      for epoch in epochs { ask(.reportPosition, epoch) }
      wait(clock.isVirtual ? .seconds(1) : .milliseconds(300))
    }
    settle()
  }

  private func expectEnd() {
    if clock.isVirtual { clock.jump(to: now + .seconds(5)) } else { bell.wait(for: .milliseconds(20)) }
    var late: [EngineReport] = []
    engine.takeEvents(upTo: now, into: &late)
    judge.expect(
      .shutDownIsSilent, late.isEmpty, "nothing after `shutDown`", got: late.first.map { "`\($0.event)`" } ?? "")
    judge.expect(
      .shutDownIsSilent, engine.nextEvent == .never, "no `nextEvent` after `shutDown`", got: engine.nextEvent.inSeconds)
  }
}
