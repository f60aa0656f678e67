import PlayerRuntime

/// Runs ordered cases and judges them.
@MainActor
struct OrderedCases {
  /// A case is given up when it has run for this long on its own clock, in microseconds: longer than any media of a case.
  private var limit: Int64 {
    conformanceCase.body["setup"]?["stream"]?["type"] == .string("on_demand") ? 2_560_000_000 : 640_000_000
  }

  let conformanceCase: ConformanceCase

  /// Throws the first expectation that is not met. Returns what differs from the shipped code where no test of the
  /// original asserts it.
  func judge(recorder: (any RunRecorder)?) throws -> [Verdict.Unmet] {
    try OrderedWords.check(setup: conformanceCase.body["setup"])
    switch conformanceCase.system {
    case "resolver":
      try ResolverCase(body: conformanceCase.body).judge()
      return []
    case "value":
      try ValueCase(body: conformanceCase.body).judge()
      return []
    case "srg": break
    default: throw Verdict.Unmet.unsupported("system \(conformanceCase.system)")
    }
    let run = try OrderedRun(conformanceCase, system: try SRGSystem(conformanceCase, recorder: recorder))
    defer { run.system.host.shutDown() }
    var end: Int64 = 10_000_000
    while true {
      try run.run(until: end)
      let unmet = unmet(in: run)
      if unmet == nil, end >= judge(run).horizon, run.awaited == nil { return [] }
      if end >= limit { return try settle(run, unmet) }
      end *= 4
    }
  }

  private var expectations: [JSONValue] { conformanceCase.body["expect"]?.array ?? [] }

  /// What only the shipped code shows, and none of the original's tests asserts.
  private func isRead(_ expectation: JSONValue) -> Bool { expectation["by"] == .string("code") }

  private func judge(_ run: OrderedRun, _ leftOut: Set<Int> = []) -> OrderedJudge {
    OrderedJudge(log: run.log, expectations: expectations, leftOut: leftOut)
  }

  private func unmet(in run: OrderedRun, _ leftOut: Set<Int> = []) -> Verdict.Unmet? {
    do {
      try judge(run, leftOut).check()
    } catch let unmet as Verdict.Unmet {
      return unmet
    } catch {
      return Verdict.Unmet(expected: "a judgement", got: "\(error)", at: "the end")
    }
    return nil
  }

  /// The time is up. What is only read in the shipped code may differ where tests of the original assert something else,
  /// or where the case calls it a fault.
  private func settle(_ run: OrderedRun, _ unmet: Verdict.Unmet?) throws -> [Verdict.Unmet] {
    if let awaited = run.awaited {
      throw Verdict.Unmet(expected: "something to act on", got: "nothing", at: awaited)
    }
    guard let unmet else { return [] }
    let read = expectations.indices.filter { isRead(expectations[$0]) }
    var leftOut = Set(read)
    if let asserted = self.unmet(in: run, leftOut) { throw asserted }
    guard read.count < expectations.count || describesFault else { throw unmet }
    // One after the other, each is taken in if it holds.
    var differences: [Verdict.Unmet] = []
    for index in read {
      leftOut.remove(index)
      guard let difference = self.unmet(in: run, leftOut) else { continue }
      differences.append(difference)
      leftOut.insert(index)
    }
    return differences
  }

  /// The notes of a case say whether what it describes is a fault of the shipped code.
  private var describesFault: Bool {
    let notes = conformanceCase.body["notes"]?.string?.lowercased() ?? ""
    return ["quirk", "weakness", "hazard"].contains { notes.contains($0) }
  }
}
