// The end of the media, and the check on a playhead that does not reach it.

extension Player {
  @inline(__always)
  var probeDeadline: Instant {
    guard transport.drive != .stopped else { return .never }
    return transport.probedAt.after(configuration.probeInterval)
  }

  /// When the playhead will be further past the declared end than the tolerance allows.
  @inline(__always)
  var pastEndDeadline: Instant {
    guard transport.drive == .moving, knowsItsEnd, !isReplacing, configuration.pastEndTolerance != .never
    else { return .never }
    let rest = max(.zero, shown.duration + configuration.pastEndTolerance - transport.anchor)
    return transport.anchoredAt.after(transport.movingRate.span(for: rest))
  }

  /// Whether the declared duration can be relied on.
  @inline(__always)
  private var knowsItsEnd: Bool { shown.streamType == .onDemand && !timeline.isDurationEstimated }

  /// Asks the engine for its position. If it did not answer the last time, or never started, it is stuck.
  mutating func probe(_ step: inout Step) {
    guard transport.drive == .moving, !transport.awaitsProbe else { return giveUp(Failure(.stuckPlaying), &step) }
    transport.probedAt = clock
    transport.awaitsProbe = true
    step.command(.reportPosition, loading.epoch)
  }

  mutating func handlePosition(_ position: MediaTime, _ step: inout Step) {
    guard position.isKnown, !seeking.isActive, shown.phase == .prepared else {
      return ignore(.unexpected, &step)
    }
    let isAnswer = transport.awaitsProbe
    transport.awaitsProbe = false
    let standsStill = isAnswer && transport.probedPosition == position
    jump(to: position, &step)
    if isAnswer { transport.probedPosition = position }
    guard standsStill else { return }
    if hasEnd, position >= shown.duration {
      // At the end, which the engine did not report.
      runPastEnd(&step)
    } else {
      giveUp(Failure(.stuckPlaying), &step)
    }
  }

  mutating func handleEnded(_ position: MediaTime, _ step: inout Step) {
    guard shown.phase == .prepared, !seeking.isActive else { return ignore(.unexpected, &step) }
    let end = position.isKnown ? position : self.position(at: clock)
    let wasMoving = transport.drive == .moving
    transport.rest(at: end, clock)
    // A playhead that did not move has crossed nothing.
    if !wasMoving, end > intervals.passed { landIntervals(at: end, isJump: false) }
    if isReplacing { return handOver(&step) }
    if knowsItsEnd, configuration.earlyEndTolerance != .never,
      shown.duration - end > configuration.earlyEndTolerance
    {
      return fail(Failure(.endedEarly), &step)
    }
    endMedia(wasMoving: wasMoving, &step)
  }

  /// The clock ran past the declared end, and the engine did not report it.
  mutating func runPastEnd(_ step: inout Step) {
    pauseDrive(&step)
    transport.anchor = shown.duration
    // An observer that has yet to be notified of a jump past the end is notified of the end.
    intervals.limitReach(to: shown.duration)
    if isReplacing { return handOver(&step) }
    endMedia(wasMoving: true, &step)
  }

  /// Everything was presented, and the playhead rests at the end.
  private mutating func endMedia(wasMoving: Bool, _ step: inout Step) {
    if supply == .stalled { setSupply(.unknown) }
    endSegments(&step)
    passSetback()
    if retrying.origin.isKnown, transport.anchor > retrying.origin { transport.hasTurned = false }
    if shown.isLooping, canLoop() {
      countLoop()
      beginEngineSeek(to: startOver(&step), .zero, .zero, isVisible: false, &step)
      transport.hasTurned = true
      if wasMoving { transport.waiting = .loop }
    } else {
      transport.waiting = .none
      enterEnd()
    }
  }

  /// Playback is over; also after a loop or a replay that could not go back.
  mutating func enterEnd() {
    enter(.ended)
    if configuration.endClearsIntent { shown.wantsPlay = false }
  }

  /// Media without length, completely blocked media, and an engine that reaches the end without playing would loop
  /// forever without any time passing.
  private func canLoop() -> Bool {
    shown.streamType == .onDemand && canSeek && transport.anchor > mediaStart && hasPlayableMedia()
      && !transport.hasTurned
  }
}
