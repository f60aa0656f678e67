import PlayerCore
import Testing

@testable import PlayerTrace

@Suite("Every microsecond of a session belongs to one class")
struct SessionAccountTests {
  /// The steps of a random session, with extreme numbers and instants that go back.
  private func steps(_ seed: UInt64) throws -> [TraceStep] {
    var reader = try TraceReader(bytes: randomSession(seed, steps: 150).binary)
    var steps: [TraceStep] = []
    while let record = try reader.next() { if case .step(let step) = record { steps.append(step) } }
    return steps
  }

  @Test("Sums are exact, and no class is negative", arguments: 0..<6)
  func sums(_ seed: UInt64) throws {
    var account = SessionAccount()
    for step in try steps(seed) {
      account.take(step)
      #expect(account.times.sum == account.elapsed)
      #expect(SessionClass.allCases.allSatisfy { account.times[$0] >= 0 })
    }
    let start = try #require(account.start)
    #expect(account.elapsed == (account.clock - start).microseconds)
  }

  @Test("How often time is advanced does not matter", arguments: 0..<3)
  func splitting(_ seed: UInt64) throws {
    var random = Seeded(seed)
    var (whole, split) = (SessionAccount(), SessionAccount())
    for step in try steps(seed) {
      whole.take(step)
      if step.instant > split.clock, split.start != nil {
        let middle = Int64.random(in: split.clock.microseconds...step.instant.microseconds, using: &random)
        split.advance(to: Instant(microseconds: middle))
      }
      split.take(step)
      #expect(whole.times == split.times && whole.elapsed == split.elapsed)
    }
  }

  @Test("The axes derived from notifications are those of the player", arguments: 0..<4)
  func axes(_ seed: UInt64) throws {
    var walk = try TraceWalk(TraceReader(bytes: randomSession(seed, steps: 150).binary))
    var account = SessionAccount()
    while let step = try walk.next() {
      account.begin(step.input, at: step.instant)
      for output in walk.outputs { account.take(output) }
      account.end()
      let expected = SessionAxes(walk.player)
      #expect(account.axes.phase == expected.phase && account.axes.state == expected.state)
      #expect(account.axes.supply == expected.supply && account.axes.wantsPlay == expected.wantsPlay)
      #expect(account.axes.isInterrupted == expected.isInterrupted && account.axes.isRetrying == expected.isRetrying)
      #expect(account.axes.isInBackground == expected.isInBackground)
    }
  }
}
