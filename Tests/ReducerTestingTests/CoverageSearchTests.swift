import ReducerTesting
import Testing

@Suite("CoverageSearch")
struct CoverageSearchTests {
  @Test("the search opens a lock with a code of six digits that as many random sessions do not open")
  func lock() throws {
    let model = Lock(code: [3, 1, 4, 1, 5, 9])
    let plan = CoveragePlan(seed: 1, sessions: 2_000, length: 40)
    let report = CoverageSearch(model, plan).run()
    let failure = try #require(report.failures.first)
    #expect(model.run(failure.session) == failure.finding)
    #expect(report.marks == 7)

    var steps = 0
    for seed in 0..<UInt64(plan.sessions) {
      let (finding, count) = model.probe(seed: seed, length: plan.length)
      #expect(finding == nil)
      steps += count
    }
    #expect(steps > report.steps)
  }

  @Test("most seeds open it", arguments: 10..<20 as Range<UInt64>)
  func seeds(seed: UInt64) {
    let report = CoverageSearch(Lock(code: [2, 7, 1, 8, 2, 8]), CoveragePlan(seed: seed, sessions: 5_000)).run()
    #expect(report.failures.count == 1)
  }

  @Test("the same seed searches the same way")
  func isDeterministic() {
    let search = CoverageSearch(ToyPlayer(), CoveragePlan(seed: 5, sessions: 300, stopsAtFirst: false))
    #expect(search.run() == search.run())
  }

  @Test("a search of a model whose properties hold runs the whole plan")
  func clean() {
    let report = CoverageSearch(Lock(code: []), CoveragePlan(sessions: 500, length: 10)).run()
    #expect(report.failures.isEmpty)
    #expect(report.sessions == 500)
    #expect(report.marks == 1)
  }

  @Test("marks and kept sessions stay within their bounds")
  func bounds() {
    let plan = CoveragePlan(sessions: 600, length: 50, poolLimit: 10, markLimit: 2_000)
    let report = CoverageSearch(EverNew(), plan).run()
    #expect(report.marks == 2_000)
    #expect(report.unplacedMarks > 0)
    #expect(report.poolCount == 10)
  }

  @Test("empty plans are valid, and a caller can stop a search")
  func extremes() {
    #expect(CoverageSearch(EverNew(), CoveragePlan(sessions: 0)).run().sessions == 0)
    let plan = CoveragePlan(sessions: 20, length: 0, poolLimit: 0, markLimit: 0)
    #expect(CoverageSearch(EverNew(), plan).run().sessions == 20)
    #expect(CoverageSearch(EverNew(), CoveragePlan(sessions: 5_000, length: 1)).run { _ in false }.sessions == 1_024)
  }
}

/// Opens after the right steps in a row; a wrong one closes it again.
private struct Lock: Model {
  var code: [UInt8]

  func begin(_ setup: Int) -> Int { 0 }

  func take(_ step: UInt8, in state: inout Int) -> PropertyViolation? {
    guard state < code.count else { return nil }
    state = step == code[state] ? state + 1 : 0
    return state == code.count ? PropertyViolation("open") : nil
  }

  func drawSetup(_ habits: Void, using random: inout SplitMix64) -> Int { 0 }
  func drawStep(_ habits: Void, in state: Int, using random: inout SplitMix64) -> UInt8 { UInt8(random.below(10)) }
  func mark(of state: Int) -> UInt64 { UInt64(state) }
}

/// Shows a mark never seen before in nearly each step.
private struct EverNew: Model {
  func begin(_ setup: Int) -> UInt64 { 0 }

  func take(_ step: UInt64, in state: inout UInt64) -> PropertyViolation? {
    state = step
    return nil
  }

  func drawSetup(_ habits: Void, using random: inout SplitMix64) -> Int { 0 }
  func drawStep(_ habits: Void, in state: UInt64, using random: inout SplitMix64) -> UInt64 { random.next() }
  func mark(of state: UInt64) -> UInt64 { state }
}
