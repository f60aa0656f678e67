@testable import PlayerCore
import Testing

@Suite("Interruptions, routes, background, buttons")
struct InterruptionStories {
  @Test("a call holds playback without changing the intent; playback resumes afterwards (PRX.md#11)")
  func call() {
    var harness = Harness.open(plays: true)
    harness.run(seconds: 2)
    harness.environment(.interruptionBegan(stopsEngine: false))
    #expect(harness.player.state == .paused && harness.player.wantsPlay && harness.player.isInterrupted)
    #expect(harness.commands == [.pause])
    harness.run(seconds: 100)
    harness.environment(.interruptionEnded(mayResume: true))
    harness.run()
    #expect(harness.player.state == .playing)
    #expect(harness.position == .seconds(2))
    #expect(harness.notifications.contains(.interruptionChanged(isInterrupted: true)))
    #expect(!harness.notifications.contains { if case .intentChanged = $0 { true } else { false } })
  }

  @Test("if the system has stopped the engine, there is nothing to pause")
  func stoppedBySystem() {
    var harness = Harness.open(plays: true)
    harness.environment(.interruptionBegan(stopsEngine: true))
    #expect(harness.commands.isEmpty && harness.player.state == .paused)
  }

  @Test("with interruptions left to the system, playback continues until the system stops it (PRX.md#11)")
  func systemHandlesInterruption() {
    var configuration = Configuration()
    configuration.interruptionsHold = false
    for stopsEngine in [false, true] {
      var harness = Harness.open(plays: true, configuration)
      harness.environment(.interruptionBegan(stopsEngine: stopsEngine))
      #expect(harness.player.isInterrupted && harness.player.wantsPlay && harness.commands.isEmpty)
      #expect(harness.player.state == (stopsEngine ? .paused : .playing))
      harness.environment(.interruptionEnded(mayResume: true))
      harness.run()
      #expect(harness.player.state == .playing && !harness.player.isInterrupted)
    }
  }

  @Test("if readiness ends interruptions, media opened during one plays, unless it lasted too long (PRX.md#4)")
  func readiness() {
    var configuration = Configuration.prxSource
    for isShort in [true, false] {
      configuration.interruptionResumeLimit = isShort ? .seconds(240) : .zero
      var harness = Harness(configuration)
      harness.engine.openLatency = .seconds(1)
      harness.load(plays: true)
      harness.environment(.interruptionBegan(stopsEngine: true))
      harness.run(seconds: 2)
      #expect(!harness.player.isInterrupted)
      #expect(harness.player.state == (isShort ? .playing : .paused))
    }
  }

  @Test("the limit is inclusive: playback resumes at 240 s and holds after that (Contradictions.md#X-31)")
  func limit() {
    for (span, resumes) in [(TimeSpan.seconds(240), true), (.microseconds(240_000_001), false)] {
      var configuration = Configuration()
      configuration.interruptionResumeLimit = .seconds(240)
      var harness = Harness.open(plays: true, configuration)
      harness.environment(.interruptionBegan(stopsEngine: false))
      harness.run(for: span)
      harness.environment(.interruptionEnded(mayResume: true))
      harness.run()
      #expect(harness.player.wantsPlay == resumes)
      #expect(harness.player.state == (resumes ? .playing : .paused))
    }
  }

  @Test("playback holds if the system advises against resuming")
  func mayNotResume() {
    var harness = Harness.open(plays: true)
    harness.environment(.interruptionBegan(stopsEngine: false))
    harness.environment(.interruptionEnded(mayResume: false))
    #expect(!harness.player.wantsPlay && harness.player.state == .paused)
  }

  @Test("where commands end interruptions, play and pause do; the end then has no effect (PRX.md#11)")
  func discardedByPlayAndPause() {
    var played = Harness.open(plays: true, Self.ending)
    played.environment(.interruptionBegan(stopsEngine: false))
    played.ask(.play)
    played.run()
    #expect(played.player.state == .playing)
    played.environment(.interruptionEnded(mayResume: false))
    #expect(played.player.state == .playing)

    var paused = Harness.open(plays: true, Self.ending)
    paused.environment(.interruptionBegan(stopsEngine: false))
    paused.ask(.pause)
    paused.environment(.interruptionEnded(mayResume: true))
    paused.run()
    #expect(paused.player.state == .paused, "(BugZoo.md#7)")
  }

  private static var ending: Configuration {
    var configuration = Configuration()
    configuration.commandsEndInterruption = true
    return configuration
  }

  @Test("else nothing sounds over a call: what is requested in it waits for its end")
  func waits() {
    let load = Command.load(item: ItemID(2), start: .standard, autoplay: true, opens: true)
    for command in [Command.play, .toggle, load] {
      var harness = Harness.open(plays: true)
      harness.environment(.interruptionBegan(stopsEngine: false))
      harness.ask(command)
      harness.run(seconds: 5)
      #expect(harness.player.state == .paused && harness.player.isInterrupted && harness.player.wantsPlay)
      harness.environment(.interruptionEnded(mayResume: true))
      harness.run()
      #expect(harness.player.state == .playing)
    }
    var held = Harness.open(plays: true)
    held.environment(.interruptionBegan(stopsEngine: false))
    held.ask(.pause)
    held.environment(.interruptionEnded(mayResume: true))
    held.run()
    #expect(held.player.state == .paused && !held.player.isInterrupted, "(BugZoo.md#7)")
  }

  @Test("an alarm that sounds and ends during a call does not end the call")
  func nested() {
    var harness = Harness.open(plays: true)
    harness.environment(.interruptionBegan(stopsEngine: false))
    harness.environment(.interruptionBegan(stopsEngine: true))
    harness.environment(.interruptionEnded(mayResume: true))
    harness.run(seconds: 1)
    #expect(harness.player.state == .paused && harness.player.isInterrupted)
    harness.environment(.interruptionEnded(mayResume: true))
    harness.run()
    #expect(harness.player.state == .playing)
  }

  @Test("an interruption of a state from before they were counted ends with the next end")
  func uncounted() {
    var harness = Harness.open(plays: true)
    harness.environment(.interruptionBegan(stopsEngine: false))
    harness.player.interruption.count = 0
    harness.environment(.interruptionEnded(mayResume: true))
    harness.run()
    #expect(harness.player.state == .playing && !harness.player.isInterrupted)
  }

  @Test("media interrupted while opening is prepared and held until the interruption ends")
  func whileOpening() {
    var harness = Harness()
    harness.engine.openLatency = .seconds(1)
    harness.load(plays: true)
    harness.environment(.interruptionBegan(stopsEngine: false))
    harness.run(seconds: 2)
    #expect(harness.player.phase == .prepared && harness.player.state == .paused)
    harness.environment(.interruptionEnded(mayResume: true))
    harness.run()
    #expect(harness.player.state == .playing)
  }

  @Test("an interrupted seek still lands, and playback holds")
  func whileSeeking() {
    var harness = Harness.open(plays: true)
    harness.engine.seekLatency = .seconds(1)
    let seek = harness.ask(.seek(.at(.seconds(30))))
    harness.environment(.interruptionBegan(stopsEngine: true))
    harness.run(seconds: 2)
    #expect(harness.answers(to: seek) == [.done])
    #expect(harness.player.state == .paused && harness.position == .seconds(30))
  }

  @Test("where commands end interruptions, a load with autoplay does")
  func loadDuringInterruption() {
    var harness = Harness.open(plays: true, Self.ending)
    harness.environment(.interruptionBegan(stopsEngine: false))
    harness.load(2, plays: true)
    harness.run()
    #expect(harness.player.state == .playing)
  }

  @Test("what is loaded during a call that began without content waits for its end")
  func beganWithoutContent() {
    var harness = Harness()
    harness.environment(.interruptionBegan(stopsEngine: true))
    harness.load(plays: true)
    harness.run(seconds: 1)
    #expect(harness.player.phase == .prepared && harness.player.state == .paused)
    harness.environment(.interruptionEnded(mayResume: true))
    harness.run()
    #expect(harness.player.state == .playing)
  }

  @Test("unplugged headphones pause playback; other route changes do not (PRX.md#11)")
  func route() {
    var harness = Harness.open(plays: true)
    harness.environment(.routeChanged(.newDeviceAvailable))
    harness.environment(.routeChanged(.other))
    #expect(harness.player.state == .playing && harness.said.isEmpty)
    harness.environment(.routeChanged(.oldDeviceUnavailable))
    #expect(harness.player.state == .paused && !harness.player.wantsPlay)
  }

  @Test("audio continues in the background unless a setting or the system forbids it (Contradictions.md#X-27)")
  func background() {
    for (pauses, audioContinues, sounds) in [(false, true, true), (true, true, false), (false, false, false)] {
      var configuration = Configuration()
      configuration.pausesInBackground = pauses
      var harness = Harness.open(plays: true, configuration)
      harness.environment(.enteredBackground(audioContinues: audioContinues))
      #expect((harness.player.state == .playing) == sounds)
      #expect(harness.player.wantsPlay)
      harness.environment(.enteredForeground)
      harness.run()
      #expect(harness.player.state == .playing)
    }
  }

  @Test("playback shown elsewhere continues in the background; without background audio only another device does")
  func backgroundElsewhere() {
    for (event, audioContinues, plays) in [
      (EnvironmentEvent.externalPlaybackChanged(true), true, true), (.externalPlaybackChanged(true), false, true),
      (.pictureInPictureChanged(true), true, true), (.pictureInPictureChanged(true), false, false),
    ] {
      var configuration = Configuration()
      configuration.pausesInBackground = true
      var harness = Harness.open(plays: true, configuration)
      harness.environment(event)
      harness.environment(.enteredBackground(audioContinues: audioContinues))
      #expect((harness.player.state == .playing) == plays, "\(event) \(audioContinues)")
      #expect(harness.player.wantsPlay)
      harness.environment(.externalPlaybackChanged(false))
      harness.environment(.pictureInPictureChanged(false))
      #expect(harness.player.state == .paused, "\(event) \(audioContinues)")
    }
  }

  @Test("returning from the background pauses if a setting says so (Contradictions.md#X-27)")
  func pausesOnReturn() {
    var configuration = Configuration()
    configuration.pausesOnReturn = true
    var harness = Harness.open(plays: true, configuration)
    harness.environment(.enteredForeground)
    #expect(harness.player.state == .playing, "it was there all the time")
    harness.environment(.enteredBackground(audioContinues: true))
    #expect(harness.player.state == .playing)
    harness.environment(.enteredForeground)
    #expect(harness.player.state == .paused && !harness.player.wantsPlay)
  }

  @Test("the picture switches off in the background and on again on return, unless it is shown elsewhere")
  func picture() {
    var harness = Harness.open(plays: true)
    harness.environment(.enteredBackground(audioContinues: true))
    #expect(harness.commands == [.setVideoEnabled(false)])
    harness.environment(.pictureInPictureChanged(true))
    harness.environment(.pictureInPictureChanged(false))
    harness.environment(.enteredForeground)
    #expect(
      harness.commands == [
        .setVideoEnabled(false), .setVideoEnabled(true), .setVideoEnabled(false), .setVideoEnabled(true),
      ])
    harness.forget()
    harness.environment(.externalPlaybackChanged(true))
    harness.environment(.enteredBackground(audioContinues: true))
    #expect(harness.commands.isEmpty)
  }

  @Test("media that opens in the background opens without a picture")
  func opensInBackground() {
    var harness = Harness()
    harness.environment(.enteredBackground(audioContinues: true))
    harness.load(plays: true)
    #expect(harness.commands.last == .setVideoEnabled(false))
    harness.load(2, plays: true)
    #expect(harness.commands.last == .setVideoEnabled(false))
  }

  @Test(
    "remote buttons act as their commands; next and previous are not available (PRX.md#11)"
  )
  func buttons() {
    var harness = Harness.open()
    harness.environment(.remoteControl(.play))
    harness.run()
    #expect(harness.player.state == .playing)
    harness.environment(.remoteControl(.toggle))
    #expect(harness.player.state == .paused)
    harness.environment(.remoteControl(.toggle))
    harness.environment(.remoteControl(.pause))
    #expect(!harness.player.wantsPlay)
    harness.environment(.remoteControl(.next))
    harness.environment(.remoteControl(.previous))
    #expect(harness.oddities == [.notAvailable, .notAvailable])
    harness.environment(.remoteControl(.stop))
    #expect(harness.player.phase == .idle)
    #expect(harness.completions.isEmpty, "nobody waits for an answer")
  }

  @Test("a button without content only causes a diagnostic")
  func buttonWithoutContent() {
    var harness = Harness()
    harness.environment(.remoteControl(.play))
    #expect(harness.oddities == [.unexpected] && !harness.player.wantsPlay)
  }

  @Test("a network change is announced once, and nothing else happens")
  func network() {
    var harness = Harness.open(plays: true)
    harness.environment(.networkChanged(.none))
    harness.environment(.networkChanged(.none))
    #expect(harness.said == [.notification(.networkChanged(.none), .reachability)])
  }
}
