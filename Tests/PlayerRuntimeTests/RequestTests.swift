import PlayerCore
import PlayerRuntime
import ScriptedEngine
import Testing

@MainActor
@Suite("Requests of façades", .serialized)
struct RequestTests {
  nonisolated static let clocks: [MainPlayer.Timekeeping] = [.caller, .machine]

  /// A host whose engine answers at once.
  private func make(_ clock: MainPlayer.Timekeeping) -> MainPlayer {
    let engine = ScriptedEngine()
    engine.openLatency = .zero
    return MainPlayer(engine: engine, library: IdentifierTable(), timekeeping: clock)
  }

  private func load(_ host: MainPlayer) {
    host.send(.load(item: host.library.item(for: "a"), start: .standard, autoplay: true, opens: true))
  }

  @Test("a request from within a notification comes before the engine's next report", arguments: clocks)
  func beforeReports(clock: MainPlayer.Timekeeping) {
    let host = make(clock)
    var log: [String] = []
    host.listener = { event in
      if case .prepared = event.notification { log.append("prepared") }
      guard case .itemChanged(_, let item) = event.notification, !item.isNone else { return }
      host.perform {
        host.send(.reset)
        log.append("\(host.player.phase)")
      }
    }
    host.perform {
      load(host)
      log.append("loaded")
    }
    load(host)
    #expect(log == ["loaded", "empty", "empty"] && host.player.phase == .empty)
    host.shutDown()
  }

  @Test(
    "a request is carried out as a whole; others that observers make meanwhile follow it, in their order",
    arguments: clocks)
  func order(clock: MainPlayer.Timekeeping) {
    let host = make(clock)
    var log: [String] = []
    host.listener = { event in
      guard case .mutedChanged(let isMuted) = event.notification else { return }
      log.append("muted \(isMuted)")
      host.perform { log.append("after \(isMuted) \(host.player.isMuted)") }
      #expect(host.waitingInputs > 0)
    }
    host.perform {
      host.perform { log.append("inner") }
      host.send(.setMuted(true))
      host.send(.setMuted(false))
      log.append("done")
    }
    #expect(log == ["muted true", "muted false", "done", "inner", "after true false", "after false false"])
    host.shutDown()
    host.perform { log.append("over") }
    #expect(log.last == "over")
  }

  @Test("requests that cause each other do not hold the host up", arguments: clocks)
  func bound(clock: MainPlayer.Timekeeping) {
    let host = make(clock)
    var noticed: [HostDiagnostic.Kind] = []
    var rounds = 0
    host.diagnosed = { noticed.append($0.kind) }
    func ask() {
      rounds += 1
      host.perform { ask() }
    }
    ask()
    #expect(rounds == 10_001 && noticed == [.observersBusy(inputs: 10_000)])
    host.shutDown()
    #expect(rounds == 10_001)
  }

  @Test("the upcoming player shows what was sent from within a step", arguments: clocks)
  func upcoming(clock: MainPlayer.Timekeeping) {
    let host = make(clock)
    load(host)
    var seen: [MediaTime] = []
    host.listener = { event in
      guard case .mutedChanged = event.notification else { return }
      host.send(.seek(.at(.seconds(4))))
      seen = [host.player.seekTarget, host.upcomingPlayer.seekTarget]
    }
    host.send(.setMuted(true))
    #expect(seen == [.unknown, .seconds(4)])
    host.shutDown()
  }
}
