#if FFmpeg
import FFmpegEngine
import Foundation
import PlayerCore
import PlayerRuntime
import Testing

@testable import PRXPlayerKit

private func server(_ name: String) -> String { ProcessInfo.processInfo.environment["TAPEDECK_" + name] ?? "" }

/// The events of a start at the beginning (PRX.md#5).
@MainActor
private func start(_ name: String) -> [String] {
  ["item - \(name)", "change", "change", "status readyToPlay", "change", "rate 1.0", "change"]
}

@MainActor
@Suite("Real media on the virtual clock")
struct MediaTests {
  private let log = EventLog()
  private let player: PRXPlayer

  init() {
    var options = PRXPlayerOptions()
    options.notificationCenter = NotificationCenter()
    let library = IdentifierTable()
    player = PRXPlayer(
      options, engine: FFmpegEngine(library: library, clocking: .virtual), library: library, timekeeping: .caller)
    log.follow(player)
  }

  private func run(to seconds: Int64) { player.host.run(until: .seconds(seconds)) }

  @Test("A file plays to its end, second by second; the soft end comes at nine (PRX.md#13)")
  func file() {
    player.playPlayerItem(Episode(sample: "clip.mp4"))
    run(to: 12)
    let seconds = (1...8).map { "second \($0).0" }
    // The clip lasts 10 s: 95 % of that is truncated to 9 s.
    let end = ["second 9.0", "ten seconds 9.0", "soft end 9.0", "second 10.0", "end", "rate 0.0", "change"]
    #expect(log.lines.prefix(15) == ArraySlice(start("clip.mp4") + seconds))
    #expect(Set(log.lines.dropFirst(15)) == Set(end))
    #expect(player.state == .ready && player.playerItem != nil)
  }

  @Test("Playback begins at the stored position, and the file's metadata is shown")
  func stored() {
    let episode = Episode(sample: "episode.m4a")
    episode.playerTime = .seconds(20)
    player.playPlayerItem(episode)
    run(to: 5)
    #expect(log.lines.first { $0.hasPrefix("second") } == "second 21.0")
    #expect(episode.playerTime.map { $0 > .seconds(22) } == true)
    #expect(player.nowPlayingInfo?[PRXNowPlayingInfo.title] as? String != nil)
    #expect(player.buffer > 0)
  }

  @Test("A downloaded file takes over from the old one at the stored second (PRXReadme.md#item)")
  func takeOver() {
    let episode = Episode(sample: "episode.m4a")
    player.playPlayerItem(episode)
    run(to: 6)
    let old = player.player
    log.forget()
    episode.playerAsset = Episode.asset(sample: "clip.mp4")
    player.playPlayerItem(episode)
    run(to: 7)
    #expect(player.player !== old && player.player?.asset == episode.playerAsset)
    #expect(player.state == .ready && player.rate == 1)
    #expect((.milliseconds(5_500) ... .seconds(7)).contains(player.host.position))
    #expect(player.host.player.duration < .seconds(11))
    #expect(log.lines.first == "item episode.m4a episode.m4a")
    #expect(log.lines.contains("status readyToPlay"))
  }

  @Test(
    "Media that cannot be opened fails to load its tracks, and the player holds (PRX.md#5)",
    arguments: ["no such file", "garbage.bin"])
  func broken(name: String) {
    player.playPlayerItem(Episode(sample: name))
    run(to: 3)
    #expect(log.lines.contains("tracks failed, wanted"))
    #expect(player.holdsPlayback && player.playerItem != nil && player.state == .loading)
  }
}

@MainActor
@Suite("Real media on the machine's clock")
struct RealTimeTests {
  private let log = EventLog()

  /// Waits as long as it takes; the limit only catches what never comes.
  private func wait(for condition: () -> Bool) async throws {
    for _ in 0..<6_000 {
      guard !condition() else { break }
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(condition())
  }

  private func makePlayer() -> PRXPlayer {
    FFmpegEngine.install()
    var options = PRXPlayerOptions()
    options.notificationCenter = NotificationCenter()
    let player = PRXPlayer(options)
    log.follow(player)
    return player
  }

  @Test("A file plays to its end, in the documented order")
  func file() async throws {
    let player = makePlayer()
    player.playPlayerItem(Episode(sample: "clip.mp4"))
    try await wait { log.lines.contains("second 1.0") }
    #expect(log.lines.prefix(8) == ArraySlice(start("clip.mp4") + ["second 1.0"]))
    player.player?.seek(to: .milliseconds(9_300))
    // Intervals may come before or after the end: the container is a little longer than declared, and a busy machine
    // observes the landing and the end at once.
    func told(_ count: Int) -> [String] { log.lines.filter { !$0.contains("second") }.suffix(count) }
    try await wait { log.lines.contains("end") && told(1) == ["change"] }
    #expect(told(3) == ["end", "rate 0.0", "change"], "\(log.lines)")
    player.stop()
    #expect(told(2) == ["item clip.mp4 -", "change"], "\(log.lines)")
    player.host.shutDown()
  }

  @Test(
    "A live stream plays at normal speed whatever files do, and has no end", .enabled(if: !server("HLS_LIVE").isEmpty))
  func live() async throws {
    let player = makePlayer()
    log.rate = 1.5
    player.playPlayerItem(Stream(PRXAsset(url: try #require(URL(string: server("HLS_LIVE"))))))
    try await wait { log.lines.count { $0.hasPrefix("second") } > 2 }
    #expect(log.lines.prefix(7) == ArraySlice(start("stream")))
    #expect(player.player?.duration == .unknown)
    player.host.shutDown()
  }

  @Test("A server's error status fails the item", .enabled(if: !server("STATUS").isEmpty))
  func notFound() async throws {
    let player = makePlayer()
    player.playPlayerItem(Stream(PRXAsset(url: try #require(URL(string: server("STATUS") + "/404")))))
    try await wait { log.lines.contains { $0.contains("failed, wanted") } }
    #expect(player.rate == 0)
    player.host.shutDown()
  }

  @Test("The one shared player uses the installed engine, and the options set before its first use")
  func shared() {
    FFmpegEngine.install()
    #expect(PRXPlayer.sharedPlayerOptions.behavior == .readme)
    var options = PRXPlayerOptions(.source)
    options.configuration.allowsCellular = false
    PRXPlayer.sharedPlayerOptions = options
    PRXPlayer.sharedPlayerHooks.onAudio = { _ in }
    let make = EngineMaker.standard
    var isHeard = false
    EngineMaker.standard = { library, hooks in
      isHeard = hooks.onAudio != nil
      return make(library, hooks)
    }
    defer { EngineMaker.standard = make }
    #expect(PRXPlayer.sharedPlayer.options.behavior == .source)
    #expect(!PRXPlayer.sharedPlayer.host.player.configuration.allowsCellular)
    #expect(PRXPlayer.sharedPlayerOptions.behavior == .source)
    #expect(PRXPlayer.sharedPlayer === PRXPlayer.sharedPlayer)
    #expect(isHeard && PRXPlayer.sharedPlayerHooks.onAudio != nil)
    #expect(PRXPlayer.sharedPlayer.state == .empty)
  }
}
#endif
