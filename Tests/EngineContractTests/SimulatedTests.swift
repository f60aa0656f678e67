import EngineContract
import ReducerTesting
import Testing

@Suite("Engine contract: the simulated engine")
struct SimulatedTests {
  @Test("keeps every rule that a virtual clock can test")
  func keepsAll() {
    let report = EngineUnderTest.simulated().certify(sessions: 400)
    #expect(report.isClean, "\(report)")
    // The engine never stops by itself.
    #expect(Set(report.unchecked) == [.wakesHost, .stoppedRests], "\(report)")
  }

  @Test("the contract is a model like any other: sessions are drawn, and give the same result when run again")
  func isAModel() async throws {
    let model = ContractModel(.simulated())
    let report = try await Checker(model, CheckPlan(seeds: 0..<64, length: 20)).run()
    #expect(report.isClean && report.sessions == 64)
  }

  @Test("a copied state continues independently")
  func forks() {
    let model = ContractModel(.simulated())
    var first = model.begin(ContractSetup())
    for step in [ContractStep.open(keepsBuffer: false), .settle] { #expect(model.take(step, in: &first) == nil) }
    var second = first
    for step in [ContractStep.play(rate: 1_000), .wait(3_000), .pause] { #expect(model.take(step, in: &first) == nil) }
    // With a shared engine, the playhead would have moved.
    #expect(model.take(.reportPosition(older: false), in: &second) == nil)
    #expect(model.finish(&second) == nil)
    #expect(model.finish(&first) == nil)
  }

  @Test("an engine that was not checked at all is not clean")
  func ranNothing() {
    #expect(!EngineUnderTest.simulated().certify(sessions: 0).isClean)
  }

  @Test("more sessions run until enough was met, up to three times as many")
  func continues() {
    let engine = EngineUnderTest.simulated()
    #expect(engine.certify(sessions: 4, isEnough: { _ in true }).sessions == 4)
    #expect(engine.certify(sessions: 4, isEnough: { $0.sessions >= 2 }).sessions == 4)
    #expect(engine.certify(sessions: 4, isEnough: { $0.sessions >= 7 }).sessions == 7)
    #expect(engine.certify(sessions: 4, isEnough: { _ in false }).sessions == 12)
  }

  @Test("media that arrives too slowly is played until it stalls, and beyond")
  func meetsStalls() {
    let report = EngineUnderTest.stalling().certify(sessions: 12)
    #expect(report.isClean, "\(report)")
    #expect(report.cases[.starvedRefilled, default: 0] > 2 && report.cases[.starvedPaused, default: 0] > 2, "\(report)")
    #expect(report.counts[.starvedRests, default: 0] > 0)
  }

  @Test("an engine that resumes when data arrives is found, although it reports no start")
  func resumesByItself() throws {
    let report = EngineUnderTest.stalling { Resuming($0) }.certify(sessions: 12)
    #expect(try #require(report.findings.first).rule == .starvedRests, "\(report)")
  }
}
