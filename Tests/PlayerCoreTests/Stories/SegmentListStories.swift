@testable import PlayerCore
import Testing

@Suite("Changes of the segment list (SRG.md#3.6)")
struct SegmentListStories {
  @Test("segments are staged one by one and take effect with a commit, wherever a load falls in between")
  func staging() {
    let segment = Segment.normal(1, 0, 3)
    let harness = Command.stageSegment(
      segment.id, start: segment.start, end: segment.end, isBlocked: false, isHidden: false, isDated: false)
    let load = Command.load(item: ItemID(1), start: .standard, autoplay: true, opens: true)
    for order in [
      [load, harness, .commitSegments], [harness, load, .commitSegments], [harness, .commitSegments, load],
    ] {
      var scene = Harness()
      for command in order { scene.ask(command) }
      #expect(scene.player.segmentList == [segment] && scene.player.segmentCount == 1)
      #expect(scene.completions.filter { $0.answer != .done }.isEmpty)
      scene.run()
      #expect(scene.player.currentSegment == SegmentID(1))
    }
  }

  @Test("the list belongs to its content: another load and a reset drop it, a stop does not (SRG.md#1.6)")
  func newContentDropsList() {
    var harness = Harness.with([.normal(1, 0, 3)])
    harness.run()
    harness.ask(.stop)
    #expect(harness.player.segmentCount == 1)
    harness.load(2)
    #expect(harness.player.segmentCount == 0 && harness.player.segment(SegmentID(1)) == nil)
    harness.commit([.normal(1, 0, 3)])
    harness.ask(.reset)
    #expect(harness.player.segmentCount == 0)
  }

  @Test("segments of no length or with swapped ends are dropped with a diagnostic (SRG.md#3.8)")
  func invalidRanges() {
    var harness = Harness.with([.normal(1, 3, 3), .normal(2, 5, 3), .normal(3, 0, 1)])
    #expect(harness.player.segmentList.map(\.id) == [SegmentID(3)])
    harness.commit([.normal(1, 3, 3)])
    #expect(harness.oddities == [.emptyRange] && harness.player.segmentCount == 0)
    let nameless = harness.ask(
      .stageSegment(.none, start: .zero, end: .seconds(1), isBlocked: false, isHidden: false, isDated: false))
    #expect(harness.refusal(of: nameless) == .unknownSubject)
  }

  @Test("during playback a new list takes effect at once (SRG.md#3.6)")
  func whilePlaying() {
    var harness = Harness.with([], from: .at(.seconds(3)))
    harness.run()
    harness.forget()
    harness.commit([.normal(1, 1, 6)])
    #expect(harness.plot == ["start 1 @3"])
    harness.commit([])
    #expect(harness.plot == ["start 1 @3", "end 1 @3 listUpdate"])
    harness.commit([.normal(1, 1, 6)])
    harness.forget()
    harness.commit([.normal(2, 0, 8)])
    #expect(harness.plot == ["end 1 @3 listUpdate to 2", "start 2 @3 after 1"])
    harness.forget()
    harness.commit([.blocked(3, 1, 6)])
    harness.run()
    #expect(harness.plot == ["end 2 @3 listUpdate", "will 3 @3", "seeking", "playing", "did 3 @3"])
  }

  @Test("an equivalent segment takes over silently, with its selection (SRG.md#3.6)")
  func equivalent() {
    var harness = Harness.with([.normal(1, 20, 50)], from: .segment(1))
    harness.run()
    harness.forget()
    harness.commit([.normal(7, 0, 20), .normal(8, 20, 50)])
    harness.run(seconds: 3)
    #expect(harness.plot.isEmpty)
    #expect(harness.player.currentSegment == SegmentID(8) && harness.player.selectedSegment == SegmentID(8))
  }

  @Test("during a seek a new list takes effect where the seek lands; segments end where it began (SRG.md#3.6)")
  func whileSeeking() {
    for (list, plot) in [
      ([], ["end 1 @1 seek", "playing"]),
      ([.normal(2, 0, 8)], ["end 1 @1 seek to 2", "start 2 @1 after 1", "playing"]),
      ([.blocked(2, 0, 8)], ["end 1 @1 seek", "will 2 @3", "playing", "did 2 @3"]),
    ] as [([Segment], [String])] {
      var harness = Harness.with([.normal(1, 1, 6)])
      harness.run(seconds: 1)
      harness.ask(.seek(.at(.seconds(3))))
      harness.forget()
      harness.commit(list)
      #expect(harness.plot.isEmpty)
      harness.run()
      #expect(harness.plot == plot)
    }
  }

  @Test("a segment removed while being selected still starts, and ends at once (SRG.md#3.6)")
  func removeSelected() {
    var harness = Harness.with([.normal(1, 5, 9)])
    harness.run()
    harness.ask(.seek(.segment(1)))
    harness.forget()
    harness.commit([])
    harness.run()
    #expect(harness.plot == ["start 1 @0 selected update", "playing", "end 1 @5 listUpdate selected"])
  }

  @Test("a skip continues when all segments are removed (SRG.md#3.6)")
  func removeDuringSkip() {
    var harness = Harness.with([.blocked(1, 1, 6)])
    harness.run()
    harness.forget()
    harness.ask(.seek(.at(.seconds(3))))
    harness.commit([])
    harness.run()
    #expect(harness.plot == ["will 1 @0", "seeking", "playing", "did 1 @0"])
    #expect(harness.position == .seconds(6))
  }

  @Test("before playback a new list is stored, and takes effect when playback begins (SRG.md#3.6)")
  func beforePlaying() {
    var harness = Harness.with([.normal(1, 1, 6)], plays: false)
    harness.run()
    harness.commit([.normal(2, 0, 8)])
    harness.ask(.play)
    harness.run()
    #expect(harness.plot == ["paused", "start 2 @0", "playing"])
  }

  @Test("among overlapping segments the rules decide, or the first in the list wins (SRG.md#3.8)")
  func overlap() {
    let list = [Segment.normal(1, 0, 10), .normal(2, 5, 15)]
    var harness = Harness.with(list)
    harness.run(seconds: 16)
    #expect(harness.segmentPlot == ["start 1 @0", "end 1 @5 natural to 2", "start 2 @5 after 1", "end 2 @15 natural"])
    var configuration = Configuration()
    configuration.resolvesOverlaps = false
    harness = Harness.with(list, configuration)
    harness.run(seconds: 16)
    #expect(
      harness.segmentPlot == ["start 1 @0", "end 1 @10 natural to 2", "start 2 @10 after 1", "end 2 @15 natural"])
    // The setting can change during playback.
    harness = Harness.with(list)
    harness.run(seconds: 7)
    harness.forget()
    harness.ask(.set(.resolvesOverlaps, 0))
    #expect(harness.segmentPlot == ["end 2 @7 listUpdate to 1", "start 1 @7 after 2"])
  }

  @Test("a segment cut by another one resumes after it")
  func pieces() {
    var harness = Harness.with([.normal(1, 0, 10), .normal(2, 4, 6)])
    harness.run(seconds: 11)
    #expect(
      harness.segmentPlot == [
        "start 1 @0", "end 1 @4 natural to 2", "start 2 @4 after 1", "end 2 @6 natural to 1", "start 1 @6 after 2",
        "end 1 @10 natural",
      ])
    #expect(harness.player.segment(at: .seconds(5))?.id == SegmentID(2))
    #expect(harness.player.segment(at: .seconds(30)) == nil)
  }

  @Test("a quarter of a million segments build one table, and a look-up takes logarithmic time")
  func quarterMillion() {
    var player = Player()
    var outputs = Outputs()
    let count = 250_000
    for index in 0..<count {
      let start = MediaTime.milliseconds(Int64(count - index) * 10)
      player.segments.staged.append(
        Segment(SegmentID(UInt32(index) + 1), start: start, end: start + .milliseconds(5)))
    }
    player.receive(.command(.commitSegments, RequestID(1)), at: .zero, into: &outputs)
    #expect(player.segmentCount == count && player.segments.staged.count == 0)
    for index in stride(from: 0, to: count, by: 24_989) {
      let id = SegmentID(UInt32(index) + 1)
      let segment = player.segment(id)
      #expect(segment?.id == id)
      #expect(segment.flatMap { player.segment(at: $0.start)?.id } == id)
      #expect(segment.flatMap { player.segment(at: $0.end)?.id } == nil)
    }
    // Copies share the table: this many separate tables would not fit in memory.
    let copies = Array(repeating: player, count: 10_000)
    #expect(copies.last == player)
  }
}
