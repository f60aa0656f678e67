import PlayerCore

/// The time that an engine gets because its host was held up: by a main thread that was busy, or because the process was
/// stopped. Otherwise a host that is held up for longer than two probes takes an engine for stuck that it has asked only
/// now. While the machine sleeps, the host's clock rests.
struct EngineGrant: Sendable {
  /// An engine that got a command late has at least this long for its answer, or what the player allows if that is less.
  private static var answer: TimeSpan { .seconds(10) }
  /// A host that is this late has been suspended, and its engine perhaps as well.
  private static var sleep: TimeSpan { .seconds(1) }
  /// A host that is late again has slept again when it did so for this long; otherwise it is slow.
  private static var sleepAgain: TimeSpan { .seconds(30) }

  /// When it begins: the engine has got a command late, or runs again.
  private var from = Instant.zero
  /// When it would have begun.
  private var insteadOf = Instant.zero
  /// The last deadline that was extended because the host had slept.
  private var extendedDeadline = Instant.never

  /// The engine gets a command at `now` that it should have got at `clock`. What a sleep has granted goes on, and serves
  /// for this command as well, unless the command is later than the one before it, or than what is left is long.
  mutating func begin(at now: Instant, insteadOf clock: Instant) {
    let end = from + Self.answer
    if now < end {
      if now - clock < min(from - insteadOf, end - now) { return }
      insteadOf = min(clock, insteadOf + (now - from))
    } else {
      insteadOf = clock
    }
    from = now
  }

  /// A limit that has passed long ago while nothing ran here has passed for an engine that was stopped, too. It gets what
  /// was left of it at `last`, when the host ran before; once for each sleep, for a host may be slow all the time.
  mutating func extend(_ player: borrowing Player, since last: Instant, at now: Instant) {
    let (deadline, slot) = (player.nextDeadline, player.nextSlot)
    let granted = nextDeadline(of: player)
    guard slot.limitsEngine, granted + Self.sleep < now else { return }
    // A probe that only asks a moving engine where it is limits nothing yet.
    if slot == .probe, player.inspection.isMoving, !Player.Memory(player).awaitsProbe { return }
    if deadline != extendedDeadline {
      extendedDeadline = deadline
      (from, insteadOf) = (now, last)
    } else if from < now, now - last >= Self.sleepAgain {
      insteadOf = deadline + (last - granted)
      from = now
    }
  }

  /// The player's next deadline. One that limits the engine's time leaves it the time that was granted.
  func nextDeadline(of player: borrowing Player) -> Instant {
    let deadline = player.nextDeadline
    guard player.nextSlot.limitsEngine, from > .zero else { return deadline }
    return max(deadline, from + min(deadline - insteadOf, Self.answer))
  }
}

extension DeadlineSlot {
  /// Whether it is the engine that the player waits for.
  fileprivate var limitsEngine: Bool {
    switch self {
    case .close, .open, .seek, .read, .bufferingLimit, .pastEnd, .probe: true
    case .none, .edge, .interval, .retry, .segment, .kick: false
    }
  }
}
