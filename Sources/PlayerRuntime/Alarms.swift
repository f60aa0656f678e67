import PlayerCore

/// Something that will happen at an instant of a host's clock.
@MainActor
public final class Alarm {
  let instant: Instant
  /// Empty once it has rung or was cancelled.
  var body: (() -> Void)?

  init(_ instant: Instant, _ body: @escaping () -> Void) {
    self.instant = instant
    self.body = body
  }

  /// Does nothing once it has fired.
  public func cancel() { body = nil }
}

/// The alarms of a host, the next one first.
@MainActor
struct Alarms {
  private var list: [Alarm] = []

  nonisolated init() {}

  var next: Instant { list.first?.instant ?? .never }

  mutating func add(_ alarm: Alarm) {
    list.removeAll { $0.body == nil }
    list.insert(alarm, at: list.firstIndex { $0.instant > alarm.instant } ?? list.endIndex)
  }

  /// Those that are due, in their order.
  mutating func takeAllDue(at now: Instant) -> [Alarm] {
    let count = list.prefix { $0.body == nil || $0.instant <= now }.count
    defer { list.removeFirst(count) }
    return Array(list.prefix(count))
  }

  mutating func removeAll() { list.removeAll() }
}
