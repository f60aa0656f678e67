@testable import PlayerCore
import Testing

@Suite("Buffer states and stalls")
struct BufferingStories {
  /// Plays from a buffer that the story fills.
  private static func fed(until seconds: Int64 = 5) -> Harness {
    var harness = Harness()
    harness.engine.fillsBuffer = false
    harness.load(plays: true)
    harness.run()
    harness.feed(seconds)
    harness.run()
    harness.forget()
    return harness
  }

  @Test("playback starts with one second buffered; ten seconds are play-through")
  func startBuffer() {
    var harness = Harness()
    harness.engine.fillsBuffer = false
    harness.load(plays: true)
    harness.run()
    harness.report(.buffered(until: .milliseconds(999), bytesRead: 1, isSaturated: false))
    #expect(harness.player.supply == .unknown && harness.player.state == .preparing)
    harness.feed(1)
    harness.run()
    #expect(harness.player.supply == .playable && harness.player.state == .playing)
    harness.feed(12)
    #expect(harness.player.supply == [.playable, .playThrough])
  }

  @Test("a saturated buffer suffices, however short: it reaches the end of the media or the engine's own limit")
  func saturated() {
    var harness = Harness()
    harness.engine.fillsBuffer = false
    harness.load(plays: true)
    harness.run()
    harness.report(.buffered(until: .milliseconds(10), bytesRead: 1, isSaturated: true))
    harness.run()
    #expect(harness.player.state == .playing)
  }

  @Test("a stall counts when it begins and lasts until enough is buffered again (KSYManual.md#6.4)")
  func stall() {
    var harness = Self.fed()
    harness.run(seconds: 5)
    harness.starve(at: 5)
    #expect(harness.player.state == .stalled)
    #expect(
      harness.notifications == [
        .supplyChanged(from: .playable, to: .stalled), .stallBegan(count: 1),
        .playbackStateChanged(from: .playing, to: .stalled),
      ])
    harness.run(seconds: 3)
    harness.feed(6)
    #expect(harness.player.state == .stalled, "after a stall two seconds are needed")
    harness.forget()
    harness.feed(7)
    harness.run()
    #expect(
      harness.notifications == [
        .stallEnded(lasted: .seconds(3)), .supplyChanged(from: .stalled, to: .playable),
        .playbackStateChanged(from: .stalled, to: .playing),
      ])
    #expect(harness.player.statistics.stallCount == 1)
    #expect(harness.player.statistics.stallTime == .seconds(3))
  }

  @Test("two stalls add up; an open stall is not yet part of the total (KSYManual.md#6.4, Contradictions.md#X-19)")
  func sums() {
    var harness = Self.fed()
    harness.run(seconds: 5)
    harness.starve(at: 5)
    harness.run(seconds: 3)
    harness.feed(8)
    harness.run(seconds: 3)
    harness.starve(at: 8)
    harness.run(seconds: 4)
    #expect(harness.player.statistics.stallTime == .seconds(3))
    harness.feed(20)
    #expect(harness.player.statistics.stallCount == 2)
    #expect(harness.player.statistics.stallTime == .seconds(7))
  }

  @Test("the first load counts no stall (KSY.md#5)")
  func firstLoad() {
    var harness = Harness()
    harness.engine.fillsBuffer = false
    harness.engine.startLatency = nil
    harness.load(plays: true)
    harness.run()
    harness.feed(2)
    harness.starve(at: 0)
    #expect(harness.player.state == .preparing)
    #expect(harness.player.statistics.stallCount == 0)
  }

  @Test("waiting keeps its reason: after a seek the state is seeking, not stalled (BugZoo.md#18)")
  func seekRefill() {
    var harness = Self.fed(until: 30)
    harness.engine.startLatency = nil
    harness.ask(.seek(.at(.seconds(40))))
    harness.run()
    #expect(harness.player.state == .seeking && !harness.player.seekTarget.isKnown)
    harness.feed(42)
    harness.starve(at: 40)
    #expect(harness.player.state == .seeking)
    #expect(harness.player.statistics.stallCount == 0)
  }

  @Test("an engine that runs dry during a seek stalls if a setting says so (KSYManual.md#6.4)")
  func stallInSeek() {
    var configuration = Configuration()
    configuration.derivesSupply = false
    configuration.stallsInSeeks = true
    var harness = Harness(configuration)
    harness.engine.media.supply = .playThrough
    harness.engine.seekLatency = .seconds(1)
    harness.load(plays: true)
    harness.run()
    harness.ask(.seek(.at(.seconds(40))))
    harness.starve(at: 0)
    #expect(harness.player.supply == .stalled && harness.player.state == .seeking)
    harness.run(seconds: 2)
    #expect(harness.player.state == .seeking && !harness.player.seekTarget.isKnown)
    harness.report(.supplyChanged(.playable))
    harness.run()
    #expect(harness.player.state == .playing)
    #expect(harness.player.statistics.stallCount == 1 && harness.player.statistics.stallTime == .seconds(2))
  }

  @Test("a seek during a stall ends the stall")
  func seekEndsStall() {
    var harness = Self.fed()
    harness.starve(at: 5)
    harness.run(seconds: 2)
    harness.forget()
    harness.ask(.seek(.at(.seconds(40))))
    #expect(harness.notifications.contains(.stallEnded(lasted: .seconds(2))))
    #expect(harness.player.state == .seeking)
    #expect(harness.player.statistics.stallTime == .seconds(2))
  }

  @Test("pause during a stall shows paused; buffering continues and its time counts (KSYManual.md#6.4)")
  func pauseWhileStalled() {
    var harness = Self.fed()
    harness.starve(at: 5)
    harness.run(seconds: 1)
    harness.ask(.pause)
    #expect(harness.player.state == .paused && harness.player.supply == .stalled)
    harness.run(seconds: 1)
    harness.feed(20)
    harness.run()
    #expect(harness.player.statistics.stallTime == .seconds(2))
    #expect(harness.player.state == .paused, "it was paused meanwhile (BugZoo.md#21)")
    harness.ask(.play)
    harness.run()
    #expect(harness.player.state == .playing)
  }

  @Test("if the buffer runs dry right at a pause, play shows stalled, not paused (BugZoo.md#24)")
  func dryWhenPaused() {
    var harness = Self.fed()
    harness.ask(.pause)
    harness.starve(at: 5)
    #expect(harness.player.state == .paused)
    harness.ask(.play)
    #expect(harness.player.state == .stalled)
  }

  @Test("leaving stalled media ends the stall, which counts for that media; a load resets the statistics")
  func stopWhileStalled() {
    var harness = Self.fed()
    harness.starve(at: 5)
    harness.run(seconds: 2)
    harness.forget()
    harness.load(2, plays: true)
    #expect(harness.notifications.contains(.stallEnded(lasted: .seconds(2))))
    #expect(harness.player.statistics.stallCount == 0 && harness.player.statistics.stallTime == .zero)
  }

  @Test("playback that waits thirty seconds without a byte fails (KSYManual.md#6.3, setTimeout)")
  func readTimeout() {
    var harness = Self.fed()
    harness.starve(at: 5)
    harness.run(for: .microseconds(29_999_999))
    #expect(harness.player.phase == .prepared)
    harness.run(for: .microseconds(1))
    #expect(harness.player.failure.kind == .readTimeout)
  }

  @Test("a trickle does not time out, but the wait for it is bounded (Architecture.md#law-10)")
  func bufferingLimit() {
    var harness = Self.fed()
    harness.starve(at: 5)
    for byte in 0..<59 {
      harness.run(seconds: 10)
      harness.report(.buffered(until: .milliseconds(5_001), bytesRead: 100 + Int64(byte), isSaturated: false))
    }
    #expect(harness.player.state == .stalled)
    harness.run(seconds: 10)
    #expect(harness.player.failure.kind == .stuckBuffering)
  }

  @Test("a paused player does not wait: no time-out while paused")
  func noTimeoutWhilePaused() {
    var harness = Self.fed()
    harness.starve(at: 5)
    harness.ask(.pause)
    harness.run(seconds: 1_000)
    #expect(harness.player.phase == .prepared)
  }

  @Test("data buffered where a seek starts does not count where it lands (BugZoo.md#27)")
  func reportsDuringSeek() {
    var harness = Self.fed(until: 30)
    harness.engine.seekLatency = .seconds(1)
    harness.ask(.seek(.at(.seconds(40))))
    harness.feed(59)
    #expect(!harness.player.bufferedUntil.isKnown)
    harness.run(seconds: 1)
    #expect(harness.player.state == .seeking)
    harness.feed(45)
    harness.run()
    #expect(harness.player.state == .playing)
  }

  @Test("the player trusts an engine that judges its own buffer")
  func engineJudgesBuffer() {
    var configuration = Configuration()
    configuration.derivesSupply = false
    var harness = Harness(configuration)
    harness.engine.fillsBuffer = false
    harness.load(plays: true)
    harness.run()
    harness.feed(60)
    #expect(harness.player.supply == .unknown)
    harness.report(.supplyChanged(.playable))
    harness.run()
    #expect(harness.player.state == .playing)
    harness.report(.supplyChanged([.stalled, .playable]))
    #expect(harness.player.supply == .stalled && harness.player.state == .stalled)
    harness.report(.supplyChanged(.playThrough))
    harness.run()
    #expect(harness.player.state == .playing)
    harness.report(.supplyChanged(.unknown))
    #expect(harness.player.state == .playing && harness.oddities == [.unexpected])
  }

  @Test("bytes count from the open and never decrease")
  func bytes() {
    var harness = Self.fed()
    harness.report(.buffered(until: .seconds(6), bytesRead: 500, isSaturated: false))
    harness.report(.buffered(until: .seconds(7), bytesRead: 100, isSaturated: false))
    #expect(harness.player.bytesRead == 500)
    #expect(harness.player.bufferedUntil == .seconds(7))
  }

  // MARK: Kicks (SRG.md#1.5)

  /// Stalled at five seconds, with a kick after another five.
  private static var kicking: Harness {
    var harness = fed()
    harness.ask(.set(.stallKick, 5_000_000))
    harness.run(seconds: 5)
    harness.starve(at: 5)
    harness.forget()
    return harness
  }

  @Test("after five seconds of a stall the engine is told to play, then again every second; nothing is announced")
  func kicks() {
    var harness = Self.kicking
    harness.engine.startLatency = nil
    harness.run(for: .milliseconds(4_999))
    #expect(harness.commands == [])
    harness.run(for: .milliseconds(3_001))
    let kick = EngineCommand.play(rate: .normal)
    #expect(harness.commands == [kick, kick, kick, kick])
    #expect(harness.notifications == [] && harness.player.state == .stalled)
  }

  @Test("an engine that missed its data resumes when kicked")
  func kickedAwake() {
    var harness = Self.kicking
    harness.run(seconds: 5)
    #expect(harness.player.state == .playing && harness.player.supply == .playable)
    #expect(harness.commands == [.play(rate: .normal)])
    harness.run(seconds: 2)
    #expect(harness.position == .seconds(7))
    #expect(harness.commands == [.play(rate: .normal)], "one kick was enough")
  }

  @Test("an engine without data reports it again: the stall stays the same, and a new stall gets its own kicks")
  func kickedInVain() {
    var harness = Self.kicking
    harness.engine.startLatency = nil
    harness.run(seconds: 5)
    harness.starve(at: 5)
    #expect(harness.notifications == [])
    harness.engine.startLatency = .zero
    harness.feed(60)
    harness.run(seconds: 1)
    harness.starve(at: 6)
    harness.forget()
    harness.engine.startLatency = nil
    harness.run(for: .milliseconds(4_999))
    #expect(harness.commands == [])
  }

  @Test("a paused engine is never kicked; by default no engine is")
  func unkicked() {
    var paused = Self.kicking
    paused.ask(.pause)
    paused.forget()
    paused.run(seconds: 20)
    #expect(paused.commands == [])
    var harness = Self.fed()
    harness.run(seconds: 5)
    harness.starve(at: 5)
    harness.forget()
    harness.run(seconds: 20)
    #expect(harness.commands == [])
  }
}

extension Harness {
  /// The buffer reaches to this second of the media.
  fileprivate mutating func feed(_ seconds: Int64) {
    report(.buffered(until: .seconds(seconds), bytesRead: seconds, isSaturated: false))
  }
}
