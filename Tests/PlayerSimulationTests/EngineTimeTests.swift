import PlayerCore
import PlayerSimulation
import Testing

/// Instants computed by hand.
@Suite("Simulated engine: exact in time")
struct EngineTimeTests {
  @Test("the buffer runs dry in the microsecond in which the playhead reaches its end")
  func runsDry() {
    // Three bits a second, and a million bits per second of media: only the first segment arrives.
    let network = NetworkProfile([
      .init(duration: .seconds(1), bitsPerSecond: 2_000_000), .init(duration: .seconds(3_600), bitsPerSecond: 3),
    ])
    for (rate, dry) in [(1_000, 3_000_000), (1_500, 2_333_334), (700, 3_857_143)] as [(Int32, Int64)] {
      var harness = Harness.open(network: network ?? .constant(bitsPerSecond: 1), until: 1)
      harness.tell(.play(rate: .thousandths(rate)))
      harness.run(until: .seconds(100))
      #expect(harness.instant(of: \.isStarved) == dry)
      #expect(harness.events.last == .starved(position: .seconds(2)))
      #expect(harness.engine.position(Harness.epoch, at: harness.now) == .seconds(2))
    }
  }

  @Test("a segment that arrives in the microsecond in which the buffer runs dry is in time")
  func arrivesInTime() {
    var media = Harness.media()
    media.delivery = .segments(.seconds(2))
    // The network is as fast as playback.
    var harness = Harness.open(media, network: .constant(bitsPerSecond: 1_000_000), until: 2)
    harness.tell(.play(rate: .normal))
    harness.run(until: .seconds(100))
    #expect(!harness.events.contains { $0.isStarved })
    #expect(harness.instant(of: \.isEnd) == 62_000_000)
  }

  @Test("the end comes after the last microsecond is presented, at any rate")
  func ends() {
    for (rate, end) in [(1_000, 31_000_000), (2_000, 16_000_000), (3, 10_001_000_000)] as [(Int32, Int64)] {
      var harness = Harness.open(Harness.media(30), network: .constant(bitsPerSecond: 1_000_000_000), until: 1)
      harness.tell(.play(rate: .thousandths(rate)))
      harness.run(until: .seconds(20_000))
      #expect(harness.instant(of: \.isEnd) == end)
    }
  }

  @Test(
    "a full buffer requests the next segment in the microsecond in which it fits, or at the refill mark if one is set"
  )
  func refills() {
    var timing = EngineTiming.immediate
    timing.bufferBound = .seconds(10)
    var harness = Harness.open(timing: timing, until: 20)
    harness.forget()
    harness.tell(.play(rate: .normal))
    harness.run(until: .seconds(23))
    // Ten seconds are buffered; at 22 s there is room for two more, which take one second.
    #expect(harness.instant { if case .buffered(.seconds(10), _, false) = $0 { true } else { false } } == 22_000_000)
    #expect(harness.instant { if case .buffered(.seconds(12), _, _) = $0 { true } else { false } } == 23_000_000)
    timing.refillBelow = .seconds(3)
    harness = Harness.open(timing: timing, until: 20)
    harness.tell(.play(rate: .normal))
    harness.run(until: .seconds(28))
    #expect(harness.instant { if case .buffered(.seconds(10), _, false) = $0 { true } else { false } } == 27_000_000)
  }

  @Test("an outage extends a download by its length, and data from before it is not read again")
  func outage() {
    var harness = Harness.open()
    harness.run(until: .microseconds(400_000))
    harness.inject(.outage)
    harness.run(until: .microseconds(1_700_000))
    harness.inject(.outageEnds)
    harness.run(until: .seconds(3))
    #expect(harness.instant { if case .buffered(.seconds(2), _, _) = $0 { true } else { false } } == 2_300_000)
  }

  @Test("after a hand-over, the rest of a download arrives over the other network")
  func handsOver() {
    var harness = Harness.open()
    harness.run(until: .microseconds(250_000))
    harness.engine.handOver(to: .constant(bitsPerSecond: 500_000, latency: .milliseconds(100)), at: harness.now)
    harness.run(until: .seconds(4))
    // A quarter came at the old rate; the rest takes three seconds after the new latency.
    #expect(harness.instant { if case .buffered(.seconds(2), _, _) = $0 { true } else { false } } == 3_350_000)
  }

  @Test("a slow server sends at a fraction of the network's rate, and answers later")
  func slowServer() {
    var harness = Harness(network: .constant(bitsPerSecond: 2_000_000))
    harness.inject(.serverIsSlow(thousandths: 500, latency: .milliseconds(10)))
    harness.tell(.open(item: ItemID(1), keepsBuffer: false))
    harness.run(until: .seconds(3))
    #expect(harness.instant { if case .buffered(.seconds(2), _, _) = $0 { true } else { false } } == 2_010_000)
  }

  @Test("splitting time anywhere changes nothing")
  func cuts() {
    var whole = Harness.open()
    whole.tell(.play(rate: .normal))
    var cut = whole
    whole.run(until: .seconds(80))
    for step in 1...8_000 { cut.run(until: .microseconds(Int64(step) * 10_000)) }
    #expect(whole.reports == cut.reports)
    #expect(whole.engine == cut.engine)
    #expect(whole.engine.digest == cut.engine.digest)
  }
}
