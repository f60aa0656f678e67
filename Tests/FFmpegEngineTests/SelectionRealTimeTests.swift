#if FFmpeg
import Foundation
import PlayerCore
import PlayerRuntime
import Testing

@testable import FFmpegEngine

/// What changes an engine in the middle of playback fetches anew what plays. On both clocks that is no seek: time goes on.
@Suite("Selections while media plays, in real time")
struct SelectionRealTimeTests {
  private static let changes: [[EngineCommand]] = [
    [.selectTrack(.audio, TrackID(2))], [.selectTrack(.subtitle, TrackID(3))],
    [.setVideoEnabled(false), .setVideoEnabled(true)],
  ]

  @Test("Playback goes on without a gap, as on the virtual clock", arguments: changes)
  func monotone(commands: [EngineCommand]) throws {
    let path = Media.path("clip-subtitled.mkv")
    let virtual = Recording()
    let playback = Playback(path, outputs: [virtual.output()])
    playback.play()
    for (index, command) in commands.enumerated() {
      playback.run(until: .microseconds(1_500_000 + 500_000 * Int64(index)))
      playback.tell(command)
    }
    playback.run()
    let real = Recording()
    let host = LiveHost(path, output: real.output())
    _ = host.wait { if case .buffered(_, _, true) = $0 { true } else { nil } }
    host.tell(.play(rate: .normal))
    _ = host.wait { if case .playbackStarted = $0 { true } else { nil } }
    usleep(1_500_000)
    for (index, command) in commands.enumerated() {
      if index > 0 { usleep(500_000) }
      host.tell(command)
    }
    let end = host.wait { if case .ended(let position) = $0 { position } else { nil } }
    #expect(try abs(#require(end).microseconds / 1_000 - #require(playback.end)) < 50)
    for recording in [virtual, real] {
      // The picture at the playhead may be shown again.
      #expect(recording.audio == recording.audio.sorted() && recording.video == recording.video.sorted())
      #expect(zip(recording.audio, recording.audio.dropFirst()).allSatisfy { $1 - $0 < 60 })
    }
  }
}
#endif
