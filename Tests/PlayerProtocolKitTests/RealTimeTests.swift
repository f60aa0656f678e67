#if FFmpeg
import FFmpegEngine
import Foundation
import PlayerRuntime
import Backports
import Testing

@testable import PlayerProtocolKit

private func server(_ name: String) -> String { ProcessInfo.processInfo.environment["TAPEDECK_" + name] ?? "" }

@MainActor
@Suite("The SDK's player on the machine's clock")
struct RealTimeTests {
  /// Waits as long as it takes; the limit only catches what never comes.
  private func wait(for condition: () -> Bool) async throws {
    for _ in 0..<6_000 {
      guard !condition() else { break }
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(condition())
  }

  private func makePlayer() -> (VideoPlayer, EventLog) {
    FFmpegEngine.install()
    let player = VideoPlayer()
    let log = EventLog()
    player.addObserver(log)
    return (player, log)
  }

  @Test("A file plays to its end, in the documented order")
  func file() async throws {
    let (player, log) = makePlayer()
    player.set(video: sample("clip.mp4"), play: true)
    // No seek: on a busy machine the end may come first.
    try await wait { log.lines.contains("finished") }
    #expect(log.lines.first == "video clip.mp4")
    #expect(log.lines.last == "state paused(buffering: false)")
    player.host.shutDown()
  }

  @Test("Pictures go to the player's hooks, and sound to those of the engine that is installed")
  func hooks() async throws {
    let seen = Lock((pictures: 0, sounds: 0))
    var installed = EngineHooks()
    installed.onAudio = { _ in seen.withLock { $0.sounds += 1 } }
    var own = EngineHooks()
    own.onVideo = { _ in seen.withLock { $0.pictures += 1 } }
    FFmpegEngine.install(hooks: installed)
    let player = VideoPlayer(hooks: own)
    FFmpegEngine.install()
    player.set(video: sample("clip.mp4"), play: true)
    try await wait { seen.withLock { $0.pictures > 10 && $0.sounds > 10 } }
    player.host.shutDown()
  }

  @Test("A live stream plays, without a duration", .enabled(if: !server("HLS_LIVE").isEmpty))
  func live() async throws {
    let (player, log) = makePlayer()
    player.set(video: Video(url: try #require(URL(string: server("HLS_LIVE"))), title: "live"), play: true)
    try await wait { log.positions.count > 3 }
    #expect(log.lines.prefix(2) == ["video live", "state playing(buffering: true)"])
    #expect(player.duration == 0)
    player.host.shutDown()
  }
}
#endif
