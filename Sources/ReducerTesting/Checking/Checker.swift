import CCrashNotes

/// Looks for sessions that break a property: first among the stored ones, then among drawn ones; stores its findings,
/// shrinks and explains them, and stores the results.
///
/// It looks for several ways to break each property (``CheckPlan/findingsPerProperty``), so that a known one does not
/// hide others.
///
/// The report is the same whatever the number of workers and however they are scheduled: the smallest failing seed
/// wins.
public struct Checker<Subject: Model>: Sendable {
  /// The result of checking this model.
  public typealias Report = CheckReport<Subject.Setup, Subject.Step>
  /// A property of this model that breaks, with its session.
  public typealias Finding = CheckFinding<Subject.Setup, Subject.Step>
  /// A session of this model with two different runs.
  public typealias Contradiction = CheckContradiction<Subject.Setup, Subject.Step>
  /// A session of this model in which the process died.
  public typealias Death = CheckDeath<Subject.Setup, Subject.Step>
  /// A session of this model.
  public typealias Session = ReducerTesting.Session<Subject.Setup, Subject.Step>

  /// The model under test.
  public var model: Subject
  /// How much is done.
  public var plan: CheckPlan

  /// The known ways in which properties break: each is reported once.
  public var known = KnownWays()

  let runCorpus: @Sendable (CheckPlan) throws -> [CorpusEntry<Subject.Setup, Subject.Step>]
  let store: FindingStore<Subject.Setup, Subject.Step>
  let examine: @Sendable (Range<UInt64>, CrashWatch, Set<UInt64>) -> Batch
  let shrink: @Sendable (Session, String, (ShrinkProgress) -> Bool) -> Shrunk<Subject.Setup, Subject.Step>?
  /// Where it is noted that the process died in a session; `nil` without a corpus.
  let notes: CrashNotes?
  let readsNotes: Bool

  /// A checker that stores nothing.
  @inlinable
  public init(_ model: Subject, _ plan: CheckPlan = CheckPlan()) {
    self.init(
      model: model, plan: plan, examine: { model.examine($0, plan, $1, without: $2) },
      shrink: { Shrinker(model, budget: plan.shrinkBudget).shrink($0, property: $1, progress: $2) })
  }

  /// A checker that by default begins with the sessions of a corpus, and stores its findings there.
  @inlinable
  public init(
    _ model: Subject, _ plan: CheckPlan = CheckPlan(), corpus: Corpus, runsStored: Bool = true
  ) where Subject: StoredModel {
    self.init(
      model: model, plan: plan, corpus: corpus, runsStored: runsStored,
      examine: { model.examine($0, plan, $1, without: $2) },
      shrink: { Shrinker(model, budget: plan.shrinkBudget).shrink($0, property: $1, progress: $2) })
  }

  // The closures that take steps are built where the model's type is known, so that their loops are specialized for it.
  @usableFromInline
  init(
    model: Subject, plan: CheckPlan,
    examine: @escaping @Sendable (Range<UInt64>, CrashWatch, Set<UInt64>) -> Batch,
    shrink: @escaping @Sendable (Session, String, (ShrinkProgress) -> Bool) -> Shrunk<Subject.Setup, Subject.Step>?
  ) {
    self.model = model
    self.plan = plan
    self.examine = examine
    self.shrink = shrink
    runCorpus = { _ in [] }
    store = FindingStore()
    notes = nil
    readsNotes = false
  }

  @usableFromInline
  init(
    model: Subject, plan: CheckPlan, corpus: Corpus, runsStored: Bool,
    examine: @escaping @Sendable (Range<UInt64>, CrashWatch, Set<UInt64>) -> Batch,
    shrink: @escaping @Sendable (Session, String, (ShrinkProgress) -> Bool) -> Shrunk<Subject.Setup, Subject.Step>?
  ) where Subject: StoredModel {
    self.model = model
    self.plan = plan
    self.examine = examine
    self.shrink = shrink
    runCorpus = { runsStored ? try corpus.run(model, removingFixed: $0.removesFixed) : [] }
    store = FindingStore(corpus, of: model)
    notes = CrashNotes(corpus.folder, of: model)
    readsNotes = runsStored
  }

  /// Carries out the plan.
  ///
  /// - Parameter progress: Called from time to time, in order, also during shrinking; `false` stops. So does cancelling
  ///   the task. Either way, findings so far are reported, as small as they are by then, and stored as not yet shrunk:
  ///   the next run of the corpus continues with them.
  /// - Throws: ``CorpusError`` when the corpus folder cannot be read.
  public func run(progress: (CheckProgress) -> Bool = { _ in true }) async throws -> Report {
    var report = Report()
    report.known = known
    takeDeaths(into: &report)
    try replayCorpus(into: &report, progress)
    if report.isStopped || report.hasFindings && plan.stopsAtFirst { return report }
    let found = await search(into: &report, progress: progress)
    settle(found, into: &report, progress: progress)
    return report
  }

  private func replayCorpus(into report: inout Report, _ progress: (CheckProgress) -> Bool) throws {
    report.corpus += try runCorpus(plan)
    for entry in report.corpus {
      switch entry.outcome {
      case .failing(let session, let finding) where report.findings.count < plan.findingLimit:
        var found = Found(session, breaking: finding, from: .file(entry.path))
        found.path = entry.path
        takeStored(&found, into: &report, progress)
      case .contradicting(let session, let first, let second):
        report.contradictions.append(
          Contradiction(.file(entry.path), session, Contradiction.Run(first), Contradiction.Run(second)))
      case .failing, .fixed, .damaged: break
      }
    }
  }

  private func takeStored(_ found: inout Found, into report: inout Report, _ progress: (CheckProgress) -> Bool) {
    guard let finding = settle(&found, into: &report, progress, isNew: { _ in true }) else {
      if let contradiction = found.contradiction { report.contradictions.append(contradiction) }
      return
    }
    let small = finding.shrunk.session
    _ = report.known.insert(model.kinds(of: small), model.kind(of: small.setup), breaking: finding.property)
    report.findings.append(finding)
  }

  /// Two runs of the session of a seed.
  func contradiction(_ unlike: Unlike) -> Contradiction {
    let session = model.explore(seed: unlike.seed, length: plan.length).session
    let isOfDigests = unlike.findings.first.agrees(with: unlike.findings.second)
    return Contradiction(
      .seed(unlike.seed), session,
      Contradiction.Run(unlike.findings.first, digest: isOfDigests ? unlike.digests.first : nil),
      Contradiction.Run(unlike.findings.second, digest: isOfDigests ? unlike.digests.second : nil))
  }

  func shrinkWatch(_ property: String, _ source: Finding.Source) -> CrashWatch {
    CrashWatch(
      message:
        "\nThe process dies (signal \(CrashWatch.signal)) while a session of \(model.name) is being shrunk: \(source) "
        + "breaks \(property), and something simpler kills the process.\n")
  }
}
