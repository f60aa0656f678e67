/// Keeps somebody told: until ``cancel()`` is called, or this is released.
///
/// ```swift
/// observation = player.observe { event in print(event.name, player.position) }
/// ```
@MainActor
public final class Observation {
  private var stop: (() -> Void)?

  /// `stop` is called once.
  public init(_ stop: @escaping () -> Void) { self.stop = stop }

  isolated deinit { cancel() }

  /// Ends the observation; it may be called any number of times.
  public func cancel() {
    stop?()
    stop = nil
  }
}
