@testable import PlayerCore
import Testing

@Suite("Selecting segments (SRG.md#1.8, SRG.md#3.3, SRG.md#3.5)")
struct SelectionStories {
  @Test("a start on a segment selects it silently (SRG.md#3.5)")
  func start() {
    var harness = Harness.with([.normal(1, 20, 50)], from: .segment(1))
    harness.run()
    #expect(harness.plot == ["start 1 @20 selected initial", "playing"])
    #expect(harness.player.selectedSegment == SegmentID(1) && harness.player.currentSegment == SegmentID(1))
  }

  @Test("after a stop the start segment is selected again (SRG.md#1.6, SRG.md#3.5)")
  func afterStop() {
    var harness = Harness.with([.normal(1, 20, 50)], from: .segment(1))
    harness.run(seconds: 4)
    harness.ask(.stop)
    harness.forget()
    harness.ask(.play)
    harness.run()
    #expect(harness.plot == ["preparing", "start 1 @20 selected initial", "playing"])
  }

  @Test(
    "where starts land: inside, before, after, near the end (SRG.md#1.8)",
    arguments: [(10, 30_000), (-10, 20_100), (200, 20_100), (59, 79_000), (60, 20_100)] as [(Int64, Int64)])
  func startOffsets(offset: Int64, landing: Int64) {
    var configuration = Configuration()
    configuration.segmentStartMargin = .milliseconds(100)
    configuration.seekEndMargin = .milliseconds(100)
    var harness = Harness.with(
      [.normal(1, 20, 80)], from: .segment(1, .seconds(offset)), plays: false, configuration,
      media: OpenedMedia(duration: .seconds(1_800)))
    harness.run()
    #expect(harness.position == .milliseconds(landing))
    #expect(harness.player.selectedSegment == SegmentID(1))
  }

  @Test(
    "where seeks land: never outside the segment (SRG.md#1.8)",
    arguments: [(10, 30_000_000), (-10, 20_000_000), (60, 79_999_999), (900, 79_999_999)] as [(Int64, Int64)])
  func seekOffsets(offset: Int64, landing: Int64) {
    var harness = Harness.with(
      [.normal(1, 20, 80)], plays: false, media: OpenedMedia(duration: .seconds(1_800)))
    harness.run()
    harness.ask(.seek(.segment(1, .seconds(offset))))
    harness.run()
    #expect(harness.position == .microseconds(landing))
    #expect(harness.player.selectedSegment == SegmentID(1))
  }

  @Test("a media time with a segment goes into that segment and selects it", arguments: [(5, 20), (30, 30)])
  func mediaTime(time: Int64, landing: Int64) {
    var harness = Harness.with([.normal(1, 20, 80)], plays: false, media: OpenedMedia(duration: .seconds(1_800)))
    harness.run()
    harness.ask(.seek(Position(anchor: .start, offset: .seconds(time), segment: SegmentID(1))))
    harness.run()
    #expect(harness.position == .seconds(landing) && harness.player.selectedSegment == SegmentID(1))
    let other = harness.ask(.seek(Position(anchor: .start, offset: .seconds(5), segment: SegmentID(9))))
    harness.run()
    #expect(harness.answers(to: other) == [.done] && harness.position == .seconds(5), "a segment that is not there")
  }

  @Test("a failure does not lose a pending selection: the next opening selects it (BugZoo.md#36)")
  func acrossRetry() {
    var configuration = Configuration()
    configuration.retryLimit = 3
    configuration.retryDelayKind = .fixed
    configuration.retryDelay = .seconds(2)
    var harness = Harness.with([.normal(1, 20, 50)], configuration)
    harness.run()
    harness.engine.seekLatency = nil
    let seek = harness.ask(.seek(.segment(1, .seconds(5))))
    harness.report(.failed(Failure(.io)))
    #expect(harness.player.isWaitingToRetry && harness.position == .seconds(25))
    harness.engine.seekLatency = .zero
    harness.forget()
    harness.run(seconds: 3)
    #expect(harness.answers(to: seek) == [.done])
    #expect(harness.player.selectedSegment == SegmentID(1))
    #expect(harness.plot.contains("start 1 @25 selected update"))
  }

  @Test("selecting one segment after another: both end and start carry the selection (SRG.md#3.5)")
  func another() {
    var harness = Harness.with([.normal(1, 10, 13), .normal(2, 20, 25)])
    harness.run()
    harness.forget()
    harness.ask(.seek(.segment(1)))
    #expect(harness.player.pendingSelection == SegmentID(1))
    harness.run()
    harness.ask(.seek(.segment(2)))
    harness.run()
    #expect(
      harness.plot == [
        "seeking", "start 1 @0 selected update", "playing", "seeking", "end 1 @10 selection to 2 selected update",
        "start 2 @10 after 1 selected update", "playing",
      ])
    #expect(harness.player.pendingSelection == .none)
  }

  @Test("selecting the current segment ends and starts it (SRG.md#3.5)")
  func same() {
    var harness = Harness.with([.normal(1, 2, 5)])
    harness.run(seconds: 3)
    harness.forget()
    harness.ask(.seek(.segment(1)))
    harness.run()
    #expect(
      harness.plot == [
        "seeking", "end 1 @3 selection to 1 update", "start 1 @3 after 1 selected update", "playing",
      ])
  }

  @Test("the natural end of a selected segment reports the selection")
  func end() {
    var harness = Harness.with([.normal(1, 10, 13)])
    harness.run()
    harness.ask(.seek(.segment(1)))
    harness.run(seconds: 3)
    #expect(harness.segmentPlot == ["start 1 @0 selected update", "end 1 @13 natural selected"])
  }

  @Test("selecting a blocked segment selects nothing and skips it once (SRG.md#3.9: upstream twice)")
  func blocked() {
    var harness = Harness.with([.blocked(1, 20, 25)])
    harness.run()
    harness.forget()
    harness.ask(.seek(.segment(1)))
    #expect(harness.player.pendingSelection == .none)
    harness.run()
    #expect(harness.plot == ["will 1 @0", "seeking", "playing", "did 1 @0"])
    #expect(harness.position == .seconds(25))
  }

  @Test("a segment with its beginning blocked by another is selected in its remaining part")
  func partlyBlocked() {
    var harness = Harness.with([.normal(1, 10, 40), .blocked(2, 5, 20)])
    harness.run()
    harness.forget()
    harness.ask(.seek(.segment(1)))
    harness.run()
    #expect(harness.segmentPlot == ["will 2 @0", "start 1 @0 selected update", "did 2 @0"])
    #expect(harness.position == .seconds(20))
    // Nothing of this segment remains, so nothing is selected.
    harness.commit([.normal(1, 10, 15), .blocked(2, 5, 20)])
    harness.run()
    harness.forget()
    harness.ask(.seek(.segment(1)))
    harness.run()
    #expect(harness.segmentPlot == ["will 2 @20", "did 2 @20"])
  }

  @Test("a seek elsewhere discards a pending selection")
  func otherSeekDiscardsSelection() {
    var harness = Harness.with([.normal(1, 10, 13)])
    harness.engine.seekLatency = .seconds(1)
    harness.run()
    harness.forget()
    harness.ask(.seek(.segment(1)))
    harness.ask(.seek(.at(.seconds(11))))
    harness.run(seconds: 1)
    #expect(harness.segmentPlot == ["start 1 @0"])
  }

  @Test("a segment outside the stream is approached as closely as possible and ends at once (SRG.md#1.8)")
  func outside() {
    var harness = Harness.with([.normal(1, 1_000, 1_003)], from: .segment(1), plays: false)
    harness.run()
    #expect(harness.position == .seconds(60))
    #expect(harness.plot == ["start 1 @60 selected initial", "paused", "end 1 @60 natural selected"])
  }

  @Test("for an unknown segment a seek is refused and a start falls back, with a diagnostic")
  func unknown() {
    var harness = Harness.with([.normal(1, 10, 13)], from: .segment(9), plays: false)
    harness.run()
    #expect(harness.oddities == [.unknownSubject] && harness.position == .zero)
    let seek = harness.ask(.seek(.segment(8)))
    #expect(harness.refusal(of: seek) == .unknownSubject)
    harness.commit([.normal(2, 10, 13).dated])
    let dated = harness.ask(.seek(.segment(2)))
    #expect(harness.refusal(of: dated) == .noDate)
  }

  @Test("a date in a segment stays a date, and selects it (SRG.md#1.8)")
  func date() {
    var harness = Harness(Configuration())
    harness.engine.media = OpenedMedia(duration: .unknown)
    harness.engine.overture = [
      .seekableRangeChanged(start: .zero, end: .seconds(7_200)), .dateReference(position: .seconds(200), date: 0),
    ]
    harness.load(from: Position(anchor: .date, offset: .seconds(103), segment: SegmentID(1)), plays: true)
    harness.commit([.normal(1, 100, 110).dated])
    harness.run()
    #expect(harness.segmentPlot == ["start 1 @303 selected initial"])
  }

  @Test("a seek to a segment before the media is open waits, and selects it then")
  func beforeOpening() {
    var harness = Harness(Configuration())
    harness.engine.openLatency = .seconds(1)
    harness.load(plays: true)
    let seek = harness.ask(.seek(.segment(1)))
    harness.commit([.normal(1, 10, 13)])
    harness.run(seconds: 1)
    #expect(harness.segmentPlot == ["start 1 @10 selected update"])
    #expect(harness.answers(to: seek) == [.done])
  }
}
