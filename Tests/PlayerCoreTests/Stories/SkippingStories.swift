@testable import PlayerCore
import Testing

@Suite("Skipping blocked segments (SRG.md#3.4, SRG.md#3.5)")
struct SkippingStories {
  /// As in the SRG source: starts go where asked, landings have a margin.
  private static var source: Configuration {
    var configuration = Configuration()
    configuration.relocatesBlockedStarts = false
    configuration.skipLandingMargin = .milliseconds(100)
    configuration.seekEndMargin = .milliseconds(100)
    configuration.segmentStartMargin = .milliseconds(100)
    return configuration
  }

  @Test("a single blocked segment is announced while playing, skipped exactly, and done when playback resumes")
  func alone() {
    var harness = Harness.with([.blocked(1, 2, 5)])
    harness.run(seconds: 1)
    harness.forget()
    harness.run(seconds: 1)
    #expect(harness.plot == ["will 1 @2", "seeking", "playing", "did 1 @2"])
    #expect(harness.seekTargets == [.seconds(5)])
    #expect(harness.position == .seconds(5) && harness.player.currentSegment == .none)
  }

  @Test("a blocked segment right after a normal one: the end, then the announcement (SRG.md#3.5)")
  func contiguous() {
    var harness = Harness.with([.normal(1, 0, 2), .blocked(2, 2, 5), .normal(3, 5, 9)])
    harness.run(seconds: 1)
    harness.forget()
    harness.run(seconds: 5)
    #expect(
      harness.plot == [
        "end 1 @2 natural", "will 2 @2", "seeking", "start 3 @2", "playing", "did 2 @2", "end 3 @9 natural",
      ])
  }

  @Test("touching, overlapping and nested blocked segments form one run, named after the first one met")
  func runs() {
    for run in [
      [Segment.blocked(1, 2, 5), .blocked(2, 5, 9)], [.blocked(1, 2, 6), .blocked(2, 4, 9)],
      [.blocked(1, 2, 9), .blocked(2, 3, 5)],
    ] {
      var harness = Harness.with(run)
      harness.run(seconds: 3)
      #expect(harness.segmentPlot == ["will 1 @2", "did 1 @2"])
      #expect(harness.seekTargets == [.seconds(9)])
    }
  }

  @Test("if the margin after a landing reaches the next blocked segment, the skip continues past it (SRG.md#3.4)")
  func margin() {
    let second = Segment(
      SegmentID(2), start: .milliseconds(5_050), end: .seconds(7), isBlocked: true)
    var harness = Harness.with([.blocked(1, 2, 5), second], Self.source)
    harness.run(seconds: 3)
    #expect(harness.segmentPlot == ["will 1 @2", "did 1 @2"])
    #expect(harness.seekTargets == [.milliseconds(7_100)])
  }

  @Test("a skip while paused stays paused (SRG.md#3.6)")
  func paused() {
    var harness = Harness.with([], from: .at(.seconds(3)), plays: false)
    harness.run()
    harness.forget()
    harness.commit([.blocked(1, 1, 6)])
    harness.run()
    #expect(harness.plot == ["will 1 @3", "seeking", "paused", "did 1 @3"])
    #expect(harness.position == .seconds(6))
  }

  @Test("a start in a blocked run is moved before it reaches the engine, and reported (SRG.md#5.7, Pillarbox.md#3)")
  func relocatedStart() {
    for (start, from) in [(Position.standard, 0), (.at(.seconds(3)), 3)] as [(Position, Int64)] {
      var harness = Harness.with([.blocked(1, 0, 5)], from: start)
      harness.run()
      #expect(harness.plot == ["will 1 @\(from)", "playing", "did 1 @\(from)"])
      #expect(harness.seekTargets == [.seconds(5)])
    }
  }

  @Test("as in the source, a start goes to its position and skips from there (SRG.md#3.5)")
  func sourceStart() {
    var harness = Harness.with([.blocked(1, 0, 3)], Self.source)
    harness.run()
    #expect(harness.plot == ["will 1 @0", "playing", "seeking", "playing", "did 1 @0"])
    harness = Harness.with([.blocked(1, 20, 50)], from: .segment(1), plays: false, Self.source)
    harness.run()
    #expect(harness.plot == ["will 1 @20.1", "paused", "seeking", "paused", "did 1 @20.1"])
    #expect(harness.player.currentSegment == .none)
  }

  @Test("a seek into a blocked run is redirected before it begins; the old segment ends when it lands (SRG.md#3.5)")
  func seekIntoBlockedRun() {
    var harness = Harness.with([.normal(1, 0, 10), .blocked(2, 20, 26)])
    harness.run(seconds: 4)
    harness.forget()
    let seek = harness.ask(.seek(.at(.seconds(22))))
    #expect(harness.plot == ["will 2 @4", "seeking"])
    harness.run()
    #expect(harness.plot == ["will 2 @4", "seeking", "end 1 @4 seek", "playing", "did 2 @4"])
    #expect(harness.seekTargets == [.seconds(26)] && harness.answers(to: seek) == [.done])
  }

  @Test("a blocked end of the media: one pair of notifications, then ended, and none of it plays", arguments: [60, 90])
  func tail(end: Int64) {
    var harness = Harness.with([.blocked(1, 50, end)], from: .at(.seconds(48)))
    harness.run(seconds: 2)
    #expect(harness.segmentPlot == ["will 1 @50", "did 1 @50"])
    #expect(harness.plot.suffix(3) == ["playing", "did 1 @50", "ended"])
    #expect(harness.player.phase == .ended && harness.player.nextDeadline == .never)
  }

  @Test("a seek into the blocked end: one pair, then ended; upstream skips twice (SRG.md#3.9)")
  func seekIntoTail() {
    for configuration in [Configuration(), Self.source] {
      var harness = Harness.with([.blocked(1, 50, 90)], configuration)
      harness.run()
      harness.forget()
      harness.ask(.seek(.at(.seconds(55))))
      harness.run()
      #expect(harness.plot == ["will 1 @0", "seeking", "playing", "did 1 @0", "ended"])
    }
  }

  @Test("if everything is blocked: one pair, then ended, even with a loop")
  func everything() {
    for configuration in [Configuration(), Self.source] {
      for isLooping in [false, true] {
        for end in [60, 200] as [Int64] {
          var harness = Harness.with([.blocked(1, 0, end)], configuration)
          harness.ask(.setLooping(isLooping))
          harness.run(seconds: 1)
          #expect(harness.segmentPlot == ["will 1 @0", "did 1 @0"])
          #expect(harness.plot.last == "ended", "\(harness.plot)")
        }
      }
    }
  }

  @Test("media held at a blocked end rests there; play ends it")
  func heldAtTail() {
    var harness = Harness.with([.blocked(1, 0, 90)], plays: false)
    harness.run(seconds: 1)
    #expect(harness.player.state == .paused && harness.position == .seconds(60))
    #expect(harness.player.nextDeadline == .never)
    harness.ask(.play)
    harness.run()
    #expect(harness.player.phase == .ended)
  }

  @Test("a loop and a replay begin after a blocked beginning")
  func loops() {
    var harness = Harness.with([.blocked(1, 0, 10), .normal(2, 10, 20)])
    harness.ask(.setLooping(true))
    harness.run(seconds: 49)
    harness.forget()
    harness.run(seconds: 2)
    #expect(harness.plot == ["will 1 @0", "start 2 @10", "did 1 @0"])
    #expect(harness.seekTargets == [.seconds(10)])
  }

  @Test("a skip that a seek supersedes ends at once, unfinished (SRG.md#3.4)")
  func superseded() {
    var harness = Harness.with([.blocked(1, 20, 26)])
    harness.engine.seekLatency = .seconds(1)
    harness.run(seconds: 1)
    harness.forget()
    harness.ask(.seek(.at(.seconds(22))))
    harness.ask(.seek(.at(.seconds(40))))
    harness.run(seconds: 2)
    #expect(harness.plot == ["will 1 @1", "seeking", "did 1 @1 unfinished", "playing"])
    #expect(harness.position == .seconds(41))
  }

  @Test("two redirected seeks: the first pair ends before the second begins")
  func twoRedirectedSeeks() {
    var harness = Harness.with([.blocked(1, 20, 26), .blocked(2, 30, 36)])
    harness.engine.seekLatency = .seconds(1)
    harness.run()
    harness.forget()
    harness.ask(.seek(.at(.seconds(22))))
    harness.ask(.seek(.at(.seconds(33))))
    harness.run(seconds: 1)
    #expect(harness.segmentPlot == ["will 1 @0", "did 1 @0 unfinished", "will 2 @0", "did 2 @0"])
  }

  @Test("stop, reset, failure and another load end a skip, unfinished (SRG.md#5.4)")
  func abandoned() {
    let load = Command.load(item: ItemID(2), start: .standard, autoplay: false, opens: true)
    for command in [Command.stop, .reset, load] {
      var harness = Harness.with([.blocked(1, 2, 5)])
      harness.engine.seekLatency = nil
      harness.run(seconds: 3)
      harness.ask(command)
      #expect(harness.segmentPlot == ["will 1 @2", "did 1 @2 unfinished"])
    }
    var harness = Harness.with([.blocked(1, 2, 5)])
    harness.engine.seekLatency = nil
    harness.run(seconds: 3)
    harness.report(.failed(Failure(.io)))
    #expect(harness.segmentPlot == ["will 1 @2", "did 1 @2 unfinished"])
  }

  @Test("an engine that cannot leave a blocked run is asked again, but not forever: then playback fails")
  func budget() {
    var harness = Harness.with([.blocked(1, 2, 30)])
    harness.engine.landingOffset = .seconds(-10)
    harness.run(seconds: 3)
    #expect(harness.player.failure.kind == .stuckSeeking)
    #expect(harness.seekTargets.count == 3)
    let skips = harness.segmentPlot
    #expect(skips.filter { $0.hasPrefix("will") }.count == skips.filter { $0.hasPrefix("did") }.count)
  }

  @Test("where the app prefers that, a run whose skips are used up is played, and announced as long as it is")
  func playsUnskippable() {
    var configuration = Configuration()
    configuration.playsUnskippable = true
    var harness = Harness.with([.blocked(1, 2, 30), .blocked(2, 40, 41)], configuration)
    harness.engine.landingOffset = .seconds(-15)
    harness.run(seconds: 10)
    #expect(harness.seekTargets.count == 3 && harness.player.state == .playing)
    #expect(harness.player.position(at: harness.now) > .seconds(30))
    #expect(harness.segmentPlot.filter { $0.hasPrefix("blocked") } == ["blocked @ 1", "blocked @ over"])
    // The next run has skips of its own.
    harness.engine.landingOffset = .zero
    harness.forget()
    harness.run(seconds: 15)
    #expect(harness.seekTargets == [.seconds(41)])
  }

  @Test("what cannot be sought is played, and announced: with a setting, a stop and a new list it is over")
  func playsUnseekable() {
    func playing() -> Harness {
      var harness = Harness.with([.blocked(1, 2, 30)], media: OpenedMedia(duration: .seconds(60), isSeekable: false))
      harness.run(seconds: 5)
      return harness
    }
    var harness = playing()
    #expect(harness.segmentPlot == ["blocked @ 1, not seekable"] && harness.player.state == .playing)
    harness.run(seconds: 30)
    #expect(harness.segmentPlot == ["blocked @ 1, not seekable", "blocked @ over"])
    harness = playing()
    harness.ask(.stop)
    #expect(harness.segmentPlot.last == "blocked @ over")
    harness = playing()
    harness.ask(.commitSegments)
    #expect(harness.segmentPlot.last == "blocked @ over")
  }

  @Test("after a landing before a blocked run the second may lie anywhere after it, and the third after the next run")
  func landingBefore() {
    var harness = Harness.with([.blocked(1, 10, 11), .blocked(2, 30, 31)])
    harness.engine.landingOffset = .seconds(-5)
    harness.run(seconds: 12)
    #expect(harness.segmentPlot == ["will 1 @10", "did 1 @10 unfinished"])
    harness.run(seconds: 3)
    let again = EngineCommand.seek(
      SeekSerial(2), target: .seconds(11), toleranceBefore: .zero, toleranceAfter: .microseconds(18_999_999))
    #expect(harness.commands.contains(again))
    harness.run(seconds: 5)
    #expect(harness.seekTargets == [.seconds(11), .seconds(11), .seconds(31)])
    harness.engine.landingOffset = .zero
    harness.run(seconds: 15)
    #expect(harness.player.state == .playing && harness.player.position(at: harness.now) > .seconds(31))
  }

  @Test("an engine that does not get to the blocked end of the media has ended it")
  func landingBeforeTheEnd() {
    var harness = Harness.with([.blocked(1, 50, 60)], from: .at(.seconds(48)))
    harness.run(seconds: 1)
    harness.engine.landingOffset = .seconds(-1)
    harness.run(seconds: 2)
    #expect(harness.segmentPlot == ["will 1 @50", "did 1 @50 unfinished"] && harness.player.phase == .ended)
  }

  @Test("what is skipped once more later has its own budget")
  func runsBehindEachOther() {
    var harness = Harness.with((1...9).map { .blocked($0, Int64($0) * 5, Int64($0) * 5 + 2) })
    harness.run(seconds: 60)
    #expect(harness.player.phase == .ended && harness.seekTargets.count == 9)
  }

  @Test("a landing in blocked media is left before anything plays")
  func landingInside() throws {
    var harness = Harness.with([.blocked(1, 10, 15)])
    harness.run()
    harness.forget()
    (harness.engine.landingOffset, harness.engine.seekLatency) = (.seconds(-1), .seconds(1))
    harness.ask(.seek(.at(.microseconds(15_500_000))))
    harness.engine.landingOffset = .zero
    harness.run(seconds: 3)
    #expect(harness.segmentPlot == ["will 1 @14.5", "did 1 @14.5"] && harness.player.state == .playing)
    let seeks = harness.commands.indices.filter { if case .seek = harness.commands[$0] { true } else { false } }
    let play = try #require(harness.commands.firstIndex { if case .play = $0 { true } else { false } })
    #expect(seeks.count == 2 && play > seeks[1])
  }

  @Test("a tolerant landing lies between two blocked runs, and within the segment that is selected")
  func tolerances() {
    var harness = Harness.with([.blocked(1, 10, 14), .blocked(2, 20, 24), .normal(3, 31, 39)])
    harness.run()
    harness.ask(.seek(.around(.seconds(17))))
    harness.ask(.seek(.around(.seconds(50))))
    harness.ask(.seek(Position.segment(3).within(before: .never, after: .never)))
    #expect(
      harness.commands.suffix(3) == [
        .seek(
          SeekSerial(1), target: .seconds(17), toleranceBefore: .seconds(3), toleranceAfter: .microseconds(2_999_999)),
        .seek(SeekSerial(2), target: .seconds(50), toleranceBefore: .seconds(26), toleranceAfter: .seconds(10)),
        .seek(
          SeekSerial(3), target: .seconds(31), toleranceBefore: .zero, toleranceAfter: .microseconds(7_999_999)),
      ])
  }

  @Test("at the live edge a run that continues beyond the window plays if there is nowhere to go")
  func liveEdge() {
    var harness = Harness(Configuration())
    harness.engine.media = OpenedMedia(duration: .unknown)
    harness.engine.overture = [.seekableRangeChanged(start: .zero, end: .seconds(100))]
    harness.load(from: .at(.seconds(80)), plays: true)
    harness.commit([.blocked(1, 90, 200)])
    harness.run(seconds: 10)
    #expect(harness.segmentPlot == ["will 1 @90", "blocked @ 1", "did 1 @90"])
    harness.report(.seekableRangeChanged(start: .seconds(10), end: .seconds(110)))
    harness.run(seconds: 5)
    #expect(harness.segmentPlot == ["will 1 @90", "blocked @ 1", "did 1 @90"])
    #expect(harness.player.state == .playing)
  }

  @Test("a hidden segment is treated like any other (SRG.md#3.1)")
  func hidden() {
    var segment = Segment.blocked(1, 2, 5)
    segment.isHidden = true
    var harness = Harness.with([segment])
    harness.run(seconds: 3)
    #expect(harness.segmentPlot == ["will 1 @2", "did 1 @2"])
  }
}
