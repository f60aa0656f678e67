/// Retries: how many there were, and which one is awaited.
///
/// Two budgets limit them: ``Setting/retryLimit`` counts retries after failures, ``Setting/reloadLimit`` all reopenings
/// without playback in between.
struct Retry: Hashable, Sendable {
  /// When the awaited opening begins.
  var dueAt = Instant.never
  /// Where playback has broken off since it last made progress: on demand the furthest such place, else the last one.
  /// Unknown if it has not, or after something else was requested.
  var setback = MediaTime.unknown
  /// Where the playhead first moved since it last opened or was sent elsewhere, plus the length of all jumps ahead
  /// since then; unknown before.
  var origin = MediaTime.unknown
  /// Retries since the count was last reset.
  var count: Int32 = 0
  /// Reloads by policy since playback last made progress.
  var reloads: Int32 = 0
  /// How often being prepared has reset the count since playback last made progress.
  var resets: Int32 = 0
  /// Whether an opening waits for its delay: the phase is `opening`, and the engine holds nothing.
  var isWaiting = false
  /// Whether the failed media had something left to play: only then does it continue automatically.
  var wasUnderWay = false

  /// The playhead moves for the first time since the opening.
  mutating func playbackBegan(at position: MediaTime) { if !origin.isKnown { origin = position } }

  mutating func stopWaiting() { isWaiting = false }

  /// Playback has failed for good.
  mutating func stop(isUnderWay: Bool) {
    wasUnderWay = isUnderWay
    isWaiting = false
  }

  /// How much media must have played to count as playback, so that a source that breaks at once each time is not
  /// retried forever (BugZoo.md#26).
  static var progress: TimeSpan { .seconds(1) }
}

extension Player {
  /// True while a failed opening waits for its next attempt; the phase is `opening`.
  public var isWaitingToRetry: Bool { retrying.isWaiting }
  /// Retries since the count was last reset.
  public var retryCount: Int32 { retrying.count }

  @inline(__always)
  var retryDeadline: Instant { retrying.isWaiting ? retrying.dueAt : .never }

  /// This opening has failed: retries if the policy allows it, else playback has failed. A failure that is retried is
  /// announced as a warning, because playback is not over.
  mutating func fail(_ failure: Failure, _ step: inout Step) {
    let failure = failure.kind == .none ? Failure(.unknown, detail: failure.detail, text: failure.text) : failure
    let selection = segments.target
    abandonSegments(.failure, &step)
    let isConnected = isReplacing ? loading.upcoming.isConnected : loading.isConnected
    breakOff()
    if !isConnected, configuration.openFailureHolds { setIntent(playing: false) }
    let delay = max(delayOfNextRetry, failure.wait)
    // A retry that would wait until the end of time is not a retry either.
    if mayRetry(failure, isConnected: isConnected), delay == .zero || clock + delay != .never {
      retry(after: delay, failure, selecting: selection, &step)
    } else {
      if configuration.emptiesOnFailure, isConnected || configuration.retriesOpening { step.dropContent() }
      failFinally(failure, &step)
    }
  }

  private func mayRetry(_ failure: Failure, isConnected: Bool) -> Bool {
    let policy = RetryPolicy(
      retriesOpening: configuration.retriesOpening, limit: configuration.retryLimit,
      retryable: configuration.retryableFailures, maximumWait: configuration.retryDelayMaximum)
    return policy.allows(failure, after: retrying.count, isConnected: isConnected, isUnderWay: isUnderWay)
  }

  /// Whether something is left to play. Media that failed at its end would restart from the beginning.
  @inline(__always)
  var isUnderWay: Bool {
    switch shown.phase {
    case .ended: false
    case .prepared: shown.streamType != .onDemand || !isTooNearTheEnd(position(at: clock))
    case .empty, .idle, .blocked, .opening, .failed: true
    }
  }

  /// How long the next retry waits: never for an infinite wait, which is not a retry.
  ///
  /// Jitter shortens the delay by up to its fraction of it, depending on the seed and the number of the attempt.
  var delayOfNextRetry: TimeSpan {
    let delay = RetryDelay(
      kind: configuration.retryDelayKind, delay: configuration.retryDelay, maximum: configuration.retryDelayMaximum,
      jitter: configuration.retryJitter, seed: configuration.seed)
    return delay.after(retrying.count)
  }

  private mutating func retry(
    after delay: TimeSpan, _ failure: Failure, selecting selection: SegmentID, _ step: inout Step
  ) {
    retrying.count = retrying.count.saturatingPlus(1)
    step.because(.retry)
    step.notifyAfterChanges(.warned(failure))
    step.notifyAfterChanges(
      .retryScheduled(
        attempt: retrying.count, limit: Int32(truncatingIfNeeded: configuration.retryLimit), after: delay))
    if !configuration.retryKeepsIntent { setIntent(playing: false) }
    leaveOpening(stillAnswer: .failed, selecting: selection, &step)
    if delay == .zero { return openContent(&step) }
    forgetMedia(&step)
    transport.awaitStart(at: content.start.expectedPosition)
    enter(.opening)
    retrying.isWaiting = true
    retrying.dueAt = clock + delay
  }

  /// The delay of the awaited opening is over.
  mutating func retryNow(_ step: inout Step) {
    step.because(.retry)
    openContent(&step)
  }

  /// Closes what is open, to reopen it at its position. What waits for this opening waits for the next: the request,
  /// and a seek, whose target is where the next one begins (BugZoo.md#36), with the selection of that seek.
  private mutating func leaveOpening(
    stillAnswer: Answer, selecting selection: SegmentID, _ step: inout Step
  ) {
    if !configuration.retryResumesAtInitial { rememberPosition() }
    if seeking.isVisible { moveSeek(selecting: selection, orAnswer: .failed, &step) }
    presentation.answerStill(stillAnswer, &step)
    closeEngine(&step)
  }

  /// The next opening begins where the visible seek leads; on a live stream that place may no longer exist.
  mutating func moveSeek(selecting selection: SegmentID, orAnswer answer: Answer, _ step: inout Step) {
    guard shown.streamType == .onDemand else { return seeking.answer(answer, &step) }
    let place = Position.at(seeking.target).within(before: seeking.toleranceBefore, after: seeking.toleranceAfter)
    content.startNext(at: place.selecting(selection))
  }

  /// Reopens because of a policy, not because of a failure (PRX.md#7). When the budget is used up, playback has failed;
  /// paused or already failed playback stays as it is, because it needs no recovery.
  ///
  /// Returns whether it had an effect.
  @discardableResult
  mutating func reloadByPolicy(_ policy: Reason, _ step: inout Step) -> Bool {
    let (before, hadTurned) = (retrying, transport.hasTurned)
    // A change of the network would not recur at the same place.
    if policy == .reachability { closePlaybackRun() } else { breakOff() }
    switch ReloadDecision(
      after: retrying.reloads, limit: configuration.reloadLimit, wantsPlay: shown.wantsPlay,
      hasFailed: shown.phase == .failed)
    {
    case .reload: break
    case .leave:
      (retrying, transport.hasTurned) = (before, hadTurned)  // Playback continues.
      return false
    case .fail:
      step.because(policy)
      if configuration.emptiesOnFailure { step.dropContent() }
      failFinally(Failure(.retriesExhausted), &step)
      return true
    }
    retrying.reloads = retrying.reloads.saturatingPlus(1)
    step.because(policy)
    step.notifyAfterChanges(.reloading(attempt: retrying.reloads))
    leaveOpening(stillAnswer: .cancelled, selecting: segments.target, &step)
    openContent(&step)
    return true
  }

  // MARK: Resets

  /// A run of playback ends. If it made progress, the openings before it no longer count.
  @inline(__always)
  mutating func closePlaybackRun() {
    let origin = retrying.origin
    guard origin.isKnown else { return }
    retrying.origin = .unknown
    let position = position(at: clock)
    // What begins anew after something was played may begin anew again.
    if position > origin { transport.forgetTurn() }
    guard position - origin >= Retry.progress, isPastSetback(position) else { return }
    retrying.reloads = 0
    retrying.resets = 0
    retrying.setback = .unknown
    if configuration.retryResetsOnProgress { retrying.count = 0 }
  }

  /// Replaying what was played before, up to where it broke off, is not progress: otherwise a source that always breaks
  /// at one place would be reopened endlessly. The positions of a live stream may restart with each opening; one that
  /// breaks at another place has made progress.
  private func isPastSetback(_ position: MediaTime) -> Bool {
    let setback = retrying.setback
    guard setback.isKnown else { return true }
    if shown.streamType != .onDemand, position < setback { return setback - position >= Retry.progress }
    return position - setback >= Retry.progress
  }

  /// A run of playback ends because it cannot continue. A failure of a standby opening, or one before playback has
  /// begun, says nothing about the position.
  private mutating func breakOff() {
    let position = reachedPosition
    closePlaybackRun()
    guard shown.phase == .prepared, !isReplacing else { return }
    let isFurther = !retrying.setback.isKnown || shown.streamType != .onDemand || position > retrying.setback
    if isFurther { retrying.setback = position }
  }

  /// The media was played to its end, or a command has sent the playhead elsewhere.
  mutating func passSetback() {
    retrying.setback = .unknown
    transport.forgetStops()
    buffering.forgetKicks()
    // What plays because its skips were used up has new ones.
    if skipsAreUsedUp, !shown.playedBlocked.isNone { segments.isStale = true }
    segments.resetSkips()
  }

  /// Media that is jumped over is not played: neither what an engine omits nor what a live stream drops to catch up.
  mutating func excludeFromPlayed(from position: MediaTime, to landing: MediaTime) {
    guard retrying.origin.isKnown, landing > position else { return }
    retrying.origin = retrying.origin + (landing - position)
  }

  /// Being prepared resets the count, but not endlessly without playback.
  mutating func resetRetriesOnReady() {
    guard configuration.retryResetsOnReady, retrying.count != 0, Int64(retrying.resets) < configuration.reloadLimit
    else { return }
    retrying.count = 0
    retrying.resets = retrying.resets.saturatingPlus(1)
  }

  mutating func resetRetriesOnItem() {
    if configuration.retryResetsOnItem { retrying.count = 0 }
  }

  /// The app requested it: what follows is no longer caused by policy.
  mutating func resetRetriesOnCommand() {
    passSetback()
    retrying.reloads = 0
    retrying.resets = 0
    if configuration.retryResetsOnCommand { retrying.count = 0 }
  }
}
