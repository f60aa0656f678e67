import Foundation
import Testing

@testable import Conformance
@testable import SRGMediaPlayer

@MainActor
@Suite("Segments")
struct SegmentTests {
  @Test("a segment at the beginning starts before playing is announced, and ends at its end (SRG.md#3.5)")
  func passage() throws {
    let harness = Harness()
    let segments = [Harness.segment("a", 0, 3), Harness.segment("b", 3, 5)]
    harness.controller.playURL(Harness.url, withSegments: segments)
    harness.run(10)
    #expect(harness.log == ["state preparing", "start a", "state playing", "end a", "start b", "end b"])
    let end = try #require(harness.notifications.first { $0.name == .SRGMediaPlayerSegmentDidEnd })
    #expect(end[.nextSegment] === segments[1] && end[.interruption] == false && end[.selected] == false)
    let start = try #require(harness.last(.SRGMediaPlayerSegmentDidStart))
    #expect(start[.previousSegment] === segments[0] && start[.selection] == false && start[.selectionReason] == nil)
    #expect(start[.lastPlaybackTime] == 3)
  }

  @Test("a blocked segment is skipped: announcement, seek, confirmation (SRG.md#3.4)")
  func blocked() throws {
    let harness = Harness()
    let blocked = Harness.segment("x", 2, 5, isBlocked: true)
    harness.controller.playURL(Harness.url, withSegments: [blocked])
    harness.run(6)
    #expect(
      harness.log == [
        "state preparing", "state playing", "will skip x", "state seeking", "seek 5", "state playing", "did skip x",
      ])
    for name in [Notification.Name.SRGMediaPlayerWillSkipBlockedSegment, .SRGMediaPlayerDidSkipBlockedSegment] {
      let notification = try #require(harness.last(name))
      #expect(notification[.segment] === blocked && notification[.lastPlaybackTime] == 2)
    }
  }

  @Test("a range up to infinity is blocked to the end of the media", arguments: [Double.infinity, 1e300, 2e10])
  func endless(_ end: Double) {
    func heard(_ end: Double) -> [String] {
      let harness = Harness()
      harness.controller.playURL(
        Harness.url, at: .at(35), withSegments: [Harness.segment("x", 40, end, isBlocked: true)])
      harness.run(10)
      return harness.log
    }
    #expect(heard(end) == heard(100_000) && heard(end).last == "state ended")
  }

  @Test(
    "a segment that is no range is left out, and told once: which, what was found, what was expected",
    arguments: [
      (.nan, 20, "nan to 20.0"), (10, .nan, "10.0 to nan"), (20, 10, "20.0 to 10.0"), (5, 5, "5.0 to 5.0"),
      (.infinity, .infinity, "inf to inf"), (-.infinity, -.infinity, "-inf to -inf"),
    ] as [(Double, Double, String)])
  func noRange(_ start: Double, _ end: Double, _ found: String) {
    let harness = Harness()
    var told: [String] = []
    harness.controller.host.diagnosed = { told.append("\($0)") }
    harness.play([Harness.segment("a", 30, 40), Harness.segment("x", start, end, isBlocked: true)])
    harness.run(6)
    #expect(told == ["segments[1] 'x': found \(found) s; expected an end after the start. It is left out."])
    #expect(harness.log.isEmpty && harness.controller.currentTime > 6 && harness.controller.segments?.count == 2)
  }

  @Test("a range from a time to a date is left out and told, until the stream's dates are known")
  func mixed() {
    let harness = Harness()
    var told: [String] = []
    harness.controller.host.diagnosed = { told.append("\($0)") }
    harness.stream.kind = .dvr
    harness.stream.duration = .unknown
    let range = SRGMarkRange(from: .zero, to: .mark(at: Harness.date.addingTimeInterval(1_000)))
    harness.controller.playURL(Harness.url, withSegments: [SRGMediaSegment(range, name: "x")])
    #expect(told.count == 1 && told[0].hasPrefix("segments[0] 'x': found 0.0 s to "))
    harness.run(3)
    #expect(harness.log.count { $0 == "start x" } == 1 && told.count == 1)
  }

  @Test("a load and a seek can select a segment; the states report it (SRG.md#3.3)")
  func selection() throws {
    let harness = Harness()
    let segments = [Harness.segment("a", 10, 20), Harness.segment("b", 30, 40)]
    harness.controller.playURL(Harness.url, at: 0, position: .at(5), in: segments)
    harness.run(1)
    #expect(harness.log == ["state preparing", "start a", "state playing"])
    #expect(harness.notifications.allSatisfy { $0[.selection] == true && $0[.selectionReason] == .initial })
    #expect(harness.controller.selectedSegment === segments[0] && harness.controller.currentTime.rounded() == 15)
    harness.forget()
    harness.controller.seek(in: segments[1])
    harness.run(1)
    #expect(harness.log == ["state seeking", "seek 30", "end a", "start b", "state playing"])
    #expect(harness.last(.SRGMediaPlayerSegmentDidEnd)?[.selected] == true)
    #expect(harness.last(.SRGMediaPlayerPlaybackStateDidChange)?[.selectionReason] == .update)
    harness.forget()
    harness.controller.pause()
    #expect(harness.notifications[0][.selection] == false && harness.controller.selectedSegment === segments[1])
  }

  @Test("with an invalid index a load begins by default; in the original code, at the position (SRG.md#2)")
  func badIndex() {
    for (compatibility, time) in [(SRGCompatibility.documented, 0.0), (.source, 70)] {
      let harness = Harness(compatibility)
      harness.controller.prepareToPlayURL(Harness.url, at: 9, position: .at(70), in: [Harness.segment("a", 10, 20)])
      harness.run(2)
      #expect(harness.controller.currentTime == time && harness.controller.selectedSegment == nil)
    }
  }

  @Test("a stop ends the current segment or skip; the original reports neither (SRG.md#1.6)")
  func stop() {
    for (compatibility, log) in [
      (SRGCompatibility.documented, ["end a", "state idle"]), (.source, ["state idle"]),
    ] {
      let harness = Harness(compatibility)
      harness.play([Harness.segment("a", 0, 20)])
      harness.controller.stop()
      #expect(harness.log == log)
    }
    for (compatibility, log) in [
      (SRGCompatibility.documented, ["did skip x", "state idle"]), (.source, ["state idle"]),
    ] {
      let harness = Harness(compatibility)
      harness.play([Harness.segment("x", 10, 20, isBlocked: true)])
      harness.controller.seek(to: .at(15))
      harness.forget()
      harness.controller.stop()
      #expect(harness.log == log)
    }
  }

  @Test("a start in a blocked segment moves past it; in the original code it goes there and skips (SRG.md#3.5)")
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
      let harness = Harness(compatibility)
      harness.controller.playURL(
        Harness.url, at: .at(15), withSegments: [Harness.segment("x", 10, 20, isBlocked: true)])
      harness.run(3)
      #expect(harness.log == log)
      #expect(harness.controller.currentTime > 20)
    }
  }

  @Test("a blocked segment cannot be selected: one skip, and nothing is selected (SRG.md#3.5)")
  func blockedSelection() {
    let harness = Harness()
    let blocked = Harness.segment("x", 10, 20, isBlocked: true)
    harness.play([blocked, Harness.segment("after", 20, 30)])
    harness.controller.seek(in: blocked) { harness.log.append("sought \($0)") }
    harness.run(2)
    #expect(
      harness.log == [
        "will skip x", "state seeking", "seek 20", "start after", "state playing", "did skip x", "sought true",
      ])
    #expect(harness.notifications.allSatisfy { $0[.selection] != true } && harness.controller.selectedSegment == nil)
  }

  @Test("a list can change at any time; an equivalent segment replaces the old one silently (SRG.md#3.6)")
  func update() {
    let harness = Harness()
    harness.play([Harness.segment("a", 0, 20)])
    let same = Harness.segment("a2", 0, 20)
    harness.controller.segments = [same, Harness.segment("hidden", 30, 40, isHidden: true)]
    #expect(harness.log == [] && harness.controller.currentSegment === same)
    #expect(harness.controller.segments?.count == 2 && harness.controller.visibleSegments?.count == 1)
    harness.controller.segments = nil
    #expect(harness.log == ["end a2"] && harness.controller.visibleSegments == nil)
    #expect(harness.last(.SRGMediaPlayerSegmentDidEnd)?[.interruption] == false)
  }

  /// An app's own segment type.
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

  /// The segment notifications by name, including those of an app's own segments.
  private func told(_ harness: Harness) -> [String] {
    harness.notifications.compactMap { notification in
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

  @Test("custom segments have titles, which the timeline shows")
  func titles() {
    let harness = Harness()
    harness.play([Chapter("Weather", 0, 30), Chapter("Sport", 30, 60)])
    #expect(SRGTimelineView(harness.controller.overlayState).cells.map(\.title) == ["Weather", "Sport"])
  }

  @Test("a segment blocked while it plays is left within a second; one ahead is not entered")
  func blockedMeanwhile() {
    let harness = Harness()
    let chapters = [Chapter("a", 0, 20), Chapter("b", 20, 40), Chapter("c", 40, 60)]
    harness.play(chapters, at: .at(5))
    chapters[1].isBlocked = true
    harness.run(16)
    #expect(told(harness) == ["end a", "will skip b", "start c", "did skip b"])
    #expect(harness.controller.currentTime >= 40)
    harness.forget()
    chapters[2].isBlocked = true
    harness.run(2)
    #expect(told(harness) == ["end c", "will skip c", "did skip c"])
    #expect(harness.controller.currentTime >= 60)
  }

  @Test("a segment blocked just before it begins is not entered, and plays once it is unblocked")
  func blockedJustBefore() {
    let harness = Harness()
    let chapters = [Chapter("a", 0, 20), Chapter("b", 20, 40)]
    harness.play(chapters, at: .at(15))
    harness.run(20 - harness.controller.currentTime - 0.05)
    chapters[1].isBlocked = true
    harness.run(2)
    #expect(told(harness) == ["end a", "will skip b", "did skip b"])
    chapters[1].isBlocked = false
    harness.forget()
    harness.controller.seek(to: .at(25))
    harness.run(1)
    #expect(told(harness) == ["start b"])
  }

  @Test("a seek cannot enter a segment that was blocked meanwhile, and a hidden segment does not show")
  func blockedBeforeSeek() {
    let harness = Harness()
    let chapters = [Chapter("a", 0, 20), Chapter("b", 20, 40)]
    harness.play(chapters, at: .at(5))
    chapters[1].isBlocked = true
    harness.controller.seek(to: .at(30))
    harness.run(1)
    #expect(told(harness).contains("will skip b") && harness.controller.currentTime >= 40)
    chapters[0].isHidden = true
    chapters[1].title = "B"
    harness.controller.reloadSegments()
    #expect(harness.controller.visibleSegments?.map(\.title) == ["B"])
  }

  @Test("a segment blocked while playback is paused is skipped, and playback stays paused")
  func blockedWhilePaused() {
    let harness = Harness()
    let chapter = Chapter("a", 0, 20)
    harness.play([chapter], at: .at(5))
    harness.controller.pause()
    chapter.isBlocked = true
    harness.controller.reloadSegments()
    harness.run(1)
    #expect(told(harness) == ["end a", "will skip a", "did skip a"])
    #expect(harness.controller.playbackState == .paused && harness.controller.currentTime >= 20)
  }

  @Test("segment numbers do not accumulate, however often the list changes")
  func registry() {
    let harness = Harness()
    harness.play([Harness.segment("a", 0, 20)])
    for round in 0..<100 { harness.controller.segments = [Harness.segment("\(round)", 50, 60)] }
    #expect(harness.controller.registry.count <= 4)
  }

  @Test("dated segments lie at their dates in the stream")
  func dates() {
    let harness = Harness()
    harness.stream.kind = .dvr
    harness.stream.duration = .unknown
    harness.stream.startDate = Int64(Harness.date.timeIntervalSince1970) * 1_000_000
    let dates = SRGMarkRange(from: Harness.date.addingTimeInterval(-100), to: Harness.date.addingTimeInterval(-50))
    let dated = SRGMediaSegment(dates, name: "dated")
    harness.controller.playURL(Harness.url, at: 0, position: nil, in: [dated])
    harness.run(1)
    #expect(harness.log == ["state preparing", "start dated", "state playing"])
    #expect(harness.controller.currentTime.rounded() == 7_100)
    let range = dated.markRange.timeRange(for: harness.controller)
    #expect(range.start.rounded() == 7_100 && range.duration.rounded() == 50)
    #expect(dated.markRange.timeRange(for: nil) == .zero, "without a stream there are no dates")
  }

  @Test("no segment of the app is kept after a reset, or once the list is nil and its end was posted (SRG.md#1.6)")
  func letGo() {
    for compatibility in [SRGCompatibility.documented, .source] {
      let harness = Harness(compatibility)
      weak var played: SRGMediaSegment?
      weak var skipped: SRGMediaSegment?
      func load(_ start: (SRGMediaPlayerController, [any SRGSegment]) -> Void) {
        let segments = [Harness.segment("s", 0, 50), Harness.segment("x", 10, 20, isBlocked: true)]
        (played, skipped) = (segments[0], segments[1])
        start(harness.controller, segments)
        harness.run(1)
        harness.controller.seek(to: .at(12))
        harness.run(2)
        harness.forget()
      }
      load { $0.playURL(Harness.url, at: 0, in: $1) }
      #expect(played != nil && skipped != nil)
      harness.controller.reset()
      harness.forget()
      #expect(played == nil && skipped == nil)
      load { $0.playURL(Harness.url, at: 0, in: $1) }
      harness.controller.segments = nil
      harness.forget()
      #expect(played == nil && skipped == nil)
      harness.controller.reset()
      load { $0.segments = $1 }
      harness.controller.reset()
      #expect(played == nil && skipped == nil)
      harness.controller.shutDown()
    }
  }
}
