#if FFmpeg
import PlayerCore
import PlayerRuntime
import Testing

@testable import FFmpegEngine

@Suite("Controlled by the player")
struct PlayerTests {
  private func player(_ configuration: Configuration = Configuration()) -> VirtualPlayer {
    let library = IdentifierTable()
    return VirtualPlayer(
      configuration: configuration, engine: FFmpegEngine(library: library, clocking: .virtual), library: library)
  }

  private func load(_ name: String, into player: VirtualPlayer) {
    let item = player.library.item(for: Media.path(name))
    player.send(.load(item: item, start: .standard, autoplay: true, opens: true))
  }

  @Test(
    "Every sample plays without a stall or an ignored event", arguments: ["episode.m4a", "clip.mp4", "clip-sizes.ts"])
  func through(name: String) {
    let player = player()
    load(name, into: player)
    #expect(player.run() == .idle)
    #expect(player.player.phase == .ended)
    #expect(player.player.statistics.stallCount == 0)
    #expect(player.player.statistics.ignoredEvents == 0)
    #expect(abs((player.position - player.player.duration).microseconds) < 100_000)
  }

  @Test("A looping item restarts from the beginning")
  func loop() {
    let player = player()
    load("clip.mp4", into: player)
    player.send(.setLooping(true))
    player.run(until: .seconds(35))
    #expect(player.player.state == .playing)
    #expect((4_900...5_100).contains(player.position.microseconds / 1_000))
  }

  @Test("A seek during playback continues at its target")
  func seek() {
    let player = player()
    load("clip.mp4", into: player)
    player.run(until: .seconds(2))
    let request = player.send(.seek(.at(.seconds(7))))
    #expect(player.answer(to: request)?.answer == .done)
    player.run(until: .seconds(3))
    #expect(player.position == .seconds(8))
    #expect(player.player.state == .playing)
  }

  @Test("Media shorter than declared ends in a failure, not in silence")
  func endedEarly() {
    let player = player()
    load("cut-short.m4a", into: player)
    player.run()
    #expect(player.player.failure.kind == .endedEarly)
    #expect((7_900...8_300).contains(player.position.microseconds / 1_000))
  }

  @Test("Bad media fails once, and is released")
  func failure() {
    let player = player()
    load("garbage.bin", into: player)
    #expect(player.run() == .idle)
    #expect(player.player.phase == .failed)
    #expect(player.player.failure.kind == .invalidData)
  }
}

@Suite("Controlled by a player on the machine's clock")
struct PlayerRealTimeTests {
  @Test("A server that never answers is given up at the player's timeout, and the next source plays")
  func timeout() async throws {
    let server = LoopbackPort()
    let library = IdentifierTable()
    var configuration = Configuration()
    configuration.openTimeout = .milliseconds(300)
    let live = LivePlayer(
      configuration: configuration, engine: FFmpegEngine(library: library), library: library)
    let silent = library.item(for: "http://127.0.0.1:\(server.port)/clip.mp4")
    let answer = await live.send(.load(item: silent, start: .standard, autoplay: true, opens: true))
    #expect(answer.answer == .failed)
    #expect(await live.player.failure.kind == .openTimeout)
    let clip = library.item(for: Media.path("clip.mp4"))
    // On a busy machine, opening a file takes time.
    await live.send(.set(.openTimeout, 30_000_000))
    #expect(await live.send(.load(item: clip, start: .at(.seconds(9)), autoplay: true, opens: true)).answer == .done)
    for _ in 0..<6_000 {
      guard await live.player.phase != .ended else { break }
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(await live.player.phase == .ended)
    await live.shutDown()
  }
}
#endif
