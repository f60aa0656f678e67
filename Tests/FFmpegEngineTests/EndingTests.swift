#if FFmpeg
import Foundation
import PlayerCore
import Testing

@testable import FFmpegEngine

@Suite("Where media ends")
struct EndingTests {
  @Test(
    "A complete download of undeclared length is a success",
    arguments: ["clip.mp4", "clip-sizes.ts", "clip-subtitled.mkv"])
  func undeclared(name: String) throws {
    let server = WebServer { request in
      var whole = WebServer.Answer.file(Media.path(name), request, ranges: false)
      whole.saysLength = false
      return whole
    }
    let local = Played()
    let reference = Playback(Media.path(name), outputs: [local.output()])
    reference.play()
    reference.run()
    let played = Played()
    let playback = Playback(server.address + "/" + name, outputs: [played.output()])
    playback.play()
    playback.run()
    #expect(playback.failure == nil)
    #expect(playback.end == reference.end)
    #expect(played.pictures == local.pictures && played.samples == local.samples)
    withExtendedLifetime(server) {}
  }

  @Test("On the virtual clock, a local playlist without an end tag plays as it is, and ends")
  func endless() throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.make(
        "live.m3u8", in: directory, seconds: 6, "-f hls -hls_time 2 -hls_list_size 0 -hls_flags omit_endlist")
      try Data("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=100000\nlive.m3u8\n".utf8)
        .write(to: URL(filePath: directory + "/master.m3u8"))
      for name in ["live.m3u8", "master.m3u8"] {
        let played = Played()
        let playback = Playback(directory + "/" + name, outputs: [played.output()])
        playback.play()
        playback.run()
        #expect(playback.failure == nil)
        #expect(played.pictures.count == 150)
        #expect(abs(try #require(playback.end) - 6_000) < 200)
      }
    }
  }

  @Test("On the virtual clock, a silent server cannot block its host forever")
  func bounded() {
    let interrupt = Interrupt()
    interrupt.limit(to: .seconds(-1))
    #expect(interrupt.isExpired && !interrupt.isRaised)
    #expect(interrupt.mustReturn)
    interrupt.limit(to: nil)
    #expect(!interrupt.isExpired)
    #expect(!interrupt.mustReturn)
  }
}
#endif
