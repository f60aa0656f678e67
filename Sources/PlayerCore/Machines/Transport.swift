/// The playhead: the wish to move it, and whether it moves.
struct Transport: Hashable, Sendable {
  /// What the engine does, as far as we asked and it confirmed.
  enum Drive: UInt8, WireEnumeration {
    case stopped = 0
    case starting = 1
    case moving = 2

    static var placeholder: Self { .stopped }
    static var names: StaticString { "stopped starting moving" }
  }

  /// Why playback that is wanted does not run yet.
  enum Waiting: UInt8, WireEnumeration {
    case none = 0
    case start = 1
    case seek = 2
    case stall = 3
    /// Silently back to the beginning: play after the end.
    case replay = 4
    /// Silently back to the beginning: loop.
    case loop = 5

    static var placeholder: Self { .none }
    static var names: StaticString { "none start seek stall replay loop" }
  }

  var wantsPlay = false
  var rate = Rate.normal
  var drive = Drive.stopped
  var waiting = Waiting.none
  /// The position at `anchoredAt`; while the drive moves it goes on from there at `movingRate`.
  var anchor = MediaTime.zero
  var anchoredAt = Instant.zero
  var movingRate = Rate.normal
  /// The rate the engine was told; what it does may differ.
  var commandedRate = Rate.normal
  /// When the engine was asked for its position, or told to start.
  var probedAt = Instant.zero
  var awaitsProbe = false
  /// What the engine said last time it was asked.
  var probedPosition = MediaTime.unknown
  /// How often the engine stopped by itself since the playhead last got on.
  var unexpectedStops: UInt32 = 0

  mutating func rest(at position: MediaTime, _ now: Instant) {
    drive = .stopped
    anchor = position
    anchoredAt = now
    awaitsProbe = false
  }
}

extension Player {
  /// True when the app wants playback, whatever hinders it.
  public var wantsPlay: Bool { transport.wantsPlay }
  /// The wanted rate.
  public var rate: Rate { transport.rate }
  /// True when the engine confirmed that the playhead moves.
  public var isMoving: Bool { transport.drive == .moving }

  /// The rate at which playback runs, or would run: live streams are never sped up or slowed down.
  public var effectiveRate: Rate { timeline.streamType == .live ? .normal : transport.rate }

  /// The position at `now`, which must not lie before ``clock``; during a seek its target.
  public func position(at now: Instant) -> MediaTime {
    if seeking.isActive, loading.phase != .opening { return seeking.target }
    guard transport.drive == .moving, now > transport.anchoredAt else { return transport.anchor }
    let position = transport.anchor + transport.movingRate.advance(during: now - transport.anchoredAt)
    guard timeline.duration.isKnown else { return position }
    return min(position, max(timeline.duration, transport.anchor))
  }

  var probeDeadline: Instant {
    guard transport.drive != .stopped else { return .never }
    return transport.probedAt.after(configuration.probeInterval)
  }

  var pastEndDeadline: Instant {
    guard transport.drive == .moving, timeline.streamType == .onDemand, !timeline.isDurationEstimated,
      timeline.duration.isKnown
    else { return .never }
    let rest = max(.zero, timeline.duration - transport.anchor)
    return transport.anchoredAt.after(transport.movingRate.span(for: rest)).after(configuration.pastEndTolerance)
  }

  mutating func play(_ request: RequestID, _ outputs: inout Outputs) {
    guard !content.isEmpty else {
      if configuration.playWithoutContentSetsIntent { transport.wantsPlay = true }
      return outputs.complete(request, .refused, .noContent)
    }
    if configuration.playWhilePlayingPauses, transport.wantsPlay, loading.phase == .prepared {
      return pause(request, &outputs)
    }
    wish(&outputs)
    outputs.complete(request, .done)
  }

  mutating func pause(_ request: RequestID, _ outputs: inout Outputs) {
    hold()
    outputs.complete(request, .done)
  }

  mutating func toggle(_ request: RequestID, _ outputs: inout Outputs) {
    let plays =
      configuration.togglesByIntent
      ? transport.wantsPlay && loading.phase != .ended && loading.phase != .failed && !interruption.isPending
      : transport.drive != .stopped
    plays ? pause(request, &outputs) : play(request, &outputs)
  }

  /// Wants to play from now on, and opens what is not open.
  mutating func wish(_ outputs: inout Outputs) {
    transport.wantsPlay = true
    interruption.isPending = false
    switch loading.phase {
    case .idle, .blocked, .failed: openContent(&outputs)
    case .ended:
      guard configuration.replaysOnPlay, timeline.canSeek else { break }
      loading.phase = .prepared
      beginEngineSeek(to: .zero, .zero, .zero, &outputs)
      transport.waiting = .replay
    case .empty, .opening, .prepared: break
    }
  }

  /// Wants to hold from now on. At the end of the media there is nothing to hold (srg.md §1.3).
  mutating func hold() {
    interruption.isPending = false
    guard loading.phase != .ended else { return }
    transport.wantsPlay = false
  }

  mutating func setRate(_ rate: Rate, _ request: RequestID, _ outputs: inout Outputs) {
    guard rate >= configuration.minimumRate, rate <= configuration.maximumRate else {
      return outputs.complete(request, .refused, .outOfRange)
    }
    transport.rate = rate
    outputs.complete(request, .done)
  }

  /// Brings the engine in line with what is wanted and possible: the only place that starts or stops it.
  mutating func steer(_ outputs: inout Outputs) {
    let isReady = loading.phase == .prepared && !seeking.isActive && buffering.supply.allowsPlayback
    let isHindered =
      interruption.isPending || (surroundings.isInBackground && configuration.pausesInBackground)
    let runs = isReady && transport.wantsPlay && !isHindered
    if runs {
      if transport.drive == .stopped {
        transport.drive = .starting
        transport.anchoredAt = clock
        transport.movingRate = effectiveRate
        transport.commandedRate = effectiveRate
        transport.probedAt = clock
        transport.awaitsProbe = false
        transport.probedPosition = .unknown
        outputs.command(.play(rate: effectiveRate), loading.epoch)
      } else if transport.commandedRate != effectiveRate {
        transport.anchor = position(at: clock)
        transport.anchoredAt = clock
        transport.movingRate = effectiveRate
        transport.commandedRate = effectiveRate
        outputs.command(.play(rate: effectiveRate), loading.epoch)
      }
    } else {
      if transport.drive != .stopped {
        transport.rest(at: position(at: clock), clock)
        outputs.command(.pause, loading.epoch)
      }
      if isReady, !transport.wantsPlay { transport.waiting = .none }
    }
    watchWaiting(
      transport.wantsPlay && !isHindered && loading.phase == .prepared && !seeking.isActive
        && !buffering.supply.allowsPlayback)
  }

  mutating func takeStarted(_ position: MediaTime, _ rate: Rate, _ event: EngineEvent, _ outputs: inout Outputs) {
    guard transport.drive != .stopped, !seeking.isActive else { return ignore(event, .unexpected, &outputs) }
    if position > transport.anchor { transport.unexpectedStops = 0 }
    jump(to: position, &outputs)
    transport.drive = .moving
    transport.waiting = .none
    transport.movingRate = rate > .zero ? rate : effectiveRate
  }

  mutating func takeStopped(_ position: MediaTime, _ event: EngineEvent, _ outputs: inout Outputs) {
    guard !seeking.isActive, position.isKnown else { return ignore(event, .unexpected, &outputs) }
    guard transport.drive != .stopped else {
      // What we asked for: the engine knows best where it came to rest.
      if loading.phase == .prepared { transport.anchor = position }
      return
    }
    if position > transport.anchor { transport.unexpectedStops = 0 }
    transport.unexpectedStops &+= 1
    transport.rest(at: position, clock)
    if Int64(transport.unexpectedStops) > configuration.unexpectedStopLimit { fail(Failure(.stuckPlaying), &outputs) }
  }

  /// Asks the engine where it is. When it did not answer the last time, it is stuck.
  mutating func probe(_ outputs: inout Outputs) {
    guard transport.drive == .moving, !transport.awaitsProbe else { return fail(Failure(.stuckPlaying), &outputs) }
    transport.probedAt = clock
    transport.awaitsProbe = true
    outputs.command(.reportPosition, loading.epoch)
  }

  mutating func takePosition(_ position: MediaTime, _ event: EngineEvent, _ outputs: inout Outputs) {
    guard position.isKnown, !seeking.isActive, loading.phase == .prepared else {
      return ignore(event, .unexpected, &outputs)
    }
    let isAnswer = transport.awaitsProbe
    transport.awaitsProbe = false
    if isAnswer, transport.probedPosition == position, position < timeline.duration || !timeline.duration.isKnown {
      return fail(Failure(.stuckPlaying), &outputs)
    }
    if isAnswer { transport.probedPosition = position }
    jump(to: position, &outputs)
  }

  /// Takes the engine's word for the position; a difference that people would see is announced.
  mutating func jump(to reported: MediaTime, _ outputs: inout Outputs) {
    guard reported.isKnown else { return }
    let expected = position(at: clock)
    let difference = reported < expected ? expected - reported : reported - expected
    if difference > configuration.jumpTolerance { outputs.note(.positionJumped(from: expected, to: reported)) }
    transport.anchor = reported
    transport.anchoredAt = clock
  }

  mutating func takeEnded(_ position: MediaTime, _ event: EngineEvent, _ outputs: inout Outputs) {
    guard loading.phase == .prepared, !seeking.isActive, position.isKnown else {
      return ignore(event, .unexpected, &outputs)
    }
    if timeline.streamType == .onDemand, !timeline.isDurationEstimated, timeline.duration.isKnown,
      configuration.earlyEndTolerance != .never,
      timeline.duration - position > configuration.earlyEndTolerance
    {
      transport.rest(at: position, clock)
      return fail(Failure(.endedEarly), &outputs)
    }
    endMedia(at: position, &outputs)
  }

  /// The clock ran past the declared end, and the engine said nothing of it.
  mutating func runPastEnd(_ outputs: inout Outputs) {
    outputs.command(.pause, loading.epoch)
    endMedia(at: timeline.duration, &outputs)
  }

  private mutating func endMedia(at position: MediaTime, _ outputs: inout Outputs) {
    let wasMoving = transport.drive != .stopped
    transport.rest(at: position, clock)
    closeStall()
    // Media without length would loop for ever without any time passing.
    if presentation.isLooping, timeline.streamType == .onDemand, timeline.canSeek, position > .zero {
      presentation.loops = presentation.loops.saturatingPlus(1)
      beginEngineSeek(to: .zero, .zero, .zero, &outputs)
      transport.waiting = wasMoving ? .loop : .none
    } else {
      loading.phase = .ended
    }
  }
}
