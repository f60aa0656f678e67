/// The surroundings of the player, as far as they are not observable.
struct Surroundings: Hashable, Sendable {
  /// Whether the app may continue to play sound in the background.
  var audioContinues = true
}

extension Player {
  /// Whether the picture is shown outside the app.
  var isSeenElsewhere: Bool { shown.isPlayingExternally || shown.isInPicture }

  /// In the background, no pause is needed while the picture is visible elsewhere; and what plays on another device
  /// makes no sound here (Contradictions.md#X-27).
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

  mutating func setNetwork(_ path: NetworkPath) { shown.network = path }

  mutating func enterBackground(audioContinues: Bool) {
    shown.isInBackground = true
    surroundings.audioContinues = audioContinues
  }

  mutating func enterForeground() {
    if configuration.pausesOnReturn, shown.isInBackground { requestPause() }
    shown.isInBackground = false
    surroundings.audioContinues = true
  }

  mutating func handleExternalPlayback(_ isActive: Bool) { shown.isPlayingExternally = isActive }

  mutating func handlePictureInPicture(_ isActive: Bool) { shown.isInPicture = isActive }

  /// Buttons act as the commands that they represent, without a request to answer.
  mutating func handleRemoteControl(_ button: RemoteControl, _ step: inout Step) {
    switch button {
    case .play, .toggle:
      if button == .toggle, togglesToHold {
        requestPause()
      } else if shown.item.isNone {
        step.diagnose(.unexpected)
      } else {
        requestPlay(&step)
      }
    case .pause: requestPause()
    case .stop: if shown.phase != .empty { close(into: .idle, &step) }
    case .next, .previous: step.diagnose(.notAvailable)
    }
  }
}
