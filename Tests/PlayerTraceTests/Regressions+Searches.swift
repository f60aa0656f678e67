import PlayerCore

// Runs found by random sessions, by simulated worlds, and by a second look at their findings.

extension Regression {
  static let announcedWhereTheEdgeIs = Regression(
    name: "announced-where-the-edge-is",
    fault: "A jump was not announced to periodic observers when the window that came at the same instant ended there",
    run: [
      .ask(0, 11, .set(.liveBufferMaximum, 0)), .ask(0, 12, .set(.ticksOnJump, 1)),
      .ask(0, 13, .addPeriodicObserver(ObserverID(1), interval: .milliseconds(10), phase: .zero)),
      .ask(0, 1, .load(item: 1)),
      .engine(0, 1, .opened(OpenedMedia(duration: .unknown, isSeekable: false))),
      .engine(0, 1, .buffered(until: .seconds(1), bytesRead: 0, isSaturated: false)),
      .engine(0, 1, .seekableRangeChanged(start: .zero, end: .seconds(1))),
      .deadline(0),
    ]
  ) { outcome in outcome.notifications.contains(.tick(ObserverID(1), position: .seconds(1))) }

  static let backIntoBlockedMedia = Regression(
    name: "back-into-blocked-media",
    fault: "A playhead that was set back into blocked media before its deadline had come played what could be skipped",
    run: [
      .blocks(0, 1, 0...1),
      .ask(0, 2, .commitSegments),
      .ask(0, 3, .load(item: 1)),
      .engine(0, 1, .opened(OpenedMedia(duration: .unknown))),
      .engine(0, 1, .buffered(until: .seconds(20), bytesRead: 100, isSaturated: true)),
      .engine(0, 1, .playbackStarted(position: .zero, rate: .normal)),
      .engine(1_000, 1, .seekableRangeChanged(start: .zero, end: .seconds(60))),
      .engine(1_000, 1, .positionReported(.milliseconds(900))),
      .deadline(1_000),
    ]
  ) { outcome in outcome.seekTargets == [.seconds(1)] }

  static let replaysOfBlockedMedia = Regression(
    name: "replays-of-blocked-media",
    fault: "Media that is blocked up to its end failed as stuck when it had been played a few times",
    run: [
      .ask(0, 11, .set(.relocatesBlockedStarts, 0)),
      .ask(0, 12, .set(.seekEndMargin, 100_000)),
      .ask(0, 13, .set(.skipLimit, 1)),
      .blocks(0, 14, 0...60),
      .ask(0, 15, .commitSegments),
    ] + playing(seconds: 60) + [
      .deadline(0),
      .engine(0, 1, .seekCompleted(SeekSerial(1), position: .milliseconds(59_900), isFinished: true)),
      .engine(0, 1, .buffered(until: .seconds(60), bytesRead: 200, isSaturated: true)),
      .engine(0, 1, .playbackStarted(position: .milliseconds(59_900), rate: .normal)),
      .deadline(0),
      .engine(0, 1, .playbackStopped(position: .milliseconds(59_900))),
      .ask(5_000, 2, .play),
      .engine(5_000, 1, .seekCompleted(SeekSerial(2), position: .zero, isFinished: true)),
      .engine(5_000, 1, .buffered(until: .seconds(60), bytesRead: 300, isSaturated: true)),
      .engine(5_000, 1, .playbackStarted(position: .zero, rate: .normal)),
      .deadline(5_000),
      .engine(5_000, 1, .seekCompleted(SeekSerial(3), position: .milliseconds(59_900), isFinished: true)),
      .engine(5_000, 1, .buffered(until: .seconds(60), bytesRead: 400, isSaturated: true)),
      .engine(5_000, 1, .playbackStarted(position: .milliseconds(59_900), rate: .normal)),
      .deadline(5_000),
    ]
  ) { outcome in outcome.player.state == .ended && outcome.player.failure.kind == .none }

  static let skipThatNeverBegan = Regression(
    name: "skip-that-never-began",
    fault: "A skip whose media ended before its seek had begun was said to have been finished",
    run: playing(seconds: 5) + [
      .blocks(2_500, 2, 2...3),
      .ask(2_500, 3, .commitSegments),
      .engine(2_500, 1, .ended(position: .seconds(5))),
    ]
  ) { outcome in
    outcome.player.state == .ended
      && outcome.notifications.contains(.didSkip(SegmentID(1), lastPosition: .milliseconds(2_500), isFinished: false))
  }

  static let originOfAnOlderSeek = Regression(
    name: "origin-of-an-older-seek",
    fault: "The first segment of a list that came long after a seek was said to start where that seek had begun",
    run: playing(seconds: 60) + [
      .ask(1_000, 2, .seek(.at(.seconds(10)))),
      .engine(1_100, 1, .seekCompleted(SeekSerial(1), position: .seconds(10), isFinished: true)),
      .engine(1_100, 1, .buffered(until: .seconds(60), bytesRead: 200, isSaturated: true)),
      .engine(1_100, 1, .playbackStarted(position: .seconds(10), rate: .normal)),
      .stages(4_100, 3, 5...20),
      .ask(4_100, 4, .commitSegments),
    ]
  ) { outcome in
    outcome.notifications.contains(
      .segmentStarted(
        SegmentID(1), isSelected: false, selection: .none, previous: .none, lastPosition: .seconds(13)))
  }

  static let observerReplacedInItsRound = Regression(
    name: "observer-replaced-in-its-round",
    fault: "An observer that was added again at its very instant left a deadline that came to nothing",
    run: playing(seconds: 60) + [
      .ask(0, 2, .addPeriodicObserver(ObserverID(1), interval: .seconds(1))),
      .ask(1_000, 3, .addPeriodicObserver(ObserverID(1), interval: .seconds(1))),
    ]
  ) { outcome in outcome.player.nextDeadline == .seconds(2) }

  static let gateCrossedByAnObserver = Regression(
    name: "gate-crossed-by-an-observer",
    fault: "An observer that was added at the very instant at which the gate opens kept it shut for ever",
    run: [.ask(0, 11, .set(.tickGate, 500_000))] + playing(seconds: 60) + [
      .ask(500, 2, .addPeriodicObserver(ObserverID(1), interval: .seconds(1))),
      .deadline(1_000),
    ]
  ) { outcome in outcome.notifications.contains(.tick(ObserverID(1), position: .seconds(1))) }

  static let softEndCrossedByAnObserver = Regression(
    name: "soft-end-crossed-by-an-observer",
    fault: "The soft end was not told when an observer was added at its very instant",
    run: [.ask(0, 11, .set(.softEndFraction, 500))] + playing(seconds: 4) + [
      .ask(2_000, 2, .addPeriodicObserver(ObserverID(1), interval: .seconds(3)))
    ]
  ) { outcome in outcome.notifications.contains(.softEndReached(position: .seconds(2))) }

  static let tickBehindTheEnd = Regression(
    name: "tick-behind-the-end",
    fault: "Observers heard of a jump behind the end when the playhead rested at the end already",
    run: [.ask(0, 11, .set(.ticksOnJump, 1)), .ask(0, 12, .set(.pastEndTolerance, 0))] + playing(seconds: 5) + [
      .ask(0, 2, .addPeriodicObserver(ObserverID(1), interval: .seconds(1))),
      .engine(500, 1, .positionReported(.seconds(20))),
      .deadline(500),
      .deadline(500),
    ]
  ) { outcome in
    outcome.player.state == .ended && !outcome.notifications.contains(.tick(ObserverID(1), position: .seconds(20)))
  }

  static let heirThatIsNotPlayed = Regression(
    name: "heir-that-is-not-played",
    fault: "A segment that another list ends was said to end under a number under which it had never started",
    run: playing(seconds: 60) + [
      .stages(0, 2, 0...20),
      .ask(0, 3, .commitSegments),
      .stages(2_000, 4, 0...20, 2),
      .stages(2_000, 5, 0...10, 3, isBlocked: true),
      .ask(2_000, 6, .commitSegments),
    ]
  ) { outcome in
    outcome.notifications.contains { notification in
      guard case .segmentEnded(SegmentID(1), _, _, .listUpdate, _, _) = notification else { return false }
      return true
    }
  }

  static let tickOfAnInterruptedSeek = Regression(
    name: "tick-of-an-interrupted-seek",
    fault: "Observers heard of positions up to the target of a seek during which the system had stopped the output",
    run: playing(seconds: 60) + [
      .ask(100, 2, .addPeriodicObserver(ObserverID(1), interval: .seconds(1))),
      .ask(200, 3, .seek(.at(.milliseconds(5_500)))),
      Moment(instant: .microseconds(300_000), input: .environment(.interruptionBegan(stopsEngine: true))),
    ]
  ) { outcome in outcome.player.nextDeadline > .microseconds(300_000) }

  static let stopsBehindASeek = Regression(
    name: "stops-behind-a-seek",
    fault: "Confirmations of a few pauses that came behind a seek failed as stuck, and set the playhead back",
    run: playing(seconds: 60) + [
      .ask(1_000, 2, .pause),
      .ask(1_010, 3, .play),
      .ask(1_020, 4, .pause),
      .ask(1_030, 5, .play),
      .ask(1_040, 6, .pause),
      .ask(1_050, 7, .play),
      .ask(1_060, 8, .pause),
      .ask(1_070, 9, .play),
      .ask(1_080, 10, .seek(.at(.seconds(30)))),
      .engine(1_100, 1, .seekCompleted(SeekSerial(1), position: .seconds(30), isFinished: true)),
      .engine(1_100, 1, .buffered(until: .seconds(60), bytesRead: 200, isSaturated: true)),
      .engine(1_200, 1, .playbackStopped(position: .seconds(1))),
      .engine(1_200, 1, .playbackStopped(position: .seconds(1))),
      .engine(1_200, 1, .playbackStopped(position: .seconds(1))),
      .engine(1_200, 1, .playbackStopped(position: .seconds(1))),
      .engine(1_300, 1, .playbackStarted(position: .seconds(30), rate: .normal)),
    ]
  ) { outcome in
    outcome.player.state == .playing && outcome.position == .seconds(30)
      && !outcome.notifications.contains { if case .positionJumped = $0 { true } else { false } }
  }

  static let gateBehindThePlayhead = Regression(
    name: "gate-behind-the-playhead",
    fault: "A restart that stays where it is crossed the gate that lies behind the playhead",
    run: [.ask(0, 11, .set(.tickGate, 500_000))] + playing(seconds: 5) + [
      .ask(0, 2, .addPeriodicObserver(ObserverID(1), interval: .seconds(1))),
      .ask(0, 3, .setLooping(true)),
      .ask(100, 4, .restart(.at(.milliseconds(4_600)), autoplay: true)),
      .engine(100, 1, .seekCompleted(SeekSerial(1), position: .milliseconds(4_600), isFinished: true)),
      .engine(100, 1, .buffered(until: .seconds(5), bytesRead: 200, isSaturated: true)),
      .engine(100, 1, .playbackStarted(position: .milliseconds(4_600), rate: .normal)),
      .engine(500, 1, .ended(position: .seconds(5))),
      .engine(500, 1, .seekCompleted(SeekSerial(2), position: .zero, isFinished: true)),
      .engine(500, 1, .buffered(until: .seconds(5), bytesRead: 300, isSaturated: true)),
      .engine(500, 1, .playbackStarted(position: .zero, rate: .normal)),
      .ask(1_700, 5, .restart(.standard, autoplay: true)),
    ]
  ) { outcome in outcome.player.nextDeadline > .microseconds(1_700_000) }

  static let stallInASilentSeek = Regression(
    name: "stall-in-a-silent-seek",
    fault: "A stall that goes on in a seek was still shown when a restart, which is not shown, took that seek's place",
    run: [
      .ask(0, 11, .set(.coalescesSeeks, 1)),
      .ask(0, 12, .set(.stallsInSeeks, 1)),
    ] + playing(seconds: 60, buffered: 2) + [
      .engine(2_000, 1, .starved(position: .seconds(2))),
      .ask(2_100, 2, .seek(.at(.seconds(30)))),
      .ask(2_200, 3, .restart(.at(.seconds(1)), autoplay: true)),
    ]
  ) { outcome in outcome.player.supply != .stalled && outcome.player.statistics.stallTime == .milliseconds(200) }
}
