#if FFmpeg
import Foundation
import PlayerCore
import PlayerRuntime
import PlayerTrace
import Backports
import Testing

@testable import FFmpegEngine

@Suite("Broken transfers")
struct TransferTests {
  /// Plays the clip from a server that cuts each connection where `cut` says for the number of the request, from 1.
  private func play(
    cut: @escaping @Sendable (Int) -> Int?
  ) throws -> (player: Player, pictures: [Int64], requests: [WebServer.Request], trace: String) {
    let count = Lock(0)
    let server = WebServer { request in
      let number = count.withLock { count in
        count += 1
        return count
      }
      var answer = WebServer.Answer.file(Media.path("clip.mp4"), request)
      answer.cut = cut(number)
      return answer
    }
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).trace.jsonl")
    defer { try? FileManager.default.removeItem(at: url) }
    let recording = Recording()
    let library = IdentifierTable()
    let engine = FFmpegEngine(library: library, clocking: .virtual, outputs: [recording.output()])
    let player = VirtualPlayer(configuration: .standard, engine: engine, library: library)
    player.record(to: url) { Issue.record($0) }
    let item = library.item(for: server.address + "/clip.mp4")
    player.send(.load(item: item, start: .standard, autoplay: true, opens: true))
    player.run()
    let state = player.player
    player.shutDown()
    return (state, recording.video, server.requests, try String(contentsOf: url, encoding: .utf8))
  }

  @Test("The core reopens the source at the playhead: every picture is shown, and the retry is in the trace")
  func resumes() throws {
    let (player, pictures, requests, trace) = try play { $0 == 1 ? 90_000 : nil }
    #expect(player.phase == .ended && player.failure.kind == .none)
    #expect(Set(pictures).count == 250)
    #expect(pictures == pictures.sorted(), "nothing is played twice")
    #expect(trace.contains("retryScheduled"))
    // libavformat did not resume by itself: the retry starts at zero.
    #expect(requests.first?.start == 0 && requests.dropFirst().first?.start == 0)
  }

  @Test("Without retries a broken transfer fails after its data: nothing reconnects behind the core's back")
  func noReconnect() throws {
    let server = WebServer { request in
      var answer = WebServer.Answer.file(Media.path("clip.mp4"), request)
      answer.cut = 90_000
      return answer
    }
    let playback = Playback(server.address + "/clip.mp4")
    playback.play()
    playback.run()
    #expect(playback.failure?.kind == .io)
    #expect(playback.now > .seconds(2))
    #expect(server.requests.count == 1)
  }
}
#endif
