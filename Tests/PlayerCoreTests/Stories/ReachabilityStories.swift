@testable import PlayerCore
import Testing

@Suite("Reachability (PRX.md#8, SRG.md#3.11)")
struct ReachabilityStories {
  private static func stage(_ network: NetworkPath, _ configuration: Configuration = Configuration()) -> Stage {
    var stage = Stage(configuration)
    stage.environment(.networkChanged(network))
    stage.forget()
    return stage
  }

  /// Plays an item for ten seconds.
  private static func playing(
    _ network: NetworkPath, _ configuration: Configuration = Configuration(), isLocal: Bool = false
  ) -> Stage {
    var stage = stage(network, configuration)
    stage.load(plays: true, isLocal: isLocal)
    stage.run(seconds: 10)
    stage.forget()
    return stage
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

  @Test("without a network a remote load is blocked, announced once and answered; the engine hears nothing (PRX.md#8)")
  func blocked() {
    var stage = Self.stage(.none)
    let load = stage.load(plays: true)
    #expect(
      stage.said == [
        .notification(.itemChanged(from: .none, to: ItemID(1)), .command),
        .notification(.phaseChanged(from: .empty, to: .blocked), .command),
        .notification(.intentChanged(playing: true), .command),
        .notification(.policyPrevented(.none), .command),
        .completion(Completion(load, .failed)),
      ])
    #expect(stage.player.state == .idle && stage.player.nextDeadline == .never)
  }

  @Test(
    "what was never reported forbids nothing; local items need no network; cellular is allowed by default (PRX.md#8)")
  func allowed() {
    for (network, isLocal, allowsCellular, isAllowed) in [
      (NetworkPath.unknown, false, true, true), (.wifi, false, true, true), (.wired, false, false, true),
      (.cellular, false, true, true), (.cellular, false, false, false), (.cellular, true, false, true),
      (.none, true, true, true), (.none, false, true, false),
    ] {
      var configuration = Configuration()
      configuration.allowsCellular = allowsCellular
      var stage = Self.stage(network, configuration)
      stage.load(isLocal: isLocal)
      #expect((stage.openings == 1) == isAllowed, "\(network) \(isLocal) \(allowsCellular)")
      #expect((stage.player.phase == .blocked) == !isAllowed)
    }
  }

  @Test("every way to open is checked: prepare, play, toggle, reload and retry")
  func everyWay() {
    for command in [Command.prepare, .play, .toggle, .reload(item: .none, flush: true)] {
      var stage = Stage()
      stage.load(opens: false)
      stage.environment(.networkChanged(.none))
      stage.ask(command)
      #expect(stage.player.phase == .blocked && stage.openings == 0, "\(command)")
      #expect(stage.notifications.contains(.policyPrevented(.none)))
    }
    var failed = Self.playing(.wifi)
    failed.report(.failed(Failure(.io)))
    failed.environment(.networkChanged(.none))
    let retry = failed.ask(.retry)
    #expect(failed.player.phase == .blocked && failed.answers(to: retry) == [.failed])
  }

  @Test("a prevented play starts by itself once the network is there (PRX.md#8), where it was to begin")
  func opensLater() {
    var stage = Self.stage(.cellular, Self.noCellular)
    stage.load(from: .at(.seconds(20)), plays: true)
    stage.forget()
    stage.environment(.networkChanged(.wifi))
    #expect(stage.said.contains(.notification(.phaseChanged(from: .blocked, to: .opening), .reachability)))
    stage.run()
    #expect(stage.player.state == .playing && stage.position == .seconds(20))
  }

  @Test("or once cellular is allowed")
  func opensByPermission() {
    var stage = Self.stage(.cellular, Self.noCellular)
    stage.load(plays: true)
    stage.ask(.set(.allowsCellular, 1))
    stage.run()
    #expect(stage.player.state == .playing)
  }

  @Test("a pause while it is blocked is never overridden: it loads and holds (BugZoo.md#7)")
  func pauseWhileBlocked() {
    var stage = Self.stage(.none)
    stage.load(plays: true)
    stage.ask(.pause)
    stage.environment(.networkChanged(.wifi))
    stage.run(seconds: 20)
    #expect(stage.player.state == .paused)
    #expect(!stage.states.contains(.playing))
  }

  @Test("after a stop nothing opens when the network comes back (SRG.md#3.11)")
  func stopWhileBlocked() {
    for command in [Command.stop, .reset] {
      var stage = Self.stage(.none, Self.configuration(.resumesOnReconnect, .reloadsOnNetworkChange))
      stage.load(plays: true)
      stage.ask(command)
      stage.environment(.networkChanged(.wifi))
      #expect(stage.openings == 0, "\(command)")
    }
  }

  @Test("a seek while it is blocked is where it begins")
  func seekWhileBlocked() {
    var stage = Self.stage(.none)
    stage.load(plays: true)
    let seek = stage.ask(.seek(.at(.seconds(30))))
    #expect(stage.answers(to: seek) == [.done])
    stage.environment(.networkChanged(.wifi))
    stage.run()
    #expect(stage.position == .seconds(30))
  }

  @Test("a prevented reload that keeps the buffer fails, and what is there plays on")
  func preventedReload() {
    var stage = Self.playing(.wifi)
    stage.environment(.networkChanged(.none))
    let reload = stage.ask(.reload(item: ItemID(2), flush: false))
    #expect(stage.answers(to: reload) == [.failed])
    #expect(stage.notifications.contains(.policyPrevented(.none)))
    #expect(stage.player.state == .playing && stage.player.item == ItemID(1))
  }

  // MARK: While it plays

  @Test(
    "losing the network stops, reloads and announces nothing by itself (PRX.md#8, SRG.md#3.11, Contradictions.md#X-12)")
  func lostOnly() {
    for path in [NetworkPath.none, .cellular] {
      var stage = Self.playing(.wifi, Self.noCellular)
      stage.environment(.networkChanged(path))
      #expect(stage.notifications == [.networkChanged(path)])
      #expect(stage.commands.isEmpty && stage.player.state == .playing)
    }
  }

  @Test(
    "with the setting the policy holds in mid-play: closed, announced, and on again where it was (Contradictions.md#X-12)"
  )
  func enforced() {
    var configuration = Self.noCellular
    configuration.checksPolicyWhilePlaying = true
    var stage = Self.playing(.wifi, configuration)
    stage.environment(.networkChanged(.cellular))
    #expect(stage.player.phase == .blocked && stage.commands.last == .close)
    #expect(stage.notifications.contains(.policyPrevented(.cellular)))
    stage.run(seconds: 60)
    stage.environment(.networkChanged(.wired))
    stage.run()
    #expect(stage.player.state == .playing && stage.position == .seconds(10))
    stage.ask(.pause)
    stage.environment(.networkChanged(.none))
    stage.environment(.networkChanged(.wifi))
    stage.run()
    #expect(stage.player.state == .paused && stage.position == .seconds(10))
  }

  @Test("a pause or a stop while the policy holds it closed is the user's word (BugZoo.md#7)")
  func enforcedAndPaused() {
    for (command, state) in [(Command.pause, PlaybackState.paused), (.stop, .idle)] {
      var stage = Self.playing(.wifi, Self.configuration(.checksPolicyWhilePlaying))
      stage.environment(.networkChanged(.none))
      stage.ask(command)
      stage.environment(.networkChanged(.wifi))
      stage.run(seconds: 20)
      #expect(stage.player.state == state)
    }
  }

  @Test("local items ignore every network change (PRX.md#8)")
  func local() {
    var configuration = Self.configuration(.checksPolicyWhilePlaying, .reloadsOnNetworkChange, .resumesOnReconnect)
    configuration.allowsCellular = false
    var stage = Self.playing(.wifi, configuration, isLocal: true)
    for path in [NetworkPath.none, .cellular, .wifi, .none, .wired] { stage.environment(.networkChanged(path)) }
    #expect(stage.commands.isEmpty && stage.player.state == .playing)
  }

  // MARK: Reloads

  @Test("what reloads: the table of PRX.md#8, with wired as good as Wi-Fi")
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
          var stage = Self.playing(.wifi, configuration)
          stage.player.shown.network = from
          stage.environment(.networkChanged(to))
          // Contradictions.md#X-30: the first report is a baseline, except for the quirk.
          let isFirst = firstCounts && from == .unknown && (to == .wifi || to == .wired)
          #expect((stage.reloads == [1]) == (reloading.contains([from, to]) || isFirst), "\(from) to \(to)")
        }
      }
    }
  }

  @Test("cellular that is not allowed is no network: leaving Wi-Fi for it reloads nothing, coming back does (PRX.md#8)")
  func tableWithoutCellular() {
    var configuration = Self.noCellular
    configuration.reloadsOnNetworkChange = true
    var stage = Self.playing(.wifi, configuration)
    stage.environment(.networkChanged(.cellular))
    #expect(stage.reloads.isEmpty)
    stage.environment(.networkChanged(.wifi))
    #expect(stage.reloads == [1])
  }

  @Test("a reload keeps the place and the hold (PRX.md#8), and says that the network is the reason")
  func keeps() {
    var stage = Self.playing(.wifi, Self.configuration(.reloadsOnNetworkChange))
    stage.environment(.networkChanged(.cellular))
    #expect(stage.said.contains(.notification(.reloading(attempt: 1), .reachability)))
    stage.run()
    #expect(stage.player.state == .playing && stage.position == .seconds(10))
    stage.ask(.pause)
    stage.environment(.networkChanged(.wifi))
    stage.run(seconds: 3)
    #expect(stage.player.state == .paused && stage.position == .seconds(10))
  }

  @Test("a load that is on its way is opened anew, and answered once")
  func whileOpening() {
    var stage = Self.stage(.wifi, Self.configuration(.reloadsOnNetworkChange))
    stage.engine.openLatency = nil
    let load = stage.load(plays: true)
    stage.engine.openLatency = .zero
    stage.environment(.networkChanged(.cellular))
    stage.run()
    #expect(stage.openings == 2 && stage.answers(to: load) == [.done])
    #expect(stage.player.state == .playing)
  }

  @Test("a network that comes and goes reloads so often and no more: wanted playback has failed, held playback stays")
  func flapping() {
    for wantsPlay in [true, false] {
      var configuration = Self.configuration(.reloadsOnNetworkChange)
      configuration.reloadLimit = 3
      var stage = Self.playing(.wifi, configuration)
      if !wantsPlay { stage.ask(.pause) }
      for _ in 0..<10 {
        stage.environment(.networkChanged(.cellular))
        stage.environment(.networkChanged(.wifi))
        stage.run()
      }
      #expect(stage.failures == (wantsPlay ? [Failure(.retriesExhausted)] : []))
      #expect(stage.player.state == (wantsPlay ? .idle : .paused))
    }
  }

  @Test("what has ended, was stopped or never opened is not reloaded")
  func notReloaded() {
    let configuration = Self.configuration(.reloadsOnNetworkChange)
    var ended = Self.playing(.wifi, configuration)
    ended.run(seconds: 60)
    var stopped = Self.playing(.wifi, configuration)
    stopped.ask(.stop)
    var chosen = Self.stage(.wifi, configuration)
    chosen.load(opens: false)
    for stage in [ended, stopped, chosen] {
      var stage = stage
      stage.forget()
      stage.environment(.networkChanged(.cellular))
      #expect(stage.openings == 0)
    }
  }

  // MARK: Coming back

  @Test("a connectivity failure is tried once more when the network is back, at its place and as wanted (SRG.md#3.11)")
  func reconnects() {
    var stage = Self.playing(.wifi, Self.configuration(.resumesOnReconnect))
    stage.environment(.networkChanged(.none))
    stage.report(.failed(Failure(.io)))
    #expect(stage.player.phase == .failed)
    stage.run(seconds: 5)
    stage.environment(.networkChanged(.cellular))
    #expect(stage.said.contains(.notification(.reloading(attempt: 1), .reachability)))
    stage.run()
    #expect(stage.player.state == .playing && stage.position == .seconds(10))
  }

  @Test("only connectivity failures, only a network that comes back, never after a stop, a pause wins (SRG.md#3.11)")
  func reconnectsOnly() {
    let configuration = Self.configuration(.resumesOnReconnect)
    for kind in Failure.Kind.allCases where kind != .none {
      var stage = Self.playing(.none, configuration, isLocal: true)
      stage.player.content.isLocal = false
      stage.report(.failed(Failure(kind)))
      stage.environment(.networkChanged(.wifi))
      #expect((stage.openings == 1) == kind.isConnectivity, "\(kind)")
    }
    var better = Self.playing(.cellular, configuration)
    better.report(.failed(Failure(.io)))
    better.environment(.networkChanged(.wifi))
    #expect(better.openings == 0)
    for (command, state) in [(Command.stop, PlaybackState.idle), (.pause, .paused)] {
      var stage = Self.playing(.wifi, configuration)
      stage.environment(.networkChanged(.none))
      stage.report(.failed(Failure(.connect)))
      stage.ask(command)
      stage.environment(.networkChanged(.wifi))
      stage.run(seconds: 10)
      #expect(stage.player.state == state)
      #expect(!stage.states.contains(.playing))
    }
  }

  @Test("once for each time: when it fails again it waits for the network to come back again")
  func reconnectsOnce() {
    var stage = Self.playing(.wifi, Self.configuration(.resumesOnReconnect))
    stage.environment(.networkChanged(.none))
    stage.report(.failed(Failure(.connect)))
    stage.engine.openFailure = Failure(.connect)
    stage.environment(.networkChanged(.wifi))
    stage.run(seconds: 100)
    #expect(stage.openings == 1 && stage.failures.count == 2 && stage.player.phase == .failed)
  }

  @Test("a retry that waits does not wait any longer when the network is back")
  func cutsTheWaitShort() {
    var stage = Self.playing(.wifi, .standard)
    stage.report(.failed(Failure(.io)))
    #expect(stage.player.isWaitingToRetry)
    stage.environment(.networkChanged(.none))
    stage.environment(.networkChanged(.wifi))
    #expect(stage.openings == 1 && stage.player.retryCount == 1)
  }

  @Test("a retry that comes due without a network is blocked, and opens when there is one (BugZoo.md#3, BugZoo.md#10)")
  func dueWithoutNetwork() {
    var stage = Self.playing(.wifi, .standard)
    stage.report(.failed(Failure(.io)))
    stage.environment(.networkChanged(.none))
    stage.run(seconds: 2)
    #expect(stage.player.phase == .blocked && stage.notifications.contains(.policyPrevented(.none)))
    stage.run(seconds: 100)
    stage.environment(.networkChanged(.wifi))
    stage.run()
    #expect(stage.player.state == .playing && stage.position == .seconds(10))
  }

  // MARK: Background

  @Test("time in the background is asked for when the network goes and when a call comes (PRX.md#8, PRX.md#11: 240 s)")
  func backgroundTime() {
    let note = Player.Notification.backgroundTimeNeeded(.seconds(240))
    for isLocal in [false, true] {
      var stage = Self.playing(.wifi, .prx, isLocal: isLocal)
      stage.environment(.networkChanged(.none))
      stage.environment(.networkChanged(.none))
      #expect(stage.notifications.filter { $0 == note }.count == 1)
      stage.environment(.interruptionBegan(stopsEngine: true))
      stage.environment(.interruptionBegan(stopsEngine: true))
      #expect(stage.notifications.filter { $0 == note }.count == 2)
    }
    var empty = Self.stage(.wifi, .prx)
    empty.environment(.networkChanged(.none))
    #expect(!empty.notifications.contains(note))
    var off = Self.playing(.wifi)
    off.environment(.networkChanged(.none))
    #expect(off.notifications == [.networkChanged(.none)])
  }
}
