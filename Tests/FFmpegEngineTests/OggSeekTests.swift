#if FFmpeg
import Foundation
import PlayerCore
import Testing

@testable import FFmpegEngine

@Suite("Seeks in Ogg")
struct OggSeekTests {
  /// The end of an Ogg file trims its last page, and libavformat takes that for a later beginning of the page.
  @Test(
    "Sound after a seek equals that of straight decoding, on the last page as well",
    arguments: [("a.ogg", "-c:a libvorbis", 0), ("a.opus", "-c:a libopus", 1)])
  func sound(name: String, codec: String, error: Int) throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.make(name, in: directory, seconds: 6.013, video: nil, audio: codec)
      let straight = Played()
      let whole = Playback(directory + "/" + name, outputs: [straight.output()])
      whole.play()
      whole.run()
      let all = straight.contents
      let played = Played()
      let playback = Playback(directory + "/" + name, outputs: [played.output()])
      for target in [5_990, 5_900, 5_713, 5_500, 5_250, 5_003, 4_700, 4_100, 3_001, 1_999, 400, 31, 0] as [Int64] {
        #expect(playback.seek(to: target) == target)
        played.clear()
        playback.play()
        playback.run()
        let rest = all.samples[all.sample(at: target * 1_000)...]
        let heard = played.samples
        #expect(heard.count == rest.count, "\(target) ms")
        let areSame = isSame(heard[...], rest)
        let difference = areSame ? 0 : zip(heard, rest).map { abs(Int($0) - Int($1)) }.max() ?? 0
        #expect(difference <= error, "\(target) ms")
      }
    }
  }

  @Test(
    "An Ogg file of two links is sought in both, and what follows is heard",
    arguments: ["-c:a flac", "-c:a libopus", "-c:a libvorbis"])
  func links(codec: String) throws {
    try Media.withDirectory { directory in
      var bytes = Data()
      for (name, seconds) in [("a.ogg", 3.0), ("b.ogg", 4.0)] {
        try FFmpegProgram.make(name, in: directory, seconds: seconds, video: nil, audio: codec)
        bytes += try Data(contentsOf: URL(filePath: directory + "/" + name))
      }
      try bytes.write(to: URL(filePath: directory + "/c.ogg"))
      let straight = try Straight(of: "c.ogg", in: directory, hasVideo: false)
      for target in [5_000, 2_000, 3_100, 200, 6_500] as [Int64] {
        let played = Played()
        let playback = Playback(directory + "/c.ogg", outputs: [played.output()])
        playback.seek(to: target)
        playback.play()
        playback.run()
        #expect(abs(try #require(playback.end) - 7_000) < 20)
        let rest = straight.samples.suffix(played.samples.count)
        #expect(abs(played.samples.count - Int(7_000 - target) * 96) < 20 * 96, "\(target) ms")
        let difference = zip(played.samples, rest).map { abs(Int($0) - Int($1)) }.max() ?? 0
        #expect(difference <= 1, "\(target) ms")
      }
    }
  }
}
#endif
