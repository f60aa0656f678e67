import Foundation
import PlayerCore
import Backports

/// Counts the calls of an engine's wake handler, and wakes the thread that waits for one.
final class WakeBell: Sendable {
  private let rings = Lock(0)
  private let signal = DispatchSemaphore(value: 0)

  var count: Int { rings.withLock { $0 } }

  func ring() {
    rings.withLock { $0 += 1 }
    signal.signal()
  }

  /// Returns when it rings, or when `span` has passed. Earlier rings count as well, so the caller looks again.
  func wait(for span: TimeSpan) {
    _ = signal.wait(timeout: .now() + .microseconds(Int(clamping: max(0, span.microseconds))))
  }
}

/// What time it is for the engine under test.
struct EngineClock {
  private let origin: ContinuousClock.Instant?
  private var instant = Instant.zero

  init(_ clock: EngineUnderTest.Clock) { origin = clock == .real ? .now : nil }

  var isVirtual: Bool { origin == nil }

  var now: Instant {
    guard let origin else { return instant }
    let elapsed = origin.duration(to: .now).components
    return .microseconds(elapsed.seconds * 1_000_000 + elapsed.attoseconds / 1_000_000_000_000)
  }

  /// On the virtual clock only.
  mutating func jump(to instant: Instant) { self.instant = max(self.instant, instant) }
}
