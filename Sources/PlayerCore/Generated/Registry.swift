// Generated from Sources/Specification/player.yaml by Tools/generate. Change that file, not this one.

extension Vocabulary {
  /// The line of the input with this number: `name field:type …`. `nil` when there is none.
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
    case 26: "restart request:request anchor:anchor offset:span before:span after:span segment:segment autoplay:bool"
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

  /// Name and fields of the input with this number; `nil` when there is none.
  public static func inputKind(_ code: UInt16) -> Kind? {
    switch code {
    case 0: Kind(0, "deadline")
    case 1:
      Kind(
        1, "load", Field("request", .request), Field("item", .item), Field("start.anchor", .anchor),
        Field("start.offset", .span), Field("start.before", .span), Field("start.after", .span),
        Field("start.segment", .segment), Field("autoplay", .bool), Field("opens", .bool), Field("isLocal", .bool))
    case 2: Kind(2, "prepare", Field("request", .request))
    case 3: Kind(3, "play", Field("request", .request))
    case 4: Kind(4, "pause", Field("request", .request))
    case 5: Kind(5, "toggle", Field("request", .request))
    case 6: Kind(6, "stop", Field("request", .request))
    case 7: Kind(7, "reset", Field("request", .request))
    case 8:
      Kind(
        8, "reload", Field("request", .request), Field("item", .item), Field("flush", .bool), Field("isLocal", .bool))
    case 9:
      Kind(
        9, "seek", Field("request", .request), Field("anchor", .anchor), Field("offset", .span), Field("before", .span),
        Field("after", .span), Field("segment", .segment))
    case 10: Kind(10, "setRate", Field("request", .request), Field("rate", .rate))
    case 11: Kind(11, "setVolume", Field("request", .request), Field("left", .int), Field("right", .int))
    case 12: Kind(12, "setMuted", Field("request", .request), Field("muted", .bool))
    case 13: Kind(13, "setLooping", Field("request", .request), Field("looping", .bool))
    case 14: Kind(14, "setScalingMode", Field("request", .request), Field("mode", .scalingMode))
    case 15: Kind(15, "setRotation", Field("request", .request), Field("degrees", .int))
    case 16: Kind(16, "selectTrack", Field("request", .request), Field("kind", .trackKind), Field("track", .track))
    case 17:
      Kind(17, "setPreferredLanguage", Field("request", .request), Field("kind", .trackKind), Field("language", .text))
    case 18:
      Kind(
        18, "stageSegment", Field("request", .request), Field("segment", .segment), Field("start", .time),
        Field("end", .time), Field("isBlocked", .bool), Field("isHidden", .bool), Field("isDated", .bool),
        Field("title", .text))
    case 19: Kind(19, "commitSegments", Field("request", .request))
    case 20:
      Kind(
        20, "addPeriodicObserver", Field("request", .request), Field("observer", .observer), Field("interval", .span),
        Field("phase", .span))
    case 21:
      Kind(
        21, "addBoundaryObserver", Field("request", .request), Field("observer", .observer), Field("position", .time))
    case 22: Kind(22, "removeObserver", Field("request", .request), Field("observer", .observer))
    case 23: Kind(23, "set", Field("request", .request), Field("setting", .setting), Field("value", .long))
    case 24: Kind(24, "captureStill", Field("request", .request))
    case 25: Kind(25, "retry", Field("request", .request))
    case 26:
      Kind(
        26, "restart", Field("request", .request), Field("anchor", .anchor), Field("offset", .span),
        Field("before", .span), Field("after", .span), Field("segment", .segment), Field("autoplay", .bool))
    case 64: Kind(64, "networkChanged", Field("network", .networkPath))
    case 65: Kind(65, "interruptionBegan", Field("stopsEngine", .bool))
    case 66: Kind(66, "interruptionEnded", Field("mayResume", .bool))
    case 67: Kind(67, "routeChanged", Field("change", .routeChange))
    case 68: Kind(68, "remoteControl", Field("button", .remoteControl))
    case 69: Kind(69, "enteredBackground", Field("audioContinues", .bool))
    case 70: Kind(70, "enteredForeground")
    case 71: Kind(71, "externalPlaybackChanged", Field("active", .bool))
    case 72: Kind(72, "pictureInPictureChanged", Field("active", .bool))
    case 73: Kind(73, "wallClock", Field("date", .long))
    case 128:
      Kind(
        128, "connected", Field("epoch", .epoch), Field("address", .text), Field("nameLookup", .span),
        Field("connect", .span), Field("firstData", .span))
    case 129:
      Kind(
        129, "opened", Field("epoch", .epoch), Field("duration", .time), Field("estimated", .bool),
        Field("seekable", .bool), Field("audio", .bool), Field("video", .bool), Field("supply", .supply))
    case 130:
      Kind(
        130, "trackFound", Field("epoch", .epoch), Field("kind", .trackKind), Field("track", .track),
        Field("language", .text), Field("title", .text), Field("isDefault", .bool), Field("isForced", .bool))
    case 131:
      Kind(
        131, "chapterFound", Field("epoch", .epoch), Field("chapter", .segment), Field("start", .time),
        Field("end", .time), Field("title", .text))
    case 132: Kind(132, "metadataFound", Field("epoch", .epoch), Field("key", .text), Field("value", .text))
    case 133: Kind(133, "durationChanged", Field("epoch", .epoch), Field("duration", .time))
    case 134: Kind(134, "seekableRangeChanged", Field("epoch", .epoch), Field("start", .time), Field("end", .time))
    case 135: Kind(135, "dateReference", Field("epoch", .epoch), Field("position", .time), Field("date", .long))
    case 136: Kind(136, "naturalSizeChanged", Field("epoch", .epoch), Field("width", .int), Field("height", .int))
    case 137:
      Kind(
        137, "buffered", Field("epoch", .epoch), Field("until", .time), Field("bytesRead", .long),
        Field("isSaturated", .bool))
    case 138: Kind(138, "supplyChanged", Field("epoch", .epoch), Field("supply", .supply))
    case 139: Kind(139, "starved", Field("epoch", .epoch), Field("position", .time))
    case 140: Kind(140, "playbackStarted", Field("epoch", .epoch), Field("position", .time), Field("rate", .rate))
    case 141: Kind(141, "playbackStopped", Field("epoch", .epoch), Field("position", .time))
    case 142: Kind(142, "positionReported", Field("epoch", .epoch), Field("position", .time))
    case 143:
      Kind(
        143, "seekCompleted", Field("epoch", .epoch), Field("serial", .seek), Field("position", .time),
        Field("isFinished", .bool))
    case 144: Kind(144, "firstFrame", Field("epoch", .epoch), Field("kind", .trackKind), Field("position", .time))
    case 145: Kind(145, "ended", Field("epoch", .epoch), Field("position", .time))
    case 146:
      Kind(
        146, "failed", Field("epoch", .epoch), Field("failure", .failureKind), Field("detail", .int),
        Field("text", .text))
    case 147:
      Kind(
        147, "warned", Field("epoch", .epoch), Field("failure", .failureKind), Field("detail", .int),
        Field("text", .text))
    case 148: Kind(148, "trackSelected", Field("epoch", .epoch), Field("kind", .trackKind), Field("track", .track))
    case 149: Kind(149, "subtitleShown", Field("epoch", .epoch), Field("text", .text))
    case 150: Kind(150, "stillCaptured", Field("epoch", .epoch), Field("serial", .still), Field("isCaptured", .bool))
    case 151: Kind(151, "closed", Field("epoch", .epoch))
    default: nil
    }
  }

  /// The line of the output with this number: `name field:type …`. `nil` when there is none.
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
    case 54: "blockedPlaying reason:reason segment:segment isSeekable:bool"
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

  /// Name and fields of the output with this number; `nil` when there is none.
  public static func outputKind(_ code: UInt16) -> Kind? {
    switch code {
    case 1: Kind(1, "itemChanged", Field("reason", .reason), Field("from", .item), Field("to", .item))
    case 2: Kind(2, "phaseChanged", Field("reason", .reason), Field("from", .phase), Field("to", .phase))
    case 3:
      Kind(
        3, "failed", Field("reason", .reason), Field("failure", .failureKind), Field("detail", .int),
        Field("text", .text), Field("position", .time))
    case 4:
      Kind(
        4, "warned", Field("reason", .reason), Field("failure", .failureKind), Field("detail", .int),
        Field("text", .text))
    case 5: Kind(5, "streamTypeChanged", Field("reason", .reason), Field("type", .streamType))
    case 6: Kind(6, "durationChanged", Field("reason", .reason), Field("duration", .time))
    case 7: Kind(7, "seekableRangeChanged", Field("reason", .reason), Field("start", .time), Field("end", .time))
    case 8:
      Kind(
        8, "tracksChanged", Field("reason", .reason), Field("audio", .int), Field("video", .int),
        Field("subtitle", .int))
    case 9: Kind(9, "trackSelected", Field("reason", .reason), Field("kind", .trackKind), Field("track", .track))
    case 10: Kind(10, "naturalSizeChanged", Field("reason", .reason), Field("width", .int), Field("height", .int))
    case 11:
      Kind(
        11, "connected", Field("reason", .reason), Field("address", .text), Field("nameLookup", .span),
        Field("connect", .span), Field("firstData", .span))
    case 12: Kind(12, "metadataFound", Field("reason", .reason), Field("key", .text), Field("value", .text))
    case 13:
      Kind(
        13, "chapterFound", Field("reason", .reason), Field("chapter", .segment), Field("start", .time),
        Field("end", .time), Field("title", .text))
    case 14: Kind(14, "prepared", Field("reason", .reason), Field("duration", .time))
    case 15: Kind(15, "intentChanged", Field("reason", .reason), Field("playing", .bool))
    case 16: Kind(16, "interruptionChanged", Field("reason", .reason), Field("isInterrupted", .bool))
    case 17: Kind(17, "supplyChanged", Field("reason", .reason), Field("from", .supply), Field("to", .supply))
    case 18: Kind(18, "stallBegan", Field("reason", .reason), Field("count", .int))
    case 19: Kind(19, "stallEnded", Field("reason", .reason), Field("lasted", .span))
    case 20:
      Kind(
        20, "seekBegan", Field("reason", .reason), Field("serial", .seek), Field("origin", .time),
        Field("target", .time))
    case 21:
      Kind(
        21, "seekEnded", Field("reason", .reason), Field("serial", .seek), Field("position", .time),
        Field("isFinished", .bool))
    case 22:
      Kind(
        22, "playbackStateChanged", Field("reason", .reason), Field("from", .playbackState),
        Field("to", .playbackState))
    case 23: Kind(23, "positionJumped", Field("reason", .reason), Field("from", .time), Field("to", .time))
    case 24: Kind(24, "rateChanged", Field("reason", .reason), Field("rate", .rate))
    case 25: Kind(25, "effectiveRateChanged", Field("reason", .reason), Field("rate", .rate))
    case 26: Kind(26, "volumeChanged", Field("reason", .reason), Field("left", .int), Field("right", .int))
    case 27: Kind(27, "mutedChanged", Field("reason", .reason), Field("muted", .bool))
    case 28: Kind(28, "loopingChanged", Field("reason", .reason), Field("looping", .bool))
    case 29: Kind(29, "scalingModeChanged", Field("reason", .reason), Field("mode", .scalingMode))
    case 30: Kind(30, "rotationChanged", Field("reason", .reason), Field("degrees", .int))
    case 31: Kind(31, "firstFrame", Field("reason", .reason), Field("kind", .trackKind), Field("after", .span))
    case 32: Kind(32, "subtitleChanged", Field("reason", .reason), Field("text", .text))
    case 33: Kind(33, "looped", Field("reason", .reason), Field("count", .int))
    case 34: Kind(34, "ended", Field("reason", .reason), Field("position", .time))
    case 35: Kind(35, "closed", Field("reason", .reason), Field("epoch", .epoch))
    case 36: Kind(36, "networkChanged", Field("reason", .reason), Field("network", .networkPath))
    case 37: Kind(37, "backgroundChanged", Field("reason", .reason), Field("isInBackground", .bool))
    case 38: Kind(38, "externalPlaybackChanged", Field("reason", .reason), Field("active", .bool))
    case 39: Kind(39, "pictureInPictureChanged", Field("reason", .reason), Field("active", .bool))
    case 40: Kind(40, "atLiveEdgeChanged", Field("reason", .reason), Field("atEdge", .bool))
    case 41: Kind(41, "policyPrevented", Field("reason", .reason), Field("network", .networkPath))
    case 42:
      Kind(
        42, "retryScheduled", Field("reason", .reason), Field("attempt", .int), Field("limit", .int),
        Field("after", .span))
    case 43:
      Kind(
        43, "segmentStarted", Field("reason", .reason), Field("segment", .segment), Field("isSelected", .bool),
        Field("selection", .selectionReason), Field("previous", .segment), Field("lastPosition", .time))
    case 44:
      Kind(
        44, "segmentEnded", Field("reason", .reason), Field("segment", .segment), Field("wasSelected", .bool),
        Field("selection", .selectionReason), Field("exit", .segmentExit), Field("next", .segment),
        Field("lastPosition", .time))
    case 45: Kind(45, "willSkip", Field("reason", .reason), Field("segment", .segment), Field("lastPosition", .time))
    case 46:
      Kind(
        46, "didSkip", Field("reason", .reason), Field("segment", .segment), Field("lastPosition", .time),
        Field("isFinished", .bool))
    case 47: Kind(47, "tick", Field("reason", .reason), Field("observer", .observer), Field("position", .time))
    case 48:
      Kind(48, "boundaryReached", Field("reason", .reason), Field("observer", .observer), Field("position", .time))
    case 49: Kind(49, "backgroundTimeNeeded", Field("reason", .reason), Field("span", .span))
    case 50: Kind(50, "settingChanged", Field("reason", .reason), Field("setting", .setting), Field("value", .long))
    case 51: Kind(51, "softEndReached", Field("reason", .reason), Field("position", .time))
    case 52: Kind(52, "reloading", Field("reason", .reason), Field("attempt", .int))
    case 53:
      Kind(
        53, "trackFound", Field("reason", .reason), Field("kind", .trackKind), Field("track", .track),
        Field("language", .text), Field("title", .text), Field("isDefault", .bool), Field("isForced", .bool))
    case 54:
      Kind(54, "blockedPlaying", Field("reason", .reason), Field("segment", .segment), Field("isSeekable", .bool))
    case 128: Kind(128, "engine.open", Field("epoch", .epoch), Field("item", .item), Field("keepsBuffer", .bool))
    case 129: Kind(129, "engine.close", Field("epoch", .epoch))
    case 130: Kind(130, "engine.play", Field("epoch", .epoch), Field("rate", .rate))
    case 131: Kind(131, "engine.pause", Field("epoch", .epoch))
    case 132:
      Kind(
        132, "engine.seek", Field("epoch", .epoch), Field("serial", .seek), Field("target", .time),
        Field("toleranceBefore", .span), Field("toleranceAfter", .span))
    case 133:
      Kind(
        133, "engine.setVolume", Field("epoch", .epoch), Field("left", .int), Field("right", .int),
        Field("isMuted", .bool))
    case 134: Kind(134, "engine.selectTrack", Field("epoch", .epoch), Field("kind", .trackKind), Field("track", .track))
    case 135:
      Kind(
        135, "engine.setPresentation", Field("epoch", .epoch), Field("scaling", .scalingMode), Field("rotation", .int))
    case 136: Kind(136, "engine.setVideoEnabled", Field("epoch", .epoch), Field("enabled", .bool))
    case 137: Kind(137, "engine.captureStill", Field("epoch", .epoch), Field("serial", .still))
    case 138: Kind(138, "engine.reportPosition", Field("epoch", .epoch))
    case 139: Kind(139, "engine.catchUp", Field("epoch", .epoch), Field("position", .time))
    case 192: Kind(192, "completion", Field("request", .request), Field("answer", .answer), Field("refusal", .refusal))
    case 193: Kind(193, "diagnostic", Field("input", .code), Field("oddity", .oddity))
    default: nil
    }
  }

  /// How many enumerations there are.
  public static var enumerationCount: Int { 17 }

  /// Name and case names of an enumeration, by its place in this list.
  public static func enumeration(_ index: Int) -> (name: StaticString, cases: StaticString)? {
    switch index {
    case 0: ("anchor", PositionAnchor.names)
    case 1: ("answer", Answer.names)
    case 2: ("failureKind", Failure.Kind.names)
    case 3: ("networkPath", NetworkPath.names)
    case 4: ("oddity", DiagnosticCode.names)
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
}
