import ReducerTesting
import Testing

@Suite("The shrinking challenge")
struct ChallengeTests {
  /// The sessions that may be tried for one shrinking: the most that was needed is 6,218, for `bound5`.
  private static let tryLimit = 10_000

  @Test("50 of 50 failing arguments of each program shrink to the least one", arguments: Challenge.all)
  func programs(challenge: Challenge) throws {
    #expect(challenge.run(challenge.least)?.violation.property == challenge.name)
    let shrunk = try smallSessions(of: challenge, count: 50, length: 20)
    let others = shrunk.filter { $0.session != challenge.least }.map(\.session)
    #expect(others.isEmpty, "\(challenge.name): \(others.count) are not the least, such as \(others[0])")
    #expect(shrunk.allSatisfy { $0.verdict == .minimal && $0.effort.executions < Self.tryLimit })
    print("\(challenge.name): \(50 - others.count) of 50, \(shrunk.map(\.effort.executions).max() ?? 0) tries at most")
  }

  @Test("at least 190 of 200 failing sessions of a cache with a planted mistake shrink to the least one")
  func cache() throws {
    let model = LeastRecentlyUsed()
    #expect(model.run(LeastRecentlyUsed.least)?.violation.property == "wrong-value")
    let shrunk = try smallSessions(of: model, count: 200, length: 100)
    let least = shrunk.count { $0.session == LeastRecentlyUsed.least }
    #expect(least >= 190, "\(least) of 200")
    print("cache: \(least) of 200, \(shrunk.map(\.effort.executions).max() ?? 0) tries at most")
    #expect(shrunk.allSatisfy { $0.verdict == .minimal && $0.effort.executions < Self.tryLimit })
  }

  /// What the first failing sessions become.
  private func smallSessions<Subject: Model>(
    of model: Subject, count: Int, length: Int
  ) throws -> [Shrunk<Subject.Setup, Subject.Step>] {
    var shrunk: [Shrunk<Subject.Setup, Subject.Step>] = []
    var seed: UInt64 = 0
    while shrunk.count < count, seed < 2_000_000 {
      let (session, finding) = model.explore(seed: seed, length: length)
      if finding != nil { shrunk.append(try #require(Shrinker(model).shrink(session))) }
      seed += 1
    }
    #expect(shrunk.count == count)
    return shrunk
  }
}
