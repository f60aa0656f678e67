import Foundation
import PlayerCore
import PlayerRuntime
import ScriptedEngine
import Testing

@testable import PRXPlayerKit

@MainActor
@Suite("Requests of handlers", .serialized)
struct RequestTests {
  nonisolated static let clocks: [MainPlayer.Timekeeping] = [.caller, .machine]

  /// A player whose engine answers at once, and the states that it posts; `body` is called with each.
  private func run(
    _ clock: MainPlayer.Timekeeping, _ start: (PRXPlayer) -> Void, _ body: @escaping (PRXPlayer, PRXPlayerState) -> Void
  ) -> [PRXPlayerState] {
    let engine = ScriptedEngine()
    engine.openLatency = .zero
    engine.seekLatency = .zero
    var options = PRXPlayerOptions(.readme)
    options.notificationCenter = NotificationCenter()
    let player = PRXPlayer(options, engine: engine, library: IdentifierTable(), timekeeping: clock)
    var states: [PRXPlayerState] = []
    let observation = player.observe(.prxPlayerChange) { [unowned player] _ in
      guard states.last != player.state else { return }
      states.append(player.state)
      body(player, player.state)
    }
    start(player)
    observation.cancel()
    player.host.shutDown()
    return states
  }

  @Test(
    "stop while an item loads: the engine's answer comes too late, however fast it is (PRX.md#4)", arguments: clocks)
  func stopWhileLoading(clock: MainPlayer.Timekeeping) {
    let states = run(clock) {
      $0.playPlayerItem(Episode("a"))
    } _: { player, state in
      if state == .loading { player.stop() }
    }
    #expect(states == [.loading, .empty])
  }

  @Test("a pause while an item loads: it is ready and was never heard (PRX.md#4)", arguments: clocks)
  func pauseWhileLoading(clock: MainPlayer.Timekeeping) {
    var rates: Set<Float> = []
    let states = run(clock) {
      $0.playPlayerItem(Episode("a"))
    } _: { player, state in
      rates.insert(player.rate)
      if state == .loading { player.pause() }
    }
    #expect(states.last == .ready && rates == [0])
  }
}
