import EngineContract
import PlayerCore
import ScriptedEngine
import Testing

@Suite("Engine contract: the scripted engine")
struct ScriptedTests {
  @Test("keeps every rule that media without a network can put to the test")
  func keepsAll() {
    let engine = EngineUnderTest("scripted", clock: .virtual, media: [ContractMedia("anything", lasts: .seconds(10))]) {
      _ in ScriptedEngine()
    }
    let report = engine.certify(sessions: 300)
    #expect(report.isClean, "\(report)")
    #expect(!report.unchecked.contains(.seekRests) && !report.unchecked.contains(.openBeside), "\(report)")
  }
}
