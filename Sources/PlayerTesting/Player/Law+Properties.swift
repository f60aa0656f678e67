import ReducerTesting

// What each property says, how grave it is, and where the rule stands.

extension Law {
  /// The law with this id.
  init?(_ id: String) {
    guard let law = Law.allCases.first(where: { $0.property.id == id }) else { return nil }
    self = law
  }

  var property: PlayerProperty {
    switch self {
    case .playsAlthoughPaused:
      PlayerProperty(
        "plays-although-paused", "what is not wanted is neither started nor shown as playing", .critical,
        source: "BugZoo.md#7")
    case .autoplayAlthoughPaused:
      PlayerProperty(
        "autoplay-although-paused", "data that arrives, or media that becomes ready, does not start what is not wanted",
        .critical, source: "BugZoo.md#21")
    case .playsWhileHindered:
      PlayerProperty(
        "plays-while-hindered", "nothing plays while an interruption or the background holds it", .critical,
        source: "SRG.md#1.4, Architecture.md#law-6")
    case .playsWithoutData:
      PlayerProperty(
        "plays-without-data", "nothing is driven without enough data", .critical, source: "BugZoo.md#32")
    case .stalledAlthoughMoving:
      PlayerProperty(
        "stalled-although-moving", "what moves is not stalled", .critical, source: "BugZoo.md#2")
    case .playingUnprepared:
      PlayerProperty(
        "playing-unprepared", "only prepared media is driven or shown as playing", .critical, source: "BugZoo.md#17")
    case .playingUnconfirmed:
      PlayerProperty(
        "playing-unconfirmed", "playing is shown only when the engine said so in this very step", .critical,
        source: "BugZoo.md#34")
    case .playCommandedWrongly:
      PlayerProperty(
        "play-commanded-wrongly",
        "the engine is told to play only what is prepared, wanted, supplied or stalled too long, and not hindered",
        source: "Architecture.md#law-6, SRG.md#1.5")
    case .wantedButNotDriven:
      PlayerProperty(
        "wanted-but-not-driven", "what is wanted, prepared, landed, supplied and not hindered is driven", .critical,
        source: "BugZoo.md#20")
    case .playingFrozen:
      PlayerProperty(
        "playing-frozen", "what moves advances, and is asked for its position within the probe interval", .critical,
        source: "BugZoo.md#11")
    case .blockedPlayed:
      PlayerProperty(
        "blocked-played", "the playhead does not move inside blocked media that can be skipped", .critical,
        source: "BugZoo.md#4, SRG.md#3.4")
    case .intentChangedByItself:
      PlayerProperty(
        "intent-changed-by-itself",
        "the wish to play changes by commands, buttons, a lost route, a long interruption or a policy, and by nothing else",
        .critical, source: "BugZoo.md#19")
    case .wishLost:
      PlayerProperty(
        "wish-lost", "rate, volume, mute, looping, scaling and rotation change by their own commands only",
        source: "SRG.md#1.10")
    case .starvedNotStalled:
      PlayerProperty(
        "starved-not-stalled", "running dry while moving is a stall in the same step, or a reload by policy", .critical,
        source: "BugZoo.md#24")
    case .bufferingBeforeLoad:
      PlayerProperty(
        "buffering-before-load", "only prepared media stalls, and seeks that people see", source: "BugZoo.md#22")
    case .phantomStall:
      PlayerProperty(
        "phantom-stall", "a stall begins when the engine has run dry, and lasts as long as the clock says",
        source: "BugZoo.md#35")
    case .stallNotClosed:
      PlayerProperty(
        "stall-not-closed", "stalls begin and end in turn", source: "Architecture.md#law-8")
    case .waitReasonWrong:
      PlayerProperty(
        "wait-reason-wrong", "stalled, paused, seeking and preparing are shown for their own reasons only",
        source: "BugZoo.md#18")
    case .waitWithoutWatchdog:
      PlayerProperty(
        "wait-without-watchdog", "whoever waits, waits for a deadline: no state is stuck for ever", .critical,
        source: "BugZoo.md#3, BugZoo.md#10")
    case .seekNotClosed:
      PlayerProperty(
        "seek-not-closed", "seeks begin and end in turn, each with its own serial", source: "BugZoo.md#6")
    case .noLoadAfterSeek:
      PlayerProperty(
        "no-load-after-seek", "a seek that is on its way is one that the engine of this opening was told", .critical,
        source: "BugZoo.md#27")
    case .seekLost:
      PlayerProperty(
        "seek-lost", "a seek that waits for the opening is made as soon as it is ready", .critical,
        source: "BugZoo.md#36")
    case .staleCompletionTaken:
      PlayerProperty(
        "stale-completion-taken", "the completion of an older seek ends no newer one", .critical,
        source: "BugZoo.md#33")
    case .positionJumpedSilently:
      PlayerProperty(
        "position-jumped-silently",
        "between discontinuities that are told the position runs on, and the engine corrects it within the tolerance only",
        source: "BugZoo.md#5")
    case .positionLostOnRetry:
      PlayerProperty(
        "position-lost-on-retry", "what opens again by policy goes on where it was", .critical,
        source: "BugZoo.md#8")
    case .endedBeforeEnd:
      PlayerProperty(
        "ended-before-end", "media ends where its declared duration says, within the tolerance", .critical,
        source: "BugZoo.md#9")
    case .endedFlagWrong:
      PlayerProperty(
        "ended-flag-wrong", "ended is shown at the end, and no longer once a seek has left it", source: "BugZoo.md#29"
      )
    case .pauseAroundEnd:
      PlayerProperty(
        "pause-around-end", "the input that ends the media says so once, and says nothing of a pause",
        source: "BugZoo.md#25")
    case .tickBesidePlayhead:
      PlayerProperty(
        "tick-beside-playhead", "observers hear of positions when the playhead is there", .warning,
        source: "PRX.md#9, SRG.md#1.7")
    default: secondHalf
    }
  }

  private var secondHalf: PlayerProperty {
    switch self {
    case .commandsClosedEngine:
      PlayerProperty(
        "commands-closed-engine", "an opening is told nothing before it was opened or after it was closed",
        source: "BugZoo.md#23")
    case .startNotClosed:
      PlayerProperty(
        "start-not-closed", "every opening is closed once, and open exactly as long as the phase needs it", .critical,
        source: "BugZoo.md#30")
    case .preparedWithoutOpening:
      PlayerProperty(
        "prepared-without-opening", "an opening becomes ready at most once", source: "BugZoo.md#17")
    case .closedNotOnce:
      PlayerProperty(
        "closed-not-once", "each close that was told is confirmed or given up once", source: "Architecture.md#law-9")
    case .loadsAlthoughPrevented:
      PlayerProperty(
        "loads-although-prevented", "nothing is opened that the network policy does not allow", .critical,
        source: "PRX.md#8, Contradictions.md#X-12")
    case .opensByItself:
      PlayerProperty(
        "opens-by-itself", "what is stopped stays stopped, what has ended stays closed", .critical,
        source: "SRG.md#3.11")
    case .givesUpSilently:
      PlayerProperty(
        "gives-up-silently", "a failure of the engine is retried or announced as a failure in the same step", .critical,
        source: "BugZoo.md#14")
    case .recoveryUnbounded:
      PlayerProperty(
        "recovery-unbounded", "openings that nobody asked for are bounded by the budgets of retries and reloads",
        .critical, source: "BugZoo.md#26")
    case .retryBeyondLimit:
      PlayerProperty(
        "retry-beyond-limit", "no attempt goes beyond its limit", source: "BugZoo.md#14, BugZoo.md#26")
    case .errorOutsideIdle:
      PlayerProperty(
        "error-outside-idle", "a failure is announced in phase failed and in state idle", source: "BugZoo.md#13")
    case .skipChainEndless:
      PlayerProperty(
        "skip-chain-endless", "skips in a row that stay in blocked media are bounded by their budget", .critical,
        source: "BugZoo.md#1")
    case .skipNotClosed:
      PlayerProperty("skip-not-closed", "skips begin and end in turn", source: "SRG.md#5.4")
    case .skipInWrongPhase:
      PlayerProperty(
        "skip-in-wrong-phase", "a skip is on its way only in media that opens or is prepared", .warning,
        source: "SRG.md#3.4")
    case .segmentNotClosed:
      PlayerProperty(
        "segment-not-closed", "segments start and end in turn, with the reasons that go with it", source: "SRG.md#5.5")
    case .segmentInWrongPhase:
      PlayerProperty(
        "segment-in-wrong-phase", "segments are played in prepared media only", source: "SRG.md#3.1")
    case .liveFlagWrong:
      PlayerProperty(
        "live-flag-wrong", "live is what stream type and distance from the edge say", source: "SRG.md#1.9")
    case .rateNotAllowed:
      PlayerProperty(
        "rate-not-allowed", "the effective rate is the wanted one, or normal where a live stream allows no other",
        source: "SRG.md#1.10")
    case .catchUpWrong:
      PlayerProperty(
        "catch-up-wrong", "only wanted live streams catch up, forward and at most once a second",
        source: "KSYManual.md#6.3")
    case .illegalStateProduct:
      PlayerProperty(
        "illegal-state-product", "the axes of the state fit each other", .critical, source: "BugZoo.md#12")
    case .kindsOutOfOrder:
      PlayerProperty(
        "kinds-out-of-order", "diagnostics, notifications, completions and engine commands come in this order",
        source: "Architecture.md#law-8")
    case .notificationsOutOfOrder:
      PlayerProperty(
        "notifications-out-of-order", "changes are announced in the documented order", source: "Architecture.md#law-7")
    case .phaseOutOfGrammar:
      PlayerProperty(
        "phase-out-of-grammar", "phases follow each other as the grammar says",
        source: "BugZoo.md#17, BugZoo.md#22, BugZoo.md#23")
    case .stateOutOfGrammar:
      PlayerProperty(
        "state-out-of-grammar", "states follow each other as the grammar says", source: "BugZoo.md#17, BugZoo.md#25")
    case .changeAnnouncedTwice:
      PlayerProperty(
        "change-announced-twice", "no notification announces what was known already", source: "BugZoo.md#16")
    case .changeForgotten:
      PlayerProperty(
        "change-forgotten", "who only listens knows everything that is shown", .critical,
        source: "Architecture.md#law-7")
    case .staleValue:
      PlayerProperty(
        "stale-value", "notifications carry the values of the finished state", source: "BugZoo.md#28")
    case .reasonWrong:
      PlayerProperty(
        "reason-wrong", "every notification carries the reason of its step, or the policy that it called up",
        source: "Architecture.md#law-7")
    case .tooManyOutputs:
      PlayerProperty(
        "too-many-outputs", "no input has more outputs than the bound", .critical, source: "Architecture.md#law-2")
    case .requestAnsweredTwice:
      PlayerProperty(
        "request-answered-twice", "only requests that wait are answered, and once", source: "Architecture.md#law-9")
    case .requestUnanswered:
      PlayerProperty(
        "request-unanswered", "a request is answered, or waits for its opening, seek or picture",
        source: "Architecture.md#law-9")
    case .refusalWithoutReason:
      PlayerProperty(
        "refusal-without-reason", "an answer is refused with a reason, or not refused without one",
        source: "Architecture.md#law-9")
    case .refusedButChanged:
      PlayerProperty(
        "refused-but-changed", "a refused command changes nothing", source: "Architecture.md#law-9")
    case .staleReportTaken:
      PlayerProperty(
        "stale-report-taken", "a report of another opening changes nothing but the counter, and says so", .critical,
        source: "BugZoo.md#33, Architecture.md#law-9")
    case .droppedSilently:
      PlayerProperty(
        "dropped-silently", "what is dropped is counted and said", .warning, source: "Architecture.md#law-3")
    case .clockWrong:
      PlayerProperty(
        "clock-wrong", "the player's clock follows its inputs and never runs backwards", source: "Architecture.md#law-3"
      )
    case .earlyDeadlineActs:
      PlayerProperty(
        "early-deadline-acts", "a deadline before its time changes nothing and says nothing",
        source: "Architecture.md#law-5a")
    case .deadlineWithoutProgress:
      PlayerProperty(
        "deadline-without-progress", "a deadline at its time makes progress", .critical,
        source: "Architecture.md#law-5b")
    case .deadlineChainEndless:
      PlayerProperty(
        "deadline-chain-endless", "the deadlines of one instant come to an end", .critical,
        source: "Architecture.md#law-5b")
    case .splittingTimeShows:
      PlayerProperty(
        "splitting-time-shows", "going to an instant at once or in steps is the same", source: "Architecture.md#law-5c")
    case .notDeterministic:
      PlayerProperty(
        "not-deterministic", "the same input in the same state gives the same outputs and the same state", .critical,
        source: "BugZoo.md#15, BugZoo.md#31, Architecture.md#law-1")
    case .notOnTime:
      PlayerProperty(
        "not-on-time", "what a deadline brings about comes at its time, to the microsecond",
        source: "Architecture.md#law-4, Architecture.md#law-5")
    case .commandWithoutEffect:
      PlayerProperty(
        "command-without-effect", "what was answered with done has been done", .critical,
        source: "Architecture.md#law-9")
    case .reportWithoutEffect:
      PlayerProperty(
        "report-without-effect", "what the engine of the running opening reports is shown",
        source: "Architecture.md#law-6"
      )
    case .engineNotTold:
      PlayerProperty(
        "engine-not-told", "the engine was told how it shall sound and look, and whether it shall move", .critical,
        source: "Architecture.md#law-6")
    case .countedWrongly:
      PlayerProperty(
        "counted-wrongly", "stalls, their time and retries are counted as they are told", .warning,
        source: "KSYManual.md#6.4")
    case .refusedWrongly:
      PlayerProperty(
        "refused-wrongly", "a command is refused where the rules say so, and nowhere else",
        source: "Architecture.md#law-9"
      )
    case .hinderedWrongly:
      PlayerProperty(
        "hindered-wrongly", "interruptions and the background hold playback as the settings say", .critical,
        source: "PRX.md#11, Contradictions.md#X-27, Contradictions.md#X-31")
    case .mediaNotForgotten:
      PlayerProperty(
        "media-not-forgotten", "what is not open is not known, and is shown where it will begin",
        source: "SRG.md#1.6, Architecture.md#law-9")
    case .soughtElsewhere:
      PlayerProperty(
        "sought-elsewhere", "seeks and starts go where they were to go, as near as can be", .critical,
        source: "SRG.md#1.7, SRG.md#1.8")
    case .retriedOtherwise:
      PlayerProperty(
        "retried-otherwise", "failures are retried when, as often and after the delay that the settings say", .critical,
        source: "PRX.md#7, Contradictions.md#X-10")
    case .networkPolicyBroken:
      PlayerProperty(
        "network-policy-broken", "a change of the network opens, reloads and stops what the policy says", .critical,
        source: "PRX.md#8")
    case .watchdogWrong:
      PlayerProperty(
        "watchdog-wrong", "an engine counts as stuck when it stops or stands still too often, and not before",
        source: "Architecture.md#law-10")
    case .observersWrong:
      PlayerProperty(
        "observers-wrong", "observers hear of each position that the playhead ran over, once and in order",
        source: "PRX.md#9, SRG.md#2")
    case .tickThroughGate:
      PlayerProperty(
        "tick-through-gate", "interval notifications and the soft end are silent until the playhead ran over the gate",
        source: "PRX.md#2, PRX.md#9, PRX.md#13")
    case .ticksMisplaced:
      PlayerProperty(
        "ticks-misplaced",
        "interval notifications come at their positions, and at jumps, starts and stops where the settings say so",
        source: "PRX.md#9, Contradictions.md#X-04")
    case .segmentsWrong:
      PlayerProperty(
        "segments-wrong", "the segment that is shown is the one that the rules give the playhead",
        source: "SRG.md#3.1, SRG.md#3.3, SRG.md#3.8")
    case .exitWrong:
      PlayerProperty(
        "exit-wrong", "a segment is left for the reason that there was, and where the playhead was",
        source: "SRG.md#3.3, SRG.md#3.5, SRG.md#3.6, SRG.md#5.5")
    case .skipToldWrongly:
      PlayerProperty(
        "skip-told-wrongly", "a skip is told of what is blocked, from where it was decided, and as it ended",
        source: "SRG.md#3.3, SRG.md#3.4, SRG.md#5.4")
    case .selectionWrong:
      PlayerProperty(
        "selection-wrong", "what a start or a seek selects starts where that lands, and nothing else is selected",
        source: "SRG.md#3.2, SRG.md#3.5, SRG.md#3.6")
    case .heirWrong:
      PlayerProperty(
        "heir-wrong", "a segment that a new list has under another number goes on as long as it holds the playhead",
        source: "SRG.md#3.6")
    case .beginsElsewhere:
      PlayerProperty(
        "begins-elsewhere", "media begins in the segment that its start names, and behind what is blocked there",
        source: "SRG.md#1.6, SRG.md#1.8, SRG.md#3.5, SRG.md#5.7")
    case .trackNotChosen:
      PlayerProperty(
        "track-not-chosen", "the engine is told the renditions that the app and its languages choose",
        source: "SRG.md#2")
    case .datedWrongly:
      PlayerProperty("dated-wrongly", "a window has dates once one is known", source: "SRG.md#1.9")
    case .changedAlongside:
      PlayerProperty(
        "changed-alongside",
        "of the intent, the item, rate, sound, picture and surroundings an input changes what it is about, and leaves the rest",
        .critical, source: "Architecture.md#law-6")
    case .toldWrongly:
      PlayerProperty(
        "told-wrongly", "positions, spans and numbers that are told are those of what happened",
        source: "Architecture.md#law-7")
    case .causeWrong:
      PlayerProperty(
        "cause-wrong", "a failure or a warning names its own cause, with its detail and text",
        source: "BugZoo.md#13")
    case .answeredOtherwise:
      PlayerProperty(
        "answered-otherwise", "a request that waited is answered for what became of it",
        source: "Architecture.md#law-9")
    case .budgetWrong:
      PlayerProperty(
        "budget-wrong", "retries, reloads and where playback broke off are counted as the rules say",
        source: "BugZoo.md#26, Contradictions.md#X-10")
    case .startMisplaced:
      PlayerProperty(
        "start-misplaced", "the next opening begins where the app, a seek or the opening before it has left it",
        source: "SRG.md#1.6, BugZoo.md#8")
    case .seekToldWrongly:
      PlayerProperty(
        "seek-told-wrongly",
        "the engine is told each seek with its own serial, target and tolerances, and only seeks of the app and skips are shown",
        source: "BugZoo.md#27, SRG.md#1.3")
    case .openingNotFresh:
      PlayerProperty(
        "opening-not-fresh", "an opening begins with nothing of the one before it", source: "Architecture.md#law-9")
    case .deadlineForgotten:
      PlayerProperty(
        "deadline-forgotten", "everything that has a time limit is over by its limit at the latest", .critical,
        source: "BugZoo.md#3, BugZoo.md#10")
    case .supplyWrong:
      PlayerProperty(
        "supply-wrong", "the supply follows from what is buffered and from the settings", source: "KSYManual.md#6.4")
    case .handedOverWrongly:
      PlayerProperty(
        "handed-over-wrongly",
        "what takes over goes on where the opening before it was, and is announced as no failure",
        source: "Architecture.md#law-9")
    case .endedOtherwise:
      PlayerProperty(
        "ended-otherwise", "at its end media ends, starts over or has failed, as the media and the settings say",
        source: "BugZoo.md#9, SRG.md#1.3")
    case .driedOtherwise:
      PlayerProperty(
        "dried-otherwise", "what runs dry stalls, goes on waiting or is reloaded, as the settings say",
        source: "BugZoo.md#18, PRX.md#7")
    case .neverPlays:
      PlayerProperty(
        "never-plays", "once everything works again, what is wanted plays, has ended or has failed", .critical,
        source: "BugZoo.md#3, BugZoo.md#10, BugZoo.md#20")
    case .neverRests:
      PlayerProperty(
        "never-rests", "what is paused or stopped comes to rest", .critical, source: "BugZoo.md#7, BugZoo.md#21")
    case .deadlineAtRest:
      PlayerProperty("deadline-at-rest", "at rest nothing is awaited", .warning, source: "Architecture.md#law-5")
    case .leftOpen:
      PlayerProperty("left-open", "after a stop nothing is open", .critical, source: "BugZoo.md#30")
    case .watchdogBites:
      PlayerProperty(
        "watchdog-bites", "no watchdog bites an engine that keeps to its contract", .critical,
        source: "Architecture.md#law-10")
    case .positionUntrue:
      PlayerProperty(
        "position-untrue", "the position that is shown is that of a faithful engine, within the tolerance",
        source: "Architecture.md#law-4")
    case .worldBusyAtOneInstant:
      PlayerProperty(
        "world-busy-at-one-instant", "a player and an engine do not keep each other busy without time passing",
        .critical, source: "BugZoo.md#1, BugZoo.md#26")
    case .recordedOtherwise:
      PlayerProperty(
        "recorded-otherwise", "a trace holds the outputs that its inputs lead to", source: "Architecture.md#traces")
    case .reducerTrapped:
      PlayerProperty(
        "reducer-trapped", "every input in every state has a defined result: the process lives on", .critical,
        source: "BugZoo.md#13, Architecture.md#law-3")
    default: PlayerProperty("unknown", "a law without words")
    }
  }
}
