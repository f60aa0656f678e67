/// The pending seek. Seeks pile up: only the newest counts, and all are answered.
struct Seeking: Hashable, Sendable {
  /// The newest seek that was asked for.
  var serial = SeekSerial.none
  /// The seek the engine works on; older than `serial` while seeks are coalesced.
  var inFlight = SeekSerial.none
  var isActive = false
  /// Whether people see it: starts, loops and replays move silently.
  var isVisible = false
  /// Where the playhead was when the first of the pile was asked for.
  var origin = MediaTime.unknown
  var target = MediaTime.unknown
  var toleranceBefore = TimeSpan.zero
  var toleranceAfter = TimeSpan.zero
  var issuedAt = Instant.zero
  var attempts: UInt32 = 0
  var request = PendingRequest()
  /// How the last seek ended.
  var wasFinished = true

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

  var seekDeadline: Instant {
    seeking.isActive ? seeking.issuedAt.after(configuration.seekTimeout) : .never
  }

  mutating func seek(to position: Position, _ request: RequestID, _ outputs: inout Outputs) {
    switch loading.phase {
    case .empty: outputs.complete(request, .refused, .noContent)
    case .idle, .blocked, .failed:
      // Before playback a seek sets where it will begin (seed 002 §6.4, conflict X-18).
      content.start = position
      outputs.complete(request, .done)
    case .opening: seekWhileOpening(to: position, request, &outputs)
    case .prepared, .ended: seekNow(to: position, request, &outputs)
    }
  }

  /// The media is not ready: the seek takes the place of the start position and is answered when it is reached.
  private mutating func seekWhileOpening(to position: Position, _ request: RequestID, _ outputs: inout Outputs) {
    seeking.request.close(.superseded, &outputs)
    seeking.request.open(request)
    content.start = position
    guard seeking.isActive else { return }
    let (target, before, after) = startTarget()
    beginEngineSeek(to: target.isKnown ? target : .zero, before, after, &outputs)
  }

  private mutating func seekNow(to position: Position, _ request: RequestID, _ outputs: inout Outputs) {
    guard timeline.canSeek else { return outputs.complete(request, .refused, .notSeekable) }
    let (wanted, refusal) = resolve(position)
    guard refusal == .none else { return outputs.complete(request, .refused, refusal) }
    let target = timeline.clamped(wanted, endMargin: configuration.seekEndMargin)
    if target != wanted { outputs.diagnose(Input.command(.seek(position), .none).code, .clamped) }
    seeking.request.close(.superseded, &outputs)
    seeking.request.open(request)
    let origin = seeking.isActive && seeking.isVisible ? seeking.origin : self.position(at: clock)
    if configuration.coalescesSeeks, seeking.isActive {
      seeking.serial = seeking.serial.successor
      seeking.target = target
      seeking.toleranceBefore = position.toleranceBefore
      seeking.toleranceAfter = position.toleranceAfter
      seeking.attempts = 0
    } else {
      beginEngineSeek(to: target, position.toleranceBefore, position.toleranceAfter, &outputs)
    }
    seeking.isVisible = true
    seeking.origin = origin
    if loading.phase == .ended { loading.phase = .prepared }
  }

  /// A wanted position in media time, not yet clamped.
  private func resolve(_ position: Position) -> (MediaTime, Refusal) {
    switch position.anchor {
    case .start: return (.zero + position.offset, .none)
    case .playhead: return (self.position(at: clock) + position.offset, .none)
    case .liveEdge: return (timeline.end + position.offset, .none)
    case .windowStart: return (timeline.start + position.offset, .none)
    case .defaultPosition:
      return ((timeline.streamType == .dvr ? timeline.end : timeline.start) + position.offset, .none)
    case .date:
      guard timeline.hasDates else { return (.unknown, .noDate) }
      let sinceReference = TimeSpan(
        microseconds: position.offset.microseconds.saturatingMinus(timeline.referenceDate))
      return (timeline.referencePosition + sinceReference, .none)
    case .segment: return (.unknown, .notAvailable)
    }
  }

  /// Where an opening begins: unknown for the engine's own default position. A start too near the end, or one that
  /// cannot be resolved, falls back to the default (srg.md §1.8).
  func startTarget() -> (MediaTime, TimeSpan, TimeSpan) {
    let start = content.start
    let isDefault = start.anchor == .defaultPosition || (start.anchor == .start && start.offset == .zero)
    if isDefault, timeline.streamType != .onDemand, !seeking.request.isOpen { return (.unknown, .zero, .zero) }
    let (wanted, refusal) = resolve(start)
    guard refusal == .none, wanted.isKnown else { return (.unknown, .zero, .zero) }
    if timeline.streamType == .onDemand, !seeking.request.isOpen,
      wanted >= timeline.duration + (.zero - effectiveStartEndTolerance)
    {
      return (.zero, .zero, .zero)
    }
    let target = timeline.clamped(wanted, endMargin: configuration.seekEndMargin)
    return (target, start.toleranceBefore, start.toleranceAfter)
  }

  /// The smaller of the absolute and the relative tolerance that is not zero (srg.md §1.8).
  var effectiveStartEndTolerance: TimeSpan {
    let absolute = configuration.startEndTolerance
    let ratio = configuration.startEndToleranceRatio
    guard ratio != 0, timeline.duration.isKnown else { return absolute }
    let relative = TimeSpan(
      microseconds: max(0, timeline.duration.microseconds).saturatingScaled(by: ratio, dividedBy: 1_000))
    return absolute == .zero ? relative : min(absolute, relative)
  }

  /// Sends the engine somewhere. A seek stops it; data that was buffered no longer counts.
  mutating func beginEngineSeek(to target: MediaTime, _ before: TimeSpan, _ after: TimeSpan, _ outputs: inout Outputs) {
    transport.rest(at: position(at: clock), clock)
    transport.waiting = loading.phase == .opening ? .start : .seek
    closeStall()
    buffering.until = .unknown
    buffering.isSaturated = false
    if configuration.derivesSupply { buffering.supply = .unknown }
    seeking.serial = seeking.serial.successor
    seeking.isActive = true
    seeking.isVisible = false
    seeking.target = target
    seeking.toleranceBefore = before
    seeking.toleranceAfter = after
    seeking.attempts = 0
    issueSeek(&outputs)
  }

  private mutating func issueSeek(_ outputs: inout Outputs) {
    seeking.inFlight = seeking.serial
    seeking.issuedAt = clock
    outputs.command(
      .seek(
        seeking.serial, target: seeking.target, toleranceBefore: seeking.toleranceBefore,
        toleranceAfter: seeking.toleranceAfter), loading.epoch)
  }

  mutating func takeSeekCompleted(
    _ serial: SeekSerial, _ position: MediaTime, isFinished: Bool, _ event: EngineEvent, _ outputs: inout Outputs
  ) {
    guard seeking.isActive, serial == seeking.inFlight else { return ignore(event, .staleSerial, &outputs) }
    if serial != seeking.serial { return issueSeek(&outputs) }
    if !isFinished, Int64(seeking.attempts) < configuration.seekRetryLimit {
      seeking.attempts &+= 1
      outputs.diagnose(Input.engine(event, .none).code, .retriedSeek)
      return issueSeek(&outputs)
    }
    let landing = position.isKnown ? position : seeking.target
    seeking.wasFinished = isFinished
    seeking.end()
    seeking.request.close(isFinished ? .done : .failed, &outputs)
    transport.rest(at: landing, clock)
    buffering.lastDataAt = clock
    if loading.phase == .opening { becomePrepared(&outputs) }
  }
}
