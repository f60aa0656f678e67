import Foundation
import PlayerCore
import Testing

@testable import Conformance
@testable import SRGMediaPlayer

@MainActor
@Suite("Stalls as the original notices them (SRG.md#1.5)")
struct StallTests {
  private let rig = Rig(.source)

  /// Plays, and runs until the stall shows.
  private func stall() {
    rig.play()
    rig.engine.freeze(true, at: rig.controller.host.now)
    for _ in 0..<40 where rig.controller.playbackState != .stalled { rig.run(0.1) }
    rig.forget()
  }

  @Test("a stall is over at the first look that finds another position, and not before")
  func recovery() {
    stall()
    // The stall was seen at a look: a tenth of a second ago at most.
    rig.run(0.3)
    rig.engine.freeze(false, at: rig.controller.host.now)
    rig.run(0.4)
    #expect(rig.log == [] && rig.controller.playbackState == .stalled)
    rig.run(0.4)
    #expect(rig.log == ["state playing"])
  }

  @Test("a pause is shown at once, also when data is there again")
  func pause() {
    stall()
    rig.run(0.3)
    rig.engine.freeze(false, at: rig.controller.host.now)
    rig.run(0.1)
    rig.controller.pause()
    #expect(rig.log == ["state paused"])
    rig.run(3)
    #expect(rig.log == ["state paused"])
  }

  @Test("segments are told when the stall is over")
  func segments() {
    rig.controller.segments = []
    stall()
    rig.controller.segments = [Rig.segment("s", 0, 100)]
    rig.run(0.3)
    rig.engine.freeze(false, at: rig.controller.host.now)
    rig.run(1)
    #expect(rig.log == ["start s", "state playing"])
  }

  @Test("where the documents count, the end of a stall shows at once")
  func documented() {
    let rig = Rig()
    rig.play()
    rig.engine.freeze(true, at: rig.controller.host.now)
    rig.run(0.5)
    rig.engine.freeze(false, at: rig.controller.host.now)
    rig.run(0.1)
    #expect(rig.log == ["state stalled", "state playing"])
  }
}
