import Foundation
import PlayerCore
import Testing

@testable import Conformance
@testable import SRGMediaPlayer

@MainActor
@Suite("Seeks and rates")
struct SeekTests {
  @Test("seeks pile up: the newest wins, each is answered once, the winner when the state is shown (SRG.md#1.7)")
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

  @Test("what a seek tells: where it goes, and where it came from")
  func payload() throws {
    let harness = Harness()
    harness.play(at: .at(50))
    harness.controller.seek(to: .at(99_999))
    let seek = try #require(harness.last(.SRGMediaPlayerSeek))
    #expect(seek[.seekTime] == 1_799.9)
    #expect(seek[.lastPlaybackTime].map { $0 > 50 && $0 < 52 } == true)
    #expect(seek[.seekDate] == nil)
  }

  @Test("a seek that is ignored is answered with false; as the original has it, never (SRG.md#1.7)")
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

  @Test("a live stream without DVR cannot be sought")
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

  @Test("a seek that a stop cuts off is answered with false, after which nothing follows")
  func cutOff() {
    let harness = Harness()
    harness.play()
    harness.controller.seek(to: .at(50)) { harness.log.append("sought \($0)") }
    harness.controller.stop()
    harness.run(1)
    #expect(harness.log == ["state seeking", "seek 50", "state idle", "sought false"])
  }

  @Test("negative settings are zero, and a ratio is a ratio (SRG.md#1.8)")
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

  @Test("rates that are not supported are ignored; the wish survives the end of a media (SRG.md#1.10)")
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

  @Test("a rate that is set while a live stream plays holds for the on-demand media that follows")
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

  @Test("volume: a part of one, and setting it ends a mute")
  func volume() {
    let controller = Harness().controller
    controller.isMuted = true
    #expect(SRGVolumeView(controller.overlayState).value == 0)
    controller.setVolume(0.5)
    #expect(!controller.isMuted && SRGVolumeView(controller.overlayState).value == 0.5)
    controller.setVolume(.nan)
    #expect(SRGVolumeView(controller.overlayState).value == 0)
  }
}
