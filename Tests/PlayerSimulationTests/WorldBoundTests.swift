import PlayerCore
import PlayerSimulation
import Testing

/// No world traps or runs forever, whatever its parts are.
@Suite("Worlds are bounded")
struct WorldBoundTests {
  private static let numbers: [Int64] = [
    .min, .min + 1, -1_000_000, -1, 0, 1, 999_999, 1_000_000, 7_777_777, 1 << 40, .max - 1, .max,
  ]

  private struct Draw {
    var state: UInt64

    mutating func below(_ count: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state >> 33) % count
    }

    mutating func number() -> Int64 { numbers[below(numbers.count)] }
    mutating func span() -> TimeSpan { .microseconds(number()) }
    mutating func time() -> MediaTime { .microseconds(number()) }
    mutating func small() -> Int32 { Int32(clamping: number()) }

    mutating func media() -> SimulatedMedia {
      var media = SimulatedMedia(duration: time())
      media.isSeekable = below(3) != 0
      media.window = span()
      media.holdBack = span()
      media.age = span()
      media.delivery = below(2) == 0 ? .segments(span()) : .progressive(pieces: span())
      media.headerBits = number()
      media.keyFrameInterval = span()
      media.tracks = (0..<below(4)).map { _ in
        SimulatedMedia.Track(
          [.audio, .video, .subtitle][below(3)], bitsPerSecond: number(), isDefault: below(2) == 0,
          segmentBits: (0..<below(4)).map { _ in number() })
      }
      media.naturalWidth = small()
      media.naturalHeight = small()
      media.cues = (0..<below(3)).map { _ in .init(start: time(), end: time(), text: TextID(UInt32(below(3)))) }
      media.chapters = (0..<below(3)).map { _ in .init(start: time(), end: time()) }
      if below(2) == 0 { media.dateOfZero = number() }
      return media
    }

    mutating func timing() -> EngineTiming {
      var timing = below(2) == 0 ? EngineTiming() : .immediate
      switch below(10) {
      case 0: timing.openLatency = span()
      case 1: timing.startLatency = span()
      case 2: timing.pauseLatency = span()
      case 3: timing.seekLatency = span()
      case 4: timing.closeLatency = span()
      case 5: timing.answerLatency = span()
      case 6: timing.firstFrameLatency = span()
      case 7: (timing.nameLookup, timing.connect) = (span(), span())
      default: break
      }
      // A bound above a hundred seconds behaves the same and only makes the test slow.
      if below(2) == 0 { timing.bufferBound = min(span(), .seconds(100)) }
      if below(2) == 0 { timing.refillBelow = span() }
      timing.landsWithData = below(2) == 0
      if below(2) == 0 { timing.backBuffer = span() }
      return timing
    }

    mutating func network() -> NetworkProfile {
      let periods = (0..<(below(4) + 1)).map { _ in
        NetworkProfile.Period(
          duration: .microseconds(max(1, min(number(), 1 << 40))), bitsPerSecond: max(0, min(number(), 1 << 39)),
          latency: .microseconds(max(0, min(number(), 1_000_000_000))))
      }
      return NetworkProfile(periods) ?? .constant(bitsPerSecond: 0)
    }

    mutating func command() -> EngineCommand {
      switch below(12) {
      case 0: .open(item: ItemID(UInt32(below(4))), keepsBuffer: below(2) == 0)
      case 1: .close
      case 2, 3, 4: .play(rate: Rate(thousandths: small()))
      case 5: .pause
      case 6, 7: .seek(SeekSerial(UInt32(below(9))), target: time(), toleranceBefore: span(), toleranceAfter: span())
      case 8: .selectTrack([.audio, .video, .subtitle][below(3)], TrackID(small()))
      case 9: .catchUp(time())
      case 10: .reportPosition
      default: .captureStill(StillSerial(1))
      }
    }

    mutating func fault() -> EngineFault {
      switch below(21) {
      case 0: .openFails(Failure(.io), after: span(), count: small())
      case 1: .openHangs(count: small())
      case 2: .openIsSlow(by: span(), count: small())
      case 3: .durationIsWrong(time(), count: small())
      case 4: .seekFails(count: small())
      case 5: .seekHangs(count: small())
      case 6: .startHangs(count: small())
      case 7: .closeHangs(count: small())
      case 8: .reportsAreLost(ReportKinds(rawValue: UInt32(below(4_096))), count: small())
      case 9: .reportsComeTwice(.all, count: small())
      case 10: .reportsAreLate(.all, by: span(), count: small())
      case 11: .readFails(Failure(.io), atByte: number())
      case 12: .decodingFails(Failure(.videoDecodeFailed), at: time())
      case 13: .endsEarly(at: time())
      case 14: .outage
      case 15: .outageEnds
      case 16: .serverIsSlow(thousandths: small(), latency: span())
      case 17: .slips(by: span())
      case 18: .drifts(thousandths: small())
      case 19: .losesBuffer
      default: .freezes
      }
    }
  }

  @Test("no media, timing, network, command, fault or instant makes an engine trap or report in the past")
  func engineIsTotal() {
    for seed in 1...20 as ClosedRange<UInt64> {
      var draw = Draw(state: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
      var engine = SimulatedEngine(
        (0..<3).map { _ in draw.media() }, network: draw.network(), timing: draw.timing())
      var (now, last) = (Instant.zero, Instant(microseconds: .min))
      for step in 0..<60 {
        now = max(
          now, .microseconds(draw.below(3) == 0 ? draw.number() : now.microseconds &+ Int64(draw.below(3_000_000))))
        switch draw.below(5) {
        case 0: engine.inject(draw.fault(), at: now)
        case 1 where draw.below(4) == 0: engine.heal(at: now)
        case 1: engine.handOver(to: draw.network(), at: now)
        default:
          let command = step == 0 ? .open(item: ItemID(1), keepsBuffer: false) : draw.command()
          engine.perform(command, epoch: Epoch(UInt32(draw.below(3)) + 1), at: now)
        }
        var (count, isInOrder) = (0, true)
        while count < 2_000, let report = engine.takeEvent(upTo: now) {
          isInOrder = isInOrder && report.instant >= last && report.instant <= now
          last = report.instant
          count += 1
        }
        #expect(isInOrder, "seed \(seed)")
        #expect(engine.nextEvent > now || engine.nextEvent == .never || count == 2_000, "seed \(seed)")
      }
    }
  }

  @Test("time continues in whole worlds of impossible parts")
  func timeContinues() {
    var outputs = Outputs()
    for seed in 1...80 as ClosedRange<UInt64> {
      var draw = Draw(state: (seed &+ 1_000) &* 0x9E37_79B9_7F4A_7C15 | 1)
      let engine = SimulatedEngine((0..<2).map { _ in draw.media() }, network: draw.network(), timing: draw.timing())
      var world = World(engine: engine)
      world.plan(.load(item: ItemID(1), start: .at(draw.time()), autoplay: true, opens: true), at: .zero)
      world.plan(.setLooping(true), at: .zero)
      for _ in 0..<10 {
        world.plan(.fault(draw.fault()), at: .seconds(Int64(draw.below(100))))
        world.plan(.seek(.at(draw.time())), at: .seconds(Int64(draw.below(100))))
        world.plan(.play, at: .seconds(Int64(draw.below(100))))
      }
      world.plan(.heal, at: .seconds(100))
      // Looping media of one microsecond needs many steps.
      while world.stepCount < 1_000, world.takeNext(upTo: .seconds(200), into: &outputs) != nil {}
      #expect(!world.isBusy, "seed \(seed)")
    }
  }

  @Test("chapters and tracks, however many begin at one place, are no endless loop", arguments: [0, 5] as [Int64])
  func lists(length: Int64) {
    var media = SimulatedMedia(duration: .seconds(20))
    let start = MediaTime.seconds(1)
    media.chapters = Array(
      repeating: SimulatedMedia.Chapter(start: start, end: start + .seconds(length), title: .none), count: 30_000)
    media.tracks += (0..<300).map { _ in SimulatedMedia.Track(.subtitle, bitsPerSecond: 0) }
    var world = World(engine: SimulatedEngine([media]))
    world.plan(.load(item: ItemID(1), start: .standard, autoplay: true, opens: true), at: .zero)
    #expect(world.run(until: .seconds(60)) != .busy)
    #expect(world.player.phase == .ended && world.stepCount > 30_000)
  }

  @Test("a player and an engine that keep each other busy at one instant end the run as busy")
  func busy() {
    var configuration = Configuration()
    configuration.retryLimit = .max
    configuration.retriesOpening = true
    configuration.retryDelayKind = .none
    var world = World(configuration: configuration, engine: SimulatedEngine([]))
    world.plan(.load(item: ItemID(1), start: .standard, autoplay: true, opens: true), at: .zero)
    world.inputLimit = 100
    // The library is empty, so each retry fails at once.
    #expect(world.run(until: .seconds(10)) == .busy)
    #expect(world.isBusy)
    #expect(world.now == .zero)
    #expect(world.stepCount == 100)
  }
}
