/// Segments of the media: which is played, which is selected, and what happens at the next boundary (SRG.md#3).
///
/// What is stored of the table is the place of the playhead: the piece or gap that holds it. While the playhead stays
/// there, nothing happens; the deadline is the instant at which it leaves.
struct Segments: Hashable, Sendable {
  /// The list in use.
  var table = SegmentTable()
  /// What becomes the list with the next commit.
  var staged = SegmentList()
  /// The place of the playhead when it was last evaluated; empty before that.
  var lower = MediaTime.zero
  var upper = MediaTime.zero
  /// Where the first of the seeks began whose effect has not been shown yet; unknown when there is none.
  var origin = MediaTime.unknown
  /// Where the announced skip was decided.
  var skipOrigin = MediaTime.unknown
  /// The segment that a start or seek selects as soon as it has landed.
  var target = SegmentID.none
  /// Skips that were announced since the playhead last passed ``skipGoal``.
  var skipsInVain: UInt16 = 0
  /// The farthest landing of those skips; unknown without any.
  var skipGoal = MediaTime.unknown
  var due = Due.none
  var selection = SelectionReason.none
  /// Whether the segment that is played was selected.
  var isSelected = false
  /// Whether media is open and the playhead neither waits nor seeks: the only time at which segments are evaluated.
  var isPresent = false
  /// Whether the place must be looked up, although the playhead may not have left it.
  var isStale = false
  /// Whether the list was changed since the place was looked up.
  var isListNew = false
  /// Whether the skip in progress cannot leave the blocked run, because the media ends in it.
  var endsInRun = false

  @inline(__always)
  func holds(_ position: MediaTime) -> Bool { lower <= position && position < upper }

  /// Earlier skips no longer count: the playhead has passed what they were to pass, or the app has intervened.
  mutating func resetSkips() {
    skipsInVain = 0
    skipGoal = .unknown
  }

  /// A skip is announced. It falls short until the playhead has passed its landing: one that lands before blocked media
  /// would meet it again and again.
  mutating func countSkip(to landing: MediaTime) {
    skipsInVain &+= 1
    skipGoal = max(skipGoal, landing)
  }

  /// An announced skip was broken off before the engine could land.
  mutating func takeBackSkip() { if skipsInVain > 0 { skipsInVain &-= 1 } }

  /// What should have selected a segment was not reached, or something else is wanted.
  mutating func dropSelection() { target = .none }

  /// The first of several seeks records where the playhead was.
  mutating func seekBegan(at position: MediaTime) { if !origin.isKnown { origin = position } }

  /// A report has moved the playhead: before its stored place, or back into it after it was expected to have left.
  mutating func playheadWent(from expected: MediaTime, to reported: MediaTime) {
    let hasReturned = reported < upper && expected >= upper
    if reported < lower || hasReturned { isStale = true }
  }

  mutating func forgetPlace() {
    lower = .zero
    upper = .zero
    due = .none
    isPresent = false
    endsInRun = false
    origin = .unknown
    target = .none
  }
}

extension Player {
  /// The segment that is played: the one that holds the playhead, unless that is blocked; none in a gap. During a seek
  /// it is the one that the seek left.
  public var currentSegment: SegmentID { shown.segment }
  /// ``currentSegment`` if a start or a seek had selected it.
  public var selectedSegment: SegmentID { segments.isSelected ? shown.segment : .none }
  /// The segment that the start or seek in progress will select.
  public var pendingSelection: SegmentID { segments.target }

  /// True when no input can affect segments.
  @inline(__always)
  var segmentsAreIdle: Bool {
    segments.table.isEmpty
      && (shown.segment.rawValue | segments.target.rawValue | shown.skipped.rawValue | shown.playedBlocked.rawValue)
        == 0
  }

  // MARK: Time

  /// When the playhead leaves the place it is in.
  @inline(__always)
  var segmentDeadline: Instant {
    guard segments.isPresent, !segmentsAreIdle else { return .never }
    let isMoving = transport.drive == .moving
    switch segments.due {
    case .skip, .look: return clock
    case .end: return isMoving ? clock : .never
    case .none: break
    }
    guard isMoving, segments.upper != MediaTime(microseconds: .max) else { return .never }
    // The playhead does not go past the end, and never crosses a span that cannot be expressed.
    if hasEnd, segments.upper > max(shown.duration, transport.anchor) { return .never }
    let rest = segments.upper - transport.anchor
    return rest == .never ? .never : transport.anchoredAt.after(transport.movingRate.span(for: rest))
  }

  mutating func serveSegments(_ step: inout Step) {
    if segments.due == .none || segments.due == .look { evaluateSegment(&step) }
    switch segments.due {
    case .skip: performSkip(&step)
    case .end: endInBlockedRun(&step)
    case .none, .look: break
    }
  }

  /// Checks after every step whether the place has to be looked up: when playback or a pause began, and when the
  /// playhead rests somewhere else. The deadline covers a moving playhead.
  @inline(__always)
  mutating func updateCurrentSegment(_ step: inout Step) {
    if segmentsAreIdle { return }
    let isPresent = isPresentingMedia
    if isPresent != segments.isPresent {
      segments.isPresent = isPresent
      segments.isStale = true
    }
    guard isPresent, segments.due != .skip else { return }
    if segments.isStale || (transport.drive != .moving && !segments.holds(transport.anchor)) { evaluateSegment(&step) }
  }

  /// Paused or playing, or about to play: while stalled, preparing and seeking no segment is evaluated (SRG.md#1.5,
  /// SRG.md#3.1).
  @inline(__always)
  private var isPresentingMedia: Bool {
    guard shown.phase == .prepared, !seeking.isActive else { return false }
    return transport.drive == .moving || state == .paused
      || shown.supply.allowsPlayback && !isHindered && restsInSkippable
  }

  // MARK: Where the playhead is

  /// One processing step (SRG.md#3.2).
  private mutating func evaluateSegment(_ step: inout Step) {
    let position = position(at: clock)
    let place = segments.table.place(at: position)
    if position >= segments.skipGoal { segments.resetSkips() }
    let isSame = place.lower == segments.lower && place.upper == segments.upper
    let isArrival = segments.origin.isKnown || !shown.skipped.isNone || !segments.target.isNone
    let isCrossing = !segments.isStale && transport.drive == .moving && place.lower == segments.upper
    segments.isStale = false
    // The end of blocked media is not skipped again, unless more media has been added after it.
    let detour = detour(around: place, from: position)
    let hasWayOut = detour?.leadsOut ?? false
    if isSame, place.isBlocked, !isArrival, !segments.isListNew, !hasWayOut {
      segments.due = isLast(place) ? .end : .none
      return presentBlocked(place, &step)
    }
    if hasWayOut { segments.endsInRun = false }
    let last = segments.origin.isKnown ? segments.origin : isCrossing ? place.lower : position
    let exit: SegmentExit = segments.origin.isKnown ? .seek : segments.isListNew ? .listUpdate : .natural
    segments.due = .none
    segments.lower = place.lower
    segments.upper = place.upper
    segments.origin = .unknown
    segments.isListNew = false
    // An engine that does not get to the blocked end is there as far as it can.
    let skips = maySkip(detour) && !skipsAreUsedUp && !(segments.skipsInVain > 0 && isLast(place))
    endSkip(isFinished: seeking.wasFinished && !hasWayOut, isCue: skips, &step)
    let target = segments.target
    segments.target = .none
    if !target.isNone, !place.isBlocked, segments.table.segment(target)?.isBlocked != true {
      select(target, last, &step)
      if place.id != target {
        segments.due = .look
        segments.isListNew = segments.table.segment(target) == nil
      }
    } else if place.isBlocked {
      leaveSegment(exit, last, &step)
      meetBlocked(place, at: position, skips ? detour : nil, &step)
    } else if place.id != shown.segment {
      let previous = shown.segment
      leaveSegment(exit, next: place.id, last, &step)
      if !place.id.isNone { enterSegment(place.id, previous: previous, last, &step) }
    }
    segments.endsInRun = false
    presentBlocked(place, &step)
  }

  /// Announces blocked media that is presented, because nothing leads out of it.
  private mutating func presentBlocked(_ place: SegmentTable.Place, _ step: inout Step) {
    let presented = place.isBlocked && segments.due == .none ? place.id : .none
    if presented != shown.playedBlocked { announceBlocked(presented, &step) }
  }

  /// Nothing that is blocked is presented any longer.
  mutating func presentNothingBlocked(_ step: inout Step) {
    if !shown.playedBlocked.isNone { announceBlocked(.none, &step) }
  }

  private mutating func announceBlocked(_ presented: SegmentID, _ step: inout Step) {
    shown.playedBlocked = presented
    step.notifyBeforeState(.blockedPlaying(presented, isSeekable: canSeek))
  }

  /// Selecting the segment that already plays is an end and a start too (SRG.md#3.5).
  private mutating func select(_ target: SegmentID, _ last: MediaTime, _ step: inout Step) {
    let previous = shown.segment
    leaveSegment(.selection, next: target, last, &step)
    segments.isSelected = true
    enterSegment(target, previous: previous, last, &step)
  }

  private mutating func enterSegment(
    _ id: SegmentID, previous: SegmentID, _ last: MediaTime, _ step: inout Step
  ) {
    shown.segment = id
    let isSelected = segments.isSelected
    step.notifyBeforeState(
      .segmentStarted(
        id, isSelected: isSelected, selection: isSelected ? segments.selection : .none, previous: previous,
        lastPosition: last))
  }

  private mutating func leaveSegment(
    _ exit: SegmentExit, next: SegmentID = .none, _ last: MediaTime, _ step: inout Step
  ) {
    if !shown.segment.isNone {
      step.notifyBeforeState(
        .segmentEnded(
          shown.segment, wasSelected: segments.isSelected,
          selection: exit == .selection ? segments.selection : .none, exit: exit, next: next, lastPosition: last))
    }
    shown.segment = .none
    segments.isSelected = false
  }

  // MARK: Where it all ends

  /// Where the playhead was last; during a seek, where the seek began.
  var lastPosition: MediaTime { segments.origin.isKnown ? segments.origin : position(at: clock) }

  /// Playback is over for now: every segment that was entered is left, every skip that was announced ends.
  mutating func abandonSegments(_ exit: SegmentExit, _ step: inout Step) {
    if !segmentsAreIdle {
      leaveSegment(exit, lastPosition, &step)
      if !shown.skipped.isNone { segments.takeBackSkip() }
      endSkip(isFinished: false, isCue: false, &step)
    }
    presentNothingBlocked(&step)
    segments.forgetPlace()
  }

  /// The end of the media ends the segment that is played. One that ends there too has ended naturally.
  mutating func endSegments(_ step: inout Step) {
    if !segmentsAreIdle {
      let isSought = segments.origin.isKnown
      let isOver = transport.anchor >= segments.upper
      leaveSegment(isSought ? .seek : isOver ? .natural : .ended, lastPosition, &step)
      // A skip that was announced but not begun is not finished.
      endSkip(isFinished: seeking.wasFinished && segments.due != .skip, isCue: true, &step)
    }
    presentNothingBlocked(&step)
    segments.forgetPlace()
  }
}
