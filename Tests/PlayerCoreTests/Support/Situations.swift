@testable import PlayerCore

/// The situations in which a player can receive a command; each is reached by a short story.
enum Situation: String, CaseIterable {
  case empty, chosen, opening, starting, held, begun, playing, seeking, stalled, looping, ended, interrupted, failed
  case replacing, waiting, blocked

  /// A harness in this situation, frozen in time: the engine no longer answers.
  var harness: Harness {
    var harness = Harness()
    switch self {
    case .empty: break
    case .chosen: harness.load(opens: false)
    case .opening:
      harness.engine.openLatency = nil
      harness.load(plays: true)
    case .starting:
      harness.engine.seekLatency = nil
      harness.load(from: .at(.seconds(5)), plays: true)
      harness.run()
    case .held, .begun, .playing, .seeking, .stalled, .looping, .ended, .interrupted, .failed, .replacing:
      harness = prepared
    case .waiting:
      harness.ask(.set(.retryLimit, 3))
      harness.ask(.set(.retryDelayKind, 1))
      harness.load(plays: true)
      harness.run()
      harness.report(.failed(Failure(.io)))
      harness.run()
    case .blocked:
      harness.environment(.networkChanged(.none))
      harness.load(plays: true)
    }
    harness.engine.openLatency = nil
    harness.engine.startLatency = nil
    harness.engine.stopLatency = nil
    harness.engine.seekLatency = nil
    harness.engine.closeLatency = nil
    harness.forget()
    return harness
  }

  private var prepared: Harness {
    var harness = Harness.open(plays: self != .held && self != .begun)
    switch self {
    case .begun:
      harness.engine.startLatency = nil
      harness.ask(.play)
    case .seeking:
      harness.engine.seekLatency = nil
      harness.ask(.seek(.at(.seconds(30))))
    case .stalled: harness.starve(at: 1)
    case .looping:
      harness.ask(.setLooping(true))
      harness.engine.seekLatency = nil
      harness.run(seconds: 60)
    case .ended: harness.run(seconds: 60)
    case .interrupted: harness.environment(.interruptionBegan(stopsEngine: false))
    case .failed: harness.report(.failed(Failure(.io)))
    case .replacing:
      harness.engine.openLatency = nil
      harness.ask(.reload(item: .none, flush: false))
    default: break
    }
    return harness
  }
}

extension Harness {
  /// The result in a line: phase, state, intent, and commands to the engine.
  var summary: String {
    let told = commands.filter { if case .setVolume = $0 { false } else { true } }
      .map { String(String(describing: $0).prefix { $0 != "(" }) }
    let wish = player.wantsPlay ? "play" : "hold"
    return "\(player.phase) \(player.state) \(wish)" + (told.isEmpty ? "" : ": " + told.joined(separator: " "))
  }
}
