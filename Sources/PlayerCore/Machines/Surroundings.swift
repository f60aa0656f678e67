/// What is around the player.
struct Surroundings: Hashable, Sendable {
  var network = NetworkPath.unknown
  var isInBackground = false
  /// Whether the app may go on sounding in the background.
  var audioContinues = true
  var isPlayingExternally = false
  var isInPicture = false
}

extension Surroundings {
  /// Whether the picture is shown somewhere else than in the app.
  var isSeenElsewhere: Bool { isPlayingExternally || isInPicture }
}

extension Player {
  /// In the background, where people still watch, nothing needs a pause; and what sounds on another device does not sound
  /// here (Contradictions.md#X-27).
  var isHinderedByBackground: Bool {
    if configuration.pausesInBackground, !surroundings.isSeenElsewhere { return true }
    return !surroundings.audioContinues && !surroundings.isPlayingExternally
  }

  /// The path to the network, as the host reported it last.
  public var network: NetworkPath { surroundings.network }
  /// Whether the picture is shown by another device.
  public var isPlayingExternally: Bool { surroundings.isPlayingExternally }
  /// Whether the picture is shown in a window of the system.
  public var isInPicture: Bool { surroundings.isInPicture }

  /// Buttons are the commands they stand for; nobody waits for an answer.
  mutating func takeRemoteControl(_ button: RemoteControl, _ event: EnvironmentEvent, _ outputs: inout Outputs) {
    switch button {
    case .play, .toggle:
      if button == .toggle, togglesToHold {
        hold()
      } else if content.isEmpty {
        outputs.diagnose(Input.environment(event).code, .unexpected)
      } else {
        wish(&outputs)
      }
    case .pause: hold()
    case .stop: if loading.phase != .empty { close(into: .idle, &outputs) }
    case .next, .previous: outputs.diagnose(Input.environment(event).code, .notAvailable)
    }
  }
}
