#if FFmpeg
import CFFmpeg
import PlayerCore
import Synchronization

/// What makes the blocking libavformat calls of one session return.
///
/// libavformat asks at least every 100 ms while it waits for a socket. Only a name resolution does not ask; so nobody
/// ever waits for an abandoned session: it ends on its own thread and frees itself.
final class Interrupt: Sendable {
  private let state = Atomic<UInt8>(0)
  private static let none: UInt8 = 0
  private static let once: UInt8 = 1
  private static let forGood: UInt8 = 2

  var isRaised: Bool { state.load(ordering: .acquiring) != Self.none }
  var isForGood: Bool { state.load(ordering: .acquiring) == Self.forGood }

  /// Whether the call under way must return.
  var mustReturn: Bool { isRaised || isExpired }

  /// Ends the session: no call blocks again.
  func abandon() { state.store(Self.forGood, ordering: .releasing) }

  /// Makes the call under way return, so that something else can be done; until ``resume()``.
  func breakOff() {
    _ = state.compareExchange(expected: Self.none, desired: Self.once, ordering: .acquiringAndReleasing)
  }

  func resume() {
    _ = state.compareExchange(expected: Self.once, desired: Self.none, ordering: .acquiringAndReleasing)
  }

  /// When the call under way has lasted too long, on the ``MonotonicClock``.
  private let deadline = Atomic<Int64>(.max)

  /// Calls from here on may take `span` of real time, together; nil for as long as they like.
  func limit(to span: TimeSpan?) {
    let end = span.map { (MonotonicClock.now + $0).microseconds } ?? .max
    deadline.store(end, ordering: .releasing)
  }

  /// Whether a call took longer than it may.
  var isExpired: Bool {
    let end = deadline.load(ordering: .acquiring)
    return end != .max && MonotonicClock.now.microseconds >= end
  }
}
#endif
