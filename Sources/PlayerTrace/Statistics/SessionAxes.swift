import PlayerCore

/// What the class of a session depends on, derived from notifications alone: so a log without inputs, a trace of
/// another version and a recording of this build are counted by the same rules, without a replay.
///
/// A step is taken by ``begin(_:)``, then ``take(_:)`` for each of its outputs; ``sessionClass`` is that of the time
/// after it.
public struct SessionAxes: Equatable, Sendable {
  /// The phase of the content.
  public private(set) var phase = Phase.empty
  /// The playback state that the player shows.
  public private(set) var state = PlaybackState.idle
  /// The load state.
  public private(set) var supply = BufferState.unknown
  /// Whether playback is requested.
  public private(set) var wantsPlay = false
  /// Whether a call or an alarm interrupts playback.
  public private(set) var isInterrupted = false
  /// Whether the app is in the background.
  public private(set) var isInBackground = false
  /// Whether the next attempt to open waits for its delay.
  public private(set) var isRetrying = false
  /// Whether the playhead has moved since the content was last requested. An automatic reopening after that is not a
  /// second start, but a wait in the middle.
  public private(set) var hasPlayed = false
  /// Whether the input of the step requests the content again, as long as it is not refused.
  private var asksAnew = false

  /// A player that has taken no input.
  public init() {}

  /// A player in the middle of a run, for a trace that begins with a checkpoint.
  public init(_ player: borrowing Player) {
    let shown = player.shown
    (phase, state, supply, wantsPlay) = (shown.phase, shown.state, shown.supply, shown.wantsPlay)
    (isInterrupted, isInBackground) = (shown.isInterrupted, shown.isInBackground)
    isRetrying = player.isWaitingToRetry
    hasPlayed = shown.state == .playing || shown.stallCount > 0 || shown.hasShownAudio || shown.hasShownVideo
  }

  /// A step begins with this input. Commands that request the content again begin another start, whatever was played
  /// before (Media3: a new media item joins again).
  @inline(__always)
  public mutating func begin(_ input: Input) {
    asksAnew = false
    guard case .command(let command, _) = input else { return }
    switch command {
    case .load, .reload, .restart: asksAnew = true
    default: break
    }
  }

  /// Takes an output of the step, in the order in which the player produced them.
  @inline(__always)
  public mutating func take(_ output: Output) {
    switch output {
    case .notification(let notification, let reason): take(notification, reason)
    case .completion(let completion): if completion.answer == .refused { asksAnew = false }
    case .engine(let command, _): if case .open = command { isRetrying = false }
    case .diagnostic: break
    }
  }

  @inline(__always)
  private mutating func take(_ notification: Player.Notification, _ reason: Reason) {
    switch notification {
    case .itemChanged: hasPlayed = false
    case .phaseChanged(_, let phase): enter(phase, reason)
    case .intentChanged(let playing): wantsPlay = playing
    case .interruptionChanged(let isInterrupted): self.isInterrupted = isInterrupted
    case .backgroundChanged(let isInBackground): self.isInBackground = isInBackground
    case .supplyChanged(_, let supply): self.supply = supply
    case .playbackStateChanged(_, let state): self.state = state
    case .retryScheduled(_, _, let after): isRetrying = after > .zero
    default: break
    }
  }

  private mutating func enter(_ phase: Phase, _ reason: Reason) {
    self.phase = phase
    switch phase {
    case .empty, .idle: hasPlayed = false
    // A retry that the app requests after a failure, and play after a stop, are starts.
    case .opening: if reason == .command { hasPlayed = false }
    case .blocked, .prepared, .ended, .failed: break
    }
  }

  /// The step has ended.
  @inline(__always)
  public mutating func end() {
    if asksAnew { hasPlayed = false }
    if phase != .opening { isRetrying = false }
    // While a loop returns to the beginning, the player is shown as playing.
    if state == .playing { hasPlayed = true }
  }

  /// The class of the time after the step, by these rules in this order:
  ///
  /// - term `failed`, `ended`: the phase.
  /// - term `stopped`: the phases `empty` and `idle`, before the first load, too.
  /// - term `interrupted`: an interruption; or the background, while playback is requested and the player shows `paused`.
  ///   An interruption that does not hold playback leaves it `playing`: the engine confirmed that.
  /// - term `blocked`: the phase.
  /// - term `retrying`: the delay that a retry was scheduled with. A retry without a delay opens in the same step.
  /// - term `preloading`: the phase `opening` without the intent to play.
  /// - term `starting`: playback is requested in an open or opening medium and has not moved since the content was
  ///   requested: after a load, a stop, a restart, a reload or a retry by the app. A seek or a stall in it belongs to
  ///   it. So does the return to the beginning for play after the end.
  /// - term `seeking`: the player shows `seeking`, which it does until the playhead moves again or is paused. Skips of
  ///   blocked segments are seeks.
  /// - term `rebuffering`: the player shows `stalled`; or it opens, or waits for first data, again by itself after it
  ///   had played (Media3 counts that as buffering, too).
  /// - term `pausedRebuffering`: the load state is `stalled` without the intent to play.
  /// - term `playing`: the player shows `playing`.
  /// - term `paused`: everything else in an open medium; also while an engine that was commanded to continue has not
  ///   confirmed it.
  @inline(__always)
  public var sessionClass: SessionClass {
    switch phase {
    case .failed: return .failed
    case .ended: return .ended
    case .empty, .idle: return .stopped
    case .blocked: return isInterrupted ? .interrupted : .blocked
    case .opening:
      if isInterrupted { return .interrupted }
      if isRetrying { return .retrying }
      guard wantsPlay else { return .preloading }
      return hasPlayed ? .rebuffering : .starting
    case .prepared: return classOfPrepared
    }
  }

  private var classOfPrepared: SessionClass {
    if state == .playing { return .playing }
    if isInterrupted || isInBackground && wantsPlay && state == .paused { return .interrupted }
    if wantsPlay, !hasPlayed || state == .ended { return .starting }
    switch state {
    case .seeking: return .seeking
    case .stalled, .preparing: return wantsPlay ? .rebuffering : .pausedRebuffering
    case .idle, .playing, .paused, .ended:
      return !wantsPlay && supply.contains(.stalled) ? .pausedRebuffering : .paused
    }
  }
}
