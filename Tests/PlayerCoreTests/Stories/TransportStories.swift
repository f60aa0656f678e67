@testable import PlayerCore
import Testing

@Suite("Play, pause, toggle")
struct TransportStories {
  @Test("playing is shown when the engine confirms it, not when it is requested (BugZoo.md#34)")
  func confirmation() {
    var harness = Harness.open()
    harness.engine.startLatency = .milliseconds(300)
    harness.ask(.play)
    harness.run(for: .milliseconds(299))
    #expect(harness.player.state == .paused)
    harness.run(for: .milliseconds(1))
    #expect(harness.player.state == .playing)
  }

  @Test("pause shows at once, and the engine's resting position counts")
  func pause() {
    var harness = Harness.open(plays: true)
    harness.engine.stopLatency = nil
    harness.run(seconds: 3)
    harness.ask(.pause)
    #expect(harness.player.state == .paused)
    #expect(harness.commands == [.pause])
    harness.report(.playbackStopped(position: .milliseconds(3_040)))
    #expect(harness.position == .milliseconds(3_040))
    harness.run(seconds: 50)
    #expect(harness.position == .milliseconds(3_040))
  }

  @Test("pausing paused media has no effect but its answer (KSYManual.md#6.2)")
  func pauseTwice() {
    var harness = Harness.open()
    let request = harness.ask(.pause)
    #expect(harness.said == [.completion(Completion(request, .done))])
  }

  @Test("a “started” that arrives after a pause is late: nothing plays (BugZoo.md#7)")
  func lateStart() {
    var harness = Harness.open()
    harness.engine.startLatency = nil
    harness.ask(.play)
    harness.ask(.pause)
    harness.forget()
    harness.report(.playbackStarted(position: .zero, rate: .normal))
    #expect(harness.player.state == .paused)
    #expect(harness.oddities == [.unexpected])
  }

  @Test("toggling faster than the engine answers neither fails nor gets stuck")
  func hammering() {
    var harness = Harness.open()
    harness.engine.startLatency = nil
    harness.engine.stopLatency = nil
    for _ in 0..<21 { harness.ask(.toggle) }
    #expect(harness.player.wantsPlay)
    for _ in 0..<10 {
      harness.report(.playbackStarted(position: .zero, rate: .normal))
      harness.report(.playbackStopped(position: .zero))
    }
    harness.report(.playbackStarted(position: .zero, rate: .normal))
    #expect(harness.player.state == .playing)
    #expect(harness.player.phase == .prepared)
  }

  @Test("an engine that stops by itself is told to resume, but not forever (Architecture.md#law-10)")
  func unexpectedStops() {
    var harness = Harness.open(plays: true)
    for count in 1...3 {
      harness.report(.playbackStopped(position: .seconds(1)))
      #expect(harness.player.phase == .prepared, "stop \(count)")
      #expect(harness.commands.count == count)
    }
    harness.report(.playbackStopped(position: .seconds(1)))
    #expect(harness.player.failure.kind == .stuckPlaying)
  }

  @Test("stops at different positions do not add up to a failure")
  func stopsWithProgress() {
    var harness = Harness.open(plays: true)
    for second in 1...20 {
      harness.report(.playbackStopped(position: .seconds(Int64(second))))
      harness.run()
    }
    #expect(harness.player.state == .playing)
  }

  @Test("toggle in every phase: pauses what plays or is about to, plays everything else")
  func togglePhases() {
    var opening = Harness()
    opening.engine.openLatency = nil
    opening.load(plays: true)
    opening.ask(.toggle)
    #expect(!opening.player.wantsPlay)

    var idle = Harness()
    idle.load(plays: true, opens: false)
    idle.ask(.toggle)
    #expect(idle.player.wantsPlay && idle.player.phase == .opening)

    var playing = Harness.open(plays: true)
    playing.ask(.toggle)
    #expect(playing.player.state == .paused)
    playing.ask(.toggle)
    playing.run()
    #expect(playing.player.state == .playing)

    var ended = Harness.open(plays: true)
    ended.run(seconds: 61)
    ended.ask(.toggle)
    ended.run()
    #expect(ended.player.state == .playing)

    var failed = Harness.open(plays: true)
    failed.report(.failed(Failure(.io)))
    failed.ask(.toggle)
    failed.run()
    #expect(failed.player.state == .playing)

    var configuration = Configuration()
    configuration.commandsEndInterruption = true
    var interrupted = Harness.open(plays: true, configuration)
    interrupted.environment(.interruptionBegan(stopsEngine: false))
    interrupted.ask(.toggle)
    interrupted.run()
    #expect(interrupted.player.state == .playing)
  }

  @Test("toggle by motion: during a load it plays (Contradictions.md#X-09)")
  func toggleByMotion() {
    var configuration = Configuration()
    configuration.togglesByIntent = false
    var harness = Harness(configuration)
    harness.engine.openLatency = .seconds(1)
    harness.load(plays: true)
    harness.ask(.toggle)
    #expect(harness.player.wantsPlay)
    harness.run(seconds: 2)
    harness.ask(.toggle)
    #expect(harness.player.state == .paused)
  }

  @Test(
    "the quirk of the manual: play pauses playing and starts paused media (KSYManual.md#6.2, Contradictions.md#X-05)")
  func playPauses() {
    var configuration = Configuration()
    configuration.playWhilePlayingPauses = true
    configuration.commandsEndInterruption = true
    var harness = Harness.open(plays: true, configuration)
    harness.ask(.play)
    #expect(harness.player.state == .paused)
    harness.ask(.play)
    harness.run()
    #expect(harness.player.state == .playing)
    harness.environment(.interruptionBegan(stopsEngine: false))
    harness.ask(.play)
    harness.run()
    #expect(harness.player.state == .playing, "what is interrupted does not play: play resumes it")
  }

  @Test(
    "play without content is refused, and remembered only if the setting says so (PRX.md#6)")
  func playWithoutContent() {
    for remembers in [false, true] {
      var configuration = Configuration()
      configuration.playWithoutContentSetsIntent = remembers
      var harness = Harness(configuration)
      let play = harness.ask(.play)
      #expect(harness.refusal(of: play) == .noContent)
      #expect(harness.player.wantsPlay == remembers)
    }
  }

  @Test("stop closes, keeps the item, and discards the media and the intent; another stop is silent (SRG.md#1.6)")
  func stop() {
    var harness = Harness.open(plays: true)
    harness.run(seconds: 2)
    harness.ask(.stop)
    #expect(harness.player.phase == .idle && harness.player.state == .idle)
    #expect(harness.player.item == ItemID(1))
    #expect(!harness.player.wantsPlay)
    #expect(!harness.player.duration.isKnown && harness.player.streamType == .unknown)
    #expect(harness.commands == [.close])
    harness.run()
    harness.forget()
    harness.ask(.stop)
    #expect(harness.notifications.isEmpty && harness.commands.isEmpty)
  }

  @Test("stop can keep the intent to play (PRX.md#6), which starts nothing by itself")
  func stopKeepsIntent() {
    var configuration = Configuration()
    configuration.stopKeepsIntent = true
    var harness = Harness.open(plays: true, configuration)
    harness.ask(.stop)
    harness.run(seconds: 10)
    #expect(harness.player.wantsPlay && harness.player.state == .idle)
    harness.ask(.prepare)
    harness.run()
    #expect(harness.player.state == .playing)
  }

  @Test("reset also discards the item; play and toggle are then refused (SRG.md#1.6)")
  func reset() {
    var harness = Harness.open(plays: true)
    harness.ask(.reset)
    #expect(harness.player.phase == .empty && harness.player.item.isNone && !harness.player.wantsPlay)
    harness.run()
    for command in [Command.play, .toggle] {
      let request = harness.ask(command)
      #expect(harness.refusal(of: request) == .noContent)
    }
  }
}
