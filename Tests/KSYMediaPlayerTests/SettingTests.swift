import Foundation
import KSYMediaPlayer
import PlayerCore
import PlayerRuntime
import Backports
import Testing

@MainActor
@Suite("Settings (KSYManual.md#6.3, KSYManual.md#6.8)")
struct SettingTests {
  @Test("Every default is the manual's")
  func defaults() {
    let controller = Harness().controller
    #expect(controller.shouldAutoplay && controller.shouldEnableKSYStatModule)
    #expect(!controller.shouldEnableVideoPostProcessing && !controller.shouldUseHWCodec && !controller.shouldLoop)
    #expect(!controller.shouldMute && controller.leftVolume == 1 && controller.rightVolume == 1)
    #expect(controller.timeout == 30 && controller.bufferTimeMax == 2)
    #expect(controller.scalingMode == .aspectFit && controller.rotateDegrees == 0 && controller.controlStyle == .none)
    #expect(controller.loadState == .unknown && controller.playingURL == nil && controller.getMetadata() == nil)
    #expect(controller.duration == 0 && controller.currentPlaybackTime == 0 && controller.readSize == 0)
    #expect(controller.getVersion().contains("KSYMediaPlayer"))
  }

  @Test("A volume pair with one value outside 0 … 1, or not a number, has no effect")
  func volume() {
    let controller = Harness().controller
    controller.setVolume(0.25, rightVolume: 0.75)
    for (left, right) in [(-0.0001, 0.5), (0.5, 1.0001), (.nan, 0.5), (0.5, .infinity), (-.infinity, 0)]
      as [(Float, Float)]
    {
      controller.setVolume(left, rightVolume: right)
      #expect(controller.leftVolume == 0.25 && controller.rightVolume == 0.75, "\(left) \(right)")
    }
  }

  @Test("Angles other than the four valid ones rotate nothing, and keep the current one (Contradictions.md#X-21)")
  func rotation() {
    let controller = Harness().controller
    controller.rotateDegrees = 270
    for angle in [45, 360, -90, .max, .min] {
      controller.rotateDegrees = angle
      #expect(controller.rotateDegrees == 270)
    }
  }

  @Test("The time-out applies to opening, and only sensible values are accepted")
  func timeout() {
    let harness = Harness()
    harness.engine.isSilent = true
    harness.controller.setTimeout(5)
    harness.controller.setTimeout(0)
    harness.controller.setTimeout(-3)
    #expect(harness.controller.timeout == 5)
    harness.controller.prepareToPlay()
    harness.run(to: 4.9)
    #expect(harness.posted.isEmpty)
    harness.run(to: 5)
    #expect(harness.posted == ["finish 1 -10004"])
  }

  @Test("A loop restarts the media, and ends when it is switched off")
  func loop() {
    let harness = Harness()
    harness.controller.shouldLoop = true
    harness.controller.prepareToPlay()
    harness.run(to: 25)
    #expect(!harness.posted.contains("finish 0") && harness.controller.isPlaying())
    harness.controller.shouldLoop = false
    harness.run(to: 40)
    #expect(harness.posted.last == "finish 0")
  }

  @Test("What is no time has no effect and is told; early ones set where playback begins (Contradictions.md#X-18)")
  func times() {
    let harness = Harness()
    var told: [String] = []
    harness.controller.host.diagnosed = { told.append("\($0)") }
    harness.controller.currentPlaybackTime = .nan
    #expect(told == ["currentPlaybackTime: found nan; expected seconds. It is left out."])
    harness.controller.currentPlaybackTime = 4
    #expect(harness.controller.currentPlaybackTime == 4 && harness.engine.commands.isEmpty)
    harness.controller.prepareToPlay()
    harness.run(to: 2)
    #expect((5.5...6).contains(harness.controller.currentPlaybackTime))
    harness.controller.currentPlaybackTime = -.infinity
    harness.run(to: 3)
    #expect((0.9...1).contains(harness.controller.currentPlaybackTime))
    harness.controller.currentPlaybackTime = .infinity
    harness.run(to: 4)
    #expect(harness.posted.last == "finish 0" && told.count == 1)
  }

  @Test("Data blocks set before the preparation receive data; later ones wait for the next preparation")
  func dataBlocks() {
    let harness = Harness()
    let seen = Lock<[String]>([])
    harness.controller.videoDataBlock = { _ in seen.withLock { $0.append("video") } }
    harness.controller.prepareToPlay()
    harness.controller.audioDataBlock = { _ in seen.withLock { $0.append("audio") } }
    harness.controller.videoDataBlock = nil
    harness.show(.row([[1, 2, 3]]))
    harness.sound(AudioFrame(position: .zero, sampleRate: 48_000, samples: [0, 0]))
    #expect(seen.withLock { $0 } == ["video"])
    harness.controller.stop()
    harness.controller.prepareToPlay()
    harness.show(.row([[1, 2, 3]]))
    harness.sound(AudioFrame(position: .zero, sampleRate: 48_000, samples: [0, 0]))
    #expect(seen.withLock { $0 } == ["video", "audio"])
  }

  @Test("The log has a line of JSON for each notification while it is enabled")
  func log() throws {
    let harness = Harness()
    var lines: [String] = []
    harness.controller.logBlock = { lines.append($0) }
    harness.controller.prepareToPlay()
    harness.run(to: 2)
    #expect(lines.count == harness.posted.count)
    let line = try #require(JSONSerialization.jsonObject(with: Data(lines[2].utf8)) as? [String: Any])
    #expect(line["event"] as? String == "MPMoviePlayerPlaybackStateDidChangeNotification")
    #expect(line["time"] as? Double == 0.1 && line["playbackState"] as? Int == 1)
    #expect(line["url"] as? String == "http://h.example/a.mp4")
    harness.controller.shouldEnableKSYStatModule = false
    harness.controller.pause()
    #expect(lines.count == 3)
  }

  @Test("Other releases differ in what they accept and when (KSY.md#4, KSY.md#6)")
  func releases() {
    let later = Harness(.later)
    later.controller.setVolume(2, rightVolume: 1.5)
    #expect(later.controller.leftVolume == 2)
    later.controller.currentPlaybackTime = 5
    later.controller.prepareToPlay()
    later.controller.shouldLoop = true
    later.run(to: 20)
    #expect(later.posted.last == "finish 0", "a loop that is set after the preparation does not count")
    let engine = Harness(.engine)
    #expect(engine.controller.playbackState == .paused)
    engine.controller.prepareToPlay()
    engine.controller.pause()
    engine.run(to: 2)
    engine.controller.play()
    #expect(engine.controller.playbackState == .playing, "no command while it prepares, and play never pauses")
  }
}
