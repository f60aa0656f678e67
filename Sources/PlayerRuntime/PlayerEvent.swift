import PlayerCore

/// A notification as observers receive it.
public struct PlayerEvent: Hashable, Sendable {
  /// What has changed or happened.
  public var notification: Player.Notification
  /// What caused it.
  public var reason: Reason
  /// On the host's clock.
  public var instant: Instant

  /// A notification with its reason, at an instant of the host's clock.
  public init(_ notification: Player.Notification, reason: Reason, at instant: Instant) {
    self.notification = notification
    self.reason = reason
    self.instant = instant
  }

  /// The name of the notification in the vocabulary, for example `playbackStateChanged`.
  public var name: String {
    Vocabulary.outputKind(Output.notification(notification, reason).code)?.name.description ?? ""
  }
}

/// Notified of every event, in order, on the host's executor. Held weakly: an observer that is released is
/// forgotten.
public protocol PlaybackObserver: AnyObject, Sendable {
  /// `player` is a copy of the state after the input that caused the event. What the observer asks of the host from
  /// here is taken as the next input.
  func playback(_ player: Player, did event: PlayerEvent)
}
