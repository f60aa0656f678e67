import PlayerCore
import PlayerRuntime
import ScriptedEngine
import Testing

@testable import PlayerProtocolKit

@MainActor
@Suite("Play at the end, when the engine cannot go back")
struct RewindTests {
  @Test(
    "A rewind that fails is playing, then paused, and finishes nothing again (PlayerProtocolGuide.md#events)",
    arguments: [MainPlayer.Timekeeping.caller, .machine])
  func failedRewind(timekeeping: MainPlayer.Timekeeping) async throws {
    let engine = ScriptedEngine()
    engine.duration = .milliseconds(500)
    let player = VideoPlayer(engine: engine, library: IdentifierTable(), timekeeping: timekeeping)
    let log = EventLog()
    player.addObserver(log)
    player.set(video: sample("clip.mp4"), play: true)
    try await player.host.pass { player.host.player.phase == .ended }
    #expect(log.lines.suffix(2) == ["finished", "state paused(buffering: false)"])
    engine.playback.givesUpSeeks = true
    for tries in 1...2 {
      let before = log.lines.count
      player.play()
      try await player.host.pass { engine.seekCount == 2 * tries && player.host.player.phase == .ended }
      #expect(
        log.lines.dropFirst(before) == ["state playing(buffering: true)", "state paused(buffering: false)"],
        "\(log.lines)")
    }
    engine.playback.givesUpSeeks = false
    player.play()
    func finished() -> Int { log.lines.count { $0 == "finished" } }
    try await player.host.pass { finished() > 1 && player.host.player.phase == .ended }
    #expect(finished() == 2)
  }
}
