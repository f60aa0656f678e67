import Foundation
import Backports

/// The request to end long work: Ctrl-C and similar signals. The first asks the work to finish and to keep its results;
/// a second one ends the program at once.
final class StopSignal: Sendable {
  private let pipe = SignalPipe.open(for: [SIGINT, SIGTERM, SIGHUP], endsAtSecond: true)
  private let hasCome = AtomicInteger(0)

  /// Whether the request was made; once true, it stays true. From any thread.
  var isRaised: Bool {
    if hasCome.load() != 0 { return true }
    guard SignalPipe.hasSignal(pipe) else { return false }
    hasCome.store(1)
    return true
  }
}
