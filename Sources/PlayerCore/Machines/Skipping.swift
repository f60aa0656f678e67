// Blocked segments are never played: starts and seeks go around them, and a playhead that meets one skips it.

extension Player {
  /// The way around the blocked run that `place` belongs to; `nil` when it is not blocked or the media is not seekable.
  #if !hasFeature(Embedded)
  @inline(__always)
  #endif
  func detour(around place: SegmentTable.Place, from position: MediaTime) -> BlockedDetour? {
    guard place.isBlocked, canSeek else { return nil }
    return BlockedDetour(around: place, from: position, in: seekWindow)
  }

  /// The same for the target of a start or a seek.
  func detour(at target: MediaTime) -> BlockedDetour? {
    guard !segments.table.isEmpty, target.isKnown else { return nil }
    return detour(around: segments.table.place(at: target), from: target)
  }

  /// Whether a playhead that meets blocked media skips it: not if the skip does not advance, nor if it leads again to
  /// the end of a run in which the media ends.
  #if !hasFeature(Embedded)
  @inline(__always)
  #endif
  func maySkip(_ detour: BlockedDetour?) -> Bool {
    guard let detour else { return false }
    return detour.advances && !segments.endsInRun
  }

  /// Whether no further skip is announced, because enough fell short and the app prefers what is blocked to a failure.
  var skipsAreUsedUp: Bool {
    configuration.playsUnskippable && Int64(segments.skipsInVain) >= configuration.skipLimit
  }

  /// Whether the playhead rests in blocked media that something follows: playback begins after it.
  var restsInSkippable: Bool {
    guard !segments.table.isEmpty, transport.drive == .stopped, configuration.relocatesBlockedStarts else {
      return false
    }
    if segments.due == .skip { return true }
    let place = segments.table.place(at: transport.anchor)
    return detour(around: place, from: transport.anchor)?.leadsOut == true && !isLast(place) && !skipsAreUsedUp
  }

  /// Announces that a start or seek goes around a blocked run, if it does.
  mutating func beginSkip(_ detour: BlockedDetour, from last: MediaTime, _ step: inout Step) {
    if detour.advances, shown.skipped.isNone { announceSkip(by: detour, from: last, &step) }
    segments.endsInRun = detour.endsInRun
  }

  /// A seek replaces a skip and a selection in progress, and may begin others (SRG.md#3.5).
  mutating func planSegments(
    at selection: SegmentID, _ detour: BlockedDetour?, from last: MediaTime, _ step: inout Step
  ) {
    supersedeSkip(isCue: detour?.advances == true, &step)
    if let detour { beginSkip(detour, from: last, &step) }
    segments.target = selection
    segments.selection = selection.isNone ? .none : .update
  }

  private mutating func announceSkip(by detour: BlockedDetour, from last: MediaTime, _ step: inout Step) {
    shown.skipped = detour.segment
    segments.skipOrigin = last
    segments.countSkip(to: detour.landing)
    step.notifyBeforeState(.willSkip(detour.segment, lastPosition: last))
  }

  /// Every announced skip ends once. If another skip or the end of the media follows in the same step, its end is
  /// notified before that.
  @inline(never)
  mutating func endSkip(isFinished: Bool, isCue: Bool, _ step: inout Step) {
    guard !shown.skipped.isNone else { return }
    let notification = Player.Notification.didSkip(
      shown.skipped, lastPosition: segments.skipOrigin, isFinished: isFinished)
    if isCue { step.notifyBeforeState(notification) } else { step.notifyAfterChanges(notification) }
    shown.skipped = .none
    segments.skipOrigin = .unknown
  }

  /// Something else replaces the skip, if there is one.
  @inline(never)
  mutating func supersedeSkip(isCue: Bool, _ step: inout Step) {
    endSkip(isFinished: false, isCue: isCue, &step)
    segments.endsInRun = false
    if segments.due == .skip { segments.due = .none }
  }

  /// What can be sought, or where the media ends, may have changed: blocked media that had to be played so far may have
  /// become skippable, or the last of the media.
  mutating func reviewBlocked() {
    guard segments.isPresent, shown.segment.isNone, !segmentsAreIdle else { return }
    if segments.holds(position(at: clock)) { segments.isStale = true }
  }

  /// Whether the media ends in the blocked run of `place`.
  func isLast(_ place: SegmentTable.Place) -> Bool {
    canSeek && shown.streamType == .onDemand && place.landing >= seekWindow.nearest(to: shown.duration)
  }

  /// The playhead is in a blocked place. Announces the skip, if there is a way that may be taken; a blocked segment with
  /// nothing after it ends the media, and what cannot be skipped because the media is not seekable is played.
  mutating func meetBlocked(
    _ place: SegmentTable.Place, at position: MediaTime, _ detour: BlockedDetour?, _ step: inout Step
  ) {
    if let detour {
      announceSkip(by: detour, from: position, &step)
      segments.due = .skip
    } else if isLast(place) {
      segments.due = .end
    }
  }

  /// Seeks to the end of the blocked run; after a skip that fell short, to there or to what an engine can reach after it;
  /// after another one, behind the blocked run that follows. An engine that does not get there is not commanded forever.
  mutating func performSkip(_ step: inout Step) {
    let position = position(at: clock)
    let place = segments.table.place(at: position)
    segments.due = .none
    guard var detour = detour(around: place, from: position), maySkip(detour) else {
      supersedeSkip(isCue: true, &step)
      return segments.isStale = true
    }
    guard Int64(segments.skipsInVain) <= configuration.skipLimit else {
      return giveUp(Failure(.stuckSeeking), &step)
    }
    let toleranceAfter: TimeSpan = segments.skipsInVain > 1 ? .never : .zero
    if segments.skipsInVain > 2, seeking.wasFinished,
      let next = self.detour(at: segments.table.nextBlocked(after: detour.landing)), next.advances
    {
      detour = next
    }
    if isReplacing {
      // What plays out may not contain the landing: the standby opening goes there.
      let (skipped, origin) = (shown.skipped, segments.skipOrigin)
      let (count, goal) = (segments.skipsInVain, segments.skipGoal)
      shown.skipped = .none
      handOver(&step)
      (shown.skipped, segments.skipOrigin) = (skipped, origin)
      (segments.skipsInVain, segments.skipGoal) = (count, goal)
      setTarget(to: .at(detour.landing).within(before: .zero, after: toleranceAfter))
    } else {
      beginEngineSeek(to: detour.landing, .zero, toleranceAfter, isVisible: true, &step)
    }
    segments.endsInRun = detour.endsInRun
  }

  mutating func endInBlockedRun(_ step: inout Step) {
    segments.due = .none
    // What is skipped is jumped over: it was not played, and no observer is notified of positions in it.
    closePlaybackRun()
    intervals.passSilently(upTo: shown.duration)
    planIntervals()
    runPastEnd(&step)
  }

  // MARK: Starting over

  /// Where a loop or a replay begins: after blocked media there.
  mutating func startOver(_ step: inout Step) -> MediaTime {
    guard configuration.relocatesBlockedStarts, let detour = detour(at: mediaStart) else { return mediaStart }
    beginSkip(detour, from: mediaStart, &step)
    return detour.landing
  }

  /// Whether anything remains between the beginning and the end: completely blocked media would loop forever without
  /// any time passing.
  func hasPlayableMedia() -> Bool {
    guard let detour = detour(at: mediaStart) else { return true }
    return detour.landing < seekWindow.nearest(to: mediaEnd)
  }
}
