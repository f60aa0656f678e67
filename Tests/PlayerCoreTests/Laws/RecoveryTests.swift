@testable import PlayerCore
import Testing

@Suite("Law 8: recovery is bounded, and never against the user")
struct RecoveryTests {
  private static let sessions = 200 * Sessions.factor

  @Test(
    "no attempt goes beyond its limit, and no opening begins by itself that was not announced (BugZoo.md#14, BugZoo.md#26)"
  )
  func attempts() {
    Sessions.play(600, from: 900_000) { step in
      for case .notification(let notification, _) in step.outputs {
        switch notification {
        case .retryScheduled(let attempt, let limit, let after):
          let isRight = attempt >= 1 && attempt <= limit && after >= .zero && after < .never
          #expect(isRight && Int64(limit) == step.before.configuration.retryLimit, "\(step.place)")
          if !isRight { return false }
        case .reloading(let attempt):
          let isRight = attempt >= 1 && Int64(attempt) <= step.before.configuration.reloadLimit
          #expect(isRight, "\(step.place)")
          if !isRight { return false }
        default: break
        }
      }
      return true
    }
  }

  /// What an engine does that wants to keep a player busy.
  enum Spite: CaseIterable { case neverOpens, failsToOpen, failsWhenOpen, runsDry, failsWhileMoving }

  @Test("an engine that does its worst comes to an end: failed, blocked, stalled or gone", arguments: Spite.allCases)
  func spite(_ spite: Spite) {
    for seed in 0..<UInt64(Self.sessions) {
      var configuration = Chaos.configuration(seed: seed)
      configuration.reloadLimit = min(configuration.reloadLimit, 10)
      // What is retried for ever was asked for; what is retried often is bounded by its own number.
      var player = Player(configuration: configuration)
      var outputs = Outputs()
      player.receive(.environment(.networkChanged(.wifi)), at: .zero, into: &outputs)
      let load = Command.load(item: ItemID(1), start: .standard, autoplay: true, opens: true)
      player.receive(.command(load, RequestID(1)), at: .zero, into: &outputs)
      var openings = 1
      var rounds = 0
      while player.phase == .opening || player.phase == .prepared, player.supply != .stalled, rounds < 2_000 {
        rounds += 1
        let input = Self.next(spite, for: player)
        let now = input == .deadline ? player.nextDeadline : player.clock
        if now == .never { break }
        player.receive(input, at: now, into: &outputs)
        openings += outputs.count { if case .engine(.open, _) = $0 { true } else { false } }
      }
      // Each reset of the count, and each reload, is followed by at most all retries.
      let limit = (configuration.retryLimit + 1) * (configuration.reloadLimit + 1) * 2
      #expect(rounds < 2_000 && Int64(openings) <= limit, "seed \(seed): \(openings) openings in \(rounds) rounds")
    }
  }

  private static func next(_ spite: Spite, for player: Player) -> Input {
    guard player.loading.isEngineOpen, spite != .neverOpens else { return .deadline }
    func say(_ event: EngineEvent) -> Input { .engine(event, player.epoch) }
    if player.seeking.isActive {
      return say(.seekCompleted(player.seeking.inFlight, position: player.seeking.target, isFinished: true))
    }
    if spite == .failsToOpen { return say(.failed(Failure(.io))) }
    if player.phase == .opening { return say(.opened(OpenedMedia(duration: .seconds(600)))) }
    if spite == .failsWhenOpen { return say(.failed(Failure(.io))) }
    if !player.supply.allowsPlayback {
      return say(.buffered(until: player.transport.anchor + .seconds(60), bytesRead: 1, isSaturated: false))
    }
    switch player.transport.drive {
    case .stopped: return .deadline
    case .starting: return say(.playbackStarted(position: player.transport.anchor, rate: .normal))
    case .moving: return say(spite == .runsDry ? .starved(position: .unknown) : .failed(Failure(.io)))
    }
  }

  @Test("after a pause no network, no retry and no reload makes it play (BugZoo.md#7, BugZoo.md#21; SRG.md#3.11)")
  func pauseWins() {
    for seed in 0..<UInt64(Self.sessions) {
      var theatre = Theatre(seed: seed &+ 70_000, stormy: Chaos.configuration(seed: seed))
      for _ in 0..<20 { theatre.act() }
      theatre.stage.ask(.pause)
      theatre.stage.forget()
      for path in [NetworkPath.none, .wifi, .cellular, .none, .wired] {
        theatre.stage.environment(.networkChanged(path))
        theatre.stage.run(seconds: 40)
      }
      let hasPlayed = theatre.stage.states.contains(.playing)
      #expect(!hasPlayed && !theatre.stage.player.isMoving, "seed \(seed) after \(theatre.script.suffix(8))")
    }
  }

  @Test("after a stop nothing opens by itself (SRG.md#3.11)")
  func stopWins() {
    for seed in 0..<UInt64(Self.sessions) {
      var theatre = Theatre(seed: seed &+ 80_000, stormy: Chaos.configuration(seed: seed))
      for _ in 0..<20 { theatre.act() }
      theatre.stage.ask(.stop)
      theatre.stage.forget()
      for path in [NetworkPath.none, .wifi, .cellular, .none, .wired] {
        theatre.stage.environment(.networkChanged(path))
        theatre.stage.run(seconds: 40)
      }
      #expect(theatre.stage.openings == 0, "seed \(seed) after \(theatre.script.suffix(8))")
    }
  }

  @Test("after a storm what is wanted plays, whatever has happened before (BugZoo.md#3, BugZoo.md#10)")
  func playsAfterTheStorm() {
    for seed in 0..<UInt64(Self.sessions) {
      var configuration = Chaos.configuration(seed: seed)
      configuration.playWhilePlayingPauses = false
      var theatre = Theatre(seed: seed &+ 90_000, stormy: configuration)
      for _ in 0..<20 { theatre.act() }
      theatre.calm()
      if theatre.stage.player.item.isNone { theatre.stage.load(1) }
      if !configuration.playOpens { theatre.stage.ask(.prepare) }
      theatre.stage.ask(.play)
      theatre.stage.run(seconds: 60)
      // It may be on its way around something blocked.
      if theatre.stage.player.state == .seeking { theatre.stage.run(seconds: 4) }
      let (state, failure) = (theatre.stage.player.state, theatre.stage.player.failure.kind)
      #expect(
        state == .playing || state == .ended, "seed \(seed): \(state) \(failure) after \(theatre.script.suffix(8))")
    }
  }

  @Test("a storm is told in sentences of the grammar, in legal states, and every request is answered once")
  func grammatical() {
    for seed in 0..<UInt64(Self.sessions) {
      var theatre = Theatre(seed: seed &+ 95_000, stormy: Chaos.configuration(seed: seed))
      var grammar = Grammar()
      var counts: [RequestID: Int] = [:]
      for turn in 0...30 {
        theatre.stage.forget()
        if turn < 30 { theatre.act() } else { theatre.stage.ask(.reset) }
        for output in theatre.stage.said {
          grammar.beginInput()
          if let error = grammar.read(output) {
            Issue.record("seed \(seed): \(error): \(output) after \(theatre.script.suffix(8))")
            return
          }
          if case .completion(let completion) = output { counts[completion.request, default: 0] += 1 }
        }
      }
      let last = counts.keys.map(\.rawValue).max() ?? 0
      let areAnswered = (1...last).allSatisfy { counts[RequestID($0)] == 1 }
      #expect(areAnswered, "seed \(seed) after \(theatre.script.suffix(8))")
    }
  }
}
