import PlayerTesting

/// Exhaustive exploration: how many different states of a player one core visits in a second, and SPIN on a player of its
/// own.
struct ExplorationSection {
  static let title = "testing: every state of a player"

  var isQuick: Bool
  /// The program that explores a small player with SPIN: prints states, processor seconds and the bytes of a state.
  var spin: String?

  func measure(into report: inout Report) throws {
    var bounds = ExplorationBounds()
    bounds.workers = 1
    if isQuick { bounds.states = 50_000 }
    // One that is large enough to tell, and closes.
    let scope = PlayerScope.segments
    var states = 0
    let nanoseconds = Stopwatch.best(
      budget: isQuick ? 0.1 : 4,
      { Explorer(scope, from: PlayerScope.Setup(), within: bounds) },
      measuring: {
        precondition($0.run() != .counterexample)
        states = $0.progress.states
      })
    let rate = Double(states) * 1e9 / nanoseconds
    report.add(Self.title, "scope \(scope.name): different states, one core", rate / 1e6, "M/s")
    report.add(Self.title, "bytes that tell its states apart", Double(MemoryLayout<PlayerScope.Words>.size), "bytes")
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
}
