import Foundation
import ReducerTesting
import Backports
import Testing

@Suite("Sessions with another result when they run again")
struct ContradictionTests {
  @Test(
    "a violation that does not recur is a contradiction with both runs, and no clean report", arguments: [true, false])
  func violation(stopsAtFirst: Bool) async throws {
    var plan = CheckPlan(seeds: 1..<1_000, length: 10, workers: 1, stopsAtFirst: stopsAtFirst)
    plan.repeatInterval = 0
    let report = try await Checker(Moody(every: 200), plan).run()
    #expect(!report.isClean)
    #expect(report.findings.isEmpty)
    let found = try #require(report.contradictions.first)
    #expect(found.source == .seed(199))
    #expect(found.first.finding == Finding(PropertyViolation("moody", "at 3"), stepCount: 3))
    #expect(found.second.finding == nil)
    #expect(found.session.steps.count == 10)
    #expect(
      Moody(every: 200).text(for: found).hasPrefix(
        """
        not-deterministic: the session of seed 199 gave a different result when it ran again
          first run:   moody at step 3: at 3
          second run:  nothing broke in 10 steps
        The model depends on something besides its arguments: look for a clock,
        """))
  }

  @Test("the session of every 64th seed runs twice, and must end with the same digest even if nothing breaks")
  func digest() async throws {
    let plan = CheckPlan(seeds: 1..<1_000, length: 10, workers: 1)
    let report = try await Checker(Moody(every: .max, countsRuns: true), plan).run()
    let found = try #require(report.contradictions.first)
    #expect(found.source == .seed(64))
    #expect(found.first.finding == nil && found.second.finding == nil)
    #expect(found.first.digest != found.second.digest && found.first.digest != nil)
    var never = plan
    never.repeatInterval = 0
    #expect(try await Checker(Moody(every: .max, countsRuns: true), never).run().isClean)
  }

  @Test("running sessions twice does not change the report of a deterministic model")
  func sound() async throws {
    var plan = CheckPlan(seeds: 0..<500, length: 20, workers: 2, stopsAtFirst: false)
    let report = try await Checker(TwoDefects(), plan).run()
    plan.repeatInterval = 1
    #expect(try await Checker(TwoDefects(), plan).run() == report)
    #expect(report.contradictions.isEmpty)
    // `open` and `guarded` can come in either order, hence two sessions for "deep".
    #expect(report.findings.map(\.property).sorted() == ["deep", "deep", "shallow"])
  }

  @Test("a stored session that fails only sometimes is neither fixed nor deleted")
  func stored() async throws {
    try await withFolder { folder in
      let path = folder + "/moody-0123456789abcdef.Moody.session.jsonl"
      try #"{"model":"Moody","property":"moody","setup":0,"version":1}"#.appending("\n0\n0\n0\n")
        .write(toFile: path, atomically: true, encoding: .utf8)
      var plan = CheckPlan(seeds: 0..<0)
      plan.removesFixed = true
      let report = try await Checker(Moody(every: 2), plan, corpus: Corpus(folder)).run()
      let found = try #require(report.contradictions.first)
      #expect(found.source == .file(path))
      #expect([found.first.finding, found.second.finding].compactMap { $0 }.count == 1)
      #expect(!report.isClean)
      #expect(FileManager.default.fileExists(atPath: path))
    }
  }

  @Test("a violation that disappears during shrinking is a contradiction, and is not stored")
  func shrinking() async throws {
    try await withFolder { folder in
      // Breaks in each of its first runs, and in none after them.
      let model = Moody(every: 1, runLimit: 12)
      let report = try await Checker(model, CheckPlan(seeds: 1..<2, length: 10), corpus: Corpus(folder)).run()
      #expect(report.findings.isEmpty)
      #expect(report.contradictions.first?.first.finding?.violation.property == "moody")
      #expect(report.contradictions.first?.second.finding == nil)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }
  }
}

/// Breaks at its third step, but only in every n-th run: it keeps state across runs.
private struct Moody: StoredModel {
  struct State {
    var run: Int
    var count = 0
  }

  final class Runs: Sendable {
    let count = AtomicInteger(0)
  }

  let every: Int
  var runLimit = Int.max
  var countsRuns = false
  private let runs = Runs()

  init(every: Int, runLimit: Int = .max, countsRuns: Bool = false) {
    (self.every, self.runLimit, self.countsRuns) = (every, runLimit, countsRuns)
  }

  func begin(_ setup: UInt8) -> State { State(run: Int(runs.count.add(1))) }

  func take(_ step: Int, in state: inout State) -> PropertyViolation? {
    state.count += 1
    return state.count == 3 && state.run % every == 0 && state.run < runLimit ? PropertyViolation("moody", "at 3") : nil
  }

  func digest(of state: State) -> UInt64 { countsRuns ? UInt64(state.run) : 0 }
  func drawSetup(_ habits: Void, using random: inout SplitMix64) -> UInt8 { 0 }
  func drawStep(_ habits: Void, in state: State, using random: inout SplitMix64) -> Int { random.below(100) }
  func simplerSteps(than step: Int) -> [Int] { Candidates.numbers(than: step) }
}
