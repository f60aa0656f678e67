import PlayerRuntime

/// Runs cases through the public interfaces of the façades.
@MainActor
public struct ConformanceRunner {
  /// Makes what the next case is recorded with; nil: it is not recorded.
  public var makeRecorder: () throws -> (any RunRecorder)? = { nil }

  /// A runner that records nothing.
  public init() {}

  /// Runs a case from its beginning. Throws only errors of ``makeRecorder``; all others are in the verdict.
  public func run(_ conformanceCase: ConformanceCase) throws -> Verdict {
    var verdict = Verdict(id: conformanceCase.id, system: conformanceCase.system, basis: conformanceCase.basis)
    do {
      if let flaw = conformanceCase.flaw { throw Verdict.Unmet(expected: "a case", got: flaw, at: "the file") }
      switch conformanceCase.format {
      case .timed: try runTimed(conformanceCase)
      case .ordered:
        verdict.differences = try OrderedCases(conformanceCase: conformanceCase).judge(recorder: try makeRecorder())
      }
    } catch let unmet as Verdict.Unmet {
      verdict.failure = unmet
    }
    return verdict
  }

  private static let timedSystems: [String: any TimedSystem.Type] = [
    "pp": PPSystem.self, "prx": PRXSystem.self, "ksy": KSYSystem.self,
  ]

  private func runTimed(_ conformanceCase: ConformanceCase) throws {
    try timedRun(of: conformanceCase).judge()
  }

  private func timedRun(of conformanceCase: ConformanceCase) throws -> TimedRun {
    guard let type = Self.timedSystems[conformanceCase.system] else {
      throw Verdict.Unmet.unsupported("system \(conformanceCase.system)")
    }
    let system = try type.make(for: conformanceCase, recorder: try makeRecorder())
    return TimedRun(body: conformanceCase.body, system: system)
  }
}

// MARK: - Spoiled cases

extension ConformanceRunner {
  /// Spoils each expectation of a case in turn and runs it again. A verdict fails when a spoiled case passes: the runner
  /// has not noticed. A case that does not pass as it stands proves nothing: then its own verdict is the only one.
  public func runSpoiled(_ conformanceCase: ConformanceCase) throws -> [Verdict] {
    let original = try run(conformanceCase)
    guard original.passed else { return [original] }
    var seen: [Observation] = []
    if conformanceCase.format == .timed {
      let timed = try timedRun(of: conformanceCase)
      try timed.judge()
      seen = timed.system.observations
    }
    return try Spoiling(conformanceCase, seen: seen).spoiled.map { spoiled in
      var verdict = try run(spoiled)
      let isNoticed = !verdict.passed || verdict.differences != original.differences
      verdict.failure =
        !isNoticed
        ? Verdict.Unmet(expected: "the spoiled expectation to fail", got: "passed", at: spoiled.id) : nil
      return verdict
    }
  }
}
