@testable import PlayerCore
import Testing

@Suite("Seeking")
struct SeekingStories {
  @Test(
    "a seek while playing shows seeking once, then playing; the position is the target at once (Contradictions.md#X-33)"
  )
  func whilePlaying() {
    var harness = Harness.open(plays: true)
    harness.engine.seekLatency = .milliseconds(200)
    harness.run(seconds: 4)
    let seek = harness.ask(.seek(.at(.seconds(30))))
    #expect(harness.player.state == .seeking)
    #expect(harness.position == .seconds(30))
    #expect(harness.player.seekOrigin == .seconds(4) && harness.player.seekTarget == .seconds(30))
    harness.run(seconds: 1)
    #expect(harness.states == [.seeking, .playing])
    #expect(harness.answers(to: seek) == [.done])
    #expect(harness.position == .microseconds(30_800_000))
    #expect(!harness.player.seekTarget.isKnown)
    #expect(harness.notifications.contains(.seekBegan(SeekSerial(1), origin: .seconds(4), target: .seconds(30))))
    #expect(harness.notifications.contains(.seekEnded(SeekSerial(1), position: .seconds(30), isFinished: true)))
  }

  @Test("a seek while paused stays paused")
  func whilePaused() {
    var harness = Harness.open()
    harness.ask(.seek(.at(.seconds(30))))
    harness.run(seconds: 5)
    #expect(harness.states == [.seeking, .paused])
    #expect(harness.position == .seconds(30))
  }

  @Test("play, pause and toggle while seeking are silent and decide what follows (SRG.md#1.3, six tests)")
  func commandsWhileSeeking() {
    for (plays, commands, ends) in [
      (true, [Command.pause], PlaybackState.paused), (false, [.play], .playing), (true, [.toggle], .paused),
      (false, [.toggle], .playing), (true, [.pause, .play], .playing), (false, [.play, .pause], .paused),
    ] {
      var harness = Harness.open(plays: plays)
      harness.engine.seekLatency = .seconds(1)
      harness.ask(.seek(.at(.seconds(30))))
      harness.forget()
      for command in commands { harness.ask(command) }
      #expect(harness.states.isEmpty)
      harness.run(seconds: 2)
      #expect(harness.player.state == ends, "\(plays) \(commands)")
    }
  }

  @Test("of a hundred pending seeks each is answered once, the winner last; origin stays, target is last (SRG.md#1.7)")
  func pendingSeeks() {
    var harness = Harness.open(plays: true)
    harness.engine.seekLatency = .milliseconds(100)
    harness.run(seconds: 2)
    var requests: [RequestID] = []
    for index in 0..<100 { requests.append(harness.ask(.seek(.at(.milliseconds(Int64(index) * 500))))) }
    #expect(harness.player.seekOrigin == .seconds(2))
    #expect(harness.player.seekTarget == .milliseconds(49_500))
    harness.run(seconds: 1)
    for request in requests.dropLast() { #expect(harness.answers(to: request) == [.superseded]) }
    #expect(harness.answers(to: requests[99]) == [.done])
    #expect(harness.completions.last?.request == requests[99])
    #expect(harness.states == [.seeking, .playing])
  }

  @Test("of a hundred coalesced seeks the engine gets the first and the last (Pillarbox.md#2, smooth seeks)")
  func coalesced() {
    var configuration = Configuration()
    configuration.coalescesSeeks = true
    var harness = Harness.open(plays: false, configuration)
    harness.engine.seekLatency = .milliseconds(100)
    var requests: [RequestID] = []
    for index in 1...100 { requests.append(harness.ask(.seek(.at(.milliseconds(Int64(index) * 500))))) }
    harness.run(seconds: 1)
    #expect(harness.seekTargets == [.milliseconds(500), .seconds(50)])
    #expect(harness.answers(to: requests[0]) == [.superseded])
    #expect(harness.answers(to: requests[99]) == [.done])
    #expect(harness.position == .seconds(50))
  }

  @Test("skips accumulate from the pending target, not from the playhead (SRG.md#3.11)")
  func skips() {
    var harness = Harness.open(plays: true)
    harness.engine.seekLatency = .seconds(1)
    harness.run(seconds: 5)
    for _ in 0..<3 { harness.ask(.seek(.skip(.seconds(10)))) }
    harness.ask(.seek(.skip(.seconds(-4))))
    #expect(harness.player.seekTarget == .seconds(31))
  }

  @Test("a late answer to an old seek is dropped and counted (BugZoo.md#33)")
  func lateAnswer() {
    var harness = Harness.open()
    harness.engine.seekLatency = nil
    harness.ask(.seek(.at(.seconds(10))))
    let old = harness.player.seeking.serial
    let newer = harness.ask(.seek(.at(.seconds(20))))
    harness.report(.seekCompleted(old, position: .seconds(10), isFinished: true))
    #expect(harness.oddities == [.staleSerial])
    #expect(harness.player.state == .seeking)
    #expect(harness.answers(to: newer).isEmpty)
  }

  @Test("a seek that the engine gives up is retried once, then fails where it landed (BugZoo.md#5)")
  func givenUp() {
    var harness = Harness.open()
    harness.engine.seekLatency = nil
    let seek = harness.ask(.seek(.at(.seconds(20))))
    harness.report(.seekCompleted(SeekSerial(1), position: .seconds(3), isFinished: false))
    #expect(harness.oddities == [.retriedSeek])
    #expect(harness.seekTargets == [.seconds(20), .seconds(20)])
    harness.report(.seekCompleted(SeekSerial(1), position: .seconds(3), isFinished: false))
    #expect(harness.answers(to: seek) == [.failed])
    #expect(harness.position == .seconds(3))
    #expect(harness.notifications.contains(.seekEnded(SeekSerial(1), position: .seconds(3), isFinished: false)))
  }

  @Test("a seek that is given up without a position leaves the playhead where it was, and selects nothing")
  func givenUpNowhere() {
    var harness = Harness.with([.normal(1, 20, 30)])
    harness.run(seconds: 4)
    harness.engine.seekLatency = nil
    harness.ask(.seek(.segment(1)))
    for _ in 0..<2 { harness.report(.seekCompleted(SeekSerial(1), position: .unknown, isFinished: false)) }
    #expect(harness.notifications.contains(.seekEnded(SeekSerial(1), position: .seconds(4), isFinished: false)))
    #expect(harness.position == .seconds(4) && harness.player.pendingSelection.isNone && harness.segmentPlot.isEmpty)
  }

  @Test("a seek without an answer is a failure, not an endless spinner (BugZoo.md#6, BugZoo.md#20)")
  func unanswered() {
    var harness = Harness.open(plays: true)
    harness.engine.seekLatency = nil
    let seek = harness.ask(.seek(.at(.seconds(20))))
    harness.run(seconds: 30)
    #expect(harness.player.failure.kind == .stuckSeeking)
    #expect(harness.answers(to: seek) == [.failed])
    #expect(harness.notifications.contains(.seekEnded(SeekSerial(1), position: .seconds(20), isFinished: false)))
  }

  @Test("stop, reset and failure end a seek at once, with nothing in between (SRG.md#1.3)")
  func endedByStopOrFailure() {
    for command in [Command.stop, .reset] {
      var harness = Harness.open(plays: true)
      harness.engine.seekLatency = nil
      let seek = harness.ask(.seek(.at(.seconds(20))))
      harness.forget()
      harness.ask(command)
      #expect(harness.states == [.idle])
      #expect(harness.answers(to: seek) == [.cancelled])
      #expect(harness.notifications.contains { if case .seekEnded(_, _, false) = $0 { true } else { false } })
    }
  }

  @Test("a seek during opening replaces the start and is answered when it is reached (BugZoo.md#36)")
  func duringOpening() {
    var harness = Harness()
    harness.engine.openLatency = .seconds(1)
    harness.load(from: .at(.seconds(5)), plays: true)
    let first = harness.ask(.seek(.at(.seconds(10))))
    let second = harness.ask(.seek(.at(.seconds(20))))
    #expect(harness.answers(to: first) == [.superseded])
    harness.run(seconds: 1)
    #expect(harness.seekTargets == [.seconds(20)])
    #expect(harness.answers(to: second) == [.done])
    #expect(harness.position == .seconds(20))
  }

  @Test("a seek during the seek to the start position goes to the engine at once")
  func duringStart() {
    var harness = Harness()
    harness.engine.seekLatency = .seconds(1)
    let load = harness.load(from: .at(.seconds(5)), plays: true)
    harness.run(for: .milliseconds(100))
    let seek = harness.ask(.seek(.skip(.seconds(10))))
    harness.run(seconds: 1)
    #expect(harness.seekTargets == [.seconds(5), .seconds(15)])
    #expect(harness.answers(to: seek) == [.done])
    #expect(harness.answers(to: load) == [.done])
    #expect(harness.player.state == .playing)
  }

  @Test("an impossible seek during opening is refused once that is known, and playback begins")
  func refusedDuringOpening() {
    for (position, media, refusal) in [
      (Position(anchor: .date, offset: .seconds(1)), OpenedMedia(duration: .seconds(60)), Refusal.noDate),
      (.at(.seconds(9)), OpenedMedia(duration: .unknown), .notSeekable),
      (.at(.seconds(9)), OpenedMedia(duration: .seconds(60), isSeekable: false), .notSeekable),
    ] {
      var harness = Harness()
      harness.engine.media = media
      harness.load(plays: true)
      let seek = harness.ask(.seek(position))
      harness.run(seconds: 2)
      #expect(harness.refusal(of: seek) == refusal)
      #expect(harness.player.state == .playing)
    }
  }

  @Test("seeks are refused on live streams without a window (SRG.md#1.7), and answered")
  func live() {
    var harness = Harness.open(OpenedMedia(duration: .unknown), plays: true)
    #expect(harness.player.streamType == .live)
    let seek = harness.ask(.seek(.at(.seconds(20))))
    #expect(harness.refusal(of: seek) == .notSeekable)
    #expect(harness.player.state == .playing)
  }

  @Test("a DVR stream can seek to positions, its window, its edge and dates, clamped to its range (SRG.md#1.8)")
  func dvr() {
    var harness = Harness.open(OpenedMedia(duration: .unknown), plays: true)
    harness.report(.seekableRangeChanged(start: .seconds(100), end: .seconds(400)))
    harness.report(.dateReference(position: .seconds(100), date: 1_000_000_000))
    #expect(harness.player.streamType == .dvr)
    for (position, target) in [
      (Position.at(.seconds(200)), MediaTime.seconds(200)), (.at(.zero), .seconds(100)),
      (.liveEdge(), .seconds(400)), (.liveEdge(behind: .seconds(10)), .seconds(390)),
      (Position(anchor: .windowStart, offset: .seconds(1)), .seconds(101)), (.standard, .seconds(400)),
      (Position(anchor: .date, offset: .microseconds(1_050_000_000)), .seconds(150)),
    ] {
      harness.forget()
      harness.ask(.seek(position))
      #expect(harness.seekTargets == [target], "\(position)")
      harness.run()
    }
  }

  @Test("the margin at the end of the range applies to seeks (SRG.md#1.8: 100 ms)")
  func endMargin() {
    var configuration = Configuration()
    configuration.seekEndMargin = .milliseconds(100)
    var harness = Harness.open(plays: false, configuration)
    harness.ask(.seek(.at(.seconds(60))))
    #expect(harness.seekTargets == [.milliseconds(59_900)])
  }

  @Test("a seek from the end leaves it: seeking, then the intended state (SRG.md#1.3, BugZoo.md#29)")
  func fromTheEnd() {
    var harness = Harness.open(plays: true)
    harness.run(seconds: 61)
    #expect(harness.player.state == .ended)
    harness.forget()
    harness.ask(.seek(.at(.seconds(5))))
    harness.run()
    #expect(harness.states == [.seeking, .playing])
  }

  @Test("an end reported during a seek is not the end")
  func lateEnd() {
    var harness = Harness.open(plays: true)
    harness.engine.seekLatency = .seconds(1)
    harness.ask(.seek(.at(.seconds(5))))
    harness.report(.ended(position: .seconds(60)))
    #expect(harness.oddities == [.unexpected])
    harness.run(seconds: 1)
    #expect(harness.player.state == .playing)
  }

  @Test("negative tolerances count as zero")
  func negativeTolerances() {
    var harness = Harness.open()
    harness.ask(
      .seek(Position(anchor: .start, offset: .seconds(5), toleranceBefore: .seconds(-3), toleranceAfter: .seconds(-1))))
    let seek = EngineCommand.seek(SeekSerial(1), target: .seconds(5), toleranceBefore: .zero, toleranceAfter: .zero)
    #expect(harness.commands == [seek])
  }
}
