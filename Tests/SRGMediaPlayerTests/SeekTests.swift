import Foundation
import PlayerCore
import Testing

@testable import Conformance
@testable import SRGMediaPlayer

@MainActor
@Suite("Seeks and rates")
struct SeekTests {
  @Test("of pending seeks the newest wins; each is answered once, the winner when the state is shown (SRG.md#1.7)")
  func pile() {
    let harness = Harness()
    harness.play()
    for target in [100.0, 200, 300] {
      harness.controller.seek(to: .at(target)) { finished in
        let isPending = harness.controller.seekTargetTime != nil
        harness.log.append("\(Int(target)) \(finished) \(harness.controller.playbackState.name) \(isPending)")
      }
    }
    #expect(harness.controller.seekStartTime.map { $0 < 1 } == true && harness.controller.seekTargetTime == 300)
    harness.run(1)
    #expect(
      harness.log == [
        "state seeking", "seek 100", "seek 200", "100 false seeking true", "seek 300", "200 false seeking true",
        "state playing", "300 true playing false",
      ])
  }

  @Test("a seek reports its target and its origin")
  func payload() throws {
    let harness = Harness()
    harness.play(at: .at(50))
    harness.controller.seek(to: .at(99_999))
    let seek = try #require(harness.last(.SRGMediaPlayerSeek))
    #expect(seek[.seekTime] == 1_799.9)
    #expect(seek[.lastPlaybackTime].map { $0 > 50 && $0 < 52 } == true)
    #expect(seek[.seekDate] == nil)
  }

  @Test("an ignored seek is answered with false; in the original, never (SRG.md#1.7)")
  func ignored() {
    for (compatibility, answers) in [(SRGCompatibility.documented, [false, false, false]), (.source, [])] {
      let harness = Harness(compatibility)
      var answered: [Bool] = []
      harness.controller.seek(to: .at(5)) { answered.append($0) }
      harness.play([Harness.segment("s", 1, 2)])
      harness.controller.seek(in: Harness.segment("foreign", 1, 2)) { answered.append($0) }
      harness.controller.seek(inSegmentAt: 7) { answered.append($0) }
      #expect(answered == answers)
      #expect(harness.log == [])
    }
  }

  @Test("a live stream without DVR cannot seek")
  func live() {
    let harness = Harness()
    harness.stream.kind = .live
    harness.stream.duration = .unknown
    harness.play()
    var answered: Bool?
    harness.controller.seek(to: .at(5)) { answered = $0 }
    #expect(answered == false && harness.log == [])
    #expect(
      harness.controller.streamType == .live && harness.controller.isLive && harness.controller.timeRange == .zero)
  }

  @Test("a seek cut off by a stop is answered with false, and nothing follows")
  func cutOff() {
    let harness = Harness()
    harness.play()
    harness.controller.seek(to: .at(50)) { harness.log.append("sought \($0)") }
    harness.controller.stop()
    harness.run(1)
    #expect(harness.log == ["state seeking", "seek 50", "state idle", "sought false"])
  }

  @Test("negative settings become zero, and a ratio is at most one (SRG.md#1.8)")
  func settings() {
    let controller = Harness().controller
    controller.liveTolerance = -1
    controller.minimumDVRWindowLength = -1
    controller.endTolerance = -1
    controller.endToleranceRatio = 7
    #expect(controller.liveTolerance == 0 && controller.minimumDVRWindowLength == 0 && controller.endTolerance == 0)
    #expect(controller.endToleranceRatio == 1)
    #expect(controller.host.player.configuration.startEndToleranceRatio == .thousandths(1_000))
  }

  @Test("unsupported rates are ignored; the requested rate survives the end of the media (SRG.md#1.10)")
  func rates() {
    let harness = Harness()
    harness.controller.playbackRate = 3
    harness.controller.playbackRate = 1.5
    #expect(harness.controller.playbackRate == 1.5 && harness.controller.effectivePlaybackRate == 1.5)
    harness.play()
    harness.run(10)
    #expect((15...17).contains(harness.controller.currentTime))
    harness.controller.reset()
    #expect(harness.controller.playbackRate == 1.5)
  }

  @Test("a rate set during a live stream applies to the on-demand media after it")
  func rateAfterLive() {
    let harness = Harness()
    harness.stream.kind = .live
    harness.stream.duration = .unknown
    harness.play()
    harness.controller.playbackRate = 1.5
    harness.run(1)
    #expect(harness.controller.playbackRate == 1.5 && harness.controller.effectivePlaybackRate == 1)
    #expect(harness.engineRate == .normal)
    harness.stream = ScriptedStream()
    harness.play()
    #expect(harness.controller.playbackRate == 1.5 && harness.controller.effectivePlaybackRate == 1.5)
    #expect(harness.engineRate == .thousandths(1_500))
    harness.stream.kind = .live
    harness.stream.duration = .unknown
    harness.play()
    #expect(harness.controller.effectivePlaybackRate == 1 && harness.engineRate == .normal)
    harness.controller.stop()
    #expect(harness.controller.playbackRate == 1.5 && harness.controller.effectivePlaybackRate == 1.5)
    harness.stream.kind = .dvr
    harness.controller.playURL(Harness.other, at: .at(10))
    harness.run(1)
    #expect(harness.controller.effectivePlaybackRate == 1.5 && harness.engineRate == .thousandths(1_500))
  }

  @Test("the volume is a fraction of one, and setting it unmutes")
  func volume() {
    let controller = Harness().controller
    controller.isMuted = true
    #expect(SRGVolumeView(controller.overlayState).value == 0)
    controller.setVolume(0.5)
    #expect(!controller.isMuted && SRGVolumeView(controller.overlayState).value == 0.5)
    controller.setVolume(.nan)
    #expect(SRGVolumeView(controller.overlayState).value == 0)
    controller.setVolume(.infinity)
    #expect(SRGVolumeView(controller.overlayState).value == 1)
  }
}
