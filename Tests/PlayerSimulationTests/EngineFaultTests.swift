import PlayerCore
import PlayerSimulation
import Testing

@Suite("Simulated engine: faults")
struct EngineFaultTests {
  @Test("the next openings fail, and those after them do not")
  func openFails() {
    var rig = Rig()
    rig.inject(.openFails(Failure(.connect), after: .milliseconds(5), count: 1))
    rig.tell(.open(item: ItemID(1), keepsBuffer: false))
    rig.run(until: .seconds(1))
    #expect(rig.said { _ in true } == ["5000 \(EngineEvent.failed(Failure(.connect)))"])
    rig.tell(.close)
    rig.tell(.open(item: ItemID(1), keepsBuffer: false), Epoch(2))
    #expect(rig.events.contains { $0.isOpened })
  }

  @Test("what hangs goes on once it is healed: openings, seeks, starts")
  func hangs() {
    var rig = Rig()
    rig.inject(.openHangs(count: 1))
    rig.inject(.seekHangs(count: 1))
    rig.inject(.startHangs(count: 1))
    rig.tell(.open(item: ItemID(1), keepsBuffer: false))
    rig.run(until: .seconds(100))
    #expect(rig.events.isEmpty)
    rig.engine.heal(at: rig.now)
    rig.run(until: .seconds(101))
    #expect(rig.events.contains { $0.isOpened })
    rig.inject(.seekHangs(count: 1))
    rig.seek(1, to: 20)
    rig.run(until: .seconds(110))
    #expect(!rig.events.contains { $0.isLanding })
    rig.engine.heal(at: rig.now)
    rig.run(until: .seconds(111))
    #expect(rig.events.contains { $0.isLanding })
    rig.inject(.startHangs(count: 1))
    rig.tell(.play(rate: .normal))
    rig.run(until: .seconds(112))
    #expect(!rig.events.contains { $0.isStart })
    rig.engine.heal(at: rig.now)
    rig.run(until: .seconds(113))
    #expect(rig.events.contains { $0.isStart })
  }

  @Test("reading fails at its byte, what was read plays out, and then the opening fails")
  func readFails() {
    var rig = Rig()
    rig.inject(.readFails(Failure(.io, detail: 5), atByte: 300_000))
    rig.tell(.open(item: ItemID(1), keepsBuffer: false))
    rig.run(until: .seconds(2))
    // 250,000 bytes of the first segment take a second, and 50,000 more a fifth.
    #expect(rig.instant { if case .buffered(.seconds(2), 300_000, true) = $0 { true } else { false } } == 1_200_000)
    rig.tell(.play(rate: .normal))
    rig.run(until: .seconds(9))
    #expect(rig.said(\.isFailure) == ["4000000 \(EngineEvent.failed(Failure(.io, detail: 5)))"])
  }

  @Test("what cannot be decoded fails when the playhead comes to it")
  func decodingFails() {
    var rig = Rig.open(until: 5)
    rig.inject(.decodingFails(Failure(.videoDecodeFailed), at: .milliseconds(2_500)))
    rig.tell(.play(rate: .normal))
    rig.run(until: .seconds(9))
    #expect(rig.said(\.isFailure) == ["7500000 \(EngineEvent.failed(Failure(.videoDecodeFailed)))"])
  }

  @Test("media that is cut short ends there, and not before the playhead")
  func endsEarly() {
    var rig = Rig.open(until: 5)
    rig.inject(.endsEarly(at: .seconds(3)))
    rig.tell(.play(rate: .normal))
    rig.run(until: .seconds(20))
    #expect(rig.said(\.isEnd) == ["8000000 \(EngineEvent.ended(position: .seconds(3)))"])
    rig = Rig.open(until: 5)
    rig.tell(.play(rate: .normal))
    rig.run(until: .seconds(9))
    rig.inject(.endsEarly(at: .seconds(3)))
    #expect(rig.said(\.isEnd) == ["9000000 \(EngineEvent.ended(position: .seconds(4)))"])
  }

  @Test("reports are lost, come twice, or come late, even behind the close of their epoch")
  func reports() {
    var rig = Rig.open(until: 5)
    rig.inject(.reportsAreLost(.started, count: 1))
    rig.inject(.reportsComeTwice(.stopped, count: 1))
    rig.inject(.reportsAreLate(.position, by: .seconds(2), count: 1))
    rig.forget()
    rig.tell(.play(rate: .normal))
    rig.tell(.pause)
    rig.tell(.reportPosition)
    rig.tell(.close)
    rig.run(until: .seconds(20))
    #expect(
      rig.events.filter { if case .buffered = $0 { false } else { true } } == [
        .firstFrame(.audio, position: .zero), .playbackStopped(position: .zero), .playbackStopped(position: .zero),
        .closed,
        .positionReported(.zero),
      ])
    #expect(rig.reports.last?.instant == .seconds(7))
  }

  @Test("a playhead freezes, slips or drifts in silence, and an answer tells the truth")
  func lies() {
    func truth(_ fault: EngineFault) -> MediaTime? {
      var rig = Rig.open(until: 10)
      rig.tell(.play(rate: .normal))
      rig.run(until: .seconds(12))
      rig.forget()
      rig.inject(fault)
      rig.run(until: .seconds(14))
      #expect(!rig.events.contains { !$0.isBuffered })
      rig.tell(.reportPosition)
      guard case .positionReported(let position) = rig.events.last else { return nil }
      return position
    }
    #expect(truth(.freezes) == .seconds(2))
    #expect(truth(.slips(by: .seconds(3))) == .seconds(7))
    #expect(truth(.drifts(thousandths: -100)) == .milliseconds(3_800))
  }

  @Test("a buffer that is lost starves the playhead at once, and is read again")
  func losesBuffer() {
    var rig = Rig.open(until: 10)
    rig.tell(.play(rate: .normal))
    rig.run(until: .microseconds(11_500_000))
    rig.inject(.losesBuffer)
    #expect(rig.events.last == .starved(position: .milliseconds(1_500)))
    rig.run(until: .seconds(13))
    #expect(rig.engine.bufferedUntil(Rig.epoch) == .seconds(2))
  }

  @Test("an outage hangs an opening, and a healed one opens")
  func outage() {
    var media = Rig.media()
    media.headerBits = 2_000
    var rig = Rig(media)
    rig.inject(.outage)
    rig.tell(.open(item: ItemID(1), keepsBuffer: false))
    rig.run(until: .seconds(10))
    #expect(rig.events.isEmpty)
    rig.engine.heal(at: rig.now)
    rig.run(until: .seconds(11))
    #expect(rig.instant(of: \.isOpened) == 10_001_000)
  }

  @Test("a fault is its numbers, no fewer and no more")
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
