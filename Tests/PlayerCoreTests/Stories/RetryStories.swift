@testable import PlayerCore
import Testing

@Suite("Retries (PRX.md#7)")
struct RetryStories {
  /// Three retries after fixed delays by default.
  private static func policy(_ limit: Int64 = 3, after delay: TimeSpan = .zero) -> Configuration {
    var configuration = Configuration()
    configuration.retryLimit = limit
    configuration.retryDelayKind = .fixed
    configuration.retryDelay = delay
    return configuration
  }

  private static let connected = EngineEvent.connected(
    address: .none, nameLookup: .never, connect: .never, firstData: .never)

  // MARK: Attempts

  @Test("without a delay the next opening begins in the same step, and a warning says why (PRX.md#7: no back-off)")
  func atOnce() {
    var harness = Harness.open(plays: true, Self.policy())
    harness.run(seconds: 5)
    harness.forget()
    harness.report(.failed(Failure(.io, detail: 5)))
    #expect(
      harness.notifications.filter { if case .phaseChanged = $0 { true } else { false } } == [
        .phaseChanged(from: .prepared, to: .opening)
      ])
    #expect(harness.states == [.preparing])
    #expect(
      harness.said.suffix(5) == [
        .notification(.warned(Failure(.io, detail: 5)), .retry),
        .notification(.retryScheduled(attempt: 1, limit: 3, after: .zero), .retry),
        .engine(.close, Epoch(1)), .engine(.open(item: ItemID(1), keepsBuffer: false), Epoch(2)),
        .engine(.setVolume(left: 1_000, right: 1_000, isMuted: false), Epoch(2)),
      ])
    #expect(harness.failures.isEmpty)
    harness.run()
    #expect(harness.player.state == .playing)
  }

  @Test("three retries make four attempts; then playback fails in the same step (PRX.md#7, BugZoo.md#14)")
  func exhausted() {
    var harness = Harness(Self.policy())
    harness.engine.openFailure = Failure(.connect)
    let load = harness.load(plays: true)
    harness.run()
    #expect(harness.openings == 4)
    #expect(harness.retries.map(\.attempt) == [1, 2, 3])
    #expect(harness.failures == [Failure(.connect)])
    #expect(harness.answers(to: load) == [.failed])
    #expect(harness.player.phase == .failed && harness.player.nextDeadline == .never)
  }

  @Test("a load waits for all its retries and is answered once")
  func oneAnswer() {
    var harness = Harness(Self.policy(after: .seconds(1)))
    harness.engine.openFailure = Failure(.connect)
    harness.engine.failedOpenings = 2
    let load = harness.load(plays: true)
    harness.run(seconds: 1)
    #expect(harness.answers(to: load).isEmpty)
    harness.run(seconds: 1)
    #expect(harness.answers(to: load) == [.done])
    #expect(harness.player.state == .playing && harness.openings == 3)
  }

  @Test("no limit, no retry; only retryable kinds are retried (KSY never retries by itself: Contradictions.md#X-23)")
  func kinds() {
    var harness = Harness.open(plays: true)
    harness.report(.failed(Failure(.io)))
    #expect(harness.openings == 0 && harness.player.phase == .failed)
    var configuration = Self.policy()
    configuration.retryableFailures = .io
    for (kind, isRetried) in [(Failure.Kind.io, true), (.httpNotFound, false), (.audioDecodeFailed, false)] {
      var harness = Harness.open(plays: true, configuration)
      harness.report(.failed(Failure(kind)))
      #expect((harness.openings == 1) == isRetried, "\(kind)")
    }
  }

  @Test("time-outs and watchdogs are failures like any other")
  func timeOuts() {
    var harness = Harness(Self.policy(1))
    harness.engine.openLatency = nil
    harness.load(plays: true)
    harness.run(seconds: 30)
    #expect(harness.retries.count == 1 && harness.player.phase == .opening)
    harness.run(seconds: 30)
    #expect(harness.failures == [Failure(.openTimeout)])
  }

  // MARK: Delays

  @Test("during a fixed delay the state is preparing: nothing is open, one deadline, no failure announced")
  func fixedDelay() {
    var harness = Harness.open(plays: true, Self.policy(after: .seconds(7)))
    harness.run(seconds: 5)
    harness.report(.failed(Failure(.io)))
    #expect(harness.player.isWaitingToRetry && harness.player.phase == .opening && harness.player.state == .preparing)
    #expect(harness.player.retryDeadline == .seconds(12) && harness.openings == 0)
    harness.run(for: .microseconds(6_999_999))
    #expect(harness.openings == 0)
    harness.run(for: .microseconds(1))
    #expect(harness.openings == 1 && harness.player.state == .playing && harness.failures.isEmpty)
  }

  @Test("exponential delays double up to their maximum")
  func exponentialDelay() {
    var configuration = Self.policy(6, after: .seconds(1))
    configuration.retryDelayKind = .exponential
    configuration.retryDelayMaximum = .seconds(10)
    var harness = Harness(configuration)
    harness.engine.openFailure = Failure(.connect)
    harness.load()
    harness.run(seconds: 100)
    #expect(harness.retries.map(\.after) == [1, 2, 4, 8, 10, 10].map { .seconds($0) })
    #expect(harness.failures.count == 1)
  }

  @Test("delays saturate at their maximum, for any count and length")
  func extremeDelays() {
    var configuration = Self.policy(1_000, after: .microseconds(3))
    configuration.retryDelayKind = .exponential
    configuration.retryDelayMaximum = .microseconds(.max - 1)
    configuration.retryJitter = .thousandths(1_000)
    var player = Player(configuration: configuration)
    for count in [0, 1, 61, 62, 63, 1_000, Int32.max] {
      player.retrying.count = count
      #expect(player.delayOfNextRetry >= .zero && player.delayOfNextRetry < .never)
    }
  }

  @Test("jitter shortens a delay by at most its fraction and depends only on the seed and the attempt")
  func jitter() {
    func delays(seed: Int64) -> [TimeSpan] {
      var configuration = Self.policy(8, after: .seconds(10))
      configuration.retryJitter = .thousandths(500)
      configuration.seed = seed
      var harness = Harness(configuration)
      harness.engine.openFailure = Failure(.connect)
      harness.run(seconds: seed)
      harness.load()
      harness.run(seconds: 200)
      return harness.retries.map(\.after)
    }
    #expect(delays(seed: 5) == delays(seed: 5))
    #expect(delays(seed: 5) != delays(seed: 6))
    #expect(Set(delays(seed: 5)).count == 8)
    #expect(delays(seed: 5).allSatisfy { $0 >= .seconds(5) && $0 <= .seconds(10) })
  }

  @Test("a retry with an infinite delay becomes an explicit failure instead of a wait without end (BugZoo.md#14)")
  func endlessDelay() {
    var configuration = Self.policy(after: .never)
    configuration.retryDelayMaximum = .never
    var harness = Harness.open(plays: true, configuration)
    harness.report(.failed(Failure(.io)))
    #expect(harness.player.phase == .failed && harness.retries.isEmpty)
  }

  // MARK: Commands during the wait

  /// A player that failed at five seconds and waits to try again.
  private static var waiting: Harness {
    var harness = Harness.open(plays: true, policy(after: .seconds(7)))
    harness.run(seconds: 5)
    harness.report(.failed(Failure(.io)))
    harness.forget()
    return harness
  }

  @Test("a pause during the wait wins: the media opens and holds (BugZoo.md#7); a later play wins again")
  func pauseDuringDelay() {
    var harness = Self.waiting
    harness.ask(.pause)
    harness.run(seconds: 10)
    #expect(harness.player.state == .paused && harness.position == .seconds(5))
    #expect(!harness.states.contains(.playing))
    var undecided = Self.waiting
    undecided.ask(.toggle)
    undecided.ask(.play)
    undecided.run(seconds: 10)
    #expect(undecided.player.state == .playing)
  }

  @Test("stop, reset and a load end the wait: nothing opens by itself afterwards (SRG.md#3.11)")
  func stopDuringDelay() {
    for command in [Command.stop, .reset] {
      var harness = Self.waiting
      harness.ask(command)
      harness.run(seconds: 100)
      #expect(harness.openings == 0 && harness.player.nextDeadline == .never, "\(command)")
    }
    var harness = Self.waiting
    harness.load(2, plays: true)
    harness.run(seconds: 100)
    #expect(harness.openings == 1 && harness.player.item == ItemID(2))
  }

  @Test("the retry command does not wait")
  func retryDuringDelay() {
    var harness = Self.waiting
    let retry = harness.ask(.retry)
    harness.run()
    #expect(harness.openings == 1 && harness.player.state == .playing)
    #expect(harness.answers(to: retry) == [.done])
    harness.run(seconds: 20)
    #expect(harness.openings == 1)
  }

  @Test("a seek during the wait sets where the media opens, and is answered there (BugZoo.md#36)")
  func seekDuringDelay() {
    var harness = Self.waiting
    let seek = harness.ask(.seek(.at(.seconds(30))))
    harness.run(seconds: 7)
    #expect(harness.answers(to: seek) == [.done])
    #expect(harness.position == .seconds(30))
  }

  @Test(
    "a failure does not drop a pending seek: the next opening begins at its target (BugZoo.md#3, BugZoo.md#36)")
  func pendingSeekSurvivesRetry() {
    var harness = Harness.open(plays: true, Self.policy(after: .seconds(2)))
    harness.engine.seekLatency = nil
    let seek = harness.ask(.seek(.at(.seconds(30))))
    harness.report(.failed(Failure(.io)))
    #expect(harness.notifications.contains { if case .seekEnded = $0 { true } else { false } })
    harness.engine.seekLatency = .zero
    harness.run(seconds: 2)
    #expect(harness.answers(to: seek) == [.done])
    #expect(harness.player.state == .playing && harness.position == .seconds(30))
  }

  @Test("late reports of the failed opening are stale")
  func lateReports() {
    var harness = Self.waiting
    harness.report(.opened(OpenedMedia(duration: .seconds(3))))
    #expect(harness.oddities == [.staleEpoch] && harness.player.isWaitingToRetry)
  }

  // MARK: Position and intent

  @Test("a retry resumes where playback was, or at the initial position (BugZoo.md#8, SRG.md#1.6, SRG.md#5.8)")
  func position() {
    for atInitial in [false, true] {
      var configuration = Self.policy()
      configuration.retryResumesAtInitial = atInitial
      var harness = Harness(configuration)
      harness.load(from: .at(.seconds(10)), plays: true)
      harness.run(seconds: 12)
      harness.report(.failed(Failure(.io)))
      harness.run()
      #expect(harness.position == .seconds(atInitial ? 10 : 22))
      // A failure before the media is open keeps either position.
      harness.engine.openLatency = nil
      harness.report(.failed(Failure(.io)))
      harness.engine.openLatency = .zero
      harness.report(.failed(Failure(.io)))
      harness.run()
      #expect(harness.position == .seconds(atInitial ? 10 : 22))
    }
  }

  @Test("the intent survives, even an intent to hold; the 1.x setting holds after every failure (PRX.md#7)")
  func intent() {
    var held = Harness.open(plays: false, Self.policy())
    held.report(.failed(Failure(.io)))
    held.run()
    #expect(held.player.state == .paused)
    for keeps in [true, false] {
      var configuration = Self.policy()
      configuration.retryKeepsIntent = keeps
      var harness = Harness.open(plays: true, configuration)
      harness.report(.failed(Failure(.io)))
      harness.run()
      #expect(harness.player.state == (keeps ? .playing : .paused))
    }
  }

  @Test("a failure before the source is reached is not retried and holds, if the policy says so (PRX.md#5)")
  func openFailures() {
    for isConnected in [false, true] {
      var harness = Harness(.prx)
      harness.engine.openFailure = Failure(.invalidData)
      if isConnected { harness.engine.overture = [Self.connected] }
      harness.load(plays: true)
      harness.run()
      #expect(harness.retries.count == (isConnected ? 3 : 0))
      #expect(harness.player.wantsPlay == isConnected)
      #expect(harness.player.phase == (isConnected ? .empty : .failed))
      #expect(harness.player.item == (isConnected ? .none : ItemID(1)))
    }
  }

  @Test("an opening is connected from the engine's report on, from its open at the latest, until it closes")
  func connectedStage() {
    var harness = Harness()
    harness.engine.openLatency = nil
    harness.load()
    #expect(!harness.player.isConnected)
    harness.report(Self.connected)
    #expect(harness.player.isConnected)
    harness.load(2)
    #expect(!harness.player.isConnected)
    harness.report(.opened(OpenedMedia(duration: .seconds(9))))
    #expect(harness.player.isConnected)
    harness.ask(.reload(item: .none, flush: false))
    let next = harness.player.loading.nextEpoch
    harness.report(Self.connected, epoch: next)
    harness.report(.failed(Failure(.io)))
    #expect(harness.player.epoch == next && harness.player.phase == .opening && harness.player.isConnected)
    harness.ask(.stop)
    #expect(!harness.player.isConnected)
  }

  @Test(
    "content can be dropped once retries are exhausted: after the failure, and completely (PRX.md#7)")
  func exhaustedRetriesDropContent() {
    var configuration = Self.policy(0)
    configuration.emptiesOnFailure = true
    var harness = Harness.open(plays: true, configuration)
    harness.report(.failed(Failure(.io)))
    #expect(harness.player.phase == .empty && harness.player.item.isNone && harness.player.failure.kind == .none)
    let names = harness.notifications.map { String(String(describing: $0).prefix { $0 != "(" }) }
    #expect(
      names == [
        "phaseChanged", "playbackStateChanged", "failed", "itemChanged", "phaseChanged", "streamTypeChanged",
        "durationChanged", "seekableRangeChanged", "intentChanged", "supplyChanged",
      ])
    #expect(harness.commands == [.close])
  }

  @Test("media that fails at its end does not replay: neither by a retry nor when the network returns")
  func failsAtTheEnd() {
    var configuration = Self.policy()
    configuration.resumesOnReconnect = true
    configuration.reloadsOnNetworkChange = true
    for isAnnounced in [true, false] {
      var harness = Harness(configuration)
      harness.engine.reportsEnd = isAnnounced
      harness.load(plays: true)
      harness.run(seconds: 61)
      #expect(harness.player.phase == (isAnnounced ? .ended : .prepared))
      harness.forget()
      harness.report(.failed(Failure(.io)))
      harness.environment(.networkChanged(.none))
      harness.environment(.networkChanged(.wifi))
      #expect(harness.openings == 0 && harness.player.phase == .failed)
    }
  }

  // MARK: The count

  @Test("readiness resets the count if the setting says so (Contradictions.md#X-10)")
  func resetOnReady() {
    for resets in [true, false] {
      var configuration = Self.policy(2)
      configuration.retryResetsOnReady = resets
      configuration.retryResetsOnProgress = false
      var harness = Harness.open(plays: true, configuration)
      for _ in 0..<4 {
        harness.report(.failed(Failure(.io)))
        harness.run(seconds: 3)
      }
      #expect(harness.retries.map(\.attempt) == (resets ? [1, 1, 1, 1] : [1, 2]))
      #expect(harness.player.phase == (resets ? .prepared : .failed))
    }
  }

  @Test("another item resets the count, or the count lasts for life (Contradictions.md#X-10)")
  func resetOnItem() {
    for resets in [true, false] {
      var configuration = Self.policy(2)
      configuration.retryResetsOnReady = false
      configuration.retryResetsOnItem = resets
      var harness = Harness(configuration)
      harness.engine.openFailure = Failure(.connect)
      harness.load(1)
      harness.run()
      harness.load(1)
      harness.run()
      #expect(harness.retries.count == 2)
      harness.load(2)
      harness.run()
      #expect(harness.retries.count == (resets ? 4 : 2))
    }
  }

  @Test("an explicit load, play or retry resets the count if the policy says so (Contradictions.md#X-10)")
  func resetOnCommand() {
    for resets in [true, false] {
      for command in [
        Command.play, .retry, .prepare, .load(item: ItemID(1), start: .standard, autoplay: true, opens: true),
        .reload(item: .none, flush: true),
      ] {
        var configuration = Self.policy(2)
        configuration.retryResetsOnCommand = resets
        var harness = Harness(configuration)
        harness.engine.openFailure = Failure(.connect)
        harness.load(1)
        harness.run()
        harness.ask(command)
        harness.run()
        #expect(harness.retries.count == (resets ? 4 : 2), "\(command)")
      }
    }
  }

  /// One immediate retry; only progress resets the count.
  private static var byProgress: Configuration {
    var configuration = policy(1)
    configuration.retryResetsOnReady = false
    return configuration
  }

  @Test("playback that progresses past where it broke off resets the count")
  func resetOnProgress() {
    var harness = Harness.open(plays: true, Self.byProgress)
    for seconds in [5, 2, 7] {
      harness.run(seconds: Int64(seconds))
      harness.report(.failed(Failure(.io)))
      harness.run()
    }
    #expect(harness.retries.map(\.attempt) == [1, 1, 1] && harness.player.state == .playing)
    harness.run(for: .milliseconds(900))
    harness.report(.failed(Failure(.io)))
    #expect(harness.failures.count == 1)
  }

  @Test("replaying up to where it broke off does not reset the count: on demand the furthest break counts")
  func sameStretch() {
    var harness = Harness.open(OpenedMedia(duration: .seconds(60), isSeekable: false), plays: true, Self.byProgress)
    harness.run(seconds: 20)
    harness.report(.failed(Failure(.io)))
    harness.run(seconds: 15)
    #expect(harness.player.state == .playing && harness.position == .seconds(15))
    harness.report(.failed(Failure(.io)))
    #expect(harness.retries.map(\.attempt) == [1] && harness.failures == [Failure(.io)])
  }

  @Test("a live stream restarts with each opening: only another break at the same place is no progress")
  func sameLiveStretch() {
    for (second, isRetried) in [(12, true), (20, false), (40, true)] {
      var harness = Harness.open(OpenedMedia(duration: .unknown, isSeekable: false), plays: true, Self.byProgress)
      harness.run(seconds: 20)
      harness.report(.failed(Failure(.io)))
      harness.run()
      harness.run(seconds: Int64(second))
      harness.report(.failed(Failure(.io)))
      #expect((harness.retries.count == 2) == isRetried, "broken after \(second) s")
    }
  }

  @Test("a seek elsewhere and the end of the media clear the place of the break")
  func breakPlaceIsCleared() {
    var harness = Harness.open(plays: true, Self.byProgress)
    harness.run(seconds: 40)
    harness.report(.failed(Failure(.io)))
    harness.run()
    harness.ask(.seek(.at(.seconds(10))))
    harness.run(seconds: 5)
    harness.report(.failed(Failure(.io)))
    #expect(harness.retries.map(\.attempt) == [1, 1])

    harness = Harness.open(OpenedMedia(duration: .seconds(20)), plays: true, Self.byProgress)
    harness.ask(.setLooping(true))
    harness.run(for: .milliseconds(19_500))
    harness.report(.failed(Failure(.io)))
    harness.run(seconds: 5)
    harness.report(.failed(Failure(.io)))
    #expect(harness.retries.map(\.attempt) == [1, 1] && harness.failures.isEmpty)
  }

  @Test("the standard preset retries a source that always breaks at one place three times, not forever")
  func standardPresetIsBounded() {
    var harness = Harness.open(OpenedMedia(duration: .seconds(60), isSeekable: false), plays: true, .standard)
    for _ in 0..<10 where harness.failures.isEmpty {
      harness.run(seconds: 30)
      harness.run(for: .seconds(20) - (harness.position - .zero))
      harness.report(.failed(Failure(.io)))
    }
    #expect(harness.retries.map(\.attempt) == [1, 2, 3] && harness.failures == [Failure(.io)])
  }

  @Test("another reload for a stall at the same place is no progress")
  func sameStall() {
    var configuration = Self.reloading
    configuration.reloadLimit = 2
    var harness = Harness.open(OpenedMedia(duration: .seconds(60), isSeekable: false), plays: true, configuration)
    for _ in 0..<5 where harness.failures.isEmpty {
      harness.run(seconds: 10)
      harness.starve(at: 10)
      harness.run()
    }
    #expect(harness.reloads == [1, 2] && harness.failures == [Failure(.retriesExhausted)])
  }

  @Test("after too many requests a retry waits as long as the server asks, unless that is too long")
  func tooManyRequests() {
    var configuration = Self.policy(after: .seconds(1))
    configuration.retryDelayMaximum = .seconds(30)
    for (asked, waited) in [(0, 1), (1, 1), (20, 20), (30, 30), (31, nil)] as [(Int32, Int64?)] {
      var harness = Harness.open(plays: true, configuration)
      harness.report(.failed(Failure(.httpTooManyRequests, detail: asked)))
      #expect(harness.retries.map(\.after) == (waited.map { [.seconds($0)] } ?? []), "\(asked) s")
      #expect((harness.player.phase == .failed) == (waited == nil))
    }
  }

  @Test("media that breaks as soon as it is prepared is not retried forever (BugZoo.md#26)")
  func readyIsNotEnough() {
    var configuration = Self.policy(2)
    configuration.reloadLimit = 3
    var harness = Harness.open(plays: true, configuration)
    var rounds = 0
    while harness.player.phase == .prepared, rounds < 50 {
      harness.report(.failed(Failure(.io)))
      harness.run(for: .milliseconds(100))
      rounds += 1
    }
    #expect(harness.failures.count == 1 && rounds < 8)
  }

  // MARK: Running dry

  private static var reloading: Configuration {
    var configuration = Configuration()
    configuration.reloadsOnStall = true
    return configuration
  }

  @Test("running dry reloads if the policy says so, keeps position and intent, and counts no stall (PRX.md#7)")
  func dry() {
    var harness = Harness.open(plays: true, Self.reloading)
    harness.run(seconds: 10)
    harness.forget()
    harness.starve(at: 10)
    #expect(harness.reloads == [1] && harness.openings == 1)
    #expect(harness.said.contains(.notification(.reloading(attempt: 1), .retry)))
    #expect(harness.player.statistics.stallCount == 0)
    harness.run()
    #expect(harness.player.state == .playing && harness.position == .seconds(10))
  }

  @Test("running dry without a network, on local media or elsewhere is a stall, not a reload (PRX.md#7, PRX.md#8)")
  func dryElsewhere() {
    for hindrance in 0..<4 {
      var harness = Harness(Self.reloading)
      harness.load(plays: true, isLocal: hindrance == 0)
      harness.run(seconds: 10)
      switch hindrance {
      case 1: harness.environment(.networkChanged(.none))
      case 2: harness.environment(.externalPlaybackChanged(true))
      case 3:
        harness.ask(.set(.allowsCellular, 0))
        harness.environment(.networkChanged(.cellular))
      default: break
      }
      harness.starve(at: 10)
      #expect(harness.player.state == .stalled && harness.reloads.isEmpty)
    }
  }

  @Test(
    "a stream that runs dry after every load fails instead of reloading forever (BugZoo.md#14, BugZoo.md#26)"
  )
  func dryAfterEveryLoad() {
    var configuration = Self.reloading
    configuration.reloadLimit = 3
    var harness = Harness.open(plays: true, configuration)
    var rounds: Int64 = 0
    while harness.player.phase == .prepared, rounds < 50 {
      harness.run(for: .milliseconds(200))
      harness.starve(at: 0)
      harness.run()
      rounds += 1
    }
    #expect(harness.reloads == [1, 2, 3])
    #expect(harness.failures == [Failure(.retriesExhausted)])
    #expect(harness.player.wantsPlay)
  }

  @Test("playback in between resets the count of reloads")
  func playbackResetsReloadCount() {
    var configuration = Self.reloading
    configuration.reloadLimit = 1
    var harness = Harness.open(plays: true, configuration)
    for second in 1...5 {
      harness.run(seconds: 4)
      harness.starve(at: Int64(second) * 4)
      harness.run()
    }
    #expect(harness.reloads == [1, 1, 1, 1, 1])
    #expect(harness.player.state == .playing)
  }
}
