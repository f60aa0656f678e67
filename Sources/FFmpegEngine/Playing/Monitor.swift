#if FFmpeg
import Foundation
import PlayerCore

/// State that threads share, and the means to wait until it changes.
/// What is taken out of the state, packets and decoders, belongs to the thread that took it.
final class Monitor<State>: @unchecked Sendable {  // The state is only used under the lock.
  private let condition = NSCondition()
  private var state: State

  init(_ state: State) { self.state = state }

  /// Reads or changes state that no thread waits for.
  func access<Result>(_ body: (inout State) -> Result) -> Result {
    condition.lock()
    defer { condition.unlock() }
    return body(&state)
  }

  /// Changes state that a thread may wait for.
  func change<Result>(_ body: (inout State) -> Result) -> Result {
    condition.lock()
    defer { condition.unlock() }
    condition.broadcast()
    return body(&state)
  }

  /// Waits until `isReady`, or until `deadline` on the ``MonotonicClock``.
  func wait(until deadline: Instant = .never, for isReady: (State) -> Bool) {
    condition.lock()
    defer { condition.unlock() }
    while !isReady(state) {
      if deadline == .never {
        condition.wait()
        continue
      }
      let rest = (deadline - MonotonicClock.now).microseconds
      if rest <= 0 { return }
      // `NSCondition` waits on the calendar clock. When that is set, a long wait must not become much longer.
      _ = condition.wait(until: Date(timeIntervalSinceNow: min(Double(rest) / 1e6, 1)))
    }
  }
}
#endif
