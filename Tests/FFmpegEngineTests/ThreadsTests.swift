#if FFmpeg
import Foundation
import PlayerRuntime
import Testing

@testable import FFmpegEngine

/// On the virtual clock several threads decode pictures that nobody looks at. What they make of damaged pictures may
/// differ; everything that is reported must not.
@Suite("Decoding on several threads")
struct ThreadsTests {
  /// Arguments of the `ffmpeg` program, by the name of what they encode.
  private static let codecs = [
    "H.264": "-c:v libx264 -preset veryfast -g 25 -bf 3",
    "H.264 in fields": "-c:v libx264 -preset veryfast -g 25 -bf 2 -x264-params tff=1 -flags +ildct+ilme",
    "HEVC": "-c:v libx265 -preset ultrafast -x265-params log-level=none:keyint=25:bframes=3",
    "VP9": "-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -g 25",
    "AV1": "-c:v libaom-av1 -usage realtime -cpu-used 8 -g 25 -lag-in-frames 0",
    "MPEG-4": "-c:v mpeg4 -g 25 -bf 2",
    "MPEG-2 in fields": "-c:v mpeg2video -g 25 -bf 2 -flags +ildct+ilme",
  ]

  @Test("changes nothing that is reported, of whole media and of damaged", arguments: codecs.keys.sorted())
  func reports(name: String) throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.make("a.mkv", in: directory, seconds: 4, video: Self.codecs[name])
      let whole = [UInt8](try Data(contentsOf: URL(filePath: directory + "/a.mkv")))
      for damage in 0..<6 {
        var bytes = whole
        // Every run sees the same damage, behind the beginning.
        for hit in 0..<damage * 5 { bytes[2_000 + (hit &* 7_919 &* damage) % (bytes.count - 2_000)] ^= 0x5A }
        let path = directory + "/b.mkv"
        try Data(bytes).write(to: URL(filePath: path))
        let several = Self.reports(of: path, NullOutput())
        #expect(several == Self.reports(of: path, FrameCallbacks(onVideo: { _ in })), "damage \(damage)")
        #expect(several.count > 10)
      }
    }
  }

  private static func reports(of path: String, _ output: sending any MediaOutput) -> [EngineReport] {
    let playback = Playback(path, outputs: [output])
    playback.play()
    playback.run(until: .seconds(1))
    playback.seek(to: 2_500)
    playback.play()
    playback.run()
    return playback.reports
  }
}
#endif
