import Foundation

/// How much a ``Checker`` does. Everything is counted, nothing is timed, so the same plan gives the same report.
public struct CheckPlan: Hashable, Sendable {
  /// The seeds of the sessions to draw; one session each.
  public var seeds: Range<UInt64>
  /// The maximum number of steps of a session.
  public var length: Int
  /// Sessions that run at the same time; the report does not depend on it.
  public var workers: Int
  /// Whether to stop at the first failing session. Otherwise all sessions run, and findings do not end the search.
  public var stopsAtFirst: Bool
  /// The maximum number of steps for shrinking one finding; see ``Shrinker/budget``.
  public var shrinkBudget: Int
  /// The maximum number of findings.
  public var findingLimit: Int
  /// The maximum number of reported ways to break one property. A known way does not hide others; at most twice as many
  /// sessions and two are shrunk for a property, so that one that always breaks does not take hours.
  public var findingsPerProperty = 3
  /// Whether corpus files that no longer fail are deleted.
  public var removesFixed: Bool
  /// The sessions of all seeds that are multiples of this run twice, and must have the same result: the same violation
  /// at the same step, the same number of steps, the same digest. 0 for none. At 64 this adds one and a half percent of
  /// work.
  public var repeatInterval: UInt64 = 64

  /// A plan; omitted arguments have the values of a quick check.
  public init(
    seeds: Range<UInt64> = 0..<1_000, length: Int = 100, workers: Int = ProcessInfo.processInfo.activeProcessorCount,
    stopsAtFirst: Bool = true, shrinkBudget: Int = 50_000_000, findingLimit: Int = 64, removesFixed: Bool = false
  ) {
    self.seeds = seeds
    self.length = length
    self.workers = workers
    self.stopsAtFirst = stopsAtFirst
    self.shrinkBudget = shrinkBudget
    self.findingLimit = findingLimit
    self.removesFixed = removesFixed
  }

  /// The seeds that one task runs in a go: some ten thousand steps, so that handing them out costs nothing.
  var seedsPerBatch: UInt64 { UInt64(max(1, min(4_096, 65_536 / max(1, length)))) }
}

/// The progress of a ``Checker``.
public struct CheckProgress: Hashable, Sendable {
  /// Sessions so far.
  public var sessions: UInt64
  /// Steps so far.
  public var steps: Int
  /// Properties found broken so far, or findings once they are shrunk.
  public var findings: Int
  /// The progress of shrinking, while a finding is being shrunk.
  public var shrinking: ShrinkProgress?
}
