#if FFmpeg
import Foundation
import PlayerCore
import Testing

@testable import FFmpegEngine

@Suite("Pixel aspect ratios")
struct AspectTests {
  @Test(
    "The container's aspect ratio wins over that of the pictures; without one, theirs applies",
    arguments: [
      ("a.mkv", "-c copy -aspect 16:9", 85, "A4:3"), ("a.mp4", "-c copy -aspect 16:9", 85, "A4:3"),
      ("a.mkv", "-c copy", 64, "A1:1"), ("a.ts", "-c:v mpeg2video -vf setsar=4/3", 85, "A4:3"),
    ])
  func container(name: String, options: String, width: Int32, aspect: String) throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.run("-f lavfi -i testsrc2=size=64x48:rate=10:duration=0.5 -c:v libx264 s.mkv", in: directory)
      try FFmpegProgram.run("-i s.mkv \(options) \(name)", in: directory)
      let path = directory + "/a.y4m"
      let playback = Playback(directory + "/" + name, outputs: [try Y4MOutput(path: path)])
      playback.play()
      playback.run()
      var sizes: [Int32] = []
      for case .naturalSizeChanged(let width, let height) in playback.events { sizes += [width, height] }
      #expect(sizes == [width, 48])
      playback.engine.shutDown()
      let head = String(decoding: try Data(contentsOf: URL(filePath: path)).prefix(60), as: UTF8.self)
      #expect(head.contains(" \(aspect) "), "\(head)")
    }
  }
}
#endif
