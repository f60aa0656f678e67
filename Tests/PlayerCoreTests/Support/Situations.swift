@testable import PlayerCore

/// The situations a player can be in when something is asked of it; each is reached by a short story.
enum Situation: String, CaseIterable {
  case empty, chosen, opening, starting, held, begun, playing, seeking, stalled, looping, ended, interrupted, failed
  case replacing, waiting, blocked

  /// A stage in this situation, at rest in time: the engine answers nothing any more.
  var stage: Stage {
    var stage = Stage()
    switch self {
    case .empty: break
    case .chosen: stage.load(opens: false)
    case .opening:
      stage.engine.openLatency = nil
      stage.load(plays: true)
    case .starting:
      stage.engine.seekLatency = nil
      stage.load(from: .at(.seconds(5)), plays: true)
      stage.run()
    case .held, .begun, .playing, .seeking, .stalled, .looping, .ended, .interrupted, .failed, .replacing:
      stage = prepared
    case .waiting:
      stage.ask(.set(.retryLimit, 3))
      stage.ask(.set(.retryDelayKind, 1))
      stage.load(plays: true)
      stage.run()
      stage.report(.failed(Failure(.io)))
      stage.run()
    case .blocked:
      stage.environment(.networkChanged(.none))
      stage.load(plays: true)
    }
    stage.engine.openLatency = nil
    stage.engine.startLatency = nil
    stage.engine.stopLatency = nil
    stage.engine.seekLatency = nil
    stage.engine.closeLatency = nil
    stage.forget()
    return stage
  }

  private var prepared: Stage {
    var stage = Stage.open(plays: self != .held && self != .begun)
    switch self {
    case .begun:
      stage.engine.startLatency = nil
      stage.ask(.play)
    case .seeking:
      stage.engine.seekLatency = nil
      stage.ask(.seek(.at(.seconds(30))))
    case .stalled: stage.starve(at: 1)
    case .looping:
      stage.ask(.setLooping(true))
      stage.engine.seekLatency = nil
      stage.run(seconds: 60)
    case .ended: stage.run(seconds: 60)
    case .interrupted: stage.environment(.interruptionBegan(stopsEngine: false))
    case .failed: stage.report(.failed(Failure(.io)))
    case .replacing:
      stage.engine.openLatency = nil
      stage.ask(.reload(item: .none, flush: false))
    default: break
    }
    return stage
  }
}

extension Stage {
  /// Where things stand, in a line: phase, state, wish, and what the engine was told.
  var summary: String {
    let told = commands.filter { if case .setVolume = $0 { false } else { true } }
      .map { String(String(describing: $0).prefix { $0 != "(" }) }
    let wish = player.wantsPlay ? "play" : "hold"
    return "\(player.phase) \(player.state) \(wish)" + (told.isEmpty ? "" : ": " + told.joined(separator: " "))
  }
}
