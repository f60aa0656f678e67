/// The pending seek. Seeks pile up: only the newest counts, and all are answered.
struct Seeking: Hashable, Sendable {
  /// Where the playhead was when the first of the pile was asked for.
  var origin = MediaTime.unknown
  var target = MediaTime.unknown
  var toleranceBefore = TimeSpan.zero
  var toleranceAfter = TimeSpan.zero
  var issuedAt = Instant.zero
  /// The newest seek that was asked for.
  var serial = SeekSerial.none
  /// The seek the engine works on; older than `serial` while seeks are coalesced.
  var inFlight = SeekSerial.none
  var request = PendingRequest()
  var attempts: UInt16 = 0
  var isActive = false
  /// Whether people see it: starts, loops and replays move silently.
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

  /// The media is closed: what a seek asked for waits for the next opening, its number is not given again.
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
  /// Where the playhead was when the first of the pending seeks was asked for; unknown when there is none.
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
      aim(at: position)
      step.complete(request, .done)
    case .opening where !seeking.isActive:
      // The media is not known: the seek takes the place of the start and is answered when it is reached.
      seeking.request.close(.superseded, &step)
      seeking.request.open(request)
      passSetback()
      aim(at: position)
    case .opening, .prepared, .ended: seekNow(to: position, request, &step)
    }
  }

  /// In open media. Silently: without showing that there is a seek.
  mutating func seekNow(
    to position: Position, silently: Bool = false, _ request: RequestID, _ step: inout Step
  ) {
    guard canSeek else { return step.complete(request, .refused, .notSeekable) }
    let (wanted, refusal) = resolve(position)
    guard refusal == .none else { return step.complete(request, .refused, refusal) }
    let target = seekWindow.nearest(to: wanted)
    if target != wanted { step.diagnose(.clamped, of: Vocabulary.InputCode.seek) }
    seeking.request.close(.superseded, &step)
    seeking.request.open(request)
    // Elsewhere another stretch begins, and where playback broke off does not matter there.
    endStretch()
    passSetback()
    transport.forgetTurn()
    if shown.phase == .ended, mayNotGoOn {
      aim(at: .at(target))
      return block(&step)
    }
    let (last, detour) = (lastPosition, detour(at: target))
    let landing = detour?.landing ?? target
    let selection = selection(by: position, landing: landing, goesAround: detour != nil)
    // What plays out does not hold the target: the opening beside goes there.
    let goesBeside = isReplacing
    if goesBeside { handOver(&step) }
    aimSegments(at: selection, detour, from: last, &step)
    // Before a landing lies what is blocked.
    let before = detour == nil ? position.toleranceBefore : .zero
    let place = Position.at(landing).within(before: before, after: position.toleranceAfter)
    if goesBeside { return aim(at: place) }
    if shown.phase == .ended { enter(.prepared) }
    if shown.phase == .opening { content.startNext(at: place) }
    let isVisible = shown.phase == .prepared && !silently
    if configuration.coalescesSeeks, seeking.isActive {
      coalesceSeek(to: landing, before, position.toleranceAfter, isVisible: isVisible)
    } else {
      beginEngineSeek(to: landing, before, position.toleranceAfter, isVisible: isVisible, &step)
    }
  }

  /// A wanted position in media time, not yet clamped.
  func resolve(_ position: Position, asStart isStart: Bool = false) -> (MediaTime, Refusal) {
    if position.selectsSegment { return resolve(position, inSegmentAsStart: isStart) }
    switch position.anchor {
    case .start: return (.zero + position.offset, .none)
    case .playhead: return (self.position(at: clock) + position.offset, .none)
    case .liveEdge: return (mediaEnd + position.offset, .none)
    case .windowStart: return (mediaStart + position.offset, .none)
    case .defaultPosition:
      return ((shown.streamType == .dvr ? mediaEnd : mediaStart) + position.offset, .none)
    case .date:
      guard let position = self.position(ofDate: position.offset.microseconds) else { return (.unknown, .noDate) }
      return (position, .none)
    case .segment: return (.unknown, .unknownSubject)
    }
  }

  /// Where an opening begins: unknown for where the engine rests by itself. A start too near the end falls back to the
  /// default position (SRG.md#1.8); a seek that waits for the opening is only clamped.
  func startTarget() -> (target: MediaTime, refusal: Refusal) {
    let start = content.start
    let isSeek = seeking.request.isOpen
    // No live stream begins at its zero or before it: that is how the default was written (SRG.md#1.8).
    let isDefault =
      start.anchor == .defaultPosition && start.offset == .zero || start.anchor == .start && start.offset <= .zero
    if isDefault, shown.streamType != .onDemand, !isSeek { return (.unknown, .none) }
    let (wanted, refusal) = resolve(start, asStart: !isSeek)
    guard refusal == .none else { return (.unknown, refusal) }
    let isPlain = shown.streamType == .onDemand && !isSeek && !start.selectsSegment
    if isPlain, isTooNearTheEnd(wanted) { return (mediaStart, .none) }
    return (seekWindow.nearest(to: wanted), .none)
  }

  func isTooNearTheEnd(_ start: MediaTime) -> Bool {
    start >= shown.duration + (.zero - startEndTolerance(of: shown.duration - .zero))
  }

  /// The smaller of the absolute and the relative tolerance that is not zero (SRG.md#1.8).
  func startEndTolerance(of length: TimeSpan) -> TimeSpan {
    let absolute = configuration.startEndTolerance
    let ratio = configuration.startEndToleranceRatio
    guard ratio != .zero else { return absolute }
    let relative = ratio.part(of: max(.zero, length))
    return absolute == .zero ? relative : min(absolute, relative)
  }

  /// The engine goes on with what it does; the newest target waits for it.
  private mutating func coalesceSeek(
    to target: MediaTime, _ before: TimeSpan, _ after: TimeSpan, isVisible: Bool
  ) {
    // A stall goes on in a seek that is shown, and in no other.
    if !isVisible, supply == .stalled { setSupply(.unknown) }
    pile(isVisible: isVisible)
    aimSeek(at: target, before, after)
  }

  /// Sends the engine somewhere. A seek stops it; data that was buffered no longer counts.
  mutating func beginEngineSeek(
    to target: MediaTime, _ before: TimeSpan, _ after: TimeSpan, isVisible: Bool, _ step: inout Step
  ) {
    endStretch()
    // What a seek before was bound for, it has not reached.
    transport.rest(at: reachedPosition, clock)
    liveEdge.stopAwaitingWindow()
    buffering.discard()
    // Where stalls in seeks count, a stall goes on until there is data (KSYManual.md#6.4).
    let staysStalled = supply == .stalled && configuration.stallsInSeeks && isVisible
    if !staysStalled, configuration.derivesSupply || supply == .stalled { setSupply(.unknown) }
    pile(isVisible: isVisible)
    aimSeek(at: target, before, after)
    issueSeek(&step)
  }

  /// The first of the pile remembers where it set out from.
  private mutating func pile(isVisible: Bool) {
    if isVisible, !seeking.isVisible {
      seeking.origin = position(at: clock)
      segments.seekBegan(at: seeking.origin)
    }
    transport.awaitLanding(isStart: shown.phase == .opening)
    seeking.isActive = true
    seeking.isVisible = isVisible
  }

  private mutating func aimSeek(at target: MediaTime, _ before: TimeSpan, _ after: TimeSpan) {
    seeking.serial = seeking.serial.successor
    seeking.target = target
    seeking.toleranceBefore = max(.zero, before)
    seeking.toleranceAfter = max(.zero, after)
    seeking.attempts = 0
  }

  private mutating func issueSeek(_ step: inout Step) {
    seeking.inFlight = seeking.serial
    seeking.issuedAt = clock
    step.command(
      .seek(
        seeking.serial, target: seeking.target, toleranceBefore: seeking.toleranceBefore,
        toleranceAfter: seeking.toleranceAfter), loading.epoch)
  }

  mutating func takeSeekCompleted(
    _ serial: SeekSerial, _ position: MediaTime, isFinished: Bool, _ step: inout Step
  ) {
    guard seeking.isActive, serial == seeking.inFlight else { return ignore(.staleSerial, &step) }
    if serial != seeking.serial { return issueSeek(&step) }
    if !isFinished, Int64(seeking.attempts) < configuration.seekRetryLimit {
      seeking.attempts &+= 1
      step.diagnose(.retriedSeek)
      return issueSeek(&step)
    }
    let landing = position.isKnown ? position : seeking.target
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
      // An engine that cannot go back would start over at its end for ever.
      endSegments(&step)
      enter(.ended)
    }
  }
}
