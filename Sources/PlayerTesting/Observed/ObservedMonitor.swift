import PlayerCore
import PlayerTrace

/// Follows an observed run and finds what breaks its laws.
struct ObservedMonitor {
  private(set) var found: [TraceIssue] = []
  private var place = ObservedPlace()
  private var now: Instant { place.at }

  // What was observed last.
  private var phase = Phase.empty
  private var state = PlaybackState.idle
  private var wantsPlay: Bool?
  private var isStarved = false
  private var isInterrupted = false
  private var hasPlayed = false
  private var isSeeking = false

  // What lasts.
  private var playingPaused = Lasting(ObservedLimits.contradiction)
  private var playingStarved = Lasting(ObservedLimits.contradiction)
  private var playingInterrupted = Lasting(ObservedLimits.contradiction)
  private var resting = Lasting(ObservedLimits.resume)
  private var starting = Lasting(ObservedLimits.start)
  private var stalling = Lasting(ObservedLimits.stall)
  private var seeking = Lasting(ObservedLimits.seek)
  private var stallingDespiteData = Lasting(ObservedLimits.stallDespiteData)
  /// Reports of data during the stall in progress.
  private var dataInStall = 0
  private var isDataReported = false

  // What comes back.
  private var stalls = Recurring(3, within: 30_000_000)
  private var stallsWithoutTimes = 0
  private var failures = Recurring(3, within: 60_000_000)
  private var recoveries = Recurring(3, within: 30_000_000)
  private var errors: [TextID: Recurring] = [:]
  private var seeks: [(target: MediaTime, at: Instant)] = []
  private var renditions: [(track: TrackID, at: Instant)] = []

  private var playhead = ObservedPlayhead()

  mutating func take(_ observed: ObservedStep, _ number: Int64) {
    place = ObservedPlace(step: number, line: observed.line ?? place.line, at: max(now, observed.instant))
    for output in observed.outputs {
      if case .notification(let notification, _) = output { take(notification) }
    }
    if let until = observed.buffered { takeData(until) }
    judgeLasting(isLast: false)
  }

  /// The log is over.
  mutating func finish() { judgeLasting(isLast: true) }

  private mutating func report(_ law: PlayerProperty, _ detail: String) {
    found.append(TraceIssue(property: law, step: place.step, instant: now, detail: detail, line: place.line))
  }

  private mutating func report(_ law: PlayerProperty, _ hit: Lasting.Hit?, _ words: String) {
    guard let hit else { return }
    let detail = "\(words) for \(Self.seconds(hit.span.microseconds))"
    found.append(TraceIssue(property: law, step: hit.step, instant: hit.since, detail: detail, line: hit.line))
  }

  private mutating func report(_ finding: ObservedPlayhead.Finding?) {
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
    case .intentChanged(let playing): wantsPlay = playing
    case .interruptionChanged(let isHeld): isInterrupted = isHeld
    case .supplyChanged(_, let supply): isStarved = supply.contains(.stalled)
    case .playbackStateChanged(_, let state): enter(state)
    case .stallBegan: beginStall()
    case .seekBegan(_, _, let target): beginSeek(target)
    case .seekEnded(let serial, let position, let isFinished): endSeek(serial, position, isFinished)
    case .positionJumped(let from, let to): jump(from, to)
    case .tick(_, let position): report(playhead.take(position, at: now, isSeeking: isSeeking))
    case .durationChanged(let duration): playhead.duration = duration
    case .streamTypeChanged(let type): playhead.isLive = type == .live || type == .dvr
    case .rateChanged(let rate): playhead.change(rate, at: now)
    case .trackSelected(.video, let track): select(track)
    case .warned(let failure): warn(failure)
    case .failed(let failure, _): fail(failure)
    case .retryScheduled(let attempt, _, _):
      if attempt == 5 { report(ObservedLaws.retryLoop, "retried for the fifth time without playing in between") }
    case .ended: end()
    default: break
    }
  }

  private mutating func open() {
    (hasPlayed, isSeeking, isStarved) = (false, false, false)
    playhead.open()
    errors.removeAll(keepingCapacity: true)
    seeks.removeAll(keepingCapacity: true)
    renditions.removeAll(keepingCapacity: true)
  }

  private mutating func enter(_ new: PlaybackState) {
    state = new
    if new == .playing { hasPlayed = true }
    playhead.isMoving(new == .playing, at: now)
  }

  private mutating func beginStall() {
    (dataInStall, isDataReported) = (0, false)
    if now > .zero {
      if let count = stalls.come(at: now) { report(ObservedLaws.rebufferLoop, "\(count) stalls within 30 s") }
    } else {
      stallsWithoutTimes += 1
      if stallsWithoutTimes == 5 { report(ObservedLaws.rebufferLoop, "5 stalls in a log without times") }
    }
  }

  private mutating func takeData(_ until: MediaTime) {
    if state == .stalled, until > playhead.bufferedUntil { dataInStall += 1 }
    playhead.bufferedUntil = until
    // In a log without times nothing lasts, but data arrives.
    guard now == .zero, dataInStall >= 3, playhead.hasDataAhead, !isDataReported else { return }
    isDataReported = true
    report(
      ObservedLaws.stallDespiteData,
      "data arrived \(dataInStall) times during the stall, up to \(TraceTime.position(until))")
  }

  private mutating func beginSeek(_ target: MediaTime) {
    isSeeking = true
    playhead.leave()
    guard target.isKnown else { return }
    let now = now
    seeks.removeAll { (now - $0.at).microseconds > 10_000_000 }
    if seeks.count >= 16 { seeks.removeFirst() }
    seeks.append((target, now))
    let same = seeks.count { ($0.target - target).microseconds.magnitude <= ObservedLimits.samePlace }
    if same == 4 { report(ObservedLaws.seekLoop, "the fourth seek to \(TraceTime.position(target)) within 10 s") }
  }

  private mutating func endSeek(_ serial: SeekSerial, _ position: MediaTime, _ isFinished: Bool) {
    if serial.isNone { report(ObservedLaws.seekUnasked, "a seek ended that had not begun") }
    let target = seeks.last?.target
    if isSeeking, isFinished, let target, position.isKnown,
      (position - target).microseconds.magnitude > ObservedLimits.seekDistance
    {
      report(
        ObservedLaws.seekElsewhere, "a seek to \(TraceTime.position(target)) landed at \(TraceTime.position(position))")
    }
    isSeeking = false
    playhead.land(position, at: now)
  }

  private mutating func jump(_ from: MediaTime, _ to: MediaTime) {
    defer { playhead.land(to, at: now) }
    guard from.isKnown, to.isKnown, !isSeeking, !playhead.isLive else { return }
    let distance = (to - from).microseconds
    if distance <= -ObservedLimits.jump {
      report(
        ObservedLaws.positionBack,
        "the player moved its playhead from \(TraceTime.position(from)) back to \(TraceTime.position(to))")
    } else if distance >= ObservedLimits.jump {
      report(
        ObservedLaws.positionJumped,
        "the player moved its playhead from \(TraceTime.position(from)) to \(TraceTime.position(to))")
    }
    if let count = recoveries.come(at: now) {
      report(ObservedLaws.recoveryLoop, "the player moved its playhead \(count) times within 30 s")
    }
  }

  private mutating func select(_ track: TrackID) {
    guard track != renditions.last?.track else { return }
    let now = now
    renditions.removeAll { (now - $0.at).microseconds > 20_000_000 }
    if renditions.count >= 16 { renditions.removeFirst() }
    renditions.append((track, now))
    // To and fro: most changes return to a rendition that was played just before.
    var returns = 0
    for place in renditions.indices.dropFirst(2) where renditions[place].track == renditions[place - 2].track {
      returns += 1
    }
    guard returns >= 3 else { return }
    report(ObservedLaws.renditionFlapping, "\(renditions.count) changes of the rendition within 20 s")
    renditions.removeAll(keepingCapacity: true)
  }

  private mutating func warn(_ failure: Failure) {
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
    if phase == .ended { report(ObservedLaws.endedTwice, "it had ended before") }
    report(playhead.end(at: now))
  }

  // MARK: What lasts

  private mutating func judgeLasting(isLast: Bool) {
    let isPlaying = phase == .prepared && state == .playing
    let wants = wantsPlay == true && !isInterrupted
    report(
      ObservedLaws.playingPaused,
      playingPaused.update(isPlaying && wantsPlay == false, place, isLast: isLast), "played although paused")
    report(
      ObservedLaws.playingStarved, playingStarved.update(isPlaying && isStarved, place, isLast: isLast),
      "reported to play and to wait for data")
    report(
      ObservedLaws.playingInterrupted,
      playingInterrupted.update(isPlaying && isInterrupted, place, isLast: isLast), "played although interrupted")
    let rests = phase == .prepared && wants && state == .paused && hasPlayed && !isStarved
    report(
      ObservedLaws.notResumed, resting.update(rests, place, isLast: isLast), "rested, wanted and ready,")
    let starts = (phase == .opening || phase == .prepared && state == .preparing) && wants && !hasPlayed
    report(ObservedLaws.startEndless, starting.update(starts, place, isLast: isLast), "did not start")
    let stalls = phase == .prepared && state == .stalled
    report(ObservedLaws.stallEndless, stalling.update(stalls, place, isLast: isLast), "stalled")
    let hasData = stalls && playhead.hasDataAhead
    report(
      ObservedLaws.stallDespiteData, stallingDespiteData.update(hasData, place, isLast: isLast),
      "stalled with data ahead up to \(TraceTime.position(playhead.bufferedUntil))")
    let seeks = isSeeking || phase == .prepared && state == .seeking
    report(ObservedLaws.seekUnfinished, seeking.update(seeks, place, isLast: isLast), "sought")
  }
}
