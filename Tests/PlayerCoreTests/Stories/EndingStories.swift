@testable import PlayerCore
import Testing

@Suite("The end of the media")
struct EndingStories {
  /// Plays media whose end the engine does not report.
  private static var withoutEnd: Harness {
    var harness = Harness()
    harness.engine.reportsEnd = false
    harness.load(plays: true)
    harness.run()
    harness.forget()
    return harness
  }

  @Test("playback that reaches the end goes straight from playing to ended (SRG.md#1.3)")
  func ended() {
    var harness = Harness.open(plays: true)
    harness.run(seconds: 60)
    #expect(harness.states == [.ended])
    #expect(harness.notifications.last == .ended(position: .seconds(60)))
    #expect(harness.player.phase == .ended && harness.position == .seconds(60))
    #expect(harness.player.nextDeadline == .never)
    #expect(harness.player.wantsPlay, "intent changes only by command (BugZoo.md#19)")
  }

  @Test("pause at the end changes no state but is remembered: a seek stays paused (SRG.md#1.3, BugZoo.md#25)")
  func pauseAtTheEnd() {
    var harness = Harness.open(plays: true)
    harness.run(seconds: 61)
    harness.forget()
    harness.ask(.pause)
    #expect(harness.notifications == [.intentChanged(playing: false)])
    harness.ask(.seek(.at(.seconds(5))))
    harness.run()
    #expect(harness.player.state == .paused)
  }

  @Test("play after the end restarts silently: ended, then playing (SRG.md#1.3)")
  func replay() {
    var harness = Harness.open(plays: true)
    harness.engine.seekLatency = .milliseconds(100)
    harness.run(seconds: 61)
    harness.forget()
    harness.ask(.play)
    #expect(harness.player.state == .ended)
    harness.run(seconds: 1)
    #expect(harness.states == [.playing])
    #expect(harness.position == .milliseconds(900))
    #expect(!harness.notifications.contains { if case .seekBegan = $0 { true } else { false } })
  }

  @Test("play after the end does not restart if the setting forbids it (PRX.md#6)")
  func noReplay() {
    var configuration = Configuration()
    configuration.replaysOnPlay = false
    var harness = Harness.open(plays: true, configuration)
    harness.run(seconds: 61)
    harness.forget()
    harness.ask(.play)
    #expect(harness.player.state == .ended && harness.commands.isEmpty)
  }

  @Test("media that cannot seek restarts by opening again")
  func replayUnseekable() {
    var harness = Harness.open(OpenedMedia(duration: .seconds(60), isSeekable: false), plays: true)
    harness.run(seconds: 61)
    harness.forget()
    harness.ask(.play)
    harness.run()
    #expect(harness.commands.prefix(2) == [.close, .open(item: ItemID(1), keepsBuffer: false)])
    #expect(harness.player.state == .playing && harness.position == .zero)
  }

  @Test("media that ends well before its declared duration fails (BugZoo.md#9)")
  func earlyEnd() {
    for (position, isEarly) in [(57, true), (58, false), (60, false), (61, false)] as [(Int64, Bool)] {
      var harness = Harness.open(plays: true)
      harness.report(.ended(position: .seconds(position)))
      #expect((harness.player.failure.kind == .endedEarly) == isEarly, "end at \(position)")
      #expect((harness.player.phase == .ended) == !isEarly)
    }
  }

  @Test("an estimated duration, a live stream and an infinite tolerance rule out an early end")
  func noEarlyEnd() {
    var guessed = Harness.open(OpenedMedia(duration: .seconds(60), isDurationEstimated: true), plays: true)
    guessed.report(.ended(position: .seconds(20)))
    #expect(guessed.player.phase == .ended)
    var live = Harness.open(OpenedMedia(duration: .unknown), plays: true)
    live.report(.ended(position: .seconds(20)))
    #expect(live.player.phase == .ended)
    var configuration = Configuration()
    configuration.earlyEndTolerance = .never
    var tolerant = Harness.open(plays: true, configuration)
    tolerant.report(.ended(position: .seconds(20)))
    #expect(tolerant.player.phase == .ended)
  }

  @Test("an end reported without a position is at the playhead")
  func endWithoutPosition() {
    var harness = Harness.open(plays: true)
    harness.run(seconds: 59)
    harness.report(.ended(position: .unknown))
    #expect(harness.notifications.last == .ended(position: .seconds(59)))
  }

  @Test("looping media restarts silently and counts its loops (KSYManual.md#6.3, shouldLoop)")
  func loop() {
    var harness = Harness.open(OpenedMedia(duration: .seconds(10)), plays: true)
    harness.ask(.setLooping(true))
    harness.engine.seekLatency = .milliseconds(50)
    harness.run(seconds: 35)
    #expect(harness.states.isEmpty, "it plays all the time")
    #expect(harness.notifications.contains(.looped(count: 3)))
    #expect(harness.player.state == .playing)
    #expect(harness.position == .milliseconds(4_850))
  }

  @Test("pause in the gap of a loop holds at the beginning; play then starts as usual")
  func pauseInLoop() {
    var harness = Harness.open(OpenedMedia(duration: .seconds(10)), plays: true)
    harness.ask(.setLooping(true))
    harness.engine.seekLatency = .seconds(1)
    harness.run(for: .milliseconds(10_500))
    harness.ask(.pause)
    #expect(harness.player.state == .paused)
    harness.ask(.play)
    #expect(harness.player.state != .playing)
    harness.run(seconds: 1)
    #expect(harness.player.state == .playing)
  }

  @Test("live streams and media without length do not loop (KSYManual.md#6.3)")
  func noLoop() {
    var live = Harness.open(OpenedMedia(duration: .unknown), plays: true)
    live.ask(.setLooping(true))
    live.report(.ended(position: .seconds(9)))
    #expect(live.player.phase == .ended)
    var tiny = Harness.open(OpenedMedia(duration: .microseconds(1)), plays: true)
    tiny.ask(.setLooping(true))
    tiny.report(.ended(position: .zero))
    #expect(tiny.player.phase == .ended)
  }

  @Test("a loop on an engine that cannot seek back ends instead of looping forever (BugZoo.md#26)")
  func brokenLoop() {
    var harness = Harness.open(OpenedMedia(duration: .seconds(10)), plays: true)
    harness.ask(.setLooping(true))
    harness.engine.seekLatency = nil
    harness.run(seconds: 10)
    for _ in 0..<2 {
      harness.report(.seekCompleted(harness.player.seeking.inFlight, position: .seconds(10), isFinished: false))
    }
    #expect(harness.player.phase == .ended)
  }

  @Test("a loop or a replay that cannot go back ends as any media: a seek from there holds (SRG.md#1.6)")
  func brokenReturn() {
    var configuration = Configuration()
    configuration.endClearsIntent = true
    for loops in [true, false] {
      var harness = Harness.open(plays: true, configuration)
      harness.engine.givesUpSeeks = true
      harness.ask(.setLooping(loops))
      harness.run(seconds: 61)
      if !loops { harness.ask(.play) }
      harness.run(seconds: 1)
      #expect(harness.player.phase == .ended && !harness.player.wantsPlay, "loops: \(loops)")
      harness.engine.givesUpSeeks = false
      harness.ask(.seek(.at(.seconds(5))))
      harness.run()
      #expect(harness.player.state == .paused, "loops: \(loops)")
    }
  }

  @Test("playback ends even if the engine plays past the end without a report (Architecture.md#law-10)")
  func pastTheEnd() {
    var harness = Self.withoutEnd
    harness.run(seconds: 100)
    #expect(harness.player.phase == .ended)
    #expect(harness.position == .seconds(60))
    #expect(harness.notifications.contains(.ended(position: .seconds(60))))
  }

  @Test("position reports do not delay the watchdog for the end")
  func pastTheEndWithReports() {
    var harness = Self.withoutEnd
    harness.engine.media.duration = .seconds(1_000)
    harness.run(seconds: 60)
    for second in 60..<69 {
      harness.report(.positionReported(.seconds(Int64(second))))
      harness.run(seconds: 1)
    }
    #expect(harness.player.state == .playing)
    harness.run(seconds: 1)
    #expect(harness.player.phase == .ended)
  }

  @Test("a frozen playhead is detected while the engine claims to play (BugZoo.md#11)")
  func stuck() {
    var harness = Harness.open(plays: true)
    harness.engine.probeLatency = nil
    harness.run(seconds: 10)
    #expect(harness.commands == [.reportPosition])
    harness.report(.positionReported(.zero))
    #expect(harness.player.failure.kind == .stuckPlaying)
  }

  @Test("an engine that never reports its position is stuck, and so is one that never starts")
  func silent() {
    var mute = Harness.open(plays: true)
    mute.engine.probeLatency = nil
    mute.engine.reportsEnd = false
    mute.run(seconds: 20)
    #expect(mute.player.failure.kind == .stuckPlaying)
    var still = Harness.open()
    still.engine.startLatency = nil
    still.ask(.play)
    still.run(seconds: 10)
    #expect(still.player.failure.kind == .stuckPlaying)
  }

  @Test("in an hour of playback the position is requested 360 times and never jumps")
  func anHour() {
    var harness = Harness.open(OpenedMedia(duration: .seconds(3_600)), plays: true)
    harness.run(seconds: 3_601)
    #expect(harness.player.phase == .ended)
    #expect((359...360).contains(harness.commands.filter { $0 == .reportPosition }.count))
    #expect(!harness.notifications.contains { if case .positionJumped = $0 { true } else { false } })
  }

  @Test("if the end clears the intent, a seek from there holds, and play starts over (SRG.md#1.6)")
  func endClearsIntent() {
    var configuration = Configuration()
    configuration.endClearsIntent = true
    var harness = Harness.open(plays: true, configuration)
    harness.run(seconds: 61)
    #expect(harness.player.phase == .ended && !harness.player.wantsPlay)
    harness.ask(.seek(.at(.seconds(5))))
    harness.run()
    #expect(harness.player.state == .paused)
    harness.ask(.play)
    harness.run(seconds: 60)
    #expect(harness.player.phase == .ended)
    harness.ask(.play)
    harness.run(seconds: 1)
    #expect(harness.player.state == .playing)
  }
}
