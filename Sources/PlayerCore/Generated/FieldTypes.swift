// Generated from Sources/Specification/player.yaml by Tools/generate. Change that file, not this one.

extension Vocabulary {
  /// The type of a field of a message. Raw values mean nothing: types travel by name.
  public enum FieldType: UInt8, CaseIterable, Sendable {
    /// 0 or 1.
    case bool
    /// A 32-bit number.
    case int
    /// A 64-bit number.
    case long
    /// The number of an input's kind; 0 when no input is concerned.
    case code
    /// A playback rate in thousandths; 1000 is normal speed.
    case rate
    /// A position in the media in microseconds; the smallest number is unknown.
    case time
    /// A length of time in microseconds; the largest number is endless.
    case span
    /// A media item, numbered by the host; 0 is none.
    case item
    /// A text, numbered by the host; 0 is none.
    case text
    /// A segment or chapter, numbered by the host; 0 is none.
    case segment
    /// A periodic or boundary observer, numbered by the app; 0 is none.
    case observer
    /// A command's number, chosen by the app; its completion carries the same number.
    case request
    /// One opening of a source, numbered by the player; 0 is none.
    case epoch
    /// One seek, numbered by the player; 0 is none.
    case seek
    /// One still picture, numbered by the player; 0 is none.
    case still
    /// A rendition as the engine numbers it; -1 is off, -2 is automatic.
    case track
    /// What the buffer allows. A set, because playable and play-through can hold at once.
    case supply
    /// What the offset of a ``Position`` counts from.
    case anchor
    /// How a request ended. Every request gets exactly one answer.
    case answer
    /// What went wrong.
    case failureKind
    /// How the machine is connected.
    case networkPath
    /// Why an input was not accepted as given. Nothing is dropped without a diagnostic.
    case oddity
    /// The phase of the content. The values exclude each other; everything else is a separate axis.
    case phase
    /// The state a player shows, a pure function of the axes.
    case playbackState
    /// What caused a change.
    case reason
    /// Why a request was refused. A refused request changes nothing.
    case refusal
    /// A button on a headset, a lock screen or a desk.
    case remoteControl
    /// Why the audio route changed.
    case routeChange
    /// How the picture fills its frame.
    case scalingMode
    /// Why a segment was left.
    case segmentExit
    /// When a segment was selected.
    case selectionReason
    /// A number that controls a player's behaviour. One registry serves the configuration, the command that changes it,
    /// and the header of a trace.
    case setting
    /// What kind of timeline the media has.
    case streamType
    /// A kind of rendition.
    case trackKind

    /// The word for the type in the registry.
    public var name: StaticString {
      switch self {
      case .anchor: "anchor"
      case .answer: "answer"
      case .bool: "bool"
      case .code: "code"
      case .epoch: "epoch"
      case .failureKind: "failureKind"
      case .int: "int"
      case .item: "item"
      case .long: "long"
      case .networkPath: "networkPath"
      case .observer: "observer"
      case .oddity: "oddity"
      case .phase: "phase"
      case .playbackState: "playbackState"
      case .rate: "rate"
      case .reason: "reason"
      case .refusal: "refusal"
      case .remoteControl: "remoteControl"
      case .request: "request"
      case .routeChange: "routeChange"
      case .scalingMode: "scalingMode"
      case .seek: "seek"
      case .segment: "segment"
      case .segmentExit: "segmentExit"
      case .selectionReason: "selectionReason"
      case .setting: "setting"
      case .span: "span"
      case .still: "still"
      case .streamType: "streamType"
      case .supply: "supply"
      case .text: "text"
      case .time: "time"
      case .track: "track"
      case .trackKind: "trackKind"
      }
    }

    /// The cases of an enumeration by number; empty for other types.
    public var cases: [Case] {
      switch self {
      case .anchor: PositionAnchor.cases
      case .answer: Answer.cases
      case .failureKind: Failure.Kind.cases
      case .networkPath: NetworkPath.cases
      case .oddity: DiagnosticCode.cases
      case .phase: Phase.cases
      case .playbackState: PlaybackState.cases
      case .reason: Reason.cases
      case .refusal: Refusal.cases
      case .remoteControl: RemoteControl.cases
      case .routeChange: RouteChange.cases
      case .scalingMode: ScalingMode.cases
      case .segmentExit: SegmentExit.cases
      case .selectionReason: SelectionReason.cases
      case .setting: Setting.cases
      case .streamType: StreamType.cases
      case .trackKind: TrackKind.cases
      default: []
      }
    }

    /// The name of a case of an enumeration; `nil` for other types and for numbers that are not in use.
    public func caseName(_ number: Int64) -> StaticString? {
      switch self {
      case .anchor: PositionAnchor(wireValue: number)?.wireName
      case .answer: Answer(wireValue: number)?.wireName
      case .failureKind: Failure.Kind(wireValue: number)?.wireName
      case .networkPath: NetworkPath(wireValue: number)?.wireName
      case .oddity: DiagnosticCode(wireValue: number)?.wireName
      case .phase: Phase(wireValue: number)?.wireName
      case .playbackState: PlaybackState(wireValue: number)?.wireName
      case .reason: Reason(wireValue: number)?.wireName
      case .refusal: Refusal(wireValue: number)?.wireName
      case .remoteControl: RemoteControl(wireValue: number)?.wireName
      case .routeChange: RouteChange(wireValue: number)?.wireName
      case .scalingMode: ScalingMode(wireValue: number)?.wireName
      case .segmentExit: SegmentExit(wireValue: number)?.wireName
      case .selectionReason: SelectionReason(wireValue: number)?.wireName
      case .setting: Setting(wireValue: number)?.wireName
      case .streamType: StreamType(wireValue: number)?.wireName
      case .trackKind: TrackKind(wireValue: number)?.wireName
      default: nil
      }
    }

    /// The names of the bits of a set, the lowest first; empty for other types.
    public var bitNames: [StaticString] {
      switch self {
      case .supply: BufferState.bitNames
      default: []
      }
    }
  }

  /// The types of the fields of all inputs, in the order of their numbers.
  public static var inputTypes: [FieldType] {
    [
      .request, .item, .anchor, .span, .span, .span, .segment, .bool, .bool, .bool,  // load
      .request,  // prepare
      .request,  // play
      .request,  // pause
      .request,  // toggle
      .request,  // stop
      .request,  // reset
      .request, .item, .bool, .bool,  // reload
      .request, .anchor, .span, .span, .span, .segment,  // seek
      .request, .rate,  // setRate
      .request, .int, .int,  // setVolume
      .request, .bool,  // setMuted
      .request, .bool,  // setLooping
      .request, .scalingMode,  // setScalingMode
      .request, .int,  // setRotation
      .request, .trackKind, .track,  // selectTrack
      .request, .trackKind, .text,  // setPreferredLanguage
      .request, .segment, .time, .time, .bool, .bool, .bool, .text,  // stageSegment
      .request,  // commitSegments
      .request, .observer, .span, .span,  // addPeriodicObserver
      .request, .observer, .time,  // addBoundaryObserver
      .request, .observer,  // removeObserver
      .request, .setting, .long,  // set
      .request,  // captureStill
      .request,  // retry
      .request, .anchor, .span, .span, .span, .segment, .bool,  // restart
      .networkPath,  // networkChanged
      .bool,  // interruptionBegan
      .bool,  // interruptionEnded
      .routeChange,  // routeChanged
      .remoteControl,  // remoteControl
      .bool,  // enteredBackground
      .bool,  // externalPlaybackChanged
      .bool,  // pictureInPictureChanged
      .long,  // wallClock
      .epoch, .text, .span, .span, .span,  // connected
      .epoch, .time, .bool, .bool, .bool, .bool, .supply,  // opened
      .epoch, .trackKind, .track, .text, .text, .bool, .bool,  // trackFound
      .epoch, .segment, .time, .time, .text,  // chapterFound
      .epoch, .text, .text,  // metadataFound
      .epoch, .time,  // durationChanged
      .epoch, .time, .time,  // seekableRangeChanged
      .epoch, .time, .long,  // dateReference
      .epoch, .int, .int,  // naturalSizeChanged
      .epoch, .time, .long, .bool,  // buffered
      .epoch, .supply,  // supplyChanged
      .epoch, .time,  // starved
      .epoch, .time, .rate,  // playbackStarted
      .epoch, .time,  // playbackStopped
      .epoch, .time,  // positionReported
      .epoch, .seek, .time, .bool,  // seekCompleted
      .epoch, .trackKind, .time,  // firstFrame
      .epoch, .time,  // ended
      .epoch, .failureKind, .int, .text,  // failed
      .epoch, .failureKind, .int, .text,  // warned
      .epoch, .trackKind, .track,  // trackSelected
      .epoch, .text,  // subtitleShown
      .epoch, .still, .bool,  // stillCaptured
      .epoch,  // closed
    ]
  }

  /// How many fields the input with this number has; 0 when there is none.
  public static func inputFieldCount(_ code: UInt16) -> Int {
    switch code {
    case 1: 10
    case 2: 1
    case 3: 1
    case 4: 1
    case 5: 1
    case 6: 1
    case 7: 1
    case 8: 4
    case 9: 6
    case 10: 2
    case 11: 3
    case 12: 2
    case 13: 2
    case 14: 2
    case 15: 2
    case 16: 3
    case 17: 3
    case 18: 8
    case 19: 1
    case 20: 4
    case 21: 3
    case 22: 2
    case 23: 3
    case 24: 1
    case 25: 1
    case 26: 7
    case 64: 1
    case 65: 1
    case 66: 1
    case 67: 1
    case 68: 1
    case 69: 1
    case 71: 1
    case 72: 1
    case 73: 1
    case 128: 5
    case 129: 7
    case 130: 7
    case 131: 5
    case 132: 3
    case 133: 2
    case 134: 3
    case 135: 3
    case 136: 3
    case 137: 4
    case 138: 2
    case 139: 2
    case 140: 3
    case 141: 2
    case 142: 2
    case 143: 4
    case 144: 3
    case 145: 2
    case 146: 4
    case 147: 4
    case 148: 3
    case 149: 2
    case 150: 3
    case 151: 1
    default: 0
    }
  }

  /// The types of the fields of all outputs, in the order of their numbers.
  public static var outputTypes: [FieldType] {
    [
      .reason, .item, .item,  // itemChanged
      .reason, .phase, .phase,  // phaseChanged
      .reason, .failureKind, .int, .text, .time,  // failed
      .reason, .failureKind, .int, .text,  // warned
      .reason, .streamType,  // streamTypeChanged
      .reason, .time,  // durationChanged
      .reason, .time, .time,  // seekableRangeChanged
      .reason, .int, .int, .int,  // tracksChanged
      .reason, .trackKind, .track,  // trackSelected
      .reason, .int, .int,  // naturalSizeChanged
      .reason, .text, .span, .span, .span,  // connected
      .reason, .text, .text,  // metadataFound
      .reason, .segment, .time, .time, .text,  // chapterFound
      .reason, .time,  // prepared
      .reason, .bool,  // intentChanged
      .reason, .bool,  // interruptionChanged
      .reason, .supply, .supply,  // supplyChanged
      .reason, .int,  // stallBegan
      .reason, .span,  // stallEnded
      .reason, .seek, .time, .time,  // seekBegan
      .reason, .seek, .time, .bool,  // seekEnded
      .reason, .playbackState, .playbackState,  // playbackStateChanged
      .reason, .time, .time,  // positionJumped
      .reason, .rate,  // rateChanged
      .reason, .rate,  // effectiveRateChanged
      .reason, .int, .int,  // volumeChanged
      .reason, .bool,  // mutedChanged
      .reason, .bool,  // loopingChanged
      .reason, .scalingMode,  // scalingModeChanged
      .reason, .int,  // rotationChanged
      .reason, .trackKind, .span,  // firstFrame
      .reason, .text,  // subtitleChanged
      .reason, .int,  // looped
      .reason, .time,  // ended
      .reason, .epoch,  // closed
      .reason, .networkPath,  // networkChanged
      .reason, .bool,  // backgroundChanged
      .reason, .bool,  // externalPlaybackChanged
      .reason, .bool,  // pictureInPictureChanged
      .reason, .bool,  // atLiveEdgeChanged
      .reason, .networkPath,  // policyPrevented
      .reason, .int, .int, .span,  // retryScheduled
      .reason, .segment, .bool, .selectionReason, .segment, .time,  // segmentStarted
      .reason, .segment, .bool, .selectionReason, .segmentExit, .segment, .time,  // segmentEnded
      .reason, .segment, .time,  // willSkip
      .reason, .segment, .time, .bool,  // didSkip
      .reason, .observer, .time,  // tick
      .reason, .observer, .time,  // boundaryReached
      .reason, .span,  // backgroundTimeNeeded
      .reason, .setting, .long,  // settingChanged
      .reason, .time,  // softEndReached
      .reason, .int,  // reloading
      .reason, .trackKind, .track, .text, .text, .bool, .bool,  // trackFound
      .reason, .segment, .bool,  // blockedPlaying
      .epoch, .item, .bool,  // engine.open
      .epoch,  // engine.close
      .epoch, .rate,  // engine.play
      .epoch,  // engine.pause
      .epoch, .seek, .time, .span, .span,  // engine.seek
      .epoch, .int, .int, .bool,  // engine.setVolume
      .epoch, .trackKind, .track,  // engine.selectTrack
      .epoch, .scalingMode, .int,  // engine.setPresentation
      .epoch, .bool,  // engine.setVideoEnabled
      .epoch, .still,  // engine.captureStill
      .epoch,  // engine.reportPosition
      .epoch, .time,  // engine.catchUp
      .request, .answer, .refusal,  // completion
      .code, .oddity,  // diagnostic
    ]
  }

  /// How many fields the output with this number has; 0 when there is none.
  public static func outputFieldCount(_ code: UInt16) -> Int {
    switch code {
    case 1: 3
    case 2: 3
    case 3: 5
    case 4: 4
    case 5: 2
    case 6: 2
    case 7: 3
    case 8: 4
    case 9: 3
    case 10: 3
    case 11: 5
    case 12: 3
    case 13: 5
    case 14: 2
    case 15: 2
    case 16: 2
    case 17: 3
    case 18: 2
    case 19: 2
    case 20: 4
    case 21: 4
    case 22: 3
    case 23: 3
    case 24: 2
    case 25: 2
    case 26: 3
    case 27: 2
    case 28: 2
    case 29: 2
    case 30: 2
    case 31: 3
    case 32: 2
    case 33: 2
    case 34: 2
    case 35: 2
    case 36: 2
    case 37: 2
    case 38: 2
    case 39: 2
    case 40: 2
    case 41: 2
    case 42: 4
    case 43: 6
    case 44: 7
    case 45: 3
    case 46: 4
    case 47: 3
    case 48: 3
    case 49: 2
    case 50: 3
    case 51: 2
    case 52: 2
    case 53: 7
    case 54: 3
    case 128: 3
    case 129: 1
    case 130: 2
    case 131: 1
    case 132: 5
    case 133: 4
    case 134: 3
    case 135: 3
    case 136: 2
    case 137: 2
    case 138: 1
    case 139: 2
    case 192: 3
    case 193: 2
    default: 0
    }
  }
}
