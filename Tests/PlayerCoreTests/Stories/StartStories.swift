@testable import PlayerCore
import Testing

@Suite("Where media begins")
struct StartStories {
  /// SRG.md#1.8: absolute tolerance, ratio in thousandths, duration, and effective tolerance; all in seconds.
  @Test(
    "the effective end tolerance (SRG.md#1.8, table)",
    arguments: [
      (0, 0, 60, 0), (10, 0, 60, 10), (0, 100, 60, 6), (10, 100, 60, 6), (10, 100, 120, 10),
    ] as [(Int64, Int64, Int64, Int64)])
  func tolerances(absolute: Int64, ratio: Int64, duration: Int64, effective: Int64) {
    var configuration = Configuration()
    configuration.startEndTolerance = .seconds(absolute)
    configuration.startEndToleranceRatio = .thousandths(ratio)
    let harness = Harness.open(OpenedMedia(duration: .seconds(duration)), configuration)
    #expect(harness.player.startTolerance.tolerance(of: harness.player.duration - .zero) == .seconds(effective))
  }

  @Test("a start at or beyond the end minus the tolerance begins at the beginning (SRG.md#1.8)")
  func startNearTheEnd() {
    var configuration = Configuration()
    configuration.startEndTolerance = .seconds(10)
    for (start, begins) in [(49, 49), (50, 0), (60, 0), (86_400, 0)] as [(Int64, Int64)] {
      var harness = Harness(configuration)
      harness.load(from: .at(.seconds(start)))
      harness.run()
      #expect(harness.position == .seconds(begins), "start at \(start)")
    }
  }

  @Test("the same time seeks to the end but starts at the beginning (SRG.md#1.8: 86400)")
  func seekIsOnlyClamped() {
    var harness = Harness.open()
    harness.ask(.seek(.at(.seconds(86_400))))
    #expect(harness.seekTargets == [.seconds(60)])
    #expect(harness.oddities == [.clamped])
  }

  @Test("the start is silent: no seek and no seeking state is shown (SRG.md#1.4)")
  func silentStart() {
    var harness = Harness()
    harness.engine.seekLatency = .milliseconds(200)
    let load = harness.load(from: .at(.seconds(30)), plays: true)
    harness.run(seconds: 1)
    #expect(harness.states == [.preparing, .playing])
    #expect(harness.seekTargets == [.seconds(30)])
    #expect(harness.answers(to: load) == [.done])
    #expect(!harness.notifications.contains { if case .seekBegan = $0 { true } else { false } })
    #expect(harness.position == .microseconds(30_800_000))
  }

  @Test("tolerances of the start reach the engine")
  func startTolerances() {
    var harness = Harness()
    harness.load(from: .before(.seconds(30)))
    harness.run()
    let seek = EngineCommand.seek(
      SeekSerial(1), target: .seconds(30), toleranceBefore: .seconds(30), toleranceAfter: .zero)
    #expect(harness.commands.contains(seek))
  }

  @Test("a DVR stream starts at its edge without a seek, and elsewhere on request (SRG.md#1.4)")
  func dvrStart() {
    let dvr = OpenedMedia(duration: .unknown)
    var harness = Harness()
    harness.engine.media = dvr
    harness.engine.overture = [.seekableRangeChanged(start: .seconds(100), end: .seconds(400))]
    harness.load()
    harness.run()
    #expect(harness.player.streamType == .dvr)
    #expect(harness.seekTargets.isEmpty)
    harness.load(from: .liveEdge(behind: .seconds(60)))
    harness.run()
    #expect(harness.seekTargets == [.seconds(340)])
  }

  /// What an engine reports after "opened" of media that it opens as live, without a window.
  private static let late: [EngineEvent] = [
    .seekableRangeChanged(start: .zero, end: .seconds(3_600)), .durationChanged(.seconds(3_600)),
  ]

  @Test("a start stays wanted until a window or a duration shows where it is", arguments: late)
  func lateRange(event: EngineEvent) {
    var harness = Harness()
    harness.engine.media = OpenedMedia(duration: .unknown)
    let load = harness.load(from: .at(.seconds(1_800)), plays: true)
    harness.run(seconds: 1)
    #expect(harness.player.phase == .opening && harness.answers(to: load) == [])
    harness.report(event)
    harness.run(seconds: 1)
    #expect(harness.seekTargets == [.seconds(1_800)] && harness.answers(to: load) == [.done])
    #expect(harness.position == .seconds(1_801) && harness.oddities == [])
  }

  @Test("so does a seek before that, which is answered where it leads", arguments: late)
  func lateRangeOfSeek(event: EngineEvent) {
    var harness = Harness()
    harness.engine.media = OpenedMedia(duration: .unknown)
    harness.load(plays: true)
    let seek = harness.ask(.seek(.at(.seconds(900))))
    harness.run(seconds: 1)
    #expect(harness.answers(to: seek) == [])
    let other = harness.ask(.seek(.at(.seconds(600))))
    harness.report(event)
    harness.run(seconds: 1)
    #expect(harness.answers(to: seek) == [.superseded] && harness.answers(to: other) == [.done])
    #expect(harness.seekTargets == [.seconds(600)])
  }

  @Test(
    "after the time for it the start is given up and says so; a later window does not bring it back", arguments: late)
  func missedRange(event: EngineEvent) {
    var harness = Harness()
    harness.engine.media = OpenedMedia(duration: .unknown)
    let load = harness.load(plays: true)
    let seek = harness.ask(.seek(.at(.seconds(900))))
    harness.run(for: .milliseconds(1_999))
    #expect(harness.player.phase == .opening)
    harness.run(for: .milliseconds(1))
    #expect(harness.player.phase == .prepared && harness.oddities == [.clamped])
    #expect(harness.answers(to: load) == [.done] && harness.refusal(of: seek) == .notSeekable)
    harness.report(event)
    harness.run(seconds: 1)
    #expect(harness.seekTargets == [])
  }

  @Test("a start at a date waits for the date, whatever else is known; a seek elsewhere does not")
  func lateDate() {
    var harness = Harness()
    harness.load(from: Position(anchor: .date, offset: .seconds(1_000)))
    harness.run(seconds: 1)
    #expect(harness.player.phase == .opening)
    var other = harness
    harness.report(.dateReference(position: .zero, date: 990_000_000))
    harness.run()
    #expect(harness.seekTargets == [.seconds(10)])
    other.ask(.seek(.at(.seconds(20))))
    other.run()
    #expect(other.seekTargets == [.seconds(20)])
  }

  @Test("media that cannot be sought, and a start at its default position, wait for nothing")
  func waitsForNothing() {
    for (media, start) in [
      (OpenedMedia(duration: .unknown, isSeekable: false), Position.at(.seconds(30))),
      (OpenedMedia(duration: .unknown), .standard),
      (OpenedMedia(duration: .unknown), .at(.zero)),
    ] {
      var harness = Harness()
      harness.engine.media = media
      harness.load(from: start)
      harness.run()
      #expect(harness.player.phase == .prepared)
    }
  }

  @Test("media that cannot seek begins where the engine rests, with a diagnostic")
  func unseekable() {
    var harness = Harness()
    harness.engine.media = OpenedMedia(duration: .seconds(60), isSeekable: false)
    let load = harness.load(from: .at(.seconds(30)), plays: true)
    harness.run()
    #expect(harness.oddities == [.clamped])
    #expect(harness.answers(to: load) == [.done])
    #expect(harness.player.state == .playing)
    #expect(harness.position == .zero)
  }

  @Test(
    "a seek before the first opening sets the start position, and is shown (KSYManual.md#6.4, Contradictions.md#X-18)")
  func seekInIdle() {
    var harness = Harness()
    harness.load(opens: false)
    let seek = harness.ask(.seek(.at(.seconds(20))))
    #expect(harness.answers(to: seek) == [.done])
    #expect(harness.position == .seconds(20))
    harness.ask(.play)
    harness.run()
    #expect(harness.position == .seconds(20))
    harness.ask(.stop)
    harness.ask(.play)
    harness.run()
    #expect(harness.position == .zero, "used once; a stop goes back to the initial position (SRG.md#1.6)")
  }

  @Test("stop discards the position: the next preparation begins at the initial position (SRG.md#1.6)")
  func stopDiscardsPosition() {
    var harness = Harness()
    harness.load(from: .at(.seconds(10)), plays: true)
    harness.run(seconds: 5)
    harness.ask(.stop)
    harness.ask(.play)
    harness.run()
    #expect(harness.position == .seconds(10))
  }

  @Test("skips before readiness accumulate from the start (BugZoo.md#36)")
  func skipsAccumulate() {
    var harness = Harness()
    harness.load(from: .at(.seconds(10)), opens: false)
    harness.ask(.seek(.skip(.seconds(5))))
    harness.ask(.seek(.skip(.seconds(5))))
    harness.ask(.prepare)
    let last = harness.ask(.seek(.skip(.seconds(-3))))
    harness.run()
    #expect(harness.position == .seconds(17))
    #expect(harness.answers(to: last) == [.done])
  }

  @Test("a start relative to a playhead that does not exist yet counts from zero")
  func relativeStart() {
    var harness = Harness()
    harness.load(from: .skip(.seconds(7)))
    harness.run()
    #expect(harness.position == .seconds(7))
  }

  @Test("a start that the engine does not reach ends up prepared where it landed")
  func missedStart() {
    var harness = Harness()
    harness.engine.seekLatency = nil
    let load = harness.load(from: .at(.seconds(30)))
    harness.run()
    let serial = harness.player.seeking.inFlight
    harness.report(.seekCompleted(serial, position: .seconds(8), isFinished: false))
    #expect(harness.oddities == [.retriedSeek])
    harness.report(.seekCompleted(harness.player.seeking.inFlight, position: .seconds(8), isFinished: false))
    #expect(harness.answers(to: load) == [.done])
    #expect(harness.position == .seconds(8))
  }
}
