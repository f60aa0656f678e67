import EngineContract
import PlayerCore
import PlayerRuntime
import Testing

/// Engines that break one rule each. A rule that no session can break would check nothing.
@Suite("Engine contract: planted violations")
struct PlantedTests {
  @Test("each is found, under its own rule, and shrunk", arguments: ContractRule.allCases.filter { $0 != .wakesHost })
  func finds(rule: ContractRule) throws {
    let engine = EngineUnderTest.simulated { Saboteur($0, breaking: rule) }
    let report = engine.certify(sessions: 400)
    let finding = try #require(report.findings.first, "\(report)")
    #expect(finding.rule == rule, "\(report)")
    #expect(finding.isReproducible)
    #expect(finding.steps.count <= 8, "\(report)")
    // The text names the rule, the step, what was expected and what happened.
    #expect(finding.text.hasPrefix("\(rule.rawValue) does not hold: \(rule.sentence)\nStep \(finding.steps.count), "))
    #expect(finding.text.contains(": expected ") && finding.text.contains("; got "))
  }

  @Test("a shrunk session contains only the steps that it needs")
  func shrinks() throws {
    let engine = EngineUnderTest.simulated { Saboteur($0, breaking: .seekRests) }
    let finding = try #require(engine.certify().findings.first)
    #expect(
      finding.steps == [.open(keepsBuffer: false), .settle, .seek(to: 0, before: 0, after: 0)]
        || finding.steps.count == 4, "\(finding.text)")
  }
}
