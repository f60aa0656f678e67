#if FFmpeg
import CFFmpeg
import PlayerCore
import Backports

/// What makes the blocking libavformat calls of one session return.
///
/// libavformat calls it at least every 100 ms while it waits for a socket. Only a name resolution does not; so an
/// abandoned session is never waited for: it ends on its own thread and frees itself.
final class Interrupt: Sendable {
  private let state = AtomicInteger(0)
  private static let none: Int64 = 0
  private static let once: Int64 = 1
  private static let forGood: Int64 = 2

  var isRaised: Bool { state.load() != Self.none }
  var isForGood: Bool { state.load() == Self.forGood }

  /// Whether the call under way must return.
  var mustReturn: Bool { isRaised || isExpired }

  /// Ends the session: no call blocks again.
  func abandon() { state.store(Self.forGood) }

  /// Makes the call under way return, so that something else can be done; until ``resume()``.
  func breakOff() {
    _ = state.compareExchange(expected: Self.none, desired: Self.once)
  }

  func resume() {
    _ = state.compareExchange(expected: Self.once, desired: Self.none)
  }

  /// When the call under way has lasted too long, on the ``MonotonicClock``.
  private let deadline = AtomicInteger(.max)

  /// Calls from here on may take `span` of real time, together; nil for as long as they like.
  func limit(to span: TimeSpan?) {
    let end = span.map { (MonotonicClock.now + $0).microseconds } ?? .max
    deadline.store(end)
  }

  /// Whether a call took longer than it may.
  var isExpired: Bool {
    let end = deadline.load()
    return end != .max && MonotonicClock.now.microseconds >= end
  }
}
#endif
