@testable import PlayerCore
import Testing

@Suite("The end of the media")
struct EndingStories {
  /// Plays, and will say nothing when it gets to the end.
  private static var withoutEnd: Stage {
    var stage = Stage()
    stage.engine.reportsEnd = false
    stage.load(plays: true)
    stage.run()
    stage.forget()
    return stage
  }

  @Test("playing to the end: ended, straight from playing (SRG.md#1.3)")
  func ended() {
    var stage = Stage.open(plays: true)
    stage.run(seconds: 60)
    #expect(stage.states == [.ended])
    #expect(stage.notifications.last == .ended(position: .seconds(60)))
    #expect(stage.player.phase == .ended && stage.position == .seconds(60))
    #expect(stage.player.nextDeadline == .never)
    #expect(stage.player.wantsPlay, "intent changes only by command (BugZoo.md#19)")
  }

  @Test("pause at the end shows nothing and is remembered: a seek stays paused (SRG.md#1.3, BugZoo.md#25)")
  func pauseAtTheEnd() {
    var stage = Stage.open(plays: true)
    stage.run(seconds: 61)
    stage.forget()
    stage.ask(.pause)
    #expect(stage.notifications == [.intentChanged(playing: false)])
    stage.ask(.seek(.at(.seconds(5))))
    stage.run()
    #expect(stage.player.state == .paused)
  }

  @Test("play after the end starts over silently: ended, then playing (SRG.md#1.3)")
  func replay() {
    var stage = Stage.open(plays: true)
    stage.engine.seekLatency = .milliseconds(100)
    stage.run(seconds: 61)
    stage.forget()
    stage.ask(.play)
    #expect(stage.player.state == .ended)
    stage.run(seconds: 1)
    #expect(stage.states == [.playing])
    #expect(stage.position == .milliseconds(900))
    #expect(!stage.notifications.contains { if case .seekBegan = $0 { true } else { false } })
  }

  @Test("play after the end does not start over when the setting says so (PRX.md#6)")
  func noReplay() {
    var configuration = Configuration()
    configuration.replaysOnPlay = false
    var stage = Stage.open(plays: true, configuration)
    stage.run(seconds: 61)
    stage.forget()
    stage.ask(.play)
    #expect(stage.player.state == .ended && stage.commands.isEmpty)
  }

  @Test("what cannot seek starts over by opening again")
  func replayUnseekable() {
    var stage = Stage.open(OpenedMedia(duration: .seconds(60), isSeekable: false), plays: true)
    stage.run(seconds: 61)
    stage.forget()
    stage.ask(.play)
    stage.run()
    #expect(stage.commands.prefix(2) == [.close, .open(item: ItemID(1), keepsBuffer: false)])
    #expect(stage.player.state == .playing && stage.position == .zero)
  }

  @Test("media that ends well before its declared duration has failed (BugZoo.md#9)")
  func earlyEnd() {
    for (position, isEarly) in [(57, true), (58, false), (60, false), (61, false)] as [(Int64, Bool)] {
      var stage = Stage.open(plays: true)
      stage.report(.ended(position: .seconds(position)))
      #expect((stage.player.failure.kind == .endedEarly) == isEarly, "end at \(position)")
      #expect((stage.player.phase == .ended) == !isEarly)
    }
  }

  @Test("a guessed duration, a live stream or an endless tolerance make no early end")
  func noEarlyEnd() {
    var guessed = Stage.open(OpenedMedia(duration: .seconds(60), isDurationEstimated: true), plays: true)
    guessed.report(.ended(position: .seconds(20)))
    #expect(guessed.player.phase == .ended)
    var live = Stage.open(OpenedMedia(duration: .unknown), plays: true)
    live.report(.ended(position: .seconds(20)))
    #expect(live.player.phase == .ended)
    var configuration = Configuration()
    configuration.earlyEndTolerance = .never
    var tolerant = Stage.open(plays: true, configuration)
    tolerant.report(.ended(position: .seconds(20)))
    #expect(tolerant.player.phase == .ended)
  }

  @Test("an end without a position is where the playhead is")
  func endWithoutPosition() {
    var stage = Stage.open(plays: true)
    stage.run(seconds: 59)
    stage.report(.ended(position: .unknown))
    #expect(stage.notifications.last == .ended(position: .seconds(59)))
  }

  @Test("looping media starts over silently and counts (KSYManual.md#6.3, shouldLoop)")
  func loop() {
    var stage = Stage.open(OpenedMedia(duration: .seconds(10)), plays: true)
    stage.ask(.setLooping(true))
    stage.engine.seekLatency = .milliseconds(50)
    stage.run(seconds: 35)
    #expect(stage.states.isEmpty, "it plays all the time")
    #expect(stage.notifications.contains(.looped(count: 3)))
    #expect(stage.player.state == .playing)
    #expect(stage.position == .milliseconds(4_850))
  }

  @Test("pause in the gap of a loop holds at the beginning, and play is a start like any other")
  func pauseInLoop() {
    var stage = Stage.open(OpenedMedia(duration: .seconds(10)), plays: true)
    stage.ask(.setLooping(true))
    stage.engine.seekLatency = .seconds(1)
    stage.run(for: .milliseconds(10_500))
    stage.ask(.pause)
    #expect(stage.player.state == .paused)
    stage.ask(.play)
    #expect(stage.player.state != .playing)
    stage.run(seconds: 1)
    #expect(stage.player.state == .playing)
  }

  @Test("live streams and media without length do not loop (KSYManual.md#6.3)")
  func noLoop() {
    var live = Stage.open(OpenedMedia(duration: .unknown), plays: true)
    live.ask(.setLooping(true))
    live.report(.ended(position: .seconds(9)))
    #expect(live.player.phase == .ended)
    var tiny = Stage.open(OpenedMedia(duration: .microseconds(1)), plays: true)
    tiny.ask(.setLooping(true))
    tiny.report(.ended(position: .zero))
    #expect(tiny.player.phase == .ended)
  }

  @Test("a loop on an engine that cannot go back ends instead of turning for ever (BugZoo.md#26)")
  func brokenLoop() {
    var stage = Stage.open(OpenedMedia(duration: .seconds(10)), plays: true)
    stage.ask(.setLooping(true))
    stage.engine.seekLatency = nil
    stage.run(seconds: 10)
    for _ in 0..<2 {
      stage.report(.seekCompleted(stage.player.seeking.inFlight, position: .seconds(10), isFinished: false))
    }
    #expect(stage.player.phase == .ended)
  }

  @Test("an engine that plays past the end without a word has ended (Architecture.md#law-10)")
  func pastTheEnd() {
    var stage = Self.withoutEnd
    stage.run(seconds: 100)
    #expect(stage.player.phase == .ended)
    #expect(stage.position == .seconds(60))
    #expect(stage.notifications.contains(.ended(position: .seconds(60))))
  }

  @Test("position reports do not put off the watch past the end")
  func pastTheEndWithReports() {
    var stage = Self.withoutEnd
    stage.engine.media.duration = .seconds(1_000)
    stage.run(seconds: 60)
    for second in 60..<69 {
      stage.report(.positionReported(.seconds(Int64(second))))
      stage.run(seconds: 1)
    }
    #expect(stage.player.state == .playing)
    stage.run(seconds: 1)
    #expect(stage.player.phase == .ended)
  }

  @Test("a playhead that stands still while the engine says it plays is found (BugZoo.md#11)")
  func stuck() {
    var stage = Stage.open(plays: true)
    stage.engine.probeLatency = nil
    stage.run(seconds: 10)
    #expect(stage.commands == [.reportPosition])
    stage.report(.positionReported(.zero))
    #expect(stage.player.failure.kind == .stuckPlaying)
  }

  @Test("an engine that does not answer where it is is stuck; one that never starts as well")
  func silent() {
    var mute = Stage.open(plays: true)
    mute.engine.probeLatency = nil
    mute.engine.reportsEnd = false
    mute.run(seconds: 20)
    #expect(mute.player.failure.kind == .stuckPlaying)
    var still = Stage.open()
    still.engine.startLatency = nil
    still.ask(.play)
    still.run(seconds: 10)
    #expect(still.player.failure.kind == .stuckPlaying)
  }

  @Test("an hour of playback is asked for its position 360 times, and jumps nowhere")
  func anHour() {
    var stage = Stage.open(OpenedMedia(duration: .seconds(3_600)), plays: true)
    stage.run(seconds: 3_601)
    #expect(stage.player.phase == .ended)
    #expect((359...360).contains(stage.commands.filter { $0 == .reportPosition }.count))
    #expect(!stage.notifications.contains { if case .positionJumped = $0 { true } else { false } })
  }

  @Test("where the end clears the wish to play, a seek from there holds, and play starts over (SRG.md#1.6)")
  func endClearsIntent() {
    var configuration = Configuration()
    configuration.endClearsIntent = true
    var stage = Stage.open(plays: true, configuration)
    stage.run(seconds: 61)
    #expect(stage.player.phase == .ended && !stage.player.wantsPlay)
    stage.ask(.seek(.at(.seconds(5))))
    stage.run()
    #expect(stage.player.state == .paused)
    stage.ask(.play)
    stage.run(seconds: 60)
    #expect(stage.player.phase == .ended)
    stage.ask(.play)
    stage.run(seconds: 1)
    #expect(stage.player.state == .playing)
  }
}
