@testable import PlayerCore
import Testing

@Suite("Entering and leaving segments (SRG.md#3.2, SRG.md#3.5)")
struct SegmentStories {
  @Test("a segment at the beginning starts before playing is shown, and ends exactly at its end")
  func atStart() {
    var harness = Harness.with([.normal(1, 0, 3)])
    harness.run()
    #expect(harness.plot == ["preparing", "start 1 @0", "playing"] || harness.plot == ["start 1 @0", "playing"])
    #expect(harness.player.currentSegment == SegmentID(1) && harness.player.selectedSegment == .none)
    harness.forget()
    harness.run(for: .microseconds(2_999_999))
    #expect(harness.plot.isEmpty)
    harness.run(for: .microseconds(1))
    #expect(harness.plot == ["end 1 @3 natural"])
    #expect(harness.player.currentSegment == .none)
  }

  @Test("between neighbours the end and the start are one step, and both report the boundary")
  func neighbours() {
    var harness = Harness.with([.normal(1, 2, 5), .normal(2, 5, 9)])
    harness.run(seconds: 10)
    #expect(
      harness.segmentPlot == ["start 1 @2", "end 1 @5 natural to 2", "start 2 @5 after 1", "end 2 @9 natural"])
  }

  @Test(
    "at any rate a boundary is detected at its exact position", arguments: [500, 750, 1_250, 1_500, 2_000] as [Int32])
  func rates(rate: Int32) {
    var harness = Harness.with([.normal(1, 2, 5)])
    harness.ask(.setRate(.thousandths(rate)))
    harness.run(seconds: 20)
    #expect(harness.segmentPlot == ["start 1 @2", "end 1 @5 natural"])
  }

  @Test("pause and play inside a segment cause no segment event and keep the selection (SRG.md#3.5)")
  func pauseInside() {
    var harness = Harness.with([.normal(1, 20, 50)], from: .segment(1))
    harness.run(seconds: 1)
    harness.forget()
    harness.ask(.pause)
    harness.run(seconds: 1)
    harness.ask(.play)
    harness.run(seconds: 1)
    #expect(harness.plot == ["paused", "playing"])
    #expect(harness.player.selectedSegment == SegmentID(1))
  }

  @Test("a pause exactly on a boundary enters the next segment before the pause is shown")
  func pauseOnBoundary() {
    var harness = Harness.with([.normal(1, 2, 5), .normal(2, 5, 9)])
    harness.run(for: .microseconds(4_999_999))
    harness.forget()
    // The boundary's deadline has not fired yet; the pause arrives at the same instant.
    let (now, request) = (harness.now + .microseconds(1), RequestID(99))
    var outputs = Outputs()
    harness.player.receive(.command(.pause, request), at: now, into: &outputs)
    #expect(harness.player.currentSegment == SegmentID(2))
    #expect(harness.player.state == .paused)
    let kinds = outputs.map(\.code)
    #expect(kinds.firstIndex(of: 43)! < kinds.firstIndex(of: 22)!)
  }

  @Test("a seek into a segment starts it, within it changes nothing, out of it ends it (SRG.md#3.5)")
  func seeks() {
    var harness = Harness.with([.normal(1, 20, 50)])
    harness.run()
    harness.forget()
    harness.ask(.seek(.at(.seconds(30))))
    harness.run()
    #expect(harness.plot == ["seeking", "start 1 @0", "playing"])
    harness.forget()
    harness.ask(.seek(.at(.seconds(40))))
    harness.run()
    #expect(harness.plot == ["seeking", "playing"])
    harness.forget()
    harness.ask(.seek(.at(.seconds(55))))
    harness.run()
    #expect(harness.plot == ["seeking", "end 1 @40 seek", "playing"])
  }

  @Test("pending seeks are one arrival: the old segment ends where the first seek began")
  func piledSeeks() {
    var harness = Harness.with([.normal(1, 0, 10), .normal(2, 30, 40)])
    harness.engine.seekLatency = .seconds(1)
    harness.run(seconds: 4)
    harness.forget()
    harness.ask(.seek(.at(.seconds(20))))
    harness.ask(.seek(.at(.seconds(35))))
    harness.run(seconds: 1)
    #expect(harness.plot == ["seeking", "end 1 @4 seek to 2", "start 2 @4 after 1", "playing"])
  }

  @Test("a seek exactly to a start is inside, exactly to an end is outside: ranges are half open")
  func halfOpen() {
    for (target, segment) in [(20, 1), (50, 0)] as [(Int64, UInt32)] {
      var harness = Harness.with([.normal(1, 20, 50)], plays: false)
      harness.run()
      harness.ask(.seek(.at(.seconds(target))))
      harness.run()
      #expect(harness.player.currentSegment == SegmentID(segment))
    }
  }

  @Test("a start inside a segment is silent: the segment starts where playback begins (SRG.md#3.5)")
  func startInside() {
    var harness = Harness.with([.normal(1, 20, 50)], from: .at(.seconds(30)))
    harness.run()
    #expect(harness.plot == ["start 1 @30", "playing"])
  }

  @Test("the end of the media ends every segment: naturally if the segment ends there, otherwise as ended (SRG.md#5.5)")
  func endOfMedia() {
    for (end, exit) in [(60, "natural"), (90, "ended")] as [(Int64, String)] {
      var harness = Harness.with([.normal(1, 50, end)], from: .at(.seconds(55)))
      harness.run(seconds: 5)
      #expect(harness.plot == ["start 1 @55", "playing", "end 1 @60 \(exit)", "ended"])
      #expect(harness.player.currentSegment == .none && harness.player.nextDeadline == .never)
    }
  }

  @Test("stop, reset, another load and a failure end the segment at the current position (SRG.md#5.5)")
  func exits() {
    let load = Command.load(item: ItemID(2), start: .standard, autoplay: false, opens: false)
    for (command, exit) in [(Command.stop, "stop"), (.reset, "stop"), (load, "stop")] {
      var harness = Harness.with([.normal(1, 0, 20)])
      harness.run(seconds: 7)
      harness.forget()
      harness.ask(command)
      #expect(harness.plot == ["end 1 @7 \(exit)", "idle"])
    }
    var harness = Harness.with([.normal(1, 0, 20)])
    harness.run(seconds: 7)
    harness.forget()
    harness.report(.failed(Failure(.io)))
    #expect(harness.plot == ["end 1 @7 failure", "idle"])
  }

  @Test("replay and loop restart: the first segment starts without a predecessor (SRG.md#3.5)")
  func replay() {
    var harness = Harness.with([.normal(1, 0, 10)])
    harness.run(seconds: 60)
    harness.forget()
    harness.ask(.play)
    harness.run(seconds: 1)
    #expect(harness.plot == ["start 1 @0", "playing"])
    harness.ask(.setLooping(true))
    harness.run(seconds: 58)
    harness.forget()
    harness.run(seconds: 12)
    #expect(harness.plot == ["start 1 @0", "end 1 @10 natural"])
  }

  @Test("segments are not evaluated while stalled (SRG.md#1.5)")
  func stalled() {
    var harness = Harness.with([.normal(1, 5, 9)])
    harness.run(seconds: 4)
    harness.forget()
    harness.starve(at: 4)
    harness.commit([.normal(2, 0, 8)])
    harness.run(seconds: 3)
    #expect(harness.plot == ["stalled"])
    harness.report(.buffered(until: .seconds(60), bytesRead: 9, isSaturated: true))
    harness.run()
    #expect(harness.plot == ["stalled", "start 2 @4", "playing"])
  }

  @Test("a jump of the engine in either direction ends and starts segments where it lands")
  func jumps() {
    var harness = Harness.with([.normal(1, 5, 9), .normal(2, 20, 30)])
    harness.run(seconds: 6)
    harness.forget()
    harness.report(.positionReported(.seconds(25)))
    harness.run()
    #expect(harness.segmentPlot == ["end 1 @25 natural to 2", "start 2 @25 after 1"])
    harness.forget()
    harness.report(.positionReported(.seconds(8)))
    #expect(harness.segmentPlot == ["end 2 @8 natural to 1", "start 1 @8 after 2"])
  }

  @Test("on a live stream segments are found at the current time, and seeks are refused (SRG.md#3.7)")
  func live() {
    var harness = Harness.with([.normal(1, 2, 4), .blocked(2, 4, 6)], media: OpenedMedia(duration: .unknown))
    harness.run(seconds: 8)
    #expect(
      harness.segmentPlot == ["start 1 @2", "end 1 @4 natural", "blocked @ 2, not seekable", "blocked @ over"])
    let seek = harness.ask(.seek(.segment(1)))
    #expect(harness.refusal(of: seek) == .notSeekable)
  }

  @Test("dates are resolved when the date reference arrives, and again when it changes (SRG.md#3.7)")
  func dates() {
    let year2020: Int64 = 1_577_836_800
    var harness = Harness.with(
      [.normal(1, year2020 + 2, year2020 + 5).dated], media: OpenedMedia(duration: .unknown))
    harness.run(seconds: 1)
    #expect(harness.segmentPlot.isEmpty)
    harness.report(.dateReference(position: .zero, date: year2020 * 1_000_000))
    harness.run(seconds: 2)
    #expect(harness.segmentPlot == ["start 1 @2"])
    harness.report(.dateReference(position: .seconds(1), date: year2020 * 1_000_000))
    harness.run(seconds: 3)
    #expect(harness.segmentPlot == ["start 1 @2", "end 1 @6 natural"])
    let segment = harness.player.segment(SegmentID(1))
    #expect(segment.flatMap { harness.player.range(of: $0) } == .seconds(3) ..< .seconds(6))
  }

  @Test("a sliding window moves no segment: positions are media time")
  func slidingWindow() {
    var harness = Harness()
    harness.engine.media = OpenedMedia(duration: .unknown)
    harness.engine.overture = [.seekableRangeChanged(start: .seconds(0), end: .seconds(200))]
    harness.load(from: .at(.seconds(98)), plays: true)
    harness.commit([.normal(1, 100, 110)])
    harness.run(seconds: 1)
    harness.report(.seekableRangeChanged(start: .seconds(50), end: .seconds(250)))
    harness.run(seconds: 12)
    #expect(harness.segmentPlot == ["start 1 @100", "end 1 @110 natural"])
  }
}
