/// Everything that can happen to a player. There is no other way in.
public enum Input: Hashable, Sendable {
  /// The instant that ``Player/nextDeadline`` named has come.
  case deadline
  /// The app asks for something; the answer is a ``Completion`` with the same number.
  case command(Command, RequestID)
  /// The engine reports; reports of an epoch that is over are dropped, visibly.
  case engine(EngineEvent, Epoch)
  /// Something around the player changed.
  case environment(EnvironmentEvent)
}

/// What an app asks a player to do.
public enum Command: Hashable, Sendable {
  /// Makes `item` the content, from `start` on. With `autoplay` it plays as soon as it is ready, else it holds. Without
  /// `opens` it is only chosen: ``prepare`` or ``play`` opens it. What is local needs no network and no permission to
  /// use one.
  case load(item: ItemID, start: Position, autoplay: Bool, opens: Bool, isLocal: Bool = false)
  /// Opens the content if it is not open. Done when it is prepared.
  case prepare
  /// Wants to play; opens the content if it is not open.
  case play
  case pause
  /// Pauses what plays, plays what does not (see ``Configuration/togglesByIntent``).
  case toggle
  /// Closes the engine and keeps the content: it can be prepared again.
  case stop
  /// Closes the engine and forgets the content.
  case reset
  /// Pulls the content anew, from another source when `item` is not none. Without `flush` the old buffer plays out until
  /// the new source is open (KSYManual.md#6.2).
  case reload(item: ItemID, flush: Bool, isLocal: Bool = false)
  /// Goes somewhere else. A newer seek supersedes an older one.
  case seek(Position)
  /// The wanted rate; survives pauses, seeks and loads. Outside ``Configuration/minimumRate`` …
  /// ``Configuration/maximumRate`` it is refused.
  case setRate(Rate)
  /// Volumes in thousandths, 0 … ``Configuration/maximumVolume`` each; a pair with one value outside is refused whole
  /// (KSYManual.md#6.3).
  case setVolume(left: Int32, right: Int32)
  case setMuted(Bool)
  /// Whether media on demand starts over at its end.
  case setLooping(Bool)
  case setScalingMode(ScalingMode)
  /// Degrees counter-clockwise: 0, 90, 180 or 270; anything else is refused (KSYManual.md#6.3).
  case setRotation(degrees: Int32)
  /// A rendition by number, ``TrackID/off`` or ``TrackID/automatic``.
  case selectTrack(TrackKind, TrackID)
  /// The language that ``TrackID/automatic`` prefers, in this media and in all that follow; none for no preference. No
  /// subtitle is chosen without one.
  case setPreferredLanguage(TrackKind, TextID)
  /// Adds a segment to the list that ``commitSegments`` makes the current one. The title means nothing to the player: it
  /// travels so that a trace can tell the segments apart.
  case stageSegment(
    SegmentID, start: MediaTime, end: MediaTime, isBlocked: Bool, isHidden: Bool, isDated: Bool, title: TextID = .none)
  /// Makes the staged segments, none included, the current list.
  case commitSegments
  /// Hears of every position of the media that is `phase` past a multiple of `interval`, when the playhead runs over it.
  /// Less than 10 ms is refused. Observers survive stop, reset and load; an identifier that is used again replaces.
  case addPeriodicObserver(ObserverID, interval: TimeSpan, phase: TimeSpan = .zero)
  /// Hears whenever the playhead runs over `position`, also in the silence that periodic observers keep at the start.
  case addBoundaryObserver(ObserverID, position: MediaTime)
  case removeObserver(ObserverID)
  /// Changes one value of the configuration.
  case set(Setting, Int64)
  /// Asks for the picture at the current position. Done when the host has it.
  case captureStill
  /// Tries again after a failure.
  case retry
  /// Begins open media once more, as an opening does: ends an interruption, goes to the position without showing a seek,
  /// and keeps interval notifications silent behind it (PRX.md#4, play/hold step). With the default
  /// position, or in media that cannot seek, the playhead stays where it is.
  case restart(Position, autoplay: Bool)
}

/// What an engine reports.
public enum EngineEvent: Hashable, Sendable {
  /// The connection stands. Times count from the beginning of the open; ``TimeSpan/never`` for one that is not known.
  case connected(address: TextID, nameLookup: TimeSpan, connect: TimeSpan, firstData: TimeSpan)
  /// The source is open, the playhead at its beginning (or at the live edge), nothing moves.
  case opened(OpenedMedia)
  /// A rendition. `isForced`: a subtitle rendition with nothing but what has to be read in any case, such as signs; a
  /// preferred language never chooses it.
  case trackFound(
    TrackKind, TrackID, language: TextID, title: TextID, isDefault: Bool, isForced: Bool = false)
  case chapterFound(SegmentID, start: MediaTime, end: MediaTime, title: TextID)
  case metadataFound(key: TextID, value: TextID)
  case durationChanged(MediaTime)
  case seekableRangeChanged(start: MediaTime, end: MediaTime)
  /// `position` of the media belongs to this date, in microseconds since 1970.
  case dateReference(position: MediaTime, date: Int64)
  case naturalSizeChanged(width: Int32, height: Int32)
  /// Data is there up to `until`; `bytesRead` since the open. `isSaturated`: no more will come by itself, because the
  /// end of the media or the engine's own bound is reached.
  case buffered(until: MediaTime, bytesRead: Int64, isSaturated: Bool)
  /// An engine that judges its buffer itself says so instead.
  case supplyChanged(Supply)
  /// Ran out of data and stopped at `position`. Only ``EngineCommand/play(rate:)`` moves it again.
  case starved(position: MediaTime)
  /// The playhead moves.
  case playbackStarted(position: MediaTime, rate: Rate)
  /// The playhead stands, as asked or not.
  case playbackStopped(position: MediaTime)
  /// The true position: an answer to ``EngineCommand/reportPosition``, or a correction of the clock.
  case positionReported(MediaTime)
  /// Landed at `position` and stopped there; `isFinished` is false when the engine gave up.
  case seekCompleted(SeekSerial, position: MediaTime, isFinished: Bool)
  /// The first audio or video frame of this opening was presented.
  case firstFrame(TrackKind, position: MediaTime)
  /// Everything was presented; stopped at `position`.
  case ended(position: MediaTime)
  case failed(Failure)
  /// Something is wrong that does not stop playback.
  case warned(Failure)
  case trackSelected(TrackKind, TrackID)
  /// A subtitle is shown; `TextID.none` when it disappears.
  case subtitleShown(TextID)
  case stillCaptured(StillSerial, isCaptured: Bool)
  /// Everything of this epoch is released.
  case closed
}

/// What an engine knows of media it has opened.
public struct OpenedMedia: Hashable, Sendable {
  /// ``MediaTime/unknown`` for a live stream; one whose engine says zero is live, too (SRG.md#1.9).
  public var duration: MediaTime
  /// True when the duration was only guessed, for example from a bit rate.
  public var isDurationEstimated: Bool
  public var isSeekable: Bool
  public var hasAudio: Bool
  public var hasVideo: Bool
  /// What an engine that judges its buffer itself already knows; else ``Supply/unknown``.
  public var supply: Supply

  public init(
    duration: MediaTime, isDurationEstimated: Bool = false, isSeekable: Bool = true, hasAudio: Bool = true,
    hasVideo: Bool = false, supply: Supply = .unknown
  ) {
    self.duration = duration
    self.isDurationEstimated = isDurationEstimated
    self.isSeekable = isSeekable
    self.hasAudio = hasAudio
    self.hasVideo = hasVideo
    self.supply = supply
  }
}

/// What happens around a player.
public enum EnvironmentEvent: Hashable, Sendable {
  case networkChanged(NetworkPath)
  /// A call, an alarm. `stopsEngine`: the system has already stopped the engine's output.
  case interruptionBegan(stopsEngine: Bool)
  /// `mayResume`: the system suggests to go on.
  case interruptionEnded(mayResume: Bool)
  case routeChanged(RouteChange)
  case remoteControl(RemoteControl)
  /// `audioContinues`: the app may go on sounding.
  case enteredBackground(audioContinues: Bool)
  case enteredForeground
  case externalPlaybackChanged(Bool)
  case pictureInPictureChanged(Bool)
  /// The date now, in microseconds since 1970: the core reads no clock.
  case wallClock(Int64)
}
