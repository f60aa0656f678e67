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
    /// Why an input was not taken as it came. Nothing is dropped without a diagnostic.
    case oddity
    /// Where the content stands. The values exclude each other; everything else is an axis of its own.
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
      case .anchor: Anchor.cases
      case .answer: Answer.cases
      case .failureKind: Failure.Kind.cases
      case .networkPath: NetworkPath.cases
      case .oddity: Oddity.cases
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
      case .anchor: Anchor(wireValue: number)?.wireName
      case .answer: Answer(wireValue: number)?.wireName
      case .failureKind: Failure.Kind(wireValue: number)?.wireName
      case .networkPath: NetworkPath(wireValue: number)?.wireName
      case .oddity: Oddity(wireValue: number)?.wireName
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
      case .supply: Supply.bitNames
      default: []
      }
    }
  }
}
