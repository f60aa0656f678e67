/// Search that learns from what it sees: sessions that show a new ``Model/mark(of:)`` are kept and varied, those with
/// rare marks more than others. So it gets, step by step, to states that chance alone would not reach.
///
/// The marks come from the model, so no special compilation is needed. A good mark distinguishes what matters, for
/// example the phase with the kind of the last input and of its outputs, and leaves out what always differs.
///
/// Everything follows from the seed. The work is counted in sessions, the memory is bounded by the plan.
public struct CoverageSearch<Subject: Model>: Sendable {
  /// A session of this model.
  public typealias Session = ReducerTesting.Session<Subject.Setup, Subject.Step>

  /// The model under test.
  public var model: Subject
  /// How much is done.
  public var plan: CoveragePlan

  /// A search over a model.
  @inlinable
  public init(_ model: Subject, _ plan: CoveragePlan = CoveragePlan()) {
    self.model = model
    self.plan = plan
  }

  /// Searches until a property breaks or the plan is carried out.
  ///
  /// - Parameter progress: Called now and then; `false` stops.
  @inlinable
  public func run(
    progress: (CoverageReport<Subject.Setup, Subject.Step>) -> Bool = { _ in true }
  ) -> CoverageReport<Subject.Setup, Subject.Step> {
    var memory = CoverageMemory<Subject.Setup, Subject.Step>()
    return run(from: &memory, progress: progress)
  }

  /// The same, continuing from what others have seen; `memory` is the result.
  @inlinable
  public func run(
    from memory: inout CoverageMemory<Subject.Setup, Subject.Step>,
    progress: (CoverageReport<Subject.Setup, Subject.Step>) -> Bool = { _ in true }
  ) -> CoverageReport<Subject.Setup, Subject.Step> {
    var run = CoverageRun(model: model, plan: plan, memory: memory)
    while run.report.sessions < plan.sessions, run.isGoingOn {
      run.runOne()
      if run.report.sessions % 1_024 == 0, !progress(run.report) { break }
    }
    memory = CoverageMemory(marks: run.marks, pool: run.pool)
    if run.report.sessions >= plan.sessions { run.report.unreached = model.unreached(run.report.reached) }
    return run.report
  }
}

/// How much a ``CoverageSearch`` does.
public struct CoveragePlan: Hashable, Sendable {
  /// The seed of all random choices.
  public var seed: UInt64
  /// Sessions to run.
  public var sessions: Int
  /// The maximum number of steps of a session.
  public var length: Int
  /// The maximum number of kept sessions. When there are more, common ones are dropped.
  public var poolLimit: Int
  /// The maximum number of distinct marks, of 32 bytes each; further ones count as known.
  public var markLimit: Int
  /// Whether the search ends at the first session that breaks a property.
  public var stopsAtFirst: Bool

  /// A plan; omitted arguments have the values of a quick search.
  public init(
    seed: UInt64 = 0, sessions: Int = 10_000, length: Int = 100, poolLimit: Int = 4_096, markLimit: Int = 1 << 20,
    stopsAtFirst: Bool = true
  ) {
    self.seed = seed
    self.sessions = sessions
    self.length = length
    self.poolLimit = poolLimit
    self.markLimit = markLimit
    self.stopsAtFirst = stopsAtFirst
  }
}

/// What a ``CoverageSearch`` has seen.
public struct CoverageReport<Setup: Hashable & Sendable, Step: Hashable & Sendable>: Hashable, Sendable {
  /// The first failing sessions of each property, each with another mark where it broke, in the order they were found.
  public var failures: [CoverageFailure<Setup, Step>] = []
  /// How many sessions broke each property.
  public var failureCounts: [String: UInt64] = [:]
  /// Sessions that ran.
  public var sessions = 0
  /// Steps that they had.
  public var steps = 0
  /// Different marks seen.
  public var marks = 0
  /// Sightings of marks beyond the limit of the plan.
  public var unplacedMarks = 0
  /// Sessions kept for variation.
  public var poolCount = 0
  /// Which of ``Model/sometimes`` were reached, a bit each.
  public var reached: UInt64 = 0
  /// Those that were not. Empty where the search ended early.
  public var unreached: [String] = []
  /// The last session with a new mark: if it was long ago, little is left to find this way.
  public var lastNews = 0

  @usableFromInline
  init() {}
}

/// A failing session that was found by ``CoverageSearch``.
public struct CoverageFailure<Setup: Hashable & Sendable, Step: Hashable & Sendable>: Hashable, Sendable {
  /// The session that breaks it.
  public var session: Session<Setup, Step>
  /// What it breaks, and where.
  public var finding: Finding
  /// What happened where it broke.
  public var mark: UInt64

  /// How many are kept, of one property and in total.
  @usableFromInline static var limitPerProperty: Int { 16 }
  @usableFromInline static var limit: Int { 256 }

  @usableFromInline
  init(_ session: Session<Setup, Step>, _ finding: Finding, _ mark: UInt64) {
    self.session = session
    self.finding = finding
    self.mark = mark
  }

  /// Whether another one adds nothing to these.
  @usableFromInline
  static func hasEnough(_ failures: [Self], of property: String, _ mark: UInt64) -> Bool {
    let same = failures.filter { $0.finding.violation.property == property }
    return failures.count >= limit || same.count >= limitPerProperty || same.contains { $0.mark == mark }
  }
}
