/// Coverage-guided search on several cores: rounds of ``searchesPerRound`` searches in parallel, all from the same
/// memory, whose memories are merged after each round.
///
/// The number of searches in a round does not depend on the machine, and each has its own seed. So the same range of
/// seeds and the same memory give the same findings, whatever the number of cores.
public struct CoverageRounds<Subject: Model>: Sendable {
  /// What a search of this model remembers.
  public typealias Memory = CoverageMemory<Subject.Setup, Subject.Step>

  /// Searches in parallel in one round, on any machine.
  public static var searchesPerRound: Int { 4 }
  /// Sessions of one search in a round.
  public static var sessionsPerSearch: Int { 2_048 }
  /// Searches in parallel in one round, on any machine.
  public static var sessionsPerRound: UInt64 { UInt64(searchesPerRound * sessionsPerSearch) }

  /// The maximum number of steps of a session.
  public var length: Int
  /// Searches that run at the same time.
  public var workers: Int
  let search: @Sendable (CoveragePlan, inout Memory, (Int, Int) -> Bool) -> Report

  /// The result of searching this model.
  public typealias Report = CoverageReport<Subject.Setup, Subject.Step>

  // Built where the model's type is known, so that the loop over its steps is specialized for it.
  /// Rounds over a model.
  @inlinable
  public init(_ model: Subject, length: Int = 100, workers: Int = 1) {
    self.init(length: length, workers: workers) { plan, memory, progress in
      CoverageSearch(model, plan).run(from: &memory) { progress($0.sessions, $0.steps) }
    }
  }

  @usableFromInline
  init(
    length: Int, workers: Int,
    search: @escaping @Sendable (CoveragePlan, inout Memory, (Int, Int) -> Bool) -> Report
  ) {
    self.length = length
    self.workers = workers
    self.search = search
  }

  /// What one round has come to.
  public struct Round: Sendable {
    /// The first failing sessions of each property, with the seed of the search that came upon it.
    public var failures: [(seed: UInt64, failure: CoverageFailure<Subject.Setup, Subject.Step>)] = []
    /// How many sessions broke each property.
    public var failureCounts: [String: UInt64] = [:]
    /// Sessions that ran.
    public var sessions: UInt64 = 0
    /// Steps that they had.
    public var steps = 0
    /// Whether a search was stopped before its end.
    public var isStopped = false
  }

  /// Runs one round of at most `seeds.count` sessions. A search has the seed of its first session.
  ///
  /// - Parameters:
  ///   - seeds: The seeds of the sessions; a round may take only the first of them.
  ///   - memory: What earlier rounds have found; it takes what this one finds.
  ///   - goesOn: Asked now and then, from any thread, with the sessions and steps since it was asked last; `false` stops.
  public func round(
    _ seeds: Range<UInt64>, from memory: inout Memory, goesOn: @escaping @Sendable (Int, Int) -> Bool
  ) async -> Round {
    let count = seeds.upperBound - seeds.lowerBound
    let searches = UInt64(Self.searchesPerRound)
    let share = min(UInt64(Self.sessionsPerSearch), count / searches + (count % searches == 0 ? 0 : 1))
    var ranges: [Range<UInt64>] = []
    var next = seeds.lowerBound
    while next < seeds.upperBound, ranges.count < Self.searchesPerRound {
      let end = seeds.upperBound - next > share ? next + share : seeds.upperBound
      ranges.append(next..<end)
      next = end
    }
    var results = [(report: Report, memory: Memory, wasStopped: Bool)?](repeating: nil, count: ranges.count)
    let base = memory
    await withTaskGroup(of: (Int, Report, Memory, Bool).self) { group in
      var started = 0
      func startNext() {
        guard started < ranges.count else { return }
        let (place, range) = (started, ranges[started])
        started += 1
        group.addTask { one(place, range, base, goesOn) }
      }
      for _ in 0..<max(1, workers) { startNext() }
      while let (place, report, memory, wasStopped) = await group.next() {
        results[place] = (report, memory, wasStopped)
        startNext()
      }
    }
    memory.merge(results.compactMap { $0?.memory })
    return sum(results.compactMap { $0 }, ranges)
  }

  private func one(
    _ place: Int, _ range: Range<UInt64>, _ base: Memory, _ goesOn: (Int, Int) -> Bool
  ) -> (Int, Report, Memory, Bool) {
    let plan = CoveragePlan(
      seed: range.lowerBound, sessions: Int(range.upperBound - range.lowerBound), length: length, stopsAtFirst: false)
    var memory = base
    var (sessions, steps, wasStopped) = (0, 0, false)
    let report = search(plan, &memory) { nowSessions, nowSteps in
      defer { (sessions, steps) = (nowSessions, nowSteps) }
      wasStopped = !goesOn(nowSessions - sessions, nowSteps - steps)
      return !wasStopped
    }
    return (place, report, memory, wasStopped)
  }

  private func sum(_ results: [(report: Report, memory: Memory, wasStopped: Bool)], _ ranges: [Range<UInt64>]) -> Round
  {
    var round = Round()
    for (result, range) in zip(results, ranges) {
      round.sessions += UInt64(result.report.sessions)
      round.steps += result.report.steps
      round.isStopped = round.isStopped || result.wasStopped
      round.failureCounts.merge(result.report.failureCounts) { $0 + $1 }
      for failure in result.report.failures {
        let property = failure.finding.violation.property
        if CoverageFailure.hasEnough(round.failures.map(\.failure), of: property, failure.mark) { continue }
        round.failures.append((range.lowerBound, failure))
      }
    }
    return round
  }
}
