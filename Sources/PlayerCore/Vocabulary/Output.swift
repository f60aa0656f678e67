/// Everything that a player says. For each step of an input the order is: diagnostics, notifications, completions,
/// engine commands. Causes come before effects, and a notification is never seen before the state it speaks of.
public enum Output: Hashable, Sendable {
  case diagnostic(Diagnostic)
  case notification(Player.Notification, Reason)
  case completion(Completion)
  case engine(EngineCommand, Epoch)
}

/// An input was not taken as it came.
public struct Diagnostic: Hashable, Sendable {
  /// The number of the input's kind in the vocabulary; 0 when it speaks of no input.
  public var inputCode: UInt16
  public var oddity: Oddity

  public init(inputCode: UInt16, oddity: Oddity) {
    self.inputCode = inputCode
    self.oddity = oddity
  }
}

/// The answer to one command.
public struct Completion: Hashable, Sendable {
  public var request: RequestID
  public var answer: Answer
  public var refusal: Refusal

  public init(_ request: RequestID, _ answer: Answer, _ refusal: Refusal = .none) {
    self.request = request
    self.answer = answer
    self.refusal = refusal
  }
}

/// What a player asks of its engine. An engine does as it is told and decides nothing.
public enum EngineCommand: Hashable, Sendable {
  /// Opens the source of `item` and stops at its beginning. With `keepsBuffer` the epoch before goes on playing what it
  /// has buffered and reads no more.
  case open(item: ItemID, keepsBuffer: Bool)
  case close
  /// Moves the playhead at `rate`; confirmed by ``EngineEvent/playbackStarted(position:rate:)``.
  case play(rate: Rate)
  /// Stops the playhead; confirmed by ``EngineEvent/playbackStopped(position:)``.
  case pause
  /// Goes to `target` and stops there, within the tolerances; a newer seek replaces an older one.
  case seek(SeekSerial, target: MediaTime, toleranceBefore: TimeSpan, toleranceAfter: TimeSpan)
  case setVolume(left: Int32, right: Int32, isMuted: Bool)
  case selectTrack(TrackKind, TrackID)
  case setPresentation(ScalingMode, rotation: Int32)
  case setVideoEnabled(Bool)
  case captureStill(StillSerial)
  /// Asks for a ``EngineEvent/positionReported(_:)``.
  case reportPosition
  /// Drops what lies before `position`, to come nearer to the live edge.
  case catchUp(MediaTime)
}

extension Player {
  /// What a player tells the world.
  public enum Notification: Hashable, Sendable {
    case itemChanged(from: ItemID, to: ItemID)
    case phaseChanged(from: Phase, to: Phase)
    case failed(Failure, position: MediaTime)
    case warned(Failure)
    case streamTypeChanged(StreamType)
    case durationChanged(MediaTime)
    case seekableRangeChanged(start: MediaTime, end: MediaTime)
    case tracksChanged(audio: Int32, video: Int32, subtitle: Int32)
    case trackSelected(TrackKind, TrackID)
    case naturalSizeChanged(width: Int32, height: Int32)
    case connected(address: TextID, nameLookup: TimeSpan, connect: TimeSpan, firstData: TimeSpan)
    case metadataFound(key: TextID, value: TextID)
    case chapterFound(SegmentID, start: MediaTime, end: MediaTime, title: TextID)
    /// The media is ready to play: once for each opening.
    case prepared(duration: MediaTime)
    case intentChanged(playing: Bool)
    case interruptionChanged(isInterrupted: Bool)
    case supplyChanged(from: Supply, to: Supply)
    case stallBegan(count: Int32)
    case stallEnded(lasted: TimeSpan)
    case seekBegan(SeekSerial, origin: MediaTime, target: MediaTime)
    case seekEnded(SeekSerial, position: MediaTime, isFinished: Bool)
    case playbackStateChanged(from: PlaybackState, to: PlaybackState)
    /// The playhead is somewhere else than it would be by itself.
    case positionJumped(from: MediaTime, to: MediaTime)
    case rateChanged(Rate)
    case effectiveRateChanged(Rate)
    case volumeChanged(left: Int32, right: Int32)
    case mutedChanged(Bool)
    case loopingChanged(Bool)
    case scalingModeChanged(ScalingMode)
    case rotationChanged(degrees: Int32)
    /// First frame of this opening, and how long after the open it came.
    case firstFrame(TrackKind, after: TimeSpan)
    case subtitleChanged(TextID)
    case looped(count: Int32)
    case ended(position: MediaTime)
    case closed(Epoch)
    case networkChanged(NetworkPath)
    case backgroundChanged(isInBackground: Bool)
    case externalPlaybackChanged(Bool)
    case pictureInPictureChanged(Bool)
    case atLiveEdgeChanged(Bool)
    /// The network does not allow a load; once for each attempt.
    case policyPrevented(NetworkPath)
    /// The failure that was just announced as a warning is retried, `after` a delay.
    case retryScheduled(attempt: Int32, limit: Int32, after: TimeSpan)
    case segmentStarted(
      SegmentID, isSelected: Bool, selection: SelectionReason, previous: SegmentID, lastPosition: MediaTime)
    case segmentEnded(
      SegmentID, wasSelected: Bool, selection: SelectionReason, exit: SegmentExit, next: SegmentID,
      lastPosition: MediaTime)
    case willSkip(SegmentID, lastPosition: MediaTime)
    case didSkip(SegmentID, lastPosition: MediaTime, isFinished: Bool)
    case tick(ObserverID, position: MediaTime)
    case boundaryReached(ObserverID, position: MediaTime)
    /// The player wants to go on working in the background for this long (PRX.md#8).
    case backgroundTimeNeeded(TimeSpan)
    case settingChanged(Setting, value: Int64)
    /// The playhead ran over the soft end (PRX.md#13).
    case softEndReached(position: MediaTime)
    /// The content opens again by policy, for the `attempt`th time since it last played; the reason says which policy.
    case reloading(attempt: Int32)
    /// A rendition of what is opening, by the number that ``Command/selectTrack(_:_:)`` takes.
    case trackFound(
      TrackKind, TrackID, language: TextID, title: TextID, isDefault: Bool, isForced: Bool = false)
  }
}
