import PlayerCore

/// Observes a running world.
public protocol WorldObserver {
  /// `player` is the state after the input, which happened at `instant` of the player's clock (``World/uptime``). Returns
  /// whether the run continues.
  mutating func observe(_ input: Input, at instant: Instant, _ outputs: borrowing Outputs, _ player: borrowing Player)
    -> Bool
}

/// Observes nothing.
public struct NoObserver: WorldObserver {
  /// Observes nothing.
  public init() {}
  /// Continues, whatever happens.
  @inlinable public mutating func observe(
    _ input: Input, at instant: Instant, _ outputs: borrowing Outputs, _ player: borrowing Player
  ) -> Bool { true }
}

extension World {
  /// Runs until the clock reaches `end`, nothing more is due, or the observer stops the run.
  ///
  /// The observer is specialised where it is used, and nothing is allocated: a run costs only its steps.
  @inlinable
  public mutating func run(
    until end: Instant, into outputs: inout Outputs, observer: inout some WorldObserver
  ) -> Stop {
    while let input = takeNext(upTo: end, into: &outputs) {
      guard observer.observe(input, at: uptime, outputs, player) else { return .satisfied }
    }
    return finishRun(until: end)
  }

  /// Runs until the clock reaches `end` or nothing more is due, with the caller's outputs.
  @discardableResult
  public mutating func run(until end: Instant, into outputs: inout Outputs) -> Stop {
    var observer = NoObserver()
    return run(until: end, into: &outputs, observer: &observer)
  }

  // MARK: With separate outputs

  /// Runs until the clock reaches `end` or nothing more is due. Allocates the outputs; a hot loop should keep its own.
  @discardableResult
  public mutating func run(until end: Instant) -> Stop {
    var outputs = Outputs()
    return run(until: end, into: &outputs)
  }

  /// The same for a span from now on.
  @discardableResult
  public mutating func run(for span: TimeSpan) -> Stop { run(until: now + span) }

  /// Runs and passes on every step: the input, its instant (``uptime``), the outputs, and the player after it.
  @discardableResult
  public mutating func run(
    until end: Instant, _ visit: (Input, Instant, Outputs, Player) -> Void
  ) -> Stop {
    var outputs = Outputs()
    while let input = takeNext(upTo: end, into: &outputs) { visit(input, uptime, outputs, player) }
    return finishRun(until: end)
  }

  /// Takes the next input, whenever it is due; `nil` when nothing is.
  @discardableResult
  public mutating func step() -> Input? {
    var outputs = Outputs()
    return takeNext(upTo: .never, into: &outputs)
  }

  /// Sends a command now, after everything that is due, and serves its immediate consequences.
  @discardableResult
  public mutating func send(_ command: Command) -> RequestID {
    let request = plan(command, at: now)
    run(until: now)
    return request
  }

  /// Reports a change of the environment to the player now.
  public mutating func report(_ event: EnvironmentEvent) { happen(.environment(event)) }

  /// Starts a fault now.
  public mutating func inject(_ fault: EngineFault) { happen(.fault(fault)) }

  /// Ends every fault now.
  public mutating func heal() { happen(.heal) }

  /// Lets something happen now.
  public mutating func happen(_ event: WorldEvent) {
    plan(event, at: now)
    run(until: now)
  }
}
