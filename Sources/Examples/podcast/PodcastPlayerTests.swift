#if FFmpeg
import FFmpegEngine
import Foundation
import PlayerCore
import PlayerRuntime
import Testing

/// The app's loop over real media. The test has its own clock, so the episode of 91 seconds takes only a moment.
@MainActor
@Suite("A podcast app")
struct PodcastPlayerTests {
  private final class Shelf: Bookshelf {
    var places: [String: MediaTime] = [:]
  }

  private static let media = URL(filePath: #filePath).appending(path: "../../../../Traces/media").standardizedFileURL
  private static let episode = media.appending(path: "episode.m4a").path(percentEncoded: false)
  private static let chapters = media.appending(path: "episode.chapters.json").path(percentEncoded: false)

  private let shelf = Shelf()

  /// One launch of the app.
  private func launch() throws -> (host: MainPlayer, player: PodcastPlayer) {
    let library = IdentifierTable()
    let engine = FFmpegEngine(library: library, clocking: .virtual)
    let host = MainPlayer(engine: engine, library: library, timekeeping: .caller)
    return (host, PodcastPlayer(host, shelf))
  }

  @Test("an episode continues where it was left, and its adverts are never played")
  func listens() throws {
    let chapters = try SegmentList(contentsOf: Self.chapters)

    let first = try launch()
    try first.player.play(Self.episode, chapters: chapters)
    first.host.run(until: .seconds(30))
    #expect(first.player.heard == ["Intro", "Talk: One letter box"])
    // The app is killed without a pause.
    first.host.shutDown()
    let place = try #require(shelf.places[Self.episode])
    #expect(place == .seconds(40))

    let second = try launch()
    try second.player.play(Self.episode, chapters: chapters)
    second.host.run(until: .seconds(2))
    #expect(second.player.display.state == .playing)
    #expect(second.player.display.chapter == "Talk: One letter box")
    second.player.pause()
    #expect(shelf.places[Self.episode]! > place)
    second.player.resume()
    second.host.run(until: .seconds(120))
    #expect(second.player.display.state == .ended)
    #expect(second.player.heard == ["Talk: One letter box", "Talk: Keep the letters", "Outro"])
    #expect(shelf.places.isEmpty)
  }

  @Test("a missing episode gives the listener an error message")
  func isGone() throws {
    let app = try launch()
    try app.player.play("/no-such-episode.m4a", chapters: SegmentList())
    app.host.run(until: .seconds(1))
    #expect(app.player.display.state == .idle)
    #expect(app.player.display.problem?.hasPrefix("notFound") == true)
  }
}
#endif
