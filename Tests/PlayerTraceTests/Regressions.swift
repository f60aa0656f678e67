import PlayerCore

// Runs in which the reducer once went wrong: as short as possible, with times in milliseconds, and with requests,
// epochs and seeks numbered as in a trace. A new bug gets a new run here before it is fixed.

extension Regression {
  /// In the order of `Traces/regressions/README.md`.
  static let all = [
    epochZero, stallOfAnotherMedia, dryBeforeStart, dryAroundPause, pauseAtTheEnd, quickToggles, skipsBeforeReady,
    dateWhileOpening, reloadPlaysOut, olderCloses, watchPastTheEnd, loopWithoutReturn, startWithoutPosition,
    presentationOfAnOpening, skipWithinASkip, nothingToSeekIn, replayOnCellular, tickInASkippedEnd,
    loopInPlace, skipAfterTheEnd, edgeSeenByChance, tickOfASupersededSeek, dataGoneWhileHeld, catchUpAtTheEndOfTime,
    tickBeforeAnEndThatWasNotPlayed, gateBeforeTheEdge,
    gateInFrontOfALanding, backIntoBlockedMedia, replaysOfBlockedMedia, skipThatNeverBegan, originOfAnOlderSeek,
    observerReplacedInItsRound, gateCrossedByAnObserver, softEndCrossedByAnObserver, tickBehindTheEnd,
    heirThatIsNotPlayed, tickOfAnInterruptedSeek, stopsBehindASeek, gateBehindThePlayhead, stallInASilentSeek,
    tickBeforeAnObserverCame, jumpTakenForPlayback, closedTwice,
    softEndBehindTheGate, gateAnewAtAJump, gateAnewInASeek, gateAnewBehindAJump, gateAnewInARound,
    gateBehindACatchUp, heirWithABlockedNamesake, kickedAtAnOlderRate, liveWithADurationOfZero, reloadInASkip,
    stretchForgotten, retryAtTheEndOfTime, sameStretchAgain, sameLiveStretchAgain, edgeAtTheEndOfTime,
    brokenWhileHeldUp, reloadLeftUndone, seekInPlaceOfASkip, selectionOfAnOlderSeek, blockedUntilASetting,
    endThatHasMoved, skipWithoutAWay, endJumpedTo, heirInACatchUp, reachedBehindTheGate, dateOfClosedMedia,
    selectionOfAnotherOpening, skipBeforeItsRun, skipOfAnEarlierRun, tolerantSeekIntoARun, playedBeforeASkip,
    segmentThatWasMissed, startOfAWindowWithoutLength,
    stopsThatGetNoFurther, kicksThatGetNoFurther, catchingUpInVain, announcedWhereTheEdgeIs,
    gateLiftedAtRest, tickAgainBehindTheGate, endBehindZero,
    loopWithABlockedTail, startWithoutARange, refusedStartInAWindow, selectionOfASeekWhileOpening,
    landingBetweenTwoRuns, landingInANewList, skipsBrokenOff, seekBeforeAReload, startBeyondTheEnd, toggleDuringACall,
    restartInVain, gateLiftedInARound, tickOfAVastInterval, tickAfterAnAnnouncement,
    announcedAtAnEndOfOnce, observedAgainAtAJump, heirLeftAtOnce,
  ]

  private static let epochZero = Regression(
    name: "epoch-zero",
    fault: "An engine event of epoch 0, which no opening has, took over the player",
    run: playing(seconds: 60) + [
      .engine(2_000, 0, .opened(OpenedMedia(duration: .seconds(10))))
    ]
  ) { outcome in
    outcome.player.state == .playing && outcome.position == .seconds(2) && outcome.player.duration == .seconds(60)
      && !outcome.commands.contains(.close)
  }

  private static let stallOfAnotherMedia = Regression(
    name: "stall-of-another-media",
    fault: "A load during a stall charged the time of the stall to the new media",
    run: playing(seconds: 60, buffered: 5) + [
      .engine(5_000, 1, .starved(position: .seconds(5))),
      .ask(8_000, 2, .load(item: 2)),
    ]
  ) { outcome in
    outcome.notifications.contains(.stallEnded(lasted: .seconds(3)))
      && outcome.player.statistics.stallCount == 0 && outcome.player.statistics.stallTime == .zero
  }

  private static let dryBeforeStart = Regression(
    name: "dry-before-start",
    fault: "Running dry before playback had started counted as a stall",
    run: [
      .ask(0, 1, .load(item: 1)),
      .engine(100, 1, .opened(OpenedMedia(duration: .seconds(60)))),
      .engine(200, 1, .buffered(until: .seconds(1), bytesRead: 100, isSaturated: false)),
      .engine(250, 1, .starved(position: .zero)),
      .engine(400, 1, .buffered(until: .seconds(3), bytesRead: 300, isSaturated: false)),
      .engine(450, 1, .playbackStarted(position: .zero, rate: .normal)),
    ]
  ) { outcome in
    outcome.states == [.preparing, .playing] && outcome.player.statistics.stallCount == 0
      && !outcome.notifications.contains(.stallBegan(count: 1))
  }

  private static let dryAroundPause = Regression(
    name: "dry-around-pause",
    fault: "Running dry just after a pause showed “paused” for ever, although playback was wanted again",
    run: playing(seconds: 60, buffered: 5) + [
      .ask(4_900, 2, .pause),
      .engine(4_910, 1, .starved(position: .milliseconds(4_900))),
      .ask(6_000, 3, .play),
    ]
  ) { outcome in outcome.states == [.preparing, .playing, .paused, .stalled] }

  private static let pauseAtTheEnd = Regression(
    name: "pause-at-the-end",
    fault: "A pause at the end was forgotten: a seek from there played on",
    run: playing(seconds: 5) + [
      .engine(5_000, 1, .ended(position: .seconds(5))),
      .ask(6_000, 2, .pause),
      .ask(7_000, 3, .seek(.at(.seconds(2)))),
      .engine(7_100, 1, .seekCompleted(SeekSerial(1), position: .seconds(2), isFinished: true)),
      .engine(7_100, 1, .buffered(until: .seconds(5), bytesRead: 100, isSaturated: true)),
    ]
  ) { outcome in
    outcome.player.state == .paused && !outcome.player.wantsPlay
      && outcome.commands.filter { $0 == .play(rate: .normal) }.count == 1
  }

  private static let quickToggles = Regression(
    name: "quick-toggles",
    fault: "A few toggles, faster than the engine confirmed them, failed as stuck",
    run: [
      .ask(0, 1, .load(item: 1, autoplay: false)),
      .engine(0, 1, .opened(OpenedMedia(duration: .seconds(60)))),
      .engine(0, 1, .buffered(until: .seconds(60), bytesRead: 100, isSaturated: true)),
      .ask(1_000, 2, .toggle),
      .ask(1_010, 3, .toggle),
      .ask(1_020, 4, .toggle),
      .ask(1_030, 5, .toggle),
      .ask(1_040, 6, .toggle),
      .ask(1_050, 7, .toggle),
      .ask(1_060, 8, .toggle),
      .ask(1_070, 9, .toggle),
      .ask(1_080, 10, .toggle),
      .engine(1_100, 1, .playbackStopped(position: .zero)),
      .engine(1_110, 1, .playbackStopped(position: .zero)),
      .engine(1_120, 1, .playbackStopped(position: .zero)),
      .engine(1_130, 1, .playbackStopped(position: .zero)),
      .engine(1_140, 1, .playbackStarted(position: .zero, rate: .normal)),
    ]
  ) { outcome in outcome.player.state == .playing && outcome.player.failure.kind == .none }

  private static let skipsBeforeReady = Regression(
    name: "skips-before-ready",
    fault: "Skips before the media was open replaced each other instead of piling up",
    run: [
      .ask(0, 1, .load(item: 1)),
      .ask(100, 2, .seek(.skip(.seconds(10)))),
      .ask(200, 3, .seek(.skip(.seconds(10)))),
      .ask(300, 4, .seek(.skip(.seconds(-4)))),
      .engine(500, 1, .opened(OpenedMedia(duration: .seconds(60)))),
      .engine(600, 1, .seekCompleted(SeekSerial(1), position: .seconds(16), isFinished: true)),
    ]
  ) { outcome in
    outcome.seekTargets == [.seconds(16)] && outcome.answer(to: 2)?.answer == .superseded
      && outcome.answer(to: 3)?.answer == .superseded && outcome.answer(to: 4)?.answer == .done
  }

  private static let dateWhileOpening = Regression(
    name: "date-while-opening",
    fault: "A seek to a date while the media was opening was never answered",
    run: [
      .ask(0, 1, .load(item: 1)),
      .ask(100, 2, .seek(Position(anchor: .date, offset: .seconds(1_700_000_000)))),
      .engine(500, 1, .opened(OpenedMedia(duration: .seconds(60)))),
      .engine(500, 1, .buffered(until: .seconds(60), bytesRead: 100, isSaturated: true)),
      .deadline(2_500),
      .engine(2_600, 1, .playbackStarted(position: .zero, rate: .normal)),
    ]
  ) { outcome in
    outcome.answer(to: 2) == Completion(RequestID(2), .refused, .noDate) && outcome.player.state == .playing
  }

  private static let reloadPlaysOut = Regression(
    name: "reload-plays-out",
    fault: "The old opening failed, or came to the end of its buffer, during a reload without flush: playback was over",
    run: playing(seconds: 60) + [
      .ask(5_000, 2, .reload(item: .none, flush: false)),
      .engine(5_500, 1, .failed(Failure(.io))),
      .engine(6_000, 2, .opened(OpenedMedia(duration: .seconds(60)))),
      .engine(6_100, 2, .seekCompleted(SeekSerial(1), position: .milliseconds(5_500), isFinished: true)),
      .engine(6_100, 2, .buffered(until: .seconds(60), bytesRead: 100, isSaturated: true)),
      .engine(6_100, 2, .playbackStarted(position: .milliseconds(5_500), rate: .normal)),
      .engine(6_200, 1, .closed),
      .ask(8_000, 3, .reload(item: .none, flush: false)),
      .engine(8_100, 2, .ended(position: .milliseconds(7_500))),
      .engine(8_500, 3, .opened(OpenedMedia(duration: .seconds(60)))),
      .engine(8_600, 3, .seekCompleted(SeekSerial(2), position: .milliseconds(7_500), isFinished: true)),
      .engine(8_600, 3, .buffered(until: .seconds(60), bytesRead: 100, isSaturated: true)),
      .engine(8_600, 3, .playbackStarted(position: .milliseconds(7_500), rate: .normal)),
    ]
  ) { outcome in
    outcome.states == [.preparing, .playing, .preparing, .playing, .preparing, .playing]
      && outcome.answer(to: 2)?.answer == .done && outcome.answer(to: 3)?.answer == .done
      && outcome.position == .milliseconds(7_500)
  }

  private static let olderCloses = Regression(
    name: "older-closes",
    fault: "Only the newest close was awaited; the confirmations of older ones were dropped as stale",
    run: [
      .ask(0, 1, .load(item: 1)),
      .ask(10, 2, .load(item: 2)),
      .ask(20, 3, .load(item: 3)),
      .engine(500, 1, .closed),
      .engine(600, 2, .closed),
    ]
  ) { outcome in
    outcome.notifications.suffix(2) == [.closed(Epoch(1)), .closed(Epoch(2))]
      && outcome.player.statistics.ignoredEvents == 0
  }

  private static let watchPastTheEnd = Regression(
    name: "watch-past-the-end",
    fault: "Every position report put off the watch past the end: media whose end was not reported never ended",
    run: playing(seconds: 10) + [
      .deadline(10_000),
      .engine(10_000, 1, .positionReported(.seconds(10))),
      .engine(13_000, 1, .positionReported(.seconds(13))),
      .engine(16_000, 1, .positionReported(.seconds(16))),
      .engine(19_000, 1, .positionReported(.seconds(19))),
      .deadline(20_000),
    ]
  ) { outcome in
    outcome.player.state == .ended && outcome.notifications.contains(.ended(position: .seconds(10)))
  }

  private static let loopWithoutReturn = Regression(
    name: "loop-without-return",
    fault: "A loop on an engine that cannot go back turned at its end for ever",
    run: playing(seconds: 5) + [
      .ask(1_000, 2, .setLooping(true)),
      .engine(5_000, 1, .ended(position: .seconds(5))),
      .engine(5_100, 1, .seekCompleted(SeekSerial(1), position: .seconds(5), isFinished: false)),
      .engine(5_200, 1, .seekCompleted(SeekSerial(1), position: .seconds(5), isFinished: false)),
      .engine(5_200, 1, .buffered(until: .seconds(5), bytesRead: 100, isSaturated: true)),
    ]
  ) { outcome in
    outcome.player.state == .ended && outcome.notifications.contains(.ended(position: .seconds(5)))
      && outcome.commands.filter { $0 == .play(rate: .normal) }.count == 1
  }

  private static let startWithoutPosition = Regression(
    name: "start-without-position",
    fault: "A playback start without a position changed the rate of the time that had already been played",
    run: playing(seconds: 60) + [
      .engine(5_000, 1, .playbackStarted(position: .unknown, rate: .thousandths(2_000)))
    ]
  ) { outcome in
    outcome.position == .seconds(5) && outcome.player.position(at: .seconds(6)) == .seconds(7)
  }

  private static let presentationOfAnOpening = Regression(
    name: "presentation-of-an-opening",
    fault: "Scaling, rotation and chosen tracks were not told to a new opening",
    run: [
      .ask(0, 1, .setScalingMode(.aspectFill)),
      .ask(0, 2, .setRotation(degrees: 90)),
      .ask(0, 3, .selectTrack(.video, .off)),
      .ask(10, 4, .load(item: 1)),
      .engine(500, 1, .opened(OpenedMedia(duration: .seconds(60)))),
    ]
  ) { outcome in
    outcome.outputs.contains(.engine(.setPresentation(.aspectFill, rotation: 90), Epoch(1)))
      && outcome.outputs.contains(.engine(.selectTrack(.video, .off), Epoch(1)))
  }

  private static let edgeAtTheEndOfTime = Regression(
    name: "edge-at-the-end-of-time",
    fault: "A playhead at the last position there is was to get beyond it, and its deadline was due for ever",
    run: [
      .ask(0, 1, .set(.liveTolerance, 0)),
      .ask(0, 2, .load(item: 1)),
      .engine(0, 1, .opened(OpenedMedia(duration: .unknown))),
      .engine(0, 1, .seekableRangeChanged(start: .zero, end: MediaTime(microseconds: .max))),
      .engine(0, 1, .buffered(until: MediaTime(microseconds: .max), bytesRead: 100, isSaturated: true)),
      .engine(0, 1, .playbackStarted(position: MediaTime(microseconds: .max - 2_000_000), rate: .normal)),
      .ask(3_000, 3, .setMuted(true)),
    ]
  ) { outcome in
    outcome.player.state == .playing && outcome.player.nextDeadline > outcome.player.clock
  }

  /// Media of this length plays from instant 0; all of it is in the buffer, or only its first seconds.
  static func playing(seconds: Int64, buffered: Int64? = nil) -> [Moment] {
    let until = MediaTime.seconds(buffered ?? seconds)
    return [
      .ask(0, 1, .load(item: 1)),
      .engine(0, 1, .opened(OpenedMedia(duration: .seconds(seconds)))),
      .engine(0, 1, .buffered(until: until, bytesRead: 100, isSaturated: buffered == nil)),
      .engine(0, 1, .playbackStarted(position: .zero, rate: .normal)),
    ]
  }
}

extension Command {
  /// Loads from the beginning, and plays as soon as it is ready.
  static func load(item: UInt32, autoplay: Bool = true) -> Self {
    .load(item: ItemID(item), start: .standard, autoplay: autoplay, opens: true)
  }
}

extension Regression.Outcome {
  /// The targets of the seeks that the engine was given.
  var seekTargets: [MediaTime] {
    commands.compactMap { if case .seek(_, let target, _, _) = $0 { target } else { nil } }
  }
}
