import PlayerCore
import PlayerRuntime
import ScriptedEngine
import Testing

@testable import PlayerProtocolKit

@MainActor
@Suite("Interruptions")
struct InterruptionTests {
  @Test("Play and toggle change what is paused, also by an interruption (PlayerProtocolGuide.md#states)")
  func interruption() {
    for command in [{ $0.play() }, { $0.toggle() }] as [(VideoPlayer) -> Void] {
      let player = VideoPlayer(engine: ScriptedEngine(), library: IdentifierTable(), timekeeping: .caller)
      player.set(video: sample("clip.mp4"), play: true)
      player.host.run(until: .seconds(2))
      player.host.report(.interruptionBegan(stopsEngine: false))
      player.host.run(until: .seconds(3))
      #expect(player.state == .paused(buffering: false))
      command(player)
      player.host.run(until: .seconds(4))
      #expect(player.state == .playing(buffering: false))
    }
  }
}
