import ReducerTesting
import Testing
import XCTest

/// Expects that all properties of a model hold in a coverage-guided search.
///
/// A property that does not hold is an issue as in ``expectAll(_:sessions:length:firstSeed:stopsAtFirst:sourceLocation:file:line:)``,
/// and so is something that had to be reached (``ReducerTesting/Model/sometimes``) and was not.
///
///     @Test("the lift keeps its properties where chance alone does not come")
///     func lift() {
///       expectAll(CoverageSearch(LiftModel(), CoveragePlan(sessions: 10_000)))
///     }
///
/// - Parameters:
///   - search: The model with the plan: how many sessions, and how long.
///   - sourceLocation: Where an issue is reported, with Swift Testing.
///   - file: The file where a failure is reported, with XCTest.
///   - line: The line where a failure is reported, with XCTest.
/// - Returns: What the search has seen, for further assertions.
@discardableResult
public func expectAll<Subject: Model>(
  _ search: CoverageSearch<Subject>, sourceLocation: SourceLocation = #_sourceLocation,
  file: StaticString = #filePath, line: UInt = #line
) -> CoverageReport<Subject.Setup, Subject.Step> {
  let found = search.run()
  let place = TestPlace(sourceLocation: sourceLocation, file: file, line: line)
  if found.sessions == 0 { place.fail(nothingRan) }
  let checker = Checker(search.model, CheckPlan(stopsAtFirst: search.plan.stopsAtFirst))
  var report = CheckReport<Subject.Setup, Subject.Step>()
  checker.count(found.failureCounts, into: &report)
  let seed = search.plan.seed
  checker.settle(
    found.failures.map { FoundSession($0.session, breaking: $0.finding, from: .search(seed: seed)) }, into: &report)
  place.fail(report, of: search.model)
  place.fail(unreached: found.unreached, after: "\(found.sessions) sessions", of: search.model)
  return found
}

extension TestPlace {
  /// An issue for each finding and each contradiction.
  func fail<Subject: Model>(_ report: CheckReport<Subject.Setup, Subject.Step>, of model: Subject) {
    for finding in report.findings { fail(model.text(for: finding)) }
    for contradiction in report.contradictions { fail(model.text(for: contradiction)) }
  }

  func fail(unreached names: [String], after work: String, of model: some Model) {
    if !names.isEmpty { fail(model.text(forUnreached: names, after: work)) }
  }
}
