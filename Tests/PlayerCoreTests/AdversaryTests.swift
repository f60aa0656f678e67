@testable import PlayerCore
import Testing

@Suite("Recovery is bounded")
struct AdversaryTests {
  /// What a hostile engine does to keep a player busy.
  enum Spite: CaseIterable { case neverOpens, failsToOpen, failsWhenOpen, runsDry, failsWhileMoving }

  @Test("against a hostile engine playback ends up failed, blocked, stalled or gone", arguments: Spite.allCases)
  func hostileEngine(_ spite: Spite) {
    for (number, configuration) in Self.configurations.enumerated() {
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
      // At most all retries follow each reset of the count and each reload.
      let limit = (configuration.retryLimit + 1) * (configuration.reloadLimit + 1) * 2
      #expect(
        rounds < 2_000 && Int64(openings) <= limit, "configuration \(number): \(openings) openings in \(rounds) rounds")
    }
  }

  /// The presets, with few and many retries and reloads, but never endless ones.
  private static var configurations: [Configuration] {
    var configurations: [Configuration] = []
    for preset in Configuration.Preset.allCases {
      for (retries, reloads) in [(0, 0), (3, 1), (1, 10)] as [(Int64, Int64)] {
        for bits in 0..<16 {
          var configuration = preset.configuration
          configuration.retryLimit = retries
          configuration.reloadLimit = reloads
          configuration.retriesOpening = bits & 1 != 0
          configuration.retryResetsOnReady = bits & 2 != 0
          configuration.reloadsOnStall = bits & 4 != 0
          configuration.retryDelayKind = bits & 8 != 0 ? .exponential : .none
          configurations.append(configuration)
        }
      }
    }
    return configurations
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
}
