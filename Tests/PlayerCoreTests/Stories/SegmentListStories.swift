@testable import PlayerCore
import Testing

@Suite("The list of segments changes (SRG.md#3.6)")
struct SegmentListStories {
  @Test("staged one by one, current by a commit, whichever way a load comes in between")
  func staging() {
    let segment = Segment.normal(1, 0, 3)
    let stage = Command.stageSegment(
      segment.id, start: segment.start, end: segment.end, isBlocked: false, isHidden: false, isDated: false)
    let load = Command.load(item: ItemID(1), start: .standard, autoplay: true, opens: true)
    for order in [[load, stage, .commitSegments], [stage, load, .commitSegments], [stage, .commitSegments, load]] {
      var scene = Stage()
      for command in order { scene.ask(command) }
      #expect(scene.player.segmentList == [segment] && scene.player.segmentCount == 1)
      #expect(scene.completions.filter { $0.answer != .done }.isEmpty)
      scene.run()
      #expect(scene.player.currentSegment == SegmentID(1))
    }
  }

  @Test("the list belongs to its content: another load and a reset drop it, a stop does not (SRG.md#1.6)")
  func belongs() {
    var stage = Stage.with([.normal(1, 0, 3)])
    stage.run()
    stage.ask(.stop)
    #expect(stage.player.segmentCount == 1)
    stage.load(2)
    #expect(stage.player.segmentCount == 0 && stage.player.segment(SegmentID(1)) == nil)
    stage.commit([.normal(1, 0, 3)])
    stage.ask(.reset)
    #expect(stage.player.segmentCount == 0)
  }

  @Test("segments without length or with their ends swapped are dropped, visibly (SRG.md#3.8)")
  func senseless() {
    var stage = Stage.with([.normal(1, 3, 3), .normal(2, 5, 3), .normal(3, 0, 1)])
    #expect(stage.player.segmentList.map(\.id) == [SegmentID(3)])
    stage.commit([.normal(1, 3, 3)])
    #expect(stage.oddities == [.emptyRange] && stage.player.segmentCount == 0)
    let nameless = stage.ask(
      .stageSegment(.none, start: .zero, end: .seconds(1), isBlocked: false, isHidden: false, isDated: false))
    #expect(stage.refusal(of: nameless) == .unknownSubject)
  }

  @Test("while playing: processed at once (SRG.md#3.6)")
  func whilePlaying() {
    var stage = Stage.with([], from: .at(.seconds(3)))
    stage.run()
    stage.forget()
    stage.commit([.normal(1, 1, 6)])
    #expect(stage.plot == ["start 1 @3"])
    stage.commit([])
    #expect(stage.plot == ["start 1 @3", "end 1 @3 listUpdate"])
    stage.commit([.normal(1, 1, 6)])
    stage.forget()
    stage.commit([.normal(2, 0, 8)])
    #expect(stage.plot == ["end 1 @3 listUpdate to 2", "start 2 @3 after 1"])
    stage.forget()
    stage.commit([.blocked(3, 1, 6)])
    stage.run()
    #expect(stage.plot == ["end 2 @3 listUpdate", "will 3 @3", "seeking", "playing", "did 3 @3"])
  }

  @Test("an equivalent takes over silently, selection included (SRG.md#3.6)")
  func equivalent() {
    var stage = Stage.with([.normal(1, 20, 50)], from: .segment(1))
    stage.run()
    stage.forget()
    stage.commit([.normal(7, 0, 20), .normal(8, 20, 50)])
    stage.run(seconds: 3)
    #expect(stage.plot.isEmpty)
    #expect(stage.player.currentSegment == SegmentID(8) && stage.player.selectedSegment == SegmentID(8))
  }

  @Test("while seeking: processed where the seek lands, left from where it began (SRG.md#3.6)")
  func whileSeeking() {
    for (list, plot) in [
      ([], ["end 1 @1 seek", "playing"]),
      ([.normal(2, 0, 8)], ["end 1 @1 seek to 2", "start 2 @1 after 1", "playing"]),
      ([.blocked(2, 0, 8)], ["end 1 @1 seek", "will 2 @3", "playing", "seeking", "playing", "did 2 @3"]),
    ] as [([Segment], [String])] {
      var stage = Stage.with([.normal(1, 1, 6)])
      stage.run(seconds: 1)
      stage.ask(.seek(.at(.seconds(3))))
      stage.forget()
      stage.commit(list)
      #expect(stage.plot.isEmpty)
      stage.run()
      #expect(stage.plot == plot)
    }
  }

  @Test("remove what is being selected: it starts all the same, and ends at once (SRG.md#3.6)")
  func removeSelected() {
    var stage = Stage.with([.normal(1, 5, 9)])
    stage.run()
    stage.ask(.seek(.segment(1)))
    stage.forget()
    stage.commit([])
    stage.run()
    #expect(stage.plot == ["start 1 @0 selected update", "playing", "end 1 @5 listUpdate selected"])
  }

  @Test("remove everything during a skip: the skip goes on (SRG.md#3.6)")
  func removeDuringSkip() {
    var stage = Stage.with([.blocked(1, 1, 6)])
    stage.run()
    stage.forget()
    stage.ask(.seek(.at(.seconds(3))))
    stage.commit([])
    stage.run()
    #expect(stage.plot == ["will 1 @0", "seeking", "playing", "did 1 @0"])
    #expect(stage.position == .seconds(6))
  }

  @Test("before the media plays: stored, and processed when it does (SRG.md#3.6)")
  func beforePlaying() {
    var stage = Stage.with([.normal(1, 1, 6)], plays: false)
    stage.run()
    stage.commit([.normal(2, 0, 8)])
    stage.ask(.play)
    stage.run()
    #expect(stage.plot == ["paused", "start 2 @0", "playing"])
  }

  @Test("of overlapping segments the rules choose, or the first in the list (SRG.md#3.8)")
  func overlap() {
    let list = [Segment.normal(1, 0, 10), .normal(2, 5, 15)]
    var stage = Stage.with(list)
    stage.run(seconds: 16)
    #expect(stage.segmentPlot == ["start 1 @0", "end 1 @5 natural to 2", "start 2 @5 after 1", "end 2 @15 natural"])
    var configuration = Configuration()
    configuration.resolvesOverlaps = false
    stage = Stage.with(list, configuration)
    stage.run(seconds: 16)
    #expect(
      stage.segmentPlot == ["start 1 @0", "end 1 @10 natural to 2", "start 2 @10 after 1", "end 2 @15 natural"])
    // The setting can change under way.
    stage = Stage.with(list)
    stage.run(seconds: 7)
    stage.forget()
    stage.ask(.set(.resolvesOverlaps, 0))
    #expect(stage.segmentPlot == ["end 2 @7 listUpdate to 1", "start 1 @7 after 2"])
  }

  @Test("a segment that another one cuts comes back")
  func pieces() {
    var stage = Stage.with([.normal(1, 0, 10), .normal(2, 4, 6)])
    stage.run(seconds: 11)
    #expect(
      stage.segmentPlot == [
        "start 1 @0", "end 1 @4 natural to 2", "start 2 @4 after 1", "end 2 @6 natural to 1", "start 1 @6 after 2",
        "end 1 @10 natural",
      ])
    #expect(stage.player.segment(at: .seconds(5))?.id == SegmentID(2))
    #expect(stage.player.segment(at: .seconds(30)) == nil)
  }

  @Test("a million segments: a table once, and looking up costs the logarithm")
  func million() {
    var player = Player()
    var outputs = Outputs()
    let count = 1_000_000
    for index in 0..<count {
      let start = MediaTime.milliseconds(Int64(count - index) * 10)
      player.segments.staged.append(
        Segment(SegmentID(UInt32(index) + 1), start: start, end: start + .milliseconds(5)))
    }
    player.receive(.command(.commitSegments, RequestID(1)), at: .zero, into: &outputs)
    #expect(player.segmentCount == count && player.segments.staged.count == 0)
    for index in stride(from: 0, to: count, by: 99_991) {
      let id = SegmentID(UInt32(index) + 1)
      let segment = player.segment(id)
      #expect(segment?.id == id)
      #expect(segment.flatMap { player.segment(at: $0.start)?.id } == id)
      #expect(segment.flatMap { player.segment(at: $0.end)?.id } == nil)
    }
    // A copy shares the table: as many copies would not fit anywhere.
    let copies = Array(repeating: player, count: 10_000)
    #expect(copies.last == player)
  }
}
