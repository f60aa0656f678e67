/// Every law of the player: a law is declared here and nowhere else.
extension Law {
  /// All laws, at most 128, in the order of their numbers and of ``PlayerProperty/all``. If one input breaks several laws,
  /// the first that is found is reported.
  static let allCases: [Law] = [
    // Playback against the intent.
    .playsAlthoughPaused, .autoplayAlthoughPaused, .playsWhileHindered, .playsWithoutData, .stalledAlthoughMoving,
    .playingUnprepared, .playingUnconfirmed, .playCommandedWrongly, .wantedButNotDriven, .playingFrozen,
    .blockedPlayed, .blockedNotLeft, .intentChangedByItself, .wishLost,
    // Waiting.
    .starvedNotStalled, .bufferingBeforeLoad, .phantomStall, .stallNotClosed, .waitReasonWrong, .waitWithoutWatchdog,
    // Seeks and positions.
    .seekNotClosed, .noLoadAfterSeek, .seekLost, .staleCompletionTaken, .positionJumpedSilently,
    .positionLostOnRetry, .endedBeforeEnd, .endedFlagWrong, .pauseAroundEnd, .tickBesidePlayhead,
    // Openings and recovery.
    .commandsClosedEngine, .startNotClosed, .preparedWithoutOpening, .closedNotOnce, .loadsAlthoughPrevented,
    .opensByItself, .givesUpSilently, .recoveryUnbounded, .retryBeyondLimit, .errorOutsideIdle,
    // Segments.
    .skipChainEndless, .skipNotClosed, .skipInWrongPhase, .segmentNotClosed, .segmentInWrongPhase,
    // Live streams.
    .liveFlagWrong, .rateNotAllowed, .catchUpWrong,
    // Legal states.
    .illegalStateProduct,
    // The form of the outputs.
    .kindsOutOfOrder, .notificationsOutOfOrder, .phaseOutOfGrammar, .stateOutOfGrammar, .changeAnnouncedTwice,
    .changeForgotten, .staleValue, .reasonWrong, .tooManyOutputs,
    // Answers.
    .requestAnsweredTwice, .requestUnanswered, .refusalWithoutReason, .refusedButChanged, .staleReportTaken,
    .droppedSilently,
    // Time.
    .clockWrong, .earlyDeadlineActs, .deadlineWithoutProgress, .deadlineChainEndless, .splittingTimeShows,
    .copyDisturbed, .rebuiltOtherwise, .canonicalStateOtherwise, .notDeterministic, .notOnTime,
    // Effects.
    .commandWithoutEffect, .reportWithoutEffect, .engineNotTold, .countedWrongly, .refusedWrongly, .hinderedWrongly,
    .mediaNotForgotten, .soughtElsewhere, .retriedOtherwise, .networkPolicyBroken, .watchdogWrong, .observersWrong,
    .tickThroughGate, .ticksMisplaced, .segmentsWrong, .exitWrong, .skipToldWrongly, .selectionWrong, .heirWrong,
    .beginsElsewhere, .trackNotChosen, .datedWrongly, .changedAlongside, .toldWrongly, .causeWrong,
    .answeredOtherwise, .budgetWrong, .startMisplaced, .seekToldWrongly, .openingNotFresh, .deadlineForgotten,
    .supplyWrong, .handedOverWrongly, .endedOtherwise, .driedOtherwise, .rememberedOtherwise,
    // Only a simulated world can break these.
    .neverPlays, .neverRests, .deadlineAtRest, .leftOpen, .watchdogBites, .positionUntrue, .worldBusyAtOneInstant,
    // Only a recording can break these.
    .recordedOtherwise, .reducerTrapped,
  ]

  // MARK: Playback against the intent

  static let playsAlthoughPaused = Law(
    "plays-although-paused", "without the intent to play nothing is started or shown as playing", .critical,
    source: "BugZoo.md#7", needs: .state, state: { $0.playsOnlyAsWanted })
  static let autoplayAlthoughPaused = Law(
    "autoplay-although-paused", "arriving data or readiness does not start playback without the intent to play",
    .critical, source: "BugZoo.md#21", needs: .transition)
  static let playsWhileHindered = Law(
    "plays-while-hindered", "nothing plays while an interruption or the background holds it", .critical,
    source: "SRG.md#1.4, Architecture.md#law-6", needs: .state, state: { $0.playsUnhindered })
  static let playsWithoutData = Law(
    "plays-without-data", "nothing is driven without enough data", .critical, source: "BugZoo.md#32", needs: .state,
    state: { $0.playsWithData })
  static let stalledAlthoughMoving = Law(
    "stalled-although-moving", "a playhead that moves is not shown as stalled", .critical, source: "BugZoo.md#2",
    needs: .state,
    state: { $0.movesUnstalled })
  static let playingUnprepared = Law(
    "playing-unprepared", "only prepared media is driven or shown as playing", .critical, source: "BugZoo.md#17",
    needs: .state, state: { $0.playsPrepared })
  static let playingUnconfirmed = Law(
    "playing-unconfirmed", "playing is shown only when the engine reports it in the same step", .critical,
    source: "BugZoo.md#34", needs: .transition)
  static let playCommandedWrongly = Law(
    "play-commanded-wrongly",
    "the engine gets play only for prepared, intended, unhindered playback with data, or after too long a stall",
    source: "Architecture.md#law-6, SRG.md#1.5", needs: .transition)
  static let wantedButNotDriven = Law(
    "wanted-but-not-driven",
    "playback that is intended, prepared, landed, buffered and not hindered is driven, unless a skip comes first",
    .critical,
    source: "BugZoo.md#20", needs: .state, state: { $0.plays })
  static let playingFrozen = Law(
    "playing-frozen", "a moving playhead advances, and is probed within the probe interval", .critical,
    source: "BugZoo.md#11", needs: .transition, state: { $0.isNotFrozen })
  static let blockedPlayed = Law(
    "blocked-played", "the playhead does not move inside blocked media that can be skipped", .critical,
    source: "BugZoo.md#4, SRG.md#3.4", needs: .session)
  static let blockedNotLeft = Law(
    "blocked-not-left",
    "a playhead in blocked media leaves it at once: by a skip, or by the end where nothing follows",
    .critical, source: "SRG.md#3.4", needs: .session)
  static let intentChangedByItself = Law(
    "intent-changed-by-itself",
    "the intent to play changes only by commands, buttons, a lost route, a long interruption or a policy",
    .critical, source: "BugZoo.md#19", inputs: [.deadline, .environment, .engine], needs: .transition)
  static let wishLost = Law(
    "wish-lost", "rate, volume, mute, looping, scaling and rotation change by their own commands only",
    source: "SRG.md#1.10", needs: .transition)

  // MARK: Waiting

  static let starvedNotStalled = Law(
    "starved-not-stalled", "running dry while moving is a stall in the same step, or a reload by policy", .critical,
    source: "BugZoo.md#24", inputs: InputKinds(Kind.starved), needs: .transition)
  static let bufferingBeforeLoad = Law(
    "buffering-before-load", "only prepared media and visible seeks stall", source: "BugZoo.md#22",
    needs: .transition, state: { $0.stallsOnlyPrepared })
  static let phantomStall = Law(
    "phantom-stall", "a stall begins when the engine has run dry, and lasts as long as the clock says",
    source: "BugZoo.md#35", needs: .world)
  static let stallNotClosed = Law(
    "stall-not-closed", "stalls begin and end in turn", source: "Architecture.md#law-8", needs: .session)
  static let waitReasonWrong = Law(
    "wait-reason-wrong", "stalled, paused, seeking and preparing are shown for their own reasons only",
    source: "BugZoo.md#18", needs: .transition, state: { $0.waitsForItsReason })
  static let waitWithoutWatchdog = Law(
    "wait-without-watchdog", "every wait has a deadline: no state is stuck for ever", .critical,
    source: "BugZoo.md#3, BugZoo.md#10", needs: .transition)

  // MARK: Seeks and positions

  static let seekNotClosed = Law(
    "seek-not-closed", "seeks begin and end in turn, each with its own serial", source: "BugZoo.md#6",
    needs: .transition)
  static let noLoadAfterSeek = Law(
    "no-load-after-seek", "a seek in flight was commanded to the engine of this opening", .critical,
    source: "BugZoo.md#27", needs: .session)
  static let seekLost = Law(
    "seek-lost", "a seek that waits for the opening is made as soon as it is ready", .critical, source: "BugZoo.md#36",
    needs: .session)
  static let staleCompletionTaken = Law(
    "stale-completion-taken", "the completion of an older seek ends no newer one", .critical, source: "BugZoo.md#33",
    inputs: InputKinds(Kind.seekCompleted), needs: .transition)
  static let positionJumpedSilently = Law(
    "position-jumped-silently",
    "between announced discontinuities the position follows the clock, and is corrected within the tolerance only",
    source: "BugZoo.md#5", needs: .session)
  static let positionLostOnRetry = Law(
    "position-lost-on-retry", "a retry or reload by policy continues at the position reached", .critical,
    source: "BugZoo.md#8",
    needs: .session)
  static let endedBeforeEnd = Law(
    "ended-before-end", "media ends where its declared duration says, within the tolerance", .critical,
    source: "BugZoo.md#9", needs: .transition)
  static let endedFlagWrong = Law(
    "ended-flag-wrong", "ended is shown at the end, and no longer once a seek has left it", source: "BugZoo.md#29",
    needs: .transition, state: { $0.endsWhereEnded })
  static let pauseAroundEnd = Law(
    "pause-around-end", "the input that ends the media announces the end once, and no pause",
    source: "BugZoo.md#25", needs: .transition)
  static let tickBesidePlayhead = Law(
    "tick-beside-playhead", "observers are notified of positions when the playhead is there", .warning,
    source: "PRX.md#9, SRG.md#1.7", needs: .session)

  // MARK: Openings and recovery

  static let commandsClosedEngine = Law(
    "commands-closed-engine", "an opening gets no command before it was opened or after it was closed",
    source: "BugZoo.md#23", needs: .session)
  static let startNotClosed = Law(
    "start-not-closed", "every opening is closed once, and open exactly as long as the phase needs it", .critical,
    source: "BugZoo.md#30", needs: .session, state: { $0.isOpenAsNeeded })
  static let preparedWithoutOpening = Law(
    "prepared-without-opening", "an opening becomes ready at most once", source: "BugZoo.md#17", needs: .session)
  static let closedNotOnce = Law(
    "closed-not-once", "each commanded close is confirmed or given up once", source: "Architecture.md#law-9",
    needs: .session)
  static let loadsAlthoughPrevented = Law(
    "loads-although-prevented", "nothing is opened that the network policy does not allow", .critical,
    source: "PRX.md#8, Contradictions.md#X-12", needs: .transition)
  static let opensByItself = Law(
    "opens-by-itself", "what is stopped stays stopped, what has ended stays closed", .critical, source: "SRG.md#3.11",
    inputs: [.deadline, .environment, .engine], needs: .session)
  static let givesUpSilently = Law(
    "gives-up-silently", "a failure of the engine is retried or announced as a failure in the same step", .critical,
    source: "BugZoo.md#14", inputs: InputKinds(Kind.failed), needs: .transition)
  static let recoveryUnbounded = Law(
    "recovery-unbounded", "automatic openings are bounded by the budgets of retries and reloads", .critical,
    source: "BugZoo.md#26", inputs: [.deadline, .engine], needs: .session)
  static let retryBeyondLimit = Law(
    "retry-beyond-limit", "no attempt goes beyond its limit", source: "BugZoo.md#14, BugZoo.md#26", needs: .transition)
  static let errorOutsideIdle = Law(
    "error-outside-idle", "a failure is announced in phase failed and in state idle", source: "BugZoo.md#13",
    needs: .transition)

  // MARK: Segments

  static let skipChainEndless = Law(
    "skip-chain-endless", "skips are bounded by their budget until the playhead has passed where they lead", .critical,
    source: "BugZoo.md#1", inputs: .deadline, needs: .session)
  static let skipNotClosed = Law(
    "skip-not-closed", "skips begin and end in turn", source: "SRG.md#5.4", needs: .transition)
  static let skipInWrongPhase = Law(
    "skip-in-wrong-phase", "a skip is in progress only in media that is opening or prepared", .warning,
    source: "SRG.md#3.4", needs: .state, state: { $0.skipsInMedia })
  static let segmentNotClosed = Law(
    "segment-not-closed", "segments start and end in turn, with the matching reasons", source: "SRG.md#5.5",
    needs: .transition)
  static let segmentInWrongPhase = Law(
    "segment-in-wrong-phase", "segments are played in prepared media only", source: "SRG.md#3.1", needs: .state,
    state: { $0.playsSegmentsPrepared })

  // MARK: Live streams

  static let liveFlagWrong = Law(
    "live-flag-wrong", "the live flag follows from stream type and distance from the edge", source: "SRG.md#1.9",
    needs: .transition)
  static let rateNotAllowed = Law(
    "rate-not-allowed", "the effective rate is the requested one, or normal where a live stream allows no other",
    source: "SRG.md#1.10", needs: .session)
  static let catchUpWrong = Law(
    "catch-up-wrong", "only live streams whose playback is requested catch up, forward and at most once a second",
    source: "KSYManual.md#6.3", needs: .session)

  // MARK: Legal states

  static let illegalStateProduct = Law(
    "illegal-state-product", "the axes of the state are consistent", .critical, source: "BugZoo.md#12", needs: .state,
    state: { $0.areAxesLegal })

  // MARK: The form of the outputs

  static let kindsOutOfOrder = Law(
    "kinds-out-of-order", "diagnostics, notifications, completions and engine commands come in this order",
    source: "Architecture.md#law-8", needs: .transition)
  static let notificationsOutOfOrder = Law(
    "notifications-out-of-order", "changes are announced in the documented order", source: "Architecture.md#law-7",
    needs: .transition)
  static let phaseOutOfGrammar = Law(
    "phase-out-of-grammar", "phases follow each other as the grammar says",
    source: "BugZoo.md#17, BugZoo.md#22, BugZoo.md#23", needs: .transition)
  static let stateOutOfGrammar = Law(
    "state-out-of-grammar", "states follow each other as the grammar says", source: "BugZoo.md#17, BugZoo.md#25",
    needs: .transition)
  static let changeAnnouncedTwice = Law(
    "change-announced-twice", "no notification announces a value that has not changed", source: "BugZoo.md#16",
    needs: .transition)
  static let changeForgotten = Law(
    "change-forgotten", "everything that is shown follows from the notifications alone", .critical,
    source: "Architecture.md#law-7",
    needs: .transition)
  static let staleValue = Law(
    "stale-value", "notifications carry the values of the finished state", source: "BugZoo.md#28", needs: .transition)
  static let reasonWrong = Law(
    "reason-wrong", "every notification carries the reason of its step, or the policy that the step triggered",
    source: "Architecture.md#law-7", needs: .transition)
  static let tooManyOutputs = Law(
    "too-many-outputs", "no input has more outputs than the bound", .critical, source: "Architecture.md#law-2",
    needs: .transition)

  // MARK: Answers

  static let requestAnsweredTwice = Law(
    "request-answered-twice", "only requests that wait are answered, and once", source: "Architecture.md#law-9",
    needs: .transition)
  static let requestUnanswered = Law(
    "request-unanswered", "a request is answered, or waits for its opening, seek or picture",
    source: "Architecture.md#law-9", needs: .transition)
  static let refusalWithoutReason = Law(
    "refusal-without-reason", "an answer is refused with a reason, or not refused without one",
    source: "Architecture.md#law-9", needs: .transition)
  static let refusedButChanged = Law(
    "refused-but-changed", "a refused command changes nothing", source: "Architecture.md#law-9", inputs: .commands,
    needs: .transition)
  static let staleReportTaken = Law(
    "stale-report-taken", "a report of another opening changes only the counter, with a diagnostic", .critical,
    source: "BugZoo.md#33, Architecture.md#law-9", inputs: .engine, needs: .transition)
  static let droppedSilently = Law(
    "dropped-silently", "dropped reports are counted and diagnosed", .warning, source: "Architecture.md#law-3",
    needs: .session)

  // MARK: Time

  static let clockWrong = Law(
    "clock-wrong", "the player's clock follows its inputs and never runs backwards", source: "Architecture.md#law-3",
    needs: .transition)
  static let earlyDeadlineActs = Law(
    "early-deadline-acts", "a deadline before its time has no effect and no output",
    source: "Architecture.md#law-5a", inputs: .deadline, needs: .transition)
  static let deadlineWithoutProgress = Law(
    "deadline-without-progress", "a deadline at its time makes progress", .critical, source: "Architecture.md#law-5b",
    inputs: .deadline, needs: .transition)
  static let deadlineChainEndless = Law(
    "deadline-chain-endless", "the deadlines of one instant come to an end", .critical,
    source: "Architecture.md#law-5b", inputs: .deadline, needs: .session)
  static let splittingTimeShows = Law(
    "splitting-time-shows", "going to an instant at once or in several steps gives the same result",
    source: "Architecture.md#law-5c",
    needs: .copy)
  static let copyDisturbed = Law(
    "copy-disturbed", "inputs to a copy do not change the first player", .critical,
    source: "Architecture.md#law-1", needs: .copy)
  static let rebuiltOtherwise = Law(
    "rebuilt-otherwise", "a player that is rebuilt from the fields of its state equals the original", .critical,
    source: "Architecture.md#law-1, Architecture.md#traces", needs: .copy)
  static let canonicalStateOtherwise = Law(
    "canonical-state-otherwise", "a player that is restored from its canonical state continues as the original",
    .critical, source: "Architecture.md#law-1", needs: .copy)
  static let notDeterministic = Law(
    "not-deterministic", "the same input in the same state gives the same outputs and the same state", .critical,
    source: "BugZoo.md#15, BugZoo.md#31, Architecture.md#law-1", needs: .copy)
  static let notOnTime = Law(
    "not-on-time", "what a deadline causes happens at its time, to the microsecond",
    source: "Architecture.md#law-4, Architecture.md#law-5", inputs: .deadline, needs: .session)

  // MARK: Effects

  static let commandWithoutEffect = Law(
    "command-without-effect", "a command that is answered with done has taken effect", .critical,
    source: "Architecture.md#law-9",
    inputs: [.commands, .environment], needs: .session)
  static let reportWithoutEffect = Law(
    "report-without-effect", "what the engine of the current opening reports is shown", source: "Architecture.md#law-6",
    needs: .session)
  static let engineNotTold = Law(
    "engine-not-told", "the engine has the current volume, picture, renditions and play state", .critical,
    source: "Architecture.md#law-6", needs: .session)
  static let countedWrongly = Law(
    "counted-wrongly", "stalls, their time and retries are counted as they are announced", .warning,
    source: "KSYManual.md#6.4", needs: .session)
  static let refusedWrongly = Law(
    "refused-wrongly", "a command is refused exactly where the rules say so", source: "Architecture.md#law-9",
    inputs: .commands, needs: .session)
  static let hinderedWrongly = Law(
    "hindered-wrongly", "interruptions and the background hold playback as the settings say", .critical,
    source: "PRX.md#11, Contradictions.md#X-27, Contradictions.md#X-31", needs: .session)
  static let mediaNotForgotten = Law(
    "media-not-forgotten", "media that is not open has no known properties, and shows where it will begin",
    source: "SRG.md#1.6, Architecture.md#law-9", needs: .transition)
  static let soughtElsewhere = Law(
    "sought-elsewhere", "seeks and starts land at their target, or as near as possible", .critical,
    source: "SRG.md#1.7, SRG.md#1.8", inputs: [InputKinds(Kind.seek, Kind.restart), .deadline, .engine], needs: .session
  )
  static let retriedOtherwise = Law(
    "retried-otherwise", "failures are retried when, as often and after the delay that the settings say", .critical,
    source: "PRX.md#7, Contradictions.md#X-10", needs: .session)
  static let networkPolicyBroken = Law(
    "network-policy-broken", "a change of the network opens, reloads and stops what the policy says", .critical,
    source: "PRX.md#8", inputs: InputKinds(Kind.set, Kind.networkChanged), needs: .session)
  static let watchdogWrong = Law(
    "watchdog-wrong", "an engine counts as stuck once it has stopped or stood still too often, and not before",
    source: "Architecture.md#law-10", inputs: InputKinds(Kind.playbackStopped, Kind.positionReported), needs: .session)
  static let observersWrong = Law(
    "observers-wrong", "observers are notified of each position that the playhead passes, once and in order",
    source: "PRX.md#9, SRG.md#2", needs: .session)
  static let tickThroughGate = Law(
    "tick-through-gate", "interval notifications and the soft end are withheld until the playhead has passed the gate",
    source: "PRX.md#2, PRX.md#9, PRX.md#13", needs: .session)
  static let ticksMisplaced = Law(
    "ticks-misplaced",
    "interval notifications come at their positions, and at jumps, starts and stops where the settings say so",
    source: "PRX.md#9, Contradictions.md#X-04", needs: .session)
  static let segmentsWrong = Law(
    "segments-wrong", "the segment that is shown is the one that the rules assign to the playhead",
    source: "SRG.md#3.1, SRG.md#3.3, SRG.md#3.8", needs: .session)
  static let exitWrong = Law(
    "exit-wrong", "a segment ends with the actual reason, at the position of the playhead",
    source: "SRG.md#3.3, SRG.md#3.5, SRG.md#3.6, SRG.md#5.5", needs: .session)
  static let skipToldWrongly = Law(
    "skip-told-wrongly", "a skip is announced for blocked media, with where it was decided and how it ended",
    source: "SRG.md#3.3, SRG.md#3.4, SRG.md#5.4", needs: .session)
  static let selectionWrong = Law(
    "selection-wrong", "what a start or a seek selects starts where that lands, and nothing else is selected",
    source: "SRG.md#3.2, SRG.md#3.5, SRG.md#3.6", needs: .session)
  static let heirWrong = Law(
    "heir-wrong", "a segment with another number in a new list continues as long as it holds the playhead",
    source: "SRG.md#3.6", inputs: InputKinds(Kind.commitSegments), needs: .session)
  static let beginsElsewhere = Law(
    "begins-elsewhere", "media begins in the segment that its start names, and after what is blocked there",
    source: "SRG.md#1.6, SRG.md#1.8, SRG.md#3.5, SRG.md#5.7", needs: .session)
  static let trackNotChosen = Law(
    "track-not-chosen", "the engine gets the renditions that the app and its languages choose",
    source: "SRG.md#2", inputs: [InputKinds(Kind.selectTrack, Kind.setPreferredLanguage), .engine], needs: .session)
  static let datedWrongly = Law(
    "dated-wrongly", "a window has dates once one is known", source: "SRG.md#1.9", needs: .session)
  static let changedAlongside = Law(
    "changed-alongside",
    "an input changes its own part of the state and what follows from it, and nothing else",
    .critical, source: "Architecture.md#law-6", needs: .transition)
  static let toldWrongly = Law(
    "told-wrongly", "announced positions, spans and numbers are those of what happened",
    source: "Architecture.md#law-7", needs: .session)
  static let causeWrong = Law(
    "cause-wrong", "a failure or a warning names its own cause, with its detail and text", source: "BugZoo.md#13",
    needs: .transition)
  static let answeredOtherwise = Law(
    "answered-otherwise", "a pending request is answered with its outcome", source: "Architecture.md#law-9",
    needs: .transition)
  static let budgetWrong = Law(
    "budget-wrong", "retries, reloads and where playback broke off are counted as the rules say",
    source: "BugZoo.md#26, Contradictions.md#X-10", needs: .session)
  static let startMisplaced = Law(
    "start-misplaced", "the next opening begins where the app, a seek or the previous opening put the start",
    source: "SRG.md#1.6, BugZoo.md#8", needs: .session)
  static let seekToldWrongly = Law(
    "seek-told-wrongly",
    "each seek command has its own serial, target and tolerances; only skips and seeks of the app are shown",
    source: "BugZoo.md#27, SRG.md#1.3", needs: .session)
  static let openingNotFresh = Law(
    "opening-not-fresh", "an opening keeps nothing of the previous one", source: "Architecture.md#law-9",
    needs: .transition)
  static let deadlineForgotten = Law(
    "deadline-forgotten", "everything with a time limit ends by that limit", .critical,
    source: "BugZoo.md#3, BugZoo.md#10", needs: .session)
  static let supplyWrong = Law(
    "supply-wrong", "the supply follows from what is buffered and from the settings", source: "KSYManual.md#6.4",
    needs: .session)
  static let handedOverWrongly = Law(
    "handed-over-wrongly",
    "a standby opening that takes over continues at the position reached, and no failure is announced",
    source: "Architecture.md#law-9", needs: .session)
  static let endedOtherwise = Law(
    "ended-otherwise", "at its end media ends, starts over or has failed, as the media and the settings say",
    source: "BugZoo.md#9, SRG.md#1.3", needs: .session)
  static let driedOtherwise = Law(
    "dried-otherwise", "playback that runs dry stalls, continues to wait or is reloaded, as the settings say",
    source: "BugZoo.md#18, PRX.md#7", inputs: InputKinds(Kind.starved, Kind.supplyChanged), needs: .session)
  static let rememberedOtherwise = Law(
    "remembered-otherwise", "hidden state that shows only later follows from the session so far",
    source: "Architecture.md#law-1, Architecture.md#law-10", needs: .session)

  // MARK: Worlds

  static let neverPlays = Law(
    "never-plays", "once everything works again, media whose playback is requested plays, has ended or has failed",
    .critical,
    source: "BugZoo.md#3, BugZoo.md#10, BugZoo.md#20", needs: .world)
  static let neverRests = Law(
    "never-rests", "what is paused or stopped comes to rest", .critical, source: "BugZoo.md#7, BugZoo.md#21",
    needs: .world)
  static let deadlineAtRest = Law(
    "deadline-at-rest", "at rest nothing is awaited", .warning, source: "Architecture.md#law-5", needs: .world)
  static let leftOpen = Law(
    "left-open", "after a stop nothing is open", .critical, source: "BugZoo.md#30", needs: .world)
  static let watchdogBites = Law(
    "watchdog-bites", "no watchdog fires on an engine that keeps its contract", .critical,
    source: "Architecture.md#law-10", needs: .world)
  static let positionUntrue = Law(
    "position-untrue", "the position that is shown is that of a faithful engine, within the tolerance",
    source: "Architecture.md#law-4", needs: .world)
  static let worldBusyAtOneInstant = Law(
    "world-busy-at-one-instant", "a player and an engine do not keep each other busy without time passing", .critical,
    source: "BugZoo.md#1, BugZoo.md#26", needs: .world)

  // MARK: Recordings

  static let recordedOtherwise = Law(
    "recorded-otherwise", "the outputs in a trace are those that its inputs cause", source: "Architecture.md#traces",
    needs: .recording)
  static let reducerTrapped = Law(
    "reducer-trapped", "every input in every state has a defined result: the process does not crash", .critical,
    source: "BugZoo.md#13, Architecture.md#law-3", needs: .recording)
}
