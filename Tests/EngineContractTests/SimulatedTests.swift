import EngineContract
import ReducerTesting
import Testing

@Suite("Engine contract: the simulated engine")
struct SimulatedTests {
  @Test("keeps every rule that a virtual clock can put to the test")
  func keepsAll() {
    let report = EngineUnderTest.simulated().certify(sessions: 400)
    #expect(report.isClean, "\(report)")
    // It never stops by itself.
    #expect(Set(report.unchecked) == [.wakesHost, .stoppedRests], "\(report)")
  }

  @Test("the contract is a model like any other: sessions are drawn, run again and give the same")
  func isAModel() async throws {
    let model = ContractModel(.simulated())
    let report = try await Checker(model, CheckPlan(seeds: 0..<64, length: 20)).run()
    #expect(report.isClean && report.sessions == 64)
  }

  @Test("a state that was copied goes on by itself")
  func forks() {
    let model = ContractModel(.simulated())
    var first = model.begin(ContractSetup())
    for step in [ContractStep.open(keepsBuffer: false), .settle] { #expect(model.take(step, in: &first) == nil) }
    var second = first
    for step in [ContractStep.play(rate: 1_000), .wait(3_000), .pause] { #expect(model.take(step, in: &first) == nil) }
    // Had it the same engine, that would not be where it was.
    #expect(model.take(.reportPosition(older: false), in: &second) == nil)
    #expect(model.finish(&second) == nil)
    #expect(model.finish(&first) == nil)
  }

  @Test("an engine that is not checked at all is not clean")
  func ranNothing() {
    #expect(!EngineUnderTest.simulated().certify(sessions: 0).isClean)
  }

  @Test("media that comes too slowly is played until it stalls, and over that")
  func meetsStalls() {
    let report = EngineUnderTest.stalling().certify(sessions: 12)
    #expect(report.isClean, "\(report)")
    #expect(report.cases[.starvedRefilled, default: 0] > 2 && report.cases[.starvedPaused, default: 0] > 2, "\(report)")
    #expect(report.counts[.starvedRests, default: 0] > 0)
  }

  @Test("one that moves again when data comes is found, although it reports no start")
  func resumesByItself() throws {
    let report = EngineUnderTest.stalling { Resuming($0) }.certify(sessions: 12)
    #expect(try #require(report.findings.first).rule == .starvedRests, "\(report)")
  }
}
