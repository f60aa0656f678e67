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
  /// Plays the clip from a server whose answers `spoil` changes, by the number of the request, from 1.
  private func play(
    spoil: @escaping @Sendable (Int, inout WebServer.Answer) -> Void
  ) throws -> (player: Player, pictures: [Int64], requests: [WebServer.Request], trace: String) {
    let count = Lock(0)
    let server = WebServer { request in
      let number = count.increment()
      var answer = WebServer.Answer.file(Media.path("clip.mp4"), request)
      spoil(number, &answer)
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

  @Test("What broke off is asked for from there, at once: every picture is shown, and the core has nothing to do")
  func goesOn() throws {
    let (player, pictures, requests, trace) = try play { if $0 == 1 { $1.cut = 90_000 } }
    #expect(player.phase == .ended && player.failure.kind == .none)
    #expect(Set(pictures).count == 250 && pictures == pictures.sorted())
    #expect(!trace.contains("retryScheduled"))
    #expect(requests.map(\.start) == [0, 90_000])
  }

  @Test("Where that fails, the core reopens the source at the playhead, and the retry is in the trace")
  func resumes() throws {
    let (player, pictures, requests, trace) = try play { number, answer in
      if number == 1 { answer.cut = 90_000 }
      if number == 2 { answer = .status(503) }
    }
    #expect(player.phase == .ended && player.failure.kind == .none)
    #expect(Set(pictures).count == 250)
    #expect(pictures == pictures.sorted(), "nothing is played twice")
    #expect(trace.contains("retryScheduled"))
    #expect(requests.prefix(3).map(\.start) == [0, 90_000, 0])
  }

  @Test("Without retries a broken transfer that nobody continues fails after its data")
  func fails() throws {
    let server = WebServer { request in
      var answer = WebServer.Answer.file(Media.path("clip.mp4"), request, ranges: false)
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
