extension VocabularyLines {
  /// The vocabulary of format version 1, as in the traces under `Traces/archive/1`. It never changes: every trace since
  /// then declares only how it differs from this one. A line may have several entries, with semicolons.
  static let base: Self = {
    var lines = Self()
    for line in text.split(whereSeparator: { $0 == "\n" || $0 == ";" }) {
      let words = splitWords(line)
      if words[0] == "state" {
        lines.state.append(StateLine(name: words[1], rest: "\(words[2]) \(words[3])"))
      } else {
        // Cannot fail: a test compares the result with the archive.
        try? lines.apply(String(line))
      }
    }
    return lines
  }()

  private static let text = """
    input 0 deadline
    input 1 load request:request item:item start.anchor:anchor start.offset:span start.before:span start.after:span \
    start.segment:segment autoplay:bool opens:bool isLocal:bool
    input 2 prepare request:request;input 3 play request:request;input 4 pause request:request
    input 5 toggle request:request;input 6 stop request:request;input 7 reset request:request
    input 8 reload request:request item:item flush:bool isLocal:bool
    input 9 seek request:request anchor:anchor offset:span before:span after:span segment:segment
    input 10 setRate request:request rate:rate;input 11 setVolume request:request left:int right:int
    input 12 setMuted request:request muted:bool;input 13 setLooping request:request looping:bool
    input 14 setScalingMode request:request mode:scalingMode;input 15 setRotation request:request degrees:int
    input 16 selectTrack request:request kind:trackKind track:track
    input 17 setPreferredLanguage request:request kind:trackKind language:text
    input 18 stageSegment request:request segment:segment start:time end:time isBlocked:bool isHidden:bool \
    isDated:bool title:text
    input 19 commitSegments request:request
    input 20 addPeriodicObserver request:request observer:observer interval:span phase:span
    input 21 addBoundaryObserver request:request observer:observer position:time
    input 22 removeObserver request:request observer:observer;input 23 set request:request setting:setting value:long
    input 24 captureStill request:request;input 25 retry request:request
    input 26 restart request:request anchor:anchor offset:span before:span after:span segment:segment autoplay:bool
    input 64 networkChanged network:networkPath;input 65 interruptionBegan stopsEngine:bool
    input 66 interruptionEnded mayResume:bool;input 67 routeChanged change:routeChange
    input 68 remoteControl button:remoteControl;input 69 enteredBackground audioContinues:bool
    input 70 enteredForeground;input 71 externalPlaybackChanged active:bool;input 72 pictureInPictureChanged active:bool
    input 73 wallClock date:long
    input 128 connected epoch:epoch address:text nameLookup:span connect:span firstData:span
    input 129 opened epoch:epoch duration:time estimated:bool seekable:bool audio:bool video:bool supply:supply
    input 130 trackFound epoch:epoch kind:trackKind track:track language:text title:text isDefault:bool isForced:bool
    input 131 chapterFound epoch:epoch chapter:segment start:time end:time title:text
    input 132 metadataFound epoch:epoch key:text value:text;input 133 durationChanged epoch:epoch duration:time
    input 134 seekableRangeChanged epoch:epoch start:time end:time
    input 135 dateReference epoch:epoch position:time date:long
    input 136 naturalSizeChanged epoch:epoch width:int height:int
    input 137 buffered epoch:epoch until:time bytesRead:long isSaturated:bool
    input 138 supplyChanged epoch:epoch supply:supply;input 139 starved epoch:epoch position:time
    input 140 playbackStarted epoch:epoch position:time rate:rate;input 141 playbackStopped epoch:epoch position:time
    input 142 positionReported epoch:epoch position:time
    input 143 seekCompleted epoch:epoch serial:seek position:time isFinished:bool
    input 144 firstFrame epoch:epoch kind:trackKind position:time;input 145 ended epoch:epoch position:time
    input 146 failed epoch:epoch failure:failureKind detail:int text:text
    input 147 warned epoch:epoch failure:failureKind detail:int text:text
    input 148 trackSelected epoch:epoch kind:trackKind track:track;input 149 subtitleShown epoch:epoch text:text
    input 150 stillCaptured epoch:epoch serial:still isCaptured:bool;input 151 closed epoch:epoch
    output 1 itemChanged reason:reason from:item to:item;output 2 phaseChanged reason:reason from:phase to:phase
    output 3 failed reason:reason failure:failureKind detail:int text:text position:time
    output 4 warned reason:reason failure:failureKind detail:int text:text
    output 5 streamTypeChanged reason:reason type:streamType;output 6 durationChanged reason:reason duration:time
    output 7 seekableRangeChanged reason:reason start:time end:time
    output 8 tracksChanged reason:reason audio:int video:int subtitle:int
    output 9 trackSelected reason:reason kind:trackKind track:track
    output 10 naturalSizeChanged reason:reason width:int height:int
    output 11 connected reason:reason address:text nameLookup:span connect:span firstData:span
    output 12 metadataFound reason:reason key:text value:text
    output 13 chapterFound reason:reason chapter:segment start:time end:time title:text
    output 14 prepared reason:reason duration:time;output 15 intentChanged reason:reason playing:bool
    output 16 interruptionChanged reason:reason isInterrupted:bool
    output 17 supplyChanged reason:reason from:supply to:supply;output 18 stallBegan reason:reason count:int
    output 19 stallEnded reason:reason lasted:span;output 20 seekBegan reason:reason serial:seek origin:time target:time
    output 21 seekEnded reason:reason serial:seek position:time isFinished:bool
    output 22 playbackStateChanged reason:reason from:playbackState to:playbackState
    output 23 positionJumped reason:reason from:time to:time;output 24 rateChanged reason:reason rate:rate
    output 25 effectiveRateChanged reason:reason rate:rate;output 26 volumeChanged reason:reason left:int right:int
    output 27 mutedChanged reason:reason muted:bool;output 28 loopingChanged reason:reason looping:bool
    output 29 scalingModeChanged reason:reason mode:scalingMode;output 30 rotationChanged reason:reason degrees:int
    output 31 firstFrame reason:reason kind:trackKind after:span;output 32 subtitleChanged reason:reason text:text
    output 33 looped reason:reason count:int;output 34 ended reason:reason position:time
    output 35 closed reason:reason epoch:epoch;output 36 networkChanged reason:reason network:networkPath
    output 37 backgroundChanged reason:reason isInBackground:bool
    output 38 externalPlaybackChanged reason:reason active:bool
    output 39 pictureInPictureChanged reason:reason active:bool;output 40 atLiveEdgeChanged reason:reason atEdge:bool
    output 41 policyPrevented reason:reason network:networkPath
    output 42 retryScheduled reason:reason attempt:int limit:int after:span
    output 43 segmentStarted reason:reason segment:segment isSelected:bool selection:selectionReason \
    previous:segment lastPosition:time
    output 44 segmentEnded reason:reason segment:segment wasSelected:bool selection:selectionReason exit:segmentExit \
    next:segment lastPosition:time
    output 45 willSkip reason:reason segment:segment lastPosition:time
    output 46 didSkip reason:reason segment:segment lastPosition:time isFinished:bool
    output 47 tick reason:reason observer:observer position:time
    output 48 boundaryReached reason:reason observer:observer position:time
    output 49 backgroundTimeNeeded reason:reason span:span
    output 50 settingChanged reason:reason setting:setting value:long
    output 51 softEndReached reason:reason position:time;output 52 reloading reason:reason attempt:int
    output 53 trackFound reason:reason kind:trackKind track:track language:text title:text isDefault:bool isForced:bool
    output 128 engine.open epoch:epoch item:item keepsBuffer:bool;output 129 engine.close epoch:epoch
    output 130 engine.play epoch:epoch rate:rate;output 131 engine.pause epoch:epoch
    output 132 engine.seek epoch:epoch serial:seek target:time toleranceBefore:span toleranceAfter:span
    output 133 engine.setVolume epoch:epoch left:int right:int isMuted:bool
    output 134 engine.selectTrack epoch:epoch kind:trackKind track:track
    output 135 engine.setPresentation epoch:epoch scaling:scalingMode rotation:int
    output 136 engine.setVideoEnabled epoch:epoch enabled:bool;output 137 engine.captureStill epoch:epoch serial:still
    output 138 engine.reportPosition epoch:epoch;output 139 engine.catchUp epoch:epoch position:time
    output 192 completion request:request answer:answer refusal:refusal;output 193 diagnostic input:code oddity:oddity
    enum 0 anchor start playhead liveEdge windowStart segment date defaultPosition
    enum 1 answer done superseded cancelled refused failed
    enum 2 failureKind none unknown io protocolUnsupported nameResolution socket connect httpBadRequest \
    httpUnauthorized httpForbidden httpNotFound httpClientError httpServerError invalidData videoCodecUnsupported \
    audioCodecUnsupported openTimeout readTimeout policy notFound notPermitted endedEarly stuckBuffering \
    stuckPlaying stuckSeeking retriesExhausted videoDecodeFailed audioDecodeFailed certificateUntrusted \
    tooManyRedirects keyMissing rangeRequired formatUnsupported imageUnsupported tooLarge httpTooManyRequests
    enum 3 networkPath unknown none wifi cellular wired
    enum 4 oddity staleEpoch staleSerial unexpected clockRanBackwards clamped unknownSubject notAvailable unanswered \
    retriedSeek emptyRange
    enum 5 phase empty idle blocked opening prepared ended failed
    enum 6 playbackState idle preparing playing seeking paused stalled ended
    enum 7 reason command engine deadline environment interruption retry reachability segment loop
    enum 8 refusal none noContent notSeekable outOfRange unknownSubject noDate notPrepared notAvailable
    enum 9 remoteControl play pause toggle stop next previous
    enum 10 routeChange other newDeviceAvailable oldDeviceUnavailable;enum 11 scalingMode none aspectFit aspectFill fill
    enum 12 segmentExit natural seek selection listUpdate stop failure ended;enum 13 selectionReason none initial update
    enum 14 setting autoplay openTimeout readTimeout bufferingLimit seekTimeout closeTimeout probeInterval \
    pastEndTolerance earlyEndTolerance unexpectedStopLimit startBuffer rebuffer playThroughBuffer derivesSupply \
    minimumRate maximumRate jumpTolerance seekEndMargin coalescesSeeks seekRetryLimit startEndTolerance \
    startEndToleranceRatio replaysOnPlay stopKeepsIntent togglesByIntent playWhilePlayingPauses \
    playWithoutContentSetsIntent reopensAtLastPosition interruptionResumeLimit pausesInBackground \
    disablesVideoInBackground minimumDVRWindow liveTolerance liveRateMargin liveBufferMaximum retryLimit \
    retryDelayKind retryDelay retryDelayMaximum retryJitter retryResetsOnReady retryResetsOnItem retryableFailures \
    retryResumesAtInitial seed allowsCellular checksPolicyWhilePlaying reloadsOnNetworkChange reloadsOnStall \
    resumesOnReconnect firstNetworkReportCounts softEndFraction tickGate longTickPhase relocatesBlockedStarts \
    skipLandingMargin retriesOpening retryResetsOnCommand retryKeepsIntent openFailureHolds emptiesOnFailure \
    reloadLimit backgroundTime ticksOnJump ticksAtStartAndStop segmentStartMargin resolvesOverlaps skipLimit \
    playOpens stallsInSeeks pausesOnReturn maximumVolume endClearsIntent stallKick interruptionsHold \
    readinessEndsInterruption retryResetsOnProgress showsDefaultSubtitles
    enum 15 streamType unknown onDemand live dvr;enum 16 trackKind audio video subtitle;setting 0 autoplay bool 0
    setting 1 openTimeout span 30000000;setting 2 readTimeout span 30000000;setting 3 bufferingLimit span 600000000
    setting 4 seekTimeout span 30000000;setting 5 closeTimeout span 5000000;setting 6 probeInterval span 10000000
    setting 7 pastEndTolerance span 10000000;setting 8 earlyEndTolerance span 2000000
    setting 9 unexpectedStopLimit int 3;setting 10 startBuffer span 1000000;setting 11 rebuffer span 2000000
    setting 12 playThroughBuffer span 10000000;setting 13 derivesSupply bool 1;setting 14 minimumRate int 500
    setting 15 maximumRate int 2000;setting 16 jumpTolerance span 250000;setting 17 seekEndMargin span 0
    setting 18 coalescesSeeks bool 0;setting 19 seekRetryLimit int 1;setting 20 startEndTolerance span 0
    setting 21 startEndToleranceRatio int 0;setting 22 replaysOnPlay bool 1;setting 23 stopKeepsIntent bool 0
    setting 24 togglesByIntent bool 1;setting 25 playWhilePlayingPauses bool 0
    setting 26 playWithoutContentSetsIntent bool 0;setting 27 reopensAtLastPosition bool 1
    setting 28 interruptionResumeLimit span 9223372036854775807;setting 29 pausesInBackground bool 0
    setting 30 disablesVideoInBackground bool 1;setting 31 minimumDVRWindow span 0
    setting 32 liveTolerance span 30000000;setting 33 liveRateMargin span 5000000;setting 34 liveBufferMaximum span -1
    setting 35 retryLimit int 0;setting 36 retryDelayKind int 0;setting 37 retryDelay span 1000000
    setting 38 retryDelayMaximum span 30000000;setting 39 retryJitter int 0;setting 40 retryResetsOnReady bool 1
    setting 41 retryResetsOnItem bool 1;setting 42 retryableFailures int -1;setting 43 retryResumesAtInitial bool 0
    setting 44 seed int 0;setting 45 allowsCellular bool 1;setting 46 checksPolicyWhilePlaying bool 0
    setting 47 reloadsOnNetworkChange bool 0;setting 48 reloadsOnStall bool 0;setting 49 resumesOnReconnect bool 0
    setting 50 firstNetworkReportCounts bool 0;setting 51 softEndFraction int 0;setting 52 tickGate span 0
    setting 53 longTickPhase int 0;setting 54 relocatesBlockedStarts bool 1;setting 55 skipLandingMargin span 0
    setting 56 retriesOpening bool 1;setting 57 retryResetsOnCommand bool 0;setting 58 retryKeepsIntent bool 1
    setting 59 openFailureHolds bool 0;setting 60 emptiesOnFailure bool 0;setting 61 reloadLimit int 10
    setting 62 backgroundTime span 0;setting 63 ticksOnJump bool 0;setting 64 ticksAtStartAndStop bool 0
    setting 65 segmentStartMargin span 0;setting 66 resolvesOverlaps bool 1;setting 67 skipLimit int 3
    setting 68 playOpens bool 1;setting 69 stallsInSeeks bool 0;setting 70 pausesOnReturn bool 0
    setting 71 maximumVolume int 1000;setting 72 endClearsIntent bool 0;setting 73 stallKick span 9223372036854775807
    setting 74 interruptionsHold bool 1;setting 75 readinessEndsInterruption bool 0
    setting 76 retryResetsOnProgress bool 1;setting 77 showsDefaultSubtitles bool 0;state clock int 0
    state content.item int 0;state content.isLocal bool 0
    state content.initialStart.anchor start|playhead|liveEdge|windowStart|segment|date|defaultPosition| 6
    state content.initialStart.offset span 0;state content.initialStart.before span 0
    state content.initialStart.after span 0;state content.initialStart.segment int 0
    state content.start.anchor start|playhead|liveEdge|windowStart|segment|date|defaultPosition| 6
    state content.start.offset span 0;state content.start.before span 0;state content.start.after span 0
    state content.start.segment int 0;state loading.phase empty|idle|blocked|opening|prepared|ended|failed| 0
    state loading.epoch int 0;state loading.nextEpoch int 0;state loading.isEngineOpen bool 0
    state loading.isConnected bool 0;state loading.openingSince int 0;state loading.upcoming.naturalWidth int 0
    state loading.upcoming.naturalHeight int 0;state loading.upcoming.count.audio int 0
    state loading.upcoming.count.video int 0;state loading.upcoming.count.subtitle int 0
    state loading.upcoming.selected.audio int -1;state loading.upcoming.selected.video int -1
    state loading.upcoming.selected.subtitle int -1;state loading.upcoming.isConnected bool 0
    state loading.request int 0;state loading.request.isOpen bool 0
    state loading.failure.kind \
    none|unknown|io|protocolUnsupported|nameResolution|socket|connect|httpBadRequest|httpUnauthorized|httpForbidden|httpNotFound|httpClientError|httpServerError|invalidData|videoCodecUnsupported|audioCodecUnsupported|openTimeout|readTimeout|policy|notFound|notPermitted|endedEarly|stuckBuffering|stuckPlaying|stuckSeeking|retriesExhausted|videoDecodeFailed|audioDecodeFailed|certificateUntrusted|tooManyRedirects|keyMissing|rangeRequired|formatUnsupported|imageUnsupported|tooLarge|httpTooManyRequests| \
    0
    state loading.failure.detail int 0;state loading.failure.text int 0;state loading.preparedCount int 0
    state closing.since int 0;state closing.newest int 0;state closing.awaited int 0;state retrying.isWaiting bool 0
    state retrying.wasUnderWay bool 0;state retrying.dueAt int 9223372036854775807
    state retrying.origin time -9223372036854775808;state retrying.count int 0;state retrying.reloads int 0
    state retrying.resets int 0;state retrying.setback time -9223372036854775808;state transport.wantsPlay bool 0
    state transport.rate int 1000;state transport.drive stopped|starting|moving| 0
    state transport.waiting none|start|seek|stall|replay|loop| 0;state transport.anchor time 0
    state transport.anchoredAt int 0;state transport.movingRate int 1000;state transport.commandedRate int 1000
    state transport.probedAt int 0;state transport.awaitsProbe bool 0
    state transport.probedPosition time -9223372036854775808;state transport.unexpectedStops int 0
    state transport.pendingStops int 0;state transport.hasTurned bool 0;state seeking.serial int 0
    state seeking.inFlight int 0;state seeking.isActive bool 0;state seeking.isVisible bool 0
    state seeking.origin time -9223372036854775808;state seeking.target time -9223372036854775808
    state seeking.toleranceBefore span 0;state seeking.toleranceAfter span 0;state seeking.issuedAt int 0
    state seeking.attempts int 0;state seeking.request int 0;state seeking.request.isOpen bool 0
    state seeking.wasFinished bool 1;state buffering.supply supply 0;state buffering.until time -9223372036854775808
    state buffering.isSaturated bool 0;state buffering.bytesRead int 0;state buffering.lastDataAt int 0
    state buffering.isWaiting bool 0;state buffering.waitingSince int 0;state buffering.stallSince int 0
    state buffering.kickedAt int 9223372036854775807;state timeline.streamType unknown|onDemand|live|dvr| 0
    state timeline.isSeekable bool 0;state timeline.isDurationEstimated bool 0
    state timeline.duration time -9223372036854775808;state timeline.rangeStart time -9223372036854775808
    state timeline.rangeEnd time -9223372036854775808;state timeline.hasReference bool 0
    state timeline.isReferenceDerived bool 0;state timeline.referencePosition time 0;state timeline.referenceDate int 0
    state timeline.hasWallClock bool 0;state timeline.wallClockOffset int 0;state liveEdge.isAtEdge bool 0
    state liveEdge.holdsRate bool 0;state liveEdge.awaitsWindow bool 0
    state liveEdge.nextCatchUp int -9223372036854775808;state tracks.hasAudio bool 0;state tracks.hasVideo bool 0
    state tracks.count.audio int 0;state tracks.count.video int 0;state tracks.count.subtitle int 0
    state tracks.selected.audio int -1;state tracks.selected.video int -1;state tracks.selected.subtitle int -1
    state tracks.wanted.audio int -2;state tracks.wanted.video int -2;state tracks.wanted.subtitle int -1
    state tracks.preferred.audio int 0;state tracks.preferred.video int 0;state tracks.preferred.subtitle int 0
    state tracks.found.0 int 0;state tracks.found.1 int 0;state tracks.found.2 int 0;state tracks.found.3 int 0
    state tracks.found.4 int 0;state tracks.found.5 int 0;state tracks.found.6 int 0;state tracks.found.7 int 0
    state tracks.found.8 int 0;state tracks.found.9 int 0;state tracks.found.10 int 0;state tracks.found.11 int 0
    state tracks.found.12 int 0;state tracks.found.13 int 0;state tracks.found.14 int 0;state tracks.found.15 int 0
    state tracks.found.16 int 0;state tracks.found.17 int 0;state tracks.found.18 int 0;state tracks.found.19 int 0
    state tracks.found.20 int 0;state tracks.found.21 int 0;state tracks.found.22 int 0;state tracks.found.23 int 0
    state tracks.found.24 int 0;state tracks.found.25 int 0;state tracks.found.26 int 0;state tracks.found.27 int 0
    state tracks.found.28 int 0;state tracks.found.29 int 0;state tracks.found.30 int 0;state tracks.found.31 int 0
    state tracks.hasShownAudio bool 0;state tracks.hasShownVideo bool 0;state tracks.subtitleText int 0
    state presentation.left int 1000;state presentation.right int 1000;state presentation.isMuted bool 0
    state presentation.isLooping bool 0;state presentation.scalingMode none|aspectFit|aspectFill|fill| 1
    state presentation.rotation int 0;state presentation.naturalWidth int 0;state presentation.naturalHeight int 0
    state presentation.loops int 0;state presentation.isVideoEnabled bool 1;state presentation.stillSerial int 0
    state presentation.stillRequest int 0;state presentation.stillRequest.isOpen bool 0
    state interruption.isPending bool 0;state interruption.holds bool 0;state interruption.since int 0
    state surroundings.network unknown|none|wifi|cellular|wired| 0;state surroundings.isInBackground bool 0
    state surroundings.audioContinues bool 1;state surroundings.isPlayingExternally bool 0
    state surroundings.isInPicture bool 0;state intervals.digest int 0;state intervals.passed time 0
    state intervals.next time 9223372036854775807;state intervals.reach time 0
    state intervals.gate time 9223372036854775807;state intervals.served int 0;state intervals.count int 0
    state intervals.round none|crossing|announcement| 0;state intervals.isLanded bool 0
    state intervals.isGateClosed bool 0;state intervals.awaitsLanding bool 0;state segments.list.count int 0
    state segments.list.digest int 0;state segments.staged.count int 0;state segments.staged.digest int 0
    state segments.lower time 0;state segments.upper time 0;state segments.origin time -9223372036854775808
    state segments.current int 0;state segments.isSelected bool 0;state segments.target int 0
    state segments.selection none|initial|update| 0;state segments.skipped int 0
    state segments.skipOrigin time -9223372036854775808;state segments.skipsInVain int 0
    state segments.due none|skip|end|look| 0;state segments.isPresent bool 0;state segments.isStale bool 0
    state segments.isListNew bool 0;state segments.endsInRun bool 0;state statistics.stallCount int 0
    state statistics.stallTime span 0;state statistics.startupTime span 9223372036854775807
    state statistics.ignoredEvents int 0
    """
}
