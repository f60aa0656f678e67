#if FFmpeg
import PlayerCore
import Testing

@testable import FFmpegEngine

@Suite("Seeking")
struct SeekingTests {
  @Test(
    "An exact seek shows the frame at its target first",
    arguments: [0, 40, 1_999, 2_000, 3_333, 7_777, 9_960], ["clip.mp4", "clip-sizes.ts", "cut-short.ts"])
  func exact(target: Int64, name: String) throws {
    let recording = Recording()
    let playback = Playback(Media.path(name), outputs: [recording.output()])
    let duration = try #require(playback.opened).duration.microseconds / 1_000
    let target = min(target, duration - 300)
    #expect(playback.seek(to: target) == target)
    playback.play()
    playback.run()
    #expect(abs(try #require(recording.video.first) - target) <= 40)
    #expect(recording.audio.first.map { $0 >= target && $0 - target < 60 } == true)
  }

  @Test("Where the container lists key frames, a tolerant seek lands on one", arguments: [500, 3_333, 5_999, 9_000])
  func tolerant(target: Int64) throws {
    let playback = Playback(Media.path("clip.mp4"))
    let before = try #require(playback.seek(to: target, before: .never))
    #expect(before % 2_000 == 0 && before <= target)
    let after = try #require(playback.seek(to: target, after: .never))
    #expect((after % 2_000 == 0 && after >= target) || after == target)
  }

  @Test("A seek without a key frame within its tolerance lands at the target")
  func narrow() {
    let playback = Playback(Media.path("clip.mp4"))
    #expect(playback.seek(to: 3_000, before: .milliseconds(100), after: .milliseconds(100)) == 3_000)
    #expect(playback.seek(to: 2_050, before: .milliseconds(100)) == 2_000)
    #expect(playback.seek(to: 3_950, after: .milliseconds(100)) == 4_000)
  }

  @Test("After a seek the engine rests until the next play command")
  func rests() {
    let recording = Recording()
    let playback = Playback(Media.path("clip.mp4"), outputs: [recording.output()])
    playback.play()
    playback.run(until: .seconds(1))
    playback.seek(to: 5_000)
    let presented = recording.video.count
    playback.run(until: .seconds(30))
    #expect(recording.video.count == presented)
    #expect(playback.engine.nextEvent == .never)
    playback.play()
    playback.run()
    #expect(recording.video.dropFirst(presented).first == 5_000)
    #expect((9_990...10_030).contains(playback.end ?? 0))
  }

  @Test(
    "Seeks past either end of the media land at that end", arguments: ["clip.mp4", "episode.m4a", "cut-short.ts"])
  func outside(name: String) {
    let playback = Playback(Media.path(name))
    playback.seek(to: 1_000_000)
    playback.play()
    playback.run()
    #expect(playback.failure == nil)
    #expect(playback.end != nil)
    #expect(playback.seek(to: -5_000) == 0)
    playback.play()
    playback.run(until: playback.now + .seconds(1))
    playback.tell(.reportPosition)
    #expect(playback.events.last == .positionReported(.seconds(1)))
  }

  @Test("Nonsensical numbers do no harm")
  func extremes() {
    let playback = Playback(Media.path("clip.mp4"))
    for target in [Int64.min, .max, -1, 1] {
      for tolerance in [Int64.min, .max, 0] {
        playback.tell(
          .seek(
            SeekSerial(2), target: .microseconds(target), toleranceBefore: .microseconds(tolerance),
            toleranceAfter: .microseconds(tolerance)))
      }
    }
    playback.tell(.play(rate: .thousandths(.max)))
    playback.run(until: playback.now + .seconds(1))
    playback.tell(.play(rate: .thousandths(.min)))
    playback.tell(.catchUp(.microseconds(.min)))
    playback.tell(.catchUp(.microseconds(.max)))
    playback.tell(.setVolume(left: .max, right: .min, isMuted: false))
    playback.play()
    playback.run(until: playback.now + .seconds(1))
    #expect(playback.failure == nil)
  }

  @Test("Playback can restart after the end")
  func again() {
    let playback = Playback(Media.path("clip.mp4"))
    for _ in 0..<3 {
      playback.play()
      playback.run()
      playback.seek(to: 0)
    }
    #expect(playback.events.filter { if case .ended = $0 { true } else { false } }.count == 3)
  }
}
#endif
