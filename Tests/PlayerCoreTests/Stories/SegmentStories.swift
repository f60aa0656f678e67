@testable import PlayerCore
import Testing

@Suite("Segments are entered and left (SRG.md#3.2, SRG.md#3.5)")
struct SegmentStories {
  @Test("a segment at the beginning starts before playing is shown, and ends exactly where it ends")
  func atStart() {
    var stage = Stage.with([.normal(1, 0, 3)])
    stage.run()
    #expect(stage.plot == ["preparing", "start 1 @0", "playing"] || stage.plot == ["start 1 @0", "playing"])
    #expect(stage.player.currentSegment == SegmentID(1) && stage.player.selectedSegment == .none)
    stage.forget()
    stage.run(for: .microseconds(2_999_999))
    #expect(stage.plot.isEmpty)
    stage.run(for: .microseconds(1))
    #expect(stage.plot == ["end 1 @3 natural"])
    #expect(stage.player.currentSegment == .none)
  }

  @Test("neighbours: the end and the start are one step, and both speak of the boundary")
  func neighbours() {
    var stage = Stage.with([.normal(1, 2, 5), .normal(2, 5, 9)])
    stage.run(seconds: 10)
    #expect(
      stage.segmentPlot == ["start 1 @2", "end 1 @5 natural to 2", "start 2 @5 after 1", "end 2 @9 natural"])
  }

  @Test(
    "at any rate a boundary is found at the position it has", arguments: [500, 750, 1_250, 1_500, 2_000] as [Int32])
  func rates(rate: Int32) {
    var stage = Stage.with([.normal(1, 2, 5)])
    stage.ask(.setRate(.thousandths(rate)))
    stage.run(seconds: 20)
    #expect(stage.segmentPlot == ["start 1 @2", "end 1 @5 natural"])
  }

  @Test("pause and play inside say nothing and keep the selection (SRG.md#3.5)")
  func pauseInside() {
    var stage = Stage.with([.normal(1, 20, 50)], from: .segment(1))
    stage.run(seconds: 1)
    stage.forget()
    stage.ask(.pause)
    stage.run(seconds: 1)
    stage.ask(.play)
    stage.run(seconds: 1)
    #expect(stage.plot == ["paused", "playing"])
    #expect(stage.player.selectedSegment == SegmentID(1))
  }

  @Test("a pause exactly on a boundary finds the next segment, before the pause is shown")
  func pauseOnBoundary() {
    var stage = Stage.with([.normal(1, 2, 5), .normal(2, 5, 9)])
    stage.run(for: .microseconds(4_999_999))
    stage.forget()
    // The boundary's own deadline has not come; the pause comes with it.
    let (now, request) = (stage.now + .microseconds(1), RequestID(99))
    var outputs = Outputs()
    stage.player.receive(.command(.pause, request), at: now, into: &outputs)
    #expect(stage.player.currentSegment == SegmentID(2))
    #expect(stage.player.state == .paused)
    let kinds = outputs.map(\.code)
    #expect(kinds.firstIndex(of: 43)! < kinds.firstIndex(of: 22)!)
  }

  @Test("a seek into a segment, within it, out of it (SRG.md#3.5)")
  func seeks() {
    var stage = Stage.with([.normal(1, 20, 50)])
    stage.run()
    stage.forget()
    stage.ask(.seek(.at(.seconds(30))))
    stage.run()
    #expect(stage.plot == ["seeking", "start 1 @0", "playing"])
    stage.forget()
    stage.ask(.seek(.at(.seconds(40))))
    stage.run()
    #expect(stage.plot == ["seeking", "playing"])
    stage.forget()
    stage.ask(.seek(.at(.seconds(55))))
    stage.run()
    #expect(stage.plot == ["seeking", "end 1 @40 seek", "playing"])
  }

  @Test("seeks that pile up are one arrival: left from where the first began")
  func piledSeeks() {
    var stage = Stage.with([.normal(1, 0, 10), .normal(2, 30, 40)])
    stage.engine.seekLatency = .seconds(1)
    stage.run(seconds: 4)
    stage.forget()
    stage.ask(.seek(.at(.seconds(20))))
    stage.ask(.seek(.at(.seconds(35))))
    stage.run(seconds: 1)
    #expect(stage.plot == ["seeking", "end 1 @4 seek to 2", "start 2 @4 after 1", "playing"])
  }

  @Test("a seek exactly to a start is inside, exactly to an end is outside: ranges are half open")
  func halfOpen() {
    for (target, segment) in [(20, 1), (50, 0)] as [(Int64, UInt32)] {
      var stage = Stage.with([.normal(1, 20, 50)], plays: false)
      stage.run()
      stage.ask(.seek(.at(.seconds(target))))
      stage.run()
      #expect(stage.player.currentSegment == SegmentID(segment))
    }
  }

  @Test("starting inside is silent: the start begins where playback does (SRG.md#3.5)")
  func startInside() {
    var stage = Stage.with([.normal(1, 20, 50)], from: .at(.seconds(30)))
    stage.run()
    #expect(stage.plot == ["start 1 @30", "playing"])
  }

  @Test("the end of the media ends every segment: by itself if it ends there, else because the media did (SRG.md#5.5)")
  func endOfMedia() {
    for (end, exit) in [(60, "natural"), (90, "ended")] as [(Int64, String)] {
      var stage = Stage.with([.normal(1, 50, end)], from: .at(.seconds(55)))
      stage.run(seconds: 5)
      #expect(stage.plot == ["start 1 @55", "playing", "end 1 @60 \(exit)", "ended"])
      #expect(stage.player.currentSegment == .none && stage.player.nextDeadline == .never)
    }
  }

  @Test("stop, reset, another load and a failure end the segment, with the position they came at (SRG.md#5.5)")
  func exits() {
    let load = Command.load(item: ItemID(2), start: .standard, autoplay: false, opens: false)
    for (command, exit) in [(Command.stop, "stop"), (.reset, "stop"), (load, "stop")] {
      var stage = Stage.with([.normal(1, 0, 20)])
      stage.run(seconds: 7)
      stage.forget()
      stage.ask(command)
      #expect(stage.plot == ["end 1 @7 \(exit)", "idle"])
    }
    var stage = Stage.with([.normal(1, 0, 20)])
    stage.run(seconds: 7)
    stage.forget()
    stage.report(.failed(Failure(.io)))
    #expect(stage.plot == ["end 1 @7 failure", "idle"])
  }

  @Test("replay and loop begin anew: the first segment starts, and nothing was before it (SRG.md#3.5)")
  func replay() {
    var stage = Stage.with([.normal(1, 0, 10)])
    stage.run(seconds: 60)
    stage.forget()
    stage.ask(.play)
    stage.run(seconds: 1)
    #expect(stage.plot == ["start 1 @0", "playing"])
    stage.ask(.setLooping(true))
    stage.run(seconds: 58)
    stage.forget()
    stage.run(seconds: 12)
    #expect(stage.plot == ["start 1 @0", "end 1 @10 natural"])
  }

  @Test("while stalled nothing is looked at (SRG.md#1.5)")
  func stalled() {
    var stage = Stage.with([.normal(1, 5, 9)])
    stage.run(seconds: 4)
    stage.forget()
    stage.starve(at: 4)
    stage.commit([.normal(2, 0, 8)])
    stage.run(seconds: 3)
    #expect(stage.plot == ["stalled"])
    stage.report(.buffered(until: .seconds(60), bytesRead: 9, isSaturated: true))
    stage.run()
    #expect(stage.plot == ["stalled", "start 2 @4", "playing"])
  }

  @Test("a jump of the engine, forwards and backwards, leaves and enters where it lands")
  func jumps() {
    var stage = Stage.with([.normal(1, 5, 9), .normal(2, 20, 30)])
    stage.run(seconds: 6)
    stage.forget()
    stage.report(.positionReported(.seconds(25)))
    stage.run()
    #expect(stage.segmentPlot == ["end 1 @25 natural to 2", "start 2 @25 after 1"])
    stage.forget()
    stage.report(.positionReported(.seconds(8)))
    #expect(stage.segmentPlot == ["end 2 @8 natural to 1", "start 1 @8 after 2"])
  }

  @Test("on a live stream segments are found at the current time, and seeks are refused (SRG.md#3.7)")
  func live() {
    var stage = Stage.with([.normal(1, 2, 4), .blocked(2, 4, 6)], media: OpenedMedia(duration: .unknown))
    stage.run(seconds: 8)
    #expect(stage.segmentPlot == ["start 1 @2", "end 1 @4 natural"])
    let seek = stage.ask(.seek(.segment(1)))
    #expect(stage.refusal(of: seek) == .notSeekable)
  }

  @Test("dates are resolved when the reference comes, and again when it changes (SRG.md#3.7)")
  func dates() {
    let year2020: Int64 = 1_577_836_800
    var stage = Stage.with(
      [.normal(1, year2020 + 2, year2020 + 5).dated], media: OpenedMedia(duration: .unknown))
    stage.run(seconds: 1)
    #expect(stage.segmentPlot.isEmpty)
    stage.report(.dateReference(position: .zero, date: year2020 * 1_000_000))
    stage.run(seconds: 2)
    #expect(stage.segmentPlot == ["start 1 @2"])
    stage.report(.dateReference(position: .seconds(1), date: year2020 * 1_000_000))
    stage.run(seconds: 3)
    #expect(stage.segmentPlot == ["start 1 @2", "end 1 @6 natural"])
    let segment = stage.player.segment(SegmentID(1))
    #expect(segment.flatMap { stage.player.range(of: $0) } == .seconds(3) ..< .seconds(6))
  }

  @Test("a window that slides moves no segment: positions are media time")
  func slidingWindow() {
    var stage = Stage()
    stage.engine.media = OpenedMedia(duration: .unknown)
    stage.engine.overture = [.seekableRangeChanged(start: .seconds(0), end: .seconds(200))]
    stage.load(from: .at(.seconds(98)), plays: true)
    stage.commit([.normal(1, 100, 110)])
    stage.run(seconds: 1)
    stage.report(.seekableRangeChanged(start: .seconds(50), end: .seconds(250)))
    stage.run(seconds: 12)
    #expect(stage.segmentPlot == ["start 1 @100", "end 1 @110 natural"])
  }
}
