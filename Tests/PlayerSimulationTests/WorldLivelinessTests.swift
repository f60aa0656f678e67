import PlayerCore
import PlayerSimulation
import Testing

/// Worlds with random commands: with an engine that keeps its contract, and with one that does not.
@Suite("Worlds end well")
struct WorldLivelinessTests {
  private static let sessions: UInt64 = 40

  private struct Play {
    var world: World
    var state: UInt64
    var script: [String] = []
    var failed = false

    init(seed: UInt64, isStormy: Bool = false) {
      state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
      world = World(engine: SimulatedEngine([]))
      var library = [
        SimulatedMedia.audio(.seconds(60)), .video(.seconds(600)), .audio(.seconds(3)), .live(),
        .live(window: .seconds(120)),
      ]
      library[0].isSeekable = below(4) != 0
      library[1].delivery = .progressive(pieces: .milliseconds(500))
      var timing = EngineTiming()
      timing.openLatency = latency()
      timing.startLatency = latency()
      timing.pauseLatency = latency()
      timing.seekLatency = latency()
      timing.closeLatency = latency()
      timing.answerLatency = latency()
      timing.landsWithData = below(2) == 0
      timing.landing = below(2) == 0 ? .keyFrame : .withinTolerance
      var configuration = Configuration()
      configuration.coalescesSeeks = below(2) == 0
      if isStormy {
        configuration.retryLimit = below(4)
        configuration.retriesOpening = true
        configuration.reloadsOnStall = below(2) == 0
        configuration.resumesOnReconnect = below(2) == 0
      }
      let network = NetworkProfile.constant(bitsPerSecond: 6_000_000, latency: .milliseconds(below(80)))
      world = World(configuration: configuration, engine: SimulatedEngine(library, network: network, timing: timing))
    }

    mutating func below(_ count: Int64) -> Int64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int64(state >> 33) % count
    }

    private mutating func latency() -> TimeSpan { below(3) == 0 ? .zero : .milliseconds(below(900)) }

    mutating func act() {
      let command = command()
      script.append("\(command)")
      world.send(command)
      world.run(for: .milliseconds(below(2) == 0 ? 0 : below(below(4) == 0 ? 40_000 : 900)))
    }

    private mutating func command() -> Command {
      let somewhere = Position.at(.milliseconds(below(70_000)))
      switch below(20) {
      case 0, 1:
        return .load(item: ItemID(UInt32(below(5)) + 1), start: .standard, autoplay: below(2) == 0, opens: true)
      case 2: return .load(item: ItemID(2), start: somewhere, autoplay: true, opens: true)
      case 3...6: return .play
      case 7: return .pause
      case 8, 9: return .toggle
      case 10...13: return .seek(somewhere)
      case 14: return .seek(.skip(.seconds(below(40) - 20)))
      case 15: return .reload(item: .none, flush: below(2) == 0)
      case 16: return .setRate(.thousandths(Int32(below(1_500)) + 500))
      case 17: return .setLooping(below(2) == 0)
      case 18: return .prepare
      default: return .stop
      }
    }

    mutating func storm() {
      let fault: EngineFault
      let count = Int32(below(3))
      switch below(20) {
      case 0: fault = .openFails(Failure(.connect), after: .milliseconds(below(900)), count: count)
      case 1: fault = .openHangs(count: count)
      case 2: fault = .openIsSlow(by: .seconds(below(9)), count: count)
      case 3: fault = .durationIsWrong(.seconds(below(90)), count: count)
      case 4: fault = .seekFails(count: count)
      case 5: fault = .seekHangs(count: count)
      case 6: fault = .startHangs(count: count)
      case 7: fault = .closeHangs(count: count)
      case 8: fault = .reportsAreLost(.all, count: count)
      case 9: fault = .reportsComeTwice(.all, count: count * 5)
      case 10: fault = .reportsAreLate(.all, by: .milliseconds(below(5_000)), count: count)
      case 11: fault = .readFails(Failure(.io), atByte: below(1_000_000))
      case 12: fault = .decodingFails(Failure(.videoDecodeFailed), at: .seconds(below(60)))
      case 13: fault = .endsEarly(at: .seconds(below(60)))
      case 14: fault = .outage
      case 15: fault = .serverIsSlow(thousandths: Int32(below(900)) + 1, latency: .seconds(below(3)))
      case 16: fault = .losesBuffer
      case 17: fault = .freezes
      case 18: fault = .drifts(thousandths: Int32(below(400)) - 200)
      default: fault = .stops
      }
      script.append("\(fault)")
      world.inject(fault)
      if below(3) == 0 { world.report(.networkChanged(below(2) == 0 ? .none : .wifi)) }
    }
  }

  @Test("no watchdog fires on an engine that keeps its contract")
  func noFalseAlarm() {
    for seed in 1...Self.sessions {
      var play = Play(seed: seed)
      for _ in 0..<40 { play.act() }
      let player = play.world.player
      #expect(player.phase != .failed, "seed \(seed): \(player.failure) after \(play.script.suffix(12))")
      #expect(!play.world.isBusy)
    }
  }

  @Test("wanted playback plays in the end, or has ended")
  func playsInTheEnd() {
    for seed in 1...Self.sessions {
      var play = Play(seed: seed &+ 10_000)
      for _ in 0..<30 { play.act() }
      if play.world.player.item.isNone {
        play.world.send(.load(item: ItemID(1), start: .standard, autoplay: true, opens: true))
      }
      play.world.send(.play)
      play.world.run(for: .seconds(20))
      let state = play.world.player.state
      #expect(state == .playing || state == .ended, "seed \(seed): \(state) after \(play.script.suffix(12))")
    }
  }

  @Test("a paused player rests, and on demand it has no deadline")
  func restsInTheEnd() {
    for seed in 1...Self.sessions {
      var play = Play(seed: seed &+ 20_000)
      for _ in 0..<30 { play.act() }
      play.world.send(.pause)
      play.world.run(for: .seconds(20))
      let position = play.world.position
      play.world.run(for: .seconds(20))
      #expect(play.world.position == position, "seed \(seed) after \(play.script.suffix(12))")
      #expect(play.world.player.state != .playing)
      #expect(play.world.player.nextDeadline == .never, "seed \(seed)")
    }
  }

  @Test("during playback, the shown position is the engine's within the tolerance")
  func positionIsTrue() {
    for seed in 1...Self.sessions {
      var play = Play(seed: seed &+ 30_000)
      for _ in 0..<30 {
        play.act()
        let player = play.world.player
        guard player.state == .playing, player.isMoving, play.world.engine.isMoving(player.epoch),
          let truth = play.world.engine.position(player.epoch, at: play.world.now)
        else { continue }
        let shown = play.world.position
        let difference = shown < truth ? truth - shown : shown - truth
        let isTrue = difference <= .milliseconds(250)
        #expect(isTrue, "seed \(seed): \(shown) and not \(truth) after \(play.script.suffix(8))")
        if !isTrue { break }
      }
    }
  }

  @Test("after a storm of faults, the healed world plays or ends, if necessary after a retry")
  func heals() {
    for seed in 1...Self.sessions * 2 {
      var play = Play(seed: seed &+ 40_000, isStormy: true)
      for _ in 0..<30 {
        if play.below(3) == 0 { play.storm() }
        play.act()
      }
      #expect(!play.world.isBusy, "seed \(seed) after \(play.script.suffix(12))")
      play.world.heal()
      play.world.report(.networkChanged(.wifi))
      play.world.report(.interruptionEnded(mayResume: true))
      play.world.run(for: .seconds(60))
      if play.world.player.item.isNone {
        play.world.send(.load(item: ItemID(1), start: .standard, autoplay: true, opens: true))
      }
      if play.world.player.phase == .failed { play.world.send(.retry) }
      play.world.send(.play)
      play.world.run(for: .seconds(120))
      let state = play.world.player.state
      #expect(
        state == .playing || state == .ended,
        "seed \(seed): \(state) \(play.world.player.phase) \(play.world.player.failure) after \(play.script.suffix(14))"
      )
    }
  }

  @Test("two worlds with the same events are equal, including faults")
  func deterministic() {
    for seed in 1...10 as ClosedRange<UInt64> {
      func run() -> World {
        var play = Play(seed: seed &+ 50_000, isStormy: true)
        for _ in 0..<20 {
          play.storm()
          play.act()
        }
        return play.world
      }
      let (first, second) = (run(), run())
      #expect(first == second)
      #expect(first.digest == second.digest)
      #expect(first.hashValue == second.hashValue)
    }
  }
}
