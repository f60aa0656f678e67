import PlayerRuntime

/// Runs cases through the public interfaces of the façades.
@MainActor
public struct ConformanceRunner {
  /// What a case is recorded with; nil: not at all.
  public var recorder: (ConformanceCase) throws -> (any RunRecorder)? = { _ in nil }

  public init() {}

  public func run(_ conformanceCase: ConformanceCase) throws -> Verdict {
    var verdict = Verdict(id: conformanceCase.id, system: conformanceCase.system, basis: conformanceCase.basis)
    do {
      switch conformanceCase.format {
      case .timed: try runTimed(conformanceCase)
      case .ordered: try runOrdered(conformanceCase)
      }
    } catch let unmet as Verdict.Unmet {
      verdict.failure = unmet
    }
    return verdict
  }

  private static let timedSystems: [String: any TimedSystem.Type] = [:]

  private func runTimed(_ conformanceCase: ConformanceCase) throws {
    guard let type = Self.timedSystems[conformanceCase.system] else {
      throw Verdict.Unmet.unsupported("system \(conformanceCase.system)")
    }
    let system = try type.init(
      setup: conformanceCase.body["setup"] ?? .object([:]), describesSource: conformanceCase.describesSource,
      recorder: try recorder(conformanceCase))
    try TimedRun(body: conformanceCase.body, system: system).judge()
  }

  private func runOrdered(_ conformanceCase: ConformanceCase) throws {
    throw Verdict.Unmet.unsupported("system \(conformanceCase.system)")
  }
}
