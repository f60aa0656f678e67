import PlayerCore

// The live edge: when a requested rate above normal waits, where an edge of unknown position is found, and when the
// playhead is evaluated again (SRG.md#1.9, SRG.md#1.10).

extension PlayerMonitor {
  /// What the session reveals about the edge of the open stream.
  struct EdgeAccount: Sendable {
    /// Whether a requested rate above normal waits; `nil` when that is not known.
    var holdsRate: Bool? = false
    /// Whether the engine rests at an edge whose position it has not reported; `nil` when that is not known.
    var awaitsWindow: Bool?
    /// Where the window begins that the engine has reported; unknown without one.
    var windowStart = MediaTime.unknown
    var hasWindow: Bool { windowStart.isKnown }
  }

  @inline(__always)
  mutating func checkEdgeRemembered(_ input: Input, _ code: UInt16, _ hidden: borrowing Player.Memory) {
    let isAbout = inspection.shown.streamType.isLive || before.shown.streamType.isLive
    if isAbout || code == Kind.seekableRangeChanged || inspection.epoch != before.epoch || edge.awaitsWindow == true {
      checkEdgeAccount(input, code, hidden)
    }
  }

  @inline(never)
  private mutating func checkEdgeAccount(_ input: Input, _ code: UInt16, _ hidden: borrowing Player.Memory) {
    edge.holdsRate = expectedHold(code)
    if let expected = edge.holdsRate { expectSame("held rate", hidden.holdsRate, expected, .rememberedOtherwise) }
    enterWindow(input, code)
    if inspection.isEngineOpen, let expected = edge.awaitsWindow {
      expectSame("edge that is awaited", hidden.awaitsWindow, expected, .rememberedOtherwise)
    }
  }

  // MARK: The rate

  /// Near the edge no rate exceeds the normal one, and far from it no request waits; in between nothing changes, and a
  /// new request waits if playback is at the normal rate. `nil` where that is unknown.
  private mutating func expectedHold(_ code: UInt16) -> Bool? {
    let shown = inspection.shown
    switch shown.streamType {
    case .unknown, .onDemand: return false
    case .live: return inspection.isEngineOpen ? false : nil
    case .dvr: break
    }
    guard inspection.isEngineOpen, inspection.nextDeadline > inspection.clock else { return nil }
    let isNewWish = code == Kind.setRate && !stepOutputs.isRefused
    // A higher rate shows whether it waits.
    let isShown = before.shown.streamType == .dvr && before.shown.rate > .normal
    let isNormal = before.shown.effectiveRate == .normal
    let old = isNewWish ? isNormal : edge.holdsRate ?? (isShown ? isNormal : nil)
    if inspection.isSeeking { return old }
    let distance = inspection.windowEnd - inspection.position
    if distance < policies.liveRateMargin { return true }
    return distance > policies.liveRateMargin + policies.liveTolerance ? false : old
  }

  /// When the moving playhead gets close enough to the edge to cause a change; never where that is unknown.
  @inline(__always)
  var edgeLimit: Instant {
    mutating get {
      guard inspection.shown.streamType == .dvr, inspection.isMoving, inspection.movingRate == .normal else {
        return .never
      }
      return edgeLimitOfWindow()
    }
  }

  @inline(never)
  private mutating func edgeLimitOfWindow() -> Instant {
    let toEdge = inspection.windowEnd - inspection.anchor
    var distance = TimeSpan.never
    if !inspection.shown.isLive { distance = toEdge - policies.liveTolerance }
    guard let holdsRate = edge.holdsRate else { return .never }
    if !holdsRate { distance = min(distance, toEdge - policies.liveRateMargin) }
    // Nothing lies beyond the last representable position.
    guard distance != .never, MediaTime(microseconds: .max) - inspection.anchor > distance else { return .never }
    return inspection.anchoredAt + (distance + .microseconds(1))
  }

  // MARK: The place of the edge

  /// A stream that rests at its edge as it opens waits for the window that gives its position, until it is sent
  /// elsewhere or plays.
  private mutating func enterWindow(_ input: Input, _ code: UInt16) {
    if inspection.epoch != before.epoch || !inspection.isEngineOpen {
      (edge.windowStart, edge.awaitsWindow) = (.unknown, false)
    }
    if inspection.shown.preparedCount != before.shown.preparedCount, goesToStart(code) {
      // An opening that takes over from media on demand begins where that was.
      let isElsewhere = inspection.epoch != before.epoch && before.shown.streamType == .onDemand
      edge.awaitsWindow = isElsewhere ? nil : restsAtEdge && !edge.hasWindow
    } else if stepOutputs.commandsSeek
      || code == Kind.playbackStarted && isOwnReport(input) && !stepOutputs.diagnosesIgnored
    {
      edge.awaitsWindow = edge.awaitsWindow == nil ? nil : false
    }
    guard isOwnReport(input), case .engine(.seekableRangeChanged(let start, let end), _) = input else { return }
    edge.windowStart = start.isKnown && end.isKnown && start <= end ? start : .unknown
    guard edge.awaitsWindow == true, inspection.shown.streamType == .dvr, inspection.shown.phase == .prepared else {
      return
    }
    edge.awaitsWindow = false
    expectSame("edge", inspection.anchor, inspection.windowEnd, .soughtElsewhere)
  }

  /// Whether media that has just become ready begins where the engine rests.
  private var restsAtEdge: Bool {
    guard inspection.shown.streamType.isLive, before.pendingSeek.isNone, !inspection.isSeeking else { return false }
    switch before.startAnchor {
    case .defaultPosition: return before.startOffset == .zero
    case .start: return before.startOffset <= .zero
    default: return false
    }
  }
}

extension StreamType {
  /// Whether the stream type has an edge.
  @inline(__always)
  fileprivate var isLive: Bool { self == .live || self == .dvr }
}
