@testable import PlayerCore
import Testing

@Suite("Where media begins")
struct StartStories {
  /// SRG.md#1.8: absolute tolerance, ratio in thousandths, duration, and what holds; all in seconds.
  @Test(
    "the effective end tolerance (SRG.md#1.8, table)",
    arguments: [
      (0, 0, 60, 0), (10, 0, 60, 10), (0, 100, 60, 6), (10, 100, 60, 6), (10, 100, 120, 10),
    ] as [(Int64, Int64, Int64, Int64)])
  func tolerances(absolute: Int64, ratio: Int64, duration: Int64, effective: Int64) {
    var configuration = Configuration()
    configuration.startEndTolerance = .seconds(absolute)
    configuration.startEndToleranceRatio = .thousandths(ratio)
    let stage = Stage.open(OpenedMedia(duration: .seconds(duration)), configuration)
    #expect(stage.player.startEndTolerance(of: stage.player.duration - .zero) == .seconds(effective))
  }

  @Test("a start at or beyond the end minus the tolerance begins at the beginning (SRG.md#1.8)")
  func startNearTheEnd() {
    var configuration = Configuration()
    configuration.startEndTolerance = .seconds(10)
    for (start, begins) in [(49, 49), (50, 0), (60, 0), (86_400, 0)] as [(Int64, Int64)] {
      var stage = Stage(configuration)
      stage.load(from: .at(.seconds(start)))
      stage.run()
      #expect(stage.position == .seconds(begins), "start at \(start)")
    }
  }

  @Test("the same time seeks to the end but starts at the beginning (SRG.md#1.8: 86400)")
  func seekIsOnlyClamped() {
    var stage = Stage.open()
    stage.ask(.seek(.at(.seconds(86_400))))
    #expect(stage.seekTargets == [.seconds(60)])
    #expect(stage.oddities == [.clamped])
  }

  @Test("the start is silent: no seek and no seeking state is shown (SRG.md#1.4)")
  func silentStart() {
    var stage = Stage()
    stage.engine.seekLatency = .milliseconds(200)
    let load = stage.load(from: .at(.seconds(30)), plays: true)
    stage.run(seconds: 1)
    #expect(stage.states == [.preparing, .playing])
    #expect(stage.seekTargets == [.seconds(30)])
    #expect(stage.answers(to: load) == [.done])
    #expect(!stage.notifications.contains { if case .seekBegan = $0 { true } else { false } })
    #expect(stage.position == .microseconds(30_800_000))
  }

  @Test("tolerances of the start reach the engine")
  func startTolerances() {
    var stage = Stage()
    stage.load(from: .before(.seconds(30)))
    stage.run()
    let seek = EngineCommand.seek(
      SeekSerial(1), target: .seconds(30), toleranceBefore: .never, toleranceAfter: .zero)
    #expect(stage.commands.contains(seek))
  }

  @Test("a DVR stream starts at its edge without a seek, and elsewhere when told (SRG.md#1.4)")
  func dvrStart() {
    let dvr = OpenedMedia(duration: .unknown)
    var stage = Stage()
    stage.engine.media = dvr
    stage.engine.overture = [.seekableRangeChanged(start: .seconds(100), end: .seconds(400))]
    stage.load()
    stage.run()
    #expect(stage.player.streamType == .dvr)
    #expect(stage.seekTargets.isEmpty)
    stage.load(from: .liveEdge(behind: .seconds(60)))
    stage.run()
    #expect(stage.seekTargets == [.seconds(340)])
  }

  @Test("what cannot be sought begins where the engine rests, and a diagnostic says so")
  func unseekable() {
    var stage = Stage()
    stage.engine.media = OpenedMedia(duration: .seconds(60), isSeekable: false)
    let load = stage.load(from: .at(.seconds(30)), plays: true)
    stage.run()
    #expect(stage.oddities == [.clamped])
    #expect(stage.answers(to: load) == [.done])
    #expect(stage.player.state == .playing)
    #expect(stage.position == .zero)
  }

  @Test(
    "a seek before the first opening is the start position, and is shown (KSYManual.md#6.4, Contradictions.md#X-18)")
  func seekInIdle() {
    var stage = Stage()
    stage.load(opens: false)
    let seek = stage.ask(.seek(.at(.seconds(20))))
    #expect(stage.answers(to: seek) == [.done])
    #expect(stage.position == .seconds(20))
    stage.ask(.play)
    stage.run()
    #expect(stage.position == .seconds(20))
    stage.ask(.stop)
    stage.ask(.play)
    stage.run()
    #expect(stage.position == .zero, "used once; a stop goes back to the initial position (SRG.md#1.6)")
  }

  @Test("stop forgets where it was: the next preparation begins at the initial position (SRG.md#1.6)")
  func stopGoesBack() {
    var stage = Stage()
    stage.load(from: .at(.seconds(10)), plays: true)
    stage.run(seconds: 5)
    stage.ask(.stop)
    stage.ask(.play)
    stage.run()
    #expect(stage.position == .seconds(10))
  }

  @Test("skips before readiness pile up from the start (BugZoo.md#36)")
  func skipsPile() {
    var stage = Stage()
    stage.load(from: .at(.seconds(10)), opens: false)
    stage.ask(.seek(.skip(.seconds(5))))
    stage.ask(.seek(.skip(.seconds(5))))
    stage.ask(.prepare)
    let last = stage.ask(.seek(.skip(.seconds(-3))))
    stage.run()
    #expect(stage.position == .seconds(17))
    #expect(stage.answers(to: last) == [.done])
  }

  @Test("a start relative to a playhead that does not exist yet counts from zero")
  func relativeStart() {
    var stage = Stage()
    stage.load(from: .skip(.seconds(7)))
    stage.run()
    #expect(stage.position == .seconds(7))
  }

  @Test("a start that the engine does not reach is prepared where it landed")
  func missedStart() {
    var stage = Stage()
    stage.engine.seekLatency = nil
    let load = stage.load(from: .at(.seconds(30)))
    stage.run()
    let serial = stage.player.seeking.inFlight
    stage.report(.seekCompleted(serial, position: .seconds(8), isFinished: false))
    #expect(stage.oddities == [.retriedSeek])
    stage.report(.seekCompleted(stage.player.seeking.inFlight, position: .seconds(8), isFinished: false))
    #expect(stage.answers(to: load) == [.done])
    #expect(stage.position == .seconds(8))
  }
}
