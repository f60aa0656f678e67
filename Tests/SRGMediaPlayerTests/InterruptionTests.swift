import PlayerCore
import Testing

@testable import SRGMediaPlayer

@MainActor
@Suite("Interruptions")
struct InterruptionTests {
  @Test("The app manages its audio session: its command ends an interruption it has reported (SRGGuide.md#hooks)")
  func interruption() {
    let harness = Harness()
    harness.play()
    harness.controller.host.report(.interruptionBegan(stopsEngine: true))
    harness.run(1)
    harness.controller.play()
    harness.run(1)
    #expect(harness.log == ["state paused", "state playing"])
  }
}
