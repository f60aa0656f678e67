@testable import PlayerCore
import Testing

@Suite("Live streams and their edge")
struct LiveStories {
  /// A stream with two hours to seek in, playing at its edge.
  private static func dvr(plays: Bool = true, _ configuration: Configuration = Configuration()) -> Stage {
    var stage = Stage(configuration)
    stage.engine.media = OpenedMedia(duration: .unknown)
    stage.engine.overture = [.seekableRangeChanged(start: .zero, end: .seconds(7_200))]
    stage.engine.restingPosition = .seconds(7_200)
    stage.load(plays: plays)
    stage.run()
    stage.forget()
    return stage
  }

  private static func live(_ configuration: Configuration = Configuration(), plays: Bool = true) -> Stage {
    var stage = Stage(configuration)
    stage.engine.media = OpenedMedia(duration: .unknown)
    stage.engine.fillsBuffer = false
    stage.engine.probeLatency = nil
    stage.load(plays: plays)
    stage.run()
    stage.report(.buffered(until: .seconds(1), bytesRead: 1, isSaturated: false))
    stage.run()
    stage.forget()
    return stage
  }

  private static func slide(_ stage: inout Stage, to seconds: Int64) {
    stage.report(.seekableRangeChanged(start: .seconds(seconds - 7_200), end: .seconds(seconds)))
  }

  private static func edges(_ stage: Stage) -> [Bool] {
    stage.notifications.compactMap { if case .atLiveEdgeChanged(let isLive) = $0 { isLive } else { nil } }
  }

  private static func rates(_ stage: Stage) -> [Int32] {
    stage.notifications.compactMap { if case .effectiveRateChanged(let rate) = $0 { rate.thousandths } else { nil } }
  }

  // MARK: The live flag

  @Test("a stream without a window is live from its opening to its close; media on demand never is (SRG.md#1.9)")
  func liveFlag() {
    var stage = Stage()
    stage.engine.media = OpenedMedia(duration: .unknown)
    stage.load(plays: true)
    #expect(!stage.player.isLive)
    stage.run(seconds: 3)
    #expect(stage.player.isLive)
    stage.ask(.pause)
    #expect(stage.player.isLive)
    stage.ask(.stop)
    #expect(Self.edges(stage) == [true, false])
    #expect(!Stage.open(plays: true).player.isLive)
    var failing = Self.live()
    failing.report(.failed(Failure(.io)))
    #expect(Self.edges(failing) == [false])
  }

  @Test("near the end of its window a DVR stream is live; a pause lets the edge run away (srg.play.live_flag_dvr)")
  func dvrFlag() {
    var configuration = Configuration()
    configuration.liveTolerance = .seconds(15)
    var stage = Self.dvr(configuration)
    #expect(stage.player.isLive)
    stage.ask(.seek(.at(.zero)))
    stage.run()
    #expect(Self.edges(stage) == [false])
    stage.ask(.seek(.liveEdge()))
    stage.run()
    #expect(Self.edges(stage) == [false, true])
    stage.ask(.pause)
    for second in 1...20 {
      stage.run(seconds: 1)
      Self.slide(&stage, to: 7_200 + Int64(second))
      #expect(stage.player.isLive == (second < 15), "\(second)")
    }
    #expect(Self.edges(stage) == [false, true, false])
  }

  @Test("the playhead that comes near the edge is live in that very microsecond")
  func exactInstant() {
    var stage = Self.dvr()
    stage.ask(.seek(.liveEdge(behind: .seconds(40))))
    stage.run()
    stage.forget()
    stage.run(for: .seconds(10))
    #expect(Self.edges(stage).isEmpty, "at 30 s it is not nearer than 30 s")
    #expect(stage.player.nextDeadline == stage.now + .microseconds(1))
    stage.run(for: .microseconds(1))
    #expect(Self.edges(stage) == [true])
  }

  @Test("held at the edge by default the position is the edge, also when the window is told late")
  func restsAtEdge() {
    #expect(Self.dvr(plays: false).position == .seconds(7_200))
    var stage = Stage()
    stage.engine.media = OpenedMedia(duration: .unknown)
    stage.engine.restingPosition = .seconds(90)
    stage.load()
    stage.run()
    #expect(stage.position == .zero)
    stage.report(.seekableRangeChanged(start: .zero, end: .seconds(90)))
    #expect(stage.position == .seconds(90) && stage.player.isLive)
    stage.report(.seekableRangeChanged(start: .zero, end: .seconds(95)))
    #expect(stage.position == .seconds(90), "what rests falls behind")
    stage.forget()
    stage.ask(.play)
    stage.run()
    #expect(stage.notifications.allSatisfy { if case .positionJumped = $0 { false } else { true } })
  }

  @Test("a start at or before zero is the live edge, a seek there is the beginning (srg.play.start_before_dvr)")
  func startBeforeTheWindow() {
    for start in [Position.at(.seconds(-86_400)), .at(.zero), .standard] {
      var stage = Self.dvr()
      stage.load(from: start, plays: true)
      stage.run()
      #expect(stage.seekTargets.isEmpty && stage.position == .seconds(7_200), "\(start)")
      stage.ask(.seek(.at(.seconds(-100))))
      stage.run()
      #expect(stage.position == .zero)
    }
  }

  // MARK: Rates near the edge

  @Test("closer than the margin nothing is faster than normal; slow wishes count anywhere (SRG.md#1.10)")
  func nearTheEdge() {
    var stage = Self.dvr()
    stage.ask(.setRate(.thousandths(2_000)))
    #expect(Self.rates(stage).isEmpty && stage.player.effectiveRate == .normal)
    #expect(stage.player.rate == .thousandths(2_000))
    stage.ask(.setRate(.thousandths(500)))
    #expect(Self.rates(stage) == [500])
    #expect(stage.commands == [.play(rate: .thousandths(500))])
    stage.ask(.setRate(.thousandths(2_000)))
    #expect(Self.rates(stage) == [500, 1_000])
    stage.ask(.seek(.liveEdge(behind: .seconds(36))))
    stage.run()
    #expect(Self.rates(stage) == [500, 1_000, 2_000], "farther than 5 + 30")
  }

  @Test("in between a fast wish stays at normal if playback is normal (srg.rate.dvr_hysteresis_changed)")
  func inBetween() {
    var stage = Self.dvr()
    stage.ask(.seek(.liveEdge(behind: .seconds(15))))
    stage.run()
    stage.ask(.setRate(.thousandths(2_000)))
    #expect(stage.player.effectiveRate == .normal)
    for second in 1...10 {
      stage.run(seconds: 1)
      Self.slide(&stage, to: 7_200 + Int64(second))
    }
    #expect(Self.rates(stage).isEmpty)
    stage.ask(.setRate(.thousandths(500)))
    stage.ask(.setRate(.thousandths(2_000)))
    #expect(Self.rates(stage) == [500, 2_000], "from slow it is not held")
  }

  @Test("what was near the edge is held until it is far enough, whether something happened there or not (SRG.md#1.10)")
  func heldByTimeAlone() {
    for happens in [false, true] {
      var stage = Self.dvr()
      stage.ask(.seek(.liveEdge(behind: .seconds(60))))
      stage.run(seconds: 57)
      if happens { stage.ask(.setMuted(true)) }
      Self.slide(&stage, to: 7_212)
      stage.ask(.setRate(.thousandths(2_000)))
      #expect(stage.player.effectiveRate == .normal, "15 s behind the edge, after 3 s")
    }
  }

  @Test("a fast playhead slows down at the very instant it reaches the margin, and the engine is told")
  func reachesTheMargin() {
    var stage = Self.dvr()
    stage.ask(.seek(.liveEdge(behind: .seconds(65))))
    stage.ask(.setRate(.thousandths(2_000)))
    stage.run()
    stage.forget()
    stage.run(seconds: 30)
    #expect(Self.rates(stage).isEmpty && stage.position == .seconds(7_195))
    stage.run(for: .microseconds(1))
    #expect(Self.rates(stage) == [1_000])
    #expect(stage.commands.last == .play(rate: .normal))
    Self.slide(&stage, to: 7_230)
    stage.run(seconds: 1)
    #expect(Self.rates(stage) == [1_000], "not far enough to be fast again")
    Self.slide(&stage, to: 7_240)
    #expect(Self.rates(stage) == [1_000, 2_000])
  }

  @Test("before the media is open the wish is what would hold; on demand it always does (srg.rate.start)")
  func elsewhere() {
    var stage = Stage()
    stage.ask(.setRate(.thousandths(2_000)))
    stage.engine.openLatency = .seconds(1)
    stage.load(plays: true)
    #expect(stage.player.effectiveRate == .thousandths(2_000))
    stage.run(seconds: 2)
    #expect(stage.player.effectiveRate == .thousandths(2_000))
    #expect(stage.commands.contains(.play(rate: .thousandths(2_000))))
    stage.ask(.stop)
    #expect(Self.rates(stage) == [2_000])
  }

  // MARK: Catching up

  private static func catching(_ seconds: Int64) -> Configuration {
    var configuration = Configuration()
    configuration.liveBufferMaximum = .seconds(seconds)
    return configuration
  }

  @Test("what is buffered beyond the maximum is dropped: the playhead jumps forward (KSYManual.md#6.3, bufferTimeMax)")
  func catchUp() {
    var stage = Self.live(Self.catching(2))
    stage.run(seconds: 1)
    stage.report(.buffered(until: .seconds(3), bytesRead: 2, isSaturated: false))
    #expect(stage.commands.isEmpty)
    stage.report(.buffered(until: .seconds(9), bytesRead: 3, isSaturated: false))
    #expect(stage.commands == [.catchUp(.seconds(7))])
    #expect(stage.notifications.contains(.positionJumped(from: .seconds(1), to: .seconds(7))))
    #expect(stage.position == .seconds(7) && stage.player.bufferedUntil - stage.position == .seconds(2))
    #expect(stage.player.state == .playing)
  }

  @Test("at most once a second; what is still too much then is dropped then")
  func catchUpBudget() {
    var stage = Self.live(Self.catching(2))
    stage.report(.buffered(until: .seconds(9), bytesRead: 3, isSaturated: false))
    stage.run(for: .milliseconds(300))
    stage.report(.buffered(until: .seconds(12), bytesRead: 4, isSaturated: false))
    #expect(stage.commands == [.catchUp(.seconds(7))])
    stage.run(for: .milliseconds(700))
    #expect(stage.commands == [.catchUp(.seconds(7)), .catchUp(.seconds(10))])
    stage.report(.buffered(until: .milliseconds(12_500), bytesRead: 4, isSaturated: false))
    stage.run(seconds: 1)
    #expect(stage.commands.count == 2, "half a second too much has been played by then")
  }

  @Test("a host that comes late finds that what was too much has been played, and nothing to do")
  func lateCatchUp() {
    var stage = Self.live(Self.catching(2))
    stage.report(.buffered(until: .seconds(9), bytesRead: 3, isSaturated: false))
    stage.report(.buffered(until: .seconds(12), bytesRead: 4, isSaturated: false))
    var outputs = Outputs()
    var player = stage.player
    player.receive(.environment(.networkChanged(.wifi)), at: stage.now + .seconds(4), into: &outputs)
    #expect(player.edgeDeadline == .never)
  }

  @Test(
    "a negative maximum switches it off, a window and media on demand have none (KSYManual.md#6.3, Contradictions.md#X-26)"
  )
  func noCatchUp() {
    for (seconds, media, window) in [
      (-1, OpenedMedia(duration: .unknown), false), (2, OpenedMedia(duration: .seconds(120)), false),
      (2, OpenedMedia(duration: .unknown), true),
    ] {
      var stage = Stage.open(media, plays: true, Self.catching(Int64(seconds)))
      if window { stage.report(.seekableRangeChanged(start: .zero, end: .seconds(100))) }
      stage.forget()
      stage.report(.buffered(until: .seconds(60), bytesRead: 3, isSaturated: false))
      stage.run(seconds: 3)
      #expect(stage.commands.isEmpty)
    }
  }

  @Test("held, a live stream keeps what it has; it catches up when it goes on")
  func catchUpAfterAPause() {
    var stage = Self.live(Self.catching(2))
    stage.ask(.pause)
    stage.run()
    stage.forget()
    stage.report(.buffered(until: .seconds(30), bytesRead: 3, isSaturated: false))
    stage.run(seconds: 30)
    #expect(stage.commands.isEmpty)
    stage.ask(.play)
    stage.run()
    #expect(stage.commands == [.catchUp(.seconds(28)), .play(rate: .normal)])
    #expect(stage.position == .seconds(28))
  }

  // MARK: Dates

  private static let noon: Int64 = 1_750_000_000_000_000

  @Test("without embedded dates the end of the window is now (srg.play.dvr_start_at_date_clock)")
  func derivedDates() {
    var stage = Stage()
    stage.engine.media = OpenedMedia(duration: .unknown)
    stage.engine.overture = [.seekableRangeChanged(start: .zero, end: .seconds(7_200))]
    stage.environment(.wallClock(Self.noon))
    stage.load(from: Position(anchor: .date, offset: .microseconds(Self.noon - 600_000_000)), plays: true)
    stage.run()
    #expect(stage.seekTargets == [.seconds(6_600)])
    #expect(stage.player.date(of: .seconds(7_200)) == Self.noon)
    #expect(stage.player.position(ofDate: Self.noon) == .seconds(7_200))
  }

  @Test("dates at successive ticks never run backwards, however the window is reported (srg.play.date_monotone)")
  func monotone() throws {
    for hasWindow in [true, false] {
      var stage = Stage()
      stage.engine.media = OpenedMedia(duration: .unknown)
      stage.engine.restingPosition = .seconds(7_200)
      if hasWindow { stage.engine.overture = [.seekableRangeChanged(start: .zero, end: .seconds(7_200))] }
      stage.environment(.wallClock(Self.noon))
      stage.load(plays: true)
      stage.run()
      var last: Int64 = 0
      for second in 1...20 {
        stage.run(seconds: 1)
        if hasWindow { Self.slide(&stage, to: 7_200 + Int64(second) * Int64(second % 3)) }
        if second == 7 { stage.environment(.wallClock(Self.noon)) }
        let date = try #require(stage.player.date(of: stage.position))
        #expect(date > last)
        last = date
      }
      #expect(last == Self.noon + 20_000_000)
    }
  }

  @Test("the engine's word counts more than the host's, a repetition of it that differs by little is the same")
  func embeddedDates() {
    var stage = Self.dvr()
    #expect(stage.player.date(of: .zero) == nil && stage.player.position(ofDate: 0) == nil)
    stage.environment(.wallClock(Self.noon))
    stage.report(.dateReference(position: .zero, date: 5_000_000))
    #expect(stage.player.date(of: .seconds(2)) == 7_000_000)
    stage.report(.dateReference(position: .seconds(10), date: 14_900_000))
    #expect(stage.player.date(of: .seconds(2)) == 7_000_000)
    stage.report(.dateReference(position: .seconds(10), date: 25_000_000))
    #expect(stage.player.date(of: .seconds(2)) == 17_000_000)
    stage.ask(.stop)
    #expect(stage.player.date(of: .zero) == nil)
  }

  @Test("media on demand has no dates of its own: the wall clock says nothing of it")
  func noDatesOnDemand() {
    var stage = Stage.open(plays: true)
    stage.environment(.wallClock(Self.noon))
    stage.run(seconds: 1)
    #expect(stage.player.date(of: .zero) == nil)
  }
}

extension LiveStories {
  @Test("however the window slides, the rate changes once for each crossing and does not swing (SRG.md#3.9)")
  func noOscillation() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<200 {
      var stage = Stage()
      stage.engine.media = OpenedMedia(duration: .unknown)
      stage.engine.overture = [.seekableRangeChanged(start: .zero, end: .seconds(600))]
      stage.engine.restingPosition = .seconds(600)
      stage.ask(.setRate(.thousandths(2_000)))
      stage.load(from: .liveEdge(behind: .seconds(Int64(random.below(120)))), plays: true)
      stage.run()
      stage.forget()
      let start = stage.now
      // Segments of six seconds, as live streams come.
      for _ in 0..<40 {
        stage.run(for: .milliseconds(Int64(5_500 + random.below(1_000))))
        let elapsed = (stage.now - start).microseconds / 6_000_000 * 6
        stage.report(.seekableRangeChanged(start: .seconds(elapsed), end: .seconds(600 + elapsed)))
      }
      let changes = stage.notifications.filter { if case .effectiveRateChanged = $0 { true } else { false } }
      #expect(changes.count <= 1)
      #expect(stage.player.effectiveRate == .normal, "it has caught up with the edge")
    }
  }
}
