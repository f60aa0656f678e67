import PlayerCore
import PlayerTrace

/// What an observed run reports of its playhead, and whether that can be.
struct ObservedPlayhead {
  /// A law that is broken, and how.
  struct Finding {
    var law: PlayerProperty
    var detail: String
  }

  private struct Place {
    var position: MediaTime
    var at: Instant
  }

  var duration = MediaTime.unknown
  var bufferedUntil = MediaTime.unknown
  /// Positions of a live stream may be relative to a window that moves.
  var isLive = false
  private var rate = Rate.normal
  private var isMoving = false
  /// The last position that was reported, while nothing has happened that moves the playhead.
  private var sample: Place?
  /// From where the playhead should have moved.
  private var anchor: Place?
  private var isFrozen = false
  private var isPast = false

  /// Whether so much data lies ahead that there is nothing to wait for.
  var hasDataAhead: Bool {
    guard let sample, bufferedUntil.isKnown else { return false }
    return (bufferedUntil - sample.position).microseconds >= ObservedLimits.dataAhead
  }

  /// Media was asked for.
  mutating func open() {
    (duration, bufferedUntil, isLive, isPast) = (.unknown, .unknown, false, false)
    leave()
  }

  /// The playhead goes elsewhere.
  mutating func leave() { (sample, anchor, isFrozen) = (nil, nil, false) }

  /// The playhead has come to a place.
  mutating func land(_ position: MediaTime, at now: Instant) {
    leave()
    guard position.isKnown else { return }
    sample = Place(position: position, at: now)
  }

  mutating func change(_ rate: Rate, at now: Instant) {
    self.rate = rate
    anchor = nil
  }

  /// The playhead moves from now on, or rests.
  mutating func isMoving(_ moves: Bool, at now: Instant) {
    isMoving = moves
    (anchor, isFrozen) = (nil, false)
  }

  /// A position was reported.
  mutating func take(_ position: MediaTime, at now: Instant, isSeeking: Bool) -> Finding? {
    guard position.isKnown, !isSeeking else { return nil }
    defer { sample = Place(position: position, at: now) }
    guard !isLive else { return nil }
    if let finding = past(position) { return finding }
    guard let last = sample else {
      anchor = Place(position: position, at: now)
      return nil
    }
    let advance = (position - last.position).microseconds
    let elapsed = (now - last.at).microseconds
    if advance <= -ObservedLimits.back {
      anchor = nil
      return Finding(
        law: ObservedLaws.positionBack,
        detail: "the position went from \(TraceTime.position(last.position)) back to \(TraceTime.position(position))")
    }
    // In a log without times nothing can be said of speed.
    let expected = rate.advance(during: TimeSpan(microseconds: max(0, elapsed))).microseconds
    if elapsed > 0, advance > expected &+ ObservedLimits.ahead {
      anchor = nil
      return Finding(
        law: ObservedLaws.positionJumped,
        detail:
          "the position went from \(TraceTime.position(last.position)) to \(TraceTime.position(position)) within \(ObservedMonitor.seconds(elapsed))"
      )
    }
    return frozen(position, at: now)
  }

  private mutating func past(_ position: MediaTime) -> Finding? {
    guard duration.isKnown, duration > .zero, !isPast else { return nil }
    guard (position - duration).microseconds > ObservedLimits.pastEnd else { return nil }
    isPast = true
    return Finding(
      law: ObservedLaws.pastTheEnd,
      detail: "the position is \(TraceTime.position(position)), the duration \(TraceTime.position(duration))")
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

  /// Playback ended.
  mutating func end(at now: Instant) -> Finding? {
    guard !isLive, duration.isKnown, duration > .zero, let sample else { return nil }
    let elapsed = (now - sample.at).microseconds
    guard elapsed <= ObservedLimits.oldPosition else { return nil }
    let moved = isMoving ? rate.advance(during: TimeSpan(microseconds: max(0, elapsed))) : .zero
    let missing = (duration - (sample.position + moved)).microseconds
    guard missing > max(ObservedLimits.early, duration.microseconds / 50) else { return nil }
    return Finding(
      law: ObservedLaws.endedEarly,
      detail:
        "playback ended about \(ObservedMonitor.seconds(missing)) before the duration \(TraceTime.position(duration))")
  }
}
