import Testing

@testable import PlayerCore

/// Retries and reloads as decisions: literals from the settings' descriptions.
@Suite struct RetryPolicyTests {
  private static func delay(_ kind: RetryDelayKind, _ seconds: Int64, upTo maximum: TimeSpan) -> RetryDelay {
    RetryDelay(kind: kind, delay: .seconds(seconds), maximum: maximum, jitter: .zero, seed: 0)
  }

  @Test("exponential delays double up to the maximum, fixed ones are constant, and without a kind there is no delay")
  func delays() {
    let counts: [Int32] = [0, 1, 2, 3, 4, 5, 62, 63, .max]
    func all(_ delay: RetryDelay) -> [TimeSpan] { counts.map { delay.after($0) } }
    #expect(
      all(Self.delay(.exponential, 1, upTo: .seconds(10)))
        == [1, 2, 4, 8, 10, 10, 10, 10, 10].map { TimeSpan.seconds($0) })
    #expect(all(Self.delay(.fixed, 3, upTo: .seconds(10))) == counts.map { _ in .seconds(3) })
    #expect(all(Self.delay(.fixed, 30, upTo: .seconds(10))) == counts.map { _ in .seconds(10) })
    #expect(all(Self.delay(.none, 3, upTo: .seconds(10))) == counts.map { _ in .zero })
    #expect(Self.delay(.exponential, 1, upTo: .never).after(63) == .never)
  }

  @Test("jitter shortens a delay by at most its fraction, equally for the same seed and attempt")
  func jitter() {
    var policy = Self.delay(.fixed, 10, upTo: .seconds(60))
    policy.jitter = .thousandths(500)
    var seen: Set<TimeSpan> = []
    for seed in 0..<50 as Range<Int64> {
      policy.seed = seed
      let delay = policy.after(3)
      #expect(delay >= .seconds(5) && delay <= .seconds(10) && delay == policy.after(3))
      seen.insert(delay)
    }
    #expect(seen.count > 40)
  }

  @Test("a failure is retried if there is something to play, an attempt is left, and nothing forbids it")
  func allowed() {
    let policy = RetryPolicy(
      retriesOpening: false, limit: 2, retryable: FailureKinds { $0 == .readTimeout || $0 == .httpTooManyRequests },
      maximumWait: .seconds(10))
    func allows(
      _ failure: Failure = Failure(.readTimeout), after count: Int32 = 0, isConnected: Bool = true,
      isUnderWay: Bool = true
    ) -> Bool { policy.allows(failure, after: count, isConnected: isConnected, isUnderWay: isUnderWay) }
    #expect(allows() && allows(after: 1))
    #expect(!allows(after: 2) && !allows(after: .max))
    #expect(!allows(isUnderWay: false))
    #expect(!allows(isConnected: false))
    for kind in Failure.Kind.allCases {
      #expect(allows(Failure(kind)) == (kind == .readTimeout || kind == .httpTooManyRequests), "\(kind)")
    }
    #expect(allows(Failure(.httpTooManyRequests, detail: 10)))
    #expect(!allows(Failure(.httpTooManyRequests, detail: 11)))
    var opening = policy
    opening.retriesOpening = true
    #expect(opening.allows(Failure(.readTimeout), after: 0, isConnected: false, isUnderWay: true))
  }

  @Test("only too many requests cause a wait, and a negative wait counts as none")
  func wait() {
    for kind in Failure.Kind.allCases {
      #expect(Failure(kind, detail: 7).wait == (kind == .httpTooManyRequests ? .seconds(7) : .zero))
    }
    #expect(Failure(.httpTooManyRequests, detail: -7).wait == .zero)
  }

  @Test("a reload within the budget happens; beyond it playback fails, unless held or already failed")
  func reloads() {
    // Wanted and failed, over the whole domain; the budget is 2.
    for (wantsPlay, hasFailed, beyond) in [
      (false, false, ReloadDecision.leave), (false, true, .leave), (true, false, .fail), (true, true, .leave),
    ] {
      for count in [0, 1] as [Int32] {
        #expect(ReloadDecision(after: count, limit: 2, wantsPlay: wantsPlay, hasFailed: hasFailed) == .reload)
      }
      for count in [2, 3, Int32.max] {
        #expect(ReloadDecision(after: count, limit: 2, wantsPlay: wantsPlay, hasFailed: hasFailed) == beyond)
      }
    }
  }
}
