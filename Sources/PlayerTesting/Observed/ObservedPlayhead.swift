import PlayerCore
import PlayerTrace

/// What an observed run reports about its playhead, and whether that is plausible.
struct ObservedPlayhead {
  /// A broken law, and how it was broken.
  struct Finding {
    var law: PlayerProperty
    var detail: String
  }

  private struct Place {
    var position: MediaTime
    var at: Instant
  }

  private(set) var duration = MediaTime.unknown
  var bufferedUntil = MediaTime.unknown
  /// Positions of a live stream may be relative to a window that moves.
  var isLive = false
  /// The log reports that playback is not wanted.
  private(set) var isPaused = false
  private var pausedSince: Instant?
  /// The log reports every pause, so later positions can be computed from the elapsed time.
  var mayEstimate = true
  private var rate = Rate.normal
  private var isMoving = false
  /// How often the duration has grown, as that of media that is still being produced does.
  private var growths = 0
  /// The last reported position, unless something has moved the playhead since.
  private var sample: Place?
  /// The last known place of the playhead, reported or not.
  private var known: Place?
  /// The place from which the playhead should have moved.
  private var anchor: Place?
  /// How far at most ``known`` is ahead of the playhead, which may have rested while nothing was observed.
  private var unobserved: Int64 = 0
  /// The first position since playback was paused.
  private var pausedAt: Place?
  /// When the end of the media was reached.
  private var endReached: Instant?
  private var isFrozen = false
  private var isPast = false
  private var isNegative = false
  private var isOverdue = false

  /// Whether enough data lies ahead that there is nothing to wait for.
  var hasDataAhead: Bool { dataAhead >= ObservedLimits.dataToResume }

  /// How much data lies ahead of the last reported position.
  var dataAhead: Int64 {
    guard let sample, bufferedUntil.isKnown else { return 0 }
    return (bufferedUntil - sample.position).microseconds
  }

  // MARK: Movement

  /// Media was asked for.
  mutating func open(at now: Instant) {
    (duration, bufferedUntil, isLive, growths) = (.unknown, .unknown, false, 0)
    (isPast, isNegative) = (false, false)
    leave()
    known = Place(position: .zero, at: now)
  }

  /// The playhead leaves its position.
  mutating func leave() {
    (sample, known, anchor, isFrozen) = (nil, nil, nil, false)
    (pausedAt, endReached, isOverdue) = (nil, nil, false)
    unobserved = 0
  }

  /// Nothing was observed for a while: the playhead has moved as usual, or less, and its data may be gone.
  mutating func pass(unobserved span: TimeSpan) {
    (anchor, isFrozen, bufferedUntil) = (nil, false, .unknown)
    forgetEnd()
    guard isMoving else { return }
    let most = rate.advance(during: span).microseconds
    unobserved = min(Self.farthest, unobserved + min(Self.farthest, max(0, most)))
  }

  /// A value beyond a hundred years is not a position.
  private static let farthest: Int64 = 1 << 52

  /// The playhead has arrived at a position.
  mutating func land(_ position: MediaTime, at now: Instant) {
    leave()
    guard position.isKnown else { return }
    sample = Place(position: position, at: now)
    known = sample
  }

  mutating func change(_ duration: MediaTime) {
    if duration.isKnown, self.duration.isKnown, (duration - self.duration).microseconds > 1_000_000 { growths += 1 }
    self.duration = duration
    endReached = nil
  }

  mutating func change(_ rate: Rate, at now: Instant) {
    known = place(at: now)
    self.rate = rate
    anchor = nil
  }

  /// Playback is wanted from now on, or not.
  mutating func pause(_ isPaused: Bool, at now: Instant) {
    guard isPaused != self.isPaused else { return }
    self.isPaused = isPaused
    pausedAt = nil
    if let since = pausedSince, (now - since).microseconds > ObservedLimits.pauseWithData { bufferedUntil = .unknown }
    pausedSince = isPaused ? now : nil
  }

  /// The playhead moves from now on, or rests.
  mutating func isMoving(_ moves: Bool, at now: Instant) {
    known = place(at: now)
    isMoving = moves
    (anchor, isFrozen) = (nil, false)
  }

  /// The place of the playhead, as far as it follows from the reports.
  private func place(at now: Instant) -> Place? {
    guard let known, isMoving else { return known.map { Place(position: $0.position, at: now) } }
    let moved = rate.advance(during: TimeSpan(microseconds: max(0, (now - known.at).microseconds)))
    return Place(position: known.position + moved, at: now)
  }

  // MARK: Positions

  /// A position was reported.
  mutating func take(_ position: MediaTime, at now: Instant, isSeeking: Bool) -> Finding? {
    guard position.isKnown, !isSeeking else { return nil }
    defer {
      sample = Place(position: position, at: now)
      known = sample
      unobserved = 0
    }
    if let finding = negative(position) { return finding }
    guard !isLive else { return nil }
    if let finding = past(position) { return finding }
    guard let last = sample else {
      anchor = Place(position: position, at: now)
      return nil
    }
    let advance = (position - last.position).microseconds
    let elapsed = (now - last.at).microseconds
    if advance <= -ObservedLimits.back, rate.thousandths >= 0 {
      anchor = nil
      return Finding(
        law: ObservedLaws.positionBack,
        detail: "the position went from \(TraceTime.position(last.position)) back to \(TraceTime.position(position))")
    }
    // A log without times tells nothing about speed.
    let expected = rate.advance(during: TimeSpan(microseconds: max(0, elapsed))).microseconds
    if elapsed > 0, advance > expected &+ ObservedLimits.ahead {
      anchor = nil
      return Finding(
        law: ObservedLaws.positionJumped,
        detail:
          "the position went from \(TraceTime.position(last.position)) to \(TraceTime.position(position)) within \(ObservedMonitor.seconds(elapsed))"
      )
    }
    return paused(position, at: now) ?? frozen(position, at: now)
  }

  /// There is no media below zero, not even in a live window.
  private mutating func negative(_ position: MediaTime) -> Finding? {
    guard position.microseconds <= -ObservedLimits.back else {
      isNegative = false
      return nil
    }
    guard !isNegative else { return nil }
    isNegative = true
    return Finding(
      law: ObservedLaws.positionBack, detail: "the position fell below zero, to \(TraceTime.position(position))")
  }

  private mutating func past(_ position: MediaTime) -> Finding? {
    guard duration.isKnown, duration > .zero, !isPast else { return nil }
    guard (position - duration).microseconds > ObservedLimits.pastEnd else { return nil }
    isPast = true
    return Finding(
      law: ObservedLaws.pastTheEnd,
      detail: "the position is \(TraceTime.position(position)), the duration \(TraceTime.position(duration))")
  }

  /// While paused, the position advances as during playback. Scrubbing moves faster, or backwards.
  private mutating func paused(_ position: MediaTime, at now: Instant) -> Finding? {
    guard isPaused, !isMoving else {
      pausedAt = nil
      return nil
    }
    guard let from = pausedAt else {
      pausedAt = Place(position: position, at: now)
      return nil
    }
    let advance = (position - from.position).microseconds
    guard advance >= ObservedLimits.movesPaused else { return nil }
    pausedAt = nil
    return Finding(
      law: ObservedLaws.playingPaused,
      detail:
        "the position went from \(TraceTime.position(from.position)) to \(TraceTime.position(position)) while paused")
  }

  private mutating func frozen(_ position: MediaTime, at now: Instant) -> Finding? {
    guard isMoving, rate.thousandths > 0 else {
      anchor = nil
      return nil
    }
    guard let from = anchor else {
      anchor = Place(position: position, at: now)
      return nil
    }
    let advance = (position - from.position).microseconds
    let elapsed = (now - from.at).microseconds
    if advance >= 200_000 {
      anchor = Place(position: position, at: now)
      isFrozen = false
      return nil
    }
    guard elapsed >= ObservedLimits.frozen, !isFrozen else { return nil }
    isFrozen = true
    return Finding(
      law: ObservedLaws.positionFrozen,
      detail:
        "the position stands at \(TraceTime.position(position)) for \(ObservedMonitor.seconds(elapsed)) of playing")
  }

  // MARK: The end

  /// How much of the media was left, when that is known.
  func missing(at now: Instant) -> Int64? {
    guard !isLive, duration.isKnown, duration > .zero else { return nil }
    if !mayEstimate {
      guard let sample, (now - sample.at).microseconds <= ObservedLimits.oldPosition else { return nil }
    }
    return place(at: now).map { (duration - $0.position).microseconds }
      .flatMap { $0.magnitude < Self.farthest ? $0 : nil }
  }

  /// Playback ended.
  mutating func end(at now: Instant) -> Finding? {
    // Playback does not run past the data, wherever the playhead is.
    let behindData = isLive || !bufferedUntil.isKnown || !duration.isKnown ? nil : duration - bufferedUntil
    guard let missing = missing(at: now) ?? behindData?.microseconds else { return nil }
    // The duration of long media may be estimated from a bit rate, hence two per cent.
    guard missing > max(ObservedLimits.early, duration.microseconds / 50) else { return nil }
    return Finding(
      law: ObservedLaws.endedEarly,
      detail:
        "playback ended about \(ObservedMonitor.seconds(missing)) before the duration \(TraceTime.position(duration))")
  }

  /// Whether playback, which is wanted up to `now`, should have ended long ago.
  mutating func overdue(at now: Instant) -> Finding? {
    guard growths < 2, let least = missing(at: now) else { return nil }
    let missing = least + unobserved
    let tolerance = min(ObservedLimits.endReached, duration.microseconds / 4)
    guard missing <= tolerance else {
      endReached = nil
      return nil
    }
    // A moving playhead passed the end some time before now.
    let passed = isMoving && rate.thousandths > 0 ? max(0, tolerance - missing) * 1_000 / Int64(rate.thousandths) : 0
    let since = endReached ?? Instant(microseconds: now.microseconds - min(passed, now.microseconds))
    endReached = since
    guard (now - since).microseconds >= ObservedLimits.endOverdue, !isOverdue else { return nil }
    isOverdue = true
    return Finding(
      law: ObservedLaws.endedNever,
      detail: "the end of the media was reached \(ObservedMonitor.seconds((now - since).microseconds)) ago")
  }

  /// The user or the player does something other than wait for the end.
  mutating func forgetEnd() { endReached = nil }
}
