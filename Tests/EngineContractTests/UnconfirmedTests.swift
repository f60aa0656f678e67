import Testing

@testable import EngineContract

@Suite("Engine contract: a close that takes too long, but not when its session runs again")
struct UnconfirmedTests {
  private func finding(_ rule: ContractRule = .closeInTime, isReproducible: Bool = false) -> ContractReport.Finding {
    ContractReport.Finding(
      rule: rule, text: "\(rule.rawValue) does not hold", setup: ContractSetup(media: 0), steps: [],
      isReproducible: isReproducible)
  }

  @Test("is reported and does not count once, and counts the second time")
  func once() {
    var report = ContractReport(engine: "late 1", sessions: 1)
    let countsFirst = report.take(finding(), clock: .real)
    #expect(!countsFirst && report.isClean && report.unconfirmed.count == 1)
    #expect(report.description.contains("Once, which does not count: close-in-time does not hold"))
    let countsSecond = report.take(finding(), clock: .real)
    #expect(countsSecond && !report.isClean && report.findings.map(\.rule) == [.closeInTime])
  }

  @Test("counts on the virtual clock, where nothing else takes time; when it happens again; and so does any other rule")
  func others() {
    for (finding, clock) in [
      (finding(), EngineUnderTest.Clock.virtual), (finding(isReproducible: true), .real), (finding(.seekRests), .real),
    ] {
      var report = ContractReport(engine: "late 1", sessions: 1)
      let counts = report.take(finding, clock: clock)
      #expect(counts && !report.isClean && report.unconfirmed.isEmpty)
    }
  }
}
