import PlayerCore

/// Observes the playing of a scenario.
public protocol ScenarioObserver {
  /// Something is about to happen in the world at `instant` of the player's clock (``World/uptime``): an input that the
  /// player gets from outside, a fault, another network.
  mutating func prepare(for event: WorldEvent, at instant: Instant)
  /// `player` is the state after the input, which happened at `instant` of its clock. Returns whether the run
  /// continues.
  mutating func observe(_ input: Input, at instant: Instant, _ outputs: Outputs, _ player: Player) -> Bool
  /// The world has reached a step, and everything due before it is done. Returns whether the run continues.
  mutating func arrive(_ world: borrowing World) -> Bool
  /// The run is over and nothing stopped it. A scenario whose engine was recorded has no world and comes to no such
  /// end.
  mutating func finish(_ world: World)
}

/// Observes nothing.
struct NoScenarioObserver: ScenarioObserver {
  mutating func prepare(for event: WorldEvent, at instant: Instant) {}
  mutating func observe(_ input: Input, at instant: Instant, _ outputs: Outputs, _ player: Player) -> Bool { true }
  mutating func arrive(_ world: borrowing World) -> Bool { true }
  mutating func finish(_ world: World) {}
}
