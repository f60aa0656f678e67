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
    let rig = Rig()
    rig.play()
    for target in [100.0, 200, 300] {
      rig.controller.seek(to: .at(target)) { finished in
        let isPending = rig.controller.seekTargetTime != nil
        rig.log.append("\(Int(target)) \(finished) \(rig.controller.playbackState.name) \(isPending)")
      }
    }
    #expect(rig.controller.seekStartTime.map { $0 < 1 } == true && rig.controller.seekTargetTime == 300)
    rig.run(1)
    #expect(
      rig.log == [
        "state seeking", "seek 100", "seek 200", "100 false seeking true", "seek 300", "200 false seeking true",
        "state playing", "300 true playing false",
      ])
  }

  @Test("what a seek tells: where it goes, and where it came from")
  func payload() throws {
    let rig = Rig()
    rig.play(at: .at(50))
    rig.controller.seek(to: .at(99_999))
    let seek = try #require(rig.last(.SRGMediaPlayerSeek))
    #expect(seek[.seekTime] == 1_799.9)
    #expect(seek[.lastPlaybackTime].map { $0 > 50 && $0 < 52 } == true)
    #expect(seek[.seekDate] == nil)
  }

  @Test("a seek that is ignored is answered with false; as the original has it, never (SRG.md#1.7)")
  func ignored() {
    for (compatibility, answers) in [(SRGCompatibility.documented, [false, false, false]), (.source, [])] {
      let rig = Rig(compatibility)
      var answered: [Bool] = []
      rig.controller.seek(to: .at(5)) { answered.append($0) }
      rig.play([Rig.segment("s", 1, 2)])
      rig.controller.seek(in: Rig.segment("foreign", 1, 2)) { answered.append($0) }
      rig.controller.seek(inSegmentAt: 7) { answered.append($0) }
      #expect(answered == answers)
      #expect(rig.log == [])
    }
  }

  @Test("a live stream without DVR cannot be sought")
  func live() {
    let rig = Rig()
    rig.stream.kind = .live
    rig.stream.duration = .unknown
    rig.play()
    var answered: Bool?
    rig.controller.seek(to: .at(5)) { answered = $0 }
    #expect(answered == false && rig.log == [])
    #expect(rig.controller.streamType == .live && rig.controller.isLive && rig.controller.timeRange == .zero)
  }

  @Test("a seek that a stop cuts off is answered with false, after which nothing follows")
  func cutOff() {
    let rig = Rig()
    rig.play()
    rig.controller.seek(to: .at(50)) { rig.log.append("sought \($0)") }
    rig.controller.stop()
    rig.run(1)
    #expect(rig.log == ["state seeking", "seek 50", "state idle", "sought false"])
  }

  @Test("negative settings are zero, and a ratio is a ratio (SRG.md#1.8)")
  func settings() {
    let controller = Rig().controller
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
    let rig = Rig()
    rig.controller.playbackRate = 3
    rig.controller.playbackRate = 1.5
    #expect(rig.controller.playbackRate == 1.5 && rig.controller.effectivePlaybackRate == 1.5)
    rig.play()
    rig.run(10)
    #expect((15...17).contains(rig.controller.currentTime))
    rig.controller.reset()
    #expect(rig.controller.playbackRate == 1.5)
  }

  @Test("a rate that is set while a live stream plays holds for the on-demand media that follows")
  func rateAfterLive() {
    let rig = Rig()
    rig.stream.kind = .live
    rig.stream.duration = .unknown
    rig.play()
    rig.controller.playbackRate = 1.5
    rig.run(1)
    #expect(rig.controller.playbackRate == 1.5 && rig.controller.effectivePlaybackRate == 1)
    #expect(rig.engineRate == .normal)
    rig.stream = ScriptedStream()
    rig.play()
    #expect(rig.controller.playbackRate == 1.5 && rig.controller.effectivePlaybackRate == 1.5)
    #expect(rig.engineRate == .thousandths(1_500))
    rig.stream.kind = .live
    rig.stream.duration = .unknown
    rig.play()
    #expect(rig.controller.effectivePlaybackRate == 1 && rig.engineRate == .normal)
    rig.controller.stop()
    #expect(rig.controller.playbackRate == 1.5 && rig.controller.effectivePlaybackRate == 1.5)
    rig.stream.kind = .dvr
    rig.controller.playURL(Rig.other, at: .at(10))
    rig.run(1)
    #expect(rig.controller.effectivePlaybackRate == 1.5 && rig.engineRate == .thousandths(1_500))
  }

  @Test("volume: a part of one, and setting it ends a mute")
  func volume() {
    let controller = Rig().controller
    controller.isMuted = true
    #expect(SRGVolumeView(controller.overlayState).value == 0)
    controller.setVolume(0.5)
    #expect(!controller.isMuted && SRGVolumeView(controller.overlayState).value == 0.5)
    controller.setVolume(.nan)
    #expect(SRGVolumeView(controller.overlayState).value == 0)
  }
}
