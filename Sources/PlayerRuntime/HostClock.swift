import PlayerCore

/// The clock of a host in real time: microseconds since it was made. It rests while the machine sleeps, as engines do: no
/// position lies in that time, and no limit passes in it.
struct HostClock: Sendable {
  private let epoch = SuspendingClock.now

  var now: Instant {
    let elapsed = epoch.duration(to: .now).components
    return .microseconds(elapsed.seconds * 1_000_000 + elapsed.attoseconds / 1_000_000_000_000)
  }

  /// Returns when `instant` has come, or throws when the task is cancelled.
  func sleep(until instant: Instant) async throws {
    try await Task.sleep(until: epoch.advanced(by: .microseconds(instant.microseconds)), clock: .suspending)
  }
}

/// Wakes a host in real time when something is due.
struct HostTimer {
  private var task: Task<Void, Never>?
  /// When it fires; `.never` when it does not.
  private var instant = Instant.never

  init() {}

  /// Fires at `next` and at no other instant; `serve` comes back to the host, and calls ``hasFired(_:)`` first.
  mutating func set(to next: Instant, by clock: HostClock, _ serve: @escaping @Sendable (Instant) async -> Void) {
    guard next != instant else { return }
    cancel()
    instant = next
    guard next != .never else { return }
    task = Task {
      guard (try? await clock.sleep(until: next)) != nil else { return }
      await serve(next)
    }
  }

  mutating func hasFired(_ fired: Instant) { if instant == fired { instant = .never } }

  mutating func cancel() {
    task?.cancel()
    (task, instant) = (nil, .never)
  }
}
