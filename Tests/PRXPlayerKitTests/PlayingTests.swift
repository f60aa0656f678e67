import Foundation
import PlayerCore
import Testing

@testable import PRXPlayerKit

@MainActor
@Suite("Playing an item (PRXReadme.md#controls)")
struct PlayingTests {
  @Test("Explicit play: item, engine, status and rate, each with its change (PRX.md#5)")
  func order() {
    let harness = Harness()
    #expect(harness.player.state == .empty)
    harness.player.playPlayerItem(Episode("one"))
    #expect(harness.player.state == .loading)
    harness.connect()
    #expect(harness.player.state == .buffering)
    harness.open()
    #expect(harness.player.state == .ready)
    #expect(
      harness.log.lines == ["item - one", "change", "change", "status readyToPlay", "change", "rate 1.0", "change"])
    #expect(harness.player.rate == 1)
  }

  @Test("Load prepares and holds; play starts, pause holds, stop drops the item")
  func hold() {
    let harness = Harness()
    harness.player.loadPlayerItem(Episode("one"))
    harness.connect()
    harness.open()
    #expect(harness.player.holdsPlayback && harness.player.rate == 0)
    harness.player.play()
    #expect(!harness.player.holdsPlayback && harness.player.rate == 1)
    harness.run(to: 3)
    harness.player.pause()
    #expect(harness.player.holdsPlayback && harness.player.player?.currentTime == .seconds(3))
    harness.player.stop()
    #expect(harness.player.playerItem == nil && harness.player.player == nil && harness.player.state == .empty)
    #expect(harness.player.holdsPlayback)
  }

  @Test("An assigned item plays unless the player holds; assigning nil stops (PRX.md#1)")
  func assignment() {
    let harness = Harness()
    harness.player.playerItem = Episode("one")
    harness.connect()
    harness.open()
    #expect(harness.player.rate == 1)
    harness.player.pause()
    harness.player.playerItem = Episode("two")
    harness.connect()
    harness.open()
    #expect(harness.player.rate == 0 && harness.player.state == .ready)
    harness.player.playerItem = nil
    #expect(harness.player.state == .empty)
  }

  @Test(
    "Toggling a playing item pauses it, with or without an address; the code needs an address (Contradictions.md#X-13)"
  )
  func toggleWithoutAddress() {
    for (behavior, pauses) in [(PRXPlayerOptions.Behavior.readme, true), (.source, false)] {
      let harness = Harness(behavior)
      let item = Stream(PRXAsset(source: "memory:one"))
      harness.play(item)
      harness.run(to: 3)
      harness.log.forget()
      harness.player.togglePlayerItem(item)
      #expect((harness.player.state == .ready && harness.player.rate == 0) == pauses)
      #expect(harness.log.lines.contains("item stream stream") != pauses)
      guard pauses else { continue }
      harness.player.togglePlayerItem(item)
      harness.run(to: 4)
      #expect(harness.player.rate == 1 && harness.player.player?.currentTime == .seconds(4))
      // Another item with the same source is still another item.
      harness.player.togglePlayerItem(Stream(PRXAsset(source: "memory:one")))
      #expect(harness.player.state == .loading)
    }
  }

  @Test("The delegate's asset is loaded instead of the item's")
  func substitute() {
    let harness = Harness()
    harness.log.substitute = PRXAsset(source: "memory:one")
    harness.play(Episode("one"))
    #expect(harness.player.player?.asset == PRXAsset(source: "memory:one"))
    #expect(harness.player.state == .ready)
  }

  @Test("Every loaded asset has its own engine, and one no longer in use has no effect (PRX.md#1)")
  func underlyingPlayer() throws {
    let harness = Harness()
    harness.play(Episode("one"))
    harness.run(to: 2)
    let first = try #require(harness.player.player)
    #expect(first.status == .readyToPlay && first.rate == 1 && first.duration == .seconds(60))
    harness.player.playPlayerItem(Episode("two"))
    first.seek(to: .seconds(9))
    #expect(first.rate == 0 && first.currentTime == .zero && harness.player.buffer == 0)
    harness.connect()
    harness.open(.seconds(30))
    #expect(harness.player.player !== first && harness.player.player?.duration == .seconds(30))
    #expect(harness.player.buffer == 30)
  }

  @Test("A command from inside a delegate call runs after the current announcement")
  func reentrance() {
    let harness = Harness()
    harness.log.onLine = { [player = harness.player] line in
      if line == "rate 1.0" { player.stop() }
      if line == "item - one" { player.pause() }
    }
    harness.player.playPlayerItem(Episode("one"))
    #expect(harness.player.holdsPlayback)
    harness.connect()
    harness.open()
    harness.player.play()
    #expect(
      harness.log.lines == [
        "item - one", "change", "change", "status readyToPlay", "change", "rate 1.0", "change", "rate 0.0", "change",
        "item one -", "change",
      ])
    #expect(harness.player.state == .empty)
  }

  @Test("Files play at the delegate's rate (PRX.md#13), and a new rate applies from the next play")
  func rates() {
    let harness = Harness()
    harness.log.rate = 1.5
    harness.play(Episode("one"))
    #expect(harness.player.rate == 1.5)
    harness.log.rate = 2
    #expect(harness.player.rate == 1.5)
    harness.player.play()
    #expect(harness.player.rate == 2)
    harness.log.rate = .nan
    harness.player.play()
    #expect(harness.player.rate == 0.5)
  }

  @Test("Now playing prefers the item's values to the media's, and has a duration only if there is one (PRX.md#11)")
  func nowPlaying() throws {
    let harness = Harness()
    let episode = Episode("one")
    episode.mediaItemProperties = [PRXNowPlayingInfo.title: "Mine"]
    harness.player.playPlayerItem(episode)
    harness.connect()
    let library = harness.player.host.library
    for (key, value) in [("title", "Theirs"), ("artist", "Someone")] {
      harness.report(.metadataFound(key: library.text(key), value: library.text(value)))
    }
    #expect(harness.player.nowPlayingInfo == nil)
    harness.open()
    let info = try #require(harness.player.nowPlayingInfo)
    #expect(info[PRXNowPlayingInfo.title] as? String == "Mine")
    #expect(info[PRXNowPlayingInfo.artist] as? String == "Someone")
    #expect(info[PRXNowPlayingInfo.playbackDuration] as? Double == 60)
    harness.run(to: 5)
    harness.player.player?.seek(to: .seconds(20))
    #expect(harness.player.nowPlayingInfo?[PRXNowPlayingInfo.elapsedPlaybackTime] as? Double == 20)
    harness.player.playPlayerItem(Stream(PRXAsset(source: "memory:stream")))
    harness.connect()
    harness.open(.unknown)
    #expect(harness.player.nowPlayingInfo?[PRXNowPlayingInfo.playbackDuration] == nil)
    #expect(harness.player.nowPlayingInfo?[PRXNowPlayingInfo.title] == nil)
  }

  @Test("An unreferenced player is released, and its delegate with it")
  func memory() {
    var harness: Harness? = Harness()
    let (player, log) = (Weak(harness?.player), Weak(harness?.log))
    harness?.play(Episode("one"))
    harness = nil
    #expect(player.object == nil && log.object == nil)
  }

  private struct Weak<Object: AnyObject> {
    weak var object: Object?
    init(_ object: Object?) { self.object = object }
  }

  @Test("Shutting down the host is no failure of its item (PRXReadme.md#changes)")
  func shutDown() {
    let harness = Harness()
    harness.player.playPlayerItem(Episode("one"))
    harness.connect()
    harness.open()
    let count = harness.log.lines.count
    harness.player.host.shutDown()
    #expect(!harness.log.lines.dropFirst(count).contains { $0.contains("failed") }, "\(harness.log.lines)")
  }
}
