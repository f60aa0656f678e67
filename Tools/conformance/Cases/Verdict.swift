/// How a case went.
public struct Verdict: Sendable {
  /// The case's name.
  public var id: String
  /// The case's system.
  public var system: String
  /// The case's source.
  public var basis: String
  /// The first thing that was not met; nil when all was.
  public var failure: Unmet?
  /// What differs from the shipped code of the original where none of its tests asserts it.
  public var differences: [Unmet] = []

  /// Whether every expectation was met; ``differences`` do not count.
  public var passed: Bool { failure == nil }

  /// An expectation that was not met, and what happened instead.
  public struct Unmet: Error, Hashable, Sendable {
    /// What the case expects.
    public var expected: String
    /// What happened instead.
    public var got: String
    /// When, in seconds of the case, or after what.
    public var at: String

    /// An expectation and what happened instead.
    public init(expected: String, got: String, at: String) {
      self.expected = expected
      self.got = got
      self.at = at
    }

    /// A word that the runner does not know: reported as a failure, never passed over.
    public static func unsupported(_ what: String, at: String = "setup") -> Self {
      Self(expected: "the vocabulary of the case formats", got: "unsupported \(what)", at: at)
    }
  }

  /// One line for programs.
  public var json: JSONValue {
    var members: [String: JSONValue] = [
      "id": .string(id), "system": .string(system), "basis": .string(basis), "passed": .bool(passed),
    ]
    if let failure {
      members["expected"] = .string(failure.expected)
      members["got"] = .string(failure.got)
      members["at"] = .string(failure.at)
    }
    if !differences.isEmpty {
      members["differs"] = .array(
        differences.map {
          .object(["expected": .string($0.expected), "got": .string($0.got), "at": .string($0.at)])
        })
    }
    return .object(members)
  }
}
