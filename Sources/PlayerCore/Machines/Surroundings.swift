/// What is around the player, as far as that is not observable.
struct Surroundings: Hashable, Sendable {
  /// Whether the app may go on sounding in the background.
  var audioContinues = true
}

extension Player {
  /// Whether the picture is shown somewhere else than in the app.
  var isSeenElsewhere: Bool { shown.isPlayingExternally || shown.isInPicture }

  /// In the background, where people still watch, nothing needs a pause; and what sounds on another device does not sound
  /// here (Contradictions.md#X-27).
  var isHinderedByBackground: Bool {
    if configuration.pausesInBackground, !isSeenElsewhere { return true }
    return !surroundings.audioContinues && !shown.isPlayingExternally
  }

  /// The path to the network, as the host reported it last.
  public var network: NetworkPath { shown.network }
  /// Whether the picture is shown by another device.
  public var isPlayingExternally: Bool { shown.isPlayingExternally }
  /// Whether the picture is shown in a window of the system.
  public var isInPicture: Bool { shown.isInPicture }

  /// Buttons are the commands they stand for; nobody waits for an answer.
  mutating func takeRemoteControl(_ button: RemoteControl, _ event: EnvironmentEvent, _ outputs: inout Outputs) {
    switch button {
    case .play, .toggle:
      if button == .toggle, togglesToHold {
        hold()
      } else if shown.item.isNone {
        outputs.diagnose(Input.environment(event).code, .unexpected)
      } else {
        wish(&outputs)
      }
    case .pause: hold()
    case .stop: if shown.phase != .empty { close(into: .idle, &outputs) }
    case .next, .previous: outputs.diagnose(Input.environment(event).code, .notAvailable)
    }
  }
}
