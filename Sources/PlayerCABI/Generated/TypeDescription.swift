// Generated from Sources/Specification/player.yaml and the headers by Tools/generate. Change those, not this.

/// The layout of every structure, and the numbers and names of everything that travels, as JSON.
let typeDescription: StaticString =
  """
  {"schema":1, "vocabularyHash":"0xB42AD79F865893E6", "structures":[{"name":"td_text", "size32":8, "size64":16, \
  "fields":[{"name":"bytes", "type":"char *", "count":1, "offset32":0, "offset64":0}, {"name":"length", \
  "type":"size_t", "count":1, "offset32":4, "offset64":8}]}, {"name":"td_message", "size32":112, "size64":112, \
  "fields":[{"name":"code", "type":"uint16_t", "count":1, "offset32":0, "offset64":0}, {"name":"count", \
  "type":"uint16_t", "count":1, "offset32":2, "offset64":2}, {"name":"context", "type":"uint32_t", "count":1, \
  "offset32":4, "offset64":4}, {"name":"time", "type":"int64_t", "count":1, "offset32":8, "offset64":8}, \
  {"name":"fields", "type":"int64_t", "count":11, "offset32":16, "offset64":16}, {"name":"input", "type":"uint32_t", \
  "count":1, "offset32":104, "offset64":104}, {"name":"reserved", "type":"uint32_t", "count":1, "offset32":108, \
  "offset64":108}]}, {"name":"td_setting", "size32":16, "size64":16, "fields":[{"name":"number", "type":"uint32_t", \
  "count":1, "offset32":0, "offset64":0}, {"name":"reserved", "type":"uint32_t", "count":1, "offset32":4, \
  "offset64":4}, {"name":"value", "type":"int64_t", "count":1, "offset32":8, "offset64":8}]}, {"name":"td_options", \
  "size32":56, "size64":88, "fields":[{"name":"size", "type":"uint32_t", "count":1, "offset32":0, "offset64":0}, \
  {"name":"abi", "type":"uint32_t", "count":1, "offset32":4, "offset64":4}, {"name":"vocabulary", "type":"uint64_t", \
  "count":1, "offset32":8, "offset64":8}, {"name":"preset", "type":"uint32_t", "count":1, "offset32":16, \
  "offset64":16}, {"name":"setting_count", "type":"uint32_t", "count":1, "offset32":20, "offset64":20}, \
  {"name":"settings", "type":"td_setting *", "count":1, "offset32":24, "offset64":24}, {"name":"memory", "type":"void \
  *", "count":1, "offset32":28, "offset64":32}, {"name":"memory_size", "type":"size_t", "count":1, "offset32":32, \
  "offset64":40}, {"name":"allocate", "type":"td_allocate", "count":1, "offset32":36, "offset64":48}, \
  {"name":"release", "type":"td_release", "count":1, "offset32":40, "offset64":56}, {"name":"allocator", "type":"void \
  *", "count":1, "offset32":44, "offset64":64}, {"name":"message", "type":"char *", "count":1, "offset32":48, \
  "offset64":72}, {"name":"message_size", "type":"size_t", "count":1, "offset32":52, "offset64":80}]}, \
  {"name":"td_recording", "size32":40, "size64":56, "fields":[{"name":"size", "type":"uint32_t", "count":1, \
  "offset32":0, "offset64":0}, {"name":"flushes", "type":"uint32_t", "count":1, "offset32":4, "offset64":4}, \
  {"name":"write", "type":"td_write", "count":1, "offset32":8, "offset64":8}, {"name":"context", "type":"void *", \
  "count":1, "offset32":12, "offset64":16}, {"name":"engine", "type":"char *", "count":1, "offset32":16, \
  "offset64":24}, {"name":"tool", "type":"char *", "count":1, "offset32":20, "offset64":32}, {"name":"note", \
  "type":"char *", "count":1, "offset32":24, "offset64":40}, {"name":"recorded_at", "type":"int64_t", "count":1, \
  "offset32":32, "offset64":48}]}], "constants":{"TD_VERSION_MAJOR":0, "TD_VERSION_MINOR":1, "TD_VERSION_PATCH":0, \
  "TD_OK":0, "TD_ERROR_NULL":-1, "TD_ERROR_VALUE":-2, "TD_ERROR_SIZE":-3, "TD_ERROR_SPACE":-4, "TD_ERROR_MEMORY":-5, \
  "TD_ERROR_VERSION":-6, "TD_ERROR_STATE":-7, "TD_ERROR_DAMAGED":-8, "TD_ERROR_WRITE":-9, "TD_MESSAGE_FIELDS":11, \
  "TD_OUTPUTS_MAX":40, "TD_KEY_CLOCK":1, "TD_KEY_NEXT_DEADLINE":2, "TD_KEY_NEXT_SLOT":3, "TD_KEY_DIGEST":4, \
  "TD_KEY_POSITION":5, "TD_KEY_STATE":6, "TD_KEY_PHASE":7, "TD_KEY_WANTS_PLAY":8, "TD_KEY_BUFFER_STATE":9, \
  "TD_KEY_ITEM":10, "TD_KEY_DURATION":11, "TD_KEY_RANGE_START":12, "TD_KEY_RANGE_END":13, "TD_KEY_STREAM_TYPE":14, \
  "TD_KEY_SEEK":15, "TD_KEY_SEEK_ORIGIN":16, "TD_KEY_SEEK_TARGET":17, "TD_KEY_RATE":18, "TD_KEY_EFFECTIVE_RATE":19, \
  "TD_KEY_VOLUME_LEFT":20, "TD_KEY_VOLUME_RIGHT":21, "TD_KEY_MUTED":22, "TD_KEY_LOOPING":23, "TD_KEY_SCALING_MODE":24, \
  "TD_KEY_ROTATION":25, "TD_KEY_NATURAL_WIDTH":26, "TD_KEY_NATURAL_HEIGHT":27, "TD_KEY_SUBTITLE":28, \
  "TD_KEY_SEGMENT":29, "TD_KEY_SELECTED_SEGMENT":30, "TD_KEY_SKIPPED_SEGMENT":31, "TD_KEY_FAILURE":32, \
  "TD_KEY_FAILURE_DETAIL":33, "TD_KEY_FAILURE_TEXT":34, "TD_KEY_PREPARED_COUNT":35, "TD_KEY_STALL_COUNT":36, \
  "TD_KEY_LOOP_COUNT":37, "TD_KEY_AUDIO_TRACK_COUNT":38, "TD_KEY_VIDEO_TRACK_COUNT":39, \
  "TD_KEY_SUBTITLE_TRACK_COUNT":40, "TD_KEY_AUDIO_TRACK":41, "TD_KEY_VIDEO_TRACK":42, "TD_KEY_SUBTITLE_TRACK":43, \
  "TD_KEY_NETWORK":44, "TD_KEY_INTERRUPTED":45, "TD_KEY_IN_BACKGROUND":46, "TD_KEY_EXTERNAL_PLAYBACK":47, \
  "TD_KEY_PICTURE_IN_PICTURE":48, "TD_KEY_AT_LIVE_EDGE":49, "TD_KEY_AUDIO_SHOWN":50, "TD_KEY_VIDEO_SHOWN":51, \
  "TD_KEY_EPOCH":52, "TD_KEY_NEXT_EPOCH":53, "TD_KEY_SEGMENT_COUNT":54, "TD_KEY_OBSERVER_COUNT":55, \
  "TD_KEY_RETRY_COUNT":56, "TD_KEY_WAITING_TO_RETRY":57, "TD_KEY_BUFFERED_UNTIL":58, "TD_KEY_BYTES_READ":59, \
  "TD_KEY_STALL_TIME":60, "TD_KEY_PLAYED_BLOCKED_SEGMENT":61, "TD_KEY_SETTING":4096, "TD_DEFINE_ITEM":1, \
  "TD_DEFINE_TEXT":2, "TD_NAMES_INPUTS":1, "TD_NAMES_OUTPUTS":2, "TD_NAMES_ENUMERATIONS":16}, "keys":[{"number":1, \
  "name":"clock", "type":"instant"}, {"number":2, "name":"nextDeadline", "type":"instant"}, {"number":3, \
  "name":"nextSlot", "type":"deadlineSlot"}, {"number":4, "name":"digest", "type":"digest"}, {"number":5, \
  "name":"position", "type":"time"}, {"number":6, "name":"state", "type":"playbackState"}, {"number":7, \
  "name":"phase", "type":"phase"}, {"number":8, "name":"wantsPlay", "type":"bool"}, {"number":9, "name":"bufferState", \
  "type":"supply"}, {"number":10, "name":"item", "type":"item"}, {"number":11, "name":"duration", "type":"time"}, \
  {"number":12, "name":"rangeStart", "type":"time"}, {"number":13, "name":"rangeEnd", "type":"time"}, {"number":14, \
  "name":"streamType", "type":"streamType"}, {"number":15, "name":"seek", "type":"seek"}, {"number":16, \
  "name":"seekOrigin", "type":"time"}, {"number":17, "name":"seekTarget", "type":"time"}, {"number":18, "name":"rate", \
  "type":"rate"}, {"number":19, "name":"effectiveRate", "type":"rate"}, {"number":20, "name":"volumeLeft", \
  "type":"int"}, {"number":21, "name":"volumeRight", "type":"int"}, {"number":22, "name":"muted", "type":"bool"}, \
  {"number":23, "name":"looping", "type":"bool"}, {"number":24, "name":"scalingMode", "type":"scalingMode"}, \
  {"number":25, "name":"rotation", "type":"int"}, {"number":26, "name":"naturalWidth", "type":"int"}, {"number":27, \
  "name":"naturalHeight", "type":"int"}, {"number":28, "name":"subtitle", "type":"text"}, {"number":29, \
  "name":"segment", "type":"segment"}, {"number":30, "name":"selectedSegment", "type":"segment"}, {"number":31, \
  "name":"skippedSegment", "type":"segment"}, {"number":32, "name":"failure", "type":"failureKind"}, {"number":33, \
  "name":"failureDetail", "type":"int"}, {"number":34, "name":"failureText", "type":"text"}, {"number":35, \
  "name":"preparedCount", "type":"int"}, {"number":36, "name":"stallCount", "type":"int"}, {"number":37, \
  "name":"loopCount", "type":"int"}, {"number":38, "name":"audioTrackCount", "type":"int"}, {"number":39, \
  "name":"videoTrackCount", "type":"int"}, {"number":40, "name":"subtitleTrackCount", "type":"int"}, {"number":41, \
  "name":"audioTrack", "type":"track"}, {"number":42, "name":"videoTrack", "type":"track"}, {"number":43, \
  "name":"subtitleTrack", "type":"track"}, {"number":44, "name":"network", "type":"networkPath"}, {"number":45, \
  "name":"interrupted", "type":"bool"}, {"number":46, "name":"inBackground", "type":"bool"}, {"number":47, \
  "name":"externalPlayback", "type":"bool"}, {"number":48, "name":"pictureInPicture", "type":"bool"}, {"number":49, \
  "name":"atLiveEdge", "type":"bool"}, {"number":50, "name":"audioShown", "type":"bool"}, {"number":51, \
  "name":"videoShown", "type":"bool"}, {"number":52, "name":"epoch", "type":"epoch"}, {"number":53, \
  "name":"nextEpoch", "type":"epoch"}, {"number":54, "name":"segmentCount", "type":"int"}, {"number":55, \
  "name":"observerCount", "type":"int"}, {"number":56, "name":"retryCount", "type":"int"}, {"number":57, \
  "name":"waitingToRetry", "type":"bool"}, {"number":58, "name":"bufferedUntil", "type":"time"}, {"number":59, \
  "name":"bytesRead", "type":"long"}, {"number":60, "name":"stallTime", "type":"span"}, {"number":61, \
  "name":"playedBlockedSegment", "type":"segment"}], "functions":["td_version", "td_abi", "td_vocabulary_hash", \
  "td_check", "td_error_text", "td_size", "td_create", "td_destroy", "td_fork", "td_receive", "td_receive_many", \
  "td_outputs", "td_get", "td_get_many", "td_field", "td_position", "td_last_error", "td_record", "td_define", \
  "td_mark", "td_flush", "td_finish", "td_snapshot", "td_restore", "td_type_json", "td_name"], \
  "enumerations":{"phase":{"empty":0, "idle":1, "blocked":2, "opening":3, "prepared":4, "ended":5, "failed":6}, \
  "playbackState":{"idle":0, "preparing":1, "playing":2, "seeking":3, "paused":4, "stalled":5, "ended":6}, \
  "streamType":{"unknown":0, "onDemand":1, "live":2, "dvr":3}, "scalingMode":{"none":0, "aspectFit":1, "aspectFill":2, \
  "fill":3}, "trackKind":{"audio":0, "video":1, "subtitle":2}, "networkPath":{"unknown":0, "none":1, "wifi":2, \
  "cellular":3, "wired":4}, "routeChange":{"other":0, "newDeviceAvailable":1, "oldDeviceUnavailable":2}, \
  "remoteControl":{"play":0, "pause":1, "toggle":2, "stop":3, "next":4, "previous":5}, "anchor":{"start":0, \
  "playhead":1, "liveEdge":2, "windowStart":3, "segment":4, "date":5, "defaultPosition":6}, "reason":{"command":0, \
  "engine":1, "deadline":2, "environment":3, "interruption":4, "retry":5, "reachability":6, "segment":7, "loop":8}, \
  "refusal":{"none":0, "noContent":1, "notSeekable":2, "outOfRange":3, "unknownSubject":4, "noDate":5, \
  "notPrepared":6, "notAvailable":7}, "answer":{"done":0, "superseded":1, "cancelled":2, "refused":3, "failed":4}, \
  "oddity":{"staleEpoch":0, "staleSerial":1, "unexpected":2, "clockRanBackwards":3, "clamped":4, "unknownSubject":5, \
  "notAvailable":6, "unanswered":7, "retriedSeek":8, "emptyRange":9}, "segmentExit":{"natural":0, "seek":1, \
  "selection":2, "listUpdate":3, "stop":4, "failure":5, "ended":6}, "selectionReason":{"none":0, "initial":1, \
  "update":2}, "failureKind":{"none":0, "unknown":1, "io":2, "protocolUnsupported":3, "nameResolution":4, "socket":5, \
  "connect":6, "httpBadRequest":7, "httpUnauthorized":8, "httpForbidden":9, "httpNotFound":10, "httpClientError":11, \
  "httpServerError":12, "invalidData":13, "videoCodecUnsupported":14, "audioCodecUnsupported":15, "openTimeout":16, \
  "readTimeout":17, "policy":18, "notFound":19, "notPermitted":20, "endedEarly":21, "stuckBuffering":22, \
  "stuckPlaying":23, "stuckSeeking":24, "retriesExhausted":25, "videoDecodeFailed":26, "audioDecodeFailed":27, \
  "certificateUntrusted":28, "tooManyRedirects":29, "keyMissing":30, "rangeRequired":31, "formatUnsupported":32, \
  "imageUnsupported":33, "tooLarge":34, "httpTooManyRequests":35}, "setting":{"autoplay":0, "openTimeout":1, \
  "readTimeout":2, "bufferingLimit":3, "seekTimeout":4, "closeTimeout":5, "probeInterval":6, "pastEndTolerance":7, \
  "earlyEndTolerance":8, "unexpectedStopLimit":9, "startBuffer":10, "rebuffer":11, "playThroughBuffer":12, \
  "derivesSupply":13, "minimumRate":14, "maximumRate":15, "jumpTolerance":16, "seekEndMargin":17, "coalescesSeeks":18, \
  "seekRetryLimit":19, "startEndTolerance":20, "startEndToleranceRatio":21, "replaysOnPlay":22, "stopKeepsIntent":23, \
  "togglesByIntent":24, "playWhilePlayingPauses":25, "playWithoutContentSetsIntent":26, "reopensAtLastPosition":27, \
  "interruptionResumeLimit":28, "pausesInBackground":29, "disablesVideoInBackground":30, "minimumDVRWindow":31, \
  "liveTolerance":32, "liveRateMargin":33, "liveBufferMaximum":34, "retryLimit":35, "retryDelayKind":36, \
  "retryDelay":37, "retryDelayMaximum":38, "retryJitter":39, "retryResetsOnReady":40, "retryResetsOnItem":41, \
  "retryableFailures":42, "retryResumesAtInitial":43, "seed":44, "allowsCellular":45, "checksPolicyWhilePlaying":46, \
  "reloadsOnNetworkChange":47, "reloadsOnStall":48, "resumesOnReconnect":49, "firstNetworkReportCounts":50, \
  "softEndFraction":51, "tickGate":52, "longTickPhase":53, "relocatesBlockedStarts":54, "skipLandingMargin":55, \
  "retriesOpening":56, "retryResetsOnCommand":57, "retryKeepsIntent":58, "openFailureHolds":59, "emptiesOnFailure":60, \
  "reloadLimit":61, "backgroundTime":62, "ticksOnJump":63, "ticksAtStartAndStop":64, "segmentStartMargin":65, \
  "resolvesOverlaps":66, "skipLimit":67, "playOpens":68, "stallsInSeeks":69, "pausesOnReturn":70, "maximumVolume":71, \
  "endClearsIntent":72, "stallKick":73, "interruptionsHold":74, "readinessEndsInterruption":75, \
  "retryResetsOnProgress":76, "showsDefaultSubtitles":77, "startRangeTimeout":78, "commandsEndInterruption":79, \
  "playsUnskippable":80}, "preset":{"defaults":0, "standard":1, "prx":2, "prxSource":3, "prx1":4, "ksy":5, "srg":6, \
  "srgSource":7, "playerProtocol":9}, "settingUnit":{"flag":0, "microseconds":1, "thousandths":2, "count":3, \
  "bits":4}, "retryDelayKind":{"none":0, "fixed":1, "exponential":2}, "deadlineSlot":{"none":0, "close":1, "open":2, \
  "seek":3, "read":4, "bufferingLimit":5, "pastEnd":6, "probe":7, "edge":8, "interval":9, "retry":10, "segment":11, \
  "kick":12}}, "sets":{"supply":{"playable":1, "playThrough":2, "stalled":4}}, "inputs":[{"code":0, "name":"deadline", \
  "family":"time", "context":{}, "fields":{}}, {"code":1, "name":"load", "family":"commands", \
  "context":{"request":"request"}, "fields":{"item":"item", "start.anchor":"anchor", "start.offset":"span", \
  "start.before":"span", "start.after":"span", "start.segment":"segment", "autoplay":"bool", "opens":"bool", \
  "isLocal":"bool"}}, {"code":2, "name":"prepare", "family":"commands", "context":{"request":"request"}, "fields":{}}, \
  {"code":3, "name":"play", "family":"commands", "context":{"request":"request"}, "fields":{}}, {"code":4, \
  "name":"pause", "family":"commands", "context":{"request":"request"}, "fields":{}}, {"code":5, "name":"toggle", \
  "family":"commands", "context":{"request":"request"}, "fields":{}}, {"code":6, "name":"stop", "family":"commands", \
  "context":{"request":"request"}, "fields":{}}, {"code":7, "name":"reset", "family":"commands", \
  "context":{"request":"request"}, "fields":{}}, {"code":8, "name":"reload", "family":"commands", \
  "context":{"request":"request"}, "fields":{"item":"item", "flush":"bool", "isLocal":"bool"}}, {"code":9, \
  "name":"seek", "family":"commands", "context":{"request":"request"}, "fields":{"anchor":"anchor", "offset":"span", \
  "before":"span", "after":"span", "segment":"segment"}}, {"code":10, "name":"setRate", "family":"commands", \
  "context":{"request":"request"}, "fields":{"rate":"rate"}}, {"code":11, "name":"setVolume", "family":"commands", \
  "context":{"request":"request"}, "fields":{"left":"int", "right":"int"}}, {"code":12, "name":"setMuted", \
  "family":"commands", "context":{"request":"request"}, "fields":{"muted":"bool"}}, {"code":13, "name":"setLooping", \
  "family":"commands", "context":{"request":"request"}, "fields":{"looping":"bool"}}, {"code":14, \
  "name":"setScalingMode", "family":"commands", "context":{"request":"request"}, "fields":{"mode":"scalingMode"}}, \
  {"code":15, "name":"setRotation", "family":"commands", "context":{"request":"request"}, "fields":{"degrees":"int"}}, \
  {"code":16, "name":"selectTrack", "family":"commands", "context":{"request":"request"}, \
  "fields":{"kind":"trackKind", "track":"track"}}, {"code":17, "name":"setPreferredLanguage", "family":"commands", \
  "context":{"request":"request"}, "fields":{"kind":"trackKind", "language":"text"}}, {"code":18, \
  "name":"stageSegment", "family":"commands", "context":{"request":"request"}, "fields":{"segment":"segment", \
  "start":"time", "end":"time", "isBlocked":"bool", "isHidden":"bool", "isDated":"bool", "title":"text"}}, {"code":19, \
  "name":"commitSegments", "family":"commands", "context":{"request":"request"}, "fields":{}}, {"code":20, \
  "name":"addPeriodicObserver", "family":"commands", "context":{"request":"request"}, "fields":{"observer":"observer", \
  "interval":"span", "phase":"span"}}, {"code":21, "name":"addBoundaryObserver", "family":"commands", \
  "context":{"request":"request"}, "fields":{"observer":"observer", "position":"time"}}, {"code":22, \
  "name":"removeObserver", "family":"commands", "context":{"request":"request"}, "fields":{"observer":"observer"}}, \
  {"code":23, "name":"set", "family":"commands", "context":{"request":"request"}, "fields":{"setting":"setting", \
  "value":"long"}}, {"code":24, "name":"captureStill", "family":"commands", "context":{"request":"request"}, \
  "fields":{}}, {"code":25, "name":"retry", "family":"commands", "context":{"request":"request"}, "fields":{}}, \
  {"code":26, "name":"restart", "family":"commands", "context":{"request":"request"}, "fields":{"anchor":"anchor", \
  "offset":"span", "before":"span", "after":"span", "segment":"segment", "autoplay":"bool"}}, {"code":64, \
  "name":"networkChanged", "family":"environment", "context":{}, "fields":{"network":"networkPath"}}, {"code":65, \
  "name":"interruptionBegan", "family":"environment", "context":{}, "fields":{"stopsEngine":"bool"}}, {"code":66, \
  "name":"interruptionEnded", "family":"environment", "context":{}, "fields":{"mayResume":"bool"}}, {"code":67, \
  "name":"routeChanged", "family":"environment", "context":{}, "fields":{"change":"routeChange"}}, {"code":68, \
  "name":"remoteControl", "family":"environment", "context":{}, "fields":{"button":"remoteControl"}}, {"code":69, \
  "name":"enteredBackground", "family":"environment", "context":{}, "fields":{"audioContinues":"bool"}}, {"code":70, \
  "name":"enteredForeground", "family":"environment", "context":{}, "fields":{}}, {"code":71, \
  "name":"externalPlaybackChanged", "family":"environment", "context":{}, "fields":{"active":"bool"}}, {"code":72, \
  "name":"pictureInPictureChanged", "family":"environment", "context":{}, "fields":{"active":"bool"}}, {"code":73, \
  "name":"wallClock", "family":"environment", "context":{}, "fields":{"date":"long"}}, {"code":128, \
  "name":"connected", "family":"engineEvents", "context":{"epoch":"epoch"}, "fields":{"address":"text", \
  "nameLookup":"span", "connect":"span", "firstData":"span"}}, {"code":129, "name":"opened", "family":"engineEvents", \
  "context":{"epoch":"epoch"}, "fields":{"duration":"time", "estimated":"bool", "seekable":"bool", "audio":"bool", \
  "video":"bool", "supply":"supply"}}, {"code":130, "name":"trackFound", "family":"engineEvents", \
  "context":{"epoch":"epoch"}, "fields":{"kind":"trackKind", "track":"track", "language":"text", "title":"text", \
  "isDefault":"bool", "isForced":"bool"}}, {"code":131, "name":"chapterFound", "family":"engineEvents", \
  "context":{"epoch":"epoch"}, "fields":{"chapter":"segment", "start":"time", "end":"time", "title":"text"}}, \
  {"code":132, "name":"metadataFound", "family":"engineEvents", "context":{"epoch":"epoch"}, "fields":{"key":"text", \
  "value":"text"}}, {"code":133, "name":"durationChanged", "family":"engineEvents", "context":{"epoch":"epoch"}, \
  "fields":{"duration":"time"}}, {"code":134, "name":"seekableRangeChanged", "family":"engineEvents", \
  "context":{"epoch":"epoch"}, "fields":{"start":"time", "end":"time"}}, {"code":135, "name":"dateReference", \
  "family":"engineEvents", "context":{"epoch":"epoch"}, "fields":{"position":"time", "date":"long"}}, {"code":136, \
  "name":"naturalSizeChanged", "family":"engineEvents", "context":{"epoch":"epoch"}, "fields":{"width":"int", \
  "height":"int"}}, {"code":137, "name":"buffered", "family":"engineEvents", "context":{"epoch":"epoch"}, \
  "fields":{"until":"time", "bytesRead":"long", "isSaturated":"bool"}}, {"code":138, "name":"supplyChanged", \
  "family":"engineEvents", "context":{"epoch":"epoch"}, "fields":{"supply":"supply"}}, {"code":139, "name":"starved", \
  "family":"engineEvents", "context":{"epoch":"epoch"}, "fields":{"position":"time"}}, {"code":140, \
  "name":"playbackStarted", "family":"engineEvents", "context":{"epoch":"epoch"}, "fields":{"position":"time", \
  "rate":"rate"}}, {"code":141, "name":"playbackStopped", "family":"engineEvents", "context":{"epoch":"epoch"}, \
  "fields":{"position":"time"}}, {"code":142, "name":"positionReported", "family":"engineEvents", \
  "context":{"epoch":"epoch"}, "fields":{"position":"time"}}, {"code":143, "name":"seekCompleted", \
  "family":"engineEvents", "context":{"epoch":"epoch"}, "fields":{"serial":"seek", "position":"time", \
  "isFinished":"bool"}}, {"code":144, "name":"firstFrame", "family":"engineEvents", "context":{"epoch":"epoch"}, \
  "fields":{"kind":"trackKind", "position":"time"}}, {"code":145, "name":"ended", "family":"engineEvents", \
  "context":{"epoch":"epoch"}, "fields":{"position":"time"}}, {"code":146, "name":"failed", "family":"engineEvents", \
  "context":{"epoch":"epoch"}, "fields":{"failure":"failureKind", "detail":"int", "text":"text"}}, {"code":147, \
  "name":"warned", "family":"engineEvents", "context":{"epoch":"epoch"}, "fields":{"failure":"failureKind", \
  "detail":"int", "text":"text"}}, {"code":148, "name":"trackSelected", "family":"engineEvents", \
  "context":{"epoch":"epoch"}, "fields":{"kind":"trackKind", "track":"track"}}, {"code":149, "name":"subtitleShown", \
  "family":"engineEvents", "context":{"epoch":"epoch"}, "fields":{"text":"text"}}, {"code":150, \
  "name":"stillCaptured", "family":"engineEvents", "context":{"epoch":"epoch"}, "fields":{"serial":"still", \
  "isCaptured":"bool"}}, {"code":151, "name":"closed", "family":"engineEvents", "context":{"epoch":"epoch"}, \
  "fields":{}}], "outputs":[{"code":1, "name":"itemChanged", "family":"notifications", "context":{"reason":"reason"}, \
  "fields":{"from":"item", "to":"item"}}, {"code":2, "name":"phaseChanged", "family":"notifications", \
  "context":{"reason":"reason"}, "fields":{"from":"phase", "to":"phase"}}, {"code":3, "name":"failed", \
  "family":"notifications", "context":{"reason":"reason"}, "fields":{"failure":"failureKind", "detail":"int", \
  "text":"text", "position":"time"}}, {"code":4, "name":"warned", "family":"notifications", \
  "context":{"reason":"reason"}, "fields":{"failure":"failureKind", "detail":"int", "text":"text"}}, {"code":5, \
  "name":"streamTypeChanged", "family":"notifications", "context":{"reason":"reason"}, \
  "fields":{"type":"streamType"}}, {"code":6, "name":"durationChanged", "family":"notifications", \
  "context":{"reason":"reason"}, "fields":{"duration":"time"}}, {"code":7, "name":"seekableRangeChanged", \
  "family":"notifications", "context":{"reason":"reason"}, "fields":{"start":"time", "end":"time"}}, {"code":8, \
  "name":"tracksChanged", "family":"notifications", "context":{"reason":"reason"}, "fields":{"audio":"int", \
  "video":"int", "subtitle":"int"}}, {"code":9, "name":"trackSelected", "family":"notifications", \
  "context":{"reason":"reason"}, "fields":{"kind":"trackKind", "track":"track"}}, {"code":10, \
  "name":"naturalSizeChanged", "family":"notifications", "context":{"reason":"reason"}, "fields":{"width":"int", \
  "height":"int"}}, {"code":11, "name":"connected", "family":"notifications", "context":{"reason":"reason"}, \
  "fields":{"address":"text", "nameLookup":"span", "connect":"span", "firstData":"span"}}, {"code":12, \
  "name":"metadataFound", "family":"notifications", "context":{"reason":"reason"}, "fields":{"key":"text", \
  "value":"text"}}, {"code":13, "name":"chapterFound", "family":"notifications", "context":{"reason":"reason"}, \
  "fields":{"chapter":"segment", "start":"time", "end":"time", "title":"text"}}, {"code":14, "name":"prepared", \
  "family":"notifications", "context":{"reason":"reason"}, "fields":{"duration":"time"}}, {"code":15, \
  "name":"intentChanged", "family":"notifications", "context":{"reason":"reason"}, "fields":{"playing":"bool"}}, \
  {"code":16, "name":"interruptionChanged", "family":"notifications", "context":{"reason":"reason"}, \
  "fields":{"isInterrupted":"bool"}}, {"code":17, "name":"supplyChanged", "family":"notifications", \
  "context":{"reason":"reason"}, "fields":{"from":"supply", "to":"supply"}}, {"code":18, "name":"stallBegan", \
  "family":"notifications", "context":{"reason":"reason"}, "fields":{"count":"int"}}, {"code":19, "name":"stallEnded", \
  "family":"notifications", "context":{"reason":"reason"}, "fields":{"lasted":"span"}}, {"code":20, \
  "name":"seekBegan", "family":"notifications", "context":{"reason":"reason"}, "fields":{"serial":"seek", \
  "origin":"time", "target":"time"}}, {"code":21, "name":"seekEnded", "family":"notifications", \
  "context":{"reason":"reason"}, "fields":{"serial":"seek", "position":"time", "isFinished":"bool"}}, {"code":22, \
  "name":"playbackStateChanged", "family":"notifications", "context":{"reason":"reason"}, \
  "fields":{"from":"playbackState", "to":"playbackState"}}, {"code":23, "name":"positionJumped", \
  "family":"notifications", "context":{"reason":"reason"}, "fields":{"from":"time", "to":"time"}}, {"code":24, \
  "name":"rateChanged", "family":"notifications", "context":{"reason":"reason"}, "fields":{"rate":"rate"}}, \
  {"code":25, "name":"effectiveRateChanged", "family":"notifications", "context":{"reason":"reason"}, \
  "fields":{"rate":"rate"}}, {"code":26, "name":"volumeChanged", "family":"notifications", \
  "context":{"reason":"reason"}, "fields":{"left":"int", "right":"int"}}, {"code":27, "name":"mutedChanged", \
  "family":"notifications", "context":{"reason":"reason"}, "fields":{"muted":"bool"}}, {"code":28, \
  "name":"loopingChanged", "family":"notifications", "context":{"reason":"reason"}, "fields":{"looping":"bool"}}, \
  {"code":29, "name":"scalingModeChanged", "family":"notifications", "context":{"reason":"reason"}, \
  "fields":{"mode":"scalingMode"}}, {"code":30, "name":"rotationChanged", "family":"notifications", \
  "context":{"reason":"reason"}, "fields":{"degrees":"int"}}, {"code":31, "name":"firstFrame", \
  "family":"notifications", "context":{"reason":"reason"}, "fields":{"kind":"trackKind", "after":"span"}}, {"code":32, \
  "name":"subtitleChanged", "family":"notifications", "context":{"reason":"reason"}, "fields":{"text":"text"}}, \
  {"code":33, "name":"looped", "family":"notifications", "context":{"reason":"reason"}, "fields":{"count":"int"}}, \
  {"code":34, "name":"ended", "family":"notifications", "context":{"reason":"reason"}, "fields":{"position":"time"}}, \
  {"code":35, "name":"closed", "family":"notifications", "context":{"reason":"reason"}, "fields":{"epoch":"epoch"}}, \
  {"code":36, "name":"networkChanged", "family":"notifications", "context":{"reason":"reason"}, \
  "fields":{"network":"networkPath"}}, {"code":37, "name":"backgroundChanged", "family":"notifications", \
  "context":{"reason":"reason"}, "fields":{"isInBackground":"bool"}}, {"code":38, "name":"externalPlaybackChanged", \
  "family":"notifications", "context":{"reason":"reason"}, "fields":{"active":"bool"}}, {"code":39, \
  "name":"pictureInPictureChanged", "family":"notifications", "context":{"reason":"reason"}, \
  "fields":{"active":"bool"}}, {"code":40, "name":"atLiveEdgeChanged", "family":"notifications", \
  "context":{"reason":"reason"}, "fields":{"atEdge":"bool"}}, {"code":41, "name":"policyPrevented", \
  "family":"notifications", "context":{"reason":"reason"}, "fields":{"network":"networkPath"}}, {"code":42, \
  "name":"retryScheduled", "family":"notifications", "context":{"reason":"reason"}, "fields":{"attempt":"int", \
  "limit":"int", "after":"span"}}, {"code":43, "name":"segmentStarted", "family":"notifications", \
  "context":{"reason":"reason"}, "fields":{"segment":"segment", "isSelected":"bool", "selection":"selectionReason", \
  "previous":"segment", "lastPosition":"time"}}, {"code":44, "name":"segmentEnded", "family":"notifications", \
  "context":{"reason":"reason"}, "fields":{"segment":"segment", "wasSelected":"bool", "selection":"selectionReason", \
  "exit":"segmentExit", "next":"segment", "lastPosition":"time"}}, {"code":45, "name":"willSkip", \
  "family":"notifications", "context":{"reason":"reason"}, "fields":{"segment":"segment", "lastPosition":"time"}}, \
  {"code":46, "name":"didSkip", "family":"notifications", "context":{"reason":"reason"}, \
  "fields":{"segment":"segment", "lastPosition":"time", "isFinished":"bool"}}, {"code":47, "name":"tick", \
  "family":"notifications", "context":{"reason":"reason"}, "fields":{"observer":"observer", "position":"time"}}, \
  {"code":48, "name":"boundaryReached", "family":"notifications", "context":{"reason":"reason"}, \
  "fields":{"observer":"observer", "position":"time"}}, {"code":49, "name":"backgroundTimeNeeded", \
  "family":"notifications", "context":{"reason":"reason"}, "fields":{"span":"span"}}, {"code":50, \
  "name":"settingChanged", "family":"notifications", "context":{"reason":"reason"}, "fields":{"setting":"setting", \
  "value":"long"}}, {"code":51, "name":"softEndReached", "family":"notifications", "context":{"reason":"reason"}, \
  "fields":{"position":"time"}}, {"code":52, "name":"reloading", "family":"notifications", \
  "context":{"reason":"reason"}, "fields":{"attempt":"int"}}, {"code":53, "name":"trackFound", \
  "family":"notifications", "context":{"reason":"reason"}, "fields":{"kind":"trackKind", "track":"track", \
  "language":"text", "title":"text", "isDefault":"bool", "isForced":"bool"}}, {"code":54, "name":"blockedPlaying", \
  "family":"notifications", "context":{"reason":"reason"}, "fields":{"segment":"segment", "isSeekable":"bool"}}, \
  {"code":128, "name":"engine.open", "family":"engineCommands", "context":{"epoch":"epoch"}, "fields":{"item":"item", \
  "keepsBuffer":"bool"}}, {"code":129, "name":"engine.close", "family":"engineCommands", "context":{"epoch":"epoch"}, \
  "fields":{}}, {"code":130, "name":"engine.play", "family":"engineCommands", "context":{"epoch":"epoch"}, \
  "fields":{"rate":"rate"}}, {"code":131, "name":"engine.pause", "family":"engineCommands", \
  "context":{"epoch":"epoch"}, "fields":{}}, {"code":132, "name":"engine.seek", "family":"engineCommands", \
  "context":{"epoch":"epoch"}, "fields":{"serial":"seek", "target":"time", "toleranceBefore":"span", \
  "toleranceAfter":"span"}}, {"code":133, "name":"engine.setVolume", "family":"engineCommands", \
  "context":{"epoch":"epoch"}, "fields":{"left":"int", "right":"int", "isMuted":"bool"}}, {"code":134, \
  "name":"engine.selectTrack", "family":"engineCommands", "context":{"epoch":"epoch"}, "fields":{"kind":"trackKind", \
  "track":"track"}}, {"code":135, "name":"engine.setPresentation", "family":"engineCommands", \
  "context":{"epoch":"epoch"}, "fields":{"scaling":"scalingMode", "rotation":"int"}}, {"code":136, \
  "name":"engine.setVideoEnabled", "family":"engineCommands", "context":{"epoch":"epoch"}, \
  "fields":{"enabled":"bool"}}, {"code":137, "name":"engine.captureStill", "family":"engineCommands", \
  "context":{"epoch":"epoch"}, "fields":{"serial":"still"}}, {"code":138, "name":"engine.reportPosition", \
  "family":"engineCommands", "context":{"epoch":"epoch"}, "fields":{}}, {"code":139, "name":"engine.catchUp", \
  "family":"engineCommands", "context":{"epoch":"epoch"}, "fields":{"position":"time"}}, {"code":192, \
  "name":"completion", "family":"answers", "context":{"request":"request"}, "fields":{"answer":"answer", \
  "refusal":"refusal"}}, {"code":193, "name":"diagnostic", "family":"answers", "context":{"input":"code"}, \
  "fields":{"oddity":"oddity"}}], "settings":[{"number":0, "name":"autoplay", "type":"flag", "unit":"flag", \
  "default":0, "minimum":0, "maximum":1}, {"number":1, "name":"openTimeout", "type":"span", "unit":"microseconds", \
  "default":30000000, "minimum":0, "maximum":"9223372036854775807"}, {"number":2, "name":"readTimeout", "type":"span", \
  "unit":"microseconds", "default":30000000, "minimum":0, "maximum":"9223372036854775807"}, {"number":3, \
  "name":"bufferingLimit", "type":"span", "unit":"microseconds", "default":600000000, "minimum":0, \
  "maximum":"9223372036854775807"}, {"number":4, "name":"seekTimeout", "type":"span", "unit":"microseconds", \
  "default":30000000, "minimum":0, "maximum":"9223372036854775807"}, {"number":5, "name":"closeTimeout", \
  "type":"span", "unit":"microseconds", "default":5000000, "minimum":0, "maximum":"9223372036854775807"}, {"number":6, \
  "name":"probeInterval", "type":"span", "unit":"microseconds", "default":10000000, "minimum":100000, \
  "maximum":"9223372036854775807"}, {"number":7, "name":"pastEndTolerance", "type":"span", "unit":"microseconds", \
  "default":10000000, "minimum":0, "maximum":"9223372036854775807"}, {"number":8, "name":"earlyEndTolerance", \
  "type":"span", "unit":"microseconds", "default":2000000, "minimum":0, "maximum":"9223372036854775807"}, {"number":9, \
  "name":"unexpectedStopLimit", "type":"count", "unit":"count", "default":3, "minimum":0, "maximum":1000}, \
  {"number":10, "name":"startBuffer", "type":"span", "unit":"microseconds", "default":1000000, "minimum":0, \
  "maximum":"9223372036854775807"}, {"number":11, "name":"rebuffer", "type":"span", "unit":"microseconds", \
  "default":2000000, "minimum":0, "maximum":"9223372036854775807"}, {"number":12, "name":"playThroughBuffer", \
  "type":"span", "unit":"microseconds", "default":10000000, "minimum":0, "maximum":"9223372036854775807"}, \
  {"number":13, "name":"derivesSupply", "type":"flag", "unit":"flag", "default":1, "minimum":0, "maximum":1}, \
  {"number":14, "name":"minimumRate", "type":"rate", "unit":"thousandths", "default":500, "minimum":1, \
  "maximum":100000}, {"number":15, "name":"maximumRate", "type":"rate", "unit":"thousandths", "default":2000, \
  "minimum":1, "maximum":100000}, {"number":16, "name":"jumpTolerance", "type":"span", "unit":"microseconds", \
  "default":250000, "minimum":0, "maximum":"9223372036854775807"}, {"number":17, "name":"seekEndMargin", \
  "type":"span", "unit":"microseconds", "default":0, "minimum":0, "maximum":"9223372036854775807"}, {"number":18, \
  "name":"coalescesSeeks", "type":"flag", "unit":"flag", "default":0, "minimum":0, "maximum":1}, {"number":19, \
  "name":"seekRetryLimit", "type":"count", "unit":"count", "default":1, "minimum":0, "maximum":1000}, {"number":20, \
  "name":"startEndTolerance", "type":"span", "unit":"microseconds", "default":0, "minimum":0, \
  "maximum":"9223372036854775807"}, {"number":21, "name":"startEndToleranceRatio", "type":"fraction", \
  "unit":"thousandths", "default":0, "minimum":0, "maximum":1000}, {"number":22, "name":"replaysOnPlay", \
  "type":"flag", "unit":"flag", "default":1, "minimum":0, "maximum":1}, {"number":23, "name":"stopKeepsIntent", \
  "type":"flag", "unit":"flag", "default":0, "minimum":0, "maximum":1}, {"number":24, "name":"togglesByIntent", \
  "type":"flag", "unit":"flag", "default":1, "minimum":0, "maximum":1}, {"number":25, "name":"playWhilePlayingPauses", \
  "type":"flag", "unit":"flag", "default":0, "minimum":0, "maximum":1}, {"number":26, \
  "name":"playWithoutContentSetsIntent", "type":"flag", "unit":"flag", "default":0, "minimum":0, "maximum":1}, \
  {"number":27, "name":"reopensAtLastPosition", "type":"flag", "unit":"flag", "default":1, "minimum":0, "maximum":1}, \
  {"number":28, "name":"interruptionResumeLimit", "type":"span", "unit":"microseconds", \
  "default":"9223372036854775807", "minimum":0, "maximum":"9223372036854775807"}, {"number":29, \
  "name":"pausesInBackground", "type":"flag", "unit":"flag", "default":0, "minimum":0, "maximum":1}, {"number":30, \
  "name":"disablesVideoInBackground", "type":"flag", "unit":"flag", "default":1, "minimum":0, "maximum":1}, \
  {"number":31, "name":"minimumDVRWindow", "type":"span", "unit":"microseconds", "default":0, "minimum":0, \
  "maximum":"9223372036854775807"}, {"number":32, "name":"liveTolerance", "type":"span", "unit":"microseconds", \
  "default":30000000, "minimum":0, "maximum":"9223372036854775807"}, {"number":33, "name":"liveRateMargin", \
  "type":"span", "unit":"microseconds", "default":5000000, "minimum":0, "maximum":"9223372036854775807"}, \
  {"number":34, "name":"liveBufferMaximum", "type":"span", "unit":"microseconds", "default":-1, \
  "minimum":"-9223372036854775808", "maximum":"9223372036854775807"}, {"number":35, "name":"retryLimit", \
  "type":"count", "unit":"count", "default":0, "minimum":0, "maximum":1000}, {"number":36, "name":"retryDelayKind", \
  "type":"retryDelayKind", "unit":"count", "default":2, "minimum":0, "maximum":2}, {"number":37, "name":"retryDelay", \
  "type":"span", "unit":"microseconds", "default":1000000, "minimum":0, "maximum":"9223372036854775807"}, \
  {"number":38, "name":"retryDelayMaximum", "type":"span", "unit":"microseconds", "default":30000000, "minimum":0, \
  "maximum":"9223372036854775807"}, {"number":39, "name":"retryJitter", "type":"fraction", "unit":"thousandths", \
  "default":0, "minimum":0, "maximum":1000}, {"number":40, "name":"retryResetsOnReady", "type":"flag", "unit":"flag", \
  "default":1, "minimum":0, "maximum":1}, {"number":41, "name":"retryResetsOnItem", "type":"flag", "unit":"flag", \
  "default":1, "minimum":0, "maximum":1}, {"number":42, "name":"retryableFailures", "type":"failures", "unit":"bits", \
  "default":-1, "minimum":"-9223372036854775808", "maximum":"9223372036854775807"}, {"number":43, \
  "name":"retryResumesAtInitial", "type":"flag", "unit":"flag", "default":0, "minimum":0, "maximum":1}, {"number":44, \
  "name":"seed", "type":"bits", "unit":"bits", "default":0, "minimum":"-9223372036854775808", \
  "maximum":"9223372036854775807"}, {"number":45, "name":"allowsCellular", "type":"flag", "unit":"flag", "default":1, \
  "minimum":0, "maximum":1}, {"number":46, "name":"checksPolicyWhilePlaying", "type":"flag", "unit":"flag", \
  "default":0, "minimum":0, "maximum":1}, {"number":47, "name":"reloadsOnNetworkChange", "type":"flag", "unit":"flag", \
  "default":0, "minimum":0, "maximum":1}, {"number":48, "name":"reloadsOnStall", "type":"flag", "unit":"flag", \
  "default":0, "minimum":0, "maximum":1}, {"number":49, "name":"resumesOnReconnect", "type":"flag", "unit":"flag", \
  "default":0, "minimum":0, "maximum":1}, {"number":50, "name":"firstNetworkReportCounts", "type":"flag", \
  "unit":"flag", "default":0, "minimum":0, "maximum":1}, {"number":51, "name":"softEndFraction", "type":"fraction", \
  "unit":"thousandths", "default":0, "minimum":0, "maximum":1000}, {"number":52, "name":"tickGate", "type":"span", \
  "unit":"microseconds", "default":0, "minimum":0, "maximum":"9223372036854775807"}, {"number":53, \
  "name":"longTickPhase", "type":"count", "unit":"count", "default":0, "minimum":0, "maximum":1000}, {"number":54, \
  "name":"relocatesBlockedStarts", "type":"flag", "unit":"flag", "default":1, "minimum":0, "maximum":1}, {"number":55, \
  "name":"skipLandingMargin", "type":"span", "unit":"microseconds", "default":0, "minimum":0, \
  "maximum":"9223372036854775807"}, {"number":56, "name":"retriesOpening", "type":"flag", "unit":"flag", "default":1, \
  "minimum":0, "maximum":1}, {"number":57, "name":"retryResetsOnCommand", "type":"flag", "unit":"flag", "default":0, \
  "minimum":0, "maximum":1}, {"number":58, "name":"retryKeepsIntent", "type":"flag", "unit":"flag", "default":1, \
  "minimum":0, "maximum":1}, {"number":59, "name":"openFailureHolds", "type":"flag", "unit":"flag", "default":0, \
  "minimum":0, "maximum":1}, {"number":60, "name":"emptiesOnFailure", "type":"flag", "unit":"flag", "default":0, \
  "minimum":0, "maximum":1}, {"number":61, "name":"reloadLimit", "type":"count", "unit":"count", "default":10, \
  "minimum":0, "maximum":1000}, {"number":62, "name":"backgroundTime", "type":"span", "unit":"microseconds", \
  "default":0, "minimum":0, "maximum":"9223372036854775807"}, {"number":63, "name":"ticksOnJump", "type":"flag", \
  "unit":"flag", "default":0, "minimum":0, "maximum":1}, {"number":64, "name":"ticksAtStartAndStop", "type":"flag", \
  "unit":"flag", "default":0, "minimum":0, "maximum":1}, {"number":65, "name":"segmentStartMargin", "type":"span", \
  "unit":"microseconds", "default":0, "minimum":0, "maximum":"9223372036854775807"}, {"number":66, \
  "name":"resolvesOverlaps", "type":"flag", "unit":"flag", "default":1, "minimum":0, "maximum":1}, {"number":67, \
  "name":"skipLimit", "type":"count", "unit":"count", "default":3, "minimum":0, "maximum":1000}, {"number":68, \
  "name":"playOpens", "type":"flag", "unit":"flag", "default":1, "minimum":0, "maximum":1}, {"number":69, \
  "name":"stallsInSeeks", "type":"flag", "unit":"flag", "default":0, "minimum":0, "maximum":1}, {"number":70, \
  "name":"pausesOnReturn", "type":"flag", "unit":"flag", "default":0, "minimum":0, "maximum":1}, {"number":71, \
  "name":"maximumVolume", "type":"volume", "unit":"thousandths", "default":1000, "minimum":0, "maximum":2000}, \
  {"number":72, "name":"endClearsIntent", "type":"flag", "unit":"flag", "default":0, "minimum":0, "maximum":1}, \
  {"number":73, "name":"stallKick", "type":"span", "unit":"microseconds", "default":"9223372036854775807", \
  "minimum":0, "maximum":"9223372036854775807"}, {"number":74, "name":"interruptionsHold", "type":"flag", \
  "unit":"flag", "default":1, "minimum":0, "maximum":1}, {"number":75, "name":"readinessEndsInterruption", \
  "type":"flag", "unit":"flag", "default":0, "minimum":0, "maximum":1}, {"number":76, "name":"retryResetsOnProgress", \
  "type":"flag", "unit":"flag", "default":1, "minimum":0, "maximum":1}, {"number":77, "name":"showsDefaultSubtitles", \
  "type":"flag", "unit":"flag", "default":0, "minimum":0, "maximum":1}, {"number":78, "name":"startRangeTimeout", \
  "type":"span", "unit":"microseconds", "default":2000000, "minimum":0, "maximum":"9223372036854775807"}, \
  {"number":79, "name":"commandsEndInterruption", "type":"flag", "unit":"flag", "default":0, "minimum":0, \
  "maximum":1}, {"number":80, "name":"playsUnskippable", "type":"flag", "unit":"flag", "default":0, "minimum":0, \
  "maximum":1}], "presets":[{"number":0, "name":"defaults", "settings":{}}, {"number":1, "name":"standard", \
  "settings":{"coalescesSeeks":1, "retryLimit":3, "retryJitter":250, "retryResetsOnReady":0, \
  "retryableFailures":34366230644, "resumesOnReconnect":1, "retryResetsOnCommand":1}}, {"number":2, "name":"prx", \
  "settings":{"replaysOnPlay":0, "stopKeepsIntent":1, "togglesByIntent":0, "playWithoutContentSetsIntent":1, \
  "reopensAtLastPosition":0, "interruptionResumeLimit":240000000, "retryLimit":3, "retryDelayKind":0, \
  "retryResumesAtInitial":1, "reloadsOnNetworkChange":1, "reloadsOnStall":1, "softEndFraction":950, "longTickPhase":9, \
  "retriesOpening":0, "openFailureHolds":1, "emptiesOnFailure":1, "backgroundTime":240000000, "ticksOnJump":1, \
  "endClearsIntent":1, "commandsEndInterruption":1}}, {"number":3, "name":"prxSource", \
  "settings":{"openTimeout":3600000000, "readTimeout":3600000000, "bufferingLimit":3600000000, \
  "seekTimeout":3600000000, "replaysOnPlay":0, "stopKeepsIntent":1, "togglesByIntent":0, \
  "playWithoutContentSetsIntent":1, "reopensAtLastPosition":0, "interruptionResumeLimit":240000000, "retryLimit":3, \
  "retryDelayKind":0, "retryResetsOnReady":0, "retryResetsOnItem":0, "retryResumesAtInitial":1, \
  "reloadsOnNetworkChange":1, "reloadsOnStall":1, "firstNetworkReportCounts":1, "softEndFraction":950, \
  "tickGate":333333, "longTickPhase":9, "retriesOpening":0, "openFailureHolds":1, "emptiesOnFailure":1, \
  "reloadLimit":1000, "backgroundTime":240000000, "ticksOnJump":1, "playOpens":0, "endClearsIntent":1, \
  "interruptionsHold":0, "readinessEndsInterruption":1, "retryResetsOnProgress":0, "commandsEndInterruption":1}}, \
  {"number":4, "name":"prx1", "settings":{"replaysOnPlay":0, "togglesByIntent":0, "playWithoutContentSetsIntent":1, \
  "reopensAtLastPosition":0, "interruptionResumeLimit":240000000, "retryLimit":3, "retryDelayKind":0, \
  "retryResetsOnItem":0, "retryResumesAtInitial":1, "reloadsOnNetworkChange":1, "reloadsOnStall":1, \
  "softEndFraction":950, "tickGate":333333, "longTickPhase":9, "retryResetsOnCommand":1, "retryKeepsIntent":0, \
  "emptiesOnFailure":1, "backgroundTime":240000000, "ticksOnJump":1, "endClearsIntent":1, \
  "commandsEndInterruption":1}}, {"number":5, "name":"ksy", "settings":{"autoplay":1, "startBuffer":100000, \
  "rebuffer":1000000, "playThroughBuffer":100000, "playWhilePlayingPauses":1, "reopensAtLastPosition":0, \
  "liveBufferMaximum":2000000, "stallsInSeeks":1, "commandsEndInterruption":1}}, {"number":6, "name":"srg", \
  "settings":{"pastEndTolerance":1000000, "seekEndMargin":100000, "reopensAtLastPosition":0, \
  "retryResumesAtInitial":1, "skipLandingMargin":100000, "ticksOnJump":1, "ticksAtStartAndStop":1, \
  "segmentStartMargin":100000, "endClearsIntent":1, "stallKick":5000000, "commandsEndInterruption":1}}, {"number":7, \
  "name":"srgSource", "settings":{"pastEndTolerance":1000000, "seekEndMargin":100000, "reopensAtLastPosition":0, \
  "retryResumesAtInitial":1, "relocatesBlockedStarts":0, "skipLandingMargin":100000, "ticksOnJump":1, \
  "ticksAtStartAndStop":1, "segmentStartMargin":100000, "resolvesOverlaps":0, "endClearsIntent":1, \
  "stallKick":7000000, "commandsEndInterruption":1}}, {"number":9, "name":"playerProtocol", \
  "settings":{"showsDefaultSubtitles":1, "commandsEndInterruption":1}}], "state":{"content.item":"item", \
  "content.isLocal":"bool", "content.initialStart.anchor":"anchor", "content.initialStart.offset":"span", \
  "content.initialStart.before":"span", "content.initialStart.after":"span", "content.initialStart.segment":"segment", \
  "content.start.anchor":"anchor", "content.start.offset":"span", "content.start.before":"span", \
  "content.start.after":"span", "content.start.segment":"segment", "loading.phase":"phase", "loading.epoch":"epoch", \
  "loading.nextEpoch":"epoch", "loading.isEngineOpen":"bool", "loading.isConnected":"bool", \
  "loading.awaitsRange":"bool", "loading.awaitsRangeSince":"instant", "loading.openingSince":"instant", \
  "loading.upcoming.naturalWidth":"int", "loading.upcoming.naturalHeight":"int", "loading.upcoming.count.audio":"int", \
  "loading.upcoming.count.video":"int", "loading.upcoming.count.subtitle":"int", \
  "loading.upcoming.selected.audio":"track", "loading.upcoming.selected.video":"track", \
  "loading.upcoming.selected.subtitle":"track", "loading.upcoming.isConnected":"bool", "loading.request":"request", \
  "loading.request.isOpen":"bool", "loading.failure.kind":"failureKind", "loading.failure.detail":"int", \
  "loading.failure.text":"text", "loading.preparedCount":"uint32", "closing.since":"instant", \
  "closing.newest":"epoch", "closing.awaited":"uint8", "retrying.isWaiting":"bool", "retrying.wasUnderWay":"bool", \
  "retrying.dueAt":"instant", "retrying.origin":"time", "retrying.count":"int", "retrying.reloads":"int", \
  "retrying.resets":"int", "retrying.setback":"time", "transport.wantsPlay":"bool", "transport.rate":"rate", \
  "transport.drive":"drive", "transport.waiting":"waiting", "transport.anchor":"time", \
  "transport.anchoredAt":"instant", "transport.movingRate":"rate", "transport.commandedRate":"rate", \
  "transport.probedAt":"instant", "transport.awaitsProbe":"bool", "transport.probedPosition":"time", \
  "transport.unexpectedStops":"uint16", "transport.stoppedAt":"time", "transport.pendingStops":"uint8", \
  "transport.hasTurned":"bool", "seeking.serial":"seek", "seeking.inFlight":"seek", "seeking.isActive":"bool", \
  "seeking.isVisible":"bool", "seeking.origin":"time", "seeking.target":"time", "seeking.toleranceBefore":"span", \
  "seeking.toleranceAfter":"span", "seeking.issuedAt":"instant", "seeking.attempts":"uint16", \
  "seeking.request":"request", "seeking.request.isOpen":"bool", "seeking.wasFinished":"bool", \
  "buffering.supply":"supply", "buffering.until":"time", "buffering.isSaturated":"bool", "buffering.bytesRead":"long", \
  "buffering.lastDataAt":"instant", "buffering.isWaiting":"bool", "buffering.waitingSince":"instant", \
  "buffering.stallSince":"instant", "buffering.kickedAt":"instant", "buffering.kickedFrom":"time", \
  "buffering.waitedInVain":"span", "timeline.streamType":"streamType", "timeline.isSeekable":"bool", \
  "timeline.isDurationEstimated":"bool", "timeline.duration":"time", "timeline.rangeStart":"time", \
  "timeline.rangeEnd":"time", "timeline.hasReference":"bool", "timeline.isReferenceDerived":"bool", \
  "timeline.referencePosition":"time", "timeline.referenceDate":"long", "timeline.hasWallClock":"bool", \
  "timeline.wallClockOffset":"long", "liveEdge.isAtEdge":"bool", "liveEdge.holdsRate":"bool", \
  "liveEdge.awaitsWindow":"bool", "liveEdge.nextCatchUp":"instant", "liveEdge.caughtUpTo":"time", \
  "tracks.hasAudio":"bool", "tracks.hasVideo":"bool", "tracks.count.audio":"int", "tracks.count.video":"int", \
  "tracks.count.subtitle":"int", "tracks.selected.audio":"track", "tracks.selected.video":"track", \
  "tracks.selected.subtitle":"track", "tracks.wanted.audio":"track", "tracks.wanted.video":"track", \
  "tracks.wanted.subtitle":"track", "tracks.preferred.audio":"text", "tracks.preferred.video":"text", \
  "tracks.preferred.subtitle":"text", "tracks.found":"long", "tracks.hasShownAudio":"bool", \
  "tracks.hasShownVideo":"bool", "tracks.subtitleText":"text", "presentation.left":"int", "presentation.right":"int", \
  "presentation.isMuted":"bool", "presentation.isLooping":"bool", "presentation.scalingMode":"scalingMode", \
  "presentation.rotation":"int", "presentation.naturalWidth":"int", "presentation.naturalHeight":"int", \
  "presentation.loops":"int", "presentation.isVideoEnabled":"bool", "presentation.stillSerial":"still", \
  "presentation.stillRequest":"request", "presentation.stillRequest.isOpen":"bool", "interruption.isPending":"bool", \
  "interruption.count":"uint8", "interruption.holds":"bool", "interruption.since":"instant", \
  "surroundings.network":"networkPath", "surroundings.isInBackground":"bool", "surroundings.audioContinues":"bool", \
  "surroundings.isPlayingExternally":"bool", "surroundings.isInPicture":"bool", "intervals.digest":"long", \
  "intervals.passed":"time", "intervals.next":"time", "intervals.reach":"time", "intervals.gate":"time", \
  "intervals.served":"int", "intervals.count":"int", "intervals.round":"round", "intervals.isLanded":"bool", \
  "intervals.isGateClosed":"bool", "intervals.awaitsLanding":"bool", "segments.list.count":"int", \
  "segments.list.digest":"long", "segments.staged.count":"int", "segments.staged.digest":"long", \
  "segments.lower":"time", "segments.upper":"time", "segments.origin":"time", "segments.current":"segment", \
  "segments.isSelected":"bool", "segments.target":"segment", "segments.selection":"selectionReason", \
  "segments.skipped":"segment", "segments.skipOrigin":"time", "segments.playedBlocked":"segment", \
  "segments.skipsInVain":"uint16", "segments.skipGoal":"time", "segments.due":"due", "segments.isPresent":"bool", \
  "segments.isStale":"bool", "segments.isListNew":"bool", "segments.endsInRun":"bool", "statistics.stallCount":"int", \
  "statistics.stallTime":"span", "statistics.startupTime":"span", "statistics.ignoredEvents":"int"}}
  """
