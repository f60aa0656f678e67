/// Retries: how many there were, and which one is awaited.
///
/// Two budgets bound them. ``Setting/retryLimit`` counts retries after failures, ``Setting/reloadLimit`` whatever opens
/// again without playback in between.
struct Retry: Hashable, Sendable {
  /// When the awaited opening begins.
  var dueAt = Instant.never
  /// Where playback has broken off since it last got on: on demand the furthest such place, else the last. Unknown when
  /// it has not, and after something else was requested.
  var setback = MediaTime.unknown
  /// Where the playhead first moved since it last opened or was sent elsewhere, and as much further as it has jumped
  /// ahead since; unknown before.
  var origin = MediaTime.unknown
  /// Retries since the count was last reset.
  var count: Int32 = 0
  /// Reloads by policy since playback last got on.
  var reloads: Int32 = 0
  /// How often being prepared has reset the count since playback last got on.
  var resets: Int32 = 0
  /// Whether an opening waits for its time: the phase is `opening`, and the engine holds nothing.
  var isWaiting = false
  /// Whether what has failed had something left to play: only that continues automatically.
  var wasUnderWay = false

  /// Playback moves for the first time since the opening.
  mutating func playbackBegan(at position: MediaTime) { if !origin.isKnown { origin = position } }

  mutating func stopWaiting() { isWaiting = false }

  /// Playback has failed for good.
  mutating func stop(isUnderWay: Bool) {
    wasUnderWay = isUnderWay
    isWaiting = false
  }

  /// Media that must have played to count as playback, so that what breaks at once each time is not retried for ever
  /// (BugZoo.md#26).
  static var progress: TimeSpan { .seconds(1) }
}

extension Player {
  /// True while a failed opening waits for its next attempt; the phase is `opening`.
  public var isWaitingToRetry: Bool { retrying.isWaiting }
  /// Retries since the count was last reset.
  public var retryCount: Int32 { retrying.count }

  @inline(__always)
  var retryDeadline: Instant { retrying.isWaiting ? retrying.dueAt : .never }

  /// This opening has failed: tries again if the policy allows it, else playback has failed. A failure that is retried
  /// is a warning, because playback is not over.
  mutating func fail(_ failure: Failure, _ step: inout Step) {
    let failure = failure.kind == .none ? Failure(.unknown, detail: failure.detail, text: failure.text) : failure
    let selection = segments.target
    abandonSegments(.failure, &step)
    let isConnected = isReplacing ? loading.upcoming.isConnected : loading.isConnected
    breakOff()
    if !isConnected, configuration.openFailureHolds { setIntent(playing: false) }
    let delay = max(delayOfNextRetry, failure.wait)
    // What would have to wait until the end of time is no retry either.
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

  /// Whether something is left to play. What failed at its end would begin again from the beginning.
  @inline(__always)
  var isUnderWay: Bool {
    switch shown.phase {
    case .ended: false
    case .prepared: shown.streamType != .onDemand || !isTooNearTheEnd(position(at: clock))
    case .empty, .idle, .blocked, .opening, .failed: true
    }
  }

  /// How long the next retry waits: never when that is for ever, which is no retry.
  ///
  /// Jitter shortens the delay by up to its part of it, as the seed and the number of the attempt decide.
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

  /// The time of the awaited opening has come.
  mutating func retryNow(_ step: inout Step) {
    step.because(.retry)
    openContent(&step)
  }

  /// Closes what is open, to open it again where it was. What waits for this opening waits for the next: the request,
  /// and a seek, whose target is where the next one begins (BugZoo.md#36), and what that seek was to select.
  private mutating func leaveOpening(
    stillAnswer: Answer, selecting selection: SegmentID, _ step: inout Step
  ) {
    if !configuration.retryResumesAtInitial { rememberPosition() }
    if seeking.isVisible {
      if shown.streamType == .onDemand {
        var start = Position.at(seeking.target).within(before: seeking.toleranceBefore, after: seeking.toleranceAfter)
        start.segment = selection
        content.startNext(at: start)
      } else {
        seeking.answer(.failed, &step)
      }
    }
    presentation.answerStill(stillAnswer, &step)
    closeEngine(&step)
  }

  /// Opens again because of a policy, not because of a failure (PRX.md#7). When the budget is used up playback has
  /// failed; what holds or has failed before stays as it is, because it needs no rescue.
  ///
  /// Returns whether anything came of it.
  @discardableResult
  mutating func reloadByPolicy(_ policy: Reason, _ step: inout Step) -> Bool {
    let (origin, setback) = (retrying.origin, retrying.setback)
    // A change of the network is nothing that would happen at the same place again.
    if policy == .reachability { closePlaybackRun() } else { breakOff() }
    switch ReloadDecision(
      after: retrying.reloads, limit: configuration.reloadLimit, wantsPlay: shown.wantsPlay,
      hasFailed: shown.phase == .failed)
    {
    case .reload: break
    case .leave:
      (retrying.origin, retrying.setback) = (origin, setback)  // What is played goes on.
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

  /// A stretch of playback ends. When it got on, the openings were worth it.
  @inline(__always)
  mutating func closePlaybackRun() {
    let origin = retrying.origin
    guard origin.isKnown else { return }
    retrying.origin = .unknown
    let position = position(at: clock)
    guard position - origin >= Retry.progress, isPastSetback(position) else { return }
    retrying.reloads = 0
    retrying.resets = 0
    retrying.setback = .unknown
    if configuration.retryResetsOnProgress { retrying.count = 0 }
  }

  /// Playing again what was played before, up to where it broke off, is no progress: else a source that always breaks
  /// at one place would be opened without end. The positions of a live stream may restart with each opening; what
  /// breaks at other places there has got on.
  private func isPastSetback(_ position: MediaTime) -> Bool {
    let setback = retrying.setback
    guard setback.isKnown else { return true }
    if shown.streamType != .onDemand, position < setback { return setback - position >= Retry.progress }
    return position - setback >= Retry.progress
  }

  /// A run of playback ends because it cannot continue. A failure next to it, or before it has begun, says nothing
  /// about where it was.
  private mutating func breakOff() {
    let position = reachedPosition
    closePlaybackRun()
    guard shown.phase == .prepared, !isReplacing else { return }
    let isFurther = !retrying.setback.isKnown || shown.streamType != .onDemand || position > retrying.setback
    if isFurther { retrying.setback = position }
  }

  /// The media was played to its end, or a command has sent the playhead elsewhere.
  mutating func passSetback() { retrying.setback = .unknown }

  /// What is jumped over is not played: neither what an engine leaves out nor what a live stream drops to catch up.
  mutating func excludeFromPlayed(from position: MediaTime, to landing: MediaTime) {
    guard retrying.origin.isKnown, landing > position else { return }
    retrying.origin = retrying.origin + (landing - position)
  }

  /// Being prepared resets the count, but not for ever without playback.
  mutating func resetRetriesOnReady() {
    guard configuration.retryResetsOnReady, retrying.count != 0, Int64(retrying.resets) < configuration.reloadLimit
    else { return }
    retrying.count = 0
    retrying.resets = retrying.resets.saturatingPlus(1)
  }

  mutating func resetRetriesOnItem() {
    retrying.setback = .unknown
    if configuration.retryResetsOnItem { retrying.count = 0 }
  }

  /// It was requested: what follows is no longer by policy.
  mutating func resetRetriesOnCommand() {
    retrying.setback = .unknown
    retrying.reloads = 0
    retrying.resets = 0
    if configuration.retryResetsOnCommand { retrying.count = 0 }
  }
}
