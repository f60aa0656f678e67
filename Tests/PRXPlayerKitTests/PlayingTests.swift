import Foundation
import PlayerCore
import Testing

@testable import PRXPlayerKit

@MainActor
@Suite("Playing an item (PRXReadme.md#controls)")
struct PlayingTests {
  @Test("Explicit play: item, engine, status and rate, each with its change (PRX.md#5)")
  func order() {
    let booth = Booth()
    #expect(booth.player.state == .empty)
    booth.player.playPlayerItem(Episode("one"))
    #expect(booth.player.state == .loading)
    booth.connect()
    #expect(booth.player.state == .buffering)
    booth.open()
    #expect(booth.player.state == .ready)
    #expect(
      booth.diary.lines == ["item - one", "change", "change", "status readyToPlay", "change", "rate 1.0", "change"])
    #expect(booth.player.rate == 1)
  }

  @Test("Load prepares and holds; play starts, pause stops, stop drops")
  func hold() {
    let booth = Booth()
    booth.player.loadPlayerItem(Episode("one"))
    booth.connect()
    booth.open()
    #expect(booth.player.holdsPlayback && booth.player.rate == 0)
    booth.player.play()
    #expect(!booth.player.holdsPlayback && booth.player.rate == 1)
    booth.run(to: 3)
    booth.player.pause()
    #expect(booth.player.holdsPlayback && booth.player.player?.currentTime == .seconds(3))
    booth.player.stop()
    #expect(booth.player.playerItem == nil && booth.player.player == nil && booth.player.state == .empty)
    #expect(booth.player.holdsPlayback)
  }

  @Test("An item that is simply assigned plays unless the player holds; nil is stop (PRX.md#1)")
  func assignment() {
    let booth = Booth()
    booth.player.playerItem = Episode("one")
    booth.connect()
    booth.open()
    #expect(booth.player.rate == 1)
    booth.player.pause()
    booth.player.playerItem = Episode("two")
    booth.connect()
    booth.open()
    #expect(booth.player.rate == 0 && booth.player.state == .ready)
    booth.player.playerItem = nil
    #expect(booth.player.state == .empty)
  }

  @Test(
    "Toggling what plays pauses it, with an address or without; the code cannot tell what has none (Contradictions.md#X-13)"
  )
  func toggleWithoutAddress() {
    for (behavior, pauses) in [(PRXPlayerOptions.Behavior.readme, true), (.source, false)] {
      let booth = Booth(behavior)
      let item = Stream(PRXAsset(source: "memory:one"))
      booth.play(item)
      booth.run(to: 3)
      booth.diary.forget()
      booth.player.togglePlayerItem(item)
      #expect((booth.player.state == .ready && booth.player.rate == 0) == pauses)
      #expect(booth.diary.lines.contains("item stream stream") != pauses)
      guard pauses else { continue }
      booth.player.togglePlayerItem(item)
      booth.run(to: 4)
      #expect(booth.player.rate == 1 && booth.player.player?.currentTime == .seconds(4))
      // Another item with the same source is another one.
      booth.player.togglePlayerItem(Stream(PRXAsset(source: "memory:one")))
      #expect(booth.player.state == .loading)
    }
  }

  @Test("The delegate's asset is loaded instead of the item's")
  func substitute() {
    let booth = Booth()
    booth.diary.substitute = PRXAsset(source: "memory:one")
    booth.play(Episode("one"))
    #expect(booth.player.player?.asset == PRXAsset(source: "memory:one"))
    #expect(booth.player.state == .ready)
  }

  @Test("Every loaded asset has an engine of its own, and one that is out of use does nothing (PRX.md#1)")
  func underlyingPlayer() throws {
    let booth = Booth()
    booth.play(Episode("one"))
    booth.run(to: 2)
    let first = try #require(booth.player.player)
    #expect(first.status == .readyToPlay && first.rate == 1 && first.duration == .seconds(60))
    booth.player.playPlayerItem(Episode("two"))
    first.seek(to: .seconds(9))
    #expect(first.rate == 0 && first.currentTime == .zero && booth.player.buffer == 0)
    booth.connect()
    booth.open(.seconds(30))
    #expect(booth.player.player !== first && booth.player.player?.duration == .seconds(30))
    #expect(booth.player.buffer == 30)
  }

  @Test("What a delegate asks from within a call is done when what is announced is over")
  func reentrance() {
    let booth = Booth()
    booth.diary.onLine = { [player = booth.player] line in
      if line == "rate 1.0" { player.stop() }
      if line == "item - one" { player.pause() }
    }
    booth.player.playPlayerItem(Episode("one"))
    #expect(booth.player.holdsPlayback)
    booth.connect()
    booth.open()
    booth.player.play()
    #expect(
      booth.diary.lines == [
        "item - one", "change", "change", "status readyToPlay", "change", "rate 1.0", "change", "rate 0.0", "change",
        "item one -", "change",
      ])
    #expect(booth.player.state == .empty)
  }

  @Test("Files play at the delegate's rate (PRX.md#13), and a new rate counts from the next play on")
  func rates() {
    let booth = Booth()
    booth.diary.rate = 1.5
    booth.play(Episode("one"))
    #expect(booth.player.rate == 1.5)
    booth.diary.rate = 2
    #expect(booth.player.rate == 1.5)
    booth.player.play()
    #expect(booth.player.rate == 2)
    booth.diary.rate = .nan
    booth.player.play()
    #expect(booth.player.rate == 0.5)
  }

  @Test("Now playing: the item's words before the media's, durations only where there is one (PRX.md#11)")
  func nowPlaying() throws {
    let booth = Booth()
    let episode = Episode("one")
    episode.mediaItemProperties = [PRXNowPlayingInfo.title: "Mine"]
    booth.player.playPlayerItem(episode)
    booth.connect()
    let library = booth.player.host.library
    for (key, value) in [("title", "Theirs"), ("artist", "Someone")] {
      booth.report(.metadataFound(key: library.text(key), value: library.text(value)))
    }
    #expect(booth.player.nowPlayingInfo == nil)
    booth.open()
    let info = try #require(booth.player.nowPlayingInfo)
    #expect(info[PRXNowPlayingInfo.title] as? String == "Mine")
    #expect(info[PRXNowPlayingInfo.artist] as? String == "Someone")
    #expect(info[PRXNowPlayingInfo.playbackDuration] as? Double == 60)
    booth.run(to: 5)
    booth.player.player?.seek(to: .seconds(20))
    #expect(booth.player.nowPlayingInfo?[PRXNowPlayingInfo.elapsedPlaybackTime] as? Double == 20)
    booth.player.playPlayerItem(Stream(PRXAsset(source: "memory:stream")))
    booth.connect()
    booth.open(.unknown)
    #expect(booth.player.nowPlayingInfo?[PRXNowPlayingInfo.playbackDuration] == nil)
    #expect(booth.player.nowPlayingInfo?[PRXNowPlayingInfo.title] == nil)
  }

  @Test("A player that nobody holds goes, and its delegate with it")
  func memory() {
    var booth: Booth? = Booth()
    let (player, diary) = (Weak(booth?.player), Weak(booth?.diary))
    booth?.play(Episode("one"))
    booth = nil
    #expect(player.object == nil && diary.object == nil)
  }

  private struct Weak<Object: AnyObject> {
    weak var object: Object?
    init(_ object: Object?) { self.object = object }
  }
}
