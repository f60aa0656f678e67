import PlayerCore

/// Why the network cannot be watched.
public enum NetworkMonitorError: Error, Hashable, CustomStringConvertible {
  /// Not on this platform.
  case unavailable
  /// The system refused; an errno.
  case system(Int32)
  /// The kernel does not answer.
  case timedOut

  /// The error in words, with what to do.
  public var description: String {
    switch self {
    case .unavailable: "the network can be watched on Linux only"
    case .system(let code): "the network cannot be watched: \(NetworkMonitor.words(for: code))"
    case .timedOut: "the network cannot be watched: the kernel does not answer"
    }
  }
}

/// Watches which network the machine is on: the reachability of a player.
///
/// Listens to the kernel's own announcements of links, addresses and default routes (rtnetlink(7)) and derives a
/// ``PlayerCore/NetworkPath`` from them; the rule is described with ``status``. The first reading is done when the
/// initializer returns. From then on every change of the path is reported once, in order. When reports are lost because
/// there were too many, everything is read again.
///
/// A monitor watches the network namespace of the thread that makes it, for as long as it exists. It does not poll.
///
/// ```swift
/// let monitor = try NetworkMonitor()
/// for await path in monitor.paths() { print(path) }   // wifi, cellular, …
/// ```
///
/// Linux only: elsewhere the initializer throws ``NetworkMonitorError/unavailable``.
public final class NetworkMonitor: Sendable {
  private let watch: NetworkWatch

  /// Reads the state of the network, and watches it until ``stop()`` or the end of the monitor.
  ///
  /// - Parameter onChange: called on the monitor's thread: first with the state as it is now, then whenever the path
  ///   has changed.
  public init(onChange: (@Sendable (NetworkStatus) -> Void)? = nil) throws(NetworkMonitorError) {
    watch = try NetworkWatch(onChange: onChange)
    watch.start()
  }

  deinit { watch.stop() }

  /// The path now.
  public var path: NetworkPath { watch.status.path }

  /// The path, and the interfaces it was derived from.
  ///
  /// The default route with the lowest metric decides, of those of the main table whose interface is up, connected and
  /// has an address. Without one, an interface with these properties decides by itself, wired before wireless before
  /// cellular, because a network without a way out still has servers of its own; but not a virtual interface such as a
  /// bridge, which counts (as wired) only when it carries the default route. The loopback interface never counts.
  public var status: NetworkStatus { watch.status }

  /// The path now, and every change from now on. Ends with the monitor.
  public func paths() -> AsyncStream<NetworkPath> { watch.paths() }

  /// Ends the watch. All sequences end; nothing is reported afterwards, except in a call that is being made.
  public func stop() { watch.stop() }
}

#if !os(Linux)
/// Nothing to watch with.
private struct NetworkWatch: Sendable {
  var status: NetworkStatus { NetworkStatus() }

  init(onChange: (@Sendable (NetworkStatus) -> Void)?) throws(NetworkMonitorError) { throw .unavailable }

  func start() {}
  func stop() {}
  func paths() -> AsyncStream<NetworkPath> { AsyncStream { $0.finish() } }
}

extension NetworkMonitor {
  fileprivate static func words(for code: Int32) -> String { "errno \(code)" }
}
#endif
