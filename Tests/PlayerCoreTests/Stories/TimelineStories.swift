@testable import PlayerCore
import Testing

@Suite("Timeline and statistics")
struct TimelineStories {
  @Test("the stream type follows from duration and window (SRG.md#1.9, table)")
  func streamTypes() {
    for (duration, window, type) in [
      (MediaTime.seconds(60), nil, StreamType.onDemand), (.seconds(60), 0...60, .onDemand), (.unknown, nil, .live),
      (.unknown, 10...20, .dvr), (.unknown, 10...10, .live), (.zero, nil, .live), (.zero, 0...10, .live),
      (.microseconds(-5), nil, .live),
    ] as [(MediaTime, ClosedRange<Int64>?, StreamType)] {
      var harness = Harness.open(OpenedMedia(duration: duration))
      if let window {
        harness.report(.seekableRangeChanged(start: .seconds(window.lowerBound), end: .seconds(window.upperBound)))
      }
      #expect(harness.player.streamType == type, "\(duration) \(String(describing: window))")
    }
    #expect(Harness().player.streamType == .unknown)
  }

  @Test("a window shorter than the minimum is live (SRG.md#1.9)")
  func minimumWindow() {
    var configuration = Configuration()
    configuration.minimumDVRWindow = .seconds(30)
    var harness = Harness.open(OpenedMedia(duration: .unknown), configuration)
    harness.report(.seekableRangeChanged(start: .zero, end: .seconds(29)))
    #expect(harness.player.streamType == .live && harness.player.seekableRange.isEmpty)
    harness.report(.seekableRangeChanged(start: .zero, end: .seconds(30)))
    #expect(harness.player.streamType == .dvr && harness.player.seekableRange == .zero ..< .seconds(30))
    harness.ask(.set(.minimumDVRWindow, 60_000_000))
    #expect(harness.player.streamType == .live)
  }

  @Test("impossible ranges count as empty and never trap")
  func impossibleRanges() {
    var harness = Harness.open(OpenedMedia(duration: .unknown))
    for (start, end) in [(5, 3), (.max, .min), (.min, .max), (.min, .min)] as [(Int64, Int64)] {
      harness.report(.seekableRangeChanged(start: .microseconds(start), end: .microseconds(end)))
      #expect(harness.player.seekableRange.isEmpty)
    }
    harness.report(.seekableRangeChanged(start: .microseconds(-.max), end: .microseconds(.max)))
    #expect(harness.player.streamType == .dvr)
    #expect(harness.player.seekableRange == .microseconds(-.max) ..< .microseconds(.max))
  }

  @Test("the position is computed, not polled: it moves with the clock and stops at the duration")
  func position() {
    let harness = Harness.open(plays: true)
    #expect(harness.player.position(at: .seconds(7)) == .seconds(7))
    #expect(harness.player.position(at: .seconds(70)) == .seconds(60))
    #expect(harness.player.position(at: .microseconds(-5)) == .zero)
  }

  @Test("a visible correction is a jump; a small one is applied silently")
  func jumps() {
    var harness = Harness.open(plays: true)
    harness.run(seconds: 10)
    harness.report(.positionReported(.milliseconds(10_250)))
    #expect(harness.notifications.isEmpty)
    #expect(harness.position == .milliseconds(10_250))
    harness.report(.positionReported(.seconds(20)))
    #expect(harness.notifications == [.positionJumped(from: .milliseconds(10_250), to: .seconds(20))])
  }

  @Test("a new duration is announced; a negative one is unknown (KSYManual.md#6.4)")
  func duration() {
    var harness = Harness.open(plays: true)
    harness.report(.durationChanged(.seconds(90)))
    #expect(harness.player.duration == .seconds(90))
    harness.report(.durationChanged(.seconds(-1)))
    #expect(!harness.player.duration.isKnown && harness.player.streamType == .live)
  }

  @Test("a duration that shrinks below the playhead does not pull it back (BugZoo.md#5)")
  func shrinkingDuration() {
    var harness = Harness.open(plays: true)
    harness.run(seconds: 30)
    harness.report(.durationChanged(.seconds(20)))
    #expect(harness.position == .seconds(30))
    #expect(harness.player.position(at: .seconds(35)) == .seconds(30))
  }

  @Test("an estimated duration stays an estimate when corrected")
  func guess() {
    var harness = Harness.open(OpenedMedia(duration: .seconds(60), isDurationEstimated: true), plays: true)
    harness.report(.durationChanged(.seconds(50)))
    harness.report(.ended(position: .seconds(30)))
    #expect(harness.player.phase == .ended)
  }

  @Test("informational engine reports are passed on and do not change the state")
  func messages() {
    var harness = Harness.open()
    let before = harness.player
    harness.report(.connected(address: TextID(1), nameLookup: .never, connect: .seconds(1), firstData: .seconds(2)))
    harness.report(.chapterFound(SegmentID(1), start: .zero, end: .seconds(5), title: TextID(2)))
    harness.report(.metadataFound(key: TextID(3), value: TextID(4)))
    harness.report(.warned(Failure(.audioDecodeFailed)))
    #expect(harness.notifications.count == 4)
    #expect(harness.player == before)
  }

  @Test("statistics count from the load: a stop keeps them, a load resets them")
  func statistics() {
    var harness = Harness.open(plays: true)
    harness.report(.opened(OpenedMedia(duration: .zero)))
    #expect(harness.player.statistics.ignoredEvents == 1)
    harness.ask(.stop)
    #expect(harness.player.statistics.ignoredEvents == 1)
    harness.load(2)
    #expect(harness.player.statistics == Statistics())
  }

  @Test("a copy is a snapshot: changes to the original do not affect it")
  func copies() {
    var harness = Harness.open(plays: true)
    let copy = harness.player
    harness.ask(.stop)
    #expect(copy.state == .playing && harness.player.state == .idle)
    #expect(copy != harness.player)
  }
}
