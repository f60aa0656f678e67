import Foundation
import PlayerCore
import Testing

@testable import Conformance
@testable import SRGMediaPlayer

@MainActor
@Suite("Stalls as the original detects them (SRG.md#1.5)")
struct StallTests {
  private let harness = Harness(.source)

  /// Plays, and runs until the stall shows.
  private func stall() {
    harness.play()
    harness.engine.freeze(true, at: harness.controller.host.now)
    for _ in 0..<40 where harness.controller.playbackState != .stalled { harness.run(0.1) }
    harness.forget()
  }

  @Test("a stall ends at the first check that finds another position, and not before")
  func recovery() {
    stall()
    // A check detected the stall at most a tenth of a second ago.
    harness.run(0.3)
    harness.engine.freeze(false, at: harness.controller.host.now)
    harness.run(0.4)
    #expect(harness.log == [] && harness.controller.playbackState == .stalled)
    harness.run(0.4)
    #expect(harness.log == ["state playing"])
  }

  @Test("a pause shows at once, even if data is available again")
  func pause() {
    stall()
    harness.run(0.3)
    harness.engine.freeze(false, at: harness.controller.host.now)
    harness.run(0.1)
    harness.controller.pause()
    #expect(harness.log == ["state paused"])
    harness.run(3)
    #expect(harness.log == ["state paused"])
  }

  @Test("segments are announced when the stall is over")
  func segments() {
    harness.controller.segments = []
    stall()
    harness.controller.segments = [Harness.segment("s", 0, 100)]
    harness.run(0.3)
    harness.engine.freeze(false, at: harness.controller.host.now)
    harness.run(1)
    #expect(harness.log == ["start s", "state playing"])
  }

  @Test("in documented mode the end of a stall shows at once")
  func documented() {
    let harness = Harness()
    harness.play()
    harness.engine.freeze(true, at: harness.controller.host.now)
    harness.run(0.5)
    harness.engine.freeze(false, at: harness.controller.host.now)
    harness.run(0.1)
    #expect(harness.log == ["state stalled", "state playing"])
  }
}
