import KSYMediaPlayer
import PlayerCore
import PlayerRuntime
import ScriptedEngine
import Testing

@MainActor
@Suite("Play at the end, when the engine cannot go back")
struct RewindTests {
  @Test(
    "A rewind that fails finishes nothing again: playback has ended once (KSYManual.md#6.10)",
    arguments: [MainPlayer.Timekeeping.caller, .machine], [KSYCompatibility.seed, .later, .engine])
  func failedRewind(timekeeping: MainPlayer.Timekeeping, compatibility: KSYCompatibility) async throws {
    let harness = Harness(compatibility, timekeeping: timekeeping)
    let (engine, controller) = (harness.engine, harness.controller)
    engine.duration = .milliseconds(500)
    controller.prepareToPlay()
    try await controller.host.pass { controller.host.player.phase == .ended }
    #expect(harness.finishes == ["finish 0"])
    engine.playback.givesUpSeeks = true
    for tries in 1...2 {
      harness.forget()
      controller.play()
      try await controller.host.pass { engine.seekCount == 2 * tries && controller.host.player.phase == .ended }
      #expect(harness.finishes == [] && controller.playbackState == .stopped, "\(harness.posted)")
    }
    engine.playback.givesUpSeeks = false
    harness.forget()
    controller.play()
    try await controller.host.pass { !harness.finishes.isEmpty && controller.host.player.phase == .ended }
    #expect(harness.finishes == ["finish 0"], "\(harness.posted)")
  }
}

extension Harness {
  fileprivate var finishes: [String] { posted.filter { $0.hasPrefix("finish") } }
}
