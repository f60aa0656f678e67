import CCrashNotes

/// Looks for sessions that break a property: first among the stored ones, then among drawn ones; shrinks what it finds,
/// explains it and stores it.
///
/// The report is the same whatever the number of workers and however they are scheduled: the smallest failing seed wins.
public struct Checker<Subject: Model>: Sendable {
  public typealias Report = CheckReport<Subject.Setup, Subject.Step>
  public typealias Finding = CheckFinding<Subject.Setup, Subject.Step>
  public typealias Contradiction = CheckContradiction<Subject.Setup, Subject.Step>
  public typealias Death = CheckDeath<Subject.Setup, Subject.Step>
  public typealias Session = PlayerTesting.Session<Subject.Setup, Subject.Step>

  public var model: Subject
  public var plan: CheckPlan

  let runCorpus: @Sendable (CheckPlan) throws -> [CorpusEntry<Subject.Setup, Subject.Step>]
  let store: @Sendable (Shrunk<Subject.Setup, Subject.Step>) throws -> String?
  let examine: @Sendable (Range<UInt64>, CrashWatch, Set<UInt64>) -> Batch
  /// Where it is noted that the process died in a session; `nil` without a corpus.
  let notes: CrashNotes?
  let readsNotes: Bool

  /// A checker that stores nothing.
  @inlinable
  public init(_ model: Subject, _ plan: CheckPlan = CheckPlan()) {
    self.init(model, plan, nil, readsNotes: false, runCorpus: { _ in [] }, store: { _ in nil })
  }

  /// A checker that begins with the sessions of a corpus, unless it is told not to, and stores there what it finds.
  @inlinable
  public init(
    _ model: Subject, _ plan: CheckPlan = CheckPlan(), corpus: Corpus, runsStored: Bool = true
  ) where Subject: StoredModel {
    self.init(
      model, plan, corpus.folder, readsNotes: runsStored,
      runCorpus: { runsStored ? try corpus.run(model, removingFixed: $0.removesFixed) : [] },
      store: { try corpus.store($0.session, breaking: $0.finding, of: model) })
  }

  // Built where the model's type is known, so that the loop over its steps is compiled for it.
  @inlinable
  init(
    _ model: Subject, _ plan: CheckPlan, _ folder: String?, readsNotes: Bool,
    runCorpus: @escaping @Sendable (CheckPlan) throws -> [CorpusEntry<Subject.Setup, Subject.Step>],
    store: @escaping @Sendable (Shrunk<Subject.Setup, Subject.Step>) throws -> String?
  ) {
    self.init(
      model: model, plan: plan, folder: folder, readsNotes: readsNotes, runCorpus: runCorpus, store: store,
      examine: { model.examine($0, plan, $1, without: $2) })
  }

  @usableFromInline
  init(
    model: Subject, plan: CheckPlan, folder: String?, readsNotes: Bool,
    runCorpus: @escaping @Sendable (CheckPlan) throws -> [CorpusEntry<Subject.Setup, Subject.Step>],
    store: @escaping @Sendable (Shrunk<Subject.Setup, Subject.Step>) throws -> String?,
    examine: @escaping @Sendable (Range<UInt64>, CrashWatch, Set<UInt64>) -> Batch
  ) {
    self.model = model
    self.plan = plan
    self.runCorpus = runCorpus
    self.store = store
    self.examine = examine
    notes = folder.map { CrashNotes($0, of: model) }
    self.readsNotes = readsNotes
  }

  /// Carries out the plan.
  ///
  /// - Parameter progress: Called now and then, in order; `false` stops. So does cancelling the task; either way what has
  ///   been found so far is shrunk and reported.
  /// - Throws: ``CorpusError`` when the corpus folder cannot be read.
  @inlinable
  public func run(progress: (CheckProgress) -> Bool = { _ in true }) async throws -> Report {
    var report = Report()
    takeDeaths(into: &report)
    try replayCorpus(into: &report)
    if report.hasFindings, plan.stopsAtFirst { return report }
    for (seed, finding) in await search(into: &report, progress: progress) {
      let (session, _) = model.explore(seed: seed, length: plan.length)
      report.take(confirm(session, finding, .seed(seed)))
    }
    return report
  }

  /// What came of a session that broke a property, when it ran again.
  public enum Confirmation: Sendable {
    case finding(Finding)
    case contradiction(Contradiction)
  }

  /// Runs a session once more that broke a property: when it gives the same, it is shrunk, explained and stored.
  @inlinable
  public func confirm(
    _ session: Session, _ first: PlayerTesting.Finding, _ source: Finding.Source
  ) -> Confirmation {
    // A stored session was run with a model that looks more closely.
    if case .file = source {
    } else {
      let second = model.run(session)
      guard first.agrees(with: second) else { return .contradiction(unlike(session, first, second, source)) }
    }
    guard let found = settle(session, first.breach.property, source) else {
      return .contradiction(unlike(session, first, model.run(session), source))
    }
    guard found.shrunk.verdict == .notReproducible else { return .finding(found) }
    return .contradiction(unlike(found.shrunk.session, found.shrunk.finding, found.shrunk.rerun, source))
  }

  @usableFromInline
  func unlike(
    _ session: Session, _ first: PlayerTesting.Finding, _ second: PlayerTesting.Finding?, _ source: Finding.Source
  ) -> Contradiction {
    Contradiction(source, session, Contradiction.Run(first), Contradiction.Run(second))
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

  /// Shrinks, explains and stores a failing session; `nil` when it does not break the property.
  @inlinable
  public func settle(_ session: Session, _ property: String, _ source: Finding.Source) -> Finding? {
    let watch = shrinkWatch(property, source)
    let tried = watch.during { _ -> (PlayerTesting.Finding, Shrunk<Subject.Setup, Subject.Step>)? in
      guard let failure = model.run(session) ?? model.thorough(for: property).run(session),
        failure.breach.property == property,
        let shrunk = Shrinker(model, budget: plan.shrinkBudget).shrink(session, property: property)
      else { return nil }
      return (failure, shrunk)
    }
    guard let (failure, shrunk) = tried else { return nil }
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
    if !isStored, shrunk.verdict != .notReproducible {
      do { path = try store(shrunk) ?? path } catch { failure = "\(error)" }
    }
    let explanation = model.thorough(for: shrunk.finding.breach.property).explain(shrunk.session)
    return Finding(
      source: source, originalStepCount: stepCount, shrunk: shrunk, explanation: explanation, path: path,
      storeFailure: failure)
  }

  @inlinable
  func replayCorpus(into report: inout Report) throws {
    report.corpus += try storedEntries()
    for entry in report.corpus {
      switch entry.outcome {
      case .failing(let session, let finding) where report.findings.count < plan.findingLimit:
        report.take(confirm(session, finding, .file(entry.path)))
      case .contradicting(let session, let first, let second):
        report.contradictions.append(
          Contradiction(.file(entry.path), session, Contradiction.Run(first), Contradiction.Run(second)))
      case .failing, .fixed, .damaged: break
      }
    }
  }

  @usableFromInline
  func shrinkWatch(_ property: String, _ source: Finding.Source) -> CrashWatch {
    let place =
      switch source {
      case .seed(let seed): "seed \(seed)"
      case .search(let seed): "the coverage-guided search from seed \(seed)"
      case .file(let path): path
      }
    return CrashWatch(
      message:
        "\nThe process dies (signal \(CrashWatch.signal)) while a session of \(model.name) is made smaller: \(place) "
        + "breaks \(property), and something simpler kills the process.\n")
  }

  @usableFromInline
  func storedEntries() throws -> [CorpusEntry<Subject.Setup, Subject.Step>] { try runCorpus(plan) }
}

extension CheckReport {
  @usableFromInline
  mutating func take<Subject: Model>(_ confirmation: Checker<Subject>.Confirmation)
  where Subject.Setup == Setup, Subject.Step == Step {
    switch confirmation {
    case .finding(let finding): findings.append(finding)
    case .contradiction(let contradiction): contradictions.append(contradiction)
    }
  }
}
