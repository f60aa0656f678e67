/// The live edge: whether the playhead is there, what rate it allows, and how to return to it.
///
/// The window is what the engine last reported; between two reports its end does not move. Whether a playhead is at the
/// edge therefore changes with a report, or at an instant that can be computed.
struct LiveEdge: Hashable, Sendable {
  /// Before this instant the player does not catch up again.
  var nextCatchUp = Instant.microseconds(.min)
  /// Where it last caught up to; unknown if it has not. Before that place it does not either: what an engine repeats is
  /// no progress.
  var caughtUpTo = MediaTime.unknown
  /// Whether a requested rate above normal waits until the edge is far enough away.
  var holdsRate = false
  /// Whether the engine rests at an edge whose position it has not reported.
  var awaitsWindow = false

  /// The player catches up at most this often.
  static var catchUpInterval: TimeSpan { .seconds(1) }

  /// The engine has left the edge, or reported its position.
  mutating func stopAwaitingWindow() { if awaitsWindow { awaitsWindow = false } }

  mutating func holdRate(_ holds: Bool) { holdsRate = holds }
}

extension Player {
  /// Whether what plays is live: always without a window, else nearer to its end than ``Configuration/liveTolerance``
  /// (SRG.md#1.9).
  public var isLive: Bool { shown.isLive }

  /// The media is closed.
  mutating func forgetEdge() {
    liveEdge = LiveEdge()
    shown.isLive = false
  }

  /// Reviews what has changed near the edge, once in every step.
  @inline(__always)
  mutating func reviewEdge() {
    if shown.streamType == .dvr || shown.streamType == .live {
      reviewLiveStream()
    } else {
      shown.isLive = false
      if liveEdge.holdsRate { liveEdge.holdsRate = false }
    }
  }

  private mutating func reviewLiveStream() {
    deriveDateReference()
    guard loading.isEngineOpen else { return shown.isLive = false }
    guard shown.streamType == .dvr else {
      shown.isLive = true
      liveEdge.holdsRate = false
      return
    }
    // During a seek, nothing is known about its target.
    guard !seeking.isActive else { return }
    let distance = mediaEnd - position(at: clock)
    shown.isLive = distance < configuration.liveTolerance
    // Between the two limits it keeps its value, so that the rate cannot oscillate (SRG.md#1.10, SRG.md#3.9).
    if distance < configuration.liveRateMargin {
      liveEdge.holdsRate = true
    } else if distance > configuration.liveRateMargin + configuration.liveTolerance {
      liveEdge.holdsRate = false
    }
  }

  /// When the moving playhead will be at the edge, or too near to it for a rate above normal, requested or not.
  @inline(__always)
  var edgeDeadline: Instant {
    switch shown.streamType {
    case .unknown, .onDemand: .never
    case .live: catchUpDeadline
    case .dvr: transport.drive == .moving ? windowDeadline : .never
    }
  }

  @inline(__always)
  private var windowDeadline: Instant {
    let toEdge = mediaEnd - transport.anchor
    var distance = TimeSpan.never
    if !shown.isLive { distance = toEdge - configuration.liveTolerance }
    // At a normal rate too: once near the edge, the rate stays held until the edge is far enough away, however often it
    // is evaluated in between.
    if !liveEdge.holdsRate { distance = min(distance, toEdge - configuration.liveRateMargin) }
    // The playhead does not move past the last representable position.
    let way = distance + .microseconds(1)
    guard distance != .never, (transport.anchor + way) - transport.anchor == way else { return .never }
    return transport.anchoredAt.after(transport.movingRate.span(for: way))
  }

  /// A live or DVR stream that begins at its edge: shows the end of the window as soon as it is known.
  mutating func restAtEdge() {
    liveEdge.awaitsWindow = !timeline.rangeEnd.isKnown
    transport.land(at: timeline.rangeEnd.isKnown ? timeline.rangeEnd : .zero, clock)
  }

  mutating func findEdge() {
    guard liveEdge.awaitsWindow, shown.streamType == .dvr, shown.phase == .prepared else { return }
    let before = transport.anchor
    restAtEdge()
    // What was announced there is still notified.
    if transport.anchor != before { landIntervals(at: transport.anchor, isJump: false) }
    armGate(from: transport.anchor)
  }

  // MARK: Catching up

  /// Where playback would continue if it caught up at `now`, so that at most ``Configuration/liveBufferMaximum`` is
  /// buffered. Unknown if that is already the case, or if catching up is not requested (KSYManual.md#6.3,
  /// bufferTimeMax: live only, off when negative).
  @inline(__always)
  private func catchUpTarget(at now: Instant) -> MediaTime {
    let maximum = configuration.liveBufferMaximum
    guard shown.streamType == .live, maximum >= .zero, buffering.until.isKnown, !isReplacing else { return .unknown }
    let target = buffering.until + (.zero - maximum)
    let position = position(at: now)
    return target > position && position >= liveEdge.caughtUpTo ? target : .unknown
  }

  @inline(__always)
  private var catchUpDeadline: Instant {
    var due = max(liveEdge.nextCatchUp, clock)
    if liveEdge.caughtUpTo > transport.anchor {
      due = max(due, transport.anchoredAt.after(transport.movingRate.span(for: liveEdge.caughtUpTo - transport.anchor)))
    }
    return transport.drive == .moving && catchUpTarget(at: due).isKnown ? due : .never
  }

  /// Drops excess data while playback is requested; a paused live stream keeps what it has until it continues. Between
  /// a play command and its confirmation it waits: the engine is about to report its position.
  mutating func catchUp(_ step: inout Step) {
    // At the end of representable time there is no later second.
    guard clock >= liveEdge.nextCatchUp, liveEdge.nextCatchUp != .never, transport.drive != .starting else { return }
    let target = catchUpTarget(at: clock)
    guard target.isKnown else { return }
    step.notifyAfterChanges(.positionJumped(from: position(at: clock), to: target))
    excludeFromPlayed(from: position(at: clock), to: target)
    transport.land(at: target, clock)
    landIntervals(at: target, isJump: true)
    // Playback begins after what is dropped.
    if transport.waiting == .start, intervals.isGateClosed { armGate(from: target) }
    liveEdge.nextCatchUp = clock + LiveEdge.catchUpInterval
    liveEdge.caughtUpTo = target
    step.command(.catchUp(target), loading.epoch)
  }

  // MARK: Dates

  /// The date of a position, in microseconds since 1970; `nil` when the stream has no dates.
  public func date(of position: MediaTime) -> Int64? {
    guard timeline.hasReference, position.isKnown else { return nil }
    return timeline.referenceDate.saturatingPlus((position - timeline.referencePosition).microseconds)
  }

  /// The position of a date in microseconds since 1970, in the window or not; `nil` when the stream has no dates.
  public func position(ofDate date: Int64) -> MediaTime? { dateReference?.position(of: date) }

  /// `nil` when the stream has no dates.
  var dateReference: DateReference? {
    guard timeline.hasReference else { return nil }
    return DateReference(position: timeline.referencePosition, date: timeline.referenceDate)
  }

  /// Without a date from the engine, the end of the window, or a moving live playhead, is now. Derived only once, so
  /// that dates do not run backwards when the window is reported late (SRG.md#1.9).
  mutating func deriveDateReference() {
    guard !timeline.hasReference, timeline.hasWallClock, loading.isEngineOpen else { return }
    let position: MediaTime
    if shown.streamType == .dvr {
      position = timeline.rangeEnd
    } else if transport.drive == .moving {
      position = self.position(at: clock)
    } else {
      return
    }
    guard position.isKnown else { return }
    setDateReference(position, clock.microseconds.saturatingPlus(timeline.wallClockOffset), isDerived: true)
  }

  /// A date from the engine replaces a derived one. Repetitions that differ by less than a visible amount are the same
  /// reference.
  mutating func handleDateReference(_ position: MediaTime, _ date: Int64) {
    guard position.isKnown else { return }
    if let known = self.date(of: position), !timeline.isReferenceDerived {
      let difference = TimeSpan(microseconds: known.saturatingMinus(date))
      if difference <= configuration.jumpTolerance, .zero - difference <= configuration.jumpTolerance { return }
    }
    setDateReference(position, date, isDerived: false)
  }

  private mutating func setDateReference(_ position: MediaTime, _ date: Int64, isDerived: Bool) {
    timeline.refer(position, to: date, isDerived: isDerived)
    if segments.table.hasDates { resolveSegments() }
  }
}
