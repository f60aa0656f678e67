/// Looks for sessions that break a property: first among the stored ones, then among drawn ones; shrinks what it finds,
/// explains it and stores it.
///
/// The report is the same whatever the number of workers and however they are scheduled: the smallest failing seed wins.
public struct Checker<Subject: Model>: Sendable {
  public typealias Report = CheckReport<Subject.Setup, Subject.Step>
  public typealias Finding = CheckFinding<Subject.Setup, Subject.Step>
  public typealias Session = PlayerTesting.Session<Subject.Setup, Subject.Step>

  public var model: Subject
  public var plan: CheckPlan

  let runCorpus: @Sendable (CheckPlan) throws -> [CorpusEntry<Subject.Setup, Subject.Step>]
  let store: @Sendable (Shrunk<Subject.Setup, Subject.Step>) throws -> String?
  let examine: @Sendable (Range<UInt64>) -> Batch

  /// A checker that stores nothing.
  @inlinable
  public init(_ model: Subject, _ plan: CheckPlan = CheckPlan()) {
    self.init(model, plan, runCorpus: { _ in [] }, store: { _ in nil })
  }

  /// A checker that begins with the sessions of a corpus, unless it is told not to, and stores there what it finds.
  @inlinable
  public init(
    _ model: Subject, _ plan: CheckPlan = CheckPlan(), corpus: Corpus, runsStored: Bool = true
  ) where Subject: StoredModel {
    self.init(
      model, plan, runCorpus: { runsStored ? try corpus.run(model, removingFixed: $0.removesFixed) : [] },
      store: { try corpus.store($0.session, breaking: $0.finding, of: model) })
  }

  // Built where the model's type is known, so that the loop over its steps is compiled for it.
  @inlinable
  init(
    _ model: Subject, _ plan: CheckPlan,
    runCorpus: @escaping @Sendable (CheckPlan) throws -> [CorpusEntry<Subject.Setup, Subject.Step>],
    store: @escaping @Sendable (Shrunk<Subject.Setup, Subject.Step>) throws -> String?
  ) {
    self.init(
      model: model, plan: plan, runCorpus: runCorpus, store: store,
      examine: { model.examine($0, plan) })
  }

  @usableFromInline
  init(
    model: Subject, plan: CheckPlan,
    runCorpus: @escaping @Sendable (CheckPlan) throws -> [CorpusEntry<Subject.Setup, Subject.Step>],
    store: @escaping @Sendable (Shrunk<Subject.Setup, Subject.Step>) throws -> String?,
    examine: @escaping @Sendable (Range<UInt64>) -> Batch
  ) {
    self.model = model
    self.plan = plan
    self.runCorpus = runCorpus
    self.store = store
    self.examine = examine
  }

  /// Carries out the plan.
  ///
  /// - Parameter progress: Called now and then, in order; `false` stops. So does cancelling the task; either way what has
  ///   been found so far is shrunk and reported.
  /// - Throws: ``CorpusError`` when the corpus folder cannot be read.
  @inlinable
  public func run(progress: (CheckProgress) -> Bool = { _ in true }) async throws -> Report {
    var report = Report()
    try replayCorpus(into: &report)
    if !report.findings.isEmpty, plan.stopsAtFirst { return report }
    for (seed, property) in await search(into: &report, progress: progress) {
      let (session, _) = model.explore(seed: seed, length: plan.length)
      guard let finding = settle(session, property, .seed(seed)) else { continue }
      report.findings.append(finding)
    }
    return report
  }

  /// Shrinks, explains and stores a failing session; `nil` when it does not break the property.
  @inlinable
  public func settle(_ session: Session, _ property: String, _ source: Finding.Source) -> Finding? {
    guard let failure = model.run(session) ?? model.thorough(for: property).run(session),
      failure.breach.property == property,
      let shrunk = Shrinker(model, budget: plan.shrinkBudget).shrink(session, property: property)
    else { return nil }
    var isStored = false
    if case .file = source { isStored = shrunk.session == session }
    return stored(shrunk, from: failure.stepCount, source, isStored: isStored)
  }

  @usableFromInline
  func stored(
    _ shrunk: Shrunk<Subject.Setup, Subject.Step>, from stepCount: Int, _ source: Finding.Source, isStored: Bool
  ) -> Finding {
    var path: String?
    if case .file(let file) = source { path = file }
    var failure: String?
    // What came out of a file as it went in is stored already.
    if !isStored { do { path = try store(shrunk) ?? path } catch { failure = "\(error)" } }
    let explanation = model.thorough(for: shrunk.finding.breach.property).explain(shrunk.session)
    return Finding(
      source: source, originalStepCount: stepCount, shrunk: shrunk, explanation: explanation, path: path,
      storeFailure: failure)
  }

  @inlinable
  func replayCorpus(into report: inout Report) throws {
    report.corpus = try storedEntries()
    for entry in report.corpus {
      guard case .failing(let session, let finding) = entry.outcome, report.findings.count < plan.findingLimit,
        let found = settle(session, finding.breach.property, .file(entry.path))
      else { continue }
      report.findings.append(found)
    }
  }

  @usableFromInline
  func storedEntries() throws -> [CorpusEntry<Subject.Setup, Subject.Step>] { try runCorpus(plan) }
}
