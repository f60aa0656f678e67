// Generated from Sources/Specification/player.yaml by Tools/generate. Change that file, not this one.

/// What changes around a player.
public enum EnvironmentEvent: Hashable, Sendable {
  /// The machine's connection changed, or was lost.
  case networkChanged(NetworkPath)
  /// A call or an alarm interrupts playback.
  ///
  /// - `stopsEngine`: The system has already stopped the engine's output.
  case interruptionBegan(stopsEngine: Bool)
  /// The interruption is over.
  ///
  /// - `mayResume`: The system suggests resuming playback.
  case interruptionEnded(mayResume: Bool)
  /// The audio route changed.
  case routeChanged(RouteChange)
  /// A button was pressed.
  case remoteControl(RemoteControl)
  /// The app is no longer visible.
  ///
  /// - `audioContinues`: The app may continue to play sound.
  case enteredBackground(audioContinues: Bool)
  /// The app is visible again.
  case enteredForeground
  /// The picture moved to another screen, or back.
  case externalPlaybackChanged(Bool)
  /// Picture in picture began or ended.
  case pictureInPictureChanged(Bool)
  /// The current date, in microseconds since 1970. The player reads no clock.
  case wallClock(Int64)
}

extension EnvironmentEvent {
  /// The numbers that kinds of this family have or may get.
  @inlinable package static var codes: ClosedRange<UInt16> { 64...127 }

  /// The number of the kind in the registry.
  var code: UInt16 {
    switch self {
    case .networkChanged: 64
    case .interruptionBegan: 65
    case .interruptionEnded: 66
    case .routeChanged: 67
    case .remoteControl: 68
    case .enteredBackground: 69
    case .enteredForeground: 70
    case .externalPlaybackChanged: 71
    case .pictureInPictureChanged: 72
    case .wallClock: 73
    }
  }

  func putFields(into writer: inout some FieldWriter) {
    switch self {
    case .networkChanged(let network):
      writer.put(network)
    case .interruptionBegan(let stopsEngine):
      writer.put(stopsEngine)
    case .interruptionEnded(let mayResume):
      writer.put(mayResume)
    case .routeChanged(let change):
      writer.put(change)
    case .remoteControl(let button):
      writer.put(button)
    case .enteredBackground(let audioContinues):
      writer.put(audioContinues)
    case .enteredForeground: break
    case .externalPlaybackChanged(let active):
      writer.put(active)
    case .pictureInPictureChanged(let active):
      writer.put(active)
    case .wallClock(let date):
      writer.put(date)
    }
  }

  init?(code: UInt16, _ reader: inout some FieldSource) {
    switch code {
    case 64: self = .networkChanged(reader.next())
    case 65: self = .interruptionBegan(stopsEngine: reader.next())
    case 66: self = .interruptionEnded(mayResume: reader.next())
    case 67: self = .routeChanged(reader.next())
    case 68: self = .remoteControl(reader.next())
    case 69: self = .enteredBackground(audioContinues: reader.next())
    case 70: self = .enteredForeground
    case 71: self = .externalPlaybackChanged(reader.next())
    case 72: self = .pictureInPictureChanged(reader.next())
    case 73: self = .wallClock(reader.next())
    default: return nil
    }
  }
}
