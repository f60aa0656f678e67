@testable import PlayerCore
import Testing

@Suite("Play, pause, toggle")
struct TransportStories {
  @Test("playing is shown when the engine says so, not when it was asked (BugZoo.md#34)")
  func confirmation() {
    var stage = Stage.open()
    stage.engine.startLatency = .milliseconds(300)
    stage.ask(.play)
    stage.run(for: .milliseconds(299))
    #expect(stage.player.state == .paused)
    stage.run(for: .milliseconds(1))
    #expect(stage.player.state == .playing)
  }

  @Test("pause shows at once, and the engine's place of rest counts")
  func pause() {
    var stage = Stage.open(plays: true)
    stage.engine.stopLatency = nil
    stage.run(seconds: 3)
    stage.ask(.pause)
    #expect(stage.player.state == .paused)
    #expect(stage.commands == [.pause])
    stage.report(.playbackStopped(position: .milliseconds(3_040)))
    #expect(stage.position == .milliseconds(3_040))
    stage.run(seconds: 50)
    #expect(stage.position == .milliseconds(3_040))
  }

  @Test("pausing what is paused has no effect at all but its answer (KSYManual.md#6.2)")
  func pauseTwice() {
    var stage = Stage.open()
    let request = stage.ask(.pause)
    #expect(stage.said == [.completion(Completion(request, .done))])
  }

  @Test("“started” for a play that was paused since is late: nothing plays (BugZoo.md#7)")
  func lateStart() {
    var stage = Stage.open()
    stage.engine.startLatency = nil
    stage.ask(.play)
    stage.ask(.pause)
    stage.forget()
    stage.report(.playbackStarted(position: .zero, rate: .normal))
    #expect(stage.player.state == .paused)
    #expect(stage.oddities == [.unexpected])
  }

  @Test("toggling faster than the engine answers neither fails nor sticks")
  func hammering() {
    var stage = Stage.open()
    stage.engine.startLatency = nil
    stage.engine.stopLatency = nil
    for _ in 0..<21 { stage.ask(.toggle) }
    #expect(stage.player.wantsPlay)
    for _ in 0..<10 {
      stage.report(.playbackStarted(position: .zero, rate: .normal))
      stage.report(.playbackStopped(position: .zero))
    }
    stage.report(.playbackStarted(position: .zero, rate: .normal))
    #expect(stage.player.state == .playing)
    #expect(stage.player.phase == .prepared)
  }

  @Test("an engine that stops by itself is told to go on, and not for ever (Architecture.md#law-10)")
  func unexpectedStops() {
    var stage = Stage.open(plays: true)
    for count in 1...3 {
      stage.report(.playbackStopped(position: .seconds(1)))
      #expect(stage.player.phase == .prepared, "stop \(count)")
      #expect(stage.commands.count == count)
    }
    stage.report(.playbackStopped(position: .seconds(1)))
    #expect(stage.player.failure.kind == .stuckPlaying)
  }

  @Test("stops at different places are not the same trouble")
  func stopsWithProgress() {
    var stage = Stage.open(plays: true)
    for second in 1...20 {
      stage.report(.playbackStopped(position: .seconds(Int64(second))))
      stage.run()
    }
    #expect(stage.player.state == .playing)
  }

  @Test("toggle in every phase: pauses what plays or is about to, plays everything else")
  func togglePhases() {
    var opening = Stage()
    opening.engine.openLatency = nil
    opening.load(plays: true)
    opening.ask(.toggle)
    #expect(!opening.player.wantsPlay)

    var idle = Stage()
    idle.load(plays: true, opens: false)
    idle.ask(.toggle)
    #expect(idle.player.wantsPlay && idle.player.phase == .opening)

    var playing = Stage.open(plays: true)
    playing.ask(.toggle)
    #expect(playing.player.state == .paused)
    playing.ask(.toggle)
    playing.run()
    #expect(playing.player.state == .playing)

    var ended = Stage.open(plays: true)
    ended.run(seconds: 61)
    ended.ask(.toggle)
    ended.run()
    #expect(ended.player.state == .playing)

    var failed = Stage.open(plays: true)
    failed.report(.failed(Failure(.io)))
    failed.ask(.toggle)
    failed.run()
    #expect(failed.player.state == .playing)

    var interrupted = Stage.open(plays: true)
    interrupted.environment(.interruptionBegan(stopsEngine: false))
    interrupted.ask(.toggle)
    interrupted.run()
    #expect(interrupted.player.state == .playing)
  }

  @Test("toggle by what moves: while loading it plays (Contradictions.md#X-09)")
  func toggleByMotion() {
    var configuration = Configuration()
    configuration.togglesByIntent = false
    var stage = Stage(configuration)
    stage.engine.openLatency = .seconds(1)
    stage.load(plays: true)
    stage.ask(.toggle)
    #expect(stage.player.wantsPlay)
    stage.run(seconds: 2)
    stage.ask(.toggle)
    #expect(stage.player.state == .paused)
  }

  @Test(
    "the quirk of the manual: play pauses what plays, starts what is paused (KSYManual.md#6.2, Contradictions.md#X-05)")
  func playPauses() {
    var configuration = Configuration()
    configuration.playWhilePlayingPauses = true
    var stage = Stage.open(plays: true, configuration)
    stage.ask(.play)
    #expect(stage.player.state == .paused)
    stage.ask(.play)
    stage.run()
    #expect(stage.player.state == .playing)
    stage.environment(.interruptionBegan(stopsEngine: false))
    stage.ask(.play)
    stage.run()
    #expect(stage.player.state == .playing, "what is interrupted does not play: play resumes it")
  }

  @Test(
    "play without content is refused, and remembered only when the setting says so (PRX.md#6)")
  func playWithoutContent() {
    for remembers in [false, true] {
      var configuration = Configuration()
      configuration.playWithoutContentSetsIntent = remembers
      var stage = Stage(configuration)
      let play = stage.ask(.play)
      #expect(stage.refusal(of: play) == .noContent)
      #expect(stage.player.wantsPlay == remembers)
    }
  }

  @Test("stop closes, keeps the item, forgets the media and the wish; stop again is silent (SRG.md#1.6)")
  func stop() {
    var stage = Stage.open(plays: true)
    stage.run(seconds: 2)
    stage.ask(.stop)
    #expect(stage.player.phase == .idle && stage.player.state == .idle)
    #expect(stage.player.item == ItemID(1))
    #expect(!stage.player.wantsPlay)
    #expect(!stage.player.duration.isKnown && stage.player.streamType == .unknown)
    #expect(stage.commands == [.close])
    stage.run()
    stage.forget()
    stage.ask(.stop)
    #expect(stage.notifications.isEmpty && stage.commands.isEmpty)
  }

  @Test("stop may keep the wish to play (PRX.md#6); it plays nothing by itself")
  func stopKeepsIntent() {
    var configuration = Configuration()
    configuration.stopKeepsIntent = true
    var stage = Stage.open(plays: true, configuration)
    stage.ask(.stop)
    stage.run(seconds: 10)
    #expect(stage.player.wantsPlay && stage.player.state == .idle)
    stage.ask(.prepare)
    stage.run()
    #expect(stage.player.state == .playing)
  }

  @Test("reset forgets the item as well; play and toggle are refused afterwards (SRG.md#1.6)")
  func reset() {
    var stage = Stage.open(plays: true)
    stage.ask(.reset)
    #expect(stage.player.phase == .empty && stage.player.item.isNone && !stage.player.wantsPlay)
    stage.run()
    for command in [Command.play, .toggle] {
      let request = stage.ask(command)
      #expect(stage.refusal(of: request) == .noContent)
    }
  }
}
