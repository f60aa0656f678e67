// Blocked segments are never played: starts and seeks go around them, and a playhead that meets one skips it.

extension Player {
  /// What a start or seek meets whose target lies in a blocked run.
  struct Trap {
    /// The first blocked segment met.
    var segment: SegmentID
    var landing: MediaTime
    /// Whether the landing lies in the run still, because the media ends in it.
    var endsInRun: Bool
  }

  /// The way around the blocked run that holds `target`; `nil` when nothing blocks it or nothing can be sought.
  mutating func trap(at target: MediaTime) -> Trap? {
    guard !segments.table.isEmpty, target.isKnown, canSeek else { return nil }
    let place = segments.table.place(at: target)
    guard place.isBlocked else { return nil }
    let landing = reach(place.landing)
    return Trap(segment: place.id, landing: max(target, landing), endsInRun: landing < place.landing)
  }

  /// Announces that a start or seek goes around a blocked run.
  mutating func beginSkip(_ trap: Trap, from last: MediaTime, _ step: inout Step) {
    if shown.skipped.isNone { announceSkip(of: trap.segment, from: last, &step) }
    segments.endsInRun = trap.endsInRun
  }

  /// A seek takes the place of a skip and of a selection on their way, and may begin others (SRG.md#3.5).
  mutating func aimSegments(at selection: SegmentID, _ trap: Trap?, from last: MediaTime, _ step: inout Step) {
    supersedeSkip(isCue: trap != nil, &step)
    if let trap { beginSkip(trap, from: last, &step) }
    segments.target = selection
    segments.selection = selection.isNone ? .none : .update
  }

  private mutating func announceSkip(of id: SegmentID, from last: MediaTime, _ step: inout Step) {
    shown.skipped = id
    segments.skipOrigin = last
    step.cue(.willSkip(id, lastPosition: last))
  }

  /// Every skip that was announced ends once. Where another one follows in the same step, or the end of the media, it is
  /// told before that.
  mutating func endSkip(isFinished: Bool, isCue: Bool, _ step: inout Step) {
    guard !shown.skipped.isNone else { return }
    let notification = Player.Notification.didSkip(
      shown.skipped, lastPosition: segments.skipOrigin, isFinished: isFinished)
    if isCue { step.cue(notification) } else { step.note(notification) }
    shown.skipped = .none
    segments.skipOrigin = .unknown
  }

  /// Something else takes the place of the skip, if there is one.
  mutating func supersedeSkip(isCue: Bool, _ step: inout Step) {
    endSkip(isFinished: false, isCue: isCue, &step)
    segments.endsInRun = false
    if segments.due == .skip { segments.due = .none }
  }

  /// The landing nearest to `position` that a seek can reach.
  private func reach(_ position: MediaTime) -> MediaTime {
    clamped(position, endMargin: configuration.seekEndMargin)
  }

  mutating func canSkip(_ place: SegmentTable.Place, from position: MediaTime) -> Bool {
    canSeek && !segments.endsInRun && reach(place.landing) > position
  }

  /// Whether a seek gets out of the blocked run that holds `position`, and not only on in it.
  mutating func hasWayOut(of place: SegmentTable.Place, from position: MediaTime) -> Bool {
    place.isBlocked && canSeek && place.landing > position && reach(place.landing) >= place.landing
  }

  /// What can be sought has changed: blocked media that had to be played so far may be left now.
  mutating func reviewBlocked() {
    guard segments.isPresent, segments.due == .none, shown.segment.isNone, !segmentsAreIdle else { return }
    let position = position(at: clock)
    if hasWayOut(of: segments.table.place(at: position), from: position) { segments.isStale = true }
  }

  /// The playhead is in a blocked place. Announces the skip; what cannot be skipped because nothing comes behind it ends
  /// the media, and what cannot be skipped because nothing can be sought is played.
  mutating func meetBlocked(
    _ place: SegmentTable.Place, at position: MediaTime, skips: Bool, _ step: inout Step
  ) {
    if skips {
      announceSkip(of: place.id, from: position, &step)
      segments.due = .skip
    } else if canSeek, shown.streamType == .onDemand, place.landing >= reach(shown.duration) {
      segments.due = .end
    }
  }

  /// Goes to the end of the blocked run. An engine that does not get out of it is not asked for ever.
  mutating func performSkip(_ step: inout Step) {
    let position = position(at: clock)
    let place = segments.table.place(at: position)
    segments.due = .none
    guard place.isBlocked, canSkip(place, from: position) else {
      supersedeSkip(isCue: true, &step)
      return segments.isStale = true
    }
    segments.skipsInVain &+= 1
    guard Int64(segments.skipsInVain) <= configuration.skipLimit else {
      return giveUp(Failure(.stuckSeeking), &step)
    }
    let target = reach(place.landing)
    let endsInRun = target < place.landing
    if isReplacing {
      // What plays out may not hold the landing: the opening beside goes there.
      let (skipped, origin) = (shown.skipped, segments.skipOrigin)
      shown.skipped = .none
      handOver(&step)
      (shown.skipped, segments.skipOrigin) = (skipped, origin)
      aim(at: .at(target))
    } else {
      beginEngineSeek(to: target, .zero, .zero, isVisible: true, &step)
    }
    segments.endsInRun = endsInRun
  }

  mutating func endInBlockedRun(_ step: inout Step) {
    segments.due = .none
    // What is skipped is jumped over, and nobody hears of positions in it.
    intervals.leaveOut(upTo: shown.duration)
    planIntervals()
    runPastEnd(&step)
  }

  // MARK: Starting over

  /// Where a loop or a replay begins: behind what is blocked there.
  mutating func startOver(_ step: inout Step) -> MediaTime {
    guard configuration.relocatesBlockedStarts, let trap = trap(at: mediaStart) else { return mediaStart }
    beginSkip(trap, from: mediaStart, &step)
    return trap.landing
  }

  /// Whether anything remains between the beginning and the end: media that is blocked as a whole would loop for ever
  /// without any time passing.
  mutating func hasPlayableMedia() -> Bool {
    guard let trap = trap(at: mediaStart) else { return true }
    return trap.landing < reach(mediaEnd)
  }
}
