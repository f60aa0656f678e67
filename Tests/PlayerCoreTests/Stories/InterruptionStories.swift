@testable import PlayerCore
import Testing

@Suite("Interruptions, routes, background, buttons")
struct InterruptionStories {
  @Test("a call holds playback without touching the wish, and it goes on afterwards (PRX.md#11)")
  func call() {
    var stage = Stage.open(plays: true)
    stage.run(seconds: 2)
    stage.environment(.interruptionBegan(stopsEngine: false))
    #expect(stage.player.state == .paused && stage.player.wantsPlay && stage.player.isInterrupted)
    #expect(stage.commands == [.pause])
    stage.run(seconds: 100)
    stage.environment(.interruptionEnded(mayResume: true))
    stage.run()
    #expect(stage.player.state == .playing)
    #expect(stage.position == .seconds(2))
    #expect(stage.notifications.contains(.interruptionChanged(isInterrupted: true)))
    #expect(!stage.notifications.contains { if case .intentChanged = $0 { true } else { false } })
  }

  @Test("when the system stopped the engine there is nothing to pause")
  func stoppedBySystem() {
    var stage = Stage.open(plays: true)
    stage.environment(.interruptionBegan(stopsEngine: true))
    #expect(stage.commands.isEmpty && stage.player.state == .paused)
  }

  @Test("where only the system stops what it interrupts, playback goes on as long as it does (PRX.md#11)")
  func leftToTheSystem() {
    var configuration = Configuration()
    configuration.interruptionsHold = false
    for stopsEngine in [false, true] {
      var stage = Stage.open(plays: true, configuration)
      stage.environment(.interruptionBegan(stopsEngine: stopsEngine))
      #expect(stage.player.isInterrupted && stage.player.wantsPlay && stage.commands.isEmpty)
      #expect(stage.player.state == (stopsEngine ? .paused : .playing))
      stage.environment(.interruptionEnded(mayResume: true))
      stage.run()
      #expect(stage.player.state == .playing && !stage.player.isInterrupted)
    }
  }

  @Test("where readiness ends an interruption, media that opens meanwhile plays, unless it lasted too long (PRX.md#4)")
  func readiness() {
    var configuration = Configuration.prxSource
    for isShort in [true, false] {
      configuration.interruptionResumeLimit = isShort ? .seconds(240) : .zero
      var stage = Stage(configuration)
      stage.engine.openLatency = .seconds(1)
      stage.load(plays: true)
      stage.environment(.interruptionBegan(stopsEngine: true))
      stage.run(seconds: 2)
      #expect(!stage.player.isInterrupted)
      #expect(stage.player.state == (isShort ? .playing : .paused))
    }
  }

  @Test("the limit is inclusive: at 240 s it resumes, after it it holds (Contradictions.md#X-31)")
  func limit() {
    for (span, resumes) in [(TimeSpan.seconds(240), true), (.microseconds(240_000_001), false)] {
      var configuration = Configuration()
      configuration.interruptionResumeLimit = .seconds(240)
      var stage = Stage.open(plays: true, configuration)
      stage.environment(.interruptionBegan(stopsEngine: false))
      stage.run(for: span)
      stage.environment(.interruptionEnded(mayResume: true))
      stage.run()
      #expect(stage.player.wantsPlay == resumes)
      #expect(stage.player.state == (resumes ? .playing : .paused))
    }
  }

  @Test("when the system advises against it, playback holds")
  func mayNotResume() {
    var stage = Stage.open(plays: true)
    stage.environment(.interruptionBegan(stopsEngine: false))
    stage.environment(.interruptionEnded(mayResume: false))
    #expect(!stage.player.wantsPlay && stage.player.state == .paused)
  }

  @Test("play and pause during an interruption forget it; its end then does nothing (PRX.md#11)")
  func forgotten() {
    var played = Stage.open(plays: true)
    played.environment(.interruptionBegan(stopsEngine: false))
    played.ask(.play)
    played.run()
    #expect(played.player.state == .playing)
    played.environment(.interruptionEnded(mayResume: false))
    #expect(played.player.state == .playing)

    var paused = Stage.open(plays: true)
    paused.environment(.interruptionBegan(stopsEngine: false))
    paused.ask(.pause)
    paused.environment(.interruptionEnded(mayResume: true))
    paused.run()
    #expect(paused.player.state == .paused, "(BugZoo.md#7)")
  }

  @Test("an interruption while opening: prepared, and held until it ends")
  func whileOpening() {
    var stage = Stage()
    stage.engine.openLatency = .seconds(1)
    stage.load(plays: true)
    stage.environment(.interruptionBegan(stopsEngine: false))
    stage.run(seconds: 2)
    #expect(stage.player.phase == .prepared && stage.player.state == .paused)
    stage.environment(.interruptionEnded(mayResume: true))
    stage.run()
    #expect(stage.player.state == .playing)
  }

  @Test("an interruption while seeking: the seek lands, and playback is held")
  func whileSeeking() {
    var stage = Stage.open(plays: true)
    stage.engine.seekLatency = .seconds(1)
    let seek = stage.ask(.seek(.at(.seconds(30))))
    stage.environment(.interruptionBegan(stopsEngine: true))
    stage.run(seconds: 2)
    #expect(stage.answers(to: seek) == [.done])
    #expect(stage.player.state == .paused && stage.position == .seconds(30))
  }

  @Test("a load that shall play is a wish to play: it forgets the interruption")
  func loadDuringInterruption() {
    var stage = Stage.open(plays: true)
    stage.environment(.interruptionBegan(stopsEngine: false))
    stage.load(2, plays: true)
    stage.run()
    #expect(stage.player.state == .playing)
  }

  @Test("without content there is nothing to interrupt")
  func nothingToInterrupt() {
    var stage = Stage()
    stage.environment(.interruptionBegan(stopsEngine: true))
    stage.environment(.interruptionEnded(mayResume: false))
    #expect(stage.said.isEmpty)
  }

  @Test("pulled headphones pause; other route changes do not (PRX.md#11)")
  func route() {
    var stage = Stage.open(plays: true)
    stage.environment(.routeChanged(.newDeviceAvailable))
    stage.environment(.routeChanged(.other))
    #expect(stage.player.state == .playing && stage.said.isEmpty)
    stage.environment(.routeChanged(.oldDeviceUnavailable))
    #expect(stage.player.state == .paused && !stage.player.wantsPlay)
  }

  @Test("the background keeps sounding unless a setting or the system forbids it (Contradictions.md#X-27)")
  func background() {
    for (pauses, audioContinues, sounds) in [(false, true, true), (true, true, false), (false, false, false)] {
      var configuration = Configuration()
      configuration.pausesInBackground = pauses
      var stage = Stage.open(plays: true, configuration)
      stage.environment(.enteredBackground(audioContinues: audioContinues))
      #expect((stage.player.state == .playing) == sounds)
      #expect(stage.player.wantsPlay)
      stage.environment(.enteredForeground)
      stage.run()
      #expect(stage.player.state == .playing)
    }
  }

  @Test("who watches elsewhere is not paused by the background; only another device sounds where the app may not")
  func backgroundElsewhere() {
    for (event, audioContinues, plays) in [
      (EnvironmentEvent.externalPlaybackChanged(true), true, true), (.externalPlaybackChanged(true), false, true),
      (.pictureInPictureChanged(true), true, true), (.pictureInPictureChanged(true), false, false),
    ] {
      var configuration = Configuration()
      configuration.pausesInBackground = true
      var stage = Stage.open(plays: true, configuration)
      stage.environment(event)
      stage.environment(.enteredBackground(audioContinues: audioContinues))
      #expect((stage.player.state == .playing) == plays, "\(event) \(audioContinues)")
      #expect(stage.player.wantsPlay)
      stage.environment(.externalPlaybackChanged(false))
      stage.environment(.pictureInPictureChanged(false))
      #expect(stage.player.state == .paused, "\(event) \(audioContinues)")
    }
  }

  @Test("coming back from the background pauses when a setting says so (Contradictions.md#X-27)")
  func pausesOnReturn() {
    var configuration = Configuration()
    configuration.pausesOnReturn = true
    var stage = Stage.open(plays: true, configuration)
    stage.environment(.enteredForeground)
    #expect(stage.player.state == .playing, "it was there all the time")
    stage.environment(.enteredBackground(audioContinues: true))
    #expect(stage.player.state == .playing)
    stage.environment(.enteredForeground)
    #expect(stage.player.state == .paused && !stage.player.wantsPlay)
  }

  @Test("the picture is switched off in the background, and on again; not while it is seen elsewhere")
  func picture() {
    var stage = Stage.open(plays: true)
    stage.environment(.enteredBackground(audioContinues: true))
    #expect(stage.commands == [.setVideoEnabled(false)])
    stage.environment(.pictureInPictureChanged(true))
    stage.environment(.pictureInPictureChanged(false))
    stage.environment(.enteredForeground)
    #expect(
      stage.commands == [
        .setVideoEnabled(false), .setVideoEnabled(true), .setVideoEnabled(false), .setVideoEnabled(true),
      ])
    stage.forget()
    stage.environment(.externalPlaybackChanged(true))
    stage.environment(.enteredBackground(audioContinues: true))
    #expect(stage.commands.isEmpty)
  }

  @Test("what opens in the background opens without a picture")
  func opensInBackground() {
    var stage = Stage()
    stage.environment(.enteredBackground(audioContinues: true))
    stage.load(plays: true)
    #expect(stage.commands.last == .setVideoEnabled(false))
    stage.load(2, plays: true)
    #expect(stage.commands.last == .setVideoEnabled(false))
  }

  @Test(
    "buttons are the commands they stand for; next and previous are not for this player (PRX.md#11)"
  )
  func buttons() {
    var stage = Stage.open()
    stage.environment(.remoteControl(.play))
    stage.run()
    #expect(stage.player.state == .playing)
    stage.environment(.remoteControl(.toggle))
    #expect(stage.player.state == .paused)
    stage.environment(.remoteControl(.toggle))
    stage.environment(.remoteControl(.pause))
    #expect(!stage.player.wantsPlay)
    stage.environment(.remoteControl(.next))
    stage.environment(.remoteControl(.previous))
    #expect(stage.oddities == [.notAvailable, .notAvailable])
    stage.environment(.remoteControl(.stop))
    #expect(stage.player.phase == .idle)
    #expect(stage.completions.isEmpty, "nobody waits for an answer")
  }

  @Test("a button without content does nothing, visibly")
  func buttonWithoutContent() {
    var stage = Stage()
    stage.environment(.remoteControl(.play))
    #expect(stage.oddities == [.unexpected] && !stage.player.wantsPlay)
  }

  @Test("the network is known and announced; this version does nothing about it")
  func network() {
    var stage = Stage.open(plays: true)
    stage.environment(.networkChanged(.none))
    stage.environment(.networkChanged(.none))
    #expect(stage.said == [.notification(.networkChanged(.none), .reachability)])
  }
}
