import PlayerCore

/// Reports to a host the network that a monitor observes. The monitor is kept for as long as it is followed.
struct NetworkFollower {
  private var task: Task<Void, Never>?

  init() {}

  /// Follows `monitor` instead of another. Returns its path now, which is not reported again; `report` takes each
  /// change after it, and returns whether the host is still there.
  mutating func follow(
    _ monitor: NetworkMonitor, _ report: @escaping @Sendable (NetworkPath) async -> Bool
  ) -> NetworkPath {
    cancel()
    let paths = monitor.paths()
    let first = monitor.path
    task = Task {
      var last = first
      for await path in paths where path != last {
        guard !Task.isCancelled, await report(path) else { break }
        last = path
      }
      withExtendedLifetime(monitor) {}
    }
    return first
  }

  mutating func cancel() {
    task?.cancel()
    task = nil
  }
}
