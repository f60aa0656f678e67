@testable import PlayerCore
@testable import PlayerTesting
import Testing

private typealias Bench = PropertyBench

@Suite("Each property can fail")
struct PlayerPropertyTests {
  private static let nothing = Input.environment(.routeChanged(.other))

  private struct Case: CustomTestStringConvertible, Sendable {
    var law: Law
    var bench: @Sendable () -> Bench
    var input: @Sendable (Bench) -> Input
    var now: Instant?
    var times = 1
    var falsify: @Sendable (inout Player, inout [Output], Player) -> Void

    var testDescription: String { law.property.id }

    init(
      _ law: Law, _ bench: @escaping @autoclosure @Sendable () -> Bench, times: Int = 1, at now: Instant? = nil,
      input: @escaping @Sendable (Bench) -> Input = { _ in PlayerPropertyTests.nothing },
      _ falsify: @escaping @Sendable (inout Player, inout [Output], Player) -> Void
    ) {
      (self.law, self.bench, self.input, self.now, self.times, self.falsify) = (law, bench, input, now, times, falsify)
    }

    /// Adds outputs.
    init(_ law: Law, _ bench: @escaping @autoclosure @Sendable () -> Bench, saying outputs: Output...) {
      self.init(law, bench()) { _, said, _ in said += outputs }
    }

    init(_ law: Law, _ bench: @escaping @autoclosure @Sendable () -> Bench, announcing notice: Player.Notification) {
      self.init(law, bench(), saying: .notification(notice, .environment))
    }
  }

  private static func report(_ event: EngineEvent) -> @Sendable (Bench) -> Input {
    { .engine(event, $0.player.epoch) }
  }

  private static let states: [Case] = [
    Case(.playsAlthoughPaused, .playing()) { player, _, _ in player.shown.wantsPlay = false },
    Case(
      .autoplayAlthoughPaused, .playing(),
      input: report(.buffered(until: .seconds(50), bytesRead: 1, isSaturated: false))
    ) { player, _, _ in player.shown.wantsPlay = false },
    Case(.playsWhileHindered, .playing()) { player, _, _ in
      player.shown.isInterrupted = true
      player.interruption.holds = true
    },
    Case(.playsWithoutData, .playing()) { player, _, _ in player.shown.supply = .unknown },
    Case(.stalledAlthoughMoving, .playing()) { player, _, _ in player.shown.supply = .stalled },
    Case(.playingUnprepared, .playing()) { player, _, _ in player.shown.phase = .opening },
    Case(.playingUnconfirmed, .starting()) { player, _, _ in player.transport.drive = .moving },
    Case(.wantedButNotDriven, .playing()) { player, _, _ in player.transport.drive = .stopped },
    Case(.playingFrozen, .playing()) { player, _, _ in player.nextDeadline = .never },
    Case(.blockedPlayed, .withBlockedSegment) { player, _, _ in player.transport.anchor = .seconds(15) },
    Case(.blockedNotLeft, .withBlockedSegment) { player, _, _ in
      player.transport.anchor = .seconds(15)
      (player.segments.lower, player.segments.upper) = (.seconds(10), .seconds(20))
    },
    Case(.intentChangedByItself, .playing(), input: report(.positionReported(.seconds(2)))) { player, _, _ in
      player.shown.wantsPlay = false
    },
    Case(.wishLost, .playing()) { player, _, _ in player.shown.isMuted = true },
    Case(.starvedNotStalled, .playing(), input: report(.starved(position: .seconds(2)))) { player, said, before in
      (player, said) = (before, [])
    },
    Case(.bufferingBeforeLoad, .opening()) { player, _, _ in player.shown.supply = .stalled },
    Case(.waitReasonWrong, .playing()) { player, _, _ in player.transport.drive = .stopped },
    Case(.waitWithoutWatchdog, .opening()) { player, _, _ in player.nextDeadline = .never },
    Case(.noLoadAfterSeek, .seeking) { player, _, _ in player.seeking.inFlight = SeekSerial(9) },
    Case(.seekLost, .paused) { player, _, _ in player.seeking.request.open(RequestID(5)) },
    Case(
      .staleCompletionTaken, .seeking,
      input: report(.seekCompleted(SeekSerial(77), position: .seconds(1), isFinished: true))
    ) { player, _, _ in player.seeking.end() },
    Case(.positionJumpedSilently, .playing()) { player, _, _ in player.transport.anchor = .seconds(30) },
    Case(.positionLostOnRetry, .playing(Bench.oneRetry), input: report(.failed(Failure(.io)))) { player, _, _ in
      player.content.start = .standard
    },
    Case(.endedBeforeEnd, .playing(), input: report(.ended(position: .seconds(60)))) { player, _, _ in
      player.transport.anchor = .seconds(5)
    },
    Case(.skipInWrongPhase, Bench()) { player, _, _ in player.shown.skipped = SegmentID(1) },
    Case(.segmentInWrongPhase, .opening()) { player, _, _ in player.shown.segment = SegmentID(1) },
    Case(.liveFlagWrong, .playing(duration: .unknown)) { player, _, _ in player.shown.isLive.toggle() },
    Case(.rateNotAllowed, .playing(duration: .unknown)) { player, _, _ in
      player.shown.rate = .thousandths(2_000)
      player.liveEdge.holdsRate = false
    },
    Case(.illegalStateProduct, .paused) { player, _, _ in player.shown.failure = Failure(.io) },
    Case(.changeForgotten, .playing()) { player, _, _ in player.shown.isInPicture = true },
    Case(.clockWrong, .playing()) { player, _, _ in player.clock = .seconds(9) },
  ]

  private static let outputs: [Case] = [
    Case(.playCommandedWrongly, .paused, saying: .engine(.play(rate: .normal), Epoch(1))),
    Case(.phantomStall, .playing(), announcing: .stallBegan(count: 1)),
    Case(.stallNotClosed, .stalled, announcing: .stallBegan(count: 2)),
    Case(.seekNotClosed, .paused, announcing: .seekEnded(SeekSerial(1), position: .zero, isFinished: true)),
    Case(.endedFlagWrong, .playing(), announcing: .ended(position: .seconds(2))),
    Case(.pauseAroundEnd, .playing(), input: report(.ended(position: .seconds(60)))) { _, said, _ in
      said.append(.notification(.playbackStateChanged(from: .ended, to: .paused), .engine))
    },
    Case(.tickBesidePlayhead, .playing(), announcing: .tick(ObserverID(1), position: .seconds(50))),
    Case(.commandsClosedEngine, Bench(), saying: .engine(.pause, Epoch(3))),
    Case(.startNotClosed, .paused, saying: .engine(.close, Epoch(9))),
    Case(.preparedWithoutOpening, .paused, announcing: .prepared(duration: .seconds(60))),
    Case(.closedNotOnce, .paused, announcing: .closed(Epoch(9))),
    Case(.closedNotOnce, .paused, saying: .diagnostic(Diagnostic(inputCode: 0, oddity: .unanswered))),
    Case(.closedNotOnce, .playing(), input: ask(.stop)) { player, said, before in
      player.closing.awaited = 0
      said.insert(.notification(.closed(before.epoch), .command), at: 0)
    },
    Case(
      .loadsAlthoughPrevented,
      {
        var bench = Bench()
        bench.take(.environment(.networkChanged(.none)))
        return bench
      }(),
      input: { _ in
        .command(.load(item: ItemID(1), start: .standard, autoplay: true, opens: true), RequestID(1))
      }
    ) { _, said, _ in said.append(.engine(.open(item: ItemID(1), keepsBuffer: false), Epoch(1))) },
    Case(.opensByItself, Bench(), saying: .engine(.open(item: ItemID(1), keepsBuffer: false), Epoch(1))),
    Case(.givesUpSilently, .playing(), input: report(.failed(Failure(.io)))) { player, said, before in
      (player, said) = (before, [])
    },
    Case(.recoveryUnbounded, .paused, times: 30, input: report(.subtitleShown(.none))) { _, said, _ in
      said.append(.engine(.open(item: ItemID(1), keepsBuffer: false), Epoch(9)))
    },
    Case(.retryBeyondLimit, .paused, announcing: .retryScheduled(attempt: 2, limit: 1, after: .zero)),
    Case(.errorOutsideIdle, .playing(), announcing: .failed(Failure(.io), position: .zero)),
    Case(.skipNotClosed, .playing(), announcing: .didSkip(SegmentID(1), lastPosition: .zero, isFinished: true)),
    Case(
      .segmentNotClosed, .playing(),
      announcing: .segmentEnded(
        SegmentID(1), wasSelected: false, selection: .none, exit: .natural, next: .none, lastPosition: .zero)),
    Case(.catchUpWrong, .paused, saying: .engine(.catchUp(.seconds(5)), Epoch(1))),
    Case(
      .kindsOutOfOrder, .paused, saying: .completion(Completion(RequestID(1), .done)),
      .notification(.mutedChanged(true), .environment)),
    Case(
      .notificationsOutOfOrder, .paused, saying: .notification(.mutedChanged(true), .environment),
      .notification(.rateChanged(.normal), .environment)),
    Case(.phaseOutOfGrammar, .paused, announcing: .phaseChanged(from: .empty, to: .ended)),
    Case(.stateOutOfGrammar, .paused, announcing: .playbackStateChanged(from: .idle, to: .playing)),
    Case(.changeAnnouncedTwice, .paused, announcing: .mutedChanged(false)),
    Case(.staleValue, .paused, announcing: .prepared(duration: .seconds(1))),
    Case(.reasonWrong, .paused, saying: .notification(.mutedChanged(true), .loop)),
    Case(.tooManyOutputs, .paused) { _, said, _ in
      let diagnostic = Output.diagnostic(Diagnostic(inputCode: 0, oddity: .clamped))
      said = Array(repeating: diagnostic, count: Outputs.maximumPerInput + 1)
    },
    Case(.requestAnsweredTwice, .paused, saying: .completion(Completion(RequestID(1), .done))),
    Case(.requestUnanswered, .playing(), input: { _ in .command(.pause, RequestID(9)) }) { _, said, _ in
      said.removeAll { if case .completion = $0 { true } else { false } }
    },
    Case(.refusalWithoutReason, .paused, saying: .completion(Completion(RequestID(1), .refused))),
    Case(.refusedButChanged, Bench(), input: { _ in .command(.seek(.standard), RequestID(1)) }) { player, _, _ in
      player.shown.isMuted = true
    },
    Case(.staleReportTaken, .playing(), input: { _ in .engine(.ended(position: .zero), Epoch(77)) }) { _, said, _ in
      said = []
    },
    Case(.droppedSilently, .playing(), input: report(.firstFrame(.subtitle, position: .zero))) { _, said, _ in
      said = []
    },
    Case(.earlyDeadlineActs, .playing(), input: { _ in .deadline }) { player, _, _ in
      player.shown.isMuted = true
    },
    Case(.deadlineWithoutProgress, .opening(), at: .seconds(30), input: { _ in .deadline }) { player, said, before in
      (player, said) = (before, [])
    },
    Case(.deadlineChainEndless, .playing(), times: 60, input: { _ in .deadline }) { player, said, before in
      (player, said) = (before, [])
      player.nextDeadline = player.clock
    },
    Case(.skipChainEndless, .withBlockedSegment, times: 12, input: { _ in .deadline }) { player, said, before in
      player = before
      (player.nextSlot, player.nextDeadline, player.segments.isPresent) = (.segment, player.clock, false)
      let seek = EngineCommand.seek(
        SeekSerial(1), target: .seconds(20), toleranceBefore: .zero, toleranceAfter: .zero)
      said = [
        .notification(.willSkip(SegmentID(1), lastPosition: .seconds(10)), .segment), .engine(seek, player.epoch),
      ]
    },
  ]

  private static func ask(_ command: Command) -> @Sendable (Bench) -> Input {
    { _ in .command(command, RequestID(99)) }
  }

  private static let started = EngineEvent.playbackStarted(position: .unknown, rate: .normal)

  /// The end of a segment with another reason or at another place; any other output as it is.
  private static func segmentEnded(_ output: Output, exit: SegmentExit? = nil, at place: MediaTime? = nil) -> Output {
    guard case .notification(let notification, let reason) = output,
      case .segmentEnded(let id, let wasSelected, let selection, let actual, let next, let last) = notification
    else { return output }
    let ended = Player.Notification.segmentEnded(
      id, wasSelected: wasSelected, selection: selection, exit: exit ?? actual, next: next, lastPosition: place ?? last)
    return .notification(ended, reason)
  }

  private static let effects: [Case] = [
    Case(.notOnTime, .opening(), at: .seconds(30), input: { _ in .deadline }) { player, _, _ in
      player.clock = .seconds(31)
    },
    Case(.commandWithoutEffect, .playing(), input: ask(.pause)) { player, _, _ in player.shown.wantsPlay = true },
    Case(.reportWithoutEffect, .playing(), input: report(.positionReported(.seconds(2)))) { player, _, _ in
      player.transport.anchor = .seconds(1)
    },
    Case(.engineNotTold, .playing(), input: ask(.setMuted(true))) { _, said, _ in
      said.removeAll { if case .engine = $0 { true } else { false } }
    },
    Case(.countedWrongly, .playing(), input: report(.starved(position: .seconds(2)))) { player, _, _ in
      player.statistics.stallCount = 7
    },
    // A seek elsewhere discards the place where playback broke off, and playback alone records none.
    Case(.countedWrongly, .playing(), input: ask(.seek(.at(.seconds(30))))) { player, _, _ in
      player.retrying.setback = .seconds(1)
    },
    Case(.countedWrongly, .playing(), input: ask(.seek(.at(.seconds(30))))) { player, _, _ in
      player.retrying.reloads = 1
    },
    Case(.countedWrongly, .playing(), input: report(.positionReported(.seconds(2)))) { player, _, _ in
      player.retrying.setback = .seconds(1)
    },
    Case(.refusedWrongly, .playing(), input: ask(.setRate(.thousandths(9_000)))) { _, said, _ in
      said = [.completion(Completion(RequestID(99), .done))]
    },
    Case(
      .hinderedWrongly, .playing(), input: { _ in .environment(.interruptionBegan(stopsEngine: true)) }
    ) { player, _, _ in player.interruption.holds = false },
    Case(.mediaNotForgotten, .playing(), input: ask(.stop)) { player, _, _ in player.shown.trackCount.audio = 1 },
    Case(.soughtElsewhere, .playing(), input: ask(.seek(.at(.seconds(30))))) { player, _, _ in
      player.seeking.target = .seconds(31)
    },
    Case(.retriedOtherwise, .playing(Bench.oneRetry), input: report(.failed(Failure(.io)))) { _, said, _ in
      let scheduled = Player.Notification.retryScheduled(attempt: 1, limit: 1, after: .seconds(9))
      said = said.map {
        if case .notification(.retryScheduled, let reason) = $0 { .notification(scheduled, reason) } else { $0 }
      }
    },
    Case(.networkPolicyBroken, .playing(), input: { _ in .environment(.networkChanged(.none)) }) { _, said, _ in
      said.append(.notification(.backgroundTimeNeeded(.seconds(1)), .reachability))
    },
    Case(.watchdogWrong, .playing(), input: report(.positionReported(.seconds(2)))) { _, said, _ in
      said.append(.notification(.warned(Failure(.stuckPlaying)), .engine))
    },
    Case(.observersWrong, .playing(), announcing: .boundaryReached(ObserverID(1), position: .seconds(2))),
    Case(.observersWrong, .playing(), announcing: .softEndReached(position: .seconds(2))),
    Case(.observersWrong, .joined, announcing: .boundaryReached(ObserverID(1), position: .seconds(2))),
    Case(.tickThroughGate, .beforeGate, announcing: .tick(ObserverID(1), position: .milliseconds(200))),
    Case(.tickThroughGate, .beforeGate, announcing: .softEndReached(position: .seconds(57))),
    Case(.ticksMisplaced, .observed { $0.ticksOnJump = true }, announcing: .tick(ObserverID(1), position: .seconds(2))),
    Case(.ticksMisplaced, .landedUnheard, input: { _ in .deadline }) { _, said, _ in said = [] },
    Case(.ticksMisplaced, .landsSilently, input: Self.landed) { player, _, _ in
      (player.nextSlot, player.nextDeadline) = (.interval, player.clock)
    },
    Case(.ticksMisplaced, .pausedUnheard, input: { _ in .deadline }) { _, said, _ in said = [] },
    Case(.ticksMisplaced, .pausedUnheard, input: { _ in .deadline }) { _, said, _ in
      said = [.notification(.tick(ObserverID(1), position: .seconds(1)), .deadline)]
    },
    Case(.segmentsWrong, .withBlockedSegment) { player, _, _ in player.shown.segment = SegmentID(1) },
    Case(.exitWrong, .atBoundary, at: .seconds(20), input: { _ in .deadline }) { _, said, _ in
      said = said.map { Self.segmentEnded($0, exit: .listUpdate) }
    },
    Case(.exitWrong, .inSegment, input: ask(.stop)) { _, said, _ in
      said = said.map { Self.segmentEnded($0, exit: .natural) }
    },
    Case(.exitWrong, .inSegment, input: report(.failed(Failure(.io)))) { _, said, _ in
      said = said.map { Self.segmentEnded($0, exit: .stop) }
    },
    Case(.exitWrong, .inSegment, input: ask(.commitSegments)) { _, said, _ in
      said = said.map { Self.segmentEnded($0, exit: .natural) }
    },
    Case(.exitWrong, .landed(.at(.seconds(40))), input: report(Self.started)) { _, said, _ in
      said = said.map { Self.segmentEnded($0, exit: .natural) }
    },
    Case(.exitWrong, .landed(.at(.seconds(40))), input: report(Self.started)) { _, said, _ in
      said = said.map { Self.segmentEnded($0, at: .seconds(40)) }
    },
    Case(.exitWrong, .atBoundary, at: .seconds(20), input: { _ in .deadline }) { _, said, _ in
      said = said.map { Self.segmentEnded($0, at: .seconds(19)) }
    },
    Case(.skipToldWrongly, .metBlocked, at: .seconds(10), input: { _ in .deadline }) { _, said, _ in
      said = said.map {
        guard case .notification(.willSkip(let id, _), let reason) = $0 else { return $0 }
        return .notification(.willSkip(id, lastPosition: .seconds(20)), reason)
      }
    },
    Case(.skipToldWrongly, .skipped, input: ask(.seek(.at(.seconds(40))))) { _, said, _ in
      said = said.map {
        guard case .notification(.didSkip(let id, let last, _), let reason) = $0 else { return $0 }
        return .notification(.didSkip(id, lastPosition: last, isFinished: true), reason)
      }
    },
    Case(.selectionWrong, .landed(.inSegment), input: report(Self.started)) { player, said, _ in
      player.segments.isSelected = false
      said = said.map {
        guard case .notification(.segmentStarted(let id, _, _, let previous, let last), let reason) = $0 else {
          return $0
        }
        let plain = Player.Notification.segmentStarted(
          id, isSelected: false, selection: .none, previous: previous, lastPosition: last)
        return .notification(plain, reason)
      }
    },
    Case(.selectionWrong, .inSegment, input: ask(.seek(.inSegment))) { player, _, _ in player.segments.target = .none },
    Case(.heirWrong, .replaced, input: ask(.commitSegments)) { player, _, _ in
      player.shown.segment = SegmentID(1)
    },
    Case(.beginsElsewhere, .toBegin(.inSegment), input: report(.opened(OpenedMedia(duration: .seconds(60))))) {
      _, said, before in
      said = said.map {
        guard case .engine(.seek(let serial, _, let early, let late), let epoch) = $0 else { return $0 }
        return .engine(.seek(serial, target: .zero, toleranceBefore: early, toleranceAfter: late), epoch)
      }
    },
    Case(.beginsElsewhere, .toBegin(.inSegment), input: report(.opened(OpenedMedia(duration: .seconds(60))))) {
      player, _, _ in player.segments.target = .none
    },
    Case(.beginsElsewhere, .toBegin(.at(.seconds(30))), input: ask(.stop)) { player, _, _ in
      player.content.start = .standard
    },
    Case(.trackNotChosen, .playing(), input: ask(.selectTrack(.audio, TrackID(1)))) { _, said, _ in
      said.removeAll { if case .engine = $0 { true } else { false } }
    },
    Case(.datedWrongly, .playing(duration: .unknown), input: { _ in .environment(.wallClock(0)) }) { player, _, _ in
      player.timeline.hasReference = false
    },
  ]

  private static let landed: @Sendable (Bench) -> Input = {
    .engine(.seekCompleted($0.player.inspection.seekInFlight, position: .zero, isFinished: true), $0.player.epoch)
  }

  private static let failed = report(.failed(Failure(.io)))
  private static let landing: @Sendable (Bench) -> Input = {
    let completed = EngineEvent.seekCompleted($0.player.seeking.inFlight, position: .unknown, isFinished: true)
    return .engine(completed, $0.player.epoch)
  }

  /// The failure that is announced, changed; any other output as it is.
  private static func failure(_ output: Output, _ change: (inout Failure, inout MediaTime) -> Void) -> Output {
    guard case .notification(.failed(var failure, var position), let reason) = output else { return output }
    change(&failure, &position)
    return .notification(.failed(failure, position: position), reason)
  }

  /// What the monitor computes independently: reported, counted and stored values.
  private static let accounts: [Case] = [
    Case(.toldWrongly, .playing(), input: failed) { _, said, _ in
      said = said.map { Self.failure($0) { _, position in position = .seconds(9) } }
    },
    Case(
      .toldWrongly, .stalled, at: .seconds(5),
      input: report(.buffered(until: .seconds(200), bytesRead: 10, isSaturated: true))
    ) { _, said, _ in
      said = said.map {
        guard case .notification(.stallEnded, let reason) = $0 else { return $0 }
        return .notification(.stallEnded(lasted: .seconds(4)), reason)
      }
    },
    Case(.toldWrongly, .playing(), at: .seconds(3), input: report(.firstFrame(.video, position: .zero))) {
      _, said, _ in
      said = [.notification(.firstFrame(.video, after: .seconds(1)), .engine)]
    },
    Case(.toldWrongly, .seeking, input: landing) {
      _, said, _ in
      said = said.map {
        guard case .notification(.seekEnded(let serial, _, let isFinished), let reason) = $0 else { return $0 }
        return .notification(.seekEnded(serial, position: .seconds(31), isFinished: isFinished), reason)
      }
    },
    Case(.causeWrong, .playing(), input: failed) { _, said, _ in
      said = said.map { Self.failure($0) { failure, _ in failure.detail = 7 } }
    },
    Case(.causeWrong, .playing(), input: report(.failed(Failure(.io, text: TextID(3))))) { _, said, _ in
      said = said.map { Self.failure($0) { failure, _ in failure.text = .none } }
    },
    Case(.answeredOtherwise, .seeking, input: ask(.stop)) { _, said, _ in
      said = said.map {
        guard case .completion(let completion) = $0, completion.answer == .cancelled else { return $0 }
        return .completion(Completion(completion.request, .superseded))
      }
    },
    Case(.budgetWrong, .playing(), input: report(.positionReported(.seconds(2)))) { player, _, _ in
      player.retrying.count = 3
    },
    Case(.budgetWrong, .playing(Bench.oneRetry), input: failed) { player, _, _ in player.retrying.setback = .unknown },
    Case(.startMisplaced, .playing(Bench.oneRetry), input: failed) { player, _, _ in player.content.start = .standard },
    Case(.startMisplaced, .toBegin(.at(.seconds(30))), input: ask(.seek(.around(.seconds(9))))) { player, _, _ in
      player.content.start = .at(.seconds(9))
    },
    Case(.seekToldWrongly, .playing(), input: ask(.seek(.around(.seconds(9))))) { _, said, _ in
      said = said.map {
        guard case .engine(.seek(let serial, let target, _, let after), let epoch) = $0 else { return $0 }
        return .engine(.seek(serial, target: target, toleranceBefore: .zero, toleranceAfter: after), epoch)
      }
    },
    Case(.seekToldWrongly, .skipped, input: ask(.restart(.at(.seconds(40)), autoplay: true))) { player, _, _ in
      player.seeking.isVisible = true
    },
    Case(.openingNotFresh, .playing(), input: ask(.reload(item: .none, flush: true, isLocal: false))) {
      player, _, _ in player.transport.hasTurned = true
    },
    Case(.openingNotFresh, .playing(), input: ask(.stop)) { player, _, _ in player.liveEdge.holdsRate = true },
    Case(.deadlineForgotten, .seeking) { player, _, _ in player.nextDeadline = .seconds(500) },
    Case(.supplyWrong, .playing(), input: report(.positionReported(.seconds(2)))) { player, _, _ in
      player.buffering.until = .seconds(7)
    },
    Case(.supplyWrong, .playing(), input: ask(.set(.retryLimit, 3))) { player, _, _ in
      player.shown.supply = .playable
    },
    Case(.handedOverWrongly, .beside, input: failed) { player, _, _ in player.transport.anchor = .zero },
    Case(.handedOverWrongly, .beside, times: 9, input: report(.playbackStopped(position: .seconds(2)))) { _, said, _ in
      said.removeAll { if case .notification(.warned, _) = $0 { true } else { false } }
    },
    Case(.endedOtherwise, .playing(), input: report(.ended(position: .seconds(60)))) { _, said, _ in
      said.removeAll { if case .notification(.ended, _) = $0 { true } else { false } }
    },
    Case(
      .endedOtherwise, .playing(Bench.clearedIntent), input: report(.ended(position: .seconds(60)))
    ) { player, _, _ in player.shown.wantsPlay = true },
    Case(.driedOtherwise, .playing(), input: report(.starved(position: .seconds(2)))) { _, said, _ in
      said.append(.notification(.reloading(attempt: 1), .engine))
    },
    Case(.countedWrongly, .playing(), input: report(.firstFrame(.video, position: .zero))) { player, _, _ in
      player.statistics.startupTime = .seconds(40)
    },
    Case(.rememberedOtherwise, .playing(), input: report(.playbackStopped(position: .zero))) { player, _, _ in
      player.transport.unexpectedStops = 0
    },
    Case(.rememberedOtherwise, .playing(), input: report(.positionReported(.seconds(2)))) { player, _, _ in
      player.transport.awaitsProbe = true
    },
    Case(.rememberedOtherwise, .seeking) { player, _, _ in player.seeking.attempts = 1 },
    Case(
      .rememberedOtherwise, .playing(), input: report(.buffered(until: .seconds(9), bytesRead: 1, isSaturated: true))
    ) { player, _, _ in player.buffering.isSaturated = false },
    Case(
      .rememberedOtherwise, .playing(), input: report(.supplyChanged(.playable)),
      { player, _, before in
        player.buffering.lastDataAt = before.buffering.lastDataAt + .microseconds(-1)
      }),
    Case(.rememberedOtherwise, .stalled) { player, _, _ in player.buffering.waitingSince = .zero },
    Case(.rememberedOtherwise, .playing()) { player, _, _ in player.buffering.kickedAt = .zero },
    Case(.rememberedOtherwise, .playing()) { player, _, _ in player.retrying.origin = .unknown },
    Case(.rememberedOtherwise, .playing()) { player, _, _ in player.retrying.resets = 1 },
    Case(.rememberedOtherwise, .playing(), input: failed) { player, _, _ in player.retrying.wasUnderWay = false },
    Case(.rememberedOtherwise, .playing()) { player, _, _ in player.transport.hasTurned = true },
    Case(.rememberedOtherwise, .interrupted) { player, _, _ in player.interruption.since = .zero },
    Case(.rememberedOtherwise, .playing()) { player, _, _ in player.surroundings.audioContinues = false },
    Case(.rememberedOtherwise, .playing()) { player, _, _ in player.timeline.hasReference = true },
    // Parts of laws that have no case above.
    Case(.refusedWrongly, .playing(), input: ask(.restart(.at(.seconds(40)), autoplay: true))) { _, said, _ in
      said.removeAll { if case .completion = $0 { true } else { false } }
      said.append(.completion(Completion(RequestID(99), .refused, .notPrepared)))
    },
    Case(.droppedSilently, .playing(), input: ask(.seek(.at(.seconds(400))))) { _, said, _ in
      said.removeAll { if case .diagnostic = $0 { true } else { false } }
    },
    Case(.droppedSilently, .playing(), input: ask(.seek(.at(.seconds(40))))) { _, said, _ in
      said.insert(.diagnostic(Diagnostic(inputCode: Kind.seek, oddity: .clamped)), at: 0)
    },
    Case(.engineNotTold, .playing(), input: { _ in .environment(.interruptionBegan(stopsEngine: true)) }) {
      player, said, _ in said.append(.engine(.pause, player.epoch))
    },
    Case(.soughtElsewhere, .playing(), input: ask(.seek(.at(.seconds(40))))) { player, _, _ in
      player.seeking.origin = .zero
    },
    Case(.waitReasonWrong, .paused) { player, _, _ in player.transport.waiting = .seek },
    Case(.deadlineForgotten, .seeking) { player, _, _ in player.nextDeadline = .seconds(3) },
    Case(.changeAnnouncedTwice, .playing(), input: ask(.set(.retryLimit, 0))) { _, said, before in
      let value = before.configuration.retryLimit
      said.insert(.notification(.settingChanged(.retryLimit, value: value), .command), at: 0)
    },
  ]

  /// Inputs that change something that they must not change.
  private static let frames: [Case] = [
    Case(.changedAlongside, .paused, input: ask(.seek(.at(.seconds(5)))), starts),
    Case(.changedAlongside, .paused, input: ask(.setRate(Rate(thousandths: 1_500))), starts),
    Case(.changedAlongside, .heldFailure, input: ask(.retry), starts),
    Case(.changedAlongside, .paused, input: ask(.reload(item: .none, flush: true, isLocal: false)), starts),
    Case(.changedAlongside, .paused, input: ask(.set(.retryLimit, 3)), starts),
    Case(.changedAlongside, .paused, input: report(.positionReported(.seconds(2))), starts),
    Case(.changedAlongside, .playing(), input: ask(.seek(.at(.seconds(5)))), holds),
    Case(.changedAlongside, .playing(), input: ask(.play), holds),
    Case(.changedAlongside, .muted, input: ask(.setVolume(left: 500, right: 500))) { player, _, _ in
      player.shown.isMuted = false
    },
    Case(.changedAlongside, .muted, input: ask(.setMuted(false))) { player, _, _ in
      (player.shown.left, player.shown.right) = (900, 900)
    },
    Case(.changedAlongside, .playing(), input: ask(.setLooping(true))) { player, _, _ in
      player.shown.rotation = 90
    },
    Case(
      .changedAlongside, .playing(), input: ask(.load(item: ItemID(2), start: .standard, autoplay: true, opens: true))
    ) {
      player, _, _ in player.shown.rate = Rate(thousandths: 500)
    },
    Case(.changedAlongside, .playing(), input: ask(.stop)) { player, _, _ in player.shown.item = ItemID(7) },
    Case(.changedAlongside, .playing(), input: ask(.pause)) { player, _, _ in player.shown.network = .cellular },
    Case(.changedAlongside, .interrupted, input: ask(.setRate(Rate(thousandths: 1_500)))) { player, _, _ in
      player.shown.isInterrupted = false
    },
    Case(.changedAlongside, .playing(), input: { _ in .environment(.pictureInPictureChanged(true)) }) {
      player, _, _ in player.shown.isPlayingExternally = true
    },
  ]

  private static let starts: @Sendable (inout Player, inout [Output], Player) -> Void = { player, _, _ in
    player.shown.wantsPlay = true
  }

  private static let holds: @Sendable (inout Player, inout [Output], Player) -> Void = { player, _, _ in
    player.shown.wantsPlay = false
  }

  @Test(
    "a falsified state or output breaks its property, and nothing breaks before",
    arguments: states + outputs + effects + accounts + frames)
  private func canFail(_ broken: Case) {
    var bench = broken.bench()
    var found: Law?
    for _ in 0..<broken.times where found == nil {
      found = bench.falsify(broken.input(bench), at: broken.now, watching: broken.law, broken.falsify)
    }
    #expect(found == broken.law)
  }

  @Test("every property that one input can break has such a case")
  func complete() {
    let elsewhere: Set<Law> = [
      // These need a second run of the same input or a world, or end the process.
      .splittingTimeShows, .notDeterministic, .neverPlays, .neverRests, .deadlineAtRest, .leftOpen, .watchdogBites,
      .positionUntrue, .worldBusyAtOneInstant, .recordedOtherwise, .reducerTrapped,
      // See PlayerCopiesTests.
      .copyDisturbed, .rebuiltOtherwise, .canonicalStateOtherwise,
    ]
    let covered = Set((Self.states + Self.outputs + Self.effects + Self.accounts + Self.frames).map(\.law))
    #expect(Set(Law.allCases).subtracting(elsewhere).subtracting(covered).map(\.property.id) == [])
  }

  @Test("properties have unique ids, a title and a source; a set rejects unknown ids")
  func table() {
    let all = PlayerProperty.all
    #expect(Set(all.map(\.id)).count == all.count && !all.contains { $0.id == "unknown" })
    #expect(all.allSatisfy { !$0.title.isEmpty && !$0.source.isEmpty })
    #expect(all.allSatisfy { $0.id.allSatisfy { $0 == "-" || $0.isLowercase } })
    #expect(PlayerProperty.named("phantom-stall")?.source == "BugZoo.md#35")
    var set = PlayerPropertySet.none
    let isKnown = set.insert("phantom-stall")
    let isInvented = set.insert("no-such-thing")
    #expect(isKnown && !isInvented && set.contains("phantom-stall"))
    #expect(!PlayerPropertySet.allBut(["phantom-stall"]).contains("phantom-stall"))
  }

  @Test("every row of the zoo names existing properties")
  func zoo() {
    #expect(BugZoo.all.map(\.number) == Array(1...36))
    for row in BugZoo.all {
      #expect(!row.properties.isEmpty && row.properties.allSatisfy { PlayerProperty.named($0) != nil }, "\(row.number)")
    }
  }
}
