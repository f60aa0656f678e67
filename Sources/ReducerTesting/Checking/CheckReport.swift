/// What a ``Checker`` found.
public struct CheckReport<Setup: Hashable & Sendable, Step: Hashable & Sendable>: Hashable, Sendable {
  /// The outcome of the stored sessions.
  public var corpus: [CorpusEntry<Setup, Step>] = []
  /// The findings: those of the corpus first, then of each property the ways in which it breaks, by seed.
  public var findings: [CheckFinding<Setup, Step>] = []
  /// Sessions that gave something else when they ran again.
  public var contradictions: [CheckContradiction<Setup, Step>] = []
  /// Sessions in which an earlier process died.
  public var deaths: [CheckDeath<Setup, Step>] = []
  /// Sessions drawn and run, up to the one that ended the search.
  public var sessions: UInt64 = 0
  /// Steps taken in them.
  public var steps = 0
  /// Over the final states of all sessions (``Model/digest(of:)``): two runs of a plan must agree.
  public var digest: UInt64 = 0
  /// The marks that were seen (``Model/mark(of:)``), when the plan asks for them.
  public var marks: Set<UInt64> = []
  /// What the sessions had to reach (``Model/sometimes``) and did not. Empty where the search ended early.
  public var unreached: [String] = []
  /// What is known after it of the ways in which properties break, and how many more sessions broke them.
  public var known = KnownWays()
  /// Whether the search was cancelled, or stopped by its caller.
  public var isStopped = false

  /// A report in which nothing ran yet.
  public init() {}

  /// Nothing broke, what had to be reached was, every session that ran again gave the same, no process died, and no
  /// file of the corpus is damaged.
  public var isClean: Bool { !hasFindings && unreached.isEmpty && damagedFiles.isEmpty }

  /// Whether there are findings of any kind.
  public var hasFindings: Bool { !findings.isEmpty || !contradictions.isEmpty || !deaths.isEmpty }

  /// Complaints about corpus files that cannot be read.
  public var damagedFiles: [String] {
    corpus.compactMap { entry in
      guard case .damaged(let text) = entry.outcome else { return nil }
      return text
    }
  }
}

/// A broken property, with what it takes to understand and repair it.
public struct CheckFinding<Setup: Hashable & Sendable, Step: Hashable & Sendable>: Hashable, Sendable {
  /// Where a session that fails comes from.
  public enum Source: Hashable, Sendable {
    /// Drawn from a seed.
    case seed(UInt64)
    /// Come upon by a coverage-guided search with this seed; what that search had seen before counts as well.
    case search(seed: UInt64)
    /// A file of the corpus.
    case file(String)
  }

  /// Where the session comes from.
  public var source: Source
  /// How many steps the session had when it failed.
  public var originalStepCount: Int
  /// A session of the corpus is small already: shrinking it once more makes sure of it.
  public var shrunk: Shrunk<Setup, Step>
  /// What each of its steps is needed for; `nil` when it was not asked for.
  public var explanation: Explanation?
  /// Where the shrunk session is stored, or what there is of it.
  public var path: String?
  /// Whether what is stored waits for being shrunk.
  public var isUnshrunk = false
  /// Why it is not stored, when it could not be.
  public var storeFailure: String?

  init(source: Source, originalStepCount: Int, shrunk: Shrunk<Setup, Step>) {
    self.source = source
    self.originalStepCount = originalStepCount
    self.shrunk = shrunk
  }

  /// The name of the property that breaks.
  public var property: String { shrunk.finding.violation.property }
}
