@testable import PlayerCore
import Testing

@Suite("Retries (PRX.md#7)")
struct RetryStories {
  /// Three retries after fixed delays, unless told otherwise.
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
    var stage = Stage.open(plays: true, Self.policy())
    stage.run(seconds: 5)
    stage.forget()
    stage.report(.failed(Failure(.io, detail: 5)))
    #expect(
      stage.notifications.filter { if case .phaseChanged = $0 { true } else { false } } == [
        .phaseChanged(from: .prepared, to: .opening)
      ])
    #expect(stage.states == [.preparing])
    #expect(
      stage.said.suffix(5) == [
        .notification(.warned(Failure(.io, detail: 5)), .retry),
        .notification(.retryScheduled(attempt: 1, limit: 3, after: .zero), .retry),
        .engine(.close, Epoch(1)), .engine(.open(item: ItemID(1), keepsBuffer: false), Epoch(2)),
        .engine(.setVolume(left: 1_000, right: 1_000, isMuted: false), Epoch(2)),
      ])
    #expect(stage.failures.isEmpty)
    stage.run()
    #expect(stage.player.state == .playing)
  }

  @Test("three retries are four attempts; then it has failed in the same step (PRX.md#7, BugZoo.md#14)")
  func exhausted() {
    var stage = Stage(Self.policy())
    stage.engine.openFailure = Failure(.connect)
    let load = stage.load(plays: true)
    stage.run()
    #expect(stage.openings == 4)
    #expect(stage.retries.map(\.attempt) == [1, 2, 3])
    #expect(stage.failures == [Failure(.connect)])
    #expect(stage.answers(to: load) == [.failed])
    #expect(stage.player.phase == .failed && stage.player.nextDeadline == .never)
  }

  @Test("a load waits through all retries for its one answer")
  func oneAnswer() {
    var stage = Stage(Self.policy(after: .seconds(1)))
    stage.engine.openFailure = Failure(.connect)
    stage.engine.failedOpenings = 2
    let load = stage.load(plays: true)
    stage.run(seconds: 1)
    #expect(stage.answers(to: load).isEmpty)
    stage.run(seconds: 1)
    #expect(stage.answers(to: load) == [.done])
    #expect(stage.player.state == .playing && stage.openings == 3)
  }

  @Test("no limit, no retry; only the kinds that are worth it (KSY never retries by itself: Contradictions.md#X-23)")
  func kinds() {
    var stage = Stage.open(plays: true)
    stage.report(.failed(Failure(.io)))
    #expect(stage.openings == 0 && stage.player.phase == .failed)
    var configuration = Self.policy()
    configuration.retryableFailures = .io
    for (kind, isRetried) in [(Failure.Kind.io, true), (.httpNotFound, false), (.audioDecodeFailed, false)] {
      var stage = Stage.open(plays: true, configuration)
      stage.report(.failed(Failure(kind)))
      #expect((stage.openings == 1) == isRetried, "\(kind)")
    }
  }

  @Test("time-outs and watchdogs are failures like any other")
  func timeOuts() {
    var stage = Stage(Self.policy(1))
    stage.engine.openLatency = nil
    stage.load(plays: true)
    stage.run(seconds: 30)
    #expect(stage.retries.count == 1 && stage.player.phase == .opening)
    stage.run(seconds: 30)
    #expect(stage.failures == [Failure(.openTimeout)])
  }

  // MARK: Delays

  @Test("a fixed delay is waited for: preparing, nothing open, one deadline, and no failure is announced")
  func fixedDelay() {
    var stage = Stage.open(plays: true, Self.policy(after: .seconds(7)))
    stage.run(seconds: 5)
    stage.report(.failed(Failure(.io)))
    #expect(stage.player.isWaitingToRetry && stage.player.phase == .opening && stage.player.state == .preparing)
    #expect(stage.player.retryDeadline == .seconds(12) && stage.openings == 0)
    stage.run(for: .microseconds(6_999_999))
    #expect(stage.openings == 0)
    stage.run(for: .microseconds(1))
    #expect(stage.openings == 1 && stage.player.state == .playing && stage.failures.isEmpty)
  }

  @Test("exponential delays double up to their maximum")
  func exponentialDelay() {
    var configuration = Self.policy(6, after: .seconds(1))
    configuration.retryDelayKind = .exponential
    configuration.retryDelayMaximum = .seconds(10)
    var stage = Stage(configuration)
    stage.engine.openFailure = Failure(.connect)
    stage.load()
    stage.run(seconds: 100)
    #expect(stage.retries.map(\.after) == [1, 2, 4, 8, 10, 10].map { .seconds($0) })
    #expect(stage.failures.count == 1)
  }

  @Test("however often and however long: delays saturate at their maximum")
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

  @Test("jitter shortens a delay by at most its part, as the seed and the attempt decide and nothing else")
  func jitter() {
    func delays(seed: Int64) -> [TimeSpan] {
      var configuration = Self.policy(8, after: .seconds(10))
      configuration.retryJitter = .thousandths(500)
      configuration.seed = seed
      var stage = Stage(configuration)
      stage.engine.openFailure = Failure(.connect)
      stage.run(seconds: seed)
      stage.load()
      stage.run(seconds: 200)
      return stage.retries.map(\.after)
    }
    #expect(delays(seed: 5) == delays(seed: 5))
    #expect(delays(seed: 5) != delays(seed: 6))
    #expect(Set(delays(seed: 5)).count == 8)
    #expect(delays(seed: 5).allSatisfy { $0 >= .seconds(5) && $0 <= .seconds(10) })
  }

  @Test("a retry after an endless delay is none: an explicit failure instead of waiting for ever (BugZoo.md#14)")
  func endlessDelay() {
    var configuration = Self.policy(after: .never)
    configuration.retryDelayMaximum = .never
    var stage = Stage.open(plays: true, configuration)
    stage.report(.failed(Failure(.io)))
    #expect(stage.player.phase == .failed && stage.retries.isEmpty)
  }

  // MARK: What people do meanwhile

  /// A player that failed at five seconds and waits to try again.
  private static var waiting: Stage {
    var stage = Stage.open(plays: true, policy(after: .seconds(7)))
    stage.run(seconds: 5)
    stage.report(.failed(Failure(.io)))
    stage.forget()
    return stage
  }

  @Test("a pause while it waits wins: it opens and holds (BugZoo.md#7); a play after it wins again")
  func pauseMeanwhile() {
    var stage = Self.waiting
    stage.ask(.pause)
    stage.run(seconds: 10)
    #expect(stage.player.state == .paused && stage.position == .seconds(5))
    #expect(!stage.states.contains(.playing))
    var undecided = Self.waiting
    undecided.ask(.toggle)
    undecided.ask(.play)
    undecided.run(seconds: 10)
    #expect(undecided.player.state == .playing)
  }

  @Test("stop, reset and a load end the wait: nothing opens by itself any more (SRG.md#3.11)")
  func stopMeanwhile() {
    for command in [Command.stop, .reset] {
      var stage = Self.waiting
      stage.ask(command)
      stage.run(seconds: 100)
      #expect(stage.openings == 0 && stage.player.nextDeadline == .never, "\(command)")
    }
    var stage = Self.waiting
    stage.load(2, plays: true)
    stage.run(seconds: 100)
    #expect(stage.openings == 1 && stage.player.item == ItemID(2))
  }

  @Test("the retry command does not wait")
  func retryMeanwhile() {
    var stage = Self.waiting
    let retry = stage.ask(.retry)
    stage.run()
    #expect(stage.openings == 1 && stage.player.state == .playing)
    #expect(stage.answers(to: retry) == [.done])
    stage.run(seconds: 20)
    #expect(stage.openings == 1)
  }

  @Test("a seek while it waits is where it opens, and is answered there (BugZoo.md#36)")
  func seekMeanwhile() {
    var stage = Self.waiting
    let seek = stage.ask(.seek(.at(.seconds(30))))
    stage.run(seconds: 7)
    #expect(stage.answers(to: seek) == [.done])
    #expect(stage.position == .seconds(30))
  }

  @Test(
    "a seek that a failure overtakes is not dropped: the next opening begins at its target (BugZoo.md#3, BugZoo.md#36)")
  func seekAcross() {
    var stage = Stage.open(plays: true, Self.policy(after: .seconds(2)))
    stage.engine.seekLatency = nil
    let seek = stage.ask(.seek(.at(.seconds(30))))
    stage.report(.failed(Failure(.io)))
    #expect(stage.notifications.contains { if case .seekEnded = $0 { true } else { false } })
    stage.engine.seekLatency = .zero
    stage.run(seconds: 2)
    #expect(stage.answers(to: seek) == [.done])
    #expect(stage.player.state == .playing && stage.position == .seconds(30))
  }

  @Test("what the engine still says of the opening that failed is stale")
  func lateReports() {
    var stage = Self.waiting
    stage.report(.opened(OpenedMedia(duration: .seconds(3))))
    #expect(stage.oddities == [.staleEpoch] && stage.player.isWaitingToRetry)
  }

  // MARK: Where it goes on, and whether

  @Test("it goes on where it was, or at the initial position (BugZoo.md#8, SRG.md#1.6, SRG.md#5.8)")
  func position() {
    for atInitial in [false, true] {
      var configuration = Self.policy()
      configuration.retryResumesAtInitial = atInitial
      var stage = Stage(configuration)
      stage.load(from: .at(.seconds(10)), plays: true)
      stage.run(seconds: 12)
      stage.report(.failed(Failure(.io)))
      stage.run()
      #expect(stage.position == .seconds(atInitial ? 10 : 22))
      // A failure before the media is open loses neither.
      stage.engine.openLatency = nil
      stage.report(.failed(Failure(.io)))
      stage.engine.openLatency = .zero
      stage.report(.failed(Failure(.io)))
      stage.run()
      #expect(stage.position == .seconds(atInitial ? 10 : 22))
    }
  }

  @Test("the wish survives, also a wish to hold; the 1.x way holds after every failure (PRX.md#7)")
  func intent() {
    var held = Stage.open(plays: false, Self.policy())
    held.report(.failed(Failure(.io)))
    held.run()
    #expect(held.player.state == .paused)
    for keeps in [true, false] {
      var configuration = Self.policy()
      configuration.retryKeepsIntent = keeps
      var stage = Stage.open(plays: true, configuration)
      stage.report(.failed(Failure(.io)))
      stage.run()
      #expect(stage.player.state == (keeps ? .playing : .paused))
    }
  }

  @Test("a failure before the source is reached: not retried and held, where that is the policy (PRX.md#5)")
  func openFailures() {
    for isConnected in [false, true] {
      var stage = Stage(.prx)
      stage.engine.openFailure = Failure(.invalidData)
      if isConnected { stage.engine.overture = [Self.connected] }
      stage.load(plays: true)
      stage.run()
      #expect(stage.retries.count == (isConnected ? 3 : 0))
      #expect(stage.player.wantsPlay == isConnected)
      #expect(stage.player.phase == (isConnected ? .empty : .failed))
      #expect(stage.player.item == (isConnected ? .none : ItemID(1)))
    }
  }

  @Test("connected: from the engine's word on, at the latest when open, until that opening is closed")
  func connectedStage() {
    var stage = Stage()
    stage.engine.openLatency = nil
    stage.load()
    #expect(!stage.player.isConnected)
    stage.report(Self.connected)
    #expect(stage.player.isConnected)
    stage.load(2)
    #expect(!stage.player.isConnected)
    stage.report(.opened(OpenedMedia(duration: .seconds(9))))
    #expect(stage.player.isConnected)
    stage.ask(.reload(item: .none, flush: false))
    let next = stage.player.loading.nextEpoch
    stage.report(Self.connected, epoch: next)
    stage.report(.failed(Failure(.io)))
    #expect(stage.player.epoch == next && stage.player.phase == .opening && stage.player.isConnected)
    stage.ask(.stop)
    #expect(!stage.player.isConnected)
  }

  @Test(
    "the content can be dropped once retries are exhausted: after the failure, and then everything of it (PRX.md#7)")
  func empties() {
    var configuration = Self.policy(0)
    configuration.emptiesOnFailure = true
    var stage = Stage.open(plays: true, configuration)
    stage.report(.failed(Failure(.io)))
    #expect(stage.player.phase == .empty && stage.player.item.isNone && stage.player.failure.kind == .none)
    let names = stage.notifications.map { String(String(describing: $0).prefix { $0 != "(" }) }
    #expect(
      names == [
        "phaseChanged", "playbackStateChanged", "failed", "itemChanged", "phaseChanged", "streamTypeChanged",
        "durationChanged", "seekableRangeChanged", "intentChanged", "supplyChanged",
      ])
    #expect(stage.commands == [.close])
  }

  @Test("what fails at its end is not played once more: neither by a retry nor when the network comes back")
  func failsAtTheEnd() {
    var configuration = Self.policy()
    configuration.resumesOnReconnect = true
    configuration.reloadsOnNetworkChange = true
    for isAnnounced in [true, false] {
      var stage = Stage(configuration)
      stage.engine.reportsEnd = isAnnounced
      stage.load(plays: true)
      stage.run(seconds: 61)
      #expect(stage.player.phase == (isAnnounced ? .ended : .prepared))
      stage.forget()
      stage.report(.failed(Failure(.io)))
      stage.environment(.networkChanged(.none))
      stage.environment(.networkChanged(.wifi))
      #expect(stage.openings == 0 && stage.player.phase == .failed)
    }
  }

  // MARK: The count

  @Test("being prepared begins a new count, or does not (Contradictions.md#X-10)")
  func resetOnReady() {
    for resets in [true, false] {
      var configuration = Self.policy(2)
      configuration.retryResetsOnReady = resets
      configuration.retryResetsOnProgress = false
      var stage = Stage.open(plays: true, configuration)
      for _ in 0..<4 {
        stage.report(.failed(Failure(.io)))
        stage.run(seconds: 3)
      }
      #expect(stage.retries.map(\.attempt) == (resets ? [1, 1, 1, 1] : [1, 2]))
      #expect(stage.player.phase == (resets ? .prepared : .failed))
    }
  }

  @Test("another item begins a new count, or the count lasts for life (Contradictions.md#X-10)")
  func resetOnItem() {
    for resets in [true, false] {
      var configuration = Self.policy(2)
      configuration.retryResetsOnReady = false
      configuration.retryResetsOnItem = resets
      var stage = Stage(configuration)
      stage.engine.openFailure = Failure(.connect)
      stage.load(1)
      stage.run()
      stage.load(1)
      stage.run()
      #expect(stage.retries.count == 2)
      stage.load(2)
      stage.run()
      #expect(stage.retries.count == (resets ? 4 : 2))
    }
  }

  @Test("an explicit load, play or retry begins a new count where that is the policy (Contradictions.md#X-10)")
  func resetOnCommand() {
    for resets in [true, false] {
      for command in [
        Command.play, .retry, .prepare, .load(item: ItemID(1), start: .standard, autoplay: true, opens: true),
        .reload(item: .none, flush: true),
      ] {
        var configuration = Self.policy(2)
        configuration.retryResetsOnCommand = resets
        var stage = Stage(configuration)
        stage.engine.openFailure = Failure(.connect)
        stage.load(1)
        stage.run()
        stage.ask(command)
        stage.run()
        #expect(stage.retries.count == (resets ? 4 : 2), "\(command)")
      }
    }
  }

  /// One retry at once, which only progress begins anew.
  private static var byProgress: Configuration {
    var configuration = policy(1)
    configuration.retryResetsOnReady = false
    return configuration
  }

  @Test("playback that gets on begins a new count, past where it broke off")
  func resetOnProgress() {
    var stage = Stage.open(plays: true, Self.byProgress)
    for seconds in [5, 2, 7] {
      stage.run(seconds: Int64(seconds))
      stage.report(.failed(Failure(.io)))
      stage.run()
    }
    #expect(stage.retries.map(\.attempt) == [1, 1, 1] && stage.player.state == .playing)
    stage.run(for: .milliseconds(900))
    stage.report(.failed(Failure(.io)))
    #expect(stage.failures.count == 1)
  }

  @Test("playing again up to where it broke off begins none: on demand the furthest such place counts")
  func sameStretch() {
    var stage = Stage.open(OpenedMedia(duration: .seconds(60), isSeekable: false), plays: true, Self.byProgress)
    stage.run(seconds: 20)
    stage.report(.failed(Failure(.io)))
    stage.run(seconds: 15)
    #expect(stage.player.state == .playing && stage.position == .seconds(15))
    stage.report(.failed(Failure(.io)))
    #expect(stage.retries.map(\.attempt) == [1] && stage.failures == [Failure(.io)])
  }

  @Test("a live stream begins anew with each opening: only what breaks at the same place again has not got on")
  func sameLiveStretch() {
    for (second, isRetried) in [(12, true), (20, false), (40, true)] {
      var stage = Stage.open(OpenedMedia(duration: .unknown, isSeekable: false), plays: true, Self.byProgress)
      stage.run(seconds: 20)
      stage.report(.failed(Failure(.io)))
      stage.run()
      stage.run(seconds: Int64(second))
      stage.report(.failed(Failure(.io)))
      #expect((stage.retries.count == 2) == isRetried, "broken after \(second) s")
    }
  }

  @Test("who seeks elsewhere, and media that has come to its end, leave the place behind")
  func placeLeftBehind() {
    var stage = Stage.open(plays: true, Self.byProgress)
    stage.run(seconds: 40)
    stage.report(.failed(Failure(.io)))
    stage.run()
    stage.ask(.seek(.at(.seconds(10))))
    stage.run(seconds: 5)
    stage.report(.failed(Failure(.io)))
    #expect(stage.retries.map(\.attempt) == [1, 1])

    stage = Stage.open(OpenedMedia(duration: .seconds(20)), plays: true, Self.byProgress)
    stage.ask(.setLooping(true))
    stage.run(for: .milliseconds(19_500))
    stage.report(.failed(Failure(.io)))
    stage.run(seconds: 5)
    stage.report(.failed(Failure(.io)))
    #expect(stage.retries.map(\.attempt) == [1, 1] && stage.failures.isEmpty)
  }

  @Test("the standard preset tries a source that always breaks at one place three times, not for ever")
  func standardComesToAnEnd() {
    var stage = Stage.open(OpenedMedia(duration: .seconds(60), isSeekable: false), plays: true, .standard)
    for _ in 0..<10 where stage.failures.isEmpty {
      stage.run(seconds: 30)
      stage.run(for: .seconds(20) - (stage.position - .zero))
      stage.report(.failed(Failure(.io)))
    }
    #expect(stage.retries.map(\.attempt) == [1, 2, 3] && stage.failures == [Failure(.io)])
  }

  @Test("a reload because of a stall at the same place again has not got on")
  func sameStall() {
    var configuration = Self.reloading
    configuration.reloadLimit = 2
    var stage = Stage.open(OpenedMedia(duration: .seconds(60), isSeekable: false), plays: true, configuration)
    for _ in 0..<5 where stage.failures.isEmpty {
      stage.run(seconds: 10)
      stage.starve(at: 10)
      stage.run()
    }
    #expect(stage.reloads == [1, 2] && stage.failures == [Failure(.retriesExhausted)])
  }

  @Test("a server that has had too many requests is left alone for as long as it asks, unless that is too long")
  func tooManyRequests() {
    var configuration = Self.policy(after: .seconds(1))
    configuration.retryDelayMaximum = .seconds(30)
    for (asked, waited) in [(0, 1), (1, 1), (20, 20), (30, 30), (31, nil)] as [(Int32, Int64?)] {
      var stage = Stage.open(plays: true, configuration)
      stage.report(.failed(Failure(.httpTooManyRequests, detail: asked)))
      #expect(stage.retries.map(\.after) == (waited.map { [.seconds($0)] } ?? []), "\(asked) s")
      #expect((stage.player.phase == .failed) == (waited == nil))
    }
  }

  @Test("what breaks as soon as it is prepared is not tried for ever (BugZoo.md#26)")
  func readyIsNotEnough() {
    var configuration = Self.policy(2)
    configuration.reloadLimit = 3
    var stage = Stage.open(plays: true, configuration)
    var rounds = 0
    while stage.player.phase == .prepared, rounds < 50 {
      stage.report(.failed(Failure(.io)))
      stage.run(for: .milliseconds(100))
      rounds += 1
    }
    #expect(stage.failures.count == 1 && rounds < 8)
  }

  // MARK: Running dry

  private static var reloading: Configuration {
    var configuration = Configuration()
    configuration.reloadsOnStall = true
    return configuration
  }

  @Test("running dry reloads where that is the policy, at the place, as wanted, and counts no stall (PRX.md#7)")
  func dry() {
    var stage = Stage.open(plays: true, Self.reloading)
    stage.run(seconds: 10)
    stage.forget()
    stage.starve(at: 10)
    #expect(stage.reloads == [1] && stage.openings == 1)
    #expect(stage.said.contains(.notification(.reloading(attempt: 1), .retry)))
    #expect(stage.player.statistics.stallCount == 0)
    stage.run()
    #expect(stage.player.state == .playing && stage.position == .seconds(10))
  }

  @Test("not without a network, not for what is local or plays elsewhere: that is a stall (PRX.md#7, PRX.md#8)")
  func dryElsewhere() {
    for hindrance in 0..<4 {
      var stage = Stage(Self.reloading)
      stage.load(plays: true, isLocal: hindrance == 0)
      stage.run(seconds: 10)
      switch hindrance {
      case 1: stage.environment(.networkChanged(.none))
      case 2: stage.environment(.externalPlaybackChanged(true))
      case 3:
        stage.ask(.set(.allowsCellular, 0))
        stage.environment(.networkChanged(.cellular))
      default: break
      }
      stage.starve(at: 10)
      #expect(stage.player.state == .stalled && stage.reloads.isEmpty)
    }
  }

  @Test(
    "a stream that runs dry after every load fails in the end instead of reloading for ever (BugZoo.md#14, BugZoo.md#26)"
  )
  func dryAgainAndAgain() {
    var configuration = Self.reloading
    configuration.reloadLimit = 3
    var stage = Stage.open(plays: true, configuration)
    var rounds: Int64 = 0
    while stage.player.phase == .prepared, rounds < 50 {
      stage.run(for: .milliseconds(200))
      stage.starve(at: 0)
      stage.run()
      rounds += 1
    }
    #expect(stage.reloads == [1, 2, 3])
    #expect(stage.failures == [Failure(.retriesExhausted)])
    #expect(stage.player.wantsPlay)
  }

  @Test("playback in between begins a new count of reloads")
  func dryNowAndThen() {
    var configuration = Self.reloading
    configuration.reloadLimit = 1
    var stage = Stage.open(plays: true, configuration)
    for second in 1...5 {
      stage.run(seconds: 4)
      stage.starve(at: Int64(second) * 4)
      stage.run()
    }
    #expect(stage.reloads == [1, 1, 1, 1, 1])
    #expect(stage.player.state == .playing)
  }
}
