import Foundation
import PlayerTesting
import ReducerTesting

/// Property testing: how fast sessions are drawn and checked, and failing ones shrunk.
struct TestingSection {
  static let title = "testing: a small player with one defect"
  static let playerTitle = "testing: the whole player with all its properties"

  var isQuick: Bool
  /// The program that does the same with Hypothesis.
  var hypothesis: String?

  func measure(into report: inout Report) throws {
    let budget = isQuick ? 0.1 : 0.5
    let rate = stepsPerSecond(budget)
    // What the aim is about, as Hypothesis does the same below.
    report.add(Self.title, "random property steps, one core", rate, "M/s", atLeast: 3)
    let long = longFailures(count: isQuick ? 10 : 50)
    let shrinking = Stopwatch.best(budget: budget, { long }, measuring: shrinkAll)
    report.add(
      Self.title, "shrink of a failure after 1,000 steps", shrinking / Double(long.count) / 1e6, "ms", atMost: 20)
    report.add(Self.title, "the same, steps left at most", Double(longest(long)), "steps", atMost: 5, isRequired: true)
    let seeds = (0..<UInt64(100)).map { $0 * 1_000 }
    let sample = Stopwatch.best(budget: budget, { seeds }) { $0.forEach(findAndShrink) } / Double(seeds.count)
    report.add(Self.title, "defect found and shrunk, mean of 100 searches", sample / 1e6, "ms")
    let hypothesisRate = try compare(rate, sample, &report)
    let playerRate = playerStepsPerSecond(budget)
    report.add(Self.playerTitle, "random property steps, one core, player", playerRate, "M/s", atLeast: 3)
    // What Hypothesis draws and checks there is the small player: with the whole one it would be slower.
    guard let hypothesisRate else { return }
    report.add(
      Self.playerTitle, "TapeDeck with it, Hypothesis with the small player: faster", playerRate / hypothesisRate, "×")
  }

  /// The steps that Hypothesis draws and checks, in millions a second.
  private func compare(_ rate: Double, _ sample: Double, _ report: inout Report) throws -> Double? {
    guard let hypothesis else { return nil }
    let child = try ChildProcess.run(hypothesis, [isQuick ? "20" : "200"])
    let numbers = child.output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard child.status == 0, numbers.count == 4 else { throw BenchError("Hypothesis failed: \(child.output)") }
    report.add(Self.title, "Hypothesis: random property steps", numbers[0] / 1e6, "M/s")
    report.add(Self.title, "Hypothesis: TapeDeck is faster", rate * 1e6 / numbers[0], "×")
    report.add(Self.title, "Hypothesis: defect found and shrunk, one search", numbers[1] * 1e3, "ms")
    report.add(Self.title, "Hypothesis: TapeDeck is faster", numbers[1] * 1e9 / sample, "×")
    report.add(Self.title, "Hypothesis: steps left", numbers[3], "steps")
    return numbers[0] / 1e6
  }

  /// The same of the player: random sessions as `tapedeck fuzz` draws them, with what they need to begin.
  private func playerStepsPerSecond(_ budget: Double) -> Double {
    var steps = 0
    let nanoseconds = Stopwatch.best(budget: budget, { PlayerModel() }) { model in
      steps = model.probe(seeds: 0..<2_000, length: 100).stepCount
    }
    return Double(steps) / nanoseconds * 1e3
  }

  /// Millions of steps that one core draws, takes and checks in a second.
  private func stepsPerSecond(_ budget: Double) -> Double {
    // Not known before it runs, so that the check cannot be left out.
    let model = ToyPlayer(hasDefect: CommandLine.arguments.isEmpty)
    let sessions = UInt64(2_000)
    var checksum = 0
    let nanoseconds = Stopwatch.best(budget: budget, { model }) { model in
      checksum &+= drawAndCheck(model, sessions: sessions, length: 100)
    }
    precondition(checksum != 0)
    return Double(sessions) * 100 / nanoseconds * 1e3
  }

  /// What comes of it depends on every step, so that none can be left out.
  @inline(never)
  private func drawAndCheck(_ model: ToyPlayer, sessions: UInt64, length: Int) -> Int {
    var checksum = 0
    for seed in 0..<sessions {
      var random = SplitMix64(seed: seed)
      var state = model.begin(model.drawSetup((), using: &random))
      for _ in 0..<length {
        let step = model.nextStep((), in: &state, using: &random)
        precondition(model.take(step, in: &state) == nil)
      }
      checksum = checksum &* 31 &+ state.position &+ state.buffered &+ state.failures
    }
    return checksum
  }

  /// Sessions that fail in their thousandth step.
  private func longFailures(count: Int) -> [Session<ToyPlayer.Setup, ToyPlayer.Step>] {
    let model = ToyPlayer(isTame: true)
    var sessions: [Session<ToyPlayer.Setup, ToyPlayer.Step>] = []
    var seed: UInt64 = 0
    while sessions.count < count {
      var (session, finding) = model.explore(seed: seed, length: 1_000)
      seed += 1
      guard finding != nil else { continue }
      session.steps = Array(repeating: .play, count: 1_000 - session.steps.count) + session.steps
      sessions.append(session)
    }
    return sessions
  }

  private func shrinkAll(_ sessions: [Session<ToyPlayer.Setup, ToyPlayer.Step>]) { _ = longest(sessions) }

  private func longest(_ sessions: [Session<ToyPlayer.Setup, ToyPlayer.Step>]) -> Int {
    sessions.map { Shrinker(ToyPlayer()).shrink($0)?.session.steps.count ?? .max }.max() ?? 0
  }

  private func findAndShrink(from seed: UInt64) {
    let model = ToyPlayer()
    var seed = seed
    while model.probe(seed: seed, length: 100).finding == nil { seed += 1 }
    precondition(Shrinker(model).shrink(model.explore(seed: seed, length: 100).session)?.isMinimal == true)
  }
}
