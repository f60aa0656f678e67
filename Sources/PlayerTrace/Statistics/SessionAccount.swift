import PlayerCore

/// Keeps the account of one session: how long it was in each class. Integers only, no allocation, the same numbers
/// everywhere.
///
/// Take each step of a trace by ``begin(_:at:)``, ``take(_:)-(Output)`` for each output, ``end()``; or all of it by
/// ``take(_:)-(TraceStep)``. Time passes only by ``advance(to:)`` and the instants of steps, and how often it is asked
/// for does not matter: to *a* and then to *b* is the same as to *b*.
public struct SessionAccount: Sendable {
  /// The state of the session, according to its notifications.
  public private(set) var axes = SessionAxes()
  /// The time in each class so far.
  public private(set) var times = SessionTimes()
  /// The class of the session now.
  public private(set) var sessionClass = SessionClass.stopped
  /// When the session began: the instant of its first step, or of the checkpoint it begins with. `nil` before that.
  public private(set) var start: Instant?
  /// The latest instant so far. An earlier one counts as this one, as for a player.
  public private(set) var clock = Instant.zero
  /// The time from ``start`` to ``clock``; always the sum of ``times``. A session ends at 2⁶³ − 1 µs.
  public private(set) var elapsed: Int64 = 0

  /// A session that begins with its first step.
  public init() {}

  /// A session that begins in the middle of a run.
  public init(resuming player: borrowing Player, at instant: Instant) {
    axes = SessionAxes(player)
    sessionClass = axes.sessionClass
    (start, clock) = (instant, instant)
  }

  /// Lets time pass: it belongs to the class of the session.
  @inline(__always)
  public mutating func advance(to instant: Instant) {
    guard start != nil else {
      (start, clock) = (instant, instant)
      return
    }
    guard instant > clock else { return }
    let span = min((instant - clock).microseconds, .max - elapsed)
    clock = instant
    elapsed += span
    times[sessionClass] += span
  }

  /// A step begins: time passes up to its instant.
  @inline(__always)
  public mutating func begin(_ input: Input, at instant: Instant) {
    advance(to: instant)
    axes.begin(input)
  }

  /// Takes an output of the step.
  @inline(__always)
  public mutating func take(_ output: Output) { axes.take(output) }

  /// The step has ended: from here on, time belongs to the resulting class.
  @inline(__always)
  public mutating func end() {
    axes.end()
    sessionClass = axes.sessionClass
  }

  /// Takes a whole step.
  public mutating func take(_ step: TraceStep) {
    begin(step.input, at: step.instant)
    for output in step.outputs { take(output) }
    end()
  }
}
