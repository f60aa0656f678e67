import Foundation
import PlayerCore
import PlayerRuntime
import ScriptedEngine
import Testing

@testable import PRXPlayerKit

@MainActor
@Suite("Play at the end, when the engine cannot go back")
struct RewindTests {
  @Test(
    "A rewind that fails, where an app wants one, ends nothing again, and holds nothing (PRX.md#6, PRX.md#12)",
    arguments: [MainPlayer.Timekeeping.caller, .machine], [PRXPlayerOptions.Behavior.readme, .source])
  func failedRewind(timekeeping: MainPlayer.Timekeeping, behavior: PRXPlayerOptions.Behavior) async throws {
    let (engine, log) = (ScriptedEngine(), EventLog())
    engine.duration = .milliseconds(500)
    var options = PRXPlayerOptions(behavior)
    options.notificationCenter = NotificationCenter()
    options.configuration.replaysOnPlay = true
    let player = PRXPlayer(options, engine: engine, library: IdentifierTable(), timekeeping: timekeeping)
    log.follow(player)
    player.playPlayerItem(Episode("one"))
    try await player.host.pass { player.host.player.phase == .ended }
    #expect(log.lines.suffix(3) == ["end", "rate 0.0", "change"])
    engine.playback.givesUpSeeks = true
    let seeks = engine.seekCount
    for tries in 1...2 {
      log.forget()
      player.play()
      try await player.host.pass { engine.seekCount == seeks + 2 * tries && player.host.player.phase == .ended }
      #expect(log.lines == [] && player.state == .ready && player.rate == 0 && !player.holdsPlayback)
    }
    engine.playback.givesUpSeeks = false
    player.play()
    try await player.host.pass { log.lines.contains("end") && player.host.player.phase == .ended }
    #expect(log.lines == ["rate 1.0", "change", "end", "rate 0.0", "change"])
  }
}
