/// The pending seek. Of several seeks only the newest counts, and all are answered.
struct Seeking: Hashable, Sendable {
  /// Where the playhead was when the first of the pending seeks was requested.
  var origin = MediaTime.unknown
  var target = MediaTime.unknown
  var toleranceBefore = TimeSpan.zero
  var toleranceAfter = TimeSpan.zero
  var issuedAt = Instant.zero
  /// The newest seek that was requested.
  var serial = SeekSerial.none
  /// The seek the engine works on; older than `serial` while seeks are coalesced.
  var inFlight = SeekSerial.none
  var request = PendingRequest()
  var attempts: UInt16 = 0
  var isActive = false
  /// Whether it is visible: starts, loops and replays move silently.
  var isVisible = false
  /// How the last seek ended.
  var wasFinished = true

  init(serial: SeekSerial = .none, request: PendingRequest = PendingRequest()) {
    self.serial = serial
    self.request = request
  }

  mutating func answer(_ answer: Answer, _ step: inout Player.Step, _ refusal: Refusal = .none) {
    request.close(answer, &step, refusal)
  }

  /// The media is closed: a requested seek waits for the next opening, and its number is not reused.
  mutating func unload() { self = Seeking(serial: serial, request: request) }

  mutating func end() {
    isActive = false
    isVisible = false
    inFlight = .none
    origin = .unknown
    target = .unknown
    attempts = 0
  }
}

extension Player {
  /// The target of the pending seek; unknown when there is none.
  public var seekTarget: MediaTime { seeking.isVisible ? seeking.target : .unknown }
  /// Where the playhead was when the first of the pending seeks was requested; unknown when there is none.
  public var seekOrigin: MediaTime { seeking.isVisible ? seeking.origin : .unknown }

  @inline(__always)
  var seekDeadline: Instant {
    seeking.isActive ? seeking.issuedAt.after(configuration.seekTimeout) : .never
  }

  mutating func seek(to position: Position, _ request: RequestID, _ step: inout Step) {
    switch shown.phase {
    case .empty: step.complete(request, .refused, .noContent)
    case .idle, .blocked, .failed:
      // Before playback a seek sets where it will begin (KSYManual.md#6.4, Contradictions.md#X-18).
      passSetback()
      setTarget(to: position)
      step.complete(request, .done)
    case .opening where !seeking.isActive:
      // The media is not known yet: the seek replaces the start, and what an earlier one was to skip or to select. It is
      // answered when its target is reached.
      seeking.request.close(.superseded, &step)
      seeking.request.open(request)
      supersedeSkip(isCue: false, &step)
      segments.dropSelection()
      passSetback()
      setTarget(to: position)
    case .opening, .prepared, .ended: seekNow(to: position, request, &step)
    }
  }

  /// Seeks in open media. Silently: without a visible seek.
  mutating func seekNow(
    to position: Position, silently: Bool = false, _ request: RequestID, _ step: inout Step
  ) {
    guard canSeek else { return step.complete(request, .refused, .notSeekable) }
    let wanted = resolve(position)
    guard wanted.refusal == .none else { return step.complete(request, .refused, wanted.refusal) }
    let target = seekWindow.nearest(to: wanted.position)
    if target != wanted.position { step.diagnose(.clamped, of: Vocabulary.InputCode.seek) }
    seeking.request.close(.superseded, &step)
    seeking.request.open(request)
    // A new run begins at the target, and the place where playback broke off does not matter there.
    closePlaybackRun()
    passSetback()
    transport.forgetTurn()
    if shown.phase == .ended, mayNotGoOn {
      setTarget(to: .at(target))
      return block(&step)
    }
    let (last, detour) = (lastPosition, detour(at: target))
    let (landing, goesAround) = (detour?.landing ?? target, detour?.advances == true)
    let selection = selection(by: position, landing: landing, goesAround: goesAround)
    // What plays out does not contain the target: the standby opening goes there.
    let usesStandbyOpening = isReplacing
    if usesStandbyOpening { handOver(&step) }
    planSegments(at: selection, detour, from: last, &step)
    let place = Position.at(landing).within(before: position.toleranceBefore, after: position.toleranceAfter)
      .selecting(selection)
    if usesStandbyOpening { return setTarget(to: place) }
    if shown.phase == .ended { enter(.prepared) }
    if shown.phase == .opening { content.startNext(at: place) }
    let isVisible = shown.phase == .prepared && !silently
    if configuration.coalescesSeeks, seeking.isActive {
      coalesceSeek(to: landing, place.toleranceBefore, place.toleranceAfter, isVisible: isVisible)
    } else {
      beginEngineSeek(to: landing, place.toleranceBefore, place.toleranceAfter, isVisible: isVisible, &step)
    }
  }

  private var seekBasis: SeekBasis {
    SeekBasis(
      streamType: shown.streamType, start: mediaStart, end: mediaEnd, duration: shown.duration, window: seekWindow,
      playhead: position(at: clock), dates: dateReference)
  }

  var startTolerance: StartTolerance {
    StartTolerance(absolute: configuration.startEndTolerance, ratio: configuration.startEndToleranceRatio)
  }

  /// The position in media time, not yet clamped.
  func resolve(_ position: Position) -> SeekTarget { resolve(position, from: seekBasis, start: nil) }

  private func resolve(_ position: Position, from basis: SeekBasis, start tolerance: StartTolerance?) -> SeekTarget {
    guard position.selectsSegment else { return basis.resolve(position) }
    return basis.resolve(position, in: selectedSegment(of: position), start: tolerance)
  }

  /// Where an opening begins, or the target of the seek that waited for it.
  func startTarget() -> SeekTarget {
    let (basis, isSeek) = (seekBasis, seeking.request.isOpen)
    let wanted = resolve(content.start, from: basis, start: isSeek ? nil : startTolerance)
    return isSeek ? basis.seek(to: wanted) : basis.start(at: content.start, wanted, startTolerance)
  }

  func isTooNearTheEnd(_ start: MediaTime) -> Bool {
    startTolerance.isTooLate(start, from: .zero, to: shown.duration)
  }

  /// The engine continues its current seek; the newest target waits for it.
  private mutating func coalesceSeek(
    to target: MediaTime, _ before: TimeSpan, _ after: TimeSpan, isVisible: Bool
  ) {
    // A stall continues only in a visible seek.
    if !isVisible, supply == .stalled { setSupply(.unknown) }
    joinPendingSeek(isVisible: isVisible)
    setSeekTarget(at: target, before, after)
  }

  /// Commands the engine to seek. A seek stops it; buffered data no longer counts.
  mutating func beginEngineSeek(
    to target: MediaTime, _ before: TimeSpan, _ after: TimeSpan, isVisible: Bool, _ step: inout Step
  ) {
    closePlaybackRun()
    // The target of an earlier seek was not reached.
    let reached = reachedPosition
    transport.rest(at: reached, clock)
    liveEdge.stopAwaitingWindow()
    buffering.discard()
    // Where stalls in seeks count, a stall continues until there is data (KSYManual.md#6.4).
    let staysStalled = supply == .stalled && configuration.stallsInSeeks && isVisible
    if !staysStalled, configuration.derivesSupply || supply == .stalled { setSupply(.unknown) }
    joinPendingSeek(isVisible: isVisible)
    setSeekTarget(at: target, before, after)
    issueSeek(&step)
  }

  /// The first of several pending seeks records where it started.
  private mutating func joinPendingSeek(isVisible: Bool) {
    if isVisible, !seeking.isVisible {
      seeking.origin = position(at: clock)
      segments.seekBegan(at: seeking.origin)
    }
    transport.awaitLanding(isStart: shown.phase == .opening)
    seeking.isActive = true
    seeking.isVisible = isVisible
  }

  private mutating func setSeekTarget(at target: MediaTime, _ before: TimeSpan, _ after: TimeSpan) {
    seeking.serial = seeking.serial.successor
    seeking.target = target
    seeking.toleranceBefore = max(.zero, before)
    seeking.toleranceAfter = max(.zero, after)
    seeking.attempts = 0
  }

  private mutating func issueSeek(_ step: inout Step) {
    seeking.inFlight = seeking.serial
    seeking.issuedAt = clock
    let target = seeking.target
    var (before, after) = (seeking.toleranceBefore, seeking.toleranceAfter)
    if max(before, after) > .zero {
      let room = landings(around: target)
      before = max(.zero, min(before, target - room.first))
      after = max(.zero, min(after, room.last - target))
    }
    step.command(.seek(seeking.serial, target: target, toleranceBefore: before, toleranceAfter: after), loading.epoch)
  }

  /// Where a seek to `target` may land, however tolerant it is: not in blocked media, within the segment that it selects,
  /// and where a seek can reach.
  private func landings(around target: MediaTime) -> SeekWindow {
    let room = segments.table.free(around: target).intersection(seekWindow)
    guard let segment = segment(segments.target), let range = range(of: segment) else { return room }
    return room.intersection(SeekWindow(first: range.lowerBound, last: range.upperBound + .microseconds(-1)))
  }

  mutating func handleSeekCompleted(
    _ serial: SeekSerial, _ position: MediaTime, isFinished: Bool, _ step: inout Step
  ) {
    guard seeking.isActive, serial == seeking.inFlight else { return ignore(.staleSerial, &step) }
    if serial != seeking.serial { return issueSeek(&step) }
    if !isFinished, Int64(seeking.attempts) < configuration.seekRetryLimit {
      seeking.attempts &+= 1
      step.diagnose(.retriedSeek)
      return issueSeek(&step)
    }
    // Nothing speaks of a target that was not reached: the playhead is where it was, or where the media begins.
    let last = shown.phase == .opening ? mediaStart : transport.anchor
    let landing = position.isKnown ? position : isFinished ? seeking.target : last
    if !isFinished { segments.dropSelection() }
    // A skip whose engine landed in its run or before it has not left it.
    if isFinished, landing + configuration.skipLandingMargin < seeking.target {
      endSkip(isFinished: false, isCue: true, &step)
    }
    seeking.wasFinished = isFinished
    let isVisible = seeking.isVisible
    seeking.end()
    seeking.request.close(isFinished ? .done : .failed, &step)
    transport.rest(at: landing, clock)
    buffering.dataArrived(clock)
    landIntervals(at: landing, isJump: isVisible)
    if shown.phase == .opening {
      becomePrepared(&step)
    } else if !isFinished, transport.waiting == .loop || transport.waiting == .replay {
      // An engine that cannot go back would start over at its end forever.
      endSegments(&step)
      enterEnd()
    }
  }
}
