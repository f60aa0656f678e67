@testable import PlayerCore
import Testing

@Suite("Reachability (PRX.md#8, SRG.md#3.11)")
struct ReachabilityStories {
  private static func harness(_ network: NetworkPath, _ configuration: Configuration = Configuration()) -> Harness {
    var harness = Harness(configuration)
    harness.environment(.networkChanged(network))
    harness.forget()
    return harness
  }

  /// Plays an item for ten seconds.
  private static func playing(
    _ network: NetworkPath, _ configuration: Configuration = Configuration(), isLocal: Bool = false
  ) -> Harness {
    var harness = harness(network, configuration)
    harness.load(plays: true, isLocal: isLocal)
    harness.run(seconds: 10)
    harness.forget()
    return harness
  }

  private static func configuration(_ settings: Setting...) -> Configuration {
    var configuration = Configuration()
    for setting in settings { configuration[setting] = 1 }
    return configuration
  }

  private static var noCellular: Configuration {
    var configuration = Configuration()
    configuration.allowsCellular = false
    return configuration
  }

  // MARK: Loads

  @Test("without a network a remote load is blocked, announced once and answered; the engine gets nothing (PRX.md#8)")
  func blocked() {
    var harness = Self.harness(.none)
    let load = harness.load(plays: true)
    #expect(
      harness.said == [
        .notification(.itemChanged(from: .none, to: ItemID(1)), .command),
        .notification(.phaseChanged(from: .empty, to: .blocked), .command),
        .notification(.intentChanged(playing: true), .command),
        .notification(.policyPrevented(.none), .command),
        .completion(Completion(load, .failed)),
      ])
    #expect(harness.player.state == .idle && harness.player.nextDeadline == .never)
  }

  @Test(
    "an unreported network forbids nothing; local items need none; cellular is allowed by default (PRX.md#8)")
  func allowed() {
    for (network, isLocal, allowsCellular, isAllowed) in [
      (NetworkPath.unknown, false, true, true), (.wifi, false, true, true), (.wired, false, false, true),
      (.cellular, false, true, true), (.cellular, false, false, false), (.cellular, true, false, true),
      (.none, true, true, true), (.none, false, true, false),
    ] {
      var configuration = Configuration()
      configuration.allowsCellular = allowsCellular
      var harness = Self.harness(network, configuration)
      harness.load(isLocal: isLocal)
      #expect((harness.openings == 1) == isAllowed, "\(network) \(isLocal) \(allowsCellular)")
      #expect((harness.player.phase == .blocked) == !isAllowed)
    }
  }

  @Test("every way to open is checked: prepare, play, toggle, reload and retry")
  func everyOpeningCommand() {
    for command in [Command.prepare, .play, .toggle, .reload(item: .none, flush: true)] {
      var harness = Harness()
      harness.load(opens: false)
      harness.environment(.networkChanged(.none))
      harness.ask(command)
      #expect(harness.player.phase == .blocked && harness.openings == 0, "\(command)")
      #expect(harness.notifications.contains(.policyPrevented(.none)))
    }
    var failed = Self.playing(.wifi)
    failed.report(.failed(Failure(.io)))
    failed.environment(.networkChanged(.none))
    let retry = failed.ask(.retry)
    #expect(failed.player.phase == .blocked && failed.answers(to: retry) == [.failed])
  }

  @Test("a prevented play starts where it should once the network is available (PRX.md#8)")
  func opensLater() {
    var harness = Self.harness(.cellular, Self.noCellular)
    harness.load(from: .at(.seconds(20)), plays: true)
    harness.forget()
    harness.environment(.networkChanged(.wifi))
    #expect(harness.said.contains(.notification(.phaseChanged(from: .blocked, to: .opening), .reachability)))
    harness.run()
    #expect(harness.player.state == .playing && harness.position == .seconds(20))
  }

  @Test("a prevented play also starts once cellular is allowed")
  func opensByPermission() {
    var harness = Self.harness(.cellular, Self.noCellular)
    harness.load(plays: true)
    harness.ask(.set(.allowsCellular, 1))
    harness.run()
    #expect(harness.player.state == .playing)
  }

  @Test("a pause while blocked is never overridden: the media loads and holds (BugZoo.md#7)")
  func pauseWhileBlocked() {
    var harness = Self.harness(.none)
    harness.load(plays: true)
    harness.ask(.pause)
    harness.environment(.networkChanged(.wifi))
    harness.run(seconds: 20)
    #expect(harness.player.state == .paused)
    #expect(!harness.states.contains(.playing))
  }

  @Test("after a stop nothing opens when the network returns (SRG.md#3.11)")
  func stopWhileBlocked() {
    for command in [Command.stop, .reset] {
      var harness = Self.harness(.none, Self.configuration(.resumesOnReconnect, .reloadsOnNetworkChange))
      harness.load(plays: true)
      harness.ask(command)
      harness.environment(.networkChanged(.wifi))
      #expect(harness.openings == 0, "\(command)")
    }
  }

  @Test("a seek while blocked sets where playback begins")
  func seekWhileBlocked() {
    var harness = Self.harness(.none)
    harness.load(plays: true)
    let seek = harness.ask(.seek(.at(.seconds(30))))
    #expect(harness.answers(to: seek) == [.done])
    harness.environment(.networkChanged(.wifi))
    harness.run()
    #expect(harness.position == .seconds(30))
  }

  @Test("a prevented reload that keeps the buffer fails, and current playback continues")
  func preventedReload() {
    var harness = Self.playing(.wifi)
    harness.environment(.networkChanged(.none))
    let reload = harness.ask(.reload(item: ItemID(2), flush: false))
    #expect(harness.answers(to: reload) == [.failed])
    #expect(harness.notifications.contains(.policyPrevented(.none)))
    #expect(harness.player.state == .playing && harness.player.item == ItemID(1))
  }

  // MARK: While it plays

  @Test(
    "a lost network by itself causes no stop, reload or prevention (PRX.md#8, SRG.md#3.11, Contradictions.md#X-12)")
  func lossAloneChangesNothing() {
    for path in [NetworkPath.none, .cellular] {
      var harness = Self.playing(.wifi, Self.noCellular)
      harness.environment(.networkChanged(path))
      #expect(harness.notifications == [.networkChanged(path)])
      #expect(harness.commands.isEmpty && harness.player.state == .playing)
    }
  }

  @Test(
    "with the setting the policy applies during playback: closed, announced, resumed in place (Contradictions.md#X-12)"
  )
  func enforced() {
    var configuration = Self.noCellular
    configuration.checksPolicyWhilePlaying = true
    var harness = Self.playing(.wifi, configuration)
    harness.environment(.networkChanged(.cellular))
    #expect(harness.player.phase == .blocked && harness.commands.last == .close)
    #expect(harness.notifications.contains(.policyPrevented(.cellular)))
    harness.run(seconds: 60)
    harness.environment(.networkChanged(.wired))
    harness.run()
    #expect(harness.player.state == .playing && harness.position == .seconds(10))
    harness.ask(.pause)
    harness.environment(.networkChanged(.none))
    harness.environment(.networkChanged(.wifi))
    harness.run()
    #expect(harness.player.state == .paused && harness.position == .seconds(10))
  }

  @Test("a pause or stop while the policy keeps media closed is respected (BugZoo.md#7)")
  func enforcedAndPaused() {
    for (command, state) in [(Command.pause, PlaybackState.paused), (.stop, .idle)] {
      var harness = Self.playing(.wifi, Self.configuration(.checksPolicyWhilePlaying))
      harness.environment(.networkChanged(.none))
      harness.ask(command)
      harness.environment(.networkChanged(.wifi))
      harness.run(seconds: 20)
      #expect(harness.player.state == state)
    }
  }

  @Test("local items ignore every network change (PRX.md#8)")
  func local() {
    var configuration = Self.configuration(.checksPolicyWhilePlaying, .reloadsOnNetworkChange, .resumesOnReconnect)
    configuration.allowsCellular = false
    var harness = Self.playing(.wifi, configuration, isLocal: true)
    for path in [NetworkPath.none, .cellular, .wifi, .none, .wired] { harness.environment(.networkChanged(path)) }
    #expect(harness.commands.isEmpty && harness.player.state == .playing)
  }

  // MARK: Reloads

  @Test("reloads follow the table of PRX.md#8, with wired equal to Wi-Fi")
  func table() {
    let all: [NetworkPath] = [.unknown, .none, .wifi, .cellular, .wired]
    let reloading: Set<[NetworkPath]> = [
      [.none, .wifi], [.none, .wired], [.none, .cellular], [.cellular, .wifi], [.cellular, .wired], [.wifi, .cellular],
      [.wired, .cellular],
    ]
    for firstCounts in [false, true] {
      var configuration = Self.configuration(.reloadsOnNetworkChange)
      configuration.firstNetworkReportCounts = firstCounts
      for from in all {
        for to in all {
          var harness = Self.playing(.wifi, configuration)
          harness.player.shown.network = from
          harness.environment(.networkChanged(to))
          // Contradictions.md#X-30: the first report is a baseline, except for the quirk.
          let isFirst = firstCounts && from == .unknown && (to == .wifi || to == .wired)
          #expect((harness.reloads == [1]) == (reloading.contains([from, to]) || isFirst), "\(from) to \(to)")
        }
      }
    }
  }

  @Test("forbidden cellular counts as no network: a change from Wi-Fi does not reload, the return does (PRX.md#8)")
  func tableWithoutCellular() {
    var configuration = Self.noCellular
    configuration.reloadsOnNetworkChange = true
    var harness = Self.playing(.wifi, configuration)
    harness.environment(.networkChanged(.cellular))
    #expect(harness.reloads.isEmpty)
    harness.environment(.networkChanged(.wifi))
    #expect(harness.reloads == [1])
  }

  @Test("a reload keeps position and hold (PRX.md#8), and names the network as its reason")
  func reloadKeepsPosition() {
    var harness = Self.playing(.wifi, Self.configuration(.reloadsOnNetworkChange))
    harness.environment(.networkChanged(.cellular))
    #expect(harness.said.contains(.notification(.reloading(attempt: 1), .reachability)))
    harness.run()
    #expect(harness.player.state == .playing && harness.position == .seconds(10))
    harness.ask(.pause)
    harness.environment(.networkChanged(.wifi))
    harness.run(seconds: 3)
    #expect(harness.player.state == .paused && harness.position == .seconds(10))
  }

  @Test("a pending load reopens and is answered once")
  func whileOpening() {
    var harness = Self.harness(.wifi, Self.configuration(.reloadsOnNetworkChange))
    harness.engine.openLatency = nil
    let load = harness.load(plays: true)
    harness.engine.openLatency = .zero
    harness.environment(.networkChanged(.cellular))
    harness.run()
    #expect(harness.openings == 2 && harness.answers(to: load) == [.done])
    #expect(harness.player.state == .playing)
  }

  @Test("reloads for a flapping network are bounded: wanted playback then fails, held playback stays")
  func flapping() {
    for wantsPlay in [true, false] {
      var configuration = Self.configuration(.reloadsOnNetworkChange)
      configuration.reloadLimit = 3
      var harness = Self.playing(.wifi, configuration)
      if !wantsPlay { harness.ask(.pause) }
      for _ in 0..<10 {
        harness.environment(.networkChanged(.cellular))
        harness.environment(.networkChanged(.wifi))
        harness.run()
      }
      #expect(harness.failures == (wantsPlay ? [Failure(.retriesExhausted)] : []))
      #expect(harness.player.state == (wantsPlay ? .idle : .paused))
    }
  }

  @Test("media that ended, was stopped or never opened is not reloaded")
  func notReloaded() {
    let configuration = Self.configuration(.reloadsOnNetworkChange)
    var ended = Self.playing(.wifi, configuration)
    ended.run(seconds: 60)
    var stopped = Self.playing(.wifi, configuration)
    stopped.ask(.stop)
    var chosen = Self.harness(.wifi, configuration)
    chosen.load(opens: false)
    for harness in [ended, stopped, chosen] {
      var harness = harness
      harness.forget()
      harness.environment(.networkChanged(.cellular))
      #expect(harness.openings == 0)
    }
  }

  // MARK: Coming back

  @Test("a connectivity failure is retried when the network returns, in place and with its intent (SRG.md#3.11)")
  func reconnects() {
    var harness = Self.playing(.wifi, Self.configuration(.resumesOnReconnect))
    harness.environment(.networkChanged(.none))
    harness.report(.failed(Failure(.io)))
    #expect(harness.player.phase == .failed)
    harness.run(seconds: 5)
    harness.environment(.networkChanged(.cellular))
    #expect(harness.said.contains(.notification(.reloading(attempt: 1), .reachability)))
    harness.run()
    #expect(harness.player.state == .playing && harness.position == .seconds(10))
  }

  @Test("only connectivity failures, only a network that returns, never after a stop, a pause wins (SRG.md#3.11)")
  func reconnectsOnly() {
    let configuration = Self.configuration(.resumesOnReconnect)
    for kind in Failure.Kind.allCases where kind != .none {
      var harness = Self.playing(.none, configuration, isLocal: true)
      harness.player.content.isLocal = false
      harness.report(.failed(Failure(kind)))
      harness.environment(.networkChanged(.wifi))
      #expect((harness.openings == 1) == kind.isConnectivity, "\(kind)")
    }
    var better = Self.playing(.cellular, configuration)
    better.report(.failed(Failure(.io)))
    better.environment(.networkChanged(.wifi))
    #expect(better.openings == 0)
    for (command, state) in [(Command.stop, PlaybackState.idle), (.pause, .paused)] {
      var harness = Self.playing(.wifi, configuration)
      harness.environment(.networkChanged(.none))
      harness.report(.failed(Failure(.connect)))
      harness.ask(command)
      harness.environment(.networkChanged(.wifi))
      harness.run(seconds: 10)
      #expect(harness.player.state == state)
      #expect(!harness.states.contains(.playing))
    }
  }

  @Test("each return of the network causes one retry; another failure waits for the next return")
  func reconnectsOnce() {
    var harness = Self.playing(.wifi, Self.configuration(.resumesOnReconnect))
    harness.environment(.networkChanged(.none))
    harness.report(.failed(Failure(.connect)))
    harness.engine.openFailure = Failure(.connect)
    harness.environment(.networkChanged(.wifi))
    harness.run(seconds: 100)
    #expect(harness.openings == 1 && harness.failures.count == 2 && harness.player.phase == .failed)
  }

  @Test("a waiting retry starts at once when the network returns")
  func reconnectEndsRetryDelay() {
    var harness = Self.playing(.wifi, .standard)
    harness.report(.failed(Failure(.io)))
    #expect(harness.player.isWaitingToRetry)
    harness.environment(.networkChanged(.none))
    harness.environment(.networkChanged(.wifi))
    #expect(harness.openings == 1 && harness.player.retryCount == 1)
  }

  @Test("a retry due without a network is blocked, and opens when the network returns (BugZoo.md#3, BugZoo.md#10)")
  func dueWithoutNetwork() {
    var harness = Self.playing(.wifi, .standard)
    harness.report(.failed(Failure(.io)))
    harness.environment(.networkChanged(.none))
    harness.run(seconds: 2)
    #expect(harness.player.phase == .blocked && harness.notifications.contains(.policyPrevented(.none)))
    harness.run(seconds: 100)
    harness.environment(.networkChanged(.wifi))
    harness.run()
    #expect(harness.player.state == .playing && harness.position == .seconds(10))
  }

  // MARK: Background

  @Test("background time is requested when the network is lost and when a call comes in (PRX.md#8, PRX.md#11: 240 s)")
  func backgroundTime() {
    let note = Player.Notification.backgroundTimeNeeded(.seconds(240))
    for isLocal in [false, true] {
      var harness = Self.playing(.wifi, .prx, isLocal: isLocal)
      harness.environment(.networkChanged(.none))
      harness.environment(.networkChanged(.none))
      #expect(harness.notifications.filter { $0 == note }.count == 1)
      harness.environment(.interruptionBegan(stopsEngine: true))
      harness.environment(.interruptionBegan(stopsEngine: true))
      #expect(harness.notifications.filter { $0 == note }.count == 2)
    }
    var empty = Self.harness(.wifi, .prx)
    empty.environment(.networkChanged(.none))
    #expect(!empty.notifications.contains(note))
    var off = Self.playing(.wifi)
    off.environment(.networkChanged(.none))
    #expect(off.notifications == [.networkChanged(.none)])
  }
}
