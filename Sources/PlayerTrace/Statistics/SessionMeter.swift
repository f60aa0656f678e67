import PlayerCore

/// Measures one session: its account, and what the metrics of ``SessionMetric`` are made of. Integers only; the same
/// numbers everywhere. Memory grows only with the number of seeks and buffer reports.
///
/// Take a step by ``begin(_:at:)``, ``take(_:)-(Output)`` for each output and ``end()``.
public struct SessionMeter: Sendable {
  /// How long the session was in each class.
  public private(set) var account = SessionAccount()
  private(set) var start = StartMeter()
  private(set) var waits = WaitMeter()
  private(set) var seeks = SeekMeter()
  private(set) var failures = FailureMeter()
  private(set) var playhead = PlayheadMeter()
  private(set) var load = LoadMeter()
  /// How many steps were taken.
  public private(set) var steps: Int64 = 0
  /// The input of the step, and whether the outputs so far show that it had no effect.
  private var input = Input.deadline
  private var isIgnored = false
  private var stepClass = SessionClass.stopped

  /// A session that begins with its first step.
  public init() {}

  /// A session that begins in the middle of a run.
  public init(resuming player: borrowing Player, at instant: Instant) {
    account = SessionAccount(resuming: player, at: instant)
    playhead.resume(player)
  }

  /// Lets time pass.
  @inline(__always)
  public mutating func advance(to instant: Instant) {
    let before = account.elapsed
    account.advance(to: instant)
    let span = account.elapsed - before
    if span > 0 { pass(span) }
  }

  @inline(__always)
  private mutating func pass(_ span: Int64) {
    switch account.sessionClass {
    case .playing:
      playhead.play(span)
      if seeks.isBlockedHeard { seeks.heardBlocked += span }
    case .rebuffering: waits.rebuffer(span)
    case .paused: if account.axes.wantsPlay { waits.resuming += span }
    case .failed, .ended, .stopped, .interrupted, .blocked, .retrying, .preloading, .starting, .seeking,
      .pausedRebuffering:
      break
    }
  }

  /// A step begins.
  @inline(__always)
  public mutating func begin(_ input: Input, at instant: Instant) {
    advance(to: instant)
    steps &+= 1
    account.begin(input, at: instant)
    self.input = input
    isIgnored = false
    seeks.beginStep()
    stepClass = account.sessionClass
    if stepClass == .playing { playhead.sampleLatency(at: account.clock) }
  }

  /// Takes an output of the step.
  @inline(__always)
  public mutating func take(_ output: Output) {
    account.take(output)
    switch output {
    case .notification(let notification, let reason): take(notification, reason)
    case .engine(let command, _): take(command)
    case .diagnostic(let diagnostic):
      switch diagnostic.oddity {
      case .staleEpoch, .staleSerial, .unexpected: isIgnored = true
      default: break
      }
    case .completion: break
    }
  }

  @inline(__always)
  private mutating func take(_ notification: Player.Notification, _ reason: Reason) {
    let now = account.elapsed
    switch notification {
    case .itemChanged(_, let item): if !item.isNone { playhead.changeContent() }
    case .prepared: start.prepared(at: now)
    case .firstFrame: start.firstFrame(at: now)
    case .seekBegan: seeks.began(isSkip: reason == .segment)
    case .seekEnded(_, _, let isFinished): seeks.ended(at: now, isFinished: isFinished)
    case .willSkip(_, let last): seeks.willSkip(from: last, at: now)
    case .blockedPlaying(let segment, _): seeks.playsBlocked = !segment.isNone
    case .didSkip(_, _, let isFinished): seeks.didSkip(isFinished: isFinished, at: now)
    case .retryScheduled:
      failures.retries &+= 1
      failures.isRetried = true
    case .reloading: failures.reloads &+= 1
    case .failed(let failure, _): failures.failed(failure.kind, at: now, hasPlayed: start.hasPlayed)
    case .warned: failures.warnings &+= 1
    case .durationChanged(let duration): playhead.duration = duration
    case .effectiveRateChanged(let rate): playhead.rate = Int64(rate.thousandths)
    case .positionJumped(_, let position): playhead.move(to: position)
    case .streamTypeChanged(let type): playhead.streamType = type
    case .atLiveEdgeChanged(let isAtEdge): playhead.isAtEdge = isAtEdge
    default: break
    }
  }

  @inline(__always)
  private mutating func take(_ command: EngineCommand) {
    switch command {
    case .open:
      start.opened(at: account.elapsed)
      load.opened(at: account.elapsed)
      playhead.discardBuffer()
    case .seek: playhead.discardBuffer()
    case .catchUp: playhead.catchUps &+= 1
    default: break
    }
  }

  /// The step has ended.
  @inline(__always)
  public mutating func end() {
    if case .engine(let event, _) = input, !isIgnored { take(event) }
    if case .environment(.wallClock(let date)) = input { playhead.setWallClock(date, at: account.clock) }
    account.end()
    let now = account.elapsed
    let (old, new) = (stepClass, account.sessionClass)
    start.step(account.axes, new, at: now, seeks: seeks.count, retries: failures.retries &+ failures.count)
    seeks.endStep(playhead.position)
    guard old != new else { return }
    waits.change(from: old, to: new)
    seeks.change(to: new, at: now)
    if old == .playing { playhead.sampleBuffer() }
    if new == .playing, failures.isRetried {
      failures.isRetried = false
      failures.successes &+= 1
    }
  }

  @inline(__always)
  private mutating func take(_ event: EngineEvent) {
    switch event {
    case .buffered(let until, let bytes, let isSaturated):
      if stepClass == .playing { playhead.sampleBuffer() }
      playhead.bufferedUntil = until
      load.read(bytes, isSaturated: isSaturated, at: account.elapsed)
    case .playbackStarted(let position, _), .playbackStopped(let position), .starved(let position),
      .positionReported(let position), .seekCompleted(_, let position, _), .ended(let position):
      playhead.move(to: position)
    case .dateReference(let position, let date): playhead.setDate(date, at: position)
    default: break
    }
  }

  /// Takes a whole step.
  public mutating func take(_ step: TraceStep) {
    begin(step.input, at: step.instant)
    for output in step.outputs { take(output) }
    end()
  }
}
