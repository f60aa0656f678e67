/// The properties by number, for the monitor: at most 128. Where several are broken by one input, the first that is found
/// is told; `PlayerProperty.all` has them in this order.
enum Law: UInt8, CaseIterable, Sendable {
  // What is played, against whose will.
  case playsAlthoughPaused
  case autoplayAlthoughPaused
  case playsWhileHindered
  case playsWithoutData
  case stalledAlthoughMoving
  case playingUnprepared
  case playingUnconfirmed
  case playCommandedWrongly
  case wantedButNotDriven
  case playingFrozen
  case blockedPlayed
  case intentChangedByItself
  case wishLost
  // Waiting.
  case starvedNotStalled
  case bufferingBeforeLoad
  case phantomStall
  case stallNotClosed
  case waitReasonWrong
  case waitWithoutWatchdog
  // Seeks and positions.
  case seekNotClosed
  case noLoadAfterSeek
  case seekLost
  case staleCompletionTaken
  case positionJumpedSilently
  case positionLostOnRetry
  case endedBeforeEnd
  case endedFlagWrong
  case pauseAroundEnd
  case tickBesidePlayhead
  // Openings and recovery.
  case commandsClosedEngine
  case startNotClosed
  case preparedWithoutOpening
  case closedNotOnce
  case loadsAlthoughPrevented
  case opensByItself
  case givesUpSilently
  case recoveryUnbounded
  case retryBeyondLimit
  case errorOutsideIdle
  // Segments.
  case skipChainEndless
  case skipNotClosed
  case skipInWrongPhase
  case segmentNotClosed
  case segmentInWrongPhase
  // Live streams.
  case liveFlagWrong
  case rateNotAllowed
  case catchUpWrong
  // Legal states.
  case illegalStateProduct
  // What is said.
  case kindsOutOfOrder
  case notificationsOutOfOrder
  case phaseOutOfGrammar
  case stateOutOfGrammar
  case changeAnnouncedTwice
  case changeForgotten
  case staleValue
  case reasonWrong
  case tooManyOutputs
  // Answers.
  case requestAnsweredTwice
  case requestUnanswered
  case refusalWithoutReason
  case refusedButChanged
  case staleReportTaken
  case droppedSilently
  // Time.
  case clockWrong
  case earlyDeadlineActs
  case deadlineWithoutProgress
  case deadlineChainEndless
  case splittingTimeShows
  case notDeterministic
  case notOnTime
  // What is done.
  case commandWithoutEffect
  case reportWithoutEffect
  case engineNotTold
  case countedWrongly
  case refusedWrongly
  case hinderedWrongly
  case mediaNotForgotten
  case soughtElsewhere
  case retriedOtherwise
  case networkPolicyBroken
  case watchdogWrong
  case observersWrong
  case tickThroughGate
  case ticksMisplaced
  case segmentsWrong
  case exitWrong
  case skipToldWrongly
  case selectionWrong
  case heirWrong
  case beginsElsewhere
  case trackNotChosen
  case datedWrongly
  case changedAlongside
  case toldWrongly
  case causeWrong
  case answeredOtherwise
  case budgetWrong
  case startMisplaced
  case seekToldWrongly
  case openingNotFresh
  case deadlineForgotten
  case supplyWrong
  case handedOverWrongly
  case endedOtherwise
  case driedOtherwise
  // What only a whole world can show.
  case neverPlays
  case neverRests
  case deadlineAtRest
  case leftOpen
  case watchdogBites
  case positionUntrue
  case worldBusyAtOneInstant
  // What only a recording can show.
  case recordedOtherwise
  case reducerTrapped
}
