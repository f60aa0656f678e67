import PlayerCore

/// Something that is planned to happen in a world.
public enum WorldEvent: Hashable, Sendable {
  /// The player gets an input: a command, an environment event, or a report that the engine never made.
  case input(Input)
  /// Something goes wrong with the engine, the source or the network.
  case fault(EngineFault)
  /// Every fault ends (``SimulatedEngine/heal(at:)``).
  case heal
  /// The machine sleeps this long, at most a week: the clock of player and engine rests (``World/uptime``). What was planned
  /// meanwhile happens on waking.
  case sleep(TimeSpan)
  /// Switches to another network, and the player is notified of the new path: Wi-Fi to cellular and back.
  case handOver(NetworkProfile, NetworkPath)

  /// A command with the number of its request.
  public static func command(_ command: Command, _ request: RequestID) -> Self { .input(.command(command, request)) }
  /// Something around the player.
  public static func environment(_ event: EnvironmentEvent) -> Self { .input(.environment(event)) }
}

/// What is planned, the next at the end, so that taking it moves nothing.
struct Agenda: Hashable, Sendable {
  struct Entry: Hashable, Sendable {
    var instant: Instant
    var event: WorldEvent
  }

  private(set) var entries: [Entry] = []

  @inline(__always)
  var nextInstant: Instant { entries.last?.instant ?? .never }

  /// Behind what is planned for the same instant.
  mutating func insert(_ event: WorldEvent, at instant: Instant) {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].instant <= instant { high = middle } else { low = middle + 1 }
    }
    entries.insert(Entry(instant: instant, event: event), at: low)
  }

  mutating func takeNext() -> WorldEvent? { entries.popLast()?.event }
}
