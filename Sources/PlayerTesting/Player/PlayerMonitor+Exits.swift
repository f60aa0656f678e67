import PlayerCore

// Why segments are left, where that was, and how skips begin and end (SRG.md#3.2, SRG.md#3.3, SRG.md#3.5, SRG.md#5.4,
// SRG.md#5.5).

extension PlayerMonitor {
  /// What is remembered of segments from one input to the next, and what the running input has said of them.
  struct SegmentMemory: Sendable {
    /// What the running input has said.
    var heard = HeardOfSegments()
    /// Where the first of the seeks set out from that have shown no effect yet; unknown when there is none.
    var departure = MediaTime.unknown
    /// Whether another list holds than when segments were last looked at, and whether it may cut them otherwise.
    var isListNew = false
    var mayBeCutAnew = false
    /// How the selection came that is on its way.
    var selection = SelectionReason.none
    /// The segments that are played and aimed at, as the list has them; `nil` where it does not.
    var played: Segment?
    var target: Segment?
    /// Whether a skip was announced and the engine was not told of it yet.
    var isSkipToCome = false
    /// How the last seek ended.
    var hasLandedFinished = true
    /// Where the app wanted the content to begin, and where the next opening begins.
    var initialStart: Position?
    var start: Position?
    /// False while it is not known what happened before the watch.
    var isWhole = true
  }

  /// What one input has said of segments: each of these at most once.
  struct HeardOfSegments: Sendable {
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

  mutating func rememberHeard(of notification: Player.Notification) {
    segments.heard.isSilent = false
    switch notification {
    case .segmentEnded(let id, _, let selection, let exit, _, let last):
      segments.heard.ended = id
      segments.heard.exit = exit
      segments.heard.endedSelection = selection
      segments.heard.endedAt = last
    case .segmentStarted(let id, let isSelected, let selection, _, let last):
      segments.heard.started = id
      segments.heard.startedSelection = selection
      segments.heard.startedAt = last
      segments.heard.isSelected = isSelected
    case .willSkip(let id, let last): (segments.heard.skipped, segments.heard.skippedAt) = (id, last)
    case .didSkip(_, _, let isFinished): (segments.heard.endsSkip, segments.heard.isSkipFinished) = (true, isFinished)
    default: break
    }
  }

  /// Whether segments matter in this input.
  @inline(__always)
  var isAboutSegments: Bool { facts.hasSegments || before.hasSegments || segments.start != nil }

  // MARK: What has happened

  /// How an input came to speak of segments.
  private enum Occasion {
    /// The playhead came to the boundary of its place.
    case boundary
    /// Playback or a pause began or went on, and the segments were looked at.
    case look
    /// The media is at its end.
    case end
    /// Playback is over, or another opening has taken over.
    case leave
  }

  @inline(__always)
  private mutating func occasion(_ code: UInt16) -> Occasion {
    if code == Kind.deadline, before.isSegmentDeadline { return .boundary }
    if facts.epoch != before.epoch || facts.shown.phase != .prepared && facts.shown.phase != .ended { return .leave }
    return said.hasEnded || said.loops ? .end : .look
  }

  /// Playing or paused: the only time at which segments are looked at (SRG.md#3.1).
  @inline(__always)
  var isPresenting: Bool {
    facts.shown.phase == .prepared && !facts.isSeeking && (facts.isMoving || facts.shown.state == .paused)
  }

  @inline(never)
  mutating func checkSegmentsTold(_ input: Input, _ code: UInt16, _ player: inout Player) {
    if case .engine(.seekCompleted(_, _, let isFinished), let epoch) = input, epoch == before.epoch, before.isSeeking,
      !facts.isSeeking
    {
      segments.hasLandedFinished = isFinished
    }
    // Without segments nobody looked whether a seek had shown its effect.
    if code == Kind.commitSegments, !before.hasSegments { segments.departure = before.shown.seekOrigin }
    if segments.isWhole {
      let occasion = occasion(code)
      if !segments.heard.isSilent {
        if !segments.heard.ended.isNone { checkExit(occasion, input, code, &player) }
        if !segments.heard.started.isNone { checkStarted(occasion, input, &player) }
        if !segments.heard.skipped.isNone { checkSkipBegin(occasion, input, code, &player) }
        if segments.heard.endsSkip { checkSkipEnd(occasion, input, code) }
      }
      checkSelections(input, code, occasion == .leave || occasion == .end, &player)
      if facts.segmentCount > 0 { expect(facts.looksAtSegments == isPresenting, .segmentsWrong) }
    }
    rememberSegments(input, code, &player)
  }

  // MARK: Exits

  /// A segment is left for the reason that there was, and where that was.
  private mutating func checkExit(_ occasion: Occasion, _ input: Input, _ code: UInt16, _ player: inout Player) {
    let heard = segments.heard
    switch occasion {
    case .leave:
      let hasFailed = said.hasFailed || said.schedulesRetry
      expect(heard.exit == (hasFailed ? .failure : .stop), .exitWrong)
    case .end:
      let isOver = facts.anchor >= before.placeEnd
      expect(heard.exit == (segments.departure.isKnown ? .seek : isOver ? .natural : .ended), .exitWrong)
    case .boundary, .look:
      if heard.isSelected {
        expect(heard.exit == .selection && heard.endedSelection == heard.startedSelection, .exitWrong)
      } else if segments.departure.isKnown {
        expect(heard.exit == .seek, .exitWrong)
      } else if segments.isListNew || code == Kind.commitSegments {
        expect(heard.exit == .listUpdate, .exitWrong)
      } else if heard.exit != .natural {
        // Other dates and other rules cut the same list otherwise.
        let mayBeCutAnew =
          segments.mayBeCutAnew || said.changesSettings || lists.list.contains { $0.isDated }
        expect(heard.exit == .listUpdate && mayBeCutAnew, .exitWrong)
      }
    }
    expect(isWhereItWas(heard.endedAt, occasion, input), .exitWrong)
  }

  /// Whether `last` is where the playhead was: during a seek where it came from, at a boundary the boundary itself.
  private mutating func isWhereItWas(_ last: MediaTime, _ occasion: Occasion, _ input: Input) -> Bool {
    if segments.departure.isKnown { return last == segments.departure }
    switch occasion {
    case .boundary:
      let isForgotten = facts.placeStart == .zero && facts.placeEnd == .zero
      let isNext = before.isMoving && facts.placeStart == before.placeEnd
      // What was due already is not looked at because of a boundary.
      if isNext, !before.isSegmentDue { return last == before.placeEnd }
      return last == expectedPosition || (isForgotten || isNext) && last == before.placeEnd
    case .look: return last == here
    case .end: return last == facts.anchor
    case .leave: return last == expectedPosition || last == reportedPosition(input)
    }
  }

  /// Where the playhead is, whatever it is bound for.
  private var here: MediaTime { facts.isSeeking ? facts.anchor : facts.position }

  private mutating func checkStarted(_ occasion: Occasion, _ input: Input, _ player: inout Player) {
    let heard = segments.heard
    // Both ends of a pair speak of the same place.
    guard heard.ended.isNone || heard.exit == .stop else { return }
    if occasion == .leave { return expect(heard.startedAt == here, .exitWrong) }
    expect(isWhereItWas(heard.startedAt, occasion, input), .exitWrong)
  }

  // MARK: Skips

  /// What is announced is blocked, and was met where the playhead was, or where it would have begun.
  private mutating func checkSkipBegin(_ occasion: Occasion, _ input: Input, _ code: UInt16, _ player: inout Player) {
    let heard = segments.heard
    let isBlocked = lists.list.contains { $0.id == heard.skipped && $0.isBlocked }
    expect(isBlocked || facts.shown.phase == .empty, .skipToldWrongly)
    // Where that begins is told by the law of starts.
    if code == Kind.opened { return }
    if goesElsewhere(input) {
      let last = segments.departure.isKnown ? segments.departure : expectedPosition
      expect(heard.skippedAt == last, .skipToldWrongly)
    } else if said.loops || before.shown.phase == .ended {
      expect(heard.skippedAt == facts.shown.rangeStart, .skipToldWrongly)
    } else {
      expect(heard.skippedAt == (occasion == .boundary ? expectedPosition : here), .skipToldWrongly)
    }
  }

  /// A skip is finished where its seek has arrived, and only there.
  private mutating func checkSkipEnd(_ occasion: Occasion, _ input: Input, _ code: UInt16) {
    let hasArrived: Bool
    switch occasion {
    case .boundary: hasArrived = false
    // An opening that takes over ends what was on its way, and may be where its own leads to.
    case .leave: hasArrived = code == Kind.opened && before.shown.skipped.isNone
    // What was announced and not begun has got nowhere.
    case .end: hasArrived = segments.hasLandedFinished && !segments.isSkipToCome
    case .look: hasArrived = segments.hasLandedFinished && !goesElsewhere(input)
    }
    expect(segments.heard.isSkipFinished == hasArrived, .skipToldWrongly)
  }

  /// Whether somebody asks for another place; a restart may leave the playhead where it is.
  func goesElsewhere(_ input: Input) -> Bool {
    switch input {
    case .command(.seek, _): true
    case .command(.restart(let position, _), _): position.anchor != .defaultPosition && before.canSeek
    default: false
    }
  }

  // MARK: Memory

  private mutating func rememberSegments(_ input: Input, _ code: UInt16, _ player: inout Player) {
    let isAnnounced = !segments.heard.skipped.isNone
    if facts.newestSeek != before.newestSeek || facts.shown.skipped.isNone {
      segments.isSkipToCome = false
    } else if isAnnounced, code == Kind.opened {
      // What opens behind blocked media, where the engine rests already, is there without a seek.
      segments.isSkipToCome = facts.isSegmentDue
    } else if isAnnounced || facts.epoch != before.epoch {
      segments.isSkipToCome = facts.epoch == before.epoch
    }
    segments.heard = HeardOfSegments()
    if said.changesSettings { segments.mayBeCutAnew = true }
    if code == Kind.commitSegments { segments.isListNew = true }
    if facts.epoch != before.epoch || facts.shown.phase != .prepared || said.loops {
      segments.departure = .unknown
      if facts.shown.phase != .ended { segments.hasLandedFinished = true }
    }
    if isPresenting {
      segments.departure = .unknown
      segments.mayBeCutAnew = false
      let current = facts.shown.segment
      segments.isListNew = facts.isSegmentDue && !current.isNone && segment(current) == nil
    } else if !facts.shown.seek.isNone, !segments.departure.isKnown {
      segments.departure = facts.shown.seekOrigin
    }
    rememberSelection(input, code, &player)
    if !facts.hasSegments { segments.isWhole = true }
  }
}

extension Player.Facts {
  /// Whether there are segments, or something is still to be said of some that were there.
  @inline(__always)
  fileprivate var hasSegments: Bool {
    segmentCount > 0
      || (shown.segment.rawValue | shown.skipped.rawValue | pendingSelection.rawValue) != 0
  }
}
