import EngineContract
import PlayerCore
import PlayerRuntime
import ReducerTesting
import ScriptedEngine
import Testing

@Suite("Engine contract: the scripted engine")
struct ScriptedTests {
  @Test("keeps every rule that media without a network can test")
  func keepsAll() {
    let engine = EngineUnderTest("scripted", clock: .virtual, media: [ContractMedia("anything", lasts: .seconds(10))]) {
      _ in ScriptedEngine()
    }
    let report = engine.certify(sessions: 300)
    #expect(report.isClean, "\(report)")
    #expect(!report.unchecked.contains(.seekRests) && !report.unchecked.contains(.openBeside), "\(report)")
  }

  /// Answers each command late, as an engine with a command queue may.
  private static func late(_ spoil: @escaping @Sendable (inout EngineReport) -> Void = { _ in }) -> EngineUnderTest {
    EngineUnderTest("late", clock: .virtual, media: [ContractMedia("anything", lasts: .seconds(10))]) { _ in
      let engine = ScriptedEngine()
      engine.playback.startLatency = .milliseconds(80)
      engine.playback.stopLatency = .milliseconds(100)
      engine.seekLatency = .milliseconds(150)
      return Spoilt(engine, spoil)
    }
  }

  /// The rule that a session breaks, if any.
  private func violation(of engine: EngineUnderTest, _ steps: [ContractStep]) -> String? {
    let model = ContractModel(engine)
    var state = model.begin(ContractSetup())
    for step in [.open(keepsBuffer: false), .settle] + steps {
      if let violation = model.take(step, in: &state) { return violation.property }
    }
    return model.finish(&state)?.property
  }

  @Test("media that can be sought and has no duration tells its range before its buffer", arguments: [true, false])
  func range(isTold: Bool) {
    let engine = EngineUnderTest("live", clock: .virtual, media: [ContractMedia("anything", lasts: nil)]) { _ in
      let engine = ScriptedEngine()
      engine.playback.media = OpenedMedia(duration: .unknown)
      engine.onCommand = { [unowned engine] command, epoch, now in
        guard isTold, case .open = command else { return }
        engine.playback.report(.seekableRangeChanged(start: .zero, end: .seconds(60)), epoch, at: now)
      }
      return engine
    }
    #expect(violation(of: engine, []) == (isTold ? nil : "open-describes-first"))
  }

  private static let overtaken: [[ContractStep]] = [
    // The first play is answered while the pause is pending, and its answer is not that of the equal play after it.
    [.play(rate: 1_000), .pause, .play(rate: 1_000), .play(rate: 2_000)],
    [.play(rate: 1_000), .seek(to: 5_000, before: 0, after: 0), .play(rate: 1_000), .play(rate: 2_000)],
    [.play(rate: 500), .pause, .play(rate: 2_000), .pause, .play(rate: 500), .play(rate: 1_000), .wait(90)],
    [.play(rate: 1_000), .wait(200), .play(rate: 500), .pause, .wait(90), .play(rate: 1_000), .play(rate: 500)],
  ]

  @Test(
    "answers to plays that a pause or a seek has overtaken do not answer the plays after it", arguments: overtaken)
  func overtakenPlays(steps: [ContractStep]) {
    #expect(violation(of: Self.late(), steps + [.settle]) == nil)
  }

  @Test("an engine that answers late keeps every rule")
  func answersLate() {
    let report = Self.late().certify(sessions: 300)
    #expect(report.isClean, "\(report)")
  }

  @Test("a rate that was not requested is found, even while a pause or a seek is pending", arguments: overtaken)
  func wrongRate(steps: [ContractStep]) {
    let engine = Self.late { report in
      // Spoils only the answer that arrives while another one is pending.
      guard case .playbackStarted(let position, _) = report.event, (report.instant ?? .zero).microseconds < 200_000
      else { return }
      report.event = .playbackStarted(position: position, rate: .thousandths(1_700))
    }
    #expect(violation(of: engine, steps + [.settle]) == "play-rate")
  }

  @Test("an unanswered play after the pause is found, although the one before it was answered")
  func unanswered() {
    // The second play of the same rate is swallowed.
    let engine = EngineUnderTest("deaf", clock: .virtual, media: [ContractMedia("anything", lasts: .seconds(10))]) {
      _ in
      let engine = ScriptedEngine()
      engine.playback.startLatency = .milliseconds(80)
      engine.playback.stopLatency = .milliseconds(100)
      var pauses = 0
      engine.onCommand = { [unowned engine] command, _, _ in
        if case .pause = command { pauses += 1 }
        if case .play = command, pauses > 0 { engine.playback.startLatency = nil }
      }
      return engine
    }
    let steps: [ContractStep] = [.play(rate: 1_000), .pause, .play(rate: 1_000), .settle]
    #expect(violation(of: engine, steps) == "play-answered")
  }

  @Test("an end reported where the connection broke is found")
  func endsInsteadOfFailing() {
    let engine = EngineUnderTest(
      "hopeful", clock: .virtual, media: [ContractMedia("anything", lasts: .seconds(10), outcome: .breaks)]
    ) { _ in ScriptedEngine() }
    #expect(violation(of: engine, [.play(rate: 2_000), .untilRest(20_000)]) == "failed-has-cause")
    #expect(engine.certify(sessions: 5).findings.first?.rule == .failedHasCause)
  }

  /// On the machine's clock, on which threads may still read when a standby opening is requested: gives up its seek when
  /// `givesUp` says so.
  private static func yielding(when givesUp: @escaping @Sendable (EngineCommand) -> Bool) -> EngineUnderTest {
    EngineUnderTest("yielding", clock: .real, media: [ContractMedia("anything", lasts: .seconds(10))]) { _ in
      let engine = ScriptedEngine()
      engine.seekLatency = .never
      var pending: (serial: SeekSerial, epoch: Epoch)?
      engine.onCommand = { [unowned engine] command, epoch, now in
        if givesUp(command), let seek = pending {
          engine.playback.starve(at: .zero, seek.epoch, now: now)
          engine.playback.report(.seekCompleted(seek.serial, position: .zero, isFinished: false), seek.epoch, at: now)
          engine.playback.report(
            .buffered(until: .seconds(10), bytesRead: 1_000, isSaturated: true), seek.epoch, at: now)
          pending = nil
        }
        if case .seek(let serial, _, _, _) = command { pending = (serial, epoch) }
      }
      return Spoilt(engine) { _ in }
    }
  }

  private static let standby: [ContractStep] = [
    .seek(to: 5_000, before: 0, after: 0), .pause, .open(keepsBuffer: true), .settle,
  ]

  @Test("a seek may be given up at the moment at which a standby opening is requested")
  func givesUpForStandby() {
    let engine = Self.yielding { command in
      if case .open(_, keepsBuffer: true) = command { true } else { false }
    }
    #expect(violation(of: engine, Self.standby) == nil)
  }

  @Test("a seek that is given up before that is found")
  func givesUpTooEarly() {
    let engine = Self.yielding { command in if case .pause = command { true } else { false } }
    #expect(violation(of: engine, Self.standby) == "seek-lands")
  }
}
