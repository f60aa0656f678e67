/// The registry: names and fields of every message and enumeration, by number.
///
/// A line reads `name field:type …`. Types are `int`, `long`, `bool`, `rate` (thousandths), `time` and `span`
/// (microseconds; `null` in text for unknown and endless), identifiers (`item`, `text`, `segment`, `observer`, `epoch`,
/// `seek`, `still`, `request`, `track`), and the names of enumerations. Numbers are given once and never reused.
public enum Vocabulary {
  /// Version of the core's behaviour: raised whenever the same inputs can lead to other outputs.
  public static var behaviourVersion: Int32 { 1 }

  /// Numbers below this can be inputs or outputs.
  public static var codeLimit: UInt16 { 256 }

  /// The line of the input with this number; `nil` when there is none.
  public static func input(_ code: UInt16) -> StaticString? {
    switch code {
    case 0: "deadline"
    case 1:
      """
      load request:request item:item start.anchor:anchor start.offset:span start.before:span start.after:span \
      start.segment:segment autoplay:bool opens:bool isLocal:bool
      """
    case 2: "prepare request:request"
    case 3: "play request:request"
    case 4: "pause request:request"
    case 5: "toggle request:request"
    case 6: "stop request:request"
    case 7: "reset request:request"
    case 8: "reload request:request item:item flush:bool isLocal:bool"
    case 9: "seek request:request anchor:anchor offset:span before:span after:span segment:segment"
    case 10: "setRate request:request rate:rate"
    case 11: "setVolume request:request left:int right:int"
    case 12: "setMuted request:request muted:bool"
    case 13: "setLooping request:request looping:bool"
    case 14: "setScalingMode request:request mode:scalingMode"
    case 15: "setRotation request:request degrees:int"
    case 16: "selectTrack request:request kind:trackKind track:track"
    case 17: "setPreferredLanguage request:request kind:trackKind language:text"
    case 18:
      """
      stageSegment request:request segment:segment start:time end:time isBlocked:bool isHidden:bool isDated:bool \
      title:text
      """
    case 19: "commitSegments request:request"
    case 20: "addPeriodicObserver request:request observer:observer interval:span phase:span"
    case 21: "addBoundaryObserver request:request observer:observer position:time"
    case 22: "removeObserver request:request observer:observer"
    case 23: "set request:request setting:setting value:long"
    case 24: "captureStill request:request"
    case 25: "retry request:request"
    case 26:
      """
      restart request:request anchor:anchor offset:span before:span after:span segment:segment autoplay:bool
      """
    case 64: "networkChanged network:networkPath"
    case 65: "interruptionBegan stopsEngine:bool"
    case 66: "interruptionEnded mayResume:bool"
    case 67: "routeChanged change:routeChange"
    case 68: "remoteControl button:remoteControl"
    case 69: "enteredBackground audioContinues:bool"
    case 70: "enteredForeground"
    case 71: "externalPlaybackChanged active:bool"
    case 72: "pictureInPictureChanged active:bool"
    case 73: "wallClock date:long"
    case 128: "connected epoch:epoch address:text nameLookup:span connect:span firstData:span"
    case 129: "opened epoch:epoch duration:time estimated:bool seekable:bool audio:bool video:bool supply:supply"
    case 130: "trackFound epoch:epoch kind:trackKind track:track language:text title:text isDefault:bool isForced:bool"
    case 131: "chapterFound epoch:epoch chapter:segment start:time end:time title:text"
    case 132: "metadataFound epoch:epoch key:text value:text"
    case 133: "durationChanged epoch:epoch duration:time"
    case 134: "seekableRangeChanged epoch:epoch start:time end:time"
    case 135: "dateReference epoch:epoch position:time date:long"
    case 136: "naturalSizeChanged epoch:epoch width:int height:int"
    case 137: "buffered epoch:epoch until:time bytesRead:long isSaturated:bool"
    case 138: "supplyChanged epoch:epoch supply:supply"
    case 139: "starved epoch:epoch position:time"
    case 140: "playbackStarted epoch:epoch position:time rate:rate"
    case 141: "playbackStopped epoch:epoch position:time"
    case 142: "positionReported epoch:epoch position:time"
    case 143: "seekCompleted epoch:epoch serial:seek position:time isFinished:bool"
    case 144: "firstFrame epoch:epoch kind:trackKind position:time"
    case 145: "ended epoch:epoch position:time"
    case 146: "failed epoch:epoch failure:failureKind detail:int text:text"
    case 147: "warned epoch:epoch failure:failureKind detail:int text:text"
    case 148: "trackSelected epoch:epoch kind:trackKind track:track"
    case 149: "subtitleShown epoch:epoch text:text"
    case 150: "stillCaptured epoch:epoch serial:still isCaptured:bool"
    case 151: "closed epoch:epoch"
    default: nil
    }
  }

  /// The line of the output with this number; `nil` when there is none. The first word of an engine command is
  /// prefixed `engine.`, so that no two outputs have the same name.
  public static func output(_ code: UInt16) -> StaticString? {
    switch code {
    case 1: "itemChanged reason:reason from:item to:item"
    case 2: "phaseChanged reason:reason from:phase to:phase"
    case 3: "failed reason:reason failure:failureKind detail:int text:text position:time"
    case 4: "warned reason:reason failure:failureKind detail:int text:text"
    case 5: "streamTypeChanged reason:reason type:streamType"
    case 6: "durationChanged reason:reason duration:time"
    case 7: "seekableRangeChanged reason:reason start:time end:time"
    case 8: "tracksChanged reason:reason audio:int video:int subtitle:int"
    case 9: "trackSelected reason:reason kind:trackKind track:track"
    case 10: "naturalSizeChanged reason:reason width:int height:int"
    case 11: "connected reason:reason address:text nameLookup:span connect:span firstData:span"
    case 12: "metadataFound reason:reason key:text value:text"
    case 13: "chapterFound reason:reason chapter:segment start:time end:time title:text"
    case 14: "prepared reason:reason duration:time"
    case 15: "intentChanged reason:reason playing:bool"
    case 16: "interruptionChanged reason:reason isInterrupted:bool"
    case 17: "supplyChanged reason:reason from:supply to:supply"
    case 18: "stallBegan reason:reason count:int"
    case 19: "stallEnded reason:reason lasted:span"
    case 20: "seekBegan reason:reason serial:seek origin:time target:time"
    case 21: "seekEnded reason:reason serial:seek position:time isFinished:bool"
    case 22: "playbackStateChanged reason:reason from:playbackState to:playbackState"
    case 23: "positionJumped reason:reason from:time to:time"
    case 24: "rateChanged reason:reason rate:rate"
    case 25: "effectiveRateChanged reason:reason rate:rate"
    case 26: "volumeChanged reason:reason left:int right:int"
    case 27: "mutedChanged reason:reason muted:bool"
    case 28: "loopingChanged reason:reason looping:bool"
    case 29: "scalingModeChanged reason:reason mode:scalingMode"
    case 30: "rotationChanged reason:reason degrees:int"
    case 31: "firstFrame reason:reason kind:trackKind after:span"
    case 32: "subtitleChanged reason:reason text:text"
    case 33: "looped reason:reason count:int"
    case 34: "ended reason:reason position:time"
    case 35: "closed reason:reason epoch:epoch"
    case 36: "networkChanged reason:reason network:networkPath"
    case 37: "backgroundChanged reason:reason isInBackground:bool"
    case 38: "externalPlaybackChanged reason:reason active:bool"
    case 39: "pictureInPictureChanged reason:reason active:bool"
    case 40: "atLiveEdgeChanged reason:reason atEdge:bool"
    case 41: "policyPrevented reason:reason network:networkPath"
    case 42: "retryScheduled reason:reason attempt:int limit:int after:span"
    case 43:
      """
      segmentStarted reason:reason segment:segment isSelected:bool selection:selectionReason previous:segment \
      lastPosition:time
      """
    case 44:
      """
      segmentEnded reason:reason segment:segment wasSelected:bool selection:selectionReason exit:segmentExit \
      next:segment lastPosition:time
      """
    case 45: "willSkip reason:reason segment:segment lastPosition:time"
    case 46: "didSkip reason:reason segment:segment lastPosition:time isFinished:bool"
    case 47: "tick reason:reason observer:observer position:time"
    case 48: "boundaryReached reason:reason observer:observer position:time"
    case 49: "backgroundTimeNeeded reason:reason span:span"
    case 50: "settingChanged reason:reason setting:setting value:long"
    case 51: "softEndReached reason:reason position:time"
    case 52: "reloading reason:reason attempt:int"
    case 53: "trackFound reason:reason kind:trackKind track:track language:text title:text isDefault:bool isForced:bool"
    case 128: "engine.open epoch:epoch item:item keepsBuffer:bool"
    case 129: "engine.close epoch:epoch"
    case 130: "engine.play epoch:epoch rate:rate"
    case 131: "engine.pause epoch:epoch"
    case 132: "engine.seek epoch:epoch serial:seek target:time toleranceBefore:span toleranceAfter:span"
    case 133: "engine.setVolume epoch:epoch left:int right:int isMuted:bool"
    case 134: "engine.selectTrack epoch:epoch kind:trackKind track:track"
    case 135: "engine.setPresentation epoch:epoch scaling:scalingMode rotation:int"
    case 136: "engine.setVideoEnabled epoch:epoch enabled:bool"
    case 137: "engine.captureStill epoch:epoch serial:still"
    case 138: "engine.reportPosition epoch:epoch"
    case 139: "engine.catchUp epoch:epoch position:time"
    case 192: "completion request:request answer:answer refusal:refusal"
    case 193: "diagnostic input:code oddity:oddity"
    default: nil
    }
  }

  /// How many enumerations there are.
  public static var enumerationCount: Int { 17 }

  /// Name and case names of an enumeration, by its place in this list.
  public static func enumeration(_ index: Int) -> (name: StaticString, cases: StaticString)? {
    switch index {
    case 0: ("anchor", Anchor.names)
    case 1: ("answer", Answer.names)
    case 2: ("failureKind", Failure.Kind.names)
    case 3: ("networkPath", NetworkPath.names)
    case 4: ("oddity", Oddity.names)
    case 5: ("phase", Phase.names)
    case 6: ("playbackState", PlaybackState.names)
    case 7: ("reason", Reason.names)
    case 8: ("refusal", Refusal.names)
    case 9: ("remoteControl", RemoteControl.names)
    case 10: ("routeChange", RouteChange.names)
    case 11: ("scalingMode", ScalingMode.names)
    case 12: ("segmentExit", SegmentExit.names)
    case 13: ("selectionReason", SelectionReason.names)
    case 14: ("setting", Setting.names)
    case 15: ("streamType", StreamType.names)
    case 16: ("trackKind", TrackKind.names)
    default: nil
    }
  }

  /// A hash over every line: two cores with the same hash read each other's traces.
  public static var hash: UInt64 {
    var digest = Digest()
    for code in 0..<codeLimit {
      if let line = input(code) { digest.absorb(line, code) }
    }
    for code in 0..<codeLimit {
      if let line = output(code) { digest.absorb(line, code) }
    }
    for index in 0..<enumerationCount {
      guard let (name, cases) = enumeration(index) else { continue }
      digest.absorb(name, UInt16(truncatingIfNeeded: index))
      digest.absorb(cases, UInt16(truncatingIfNeeded: index))
    }
    return digest.value
  }
}

extension Digest {
  fileprivate mutating func absorb(_ text: StaticString, _ number: UInt16) {
    put(Int64(number))
    text.withUTF8Buffer { for byte in $0 { put(Int64(byte)) } }
  }
}
