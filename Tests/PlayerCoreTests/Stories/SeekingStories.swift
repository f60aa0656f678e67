@testable import PlayerCore
import Testing

@Suite("Seeking")
struct SeekingStories {
  @Test(
    "a seek while playing: the state, one seek, and playing again; the position is the target at once (Contradictions.md#X-33)"
  )
  func whilePlaying() {
    var stage = Stage.open(plays: true)
    stage.engine.seekLatency = .milliseconds(200)
    stage.run(seconds: 4)
    let seek = stage.ask(.seek(.at(.seconds(30))))
    #expect(stage.player.state == .seeking)
    #expect(stage.position == .seconds(30))
    #expect(stage.player.seekOrigin == .seconds(4) && stage.player.seekTarget == .seconds(30))
    stage.run(seconds: 1)
    #expect(stage.states == [.seeking, .playing])
    #expect(stage.answers(to: seek) == [.done])
    #expect(stage.position == .microseconds(30_800_000))
    #expect(!stage.player.seekTarget.isKnown)
    #expect(stage.notifications.contains(.seekBegan(SeekSerial(1), origin: .seconds(4), target: .seconds(30))))
    #expect(stage.notifications.contains(.seekEnded(SeekSerial(1), position: .seconds(30), isFinished: true)))
  }

  @Test("a seek while paused stays paused")
  func whilePaused() {
    var stage = Stage.open()
    stage.ask(.seek(.at(.seconds(30))))
    stage.run(seconds: 5)
    #expect(stage.states == [.seeking, .paused])
    #expect(stage.position == .seconds(30))
  }

  @Test("play, pause and toggle while seeking are silent and decide what follows (SRG.md#1.3, six tests)")
  func commandsWhileSeeking() {
    for (plays, commands, ends) in [
      (true, [Command.pause], PlaybackState.paused), (false, [.play], .playing), (true, [.toggle], .paused),
      (false, [.toggle], .playing), (true, [.pause, .play], .playing), (false, [.play, .pause], .paused),
    ] {
      var stage = Stage.open(plays: plays)
      stage.engine.seekLatency = .seconds(1)
      stage.ask(.seek(.at(.seconds(30))))
      stage.forget()
      for command in commands { stage.ask(command) }
      #expect(stage.states.isEmpty)
      stage.run(seconds: 2)
      #expect(stage.player.state == ends, "\(plays) \(commands)")
    }
  }

  @Test("a hundred piled seeks: each answered once, the winner last; origin stays, target is the newest (SRG.md#1.7)")
  func piled() {
    var stage = Stage.open(plays: true)
    stage.engine.seekLatency = .milliseconds(100)
    stage.run(seconds: 2)
    var requests: [RequestID] = []
    for index in 0..<100 { requests.append(stage.ask(.seek(.at(.milliseconds(Int64(index) * 500))))) }
    #expect(stage.player.seekOrigin == .seconds(2))
    #expect(stage.player.seekTarget == .milliseconds(49_500))
    stage.run(seconds: 1)
    for request in requests.dropLast() { #expect(stage.answers(to: request) == [.superseded]) }
    #expect(stage.answers(to: requests[99]) == [.done])
    #expect(stage.completions.last?.request == requests[99])
    #expect(stage.states == [.seeking, .playing])
  }

  @Test("coalesced: of a hundred, the engine gets the first and the last (Pillarbox.md#2, smooth seeks)")
  func coalesced() {
    var configuration = Configuration()
    configuration.coalescesSeeks = true
    var stage = Stage.open(plays: false, configuration)
    stage.engine.seekLatency = .milliseconds(100)
    var requests: [RequestID] = []
    for index in 1...100 { requests.append(stage.ask(.seek(.at(.milliseconds(Int64(index) * 500))))) }
    stage.run(seconds: 1)
    #expect(stage.seekTargets == [.milliseconds(500), .seconds(50)])
    #expect(stage.answers(to: requests[0]) == [.superseded])
    #expect(stage.answers(to: requests[99]) == [.done])
    #expect(stage.position == .seconds(50))
  }

  @Test("skips pile up from the pending target, not from where playback was (SRG.md#3.11)")
  func skips() {
    var stage = Stage.open(plays: true)
    stage.engine.seekLatency = .seconds(1)
    stage.run(seconds: 5)
    for _ in 0..<3 { stage.ask(.seek(.skip(.seconds(10)))) }
    stage.ask(.seek(.skip(.seconds(-4))))
    #expect(stage.player.seekTarget == .seconds(31))
  }

  @Test("a late answer to an old seek is dropped and counted (BugZoo.md#33)")
  func lateAnswer() {
    var stage = Stage.open()
    stage.engine.seekLatency = nil
    stage.ask(.seek(.at(.seconds(10))))
    let old = stage.player.seeking.serial
    let newer = stage.ask(.seek(.at(.seconds(20))))
    stage.report(.seekCompleted(old, position: .seconds(10), isFinished: true))
    #expect(stage.oddities == [.staleSerial])
    #expect(stage.player.state == .seeking)
    #expect(stage.answers(to: newer).isEmpty)
  }

  @Test("an engine that gives a seek up is asked once more, then the seek has failed where it landed (BugZoo.md#5)")
  func givenUp() {
    var stage = Stage.open()
    stage.engine.seekLatency = nil
    let seek = stage.ask(.seek(.at(.seconds(20))))
    stage.report(.seekCompleted(SeekSerial(1), position: .seconds(3), isFinished: false))
    #expect(stage.oddities == [.retriedSeek])
    #expect(stage.seekTargets == [.seconds(20), .seconds(20)])
    stage.report(.seekCompleted(SeekSerial(1), position: .seconds(3), isFinished: false))
    #expect(stage.answers(to: seek) == [.failed])
    #expect(stage.position == .seconds(3))
    #expect(stage.notifications.contains(.seekEnded(SeekSerial(1), position: .seconds(3), isFinished: false)))
  }

  @Test("a seek that nobody answers is a failure, not a spinner for ever (BugZoo.md#6, BugZoo.md#20)")
  func unanswered() {
    var stage = Stage.open(plays: true)
    stage.engine.seekLatency = nil
    let seek = stage.ask(.seek(.at(.seconds(20))))
    stage.run(seconds: 30)
    #expect(stage.player.failure.kind == .stuckSeeking)
    #expect(stage.answers(to: seek) == [.failed])
    #expect(stage.notifications.contains(.seekEnded(SeekSerial(1), position: .seconds(20), isFinished: false)))
  }

  @Test("stop, reset and failure end a seek at once, with nothing in between (SRG.md#1.3)")
  func endedByOthers() {
    for command in [Command.stop, .reset] {
      var stage = Stage.open(plays: true)
      stage.engine.seekLatency = nil
      let seek = stage.ask(.seek(.at(.seconds(20))))
      stage.forget()
      stage.ask(command)
      #expect(stage.states == [.idle])
      #expect(stage.answers(to: seek) == [.cancelled])
      #expect(stage.notifications.contains { if case .seekEnded(_, _, false) = $0 { true } else { false } })
    }
  }

  @Test("a seek during opening takes the place of the start and is answered when it is reached (BugZoo.md#36)")
  func duringOpening() {
    var stage = Stage()
    stage.engine.openLatency = .seconds(1)
    stage.load(from: .at(.seconds(5)), plays: true)
    let first = stage.ask(.seek(.at(.seconds(10))))
    let second = stage.ask(.seek(.at(.seconds(20))))
    #expect(stage.answers(to: first) == [.superseded])
    stage.run(seconds: 1)
    #expect(stage.seekTargets == [.seconds(20)])
    #expect(stage.answers(to: second) == [.done])
    #expect(stage.position == .seconds(20))
  }

  @Test("a seek while the start is on its way goes to the engine at once")
  func duringStart() {
    var stage = Stage()
    stage.engine.seekLatency = .seconds(1)
    let load = stage.load(from: .at(.seconds(5)), plays: true)
    stage.run(for: .milliseconds(100))
    let seek = stage.ask(.seek(.skip(.seconds(10))))
    stage.run(seconds: 1)
    #expect(stage.seekTargets == [.seconds(5), .seconds(15)])
    #expect(stage.answers(to: seek) == [.done])
    #expect(stage.answers(to: load) == [.done])
    #expect(stage.player.state == .playing)
  }

  @Test("during opening a seek that the stream cannot follow is refused when that is known, and playback begins")
  func refusedDuringOpening() {
    for (position, media, refusal) in [
      (Position(anchor: .date, offset: .seconds(1)), OpenedMedia(duration: .seconds(60)), Refusal.noDate),
      (.at(.seconds(9)), OpenedMedia(duration: .unknown), .notSeekable),
      (.at(.seconds(9)), OpenedMedia(duration: .seconds(60), isSeekable: false), .notSeekable),
    ] {
      var stage = Stage()
      stage.engine.media = media
      stage.load(plays: true)
      let seek = stage.ask(.seek(position))
      stage.run()
      #expect(stage.refusal(of: seek) == refusal)
      #expect(stage.player.state == .playing)
    }
  }

  @Test("seeks are refused on live streams without a window (SRG.md#1.7), and answered")
  func live() {
    var stage = Stage.open(OpenedMedia(duration: .unknown), plays: true)
    #expect(stage.player.streamType == .live)
    let seek = stage.ask(.seek(.at(.seconds(20))))
    #expect(stage.refusal(of: seek) == .notSeekable)
    #expect(stage.player.state == .playing)
  }

  @Test("on a DVR stream positions, window, edge and dates are places to go to, and the range holds them (SRG.md#1.8)")
  func dvr() {
    var stage = Stage.open(OpenedMedia(duration: .unknown), plays: true)
    stage.report(.seekableRangeChanged(start: .seconds(100), end: .seconds(400)))
    stage.report(.dateReference(position: .seconds(100), date: 1_000_000_000))
    #expect(stage.player.streamType == .dvr)
    for (position, target) in [
      (Position.at(.seconds(200)), MediaTime.seconds(200)), (.at(.zero), .seconds(100)),
      (.liveEdge(), .seconds(400)), (.liveEdge(behind: .seconds(10)), .seconds(390)),
      (Position(anchor: .windowStart, offset: .seconds(1)), .seconds(101)), (.standard, .seconds(400)),
      (Position(anchor: .date, offset: .microseconds(1_050_000_000)), .seconds(150)),
    ] {
      stage.forget()
      stage.ask(.seek(position))
      #expect(stage.seekTargets == [target], "\(position)")
      stage.run()
    }
  }

  @Test("the margin at the end of the range holds for seeks (SRG.md#1.8: 100 ms)")
  func endMargin() {
    var configuration = Configuration()
    configuration.seekEndMargin = .milliseconds(100)
    var stage = Stage.open(plays: false, configuration)
    stage.ask(.seek(.at(.seconds(60))))
    #expect(stage.seekTargets == [.milliseconds(59_900)])
  }

  @Test("a seek from the end leaves it: seeking, then what is wanted (SRG.md#1.3, BugZoo.md#29)")
  func fromTheEnd() {
    var stage = Stage.open(plays: true)
    stage.run(seconds: 61)
    #expect(stage.player.state == .ended)
    stage.forget()
    stage.ask(.seek(.at(.seconds(5))))
    stage.run()
    #expect(stage.states == [.seeking, .playing])
  }

  @Test("an end that was on its way when the seek began is not the end")
  func lateEnd() {
    var stage = Stage.open(plays: true)
    stage.engine.seekLatency = .seconds(1)
    stage.ask(.seek(.at(.seconds(5))))
    stage.report(.ended(position: .seconds(60)))
    #expect(stage.oddities == [.unexpected])
    stage.run(seconds: 1)
    #expect(stage.player.state == .playing)
  }

  @Test("negative tolerances are none")
  func negativeTolerances() {
    var stage = Stage.open()
    stage.ask(
      .seek(Position(anchor: .start, offset: .seconds(5), toleranceBefore: .seconds(-3), toleranceAfter: .seconds(-1))))
    let seek = EngineCommand.seek(SeekSerial(1), target: .seconds(5), toleranceBefore: .zero, toleranceAfter: .zero)
    #expect(stage.commands == [seek])
  }
}
