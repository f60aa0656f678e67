import ReducerTesting
import Testing
import XCTest

/// Expects that all properties of a model hold in all sessions drawn from a range of seeds.
///
/// It works in a `@Test` of Swift Testing and in a test method of XCTest. A property that does not hold is an issue whose
/// text shows the shrunk session as a script, what each step is needed for, and a test to paste. A session that gives
/// something else when it runs again is an issue with both runs. What had to be reached in some session
/// (``ReducerTesting/Model/sometimes``) and was not is an issue, too. A reducer that traps ends the process: which session it was
/// stands on standard error then.
///
///     @Test("the toy keeps its properties")
///     func toy() async throws {
///       try await expectAll(ToyPlayer(), sessions: 10_000)
///     }
///
/// - Parameters:
///   - model: The model under test.
///   - sessions: How many sessions to draw.
///   - length: The maximum number of steps of a session.
///   - firstSeed: The seed of the first session; each later one uses the next. Fixed, so a test that passed passes
///     again. A nightly run uses other seeds.
///   - stopsAtFirst: Whether to stop at the first failing session. Otherwise there is an issue for each property.
///   - sourceLocation: Where an issue is reported, with Swift Testing.
///   - file: The file where a failure is reported, with XCTest.
///   - line: The line where a failure is reported, with XCTest.
/// - Returns: The report, for further assertions.
@discardableResult
public func expectAll<Subject: Model>(
  _ model: Subject, sessions: UInt64 = 1_000, length: Int = 100, firstSeed: UInt64 = 0, stopsAtFirst: Bool = true,
  sourceLocation: SourceLocation = #_sourceLocation, file: StaticString = #filePath, line: UInt = #line
) async throws -> CheckReport<Subject.Setup, Subject.Step> {
  let plan = CheckPlan(from: firstSeed, sessions, length, stopsAtFirst)
  let report = try await Checker(model, plan).run()
  let place = TestPlace(sourceLocation: sourceLocation, file: file, line: line)
  if report.sessions == 0, !report.isStopped { place.fail(nothingRan) }
  place.fail(report, of: model)
  place.fail(unreached: report.unreached, after: "\(report.sessions) sessions", of: model)
  return report
}

/// Expects that all properties of a model hold: first in the sessions of a corpus, then in drawn ones.
///
/// A session in which an earlier run died (a trap in the reducer, for example) is an issue with its steps so far.
///
/// Findings are stored in the corpus, and attached to the test where the framework supports it (Swift Testing
/// everywhere, XCTest on Apple's systems).
///
///     try await expectAll(StoredToy(), sessions: 10_000, corpus: Corpus("Tests/FailingSessions"))
///
/// - Parameters:
///   - model: The model under test.
///   - sessions: How many sessions to draw.
///   - length: The maximum number of steps of a session.
///   - firstSeed: The seed of the first session; each later one uses the next.
///   - stopsAtFirst: Whether to stop at the first failing session. Otherwise there is an issue for each property.
///   - corpus: The folder to keep failing sessions in. A relative path starts where the tests run: with SwiftPM, at the
///     package's folder.
///   - sourceLocation: Where an issue is reported, with Swift Testing.
///   - file: The file where a failure is reported, with XCTest.
///   - line: The line where a failure is reported, with XCTest.
/// - Returns: The report, for further assertions.
@discardableResult
public func expectAll<Subject: StoredModel>(
  _ model: Subject, sessions: UInt64 = 1_000, length: Int = 100, firstSeed: UInt64 = 0, stopsAtFirst: Bool = true,
  corpus: Corpus, sourceLocation: SourceLocation = #_sourceLocation, file: StaticString = #filePath,
  line: UInt = #line
) async throws -> CheckReport<Subject.Setup, Subject.Step> {
  let plan = CheckPlan(from: firstSeed, sessions, length, stopsAtFirst)
  let report = try await Checker(model, plan, corpus: corpus).run()
  let place = TestPlace(sourceLocation: sourceLocation, file: file, line: line)
  if report.sessions == 0, report.corpus.isEmpty { place.fail(nothingRan) }
  for damage in report.damagedFiles { place.fail(damage) }
  for death in report.deaths { place.fail(model.text(for: death)) }
  place.fail(unreached: report.unreached, after: "\(report.sessions) sessions", of: model)
  for contradiction in report.contradictions { place.fail(model.text(for: contradiction)) }
  for finding in report.findings {
    place.fail(model.text(for: finding))
    let shrunk = finding.shrunk
    if let bytes = try? model.encode(shrunk.session, breaking: shrunk.finding) {
      place.attach(bytes, "\(finding.property).\(model.fileExtension)")
    }
  }
  return report
}

/// The issue for a test that tests nothing.
let nothingRan = "expectAll ran no session, so it tested nothing. Give 1 session or more"

extension CheckPlan {
  fileprivate init(from seed: UInt64, _ sessions: UInt64, _ length: Int, _ stopsAtFirst: Bool) {
    let (end, overflow) = seed.addingReportingOverflow(sessions)
    self.init(seeds: seed..<(overflow ? .max : end), length: length, stopsAtFirst: stopsAtFirst)
  }
}
