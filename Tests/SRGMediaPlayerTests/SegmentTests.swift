import Foundation
import Testing

@testable import Conformance
@testable import SRGMediaPlayer

@MainActor
@Suite("Segments")
struct SegmentTests {
  @Test("a segment at the beginning starts before playing is told, and ends where it ends (SRG.md#3.5)")
  func passage() throws {
    let rig = Rig()
    let segments = [Rig.segment("a", 0, 3), Rig.segment("b", 3, 5)]
    rig.controller.playURL(Rig.url, withSegments: segments)
    rig.run(10)
    #expect(rig.log == ["state preparing", "start a", "state playing", "end a", "start b", "end b"])
    let end = try #require(rig.notifications.first { $0.name == .SRGMediaPlayerSegmentDidEnd })
    #expect(end[.nextSegment] === segments[1] && end[.interruption] == false && end[.selected] == false)
    let start = try #require(rig.last(.SRGMediaPlayerSegmentDidStart))
    #expect(start[.previousSegment] === segments[0] && start[.selection] == false && start[.selectionReason] == nil)
    #expect(start[.lastPlaybackTime] == 3)
  }

  @Test("a blocked segment is skipped: announced, sought over, told (SRG.md#3.4)")
  func blocked() throws {
    let rig = Rig()
    let blocked = Rig.segment("x", 2, 5, isBlocked: true)
    rig.controller.playURL(Rig.url, withSegments: [blocked])
    rig.run(6)
    #expect(
      rig.log == [
        "state preparing", "state playing", "will skip x", "state seeking", "seek 5", "state playing", "did skip x",
      ])
    for name in [Notification.Name.SRGMediaPlayerWillSkipBlockedSegment, .SRGMediaPlayerDidSkipBlockedSegment] {
      let notification = try #require(rig.last(name))
      #expect(notification[.segment] === blocked && notification[.lastPlaybackTime] == 2)
    }
  }

  @Test("a segment is selected by a load and by a seek; the states say so (SRG.md#3.3)")
  func selection() throws {
    let rig = Rig()
    let segments = [Rig.segment("a", 10, 20), Rig.segment("b", 30, 40)]
    rig.controller.playURL(Rig.url, at: 0, position: .at(5), in: segments)
    rig.run(1)
    #expect(rig.log == ["state preparing", "start a", "state playing"])
    #expect(rig.notifications.allSatisfy { $0[.selection] == true && $0[.selectionReason] == .initial })
    #expect(rig.controller.selectedSegment === segments[0] && rig.controller.currentTime.rounded() == 15)
    rig.forget()
    rig.controller.seek(in: segments[1])
    rig.run(1)
    #expect(rig.log == ["state seeking", "seek 30", "end a", "start b", "state playing"])
    #expect(rig.last(.SRGMediaPlayerSegmentDidEnd)?[.selected] == true)
    #expect(rig.last(.SRGMediaPlayerPlaybackStateDidChange)?[.selectionReason] == .update)
    rig.forget()
    rig.controller.pause()
    #expect(rig.notifications[0][.selection] == false && rig.controller.selectedSegment === segments[1])
  }

  @Test("without such a segment a load begins by default; as the code has it, at the position (SRG.md#2)")
  func badIndex() {
    for (compatibility, time) in [(SRGCompatibility.documented, 0.0), (.source, 70)] {
      let rig = Rig(compatibility)
      rig.controller.prepareToPlayURL(Rig.url, at: 9, position: .at(70), in: [Rig.segment("a", 10, 20)])
      rig.run(2)
      #expect(rig.controller.currentTime == time && rig.controller.selectedSegment == nil)
    }
  }

  @Test("a stop ends the segment and the skip that were under way; the original says nothing of either (SRG.md#1.6)")
  func stop() {
    for (compatibility, log) in [
      (SRGCompatibility.documented, ["end a", "state idle"]), (.source, ["state idle"]),
    ] {
      let rig = Rig(compatibility)
      rig.play([Rig.segment("a", 0, 20)])
      rig.controller.stop()
      #expect(rig.log == log)
    }
    for (compatibility, log) in [
      (SRGCompatibility.documented, ["did skip x", "state idle"]), (.source, ["state idle"]),
    ] {
      let rig = Rig(compatibility)
      rig.play([Rig.segment("x", 10, 20, isBlocked: true)])
      rig.controller.seek(to: .at(15))
      rig.forget()
      rig.controller.stop()
      #expect(rig.log == log)
    }
  }

  @Test("a start in a blocked segment is moved behind it; as the code has it, it goes there and skips (SRG.md#3.5)")
  func blockedStart() {
    for (compatibility, log) in [
      (SRGCompatibility.documented, ["state preparing", "will skip x", "state playing", "did skip x"]),
      (
        .source,
        [
          "state preparing", "will skip x", "state playing", "state seeking", "seek 20", "state playing", "did skip x",
        ]
      ),
    ] {
      let rig = Rig(compatibility)
      rig.controller.playURL(Rig.url, at: .at(15), withSegments: [Rig.segment("x", 10, 20, isBlocked: true)])
      rig.run(3)
      #expect(rig.log == log)
      #expect(rig.controller.currentTime > 20)
    }
  }

  @Test("a blocked segment cannot be selected: one skip, and nothing is selected (SRG.md#3.5)")
  func blockedSelection() {
    let rig = Rig()
    let blocked = Rig.segment("x", 10, 20, isBlocked: true)
    rig.play([blocked, Rig.segment("after", 20, 30)])
    rig.controller.seek(in: blocked) { rig.log.append("sought \($0)") }
    rig.run(2)
    #expect(
      rig.log == [
        "will skip x", "state seeking", "seek 20", "start after", "state playing", "did skip x", "sought true",
      ])
    #expect(rig.notifications.allSatisfy { $0[.selection] != true } && rig.controller.selectedSegment == nil)
  }

  @Test("a list may change at any time; an equivalent segment takes the place of the old one silently (SRG.md#3.6)")
  func update() {
    let rig = Rig()
    rig.play([Rig.segment("a", 0, 20)])
    let same = Rig.segment("a2", 0, 20)
    rig.controller.segments = [same, Rig.segment("hidden", 30, 40, isHidden: true)]
    #expect(rig.log == [] && rig.controller.currentSegment === same)
    #expect(rig.controller.segments?.count == 2 && rig.controller.visibleSegments?.count == 1)
    rig.controller.segments = nil
    #expect(rig.log == ["end a2"] && rig.controller.visibleSegments == nil)
    #expect(rig.last(.SRGMediaPlayerSegmentDidEnd)?[.interruption] == false)
  }

  /// A segment of an app's own.
  private final class Chapter: SRGSegment {
    let markRange: SRGMarkRange
    var isBlocked = false
    var isHidden = false
    var title: String

    init(_ title: String, _ start: Double, _ end: Double) {
      self.title = title
      markRange = SRGMarkRange(from: start, to: end)
    }
  }

  /// The names of what was told, segments of an app's own among them.
  private func told(_ rig: Rig) -> [String] {
    rig.notifications.compactMap { notification in
      let title = notification[.segment]?.title ?? ""
      return switch notification.name {
      case .SRGMediaPlayerSegmentDidStart: "start \(title)"
      case .SRGMediaPlayerSegmentDidEnd: "end \(title)"
      case .SRGMediaPlayerWillSkipBlockedSegment: "will skip \(title)"
      case .SRGMediaPlayerDidSkipBlockedSegment: "did skip \(title)"
      default: nil
      }
    }
  }

  @Test("segments of one's own have titles, which the timeline shows")
  func titles() {
    let rig = Rig()
    rig.play([Chapter("Weather", 0, 30), Chapter("Sport", 30, 60)])
    #expect(SRGTimelineView(rig.controller.overlayState).cells.map(\.title) == ["Weather", "Sport"])
  }

  @Test("a segment that is blocked while it plays is left within a second; one that is ahead is not entered")
  func blockedMeanwhile() {
    let rig = Rig()
    let chapters = [Chapter("a", 0, 20), Chapter("b", 20, 40), Chapter("c", 40, 60)]
    rig.play(chapters, at: .at(5))
    chapters[1].isBlocked = true
    rig.run(16)
    #expect(told(rig) == ["end a", "will skip b", "start c", "did skip b"])
    #expect(rig.controller.currentTime >= 40)
    rig.forget()
    chapters[2].isBlocked = true
    rig.run(2)
    #expect(told(rig) == ["end c", "will skip c", "did skip c"])
    #expect(rig.controller.currentTime >= 60)
  }

  @Test("a segment is blocked just before it begins: it is not entered; and played when it is free again")
  func blockedJustBefore() {
    let rig = Rig()
    let chapters = [Chapter("a", 0, 20), Chapter("b", 20, 40)]
    rig.play(chapters, at: .at(15))
    rig.run(20 - rig.controller.currentTime - 0.05)
    chapters[1].isBlocked = true
    rig.run(2)
    #expect(told(rig) == ["end a", "will skip b", "did skip b"])
    chapters[1].isBlocked = false
    rig.forget()
    rig.controller.seek(to: .at(25))
    rig.run(1)
    #expect(told(rig) == ["start b"])
  }

  @Test("a segment that was blocked meanwhile cannot be sought into, nor is it shown when it is hidden")
  func blockedBeforeSeek() {
    let rig = Rig()
    let chapters = [Chapter("a", 0, 20), Chapter("b", 20, 40)]
    rig.play(chapters, at: .at(5))
    chapters[1].isBlocked = true
    rig.controller.seek(to: .at(30))
    rig.run(1)
    #expect(told(rig).contains("will skip b") && rig.controller.currentTime >= 40)
    chapters[0].isHidden = true
    chapters[1].title = "B"
    rig.controller.reloadSegments()
    #expect(rig.controller.visibleSegments?.map(\.title) == ["B"])
  }

  @Test("a segment that is blocked while playback is paused is skipped, and playback stays paused")
  func blockedWhilePaused() {
    let rig = Rig()
    let chapter = Chapter("a", 0, 20)
    rig.play([chapter], at: .at(5))
    rig.controller.pause()
    chapter.isBlocked = true
    rig.controller.reloadSegments()
    rig.run(1)
    #expect(told(rig) == ["end a", "will skip a", "did skip a"])
    #expect(rig.controller.playbackState == .paused && rig.controller.currentTime >= 20)
  }

  @Test("numbers of segments do not pile up, however often a list is changed")
  func registry() {
    let rig = Rig()
    rig.play([Rig.segment("a", 0, 20)])
    for round in 0..<100 { rig.controller.segments = [Rig.segment("\(round)", 50, 60)] }
    #expect(rig.controller.registry.count <= 4)
  }

  @Test("segments of dates lie where the stream has these dates")
  func dates() {
    let rig = Rig()
    rig.stream.kind = .dvr
    rig.stream.duration = .unknown
    rig.stream.startDate = Int64(Rig.date.timeIntervalSince1970) * 1_000_000
    let dates = SRGMarkRange(from: Rig.date.addingTimeInterval(-100), to: Rig.date.addingTimeInterval(-50))
    let dated = SRGMediaSegment(dates, name: "dated")
    rig.controller.playURL(Rig.url, at: 0, position: nil, in: [dated])
    rig.run(1)
    #expect(rig.log == ["state preparing", "start dated", "state playing"])
    #expect(rig.controller.currentTime.rounded() == 7_100)
    let range = dated.markRange.timeRange(for: rig.controller)
    #expect(range.start.rounded() == 7_100 && range.duration.rounded() == 50)
    #expect(dated.markRange.timeRange(for: nil) == .zero, "without a stream there are no dates")
  }
}
