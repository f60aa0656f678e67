import Backports

/// Keeps an observer registered: until ``cancel()`` is called, or this is released.
///
/// ```swift
/// observation = player.observe { event in print(event.name, player.position) }
/// ```
@MainActor
public final class PlayerObservation {
  private let end: End

  /// `stop` is called once.
  public init(_ stop: @escaping () -> Void) { end = End(stop) }

  deinit {
    let end = end
    endOnMainActor { end.come() }
  }

  /// Ends the observation; it may be called any number of times.
  public func cancel() { end.come() }

  /// What outlives the observation for as long as its end takes.
  @MainActor
  private final class End {
    private var stop: (() -> Void)?

    init(_ stop: @escaping () -> Void) { self.stop = stop }

    func come() {
      stop?()
      stop = nil
    }
  }
}
