import Foundation
import PlayerCore
import Testing

@testable import Conformance
@testable import SRGMediaPlayer

@MainActor
@Suite("Observers, properties, tracks")
struct ObserverTests {
  @Test("a periodic observer may come before the media, and stays over a reset (SRG.md#2)")
  func periodic() {
    let rig = Rig()
    var times: [Double] = []
    rig.controller.addPeriodicTimeObserver(forInterval: 1) { times.append($0) }
    rig.run(3)
    #expect(times == [])
    rig.play()
    rig.run(3)
    #expect(times == [1, 2, 3])
    rig.controller.reset()
    rig.run(3)
    #expect(times.count == 3)
    rig.play()
    rig.run(1)
    #expect(times.count == 4)
  }

  @Test("an observer that removes itself from within its block is not called again")
  func removal() {
    let rig = Rig()
    /// What the block holds on to.
    @MainActor
    final class Box {
      var count = 0
      var observer: SRGPeriodicTimeObserver?
    }
    let box = Box()
    box.observer = rig.controller.addPeriodicTimeObserver(forInterval: 0.5) { _ in
      box.count += 1
      rig.controller.removePeriodicTimeObserver(box.observer)
    }
    rig.play()
    rig.run(5)
    #expect(box.count == 1)
    rig.controller.removePeriodicTimeObserver(box.observer)
    rig.controller.removePeriodicTimeObserver(nil)
  }

  @Test("while DVR is paused, observers hear that its range moves (SRG.md#2)")
  func pausedDVR() {
    let rig = Rig()
    rig.stream.kind = .dvr
    rig.stream.duration = .unknown
    rig.play()
    rig.controller.pause()
    var times: [Double] = []
    rig.controller.addPeriodicTimeObserver(forInterval: 1) { times.append($0) }
    rig.run(3)
    #expect(times.count == 3 && Set(times).count == 1)
  }

  @Test("boundary observers: when playback runs over their times, also in media that come later")
  func boundaries() {
    let rig = Rig()
    let observer = rig.controller.addBoundaryTimeObserver(forTimes: [3, 6]) {
      rig.log.append("at \(Int(rig.controller.currentTime.rounded()))")
    }
    rig.play()
    rig.run(10)
    #expect(rig.log == ["at 3", "at 6"])
    rig.play(at: .at(4))
    rig.run(5)
    #expect(rig.log == ["at 6"])
    rig.controller.removeBoundaryTimeObserver(observer)
    rig.play()
    rig.run(10)
    #expect(rig.log == [])
  }

  @Test("properties: told when they change, before the notification, until nobody holds the observation")
  func properties() {
    let rig = Rig()
    var observation: SRGPropertyObservation? = rig.controller.observe(\.timeRange) {
      rig.log.append("range \($0.map { "\(Int($0.end))" } ?? "none")")
    }
    rig.controller.playURL(Rig.url)
    rig.run(1)
    #expect(rig.log == ["state preparing", "range 1800", "state playing"])
    rig.controller.stop()
    #expect(rig.log.suffix(2) == ["range none", "state idle"])
    observation = nil
    rig.play()
    #expect(!rig.log.contains("range 1800") && observation == nil)
  }

  @Test("the track that plays by itself is told when the media is ready, and that it is gone (SRG.md#2)")
  func tracks() {
    let rig = Rig()
    let library = rig.controller.host.library
    rig.stream.audio = [library.text("fr"), library.text("de")]
    rig.controller.playURL(Rig.url)
    rig.run(1)
    #expect(rig.log == ["state preparing", "audio fr", "state playing"])
    #expect(rig.controller.audioTracks.map(\.language) == ["fr", "de"])
    rig.controller.selectAudioTrack(rig.controller.audioTracks[1])
    #expect(rig.log.last == "audio de" && rig.controller.audioTrack?.language == "de")
    rig.controller.reset()
    #expect(rig.log.suffix(2) == ["audio none", "state idle"])
  }

  @Test("the blocks choose; asking them again changes what plays")
  func configuration() {
    let rig = Rig()
    let library = rig.controller.host.library
    rig.stream.audio = [library.text("fr"), library.text("de")]
    rig.stream.subtitles = [library.text("en"), library.text("ja")]
    var wanted: String?
    rig.controller.audioConfigurationBlock = { tracks, standard in tracks.first { $0.language == "de" } ?? standard }
    rig.controller.subtitleConfigurationBlock = { tracks, audio, standard in
      #expect(audio?.language == "de")
      return tracks.first { $0.language == wanted } ?? standard
    }
    rig.controller.reloadMediaConfiguration()
    rig.controller.playURL(Rig.url)
    rig.run(1)
    #expect(rig.log == ["state preparing", "audio de", "state playing"])
    wanted = "ja"
    rig.controller.reloadMediaConfiguration()
    #expect(rig.log.last == "subtitle ja")
    rig.controller.selectSubtitleTrack(nil)
    #expect(rig.log.last == "subtitle none")
  }

  @Test("captions that are always on are shown in their language")
  func captions() {
    let rig = Rig()
    let library = rig.controller.host.library
    rig.stream.subtitles = [library.text("en"), library.text("fr")]
    rig.controller.captions = .alwaysOn(language: "fr")
    rig.controller.playURL(Rig.url)
    rig.run(1)
    #expect(rig.controller.subtitleTrack?.language == "fr" && rig.log.contains("subtitle fr"))
  }
}
