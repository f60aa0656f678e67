@testable import PlayerCore
import Testing

@Suite("Live streams and their edge")
struct LiveStories {
  /// A stream with two hours to seek in, playing at its edge.
  private static func dvr(plays: Bool = true, _ configuration: Configuration = Configuration()) -> Harness {
    var harness = Harness(configuration)
    harness.engine.media = OpenedMedia(duration: .unknown)
    harness.engine.overture = [.seekableRangeChanged(start: .zero, end: .seconds(7_200))]
    harness.engine.restingPosition = .seconds(7_200)
    harness.load(plays: plays)
    harness.run()
    harness.forget()
    return harness
  }

  private static func live(_ configuration: Configuration = Configuration(), plays: Bool = true) -> Harness {
    var harness = Harness(configuration)
    harness.engine.media = OpenedMedia(duration: .unknown)
    harness.engine.fillsBuffer = false
    harness.engine.probeLatency = nil
    harness.load(plays: plays)
    harness.run()
    harness.report(.buffered(until: .seconds(1), bytesRead: 1, isSaturated: false))
    harness.run()
    harness.forget()
    return harness
  }

  private static func slide(_ harness: inout Harness, to seconds: Int64) {
    harness.report(.seekableRangeChanged(start: .seconds(seconds - 7_200), end: .seconds(seconds)))
  }

  private static func edges(_ harness: Harness) -> [Bool] {
    harness.notifications.compactMap { if case .atLiveEdgeChanged(let isLive) = $0 { isLive } else { nil } }
  }

  private static func rates(_ harness: Harness) -> [Int32] {
    harness.notifications.compactMap { if case .effectiveRateChanged(let rate) = $0 { rate.thousandths } else { nil } }
  }

  // MARK: The live flag

  @Test("a stream without a window is live from its opening to its close; media on demand never is (SRG.md#1.9)")
  func liveFlag() {
    var harness = Harness()
    harness.engine.media = OpenedMedia(duration: .unknown)
    harness.load(plays: true)
    #expect(!harness.player.isLive)
    harness.run(seconds: 3)
    #expect(harness.player.isLive)
    harness.ask(.pause)
    #expect(harness.player.isLive)
    harness.ask(.stop)
    #expect(Self.edges(harness) == [true, false])
    #expect(!Harness.open(plays: true).player.isLive)
    var failing = Self.live()
    failing.report(.failed(Failure(.io)))
    #expect(Self.edges(failing) == [false])
  }

  @Test("near the end of its window a DVR stream is live; during a pause the edge moves away (srg.play.live_flag_dvr)")
  func dvrFlag() {
    var configuration = Configuration()
    configuration.liveTolerance = .seconds(15)
    var harness = Self.dvr(configuration)
    #expect(harness.player.isLive)
    harness.ask(.seek(.at(.zero)))
    harness.run()
    #expect(Self.edges(harness) == [false])
    harness.ask(.seek(.liveEdge()))
    harness.run()
    #expect(Self.edges(harness) == [false, true])
    harness.ask(.pause)
    for second in 1...20 {
      harness.run(seconds: 1)
      Self.slide(&harness, to: 7_200 + Int64(second))
      #expect(harness.player.isLive == (second < 15), "\(second)")
    }
    #expect(Self.edges(harness) == [false, true, false])
  }

  @Test("a playhead that nears the edge becomes live in that exact microsecond")
  func exactInstant() {
    var harness = Self.dvr()
    harness.ask(.seek(.liveEdge(behind: .seconds(40))))
    harness.run()
    harness.forget()
    harness.run(for: .seconds(10))
    #expect(Self.edges(harness).isEmpty, "at 30 s it is not nearer than 30 s")
    #expect(harness.player.nextDeadline == harness.now + .microseconds(1))
    harness.run(for: .microseconds(1))
    #expect(Self.edges(harness) == [true])
  }

  @Test("a stream held at its default position is at the edge, even if its window is reported late")
  func restsAtEdge() {
    #expect(Self.dvr(plays: false).position == .seconds(7_200))
    var harness = Harness()
    harness.engine.media = OpenedMedia(duration: .unknown)
    harness.engine.restingPosition = .seconds(90)
    harness.load()
    harness.run()
    #expect(harness.position == .zero)
    harness.report(.seekableRangeChanged(start: .zero, end: .seconds(90)))
    #expect(harness.position == .seconds(90) && harness.player.isLive)
    harness.report(.seekableRangeChanged(start: .zero, end: .seconds(95)))
    #expect(harness.position == .seconds(90), "what rests falls behind")
    harness.forget()
    harness.ask(.play)
    harness.run()
    #expect(harness.notifications.allSatisfy { if case .positionJumped = $0 { false } else { true } })
  }

  @Test("a start at or before zero begins at the live edge, a seek there at the beginning (srg.play.start_before_dvr)")
  func startBeforeTheWindow() {
    for start in [Position.at(.seconds(-86_400)), .at(.zero), .standard] {
      var harness = Self.dvr()
      harness.load(from: start, plays: true)
      harness.run()
      #expect(harness.seekTargets.isEmpty && harness.position == .seconds(7_200), "\(start)")
      harness.ask(.seek(.at(.seconds(-100))))
      harness.run()
      #expect(harness.position == .zero)
    }
  }

  // MARK: Rates near the edge

  @Test("within the margin nothing plays faster than normal; slow rates apply anywhere (SRG.md#1.10)")
  func nearTheEdge() {
    var harness = Self.dvr()
    harness.ask(.setRate(.thousandths(2_000)))
    #expect(Self.rates(harness).isEmpty && harness.player.effectiveRate == .normal)
    #expect(harness.player.rate == .thousandths(2_000))
    harness.ask(.setRate(.thousandths(500)))
    #expect(Self.rates(harness) == [500])
    #expect(harness.commands == [.play(rate: .thousandths(500))])
    harness.ask(.setRate(.thousandths(2_000)))
    #expect(Self.rates(harness) == [500, 1_000])
    harness.ask(.seek(.liveEdge(behind: .seconds(36))))
    harness.run()
    #expect(Self.rates(harness) == [500, 1_000, 2_000], "farther than 5 + 30")
  }

  @Test("between the margins a fast rate stays at normal if playback is at normal (srg.rate.dvr_hysteresis_changed)")
  func rateBetweenMargins() {
    var harness = Self.dvr()
    harness.ask(.seek(.liveEdge(behind: .seconds(15))))
    harness.run()
    harness.ask(.setRate(.thousandths(2_000)))
    #expect(harness.player.effectiveRate == .normal)
    for second in 1...10 {
      harness.run(seconds: 1)
      Self.slide(&harness, to: 7_200 + Int64(second))
    }
    #expect(Self.rates(harness).isEmpty)
    harness.ask(.setRate(.thousandths(500)))
    harness.ask(.setRate(.thousandths(2_000)))
    #expect(Self.rates(harness) == [500, 2_000], "from slow it is not held")
  }

  @Test("once near the edge, the rate is held until far enough away, with or without an event there (SRG.md#1.10)")
  func rateHeldNearEdge() {
    for happens in [false, true] {
      var harness = Self.dvr()
      harness.ask(.seek(.liveEdge(behind: .seconds(60))))
      harness.run(seconds: 57)
      if happens { harness.ask(.setMuted(true)) }
      Self.slide(&harness, to: 7_212)
      harness.ask(.setRate(.thousandths(2_000)))
      #expect(harness.player.effectiveRate == .normal, "15 s behind the edge, after 3 s")
    }
  }

  @Test("a fast playhead and its engine slow down at the exact instant the margin is reached")
  func reachesTheMargin() {
    var harness = Self.dvr()
    harness.ask(.seek(.liveEdge(behind: .seconds(65))))
    harness.ask(.setRate(.thousandths(2_000)))
    harness.run()
    harness.forget()
    harness.run(seconds: 30)
    #expect(Self.rates(harness).isEmpty && harness.position == .seconds(7_195))
    harness.run(for: .microseconds(1))
    #expect(Self.rates(harness) == [1_000])
    #expect(harness.commands.last == .play(rate: .normal))
    Self.slide(&harness, to: 7_230)
    harness.run(seconds: 1)
    #expect(Self.rates(harness) == [1_000], "not far enough to be fast again")
    Self.slide(&harness, to: 7_240)
    #expect(Self.rates(harness) == [1_000, 2_000])
  }

  @Test("before the media opens the requested rate counts as effective; on demand it always applies (srg.rate.start)")
  func rateOutsideLive() {
    var harness = Harness()
    harness.ask(.setRate(.thousandths(2_000)))
    harness.engine.openLatency = .seconds(1)
    harness.load(plays: true)
    #expect(harness.player.effectiveRate == .thousandths(2_000))
    harness.run(seconds: 2)
    #expect(harness.player.effectiveRate == .thousandths(2_000))
    #expect(harness.commands.contains(.play(rate: .thousandths(2_000))))
    harness.ask(.stop)
    #expect(Self.rates(harness) == [2_000])
  }

  // MARK: Catching up

  private static func catching(_ seconds: Int64) -> Configuration {
    var configuration = Configuration()
    configuration.liveBufferMaximum = .seconds(seconds)
    return configuration
  }

  @Test("data buffered beyond the maximum is dropped: the playhead jumps forward (KSYManual.md#6.3, bufferTimeMax)")
  func catchUp() {
    var harness = Self.live(Self.catching(2))
    harness.run(seconds: 1)
    harness.report(.buffered(until: .seconds(3), bytesRead: 2, isSaturated: false))
    #expect(harness.commands.isEmpty)
    harness.report(.buffered(until: .seconds(9), bytesRead: 3, isSaturated: false))
    #expect(harness.commands == [.catchUp(.seconds(7))])
    #expect(harness.notifications.contains(.positionJumped(from: .seconds(1), to: .seconds(7))))
    #expect(harness.position == .seconds(7) && harness.player.bufferedUntil - harness.position == .seconds(2))
    #expect(harness.player.state == .playing)
  }

  @Test("catching up happens at most once a second; what is still too much by then is dropped then")
  func catchUpBudget() {
    var harness = Self.live(Self.catching(2))
    harness.report(.buffered(until: .seconds(9), bytesRead: 3, isSaturated: false))
    harness.run(for: .milliseconds(300))
    harness.report(.buffered(until: .seconds(12), bytesRead: 4, isSaturated: false))
    #expect(harness.commands == [.catchUp(.seconds(7))])
    harness.run(for: .milliseconds(700))
    #expect(harness.commands == [.catchUp(.seconds(7)), .catchUp(.seconds(10))])
    harness.report(.buffered(until: .milliseconds(12_500), bytesRead: 4, isSaturated: false))
    harness.run(seconds: 1)
    #expect(harness.commands.count == 2, "half a second too much has been played by then")
  }

  @Test("by the time a late host arrives the excess has played, and nothing is left to do")
  func lateCatchUp() {
    var harness = Self.live(Self.catching(2))
    harness.report(.buffered(until: .seconds(9), bytesRead: 3, isSaturated: false))
    harness.report(.buffered(until: .seconds(12), bytesRead: 4, isSaturated: false))
    var outputs = Outputs()
    var player = harness.player
    player.receive(.environment(.networkChanged(.wifi)), at: harness.now + .seconds(4), into: &outputs)
    #expect(player.edgeDeadline == .never)
  }

  @Test(
    "a negative maximum disables it; a window and media on demand have none (KSYManual.md#6.3, Contradictions.md#X-26)"
  )
  func noCatchUp() {
    for (seconds, media, window) in [
      (-1, OpenedMedia(duration: .unknown), false), (2, OpenedMedia(duration: .seconds(120)), false),
      (2, OpenedMedia(duration: .unknown), true),
    ] {
      var harness = Harness.open(media, plays: true, Self.catching(Int64(seconds)))
      if window { harness.report(.seekableRangeChanged(start: .zero, end: .seconds(100))) }
      harness.forget()
      harness.report(.buffered(until: .seconds(60), bytesRead: 3, isSaturated: false))
      harness.run(seconds: 3)
      #expect(harness.commands.isEmpty)
    }
  }

  @Test("a held live stream keeps its buffer and catches up when it resumes")
  func catchUpAfterAPause() {
    var harness = Self.live(Self.catching(2))
    harness.ask(.pause)
    harness.run()
    harness.forget()
    harness.report(.buffered(until: .seconds(30), bytesRead: 3, isSaturated: false))
    harness.run(seconds: 30)
    #expect(harness.commands.isEmpty)
    harness.ask(.play)
    harness.run()
    #expect(harness.commands == [.catchUp(.seconds(28)), .play(rate: .normal)])
    #expect(harness.position == .seconds(28))
  }

  // MARK: Dates

  private static let noon: Int64 = 1_750_000_000_000_000

  @Test("without embedded dates the end of the window is now (srg.play.dvr_start_at_date_clock)")
  func derivedDates() {
    var harness = Harness()
    harness.engine.media = OpenedMedia(duration: .unknown)
    harness.engine.overture = [.seekableRangeChanged(start: .zero, end: .seconds(7_200))]
    harness.environment(.wallClock(Self.noon))
    harness.load(from: Position(anchor: .date, offset: .microseconds(Self.noon - 600_000_000)), plays: true)
    harness.run()
    #expect(harness.seekTargets == [.seconds(6_600)])
    #expect(harness.player.date(of: .seconds(7_200)) == Self.noon)
    #expect(harness.player.position(ofDate: Self.noon) == .seconds(7_200))
  }

  @Test("dates at successive ticks never run backwards, however the window is reported (srg.play.date_monotone)")
  func monotone() throws {
    for hasWindow in [true, false] {
      var harness = Harness()
      harness.engine.media = OpenedMedia(duration: .unknown)
      harness.engine.restingPosition = .seconds(7_200)
      if hasWindow { harness.engine.overture = [.seekableRangeChanged(start: .zero, end: .seconds(7_200))] }
      harness.environment(.wallClock(Self.noon))
      harness.load(plays: true)
      harness.run()
      var last: Int64 = 0
      for second in 1...20 {
        harness.run(seconds: 1)
        if hasWindow { Self.slide(&harness, to: 7_200 + Int64(second) * Int64(second % 3)) }
        if second == 7 { harness.environment(.wallClock(Self.noon)) }
        let date = try #require(harness.player.date(of: harness.position))
        #expect(date > last)
        last = date
      }
      #expect(last == Self.noon + 20_000_000)
    }
  }

  @Test("the engine's dates take precedence over the host's; a repeat that differs slightly is the same date")
  func embeddedDates() {
    var harness = Self.dvr()
    #expect(harness.player.date(of: .zero) == nil && harness.player.position(ofDate: 0) == nil)
    harness.environment(.wallClock(Self.noon))
    harness.report(.dateReference(position: .zero, date: 5_000_000))
    #expect(harness.player.date(of: .seconds(2)) == 7_000_000)
    harness.report(.dateReference(position: .seconds(10), date: 14_900_000))
    #expect(harness.player.date(of: .seconds(2)) == 7_000_000)
    harness.report(.dateReference(position: .seconds(10), date: 25_000_000))
    #expect(harness.player.date(of: .seconds(2)) == 17_000_000)
    harness.ask(.stop)
    #expect(harness.player.date(of: .zero) == nil)
  }

  @Test("media on demand has no dates: the wall clock does not apply to it")
  func noDatesOnDemand() {
    var harness = Harness.open(plays: true)
    harness.environment(.wallClock(Self.noon))
    harness.run(seconds: 1)
    #expect(harness.player.date(of: .zero) == nil)
  }
}

extension LiveStories {
  @Test("however the window slides, the rate changes once per crossing and does not oscillate (SRG.md#3.9)")
  func noOscillation() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<200 {
      var harness = Harness()
      harness.engine.media = OpenedMedia(duration: .unknown)
      harness.engine.overture = [.seekableRangeChanged(start: .zero, end: .seconds(600))]
      harness.engine.restingPosition = .seconds(600)
      harness.ask(.setRate(.thousandths(2_000)))
      harness.load(from: .liveEdge(behind: .seconds(Int64(random.below(120)))), plays: true)
      harness.run()
      harness.forget()
      let start = harness.now
      // Live streams arrive in segments of six seconds.
      for _ in 0..<40 {
        harness.run(for: .milliseconds(Int64(5_500 + random.below(1_000))))
        let elapsed = (harness.now - start).microseconds / 6_000_000 * 6
        harness.report(.seekableRangeChanged(start: .seconds(elapsed), end: .seconds(600 + elapsed)))
      }
      let changes = harness.notifications.filter { if case .effectiveRateChanged = $0 { true } else { false } }
      #expect(changes.count <= 1)
      #expect(harness.player.effectiveRate == .normal, "it has caught up with the edge")
    }
  }
}
