import PlayerCore

// Runs that one of hundreds of thousands of random sessions met, and that a law took for wrong.

extension Regression {
  static let heirInACatchUp = Regression(
    name: "heir-in-a-catch-up",
    fault: "A law: a segment that a catch-up leaves in the very step that replaces it was to continue",
    run: [
      .ask(0, 11, .set(.liveBufferMaximum, 0)),
      .ask(0, 1, .load(item: 1)),
      .engine(0, 1, .opened(OpenedMedia(duration: .unknown, isSeekable: false))),
      .engine(0, 1, .buffered(until: .zero, bytesRead: 0, isSaturated: true)),
      .engine(0, 1, .playbackStarted(position: .zero, rate: .normal)),
      .engine(0, 1, .buffered(until: .seconds(2), bytesRead: 0, isSaturated: false)),
      .engine(900, 1, .buffered(until: .seconds(9), bytesRead: 0, isSaturated: false)),
      .stages(900, 2, 2...4),
      .ask(900, 3, .commitSegments),
      .stages(900, 4, 2...5),
      .ask(1_000, 5, .commitSegments),
    ]
  ) { outcome in outcome.player.currentSegment.isNone && outcome.position == .seconds(9) }

  static let reachedBehindTheGate = Regression(
    name: "reached-behind-the-gate",
    fault: "A law: positions reached while the gate was closed were expected to be told once it opened",
    run: [.ask(0, 11, .set(.tickGate, 1_000_000))] + playing(seconds: 60) + [
      .engine(0, 1, .positionReported(.seconds(5))),
      .ask(0, 2, .addPeriodicObserver(ObserverID(1), interval: .seconds(1))),
      .ask(0, 12, .set(.tickGate, 0)),
      .engine(0, 1, .positionReported(.seconds(1))),
      .ask(1_000, 3, .restart(.standard, autoplay: false)),
    ]
  ) { outcome in outcome.ticks.isEmpty }

  static let dateOfClosedMedia = Regression(
    name: "date-of-closed-media",
    fault: "A law: a seek to a date was to be refused when the network policy closed the media in the same step",
    run: [.ask(0, 11, .set(.checksPolicyWhilePlaying, 1))] + playing(seconds: 5) + [
      .engine(0, 1, .dateReference(position: .zero, date: 0)),
      .engine(5_000, 1, .ended(position: .seconds(5))),
      Moment(instant: .seconds(6), input: .environment(.networkChanged(.none))),
      .ask(7_000, 2, .seek(Position(anchor: .date, offset: .seconds(2)))),
    ]
  ) { outcome in outcome.player.phase == .blocked && outcome.player.startPosition == .at(.seconds(2)) }

  static let selectionOfAnotherOpening = Regression(
    name: "selection-of-another-opening",
    fault: "A law: a selection by the start of another opening was to have the reason of the seek before it",
    run: [
      .ask(0, 1, .load(item: ItemID(1), start: start, autoplay: true, opens: true)),
      .engine(0, 1, .opened(OpenedMedia(duration: .unknown))),
      .stages(0, 2, 0...1),
      .ask(0, 3, .commitSegments),
      .engine(0, 1, .seekableRangeChanged(start: .zero, end: .seconds(1))),
      .ask(0, 4, .seek(start)),
      .engine(0, 1, .seekCompleted(SeekSerial(1), position: .zero, isFinished: true)),
      .ask(0, 5, .reload(item: .none, flush: false)),
      .engine(0, 2, .opened(OpenedMedia(duration: .unknown, isSeekable: false))),
      .engine(0, 2, .buffered(until: .seconds(20), bytesRead: 200, isSaturated: true)),
      .engine(0, 2, .playbackStarted(position: .zero, rate: .normal)),
    ]
  ) { outcome in
    outcome.notifications.contains(
      .segmentStarted(SegmentID(1), isSelected: true, selection: .initial, previous: .none, lastPosition: .zero))
  }

  static let startOfAWindowWithoutLength = Regression(
    name: "start-of-a-window-without-length",
    fault: "A law: live media whose start was given up was to rest at 0:00 and not where its window begins",
    run: [
      .ask(0, 1, .load(item: ItemID(1), start: .at(.seconds(1)), autoplay: false, opens: true)),
      .engine(0, 1, .opened(OpenedMedia(duration: .unknown))),
      .engine(0, 1, .seekableRangeChanged(start: .zero, end: .seconds(10))),
      .deadline(0),
      .engine(0, 1, .seekCompleted(SeekSerial(1), position: .zero, isFinished: false)),
      .engine(0, 1, .seekableRangeChanged(start: .seconds(5), end: .seconds(5))),
      .engine(0, 1, .seekCompleted(SeekSerial(1), position: .unknown, isFinished: false)),
    ]
  ) { outcome in outcome.player.phase == .prepared && outcome.position == .seconds(5) }

  static let gateLiftedAtRest = Regression(
    name: "gate-lifted-at-rest",
    fault: "Playback that went on once the gate was lifted told what had been passed long before, behind it",
    run: [.ask(0, 11, .set(.tickGate, 20_000_000))] + playing(seconds: 60) + [
      .ask(0, 2, .addPeriodicObserver(ObserverID(1), interval: .seconds(5))),
      .ask(9_900, 3, .pause),
      .engine(9_900, 1, .playbackStopped(position: .milliseconds(9_900))),
      .engine(9_900, 1, .supplyChanged(.unknown)),
      .ask(9_900, 4, .play),
      .ask(9_900, 12, .set(.tickGate, 0)),
      .engine(9_900, 1, .buffered(until: .seconds(60), bytesRead: 200, isSaturated: true)),
      .engine(9_900, 1, .playbackStarted(position: .milliseconds(9_900), rate: .normal)),
      .deadline(10_000),
    ]
  ) { outcome in outcome.ticks == [.seconds(10)] }

  static let gateLiftedInARound = Regression(
    name: "gate-lifted-in-a-round",
    fault:
      "A restart told what lay behind a gate that a setting had taken away, at the instant at which that would have opened",
    run: [
      .ask(0, 11, .set(.tickGate, 7_000_000)),
      .ask(0, 1, .load(item: 1)),
      .engine(0, 1, .opened(OpenedMedia(duration: .seconds(60), isSeekable: false))),
      .engine(0, 1, .buffered(until: .seconds(60), bytesRead: 100, isSaturated: true)),
      .engine(0, 1, .playbackStarted(position: .zero, rate: .normal)),
      .ask(0, 2, .addPeriodicObserver(ObserverID(1), interval: .seconds(5))),
      .ask(0, 4, .addBoundaryObserver(ObserverID(2), position: .seconds(7))),
      .ask(6_000, 12, .set(.tickGate, 0)),
      .ask(7_000, 3, .restart(.standard, autoplay: true)),
      .deadline(7_000),
      .deadline(10_000),
      .deadline(10_000),
    ]
  ) { outcome in outcome.ticks == [.seconds(10)] }

  static let tickOfAVastInterval = Regression(
    name: "tick-of-a-vast-interval",
    fault: "An observer whose position before the playhead is out of reach was told of the next one a microsecond late",
    run: [
      .ask(0, 1, .load(item: 1)),
      .ask(
        0, 2,
        .addPeriodicObserver(
          ObserverID(1), interval: .microseconds(.max - 92_501), phase: .microseconds(-92_503))),
      .engine(0, 1, .opened(OpenedMedia(duration: .zero, isSeekable: false))),
      .engine(0, 1, .buffered(until: .zero, bytesRead: 0, isSaturated: true)),
      .engine(0, 1, .playbackStarted(position: .microseconds(-250_001), rate: .normal)),
      Moment(instant: .microseconds(157_498), input: .deadline),
    ]
  ) { outcome in outcome.ticks == [.microseconds(-92_503)] }

  static let tickAgainBehindTheGate = Regression(
    name: "tick-again-behind-the-gate",
    fault: "A law: what was passed while the gate may have been closed was not to be told later",
    run: [
      .ask(0, 11, .set(.tickGate, 100_000)),
      .ask(0, 12, .set(.jumpTolerance, 1_000_000)),
      .ask(0, 1, .load(item: 1)),
      .engine(0, 1, .opened(OpenedMedia(duration: .zero, isSeekable: false))),
      .engine(0, 1, .buffered(until: .seconds(60), bytesRead: 100, isSaturated: true)),
      .engine(0, 1, .playbackStarted(position: .zero, rate: .normal)),
      .ask(0, 2, .addPeriodicObserver(ObserverID(1), interval: .seconds(5))),
      .deadline(100),
      .ask(1_000, 3, .restart(.standard, autoplay: true)),
      .deadline(10_000),
      .engine(10_200, 1, .buffered(until: .seconds(60), bytesRead: 200, isSaturated: true)),
      .engine(10_200, 1, .playbackStarted(position: .milliseconds(9_800), rate: .normal)),
      Moment(instant: .microseconds(10_200_000), input: .environment(.interruptionBegan(stopsEngine: false))),
      Moment(instant: .microseconds(10_200_000), input: .environment(.interruptionEnded(mayResume: true))),
      .engine(10_200, 1, .playbackStarted(position: .milliseconds(9_800), rate: .normal)),
      .deadline(10_300),
      .deadline(10_400),
    ]
  ) { outcome in outcome.ticks == [.seconds(10)] }

  static let tickAfterAnAnnouncement = Regression(
    name: "tick-after-an-announcement",
    fault: "A law: after a setting had changed, a tick at a stop counted as that of the position that was passed later",
    run: [
      .ask(0, 11, .set(.ticksAtStartAndStop, 1)),
      .ask(0, 1, .load(item: 1)),
      .ask(0, 5, .play),
      .engine(0, 1, .opened(OpenedMedia(duration: .zero, isSeekable: false))),
      .engine(0, 1, .buffered(until: .seconds(1), bytesRead: 0, isSaturated: false)),
      .ask(0, 2, .addPeriodicObserver(ObserverID(1), interval: .milliseconds(10))),
      .engine(0, 1, .playbackStarted(position: .microseconds(129_976), rate: .normal)),
      Moment(instant: .microseconds(24), input: .environment(.routeChanged(.oldDeviceUnavailable))),
      Moment(instant: .microseconds(24), input: .command(.play, RequestID(3))),
      Moment(instant: .microseconds(24), input: .command(.set(.ticksAtStartAndStop, 0), RequestID(4))),
      Moment(
        instant: .microseconds(24),
        input: .engine(.playbackStarted(position: .milliseconds(130), rate: .normal), Epoch(1))),
      Moment(
        instant: .microseconds(24), input: .engine(.positionReported(.microseconds(129_976)), Epoch(1))),
      Moment(instant: .microseconds(48), input: .engine(.playbackStopped(position: .zero), Epoch(1))),
    ],
    isLate: true
  ) { outcome in
    outcome.ticks == [.milliseconds(120), .microseconds(129_976), .milliseconds(130), .milliseconds(130)]
  }

  static let announcedAtAnEndOfOnce = Regression(
    name: "announced-at-an-end-of-once",
    fault: "A law: what was announced beyond the end was to be told at the end that the media has by then",
    run: [
      .ask(0, 11, .set(.ticksOnJump, 1)),
      .ask(0, 1, .load(item: 1)),
      .engine(0, 1, .opened(OpenedMedia(duration: .zero))),
      .engine(0, 1, .durationChanged(.microseconds(1))),
      .ask(0, 2, .addPeriodicObserver(ObserverID(1), interval: .milliseconds(10))),
      .ask(0, 3, .restart(.at(.zero), autoplay: false)),
      .ask(0, 4, .seek(.at(.zero))),
      .ask(0, 5, .play),
      .engine(0, 1, .seekCompleted(SeekSerial(2), position: .seconds(10), isFinished: true)),
      .engine(0, 1, .buffered(until: .seconds(11), bytesRead: 0, isSaturated: false)),
      .engine(0, 1, .playbackStarted(position: .microseconds(10_000_001), rate: .normal)),
      .deadline(0),
      .engine(0, 1, .durationChanged(.zero)),
      .deadline(0),
    ]
  ) { outcome in outcome.ticks == [.microseconds(1)] }

  static let observedAgainAtAJump = Regression(
    name: "observed-again-at-a-jump",
    fault: "A law: an observer that was added again in the step of a jump was to be told of it twice",
    run: [
      .ask(0, 11, .set(.ticksOnJump, 1)),
      .ask(0, 12, .set(.liveBufferMaximum, 0)),
      .ask(0, 1, .addPeriodicObserver(ObserverID(1), interval: .seconds(10))),
      .ask(0, 2, .load(item: 1)),
      .ask(0, 3, .play),
      .engine(0, 1, .opened(OpenedMedia(duration: .zero, isSeekable: false))),
      .engine(0, 1, .buffered(until: .seconds(1), bytesRead: 0, isSaturated: false)),
      .deadline(0),
      .engine(0, 1, .playbackStarted(position: .zero, rate: .normal)),
      .deadline(0),
      .engine(0, 1, .buffered(until: .microseconds(1_000_001), bytesRead: 0, isSaturated: false)),
      .ask(1_000, 4, .addPeriodicObserver(ObserverID(1), interval: .seconds(10))),
      .deadline(1_000),
    ]
  ) { outcome in outcome.ticks == [.seconds(1), .zero, .microseconds(1_000_001)] }

  static let heirLeftAtOnce = Regression(
    name: "heir-left-at-once",
    fault: "A law: a segment that took over from another, and was left in the same step, was to end as the other",
    run: [
      .ask(0, 11, .set(.liveBufferMaximum, 2_000_000)),
      .ask(0, 1, .load(item: 1)),
      .ask(0, 2, .play),
      .ask(
        0, 3,
        .stageSegment(
          SegmentID(1), start: .zero, end: .microseconds(1_000_001), isBlocked: false, isHidden: false, isDated: false)),
      .ask(0, 4, .commitSegments),
      .engine(0, 1, .opened(OpenedMedia(duration: .zero, isSeekable: false))),
      .engine(0, 1, .buffered(until: .microseconds(2_000_001), bytesRead: 0, isSaturated: false)),
      .engine(0, 1, .playbackStarted(position: .zero, rate: .normal)),
      .engine(0, 1, .buffered(until: .microseconds(3_000_001), bytesRead: 0, isSaturated: false)),
      .ask(
        0, 5,
        .stageSegment(
          SegmentID(2), start: .zero, end: .microseconds(1_000_001), isBlocked: false, isHidden: false, isDated: false)),
      .ask(1_000, 6, .commitSegments),
    ]
  ) { outcome in
    outcome.notifications.contains { notification in
      if case .segmentEnded(SegmentID(2), _, _, .listUpdate, _, _) = notification { true } else { false }
    }
  }

  static let endBehindZero = Regression(
    name: "end-behind-zero",
    fault: "A law: a segment up to 0:00 with which the media was over was to end there and not at the playhead",
    run: [
      .ask(0, 11, .set(.jumpTolerance, 9_000_000)),
      .ask(0, 1, .load(item: 1)),
      .engine(0, 1, .opened(OpenedMedia(duration: .seconds(4)))),
      .engine(0, 1, .buffered(until: .seconds(4), bytesRead: 100, isSaturated: true)),
      .engine(0, 1, .playbackStarted(position: .seconds(-1), rate: .normal)),
      .stages(0, 2, -1...0, 1),
      .stages(0, 3, 3...5, 2, isBlocked: true),
      .ask(0, 4, .commitSegments),
      .engine(0, 1, .playbackStarted(position: .seconds(4), rate: .normal)),
      .deadline(0),
    ],
    isLate: true
  ) { outcome in
    outcome.notifications.contains(
      .segmentEnded(
        SegmentID(1), wasSelected: false, selection: .none, exit: .natural, next: .none, lastPosition: .seconds(4)))
  }

  private static let start = Position(anchor: .start, segment: SegmentID(1))
}
