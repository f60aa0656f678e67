#if FFmpeg
import Foundation
import PlayerCore
import PlayerRuntime
import Testing

@testable import FFmpegEngine

@Suite("Live windows, on the virtual clock")
struct LiveTests {
  /// So little is read ahead that no test waits for segments that never come.
  private func playback(_ source: String, _ played: Played = Played(), network: NetworkOptions = NetworkOptions())
    -> Playback
  {
    Playback(source, outputs: [played.output()], network: network, bufferDuration: .milliseconds(1_200))
  }

  @Test("The window is known when the source is open, and playback begins at the live edge", arguments: ["live", "master"])
  func opens(name: String) throws {
    let stream = try LiveStream(2..<10)
    let played = Played()
    let playback = playback("\(stream.server.address)/\(name).m3u8", played)
    let media = try #require(playback.opened)
    #expect(!media.duration.isKnown && media.isSeekable && media.hasVideo && media.hasAudio)
    let reported = playback.events.prefix { if case .opened = $0 { false } else { true } }
    #expect(reported.contains(.seekableRangeChanged(start: .zero, end: .seconds(5))))
    #expect(reported.contains(.dateReference(position: .zero, date: LiveStream.date + 2_000_000)))
    playback.play()
    playback.run(until: playback.now + .milliseconds(200))
    #expect(playback.events.contains(.playbackStarted(position: .seconds(5), rate: .normal)))
    #expect(played.positions.prefix(3) == [5_000_000, 5_040_000, 5_080_000])
    #expect(played.pictures.prefix(3) == (try stream.straight().pictures[175..<178]))
  }
}
#endif
