import PlayerCore

// Why and where segments are left, and how skips begin and end (SRG.md#3.2, SRG.md#3.3, SRG.md#3.5, SRG.md#5.4,
// SRG.md#5.5).

extension PlayerMonitor {
  /// State about segments between inputs, and the segment outputs of the running input.
  struct SegmentMemory: Sendable {
    /// The segment outputs of the running input.
    var outputs = SegmentOutputs()
    /// The origin of the first seek that has shown no effect yet; unknown without one.
    var departure = MediaTime.unknown
    /// Whether the list is new since segments were last evaluated, and whether its pieces may differ.
    var isListNew = false
    var mayBeRecut = false
    /// The reason of the pending selection.
    var selection = SelectionReason.none
    /// The current and the target segment as in the list; `nil` if it has none.
    var played: Segment?
    var target: Segment?
    /// Whether a skip was announced and the engine not yet commanded to seek.
    var isSkipToCome = false
    /// Whether the last seek finished.
    var hasLandedFinished = true
    /// Whether it did, and where it was to lead or beyond.
    var hasArrived = true
    /// The start of the content set by the app, and that of the next opening.
    var initialStart: Position?
    var start: Position?
    /// False while the time before the monitor started matters.
    var isWhole = true
  }

  /// The segment outputs of one input: each of these at most once.
  struct SegmentOutputs: Sendable {
    var isSilent = true
    var ended = SegmentID.none
    var exit = SegmentExit.natural
    var endedSelection = SelectionReason.none
    var endedAt = MediaTime.unknown
    var started = SegmentID.none
    var startedSelection = SelectionReason.none
    var startedAt = MediaTime.unknown
    var isSelected = false
    var skipped = SegmentID.none
    var skippedAt = MediaTime.unknown
    var endsSkip = false
    var isSkipFinished = false
  }

  mutating func recordSegments(of notification: Player.Notification) {
    segments.outputs.isSilent = false
    switch notification {
    case .segmentEnded(let id, _, let selection, let exit, _, let last):
      segments.outputs.ended = id
      segments.outputs.exit = exit
      segments.outputs.endedSelection = selection
      segments.outputs.endedAt = last
    case .segmentStarted(let id, let isSelected, let selection, _, let last):
      segments.outputs.started = id
      segments.outputs.startedSelection = selection
      segments.outputs.startedAt = last
      segments.outputs.isSelected = isSelected
    case .willSkip(let id, let last):
      (segments.outputs.skipped, segments.outputs.skippedAt) = (id, last)
      stepOutputs.skip = (id, last)
    case .didSkip(_, _, let isFinished):
      (segments.outputs.endsSkip, segments.outputs.isSkipFinished) = (true, isFinished)
      stepOutputs.endsSkip = true
    default: break
    }
  }

  /// Whether segments matter for this input.
  @inline(__always)
  var isAboutSegments: Bool { inspection.hasSegments || before.hasSegments || segments.start != nil }

  // MARK: Causes

  /// Why an input has segment outputs.
  private enum Occasion {
    /// The playhead reached the boundary of its segment.
    case boundary
    /// Playback or a pause started or resumed, and the segments were evaluated.
    case look
    /// The media is at its end.
    case end
    /// Playback has ended, or another opening has taken over.
    case leave
  }

  @inline(__always)
  private mutating func occasion(_ code: UInt16) -> Occasion {
    if code == Kind.deadline, before.isSegmentDeadline { return .boundary }
    if inspection.epoch != before.epoch || inspection.shown.phase != .prepared && inspection.shown.phase != .ended {
      return .leave
    }
    return stepOutputs.hasEnded || stepOutputs.loops ? .end : .look
  }

  /// Playing or paused, or about to skip what lies before it plays: segments are evaluated only then (SRG.md#3.1).
  @inline(__always)
  var isPresenting: Bool {
    inspection.shown.phase == .prepared && !inspection.isSeeking
      && (inspection.isMoving || inspection.shown.state == .paused || inspection.isSkipping)
  }

  @inline(never)
  mutating func checkSegmentOutputs(_ input: Input, _ code: UInt16, _ player: inout Player) {
    if case .engine(.seekCompleted(_, let landing, let isFinished), let epoch) = input, epoch == before.epoch,
      before.isSeeking, !inspection.isSeeking
    {
      segments.hasLandedFinished = isFinished
      let fallsShort = landing.isKnown && landing + player.configuration.skipLandingMargin < before.position
      segments.hasArrived = isFinished && !fallsShort
    }
    // Without segments the effect of a seek was not evaluated.
    if code == Kind.commitSegments, !before.hasSegments { segments.departure = before.shown.seekOrigin }
    if segments.isWhole {
      let occasion = occasion(code)
      if !segments.outputs.isSilent {
        if !segments.outputs.ended.isNone { checkExit(occasion, input, code, &player) }
        if !segments.outputs.started.isNone { checkStarted(occasion, input, &player) }
        if !segments.outputs.skipped.isNone { checkSkipBegin(occasion, input, code, &player) }
        if segments.outputs.endsSkip { checkSkipEnd(occasion, input, code, &player) }
      }
      checkSelections(input, code, occasion == .leave || occasion == .end, &player)
      if inspection.segmentCount > 0 { expect(inspection.looksAtSegments == isPresenting, .segmentsWrong) }
    }
    rememberSegments(input, code, &player)
  }

  // MARK: Exits

  /// A segment is left for a valid reason, at the right position.
  private mutating func checkExit(_ occasion: Occasion, _ input: Input, _ code: UInt16, _ player: inout Player) {
    let outputs = segments.outputs
    switch occasion {
    case .leave:
      let hasFailed = stepOutputs.hasFailed || stepOutputs.schedulesRetry
      expect(outputs.exit == (hasFailed ? .failure : .stop), .exitWrong)
    case .end:
      let isOver = inspection.anchor >= before.placeEnd
      expect(outputs.exit == (segments.departure.isKnown ? .seek : isOver ? .natural : .ended), .exitWrong)
    case .boundary, .look:
      if outputs.isSelected {
        expect(outputs.exit == .selection && outputs.endedSelection == outputs.startedSelection, .exitWrong)
      } else if segments.departure.isKnown {
        expect(outputs.exit == .seek, .exitWrong)
      } else if segments.isListNew || code == Kind.commitSegments {
        expect(outputs.exit == .listUpdate, .exitWrong)
      } else if outputs.exit != .natural {
        // Other dates or rules divide the same list into other pieces.
        let mayBeRecut =
          segments.mayBeRecut || stepOutputs.changesSettings || lists.list.contains { $0.isDated }
        expect(outputs.exit == .listUpdate && mayBeRecut, .exitWrong)
      }
    }
    expect(isWhereItWas(outputs.endedAt, occasion, input), .exitWrong)
  }

  /// Whether `last` is the playhead's position: during a seek its origin, at a boundary the boundary itself.
  private mutating func isWhereItWas(_ last: MediaTime, _ occasion: Occasion, _ input: Input) -> Bool {
    if segments.departure.isKnown { return last == segments.departure }
    switch occasion {
    case .boundary:
      let isForgotten = inspection.placeStart == .zero && inspection.placeEnd == .zero
      let isNext = before.isMoving && !isForgotten && inspection.placeStart == before.placeEnd
      // An overdue evaluation is not caused by a boundary.
      if isNext, !before.isSegmentDue { return last == before.placeEnd }
      return last == expectedPosition || (isForgotten || isNext) && last == before.placeEnd
    case .look: return last == here
    case .end: return last == inspection.anchor
    // A playhead after the end gives way to the standby opening at the end.
    case .leave:
      return last == expectedPosition || last == reportedPosition(input) || last == reached(input, stepOutputs.code)
    }
  }

  /// The position of the playhead, whatever its target.
  private var here: MediaTime { inspection.isSeeking ? inspection.anchor : inspection.position }

  private mutating func checkStarted(_ occasion: Occasion, _ input: Input, _ player: inout Player) {
    let outputs = segments.outputs
    // Both notifications of a pair name the same position.
    guard outputs.ended.isNone || outputs.exit == .stop else { return }
    if occasion == .leave { return expect(outputs.startedAt == here, .exitWrong) }
    expect(isWhereItWas(outputs.startedAt, occasion, input), .exitWrong)
  }

  // MARK: Skips

  /// An announced skip leaves blocked media, at the playhead or at the start position.
  private mutating func checkSkipBegin(_ occasion: Occasion, _ input: Input, _ code: UInt16, _ player: inout Player) {
    let outputs = segments.outputs
    let isBlocked = lists.list.contains { $0.id == outputs.skipped && $0.isBlocked }
    expect(isBlocked || inspection.shown.phase == .empty, .skipToldWrongly)
    // The law of starts checks where such a skip begins.
    if goesToStart(code) { return }
    if goesElsewhere(input) {
      let last = segments.departure.isKnown ? segments.departure : expectedPosition
      expect(outputs.skippedAt == last, .skipToldWrongly)
    } else if stepOutputs.loops || before.shown.phase == .ended {
      expect(outputs.skippedAt == inspection.shown.rangeStart, .skipToldWrongly)
    } else {
      expect(outputs.skippedAt == (occasion == .boundary ? expectedPosition : here), .skipToldWrongly)
      // A skip without effect does not begin.
      if inspection.epoch == before.epoch, inspection.shown.phase == .prepared,
        let landing = landing(behindBlockedAt: outputs.skippedAt, &player)
      {
        expect(reachable(landing) > outputs.skippedAt, .skipToldWrongly)
      }
    }
  }

  /// A skip is finished when its seek has landed where it leads or beyond, and only then.
  private mutating func checkSkipEnd(_ occasion: Occasion, _ input: Input, _ code: UInt16, _ player: inout Player) {
    let hasArrived: Bool
    switch occasion {
    case .boundary: hasArrived = false
    // A handover ends the pending skip, and may be at its target.
    case .leave: hasArrived = code == Kind.opened && before.shown.skipped.isNone
    // A skip that was announced but not started has not arrived.
    case .end: hasArrived = segments.hasArrived && !segments.isSkipToCome
    case .look: hasArrived = segments.hasArrived && !goesElsewhere(input) && !isToSkipAgain(&player)
    }
    // The way around blocked media led to a start that was refused or moved.
    let isMissed = goesToStart(code) && stepOutputs.diagnostics > 0
    expect(segments.outputs.isSkipFinished == (hasArrived && !isMissed), .skipToldWrongly)
  }

  /// Whether the playhead has landed in other blocked media that can be left.
  private mutating func isToSkipAgain(_ player: inout Player) -> Bool {
    guard inspection.canSeek, let landing = landing(behindBlockedAt: here, &player) else { return false }
    return reachable(landing) > here && reachable(landing) >= landing
  }

  /// Whether the input asks for another position; a restart may leave the playhead where it is.
  func goesElsewhere(_ input: Input) -> Bool {
    switch input {
    case .command(.seek, _): true
    case .command(.restart(let position, _), _): position.anchor != .defaultPosition && before.canSeek
    default: false
    }
  }

  // MARK: Memory

  private mutating func rememberSegments(_ input: Input, _ code: UInt16, _ player: inout Player) {
    let isAnnounced = !segments.outputs.skipped.isNone
    if inspection.newestSeek != before.newestSeek || inspection.shown.skipped.isNone {
      segments.isSkipToCome = false
    } else if isAnnounced, goesToStart(code) {
      // Media that opens after a blocked segment, where the engine already is, needs no seek.
      segments.isSkipToCome = inspection.isSegmentDue
    } else if isAnnounced || inspection.epoch != before.epoch {
      segments.isSkipToCome = inspection.epoch == before.epoch
    }
    segments.outputs = SegmentOutputs()
    if stepOutputs.changesSettings { segments.mayBeRecut = true }
    if code == Kind.commitSegments { segments.isListNew = true }
    if inspection.epoch != before.epoch || inspection.shown.phase != .prepared || stepOutputs.loops {
      segments.departure = .unknown
      if inspection.shown.phase != .ended { (segments.hasLandedFinished, segments.hasArrived) = (true, true) }
    }
    if isPresenting {
      segments.departure = .unknown
      segments.mayBeRecut = false
      let current = inspection.shown.segment
      segments.isListNew = inspection.isSegmentDue && !current.isNone && segment(current) == nil
    } else if !inspection.shown.seek.isNone, !segments.departure.isKnown {
      segments.departure = inspection.shown.seekOrigin
    }
    rememberSelection(input, code, &player)
    if !inspection.hasSegments { segments.isWhole = true }
  }
}

extension Player.Inspection {
  /// Whether there are segments, or outputs about former ones are pending.
  @inline(__always)
  fileprivate var hasSegments: Bool {
    segmentCount > 0
      || (shown.segment.rawValue | shown.skipped.rawValue | pendingSelection.rawValue) != 0
  }
}
