/// A session that gave a different result when it ran again: the model depends on something other than its arguments. A
/// separate kind of finding, because no result of such a model can be trusted: it is neither shrunk nor stored as a
/// failing session.
public struct CheckContradiction<Setup: Hashable & Sendable, Step: Hashable & Sendable>: Hashable, Sendable {
  /// Where the session comes from.
  public typealias Source = CheckFinding<Setup, Step>.Source

  /// The property's name, the same as that of the player's law.
  public static var property: String { "not-deterministic" }

  /// The outcome of one run of the session.
  public struct Run: Hashable, Sendable {
    /// What broke, and at which step; `nil` when nothing did.
    public var finding: Finding?
    /// The digest of the final state (``Model/digest(of:)``); `nil` where it does not distinguish the runs.
    public var digest: UInt64?

    /// The outcome of one run.
    public init(_ finding: Finding?, digest: UInt64? = nil) {
      self.finding = finding
      self.digest = digest
    }
  }

  /// Where the session comes from.
  public var source: Source
  /// The session of the second run.
  public var session: Session<Setup, Step>
  /// The outcome of the first run.
  public var first: Run
  /// The outcome of the second run.
  public var second: Run

  /// A session with the two runs that differ.
  public init(_ source: Source, _ session: Session<Setup, Step>, _ first: Run, _ second: Run) {
    self.source = source
    self.session = session
    self.first = first
    self.second = second
  }
}

/// A session in which the process died: a trap, a bad address, an abort. The process that died left a note, which the
/// next run over the same corpus reads.
public struct CheckDeath<Setup: Hashable & Sendable, Step: Hashable & Sendable>: Hashable, Sendable {
  /// The name under which deaths are counted.
  public static var property: String { "crashes-the-program" }

  /// The seed of the session.
  public var seed: UInt64
  /// The maximum number of steps of a session, in the run that died.
  public var length: Int
  /// The steps that were drawn; the process died in the last of them, or before the next. -1 before the setup was
  /// drawn.
  public var steps: Int
  /// The signal that killed the process.
  public var signal: Int32
  /// Whether the session killed a child process, too; otherwise that could not be tried.
  public var diesAgain: Bool
  /// The session so far; `nil` when drawing it kills the process as well.
  public var session: Session<Setup, Step>?
  /// The note. It is deleted with the findings that are fixed, ``CheckPlan/removesFixed``.
  public var path: String
}

extension Finding {
  /// Whether another run has found the same: the same property at the same step.
  @usableFromInline
  func agrees(with other: Finding?) -> Bool {
    violation.property == other?.violation.property && stepCount == other?.stepCount
  }
}

extension Optional<Finding> {
  @usableFromInline
  func agrees(with other: Finding?) -> Bool { map { $0.agrees(with: other) } ?? (other == nil) }
}

extension Model {
  /// Both runs as human-readable text, with the session.
  public func text(for contradiction: CheckContradiction<Setup, Step>, lineLimit: Int = 200) -> String {
    let session = contradiction.session
    var lines = [
      "\(type(of: contradiction).property): \(words(contradiction.source)) gave a different result when it ran again",
      "  first run:   \(words(contradiction.first, session.steps.count))",
      "  second run:  \(words(contradiction.second, session.steps.count))",
      "The model depends on something besides its arguments: look for a clock, a random number, a class, a global, the order "
        + "of a Set or Dictionary.", "",
    ]
    lines += script(of: session, lineLimit)
    if case .seed(let seed) = contradiction.source {
      lines += ["", "The session:  \(code).session(seed: \(seed), steps: \(session.steps.count))"]
    }
    return lines.joined(separator: "\n")
  }

  /// Where the process died, as human-readable text.
  public func text(for death: CheckDeath<Setup, Step>, lineLimit: Int = 200) -> String {
    let again = death.diesAgain ? "it kills a child process again" : "it could not be tried again in a child process"
    let place = death.steps < 0 ? "before its setup was drawn" : "at step \(death.steps) of at most \(death.length)"
    var lines = [
      "\(type(of: death).property): the process died (signal \(death.signal)) in a session",
      "Found by seed \(death.seed) in an earlier run, \(place); \(again).", "",
    ]
    if let session = death.session {
      lines += script(of: session, lineLimit)
      lines += [
        "", "The session:  \(code).session(seed: \(death.seed), steps: \(death.steps)), to be run with run(_:)",
      ]
    }
    if let command = (self as? any StoredModel)?.drawCommand(forSeed: "\(death.seed)", length: death.length) {
      lines.append("Draw it again:  \(command)")
    }
    lines.append("Noted:  \(death.path)")
    return lines.joined(separator: "\n")
  }

  private func words(_ source: CheckContradiction<Setup, Step>.Source) -> String {
    switch source {
    case .seed(let seed): "the session of seed \(seed)"
    case .file(let path): "the session in \(path)"
    }
  }

  private func words(_ run: CheckContradiction<Setup, Step>.Run, _ count: Int) -> String {
    let digest = run.digest.map { "; digest \(String($0, radix: 16))" } ?? ""
    guard let finding = run.finding else { return "nothing broke in \(count) steps\(digest)" }
    return "\(finding)\(digest)"
  }

  private func script(of session: Session<Setup, Step>, _ lineLimit: Int) -> [String] {
    var lines = ["  setup  \(describe(session.setup))"]
    for (index, step) in session.steps.prefix(lineLimit).enumerated() {
      lines.append(
        "  \(String(repeating: " ", count: max(0, 5 - "\(index + 1)".count)))\(index + 1)  \(describe(step))")
    }
    if session.steps.count > lineLimit { lines.append("  … \(session.steps.count) steps in all") }
    return lines
  }
}
