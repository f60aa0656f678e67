/// Everything that can happen to a player. There is no other way in.
public enum Input: Hashable, Sendable {
  /// The instant that ``Player/nextDeadline`` named has come.
  case deadline
  /// A request of the app; the answer is a ``Completion`` with the same number.
  case command(Command, RequestID)
  /// A report of the engine; reports of a past epoch are dropped, with a diagnostic.
  case engine(EngineEvent, Epoch)
  /// Something around the player changed.
  case environment(EnvironmentEvent)
}

/// What an engine knows of media it has opened.
public struct OpenedMedia: Hashable, Sendable {
  /// ``MediaTime/unknown`` for a live stream; media whose engine reports zero is live, too (SRG.md#1.9).
  public var duration: MediaTime
  /// True when the duration is only an estimate, for example from a bit rate.
  public var isDurationEstimated: Bool
  /// Whether the engine can move to another position.
  public var isSeekable: Bool
  /// Whether there is audio that can be played.
  public var hasAudio: Bool
  /// Whether there is video that can be played.
  public var hasVideo: Bool
  /// What an engine that judges its buffer itself already knows; else ``BufferState/unknown``.
  public var supply: BufferState

  /// What an engine reports with ``EngineEvent/opened(_:)``.
  public init(
    duration: MediaTime, isDurationEstimated: Bool = false, isSeekable: Bool = true, hasAudio: Bool = true,
    hasVideo: Bool = false, supply: BufferState = .unknown
  ) {
    self.duration = duration
    self.isDurationEstimated = isDurationEstimated
    self.isSeekable = isSeekable
    self.hasAudio = hasAudio
    self.hasVideo = hasVideo
    self.supply = supply
  }
}
