import PlayerTesting
import ReducerTesting

/// Exhaustive exploration: how many different states of a player one core visits in a second, and SPIN on a player of its
/// own.
struct ExplorationSection {
  static let title = "testing: every state of a player"

  var isQuick: Bool
  /// The program that explores a small player with SPIN: prints states, processor seconds and the bytes of a state.
  var spin: String?

  func measure(into report: inout Report) throws {
    // Whole, in brief runs as well.
    let scope = PlayerScope.segments
    let rate = rate(scope, states: .max)
    report.add(
      Self.title, "scope \(scope.name), all of it: different states, one core", rate / 1e6, "M/s", atLeast: 0.6)
    report.add(Self.title, "bytes that tell its states apart", Double(MemoryLayout<PlayerScope.Words>.size), "bytes")
    // One in which hardly two states have the same player.
    report.add(
      Self.title, "scope replacing, \(isQuick ? "a part" : "all") of it: different states, one core",
      self.rate(.replacing, states: isQuick ? 100_000 : .max) / 1e6, "M/s")
    guard let spin else { return }
    let child = try ChildProcess.run(spin, [])
    let numbers = child.output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard child.status == 0, numbers.count == 3, numbers[1] > 0 else {
      throw BenchError("SPIN failed: \(child.output)")
    }
    report.add(Self.title, "SPIN, a smaller player: different states, one core", numbers[0] / numbers[1] / 1e6, "M/s")
    report.add(Self.title, "SPIN: bytes that tell its states apart", numbers[2], "bytes")
    report.add(Self.title, "TapeDeck's states to SPIN's in the same time", rate * numbers[1] / numbers[0], "×")
  }

  /// How many different states of a scope are visited in a second, when so many are visited.
  private func rate(_ scope: PlayerScope, states: Int) -> Double {
    var bounds = ExplorationBounds()
    bounds.workers = 1
    bounds.states = min(states, ExplorationBounds.stateLimit)
    var visited = 0
    let nanoseconds = Stopwatch.best(
      budget: isQuick ? 0.1 : 6,
      { Explorer(scope, from: PlayerScope.Setup(), within: bounds) },
      measuring: {
        precondition($0.run() != .counterexample)
        visited = $0.progress.states
      })
    return Double(visited) * 1e9 / nanoseconds
  }
}
