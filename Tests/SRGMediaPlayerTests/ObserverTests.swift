import Foundation
import PlayerCore
import Testing

@testable import Conformance
@testable import SRGMediaPlayer

@MainActor
@Suite("Observers, properties, tracks")
struct ObserverTests {
  @Test("a periodic observer is called at starts, too, can be added before the media, and survives a reset (SRG.md#2)")
  func periodic() {
    let harness = Harness()
    var times: [Double] = []
    harness.controller.addPeriodicTimeObserver(forInterval: 1) { times.append($0) }
    harness.run(3)
    #expect(times == [])
    harness.play()
    harness.run(3)
    #expect(times == [0, 1, 2, 3])
    harness.controller.reset()
    harness.run(3)
    #expect(times.count == 4)
    harness.play()
    harness.run(1)
    #expect(times == [0, 1, 2, 3, 0, 1])
  }

  @Test("an observer that removes itself from within its block is not called again")
  func removal() {
    let harness = Harness()
    /// What the block retains.
    @MainActor
    final class Box {
      var count = 0
      var observer: SRGPeriodicTimeObserver?
    }
    let box = Box()
    box.observer = harness.controller.addPeriodicTimeObserver(forInterval: 0.5) { _ in
      box.count += 1
      harness.controller.removePeriodicTimeObserver(box.observer)
    }
    harness.play()
    harness.run(5)
    #expect(box.count == 1)
    harness.controller.removePeriodicTimeObserver(box.observer)
    harness.controller.removePeriodicTimeObserver(nil)
  }

  @Test("while DVR is paused, observers are still called as its range moves (SRG.md#2)")
  func pausedDVR() {
    let harness = Harness()
    harness.stream.kind = .dvr
    harness.stream.duration = .unknown
    harness.play()
    harness.controller.pause()
    var times: [Double] = []
    harness.controller.addPeriodicTimeObserver(forInterval: 1) { times.append($0) }
    harness.run(3)
    #expect(times.count == 3 && Set(times).count == 1)
  }

  @Test("boundary observers are called when playback crosses their times, even in later media")
  func boundaries() {
    let harness = Harness()
    var told: [String] = []
    harness.controller.host.diagnosed = { told.append("\($0)") }
    let observer = harness.controller.addBoundaryTimeObserver(forTimes: [3, .nan, 6, .infinity]) {
      harness.log.append("at \(Int(harness.controller.currentTime.rounded()))")
    }
    #expect(told == ["addBoundaryTimeObserver(forTimes:): found nan; expected seconds. It is left out."])
    harness.play()
    harness.run(10)
    #expect(harness.log == ["at 3", "at 6"])
    harness.play(at: .at(4))
    harness.run(5)
    #expect(harness.log == ["at 6"])
    harness.controller.removeBoundaryTimeObserver(observer)
    harness.play()
    harness.run(10)
    #expect(harness.log == [])
  }

  @Test("property observers run on a change, before the notification, until the observation is released")
  func properties() {
    let harness = Harness()
    var observation: SRGPropertyObservation? = harness.controller.observe(\.timeRange) {
      harness.log.append("range \($0.map { "\(Int($0.end))" } ?? "none")")
    }
    harness.controller.playURL(Harness.url)
    harness.run(1)
    #expect(harness.log == ["state preparing", "range 1800", "state playing"])
    harness.controller.stop()
    #expect(harness.log.suffix(2) == ["range none", "state idle"])
    observation = nil
    harness.play()
    #expect(!harness.log.contains("range 1800") && observation == nil)
  }

  @Test("the default track is announced when the media is ready, and again when it is gone (SRG.md#2)")
  func tracks() {
    let harness = Harness()
    let library = harness.controller.host.library
    harness.stream.audio = [library.text("fr"), library.text("de")]
    harness.controller.playURL(Harness.url)
    harness.run(1)
    #expect(harness.log == ["state preparing", "audio fr", "state playing"])
    #expect(harness.controller.audioTracks.map(\.language) == ["fr", "de"])
    harness.controller.selectAudioTrack(harness.controller.audioTracks[1])
    #expect(harness.log.last == "audio de" && harness.controller.audioTrack?.language == "de")
    harness.controller.reset()
    #expect(harness.log.suffix(2) == ["audio none", "state idle"])
  }

  @Test("the configuration blocks choose the tracks; reloading the configuration changes what plays")
  func configuration() {
    let harness = Harness()
    let library = harness.controller.host.library
    harness.stream.audio = [library.text("fr"), library.text("de")]
    harness.stream.subtitles = [library.text("en"), library.text("ja")]
    var wanted: String?
    harness.controller.audioConfigurationBlock = { tracks, standard in tracks.first { $0.language == "de" } ?? standard
    }
    harness.controller.subtitleConfigurationBlock = { tracks, audio, standard in
      #expect(audio?.language == "de")
      return tracks.first { $0.language == wanted } ?? standard
    }
    harness.controller.reloadMediaConfiguration()
    harness.controller.playURL(Harness.url)
    harness.run(1)
    #expect(harness.log == ["state preparing", "audio de", "state playing"])
    wanted = "ja"
    harness.controller.reloadMediaConfiguration()
    #expect(harness.log.last == "subtitle ja")
    harness.controller.selectSubtitleTrack(nil)
    #expect(harness.log.last == "subtitle none")
  }

  @Test("captions that are always on are shown in their language")
  func captions() {
    let harness = Harness()
    let library = harness.controller.host.library
    harness.stream.subtitles = [library.text("en"), library.text("fr")]
    harness.controller.captions = .alwaysOn(language: "fr")
    harness.controller.playURL(Harness.url)
    harness.run(1)
    #expect(harness.controller.subtitleTrack?.language == "fr" && harness.log.contains("subtitle fr"))
  }

  @Test("at the live edge the playhead lies within the time range, also between two reports of it (SRG.md#1.9)")
  func liveEdge() throws {
    let harness = Harness()
    harness.stream.kind = .dvr
    harness.stream.duration = .unknown
    harness.play()
    for _ in 0..<20 {
      harness.run(0.3)
      let range = try #require(harness.controller.timeRange)
      #expect((range.start...range.end).contains(harness.controller.currentTime))
      #expect(harness.controller.isLive)
    }
    harness.controller.seek(to: .at(10))
    let range = try #require(harness.controller.timeRange)
    #expect((range.start...range.end).contains(harness.controller.currentTime))
  }
}
