import Foundation
import PlayerTesting

/// Tells on a terminal how far an exploration is; silent when standard error is something else.
final class StateMeter {
  private let name: String
  private let isShown = isatty(2) == 1
  private let stream = StandardStream(2)
  private let clock = ContinuousClock()
  private var last: ContinuousClock.Instant
  private var width = 0

  init(_ name: String) {
    self.name = name
    last = clock.now
  }

  /// Four times a second at most.
  func show(_ progress: ExplorationProgress) {
    guard isShown, clock.now - last >= .milliseconds(250) else { return }
    last = clock.now
    let states = NumberText.counted(Int64(progress.states), "state")
    let line = "\(name): \(states), depth \(progress.depth), \(NumberText.grouped(Int64(progress.waiting))) waiting"
    stream.write("\r\(line.padded(to: width))")
    width = max(width, line.count)
  }

  /// Takes the line away again.
  func clear() {
    guard width > 0 else { return }
    stream.write("\r\(String(repeating: " ", count: width))\r")
    width = 0
  }
}
