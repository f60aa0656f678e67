/// What a ``Checker`` found.
public struct CheckReport<Setup: Hashable & Sendable, Step: Hashable & Sendable>: Hashable, Sendable {
  /// The outcome of the stored sessions.
  public var corpus: [CorpusEntry<Setup, Step>] = []
  /// The findings: those of the corpus first, then of each property the ways in which it breaks, by seed.
  public var findings: [CheckFinding<Setup, Step>] = []
  /// Sessions that gave a different result when they ran again.
  public var contradictions: [CheckContradiction<Setup, Step>] = []
  /// Sessions in which an earlier process died.
  public var deaths: [CheckDeath<Setup, Step>] = []
  /// Sessions drawn and run, up to the one that ended the search.
  public var sessions: UInt64 = 0
  /// Steps taken in them.
  public var steps = 0
  /// Over the final states of all sessions (``Model/digest(of:)``): two runs of a plan must agree.
  public var digest: UInt64 = 0
  /// What the sessions should have reached (``Model/sometimes``) but did not. Empty if the search ended early.
  public var unreached: [String] = []
  /// The ways in which properties break that are known at the end, and how many more sessions broke them.
  public var known = KnownWays()
  /// Whether the search was cancelled, or stopped by its caller.
  public var isStopped = false

  /// A report in which nothing ran yet.
  public init() {}

  /// Nothing broke, everything that must be reached was, every session that ran again gave the same result, no process
  /// died, and no file of the corpus is damaged.
  public var isClean: Bool { !hasFindings && unreached.isEmpty && damagedFiles.isEmpty }

  /// Whether there are findings of any kind.
  public var hasFindings: Bool { !findings.isEmpty || !contradictions.isEmpty || !deaths.isEmpty }

  /// Errors about corpus files that cannot be read.
  public var damagedFiles: [String] {
    corpus.compactMap { entry in
      guard case .damaged(let text) = entry.outcome else { return nil }
      return text
    }
  }
}

/// A broken property, with everything needed to understand and fix it.
public struct CheckFinding<Setup: Hashable & Sendable, Step: Hashable & Sendable>: Hashable, Sendable {
  /// The origin of a failing session.
  public enum Source: Hashable, Sendable {
    /// Drawn from a seed.
    case seed(UInt64)
    /// A file of the corpus.
    case file(String)
  }

  /// Where the session comes from.
  public var source: Source
  /// How many steps the session had when it failed.
  public var originalStepCount: Int
  /// The shrunk session. A session of the corpus is already small: it is shrunk again to make sure.
  public var shrunk: Shrunk<Setup, Step>
  /// What each of its steps is needed for; `nil` when that was not requested.
  public var explanation: Explanation?
  /// Where the shrunk session is stored, or the unshrunk one.
  public var path: String?
  /// Whether the stored session still has to be shrunk.
  public var isUnshrunk = false
  /// Why it could not be stored.
  public var storeFailure: String?

  init(source: Source, originalStepCount: Int, shrunk: Shrunk<Setup, Step>) {
    self.source = source
    self.originalStepCount = originalStepCount
    self.shrunk = shrunk
  }

  /// The name of the property that breaks.
  public var property: String { shrunk.finding.violation.property }
}
