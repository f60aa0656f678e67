/// What is around the player.
struct Surroundings: Hashable, Sendable {
  var network = NetworkPath.unknown
  var isInBackground = false
  var isPlayingExternally = false
  var isInPicture = false
}

extension Player {
  public var network: NetworkPath { surroundings.network }

  /// Buttons are the commands they stand for; nobody waits for an answer.
  mutating func takeRemoteControl(_ button: RemoteControl, _ event: EnvironmentEvent, _ outputs: inout Outputs) {
    switch button {
    case .play: if !content.isEmpty { wish(&outputs) }
    case .pause: hold()
    case .toggle:
      if transport.wantsPlay, loading.phase != .ended {
        hold()
      } else if !content.isEmpty {
        wish(&outputs)
      }
    case .stop: if loading.phase != .empty { close(into: .idle, &outputs) }
    case .next, .previous: outputs.diagnose(Input.environment(event).code, .notAvailable)
    }
  }
}
