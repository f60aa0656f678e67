import Foundation
import Synchronization

/// The wish to end long work: Ctrl-C and its like. The first asks the work to come to an end and to keep what it has; a
/// second one ends the program at once.
final class StopSignal: Sendable {
  private let pipe = SignalPipe.open(for: [SIGINT, SIGTERM, SIGHUP], endsAtSecond: true)
  private let hasCome = Atomic<Bool>(false)

  /// Whether it has come; once it has, that stays so. From any thread.
  var isRaised: Bool {
    if hasCome.load(ordering: .relaxed) { return true }
    guard SignalPipe.hasSignal(pipe) else { return false }
    hasCome.store(true, ordering: .relaxed)
    return true
  }
}
