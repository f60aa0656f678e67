@testable import PlayerCore
import Testing

@Suite("Segments are selected (SRG.md#1.8, SRG.md#3.3, SRG.md#3.5)")
struct SelectionStories {
  @Test("a start on a segment selects it silently (SRG.md#3.5)")
  func start() {
    var stage = Stage.with([.normal(1, 20, 50)], from: .segment(1))
    stage.run()
    #expect(stage.plot == ["start 1 @20 selected initial", "playing"])
    #expect(stage.player.selectedSegment == SegmentID(1) && stage.player.currentSegment == SegmentID(1))
  }

  @Test("after a stop the start is selected again (SRG.md#1.6, SRG.md#3.5)")
  func afterStop() {
    var stage = Stage.with([.normal(1, 20, 50)], from: .segment(1))
    stage.run(seconds: 4)
    stage.ask(.stop)
    stage.forget()
    stage.ask(.play)
    stage.run()
    #expect(stage.plot == ["preparing", "start 1 @20 selected initial", "playing"])
  }

  @Test(
    "where starts land: inside, before, after, near the end (SRG.md#1.8)",
    arguments: [(10, 30_000), (-10, 20_100), (200, 20_100), (59, 79_000), (60, 20_100)] as [(Int64, Int64)])
  func startOffsets(offset: Int64, landing: Int64) {
    var configuration = Configuration()
    configuration.segmentStartMargin = .milliseconds(100)
    configuration.seekEndMargin = .milliseconds(100)
    var stage = Stage.with(
      [.normal(1, 20, 80)], from: .segment(1, .seconds(offset)), plays: false, configuration,
      media: OpenedMedia(duration: .seconds(1_800)))
    stage.run()
    #expect(stage.position == .milliseconds(landing))
    #expect(stage.player.selectedSegment == SegmentID(1))
  }

  @Test(
    "where seeks land: never outside the segment (SRG.md#1.8)",
    arguments: [(10, 30_000_000), (-10, 20_000_000), (60, 79_999_999), (900, 79_999_999)] as [(Int64, Int64)])
  func seekOffsets(offset: Int64, landing: Int64) {
    var stage = Stage.with(
      [.normal(1, 20, 80)], plays: false, media: OpenedMedia(duration: .seconds(1_800)))
    stage.run()
    stage.ask(.seek(.segment(1, .seconds(offset))))
    stage.run()
    #expect(stage.position == .microseconds(landing))
    #expect(stage.player.selectedSegment == SegmentID(1))
  }

  @Test("a time of the media leads into the segment that it names, and selects it", arguments: [(5, 20), (30, 30)])
  func mediaTime(time: Int64, landing: Int64) {
    var stage = Stage.with([.normal(1, 20, 80)], plays: false, media: OpenedMedia(duration: .seconds(1_800)))
    stage.run()
    stage.ask(.seek(Position(anchor: .start, offset: .seconds(time), segment: SegmentID(1))))
    stage.run()
    #expect(stage.position == .seconds(landing) && stage.player.selectedSegment == SegmentID(1))
    let other = stage.ask(.seek(Position(anchor: .start, offset: .seconds(5), segment: SegmentID(9))))
    stage.run()
    #expect(stage.answers(to: other) == [.done] && stage.position == .seconds(5), "a segment that is not there")
  }

  @Test("a selection that a failure overtakes is not lost: the next opening selects it (BugZoo.md#36)")
  func acrossRetry() {
    var configuration = Configuration()
    configuration.retryLimit = 3
    configuration.retryDelayKind = .fixed
    configuration.retryDelay = .seconds(2)
    var stage = Stage.with([.normal(1, 20, 50)], configuration)
    stage.run()
    stage.engine.seekLatency = nil
    let seek = stage.ask(.seek(.segment(1, .seconds(5))))
    stage.report(.failed(Failure(.io)))
    #expect(stage.player.isWaitingToRetry && stage.position == .seconds(25))
    stage.engine.seekLatency = .zero
    stage.forget()
    stage.run(seconds: 3)
    #expect(stage.answers(to: seek) == [.done])
    #expect(stage.player.selectedSegment == SegmentID(1))
    #expect(stage.plot.contains("start 1 @25 selected update"))
  }

  @Test("select one, then another: end and start carry the selection (SRG.md#3.5)")
  func another() {
    var stage = Stage.with([.normal(1, 10, 13), .normal(2, 20, 25)])
    stage.run()
    stage.forget()
    stage.ask(.seek(.segment(1)))
    #expect(stage.player.pendingSelection == SegmentID(1))
    stage.run()
    stage.ask(.seek(.segment(2)))
    stage.run()
    #expect(
      stage.plot == [
        "seeking", "start 1 @0 selected update", "playing", "seeking", "end 1 @10 selection to 2 selected update",
        "start 2 @10 after 1 selected update", "playing",
      ])
    #expect(stage.player.pendingSelection == .none)
  }

  @Test("select the segment that is played: end and start (SRG.md#3.5)")
  func same() {
    var stage = Stage.with([.normal(1, 2, 5)])
    stage.run(seconds: 3)
    stage.forget()
    stage.ask(.seek(.segment(1)))
    stage.run()
    #expect(
      stage.plot == [
        "seeking", "end 1 @3 selection to 1 update", "start 1 @3 after 1 selected update", "playing",
      ])
  }

  @Test("the natural end of a selected segment tells that it was selected")
  func end() {
    var stage = Stage.with([.normal(1, 10, 13)])
    stage.run()
    stage.ask(.seek(.segment(1)))
    stage.run(seconds: 3)
    #expect(stage.segmentPlot == ["start 1 @0 selected update", "end 1 @13 natural selected"])
  }

  @Test("a blocked segment selects nothing and is skipped once (SRG.md#3.9: upstream twice)")
  func blocked() {
    var stage = Stage.with([.blocked(1, 20, 25)])
    stage.run()
    stage.forget()
    stage.ask(.seek(.segment(1)))
    #expect(stage.player.pendingSelection == .none)
    stage.run()
    #expect(stage.plot == ["will 1 @0", "seeking", "playing", "did 1 @0"])
    #expect(stage.position == .seconds(25))
  }

  @Test("a segment whose beginning is blocked by another is selected where it remains")
  func partlyBlocked() {
    var stage = Stage.with([.normal(1, 10, 40), .blocked(2, 5, 20)])
    stage.run()
    stage.forget()
    stage.ask(.seek(.segment(1)))
    stage.run()
    #expect(stage.segmentPlot == ["will 2 @0", "start 1 @0 selected update", "did 2 @0"])
    #expect(stage.position == .seconds(20))
    // Nothing remains of this one: nothing is selected.
    stage.commit([.normal(1, 10, 15), .blocked(2, 5, 20)])
    stage.run()
    stage.forget()
    stage.ask(.seek(.segment(1)))
    stage.run()
    #expect(stage.segmentPlot == ["will 2 @20", "did 2 @20"])
  }

  @Test("a seek elsewhere forgets the selection on its way")
  func forgotten() {
    var stage = Stage.with([.normal(1, 10, 13)])
    stage.engine.seekLatency = .seconds(1)
    stage.run()
    stage.forget()
    stage.ask(.seek(.segment(1)))
    stage.ask(.seek(.at(.seconds(11))))
    stage.run(seconds: 1)
    #expect(stage.segmentPlot == ["start 1 @0"])
  }

  @Test("a segment outside the stream: as near as can be, and what is not there ends at once (SRG.md#1.8)")
  func outside() {
    var stage = Stage.with([.normal(1, 1_000, 1_003)], from: .segment(1), plays: false)
    stage.run()
    #expect(stage.position == .seconds(60))
    #expect(stage.plot == ["start 1 @60 selected initial", "paused", "end 1 @60 natural selected"])
  }

  @Test("a segment that does not exist: a seek is refused, a start falls back, visibly")
  func unknown() {
    var stage = Stage.with([.normal(1, 10, 13)], from: .segment(9), plays: false)
    stage.run()
    #expect(stage.oddities == [.unknownSubject] && stage.position == .zero)
    let seek = stage.ask(.seek(.segment(8)))
    #expect(stage.refusal(of: seek) == .unknownSubject)
    stage.commit([.normal(2, 10, 13).dated])
    let dated = stage.ask(.seek(.segment(2)))
    #expect(stage.refusal(of: dated) == .noDate)
  }

  @Test("a date in a segment stays a date, and selects it (SRG.md#1.8)")
  func date() {
    var stage = Stage(Configuration())
    stage.engine.media = OpenedMedia(duration: .unknown)
    stage.engine.overture = [
      .seekableRangeChanged(start: .zero, end: .seconds(7_200)), .dateReference(position: .seconds(200), date: 0),
    ]
    stage.load(from: Position(anchor: .date, offset: .seconds(103), segment: SegmentID(1)), plays: true)
    stage.commit([.normal(1, 100, 110).dated])
    stage.run()
    #expect(stage.segmentPlot == ["start 1 @303 selected initial"])
  }

  @Test("a seek to a segment before the media is open waits, and selects when it is there")
  func beforeOpening() {
    var stage = Stage(Configuration())
    stage.engine.openLatency = .seconds(1)
    stage.load(plays: true)
    let seek = stage.ask(.seek(.segment(1)))
    stage.commit([.normal(1, 10, 13)])
    stage.run(seconds: 1)
    #expect(stage.segmentPlot == ["start 1 @10 selected update"])
    #expect(stage.answers(to: seek) == [.done])
  }
}
