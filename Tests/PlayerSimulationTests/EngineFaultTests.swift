import PlayerCore
import PlayerSimulation
import Testing

@Suite("Simulated engine: faults")
struct EngineFaultTests {
  @Test("the next openings fail, and later ones do not")
  func openFails() {
    var harness = Harness()
    harness.inject(.openFails(Failure(.connect), after: .milliseconds(5), count: 1))
    harness.tell(.open(item: ItemID(1), keepsBuffer: false))
    harness.run(until: .seconds(1))
    #expect(harness.said { _ in true } == ["5000 \(EngineEvent.failed(Failure(.connect)))"])
    harness.tell(.close)
    harness.tell(.open(item: ItemID(1), keepsBuffer: false), Epoch(2))
    #expect(harness.events.contains { $0.isOpened })
  }

  @Test("openings, seeks and starts that hang continue once the engine is healed")
  func hangs() {
    var harness = Harness()
    harness.inject(.openHangs(count: 1))
    harness.inject(.seekHangs(count: 1))
    harness.inject(.startHangs(count: 1))
    harness.tell(.open(item: ItemID(1), keepsBuffer: false))
    harness.run(until: .seconds(100))
    #expect(harness.events.isEmpty)
    harness.engine.heal(at: harness.now)
    harness.run(until: .seconds(101))
    #expect(harness.events.contains { $0.isOpened })
    harness.inject(.seekHangs(count: 1))
    harness.seek(1, to: 20)
    harness.run(until: .seconds(110))
    #expect(!harness.events.contains { $0.isLanding })
    harness.engine.heal(at: harness.now)
    harness.run(until: .seconds(111))
    #expect(harness.events.contains { $0.isLanding })
    harness.inject(.startHangs(count: 1))
    harness.tell(.play(rate: .normal))
    harness.run(until: .seconds(112))
    #expect(!harness.events.contains { $0.isStart })
    harness.engine.heal(at: harness.now)
    harness.run(until: .seconds(113))
    #expect(harness.events.contains { $0.isStart })
  }

  @Test("reading fails at its byte, the buffer plays out, and then the opening fails")
  func readFails() {
    var harness = Harness()
    harness.inject(.readFails(Failure(.io, detail: 5), atByte: 300_000))
    harness.tell(.open(item: ItemID(1), keepsBuffer: false))
    harness.run(until: .seconds(2))
    // 250,000 bytes of the first segment take a second, and 50,000 more a fifth.
    #expect(harness.instant { if case .buffered(.seconds(2), 300_000, true) = $0 { true } else { false } } == 1_200_000)
    harness.tell(.play(rate: .normal))
    harness.run(until: .seconds(9))
    #expect(harness.said(\.isFailure) == ["4000000 \(EngineEvent.failed(Failure(.io, detail: 5)))"])
  }

  @Test("a decoding error occurs when the playhead reaches its place")
  func decodingFails() {
    var harness = Harness.open(until: 5)
    harness.inject(.decodingFails(Failure(.videoDecodeFailed), at: .milliseconds(2_500)))
    harness.tell(.play(rate: .normal))
    harness.run(until: .seconds(9))
    #expect(harness.said(\.isFailure) == ["7500000 \(EngineEvent.failed(Failure(.videoDecodeFailed)))"])
  }

  @Test("truncated media ends at the cut, but not before the playhead")
  func endsEarly() {
    var harness = Harness.open(until: 5)
    harness.inject(.endsEarly(at: .seconds(3)))
    harness.tell(.play(rate: .normal))
    harness.run(until: .seconds(20))
    #expect(harness.said(\.isEnd) == ["8000000 \(EngineEvent.ended(position: .seconds(3)))"])
    harness = Harness.open(until: 5)
    harness.tell(.play(rate: .normal))
    harness.run(until: .seconds(9))
    harness.inject(.endsEarly(at: .seconds(3)))
    #expect(harness.said(\.isEnd) == ["9000000 \(EngineEvent.ended(position: .seconds(4)))"])
  }

  @Test("reports are lost, come twice, or come late, even after the close of their epoch")
  func reports() {
    var harness = Harness.open(until: 5)
    harness.inject(.reportsAreLost(.started, count: 1))
    harness.inject(.reportsComeTwice(.stopped, count: 1))
    harness.inject(.reportsAreLate(.position, by: .seconds(2), count: 1))
    harness.forget()
    harness.tell(.play(rate: .normal))
    harness.tell(.pause)
    harness.tell(.reportPosition)
    harness.tell(.close)
    harness.run(until: .seconds(20))
    #expect(
      harness.events.filter { if case .buffered = $0 { false } else { true } } == [
        .firstFrame(.audio, position: .zero), .playbackStopped(position: .zero), .playbackStopped(position: .zero),
        .closed,
        .positionReported(.zero),
      ])
    #expect(harness.reports.last?.instant == .seconds(7))
  }

  @Test("a playhead freezes, slips or drifts without a report, and an answer has the true position")
  func playheadFaults() {
    func truth(_ fault: EngineFault) -> MediaTime? {
      var harness = Harness.open(until: 10)
      harness.tell(.play(rate: .normal))
      harness.run(until: .seconds(12))
      harness.forget()
      harness.inject(fault)
      harness.run(until: .seconds(14))
      #expect(!harness.events.contains { !$0.isBuffered })
      harness.tell(.reportPosition)
      guard case .positionReported(let position) = harness.events.last else { return nil }
      return position
    }
    #expect(truth(.freezes) == .seconds(2))
    #expect(truth(.slips(by: .seconds(3))) == .seconds(7))
    #expect(truth(.drifts(thousandths: -100)) == .milliseconds(3_800))
  }

  @Test("a lost buffer starves the playhead at once, and is read again")
  func losesBuffer() {
    var harness = Harness.open(until: 10)
    harness.tell(.play(rate: .normal))
    harness.run(until: .microseconds(11_500_000))
    harness.inject(.losesBuffer)
    #expect(harness.events.last == .starved(position: .milliseconds(1_500)))
    harness.run(until: .seconds(13))
    #expect(harness.engine.bufferedUntil(Harness.epoch) == .seconds(2))
  }

  @Test("an opening hangs in an outage, and succeeds once healed")
  func outage() {
    var media = Harness.media()
    media.headerBits = 2_000
    var harness = Harness(media)
    harness.inject(.outage)
    harness.tell(.open(item: ItemID(1), keepsBuffer: false))
    harness.run(until: .seconds(10))
    #expect(harness.events.isEmpty)
    harness.engine.heal(at: harness.now)
    harness.run(until: .seconds(11))
    #expect(harness.instant(of: \.isOpened) == 10_001_000)
  }

  @Test("a fault reads back from exactly its numbers, no fewer and no more")
  func numbers() {
    let failure = Failure(.httpServerError, detail: 503, text: TextID(2))
    let faults: [EngineFault] = [
      .openFails(failure, after: .seconds(1), count: 2), .openHangs(count: .max),
      .openIsSlow(by: .seconds(-1), count: 1),
      .durationIsWrong(.unknown, count: 1), .seekFails(count: 1), .seekHangs(count: 1), .startHangs(count: 1),
      .closeHangs(count: 1), .reportsAreLost([], count: 1), .reportsComeTwice([], count: 1),
      .reportsAreLate([], by: .seconds(1), count: 1), .readFails(failure, atByte: .max),
      .decodingFails(failure, at: .seconds(1)), .endsEarly(at: .zero), .outage, .outageEnds,
      .serverIsSlow(thousandths: 500, latency: .zero), .fails(failure), .warns(failure), .stops, .losesBuffer, .freezes,
      .slips(by: .seconds(1)), .drifts(thousandths: 999),
    ]
    for fault in faults {
      #expect(EngineFault(numbers: fault.numbers) == fault)
      #expect(EngineFault(numbers: fault.numbers.dropLast()) == nil)
      for surplus in 1...40 {
        #expect(EngineFault(numbers: fault.numbers + [Int64](repeating: 0, count: surplus)) == nil)
      }
    }
    #expect(EngineFault(numbers: [Int64(faults.count)]) == nil && EngineFault(numbers: [-1]) == nil)
    #expect(EngineFault(numbers: []) == nil)
  }
}
