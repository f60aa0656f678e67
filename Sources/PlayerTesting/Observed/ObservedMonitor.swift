import PlayerCore
import PlayerTrace

/// Follows an observed run and finds violations of its laws.
struct ObservedMonitor {
  var found: [TraceIssue] = []
  var place = ObservedPlace()
  var now: Instant { place.at }

  // The latest observations.
  var phase = Phase.empty
  var state = PlaybackState.idle
  var wantsPlay: Bool?
  var isStarved = false
  var isInterrupted = false
  var hasPlayed = false
  /// When the item was first played, and when playback last began or sought.
  var startedAt = Instant.zero
  var begunAt = Instant.zero
  /// Playback has ended, and nothing has been played since.
  var hasEnded = false
  var isSeeking = false

  // Conditions that must not last.
  var playingPaused = Lasting(ObservedLimits.contradiction)
  var playingStarved = Lasting(ObservedLimits.contradiction)
  var playingInterrupted = Lasting(ObservedLimits.contradiction)
  var resting = Lasting(ObservedLimits.resume)
  var starting = Lasting(ObservedLimits.start)
  var stalling = Lasting(ObservedLimits.stall)
  var seeking = Lasting(ObservedLimits.seek)
  var stallingDespiteData = Lasting(ObservedLimits.stallDespiteData)
  var withoutPicture = Lasting(ObservedLimits.picture)
  var withoutFirstFrame = Lasting(ObservedLimits.firstFrame)
  /// Reports of data during the stall in progress.
  var dataInStall = 0
  var isDataReported = false

  // Events that must not recur.
  var stalls = ObservedStalls()
  var failures = Recurring(3, within: 60_000_000)
  var recoveries = Recurring(3, within: 30_000_000)
  var errors: [TextID: Recurring] = [:]
  var seeks: [(target: MediaTime, at: Instant)] = []
  var renditions: [(track: TrackID, at: Instant)] = []
  /// Where the seek in progress came from and goes to.
  var seek = (origin: MediaTime.unknown, target: MediaTime.unknown)
  /// When data last failed to arrive, if none has arrived since.
  var dataFailedAt: Instant?

  var playhead = ObservedPlayhead()
  var senses = ObservedSenses()

  mutating func take(_ observed: ObservedStep, _ number: Int64) {
    let silence = observed.instant - now
    if silence >= ObservedRun.silence {
      // What lasted did so up to here; whether it went on, nobody knows.
      judgeLasting(isLast: true)
      playhead.pass(unobserved: silence)
    }
    place = ObservedPlace(step: number, line: observed.line ?? place.line, at: max(now, observed.instant))
    if observed.isIntentAssumed { playhead.mayEstimate = false }
    // The state up to now is judged before this step changes it. A late end is still an end.
    if !observed.outputs.contains(where: Self.isEnd) { judgeEnd() }
    for output in observed.outputs {
      if case .notification(let notification, _) = output { take(notification) }
    }
    for sign in observed.signs { take(sign) }
    if let until = observed.buffered { takeData(until) }
    judgeLasting(isLast: false)
  }

  /// The log has ended.
  mutating func finish() { judgeLasting(isLast: true) }

  mutating func report(_ law: PlayerProperty, _ detail: String) {
    found.append(TraceIssue(property: law, step: place.step, instant: now, detail: detail, line: place.line))
  }

  mutating func report(_ law: PlayerProperty, _ hit: Lasting.Hit?, _ words: String) {
    guard let hit else { return }
    let detail = "\(words) for \(Self.seconds(hit.span.microseconds))"
    found.append(TraceIssue(property: law, step: hit.step, instant: hit.since, detail: detail, line: hit.line))
  }

  mutating func report(_ finding: ObservedPlayhead.Finding?) {
    guard let finding else { return }
    report(finding.law, finding.detail)
  }

  static func seconds(_ microseconds: Int64) -> String {
    let tenths = microseconds.magnitude / 100_000
    return "\(microseconds < 0 ? "-" : "")\(tenths / 10).\(tenths % 10) s"
  }

  // MARK: Notifications

  private mutating func take(_ notification: Player.Notification) {
    switch notification {
    case .itemChanged: open()
    case .phaseChanged(_, let phase): self.phase = phase
    case .intentChanged(let playing):
      wantsPlay = playing
      playhead.pause(!playing, at: now)
    case .interruptionChanged(let isHeld): isInterrupted = isHeld
    case .supplyChanged(_, let supply): isStarved = supply.contains(.stalled)
    case .playbackStateChanged(_, let state): enter(state)
    case .stallBegan: beginStall()
    case .stallEnded:
      stalls.end(at: now)
      dataFailedAt = nil
    case .seekBegan(_, let origin, let target): beginSeek(origin, target)
    case .seekEnded(let serial, let position, let isFinished): endSeek(serial, position, isFinished)
    case .positionJumped(let from, let to): jump(from, to)
    case .tick(_, let position): report(playhead.take(position, at: now, isSeeking: isSeeking))
    case .durationChanged(let duration): playhead.change(duration)
    case .streamTypeChanged(let type): playhead.isLive = type == .live || type == .dvr
    case .rateChanged(let rate): playhead.change(rate, at: now)
    case .trackSelected(.video, let track): select(track)
    case .firstFrame(.video, _): senses.seePicture()
    case .warned(let failure): warn(failure)
    case .failed(let failure, _): fail(failure)
    case .retryScheduled(let attempt, _, _):
      dataFailedAt = now
      if attempt == 5 { report(ObservedLaws.retryLoop, "retried for the fifth time without playing in between") }
    case .ended: end()
    default: break
    }
  }

  private static func isEnd(_ output: Output) -> Bool {
    switch output {
    case .notification(.ended, _), .notification(.failed, _), .notification(.closed, _): true
    default: false
    }
  }

  private mutating func open() {
    (hasPlayed, hasEnded, isSeeking, isStarved, dataFailedAt) = (false, false, false, false, nil)
    playhead.open(at: now)
    senses.open()
    stalls.restart(at: now)
    errors.removeAll(keepingCapacity: true)
    seeks.removeAll(keepingCapacity: true)
    renditions.removeAll(keepingCapacity: true)
  }

  private mutating func enter(_ new: PlaybackState) {
    state = new
    if new == .playing {
      if !hasPlayed { startedAt = now }
      (hasPlayed, hasEnded, begunAt) = (true, false, now)
    }
    playhead.isMoving(new == .playing, at: now)
  }

  private mutating func beginStall() {
    (dataInStall, isDataReported) = (0, false)
    if let words = stalls.begin(at: now) { report(ObservedLaws.rebufferLoop, words) }
  }

  private mutating func take(_ sign: ObservedSign) {
    switch sign {
    case .request: dataFailedAt = nil
    // When playback begins, sound and picture have to synchronize first.
    case .audioGap, .framesDropped:
      let isSettling = now > .zero && (now - begunAt).microseconds < ObservedLimits.settling
      if isSeeking || isSettling { return }
    default: break
    }
    report(senses.take(sign, at: now))
  }

  private mutating func takeData(_ until: MediaTime) {
    if until > playhead.bufferedUntil { dataFailedAt = nil }
    if state == .stalled, until > playhead.bufferedUntil { dataInStall += 1 }
    playhead.bufferedUntil = until
    // A log without times has no durations. But data that arrives, or plenty of it when the stall is reported,
    // contradicts the stall.
    let isContradiction = dataInStall >= 3 && playhead.hasDataAhead || playhead.dataAhead >= ObservedLimits.muchAhead
    guard now == .zero, state == .stalled, isContradiction, !isDataReported else { return }
    isDataReported = true
    report(ObservedLaws.stallDespiteData, "there was data up to \(TraceTime.position(until)) during the stall")
  }

  private mutating func beginSeek(_ origin: MediaTime, _ target: MediaTime) {
    (isSeeking, seek) = (true, (origin, target))
    playhead.leave()
    senses.forgetRequests()
    stalls.restart(at: now)
    guard target.isKnown else { return }
    // The reported data says nothing about a position beyond it.
    if target > playhead.bufferedUntil { playhead.bufferedUntil = .unknown }
    let now = now
    seeks.removeAll { (now - $0.at).microseconds > 10_000_000 }
    if seeks.count >= 16 { seeks.removeFirst() }
    seeks.append((target, now))
    let same = seeks.count { ($0.target - target).microseconds.magnitude <= ObservedLimits.samePlace }
    if same == 4 { report(ObservedLaws.seekLoop, "the fourth seek to \(TraceTime.position(target)) within 10 s") }
  }

  private mutating func endSeek(_ serial: SeekSerial, _ position: MediaTime, _ isFinished: Bool) {
    if serial.isNone { report(ObservedLaws.seekUnasked, "a seek ended that had not begun") }
    if isSeeking, isFinished, position.isKnown, seek.target.isKnown {
      let isFar = (position - seek.target).microseconds.magnitude > ObservedLimits.seekDistance
      let isForward = seek.origin.isKnown && seek.target > seek.origin
      if isFar || isForward && (seek.origin - position).microseconds > ObservedLimits.wrongWay {
        report(
          ObservedLaws.seekElsewhere,
          "a seek from \(TraceTime.position(seek.origin)) to \(TraceTime.position(seek.target)) landed at \(TraceTime.position(position))"
        )
      }
    }
    (isSeeking, begunAt) = (false, now)
    playhead.land(position, at: now)
  }

  private mutating func jump(_ from: MediaTime, _ to: MediaTime) {
    defer { playhead.land(to, at: now) }
    if isSeeking, isThrownElsewhere(from, to) {
      report(
        ObservedLaws.seekElsewhere,
        "a seek to \(TraceTime.position(seek.target)) was moved to \(TraceTime.position(to))")
      return
    }
    guard from.isKnown, to.isKnown, !isSeeking, !isStart(from) else { return }
    let distance = (to - from).microseconds
    if distance <= -ObservedLimits.jump {
      report(
        ObservedLaws.positionBack,
        "the player moved its playhead from \(TraceTime.position(from)) back to \(TraceTime.position(to))")
    } else if distance >= ObservedLimits.jump, !playhead.isLive || leavesData(from, to) {
      report(
        ObservedLaws.positionJumped,
        "the player moved its playhead from \(TraceTime.position(from)) to \(TraceTime.position(to))")
    }
    if let count = recoveries.come(at: now) {
      report(ObservedLaws.recoveryLoop, "the player moved its playhead \(count) times within 30 s")
    }
  }

  /// Whether the player moves the target of a seek far away before it lands.
  private func isThrownElsewhere(_ from: MediaTime, _ to: MediaTime) -> Bool {
    guard from.isKnown, to.isKnown, seek.target.isKnown else { return false }
    return (from - seek.target).microseconds.magnitude <= ObservedLimits.samePlace
      && (to - from).microseconds.magnitude > ObservedLimits.seekDistance
  }

  /// Playback of media that does not begin at zero starts where the media begins.
  private func isStart(_ from: MediaTime) -> Bool {
    guard from.microseconds < ObservedLimits.jump else { return false }
    return !hasPlayed || (now - startedAt).microseconds < ObservedLimits.startJump
  }

  /// In a live stream a player that has fallen behind may jump to the edge, unless it plays and has data where it is.
  private func leavesData(_ from: MediaTime, _ to: MediaTime) -> Bool {
    guard state == .playing, playhead.bufferedUntil.isKnown, to > playhead.bufferedUntil else { return false }
    return (playhead.bufferedUntil - from).microseconds >= ObservedLimits.dataAhead
  }

  private mutating func select(_ track: TrackID) {
    guard track != renditions.last?.track else { return }
    let now = now
    senses.forgetRequests()
    renditions.removeAll { (now - $0.at).microseconds > ObservedLimits.renditionsWithin }
    if renditions.count >= 32 { renditions.removeFirst() }
    renditions.append((track, now))
    // A start that climbs through the renditions returns to none of them.
    let returns = renditions.count - Set(renditions.map(\.track)).count
    guard returns >= ObservedLimits.renditionReturns else { return }
    report(
      ObservedLaws.renditionFlapping,
      "\(renditions.count) changes of the rendition within \(ObservedLimits.renditionsWithin / 1_000_000) s")
    renditions.removeAll(keepingCapacity: true)
  }

  private mutating func warn(_ failure: Failure) {
    if failure.kind.isOfData { dataFailedAt = now }
    guard !failure.text.isNone, errors.count < 256 || errors[failure.text] != nil else { return }
    var recurring = errors[failure.text] ?? Recurring(5, within: 60_000_000)
    let count = recurring.come(at: now)
    errors[failure.text] = recurring
    if let count { report(ObservedLaws.errorLoop, "the same error came \(count) times within 60 s") }
  }

  private mutating func fail(_ failure: Failure) {
    report(ObservedLaws.failed, "\(failure.kind.wireName), \(hasPlayed ? "after" : "before") playback had begun")
    if failure.kind == .unknown, failure.text.isNone {
      report(ObservedLaws.failureUnexplained, "neither a kind nor words")
    }
    if let count = failures.come(at: now) { report(ObservedLaws.failureLoop, "\(count) failures within 60 s") }
    isSeeking = false
  }

  private mutating func end() {
    let missing = playhead.missing(at: now)
    defer { hasEnded = true }
    // A seek to the very end causes another end.
    if phase == .ended || hasEnded && missing.map({ $0 > ObservedLimits.endReached }) ?? false {
      report(ObservedLaws.endedTwice, "it had ended before, and nothing was played in between")
      return
    }
    if phase == .failed {
      report(ObservedLaws.failureAsEnd, "the end was reported after the failure")
    } else if let failed = dataFailedAt, missing.map({ $0 > ObservedLimits.early }) ?? true,
      (now - failed).microseconds
        <= (missing == nil ? ObservedLimits.failureBeforeUnknownEnd : ObservedLimits.failureBeforeEnd)
    {
      let words = missing.map { ", \(Self.seconds($0)) before the duration" } ?? ""
      report(
        ObservedLaws.failureAsEnd,
        "the end was reported \(Self.seconds((now - failed).microseconds)) after data had failed to come\(words)")
    }
    report(playhead.end(at: now))
  }
}

extension Failure.Kind {
  /// Whether the failure concerns the transfer of data, not the media.
  fileprivate var isOfData: Bool {
    switch self {
    case .io, .connect, .readTimeout, .nameResolution, .certificateUntrusted, .httpNotFound, .httpForbidden,
      .httpUnauthorized, .httpTooManyRequests, .httpBadRequest, .httpClientError, .httpServerError:
      true
    default: false
    }
  }
}
