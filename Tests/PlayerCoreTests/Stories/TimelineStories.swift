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
      var stage = Stage.open(OpenedMedia(duration: duration))
      if let window {
        stage.report(.seekableRangeChanged(start: .seconds(window.lowerBound), end: .seconds(window.upperBound)))
      }
      #expect(stage.player.streamType == type, "\(duration) \(String(describing: window))")
    }
    #expect(Stage().player.streamType == .unknown)
  }

  @Test("a window shorter than the minimum is live (SRG.md#1.9)")
  func minimumWindow() {
    var configuration = Configuration()
    configuration.minimumDVRWindow = .seconds(30)
    var stage = Stage.open(OpenedMedia(duration: .unknown), configuration)
    stage.report(.seekableRangeChanged(start: .zero, end: .seconds(29)))
    #expect(stage.player.streamType == .live && stage.player.seekableRange.isEmpty)
    stage.report(.seekableRangeChanged(start: .zero, end: .seconds(30)))
    #expect(stage.player.streamType == .dvr && stage.player.seekableRange == .zero ..< .seconds(30))
    stage.ask(.set(.minimumDVRWindow, 60_000_000))
    #expect(stage.player.streamType == .live)
  }

  @Test("ranges that cannot be are none, and never trap")
  func impossibleRanges() {
    var stage = Stage.open(OpenedMedia(duration: .unknown))
    for (start, end) in [(5, 3), (.max, .min), (.min, .max), (.min, .min)] as [(Int64, Int64)] {
      stage.report(.seekableRangeChanged(start: .microseconds(start), end: .microseconds(end)))
      #expect(stage.player.seekableRange.isEmpty)
    }
    stage.report(.seekableRangeChanged(start: .microseconds(-.max), end: .microseconds(.max)))
    #expect(stage.player.streamType == .dvr)
    #expect(stage.player.seekableRange == .microseconds(-.max) ..< .microseconds(.max))
  }

  @Test("the position is computed, not polled: it moves with the clock and stops at the duration")
  func position() {
    let stage = Stage.open(plays: true)
    #expect(stage.player.position(at: .seconds(7)) == .seconds(7))
    #expect(stage.player.position(at: .seconds(70)) == .seconds(60))
    #expect(stage.player.position(at: .microseconds(-5)) == .zero)
  }

  @Test("a correction that people would see is a jump; a small one is taken silently")
  func jumps() {
    var stage = Stage.open(plays: true)
    stage.run(seconds: 10)
    stage.report(.positionReported(.milliseconds(10_250)))
    #expect(stage.notifications.isEmpty)
    #expect(stage.position == .milliseconds(10_250))
    stage.report(.positionReported(.seconds(20)))
    #expect(stage.notifications == [.positionJumped(from: .milliseconds(10_250), to: .seconds(20))])
  }

  @Test("a new duration is announced; a negative one is unknown (KSYManual.md#6.4)")
  func duration() {
    var stage = Stage.open(plays: true)
    stage.report(.durationChanged(.seconds(90)))
    #expect(stage.player.duration == .seconds(90))
    stage.report(.durationChanged(.seconds(-1)))
    #expect(!stage.player.duration.isKnown && stage.player.streamType == .live)
  }

  @Test("a duration that shrinks below the playhead does not pull it back (BugZoo.md#5)")
  func shrinkingDuration() {
    var stage = Stage.open(plays: true)
    stage.run(seconds: 30)
    stage.report(.durationChanged(.seconds(20)))
    #expect(stage.position == .seconds(30))
    #expect(stage.player.position(at: .seconds(35)) == .seconds(30))
  }

  @Test("a duration that was guessed stays a guess when it is corrected")
  func guess() {
    var stage = Stage.open(OpenedMedia(duration: .seconds(60), isDurationEstimated: true), plays: true)
    stage.report(.durationChanged(.seconds(50)))
    stage.report(.ended(position: .seconds(30)))
    #expect(stage.player.phase == .ended)
  }

  @Test("what the engine tells for people is passed on, and is no state")
  func messages() {
    var stage = Stage.open()
    let before = stage.player
    stage.report(.connected(address: TextID(1), nameLookup: .never, connect: .seconds(1), firstData: .seconds(2)))
    stage.report(.chapterFound(SegmentID(1), start: .zero, end: .seconds(5), title: TextID(2)))
    stage.report(.metadataFound(key: TextID(3), value: TextID(4)))
    stage.report(.warned(Failure(.audioDecodeFailed)))
    #expect(stage.notifications.count == 4)
    #expect(stage.player == before)
  }

  @Test("statistics count since the load: a stop keeps them, a load begins anew")
  func statistics() {
    var stage = Stage.open(plays: true)
    stage.report(.opened(OpenedMedia(duration: .zero)))
    #expect(stage.player.statistics.ignoredEvents == 1)
    stage.ask(.stop)
    #expect(stage.player.statistics.ignoredEvents == 1)
    stage.load(2)
    #expect(stage.player.statistics == Statistics())
  }

  @Test("a copy is a snapshot: what happens to the original does not happen to it")
  func copies() {
    var stage = Stage.open(plays: true)
    let copy = stage.player
    stage.ask(.stop)
    #expect(copy.state == .playing && stage.player.state == .idle)
    #expect(copy != stage.player)
  }
}
