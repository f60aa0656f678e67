@testable import PlayerCore
import Testing

@Suite("Supply and stalls")
struct BufferingStories {
  /// Plays from a buffer that the story fills.
  private static func fed(until seconds: Int64 = 5) -> Stage {
    var stage = Stage()
    stage.engine.fillsBuffer = false
    stage.load(plays: true)
    stage.run()
    stage.feed(seconds)
    stage.run()
    stage.forget()
    return stage
  }

  @Test("playback starts when a second is buffered, and is play-through from ten on")
  func startBuffer() {
    var stage = Stage()
    stage.engine.fillsBuffer = false
    stage.load(plays: true)
    stage.run()
    stage.report(.buffered(until: .milliseconds(999), bytesRead: 1, isSaturated: false))
    #expect(stage.player.supply == .unknown && stage.player.state == .preparing)
    stage.feed(1)
    stage.run()
    #expect(stage.player.supply == .playable && stage.player.state == .playing)
    stage.feed(12)
    #expect(stage.player.supply == [.playable, .playThrough])
  }

  @Test("a saturated buffer is enough, however short: the end of the media, or the engine's own bound")
  func saturated() {
    var stage = Stage()
    stage.engine.fillsBuffer = false
    stage.load(plays: true)
    stage.run()
    stage.report(.buffered(until: .milliseconds(10), bytesRead: 1, isSaturated: true))
    stage.run()
    #expect(stage.player.state == .playing)
  }

  @Test("a stall: counted when it begins, timed until there is enough again (KSYManual.md#6.4)")
  func stall() {
    var stage = Self.fed()
    stage.run(seconds: 5)
    stage.starve(at: 5)
    #expect(stage.player.state == .stalled)
    #expect(
      stage.notifications == [
        .supplyChanged(from: .playable, to: .stalled), .stallBegan(count: 1),
        .playbackStateChanged(from: .playing, to: .stalled),
      ])
    stage.run(seconds: 3)
    stage.feed(6)
    #expect(stage.player.state == .stalled, "after a stall two seconds are needed")
    stage.forget()
    stage.feed(7)
    stage.run()
    #expect(
      stage.notifications == [
        .stallEnded(lasted: .seconds(3)), .supplyChanged(from: .stalled, to: .playable),
        .playbackStateChanged(from: .stalled, to: .playing),
      ])
    #expect(stage.player.statistics.stallCount == 1)
    #expect(stage.player.statistics.stallTime == .seconds(3))
  }

  @Test("two stalls add up; one that is open is not part of the time (KSYManual.md#6.4, Contradictions.md#X-19)")
  func sums() {
    var stage = Self.fed()
    stage.run(seconds: 5)
    stage.starve(at: 5)
    stage.run(seconds: 3)
    stage.feed(8)
    stage.run(seconds: 3)
    stage.starve(at: 8)
    stage.run(seconds: 4)
    #expect(stage.player.statistics.stallTime == .seconds(3))
    stage.feed(20)
    #expect(stage.player.statistics.stallCount == 2)
    #expect(stage.player.statistics.stallTime == .seconds(7))
  }

  @Test("the first load counts nothing (KSY.md#5)")
  func firstLoad() {
    var stage = Stage()
    stage.engine.fillsBuffer = false
    stage.engine.startLatency = nil
    stage.load(plays: true)
    stage.run()
    stage.feed(2)
    stage.starve(at: 0)
    #expect(stage.player.state == .preparing)
    #expect(stage.player.statistics.stallCount == 0)
  }

  @Test("waiting keeps its reason: after a seek it is seeking, not a stall (BugZoo.md#18)")
  func seekRefill() {
    var stage = Self.fed(until: 30)
    stage.engine.startLatency = nil
    stage.ask(.seek(.at(.seconds(40))))
    stage.run()
    #expect(stage.player.state == .seeking && !stage.player.seekTarget.isKnown)
    stage.feed(42)
    stage.starve(at: 40)
    #expect(stage.player.state == .seeking)
    #expect(stage.player.statistics.stallCount == 0)
  }

  @Test("an engine that runs dry while it seeks has stalled, when a setting says so (KSYManual.md#6.4)")
  func stallInSeek() {
    var configuration = Configuration()
    configuration.derivesSupply = false
    configuration.stallsInSeeks = true
    var stage = Stage(configuration)
    stage.engine.media.supply = .playThrough
    stage.engine.seekLatency = .seconds(1)
    stage.load(plays: true)
    stage.run()
    stage.ask(.seek(.at(.seconds(40))))
    stage.starve(at: 0)
    #expect(stage.player.supply == .stalled && stage.player.state == .seeking)
    stage.run(seconds: 2)
    #expect(stage.player.state == .seeking && !stage.player.seekTarget.isKnown)
    stage.report(.supplyChanged(.playable))
    stage.run()
    #expect(stage.player.state == .playing)
    #expect(stage.player.statistics.stallCount == 1 && stage.player.statistics.stallTime == .seconds(2))
  }

  @Test("a seek out of a stall ends it")
  func seekEndsStall() {
    var stage = Self.fed()
    stage.starve(at: 5)
    stage.run(seconds: 2)
    stage.forget()
    stage.ask(.seek(.at(.seconds(40))))
    #expect(stage.notifications.contains(.stallEnded(lasted: .seconds(2))))
    #expect(stage.player.state == .seeking)
    #expect(stage.player.statistics.stallTime == .seconds(2))
  }

  @Test("pause while stalled shows paused; the fetching goes on and its time counts (KSYManual.md#6.4)")
  func pauseWhileStalled() {
    var stage = Self.fed()
    stage.starve(at: 5)
    stage.run(seconds: 1)
    stage.ask(.pause)
    #expect(stage.player.state == .paused && stage.player.supply == .stalled)
    stage.run(seconds: 1)
    stage.feed(20)
    stage.run()
    #expect(stage.player.statistics.stallTime == .seconds(2))
    #expect(stage.player.state == .paused, "it was paused meanwhile (BugZoo.md#21)")
    stage.ask(.play)
    stage.run()
    #expect(stage.player.state == .playing)
  }

  @Test("running dry just when paused: play shows stalled, not paused (BugZoo.md#24)")
  func dryWhenPaused() {
    var stage = Self.fed()
    stage.ask(.pause)
    stage.starve(at: 5)
    #expect(stage.player.state == .paused)
    stage.ask(.play)
    #expect(stage.player.state == .stalled)
  }

  @Test("stop in a stall ends it, and it counts for the media that stalled; a load begins anew")
  func stopWhileStalled() {
    var stage = Self.fed()
    stage.starve(at: 5)
    stage.run(seconds: 2)
    stage.forget()
    stage.load(2, plays: true)
    #expect(stage.notifications.contains(.stallEnded(lasted: .seconds(2))))
    #expect(stage.player.statistics.stallCount == 0 && stage.player.statistics.stallTime == .zero)
  }

  @Test("no byte for thirty seconds while playback waits is a failure (KSYManual.md#6.3, setTimeout)")
  func readTimeout() {
    var stage = Self.fed()
    stage.starve(at: 5)
    stage.run(for: .microseconds(29_999_999))
    #expect(stage.player.phase == .prepared)
    stage.run(for: .microseconds(1))
    #expect(stage.player.failure.kind == .readTimeout)
  }

  @Test("what trickles is not timed out, but not waited for without end (Architecture.md#law-10)")
  func bufferingLimit() {
    var stage = Self.fed()
    stage.starve(at: 5)
    for byte in 0..<59 {
      stage.run(seconds: 10)
      stage.report(.buffered(until: .milliseconds(5_001), bytesRead: 100 + Int64(byte), isSaturated: false))
    }
    #expect(stage.player.state == .stalled)
    stage.run(seconds: 10)
    #expect(stage.player.failure.kind == .stuckBuffering)
  }

  @Test("who pauses does not wait: no time-out while paused")
  func noTimeoutWhilePaused() {
    var stage = Self.fed()
    stage.starve(at: 5)
    stage.ask(.pause)
    stage.run(seconds: 1_000)
    #expect(stage.player.phase == .prepared)
  }

  @Test("what an engine buffers at the place a seek leaves does not count at the place it goes to (BugZoo.md#27)")
  func reportsDuringSeek() {
    var stage = Self.fed(until: 30)
    stage.engine.seekLatency = .seconds(1)
    stage.ask(.seek(.at(.seconds(40))))
    stage.feed(59)
    #expect(!stage.player.bufferedUntil.isKnown)
    stage.run(seconds: 1)
    #expect(stage.player.state == .seeking)
    stage.feed(45)
    stage.run()
    #expect(stage.player.state == .playing)
  }

  @Test("an engine that judges its buffer itself is believed")
  func selfJudging() {
    var configuration = Configuration()
    configuration.derivesSupply = false
    var stage = Stage(configuration)
    stage.engine.fillsBuffer = false
    stage.load(plays: true)
    stage.run()
    stage.feed(60)
    #expect(stage.player.supply == .unknown)
    stage.report(.supplyChanged(.playable))
    stage.run()
    #expect(stage.player.state == .playing)
    stage.report(.supplyChanged([.stalled, .playable]))
    #expect(stage.player.supply == .stalled && stage.player.state == .stalled)
    stage.report(.supplyChanged(.playThrough))
    stage.run()
    #expect(stage.player.state == .playing)
    stage.report(.supplyChanged(.unknown))
    #expect(stage.player.state == .playing && stage.oddities == [.unexpected])
  }

  @Test("bytes are counted since the open, and never backwards")
  func bytes() {
    var stage = Self.fed()
    stage.report(.buffered(until: .seconds(6), bytesRead: 500, isSaturated: false))
    stage.report(.buffered(until: .seconds(7), bytesRead: 100, isSaturated: false))
    #expect(stage.player.bytesRead == 500)
    #expect(stage.player.bufferedUntil == .seconds(7))
  }

  // MARK: Kicks (SRG.md#1.5)

  /// Stalled at five seconds, with a kick after another five.
  private static var kicking: Stage {
    var stage = fed()
    stage.ask(.set(.stallKick, 5_000_000))
    stage.run(seconds: 5)
    stage.starve(at: 5)
    stage.forget()
    return stage
  }

  @Test("a stall of five seconds: the engine is told to play, and again every second; nothing is shown of it")
  func kicks() {
    var stage = Self.kicking
    stage.engine.startLatency = nil
    stage.run(for: .milliseconds(4_999))
    #expect(stage.commands == [])
    stage.run(for: .milliseconds(3_001))
    let kick = EngineCommand.play(rate: .normal)
    #expect(stage.commands == [kick, kick, kick, kick])
    #expect(stage.notifications == [] && stage.player.state == .stalled)
  }

  @Test("an engine that has missed its data plays on when it is kicked")
  func kickedAwake() {
    var stage = Self.kicking
    stage.run(seconds: 5)
    #expect(stage.player.state == .playing && stage.player.supply == .playable)
    #expect(stage.commands == [.play(rate: .normal)])
    stage.run(seconds: 2)
    #expect(stage.position == .seconds(7))
    #expect(stage.commands == [.play(rate: .normal)], "one kick was enough")
  }

  @Test("an engine without data says so again: it is the same stall, and a new one is kicked anew")
  func kickedInVain() {
    var stage = Self.kicking
    stage.engine.startLatency = nil
    stage.run(seconds: 5)
    stage.starve(at: 5)
    #expect(stage.notifications == [])
    stage.engine.startLatency = .zero
    stage.feed(60)
    stage.run(seconds: 1)
    stage.starve(at: 6)
    stage.forget()
    stage.engine.startLatency = nil
    stage.run(for: .milliseconds(4_999))
    #expect(stage.commands == [])
  }

  @Test("nobody is kicked who is paused, and by default nobody at all")
  func unkicked() {
    var paused = Self.kicking
    paused.ask(.pause)
    paused.forget()
    paused.run(seconds: 20)
    #expect(paused.commands == [])
    var stage = Self.fed()
    stage.run(seconds: 5)
    stage.starve(at: 5)
    stage.forget()
    stage.run(seconds: 20)
    #expect(stage.commands == [])
  }
}

extension Stage {
  /// The buffer reaches to this second of the media.
  fileprivate mutating func feed(_ seconds: Int64) {
    report(.buffered(until: .seconds(seconds), bytesRead: seconds, isSaturated: false))
  }
}
