import PlayerCore
import PlayerSimulation
import Testing

/// Every row of the table in `PlayerRuntime/Engine`.
@Suite("Simulated engine: the contract")
struct EngineContractTests {
  @Test("open reports the media's properties before it counts as open, then the end of the buffer")
  func opens() throws {
    var media = SimulatedMedia.video(.seconds(60), bitsPerSecond: 1_000_000)
    media.headerBits = 200_000
    media.chapters = [.init(start: .zero, end: .seconds(10), title: TextID(4))]
    var timing = EngineTiming.immediate
    timing.nameLookup = .milliseconds(10)
    timing.connect = .milliseconds(20)
    timing.openLatency = .milliseconds(5)
    let network = NetworkProfile.constant(bitsPerSecond: 2_000_000, latency: .milliseconds(50))
    let harness = Harness.open(media, network: network, timing: timing, until: 1)
    #expect(harness.reports.first?.instant == .microseconds(185_000))
    let kinds = harness.events.prefix(9)
    #expect(
      Array(kinds) == [
        .connected(
          address: .none, nameLookup: .milliseconds(10), connect: .milliseconds(20), firstData: .milliseconds(180)),
        .trackFound(.audio, TrackID(0), language: .none, title: .none, isDefault: true),
        .trackFound(.video, TrackID(1), language: .none, title: .none, isDefault: true),
        .trackSelected(.audio, TrackID(0)), .trackSelected(.video, TrackID(1)),
        .chapterFound(SegmentID(1), start: .zero, end: .seconds(10), title: TextID(4)),
        .naturalSizeChanged(width: 1_280, height: 720),
        .opened(OpenedMedia(duration: .seconds(60), hasVideo: true)),
        .buffered(until: .zero, bytesRead: 25_000, isSaturated: false),
      ])
  }

  @Test("an item that is not in the library fails to open and reports nothing else")
  func opensNothing() {
    var harness = Harness()
    harness.tell(.open(item: ItemID(2), keepsBuffer: false))
    harness.tell(.play(rate: .normal))
    harness.run(until: .seconds(10))
    #expect(harness.events == [.failed(Failure(.notFound))])
  }

  @Test("an opening that keeps the buffer lets the old one play its buffer out; only the new one reads")
  func opensInParallel() {
    var harness = Harness.open(until: 2)
    harness.tell(.play(rate: .normal))
    harness.engine.perform(.open(item: ItemID(1), keepsBuffer: true), epoch: Epoch(2), at: harness.now)
    harness.forget()
    harness.run(until: .seconds(20))
    let first = harness.reports.filter { $0.epoch == Epoch(1) }
    let second = harness.reports.filter { $0.epoch == Epoch(2) }
    // Two segments of two seconds are buffered, and play from 2 s on.
    #expect(first.last?.event == .starved(position: .seconds(4)))
    #expect(first.last?.instant == .seconds(6))
    #expect(second.contains { $0.event.isOpened })
    #expect(second.contains { $0.event == .buffered(until: .seconds(6), bytesRead: 750_000, isSaturated: false) })
    #expect(harness.engine.openingCount == 2)
  }

  @Test("close ends everything at once, and \"closed\" is the last report of an epoch")
  func closes() {
    var timing = EngineTiming.immediate
    timing.closeLatency = .milliseconds(3)
    timing.answerLatency = .milliseconds(50)
    var harness = Harness.open(timing: timing, until: 3)
    harness.tell(.play(rate: .normal))
    harness.tell(.reportPosition)
    harness.tell(.close)
    harness.forget()
    harness.run(until: .seconds(100))
    #expect(harness.reports.map(\.event) == [.closed])
    #expect(harness.reports.first?.instant == .microseconds(3_003_000))
    #expect(harness.engine.nextEvent == .never)
    #expect(harness.engine.openingCount == 0)
  }

  @Test("play starts once the first frame is due; during playback it changes the rate")
  func plays() {
    var timing = EngineTiming.immediate
    timing.startLatency = .milliseconds(20)
    var harness = Harness.open(timing: timing, until: 4)
    harness.forget()
    harness.tell(.play(rate: .normal))
    harness.run(until: .seconds(5))
    #expect(harness.instant(of: \.isStart) == 4_020_000)
    harness.tell(.play(rate: .thousandths(2_000)))
    #expect(harness.events.last == .playbackStarted(position: .microseconds(980_000), rate: .thousandths(2_000)))
    #expect(harness.engine.position(Harness.epoch, at: .seconds(6)) == .microseconds(2_980_000))
    #expect(
      harness.events.filter { if case .firstFrame = $0 { true } else { false } } == [
        .firstFrame(.audio, position: .zero)
      ])
  }

  @Test("pause stops the playhead and reports its position")
  func pauses() {
    var harness = Harness.open(until: 4)
    harness.tell(.play(rate: .normal))
    harness.run(until: .microseconds(5_500_000))
    harness.tell(.pause)
    #expect(harness.events.last == .playbackStopped(position: .microseconds(1_500_000)))
    harness.run(until: .seconds(9))
    #expect(harness.engine.position(Harness.epoch, at: harness.now) == .microseconds(1_500_000))
    #expect(!harness.engine.isMoving(Harness.epoch))
  }

  @Test("a seek drops the buffer, lands and rests; a newer one replaces it without an answer")
  func seeks() {
    var timing = EngineTiming.immediate
    timing.seekLatency = .milliseconds(30)
    var harness = Harness.open(timing: timing, until: 4)
    harness.tell(.play(rate: .normal))
    harness.forget()
    harness.seek(1, to: 30)
    harness.seek(2, to: 40)
    harness.run(until: .seconds(4) + .milliseconds(30))
    #expect(
      harness.events == [
        .seekCompleted(SeekSerial(2), position: .seconds(40), isFinished: true),
        .buffered(until: .seconds(40), bytesRead: 1_000_000, isSaturated: false),
      ])
    harness.run(until: .seconds(10))
    #expect(!harness.engine.isMoving(Harness.epoch))
  }

  @Test("seeks land at key frames where the tolerances allow it")
  func landsAtKeyFrames() {
    var media = Harness.media()
    media.keyFrameInterval = .seconds(4)
    func landing(_ landing: EngineTiming.Landing, _ target: Int64, within tolerance: TimeSpan) -> MediaTime? {
      var timing = EngineTiming.immediate
      timing.landing = landing
      var harness = Harness.open(media, timing: timing)
      harness.seek(1, to: target, within: tolerance)
      return harness.engine.position(Harness.epoch, at: harness.now)
    }
    #expect(landing(.exact, 9, within: .never) == .seconds(9))
    #expect(landing(.keyFrame, 9, within: .zero) == .seconds(8))
    #expect(landing(.withinTolerance, 9, within: .zero) == .seconds(9))
    #expect(landing(.withinTolerance, 9, within: .seconds(1)) == .seconds(8))
    #expect(landing(.withinTolerance, 11, within: .seconds(1)) == .seconds(12))
    #expect(landing(.withinTolerance, 70, within: .never) == .seconds(60))
  }

  @Test("media that cannot seek abandons the seek and keeps its position")
  func cannotSeek() {
    var media = Harness.media()
    media.isSeekable = false
    var harness = Harness.open(media, until: 4)
    harness.tell(.play(rate: .normal))
    harness.run(until: .seconds(5))
    harness.seek(7, to: 30)
    #expect(harness.events.contains(.seekCompleted(SeekSerial(7), position: .seconds(1), isFinished: false)))
  }

  @Test("position and still requests are answered, the position being that of the answer")
  func answers() {
    var timing = EngineTiming.immediate
    timing.answerLatency = .milliseconds(100)
    var harness = Harness.open(timing: timing, until: 4)
    harness.tell(.play(rate: .normal))
    harness.tell(.reportPosition)
    harness.tell(.captureStill(StillSerial(3)))
    harness.run(until: .seconds(5))
    #expect(harness.events.contains(.positionReported(.milliseconds(100))))
    #expect(harness.events.contains(.stillCaptured(StillSerial(3), isCaptured: false)))
  }

  @Test("a rendition is selected; a missing one causes a warning")
  func selects() {
    var media = Harness.media()
    media.tracks.append(.init(.audio, bitsPerSecond: 2_000_000, language: TextID(2)))
    media.tracks.append(.init(.subtitle, language: TextID(2)))
    media.cues = [.init(start: .seconds(1), end: .seconds(2), text: TextID(9))]
    var harness = Harness.open(media, until: 1)
    harness.tell(.selectTrack(.audio, TrackID(1)))
    harness.tell(.selectTrack(.subtitle, TrackID(2)))
    #expect(harness.events.contains(.trackSelected(.audio, TrackID(1))))
    #expect(harness.events.contains(.trackSelected(.subtitle, TrackID(2))))
    harness.tell(.selectTrack(.video, TrackID(0)))
    #expect(harness.events.last == .warned(Failure(.notFound)))
    harness.forget()
    harness.run(until: .seconds(2))
    harness.tell(.play(rate: .normal))
    harness.run(until: .seconds(6))
    #expect(
      harness.said { if case .subtitleShown = $0 { true } else { false } }
        == ["3000000 \(EngineEvent.subtitleShown(TextID(9)))", "4000000 \(EngineEvent.subtitleShown(.none))"])
    // The segment requested after the selection takes twice as long.
    #expect(
      harness.instant { $0 == .buffered(until: .seconds(6), bytesRead: 1_000_000, isSaturated: false) } == 4_000_000)
  }

  @Test("catching up drops the media before the target")
  func catchesUp() {
    var harness = Harness.open(until: 8)
    harness.tell(.play(rate: .normal))
    harness.tell(.catchUp(.seconds(10)))
    #expect(harness.events.last == .positionReported(.seconds(10)))
    #expect(harness.engine.position(Harness.epoch, at: .seconds(9)) == .seconds(11))
  }

  @Test("the buffer is reported when it has grown by a second, is full, or starts to fill again")
  func reportsItsBuffer() {
    var media = Harness.media(8)
    media.delivery = .progressive(pieces: .milliseconds(400))
    var timing = EngineTiming.immediate
    timing.bufferBound = .seconds(3)
    var harness = Harness.open(media, timing: timing, until: 3)
    let buffers = harness.said(\.isBuffered)
    func line(_ at: Int64, _ until: Int64, _ bytes: Int64, _ isFull: Bool) -> String {
      "\(at) \(EngineEvent.buffered(until: .milliseconds(until), bytesRead: bytes, isSaturated: isFull))"
    }
    #expect(
      buffers == [
        line(0, 0, 0, false), line(600_000, 1_200, 150_000, false), line(1_200_000, 2_400, 300_000, false),
        line(1_400_000, 2_800, 350_000, true),
      ])
    harness.forget()
    harness.tell(.play(rate: .normal))
    harness.run(until: .seconds(4))
    #expect(
      harness.said(\.isBuffered).prefix(2) == [
        line(3_200_000, 2_800, 350_000, false), line(3_400_000, 3_200, 400_000, true),
      ])
  }

  @Test("a live stream starts at its edge, its window moves with each segment, and it waits for new segments")
  func isLive() {
    var media = SimulatedMedia.live(window: .seconds(60), bitsPerSecond: 1_000_000)
    media.age = .seconds(100)
    media.headerBits = 0
    var harness = Harness.open(media)
    #expect(harness.events.contains(.opened(OpenedMedia(duration: .unknown))))
    #expect(harness.events.contains(.seekableRangeChanged(start: .seconds(34), end: .seconds(94))))
    #expect(harness.engine.position(Harness.epoch, at: .zero) == .seconds(94))
    harness.run(until: .seconds(10))
    // Six seconds were available and took three; then each segment is read as soon as it is available.
    #expect(harness.events.contains(.seekableRangeChanged(start: .seconds(44), end: .seconds(104))))
    #expect(harness.instant { if case .buffered(.seconds(108), _, false) = $0 { true } else { false } } == 9_000_000)
    #expect(harness.engine.bufferedUntil(Harness.epoch) == .seconds(108))
  }

  @Test("a playhead that leaves the window starves, and resumes where the window begins")
  func fallsOutOfTheWindow() {
    var media = SimulatedMedia.live(window: .seconds(20), bitsPerSecond: 1_000_000)
    media.age = .seconds(100)
    var timing = EngineTiming.immediate
    timing.bufferBound = .seconds(10)
    var harness = Harness.open(media, timing: timing, until: 120)
    harness.tell(.play(rate: .normal))
    harness.run(until: .seconds(140))
    // The new buffer is reported when it has arrived, not at the instant at which the old one ran dry.
    let dry = harness.reports.first { $0.event.isStarved }
    let next = harness.reports.first {
      $0.instant >= dry?.instant ?? .never && !$0.event.isStarved && $0.event.isBuffered
    }
    #expect(dry != nil && next.map { $0.instant > dry?.instant ?? .never } == true)
    harness.tell(.play(rate: .normal))
    let position = harness.engine.position(Harness.epoch, at: harness.now) ?? .zero
    #expect(position >= .seconds(200))
    harness.run(until: .seconds(150))
    #expect(harness.engine.isMoving(Harness.epoch))
  }

  @Test("a pause is confirmed before the landing of a later seek and before the start of a later play")
  func confirmsInOrder() {
    var timing = EngineTiming.immediate
    timing.pauseLatency = .milliseconds(50)
    var harness = Harness.open(timing: timing, until: 2)
    harness.tell(.play(rate: .normal))
    harness.run(until: .seconds(3))
    harness.forget()
    harness.tell(.pause)
    harness.seek(1, to: 1)
    harness.tell(.play(rate: .normal))
    harness.run(until: .seconds(5))
    // The first play had no data yet; now there is some.
    harness.tell(.play(rate: .normal))
    let sought = harness.reports.filter { !$0.event.isBuffered }
    #expect(
      sought.map(\.event) == [
        .playbackStopped(position: .seconds(1)),
        .seekCompleted(SeekSerial(1), position: .seconds(1), isFinished: true),
        .starved(position: .seconds(1)), .playbackStarted(position: .seconds(1), rate: .normal),
      ])
    #expect(sought.map(\.instant) == [.seconds(3), .seconds(3), .seconds(3), .seconds(5)])

    harness.run(until: .seconds(6))
    harness.forget()
    harness.tell(.pause)
    harness.tell(.play(rate: .normal))
    harness.run(until: .seconds(7))
    let pressed = harness.reports.filter { !$0.event.isBuffered }
    #expect(
      pressed.map(\.event) == [
        .playbackStopped(position: .seconds(2)), .playbackStarted(position: .seconds(2), rate: .normal),
      ])
    #expect(pressed.map(\.instant) == [.seconds(6), .seconds(6)])
  }
}
