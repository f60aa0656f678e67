import PlayerCore

// Runs found by campaigns of random sessions.

extension Regression {
  static let tickBeforeAnObserverCame = Regression(
    name: "tick-before-an-observer-came",
    fault: "An observer that came while a late host still owed another its news heard of what lay behind the playhead",
    run: [.ask(0, 11, .set(.ticksOnJump, 1))] + playing(seconds: 60) + [
      .ask(0, 2, .addPeriodicObserver(ObserverID(1), interval: .seconds(1))),
      .engine(500, 1, .positionReported(.seconds(10))),
      .ask(3_000, 3, .addPeriodicObserver(ObserverID(2), interval: .seconds(1))),
      .deadline(3_000),
      .deadline(3_000),
      .deadline(3_500),
    ],
    isLate: true
  ) { outcome in
    outcome.notifications.contains(.tick(ObserverID(1), position: .seconds(12)))
      && !outcome.notifications.contains(.tick(ObserverID(2), position: .seconds(12)))
      && outcome.notifications.contains(.tick(ObserverID(2), position: .seconds(13)))
  }

  static let jumpTakenForPlayback = Regression(
    name: "jump-taken-for-playback",
    fault: "What a live stream dropped to catch up counted as playback: it was reloaded without end",
    run: [
      .ask(0, 11, .set(.liveBufferMaximum, 0)),
      .ask(0, 12, .set(.reloadsOnNetworkChange, 1)),
      .ask(0, 13, .set(.reloadLimit, 1)),
      Moment(instant: .zero, input: .environment(.networkChanged(.wifi))),
    ] + live(0, epoch: 1) + [
      Moment(instant: .microseconds(100_000), input: .environment(.networkChanged(.cellular)))
    ] + live(100, epoch: 2) + [
      Moment(instant: .microseconds(200_000), input: .environment(.networkChanged(.wifi)))
    ]
  ) { outcome in
    outcome.commands.contains { if case .catchUp = $0 { true } else { false } } && outcome.player.phase == .failed
      && outcome.player.failure.kind == .retriesExhausted
  }

  static let closedTwice = Regression(
    name: "closed-twice",
    fault: "An opening that closed by itself after nine reloads beside it was announced as closed twice",
    run: playing(seconds: 60) + (2...10).map { .ask(0, $0, .reload(item: .none, flush: false, isLocal: false)) } + [
      .engine(0, 1, .closed)
    ]
  ) { outcome in outcome.notifications.count { $0 == .closed(Epoch(1)) } == 1 }

  static let softEndBehindTheGate = Regression(
    name: "soft-end-behind-the-gate",
    fault: "A soft end that was run over while the gate was closed was told when the gate opened",
    run: [.ask(0, 11, .set(.softEndFraction, 17)), .ask(0, 12, .set(.tickGate, 1_500_000))] + playing(seconds: 60) + [
      .ask(0, 2, .addPeriodicObserver(ObserverID(1), interval: .seconds(1))),
      .deadline(1_500),
      .deadline(2_000),
    ]
  ) { outcome in
    !outcome.notifications.contains(.softEndReached(position: .seconds(1)))
      && outcome.notifications.contains(.tick(ObserverID(1), position: .seconds(2)))
  }

  static let gateAnewInASeek = Regression(
    name: "gate-anew-in-a-seek",
    fault:
      "An interruption that ended during a seek opened the gate where the playhead came from, not behind the landing",
    run: [.ask(0, 11, .set(.softEndFraction, 267)), .ask(0, 12, .set(.tickGate, 1_500_000))] + playing(seconds: 60) + [
      .ask(0, 2, .seek(.at(.seconds(10)))),
      .engine(0, 1, .seekCompleted(SeekSerial(1), position: .seconds(10), isFinished: true)),
      .engine(0, 1, .buffered(until: .seconds(60), bytesRead: 100, isSaturated: true)),
      .engine(0, 1, .playbackStarted(position: .seconds(10), rate: .normal)),
      Moment(instant: .microseconds(7_000_000), input: .environment(.interruptionBegan(stopsEngine: true))),
      .ask(7_000, 3, .seek(.at(.seconds(10)))),
      Moment(instant: .microseconds(7_000_000), input: .environment(.interruptionEnded(mayResume: true))),
      .ask(7_000, 4, .addBoundaryObserver(ObserverID(1), position: .seconds(50))),
    ]
  ) { outcome in !outcome.notifications.contains(.softEndReached(position: .seconds(16))) }

  static let gateAnewAtAJump = Regression(
    name: "gate-anew-at-a-jump",
    fault: "A restart while a late host still owed news of a jump opened its gate where the playhead came from",
    run: [.ask(0, 11, .set(.ticksOnJump, 1)), .ask(0, 12, .set(.tickGate, 1_000_000))] + playing(seconds: 60) + [
      .ask(1_000, 2, .addPeriodicObserver(ObserverID(1), interval: .milliseconds(10), phase: .zero)),
      .engine(1_000, 1, .playbackStarted(position: .seconds(50), rate: .normal)),
      Moment(
        instant: .microseconds(1_000_001),
        input: .command(.restart(.at(.microseconds(49_000_001)), autoplay: true), RequestID(3))),
      .engine(1_001, 1, .seekCompleted(SeekSerial(1), position: .seconds(49), isFinished: true)),
      .engine(1_001, 1, .buffered(until: .seconds(60), bytesRead: 100, isSaturated: true)),
      .engine(1_001, 1, .playbackStarted(position: .seconds(49), rate: .normal)),
      .engine(1_021, 1, .playbackStopped(position: .microseconds(49_020_000))),
    ],
    isLate: true
  ) { outcome in
    !outcome.ticks.contains { $0 > .seconds(49) }
  }

  static let gateAnewBehindAJump = Regression(
    name: "gate-anew-behind-a-jump",
    fault: "A restart while a late host owed news of a jump and of what was reached since opened its gate there",
    run: [.ask(0, 11, .set(.ticksOnJump, 1)), .ask(0, 12, .set(.tickGate, 1_000_000))] + playing(seconds: 60) + [
      .ask(1_000, 2, .addPeriodicObserver(ObserverID(1), interval: .milliseconds(10), phase: .zero)),
      .engine(1_000, 1, .playbackStarted(position: .seconds(50), rate: .normal)),
      .ask(1_010, 3, .restart(.at(.microseconds(49_005_000)), autoplay: true)),
      .engine(1_020, 1, .seekCompleted(SeekSerial(1), position: .microseconds(49_005_000), isFinished: true)),
    ],
    isLate: true
  ) { outcome in
    !outcome.ticks.contains { $0 > .seconds(50) }
  }

  static let gateAnewInARound = Regression(
    name: "gate-anew-in-a-round",
    fault: "A second restart while a late host owed news of the first one's gate opened its own where it came from",
    run: [.ask(0, 12, .set(.tickGate, 1_000_000))] + playing(seconds: 60) + [
      .ask(0, 2, .addPeriodicObserver(ObserverID(1), interval: .milliseconds(10), phase: .zero)),
      .ask(1_000, 3, .restart(Position(anchor: .defaultPosition), autoplay: true)),
      .ask(1_001, 4, .restart(.at(.milliseconds(1)), autoplay: true)),
      .engine(1_001, 1, .seekCompleted(SeekSerial(1), position: .milliseconds(1), isFinished: true)),
      .engine(1_001, 1, .buffered(until: .seconds(60), bytesRead: 100, isSaturated: true)),
      .engine(1_001, 1, .playbackStarted(position: .milliseconds(1), rate: .normal)),
      .engine(1_051, 1, .playbackStopped(position: .milliseconds(51))),
    ],
    isLate: true
  ) { outcome in outcome.ticks.isEmpty }

  static let heirWithABlockedNamesake = Regression(
    name: "heir-with-a-blocked-namesake",
    fault: "A list with two segments of one number, one of them blocked, ended what was played under that number",
    run: playing(seconds: 60) + [
      .stages(0, 2, 5...48),
      .ask(5_000, 3, .commitSegments),
      .stages(5_000, 4, 0...6, 2, isBlocked: true),
      .stages(5_000, 5, 5...48, 2),
      .ask(5_000, 6, .commitSegments),
    ]
  ) { outcome in
    outcome.notifications.contains {
      if case .segmentEnded(SegmentID(1), _, _, .listUpdate, _, _) = $0 { true } else { false }
    }
  }

  static let kickedAtAnOlderRate = Regression(
    name: "kicked-at-an-older-rate",
    fault: "An engine that was kicked out of a stall played at the rate of the kick, although another was wanted since",
    run: [.ask(0, 11, .set(.stallKick, 5_000_000))] + playing(seconds: 60) + [
      .engine(2_000, 1, .starved(position: .seconds(2))),
      .deadline(7_000),
      .ask(7_500, 2, .setRate(.thousandths(500))),
      .engine(7_600, 1, .playbackStarted(position: .seconds(2), rate: .normal)),
    ]
  ) { outcome in outcome.commands.last == .play(rate: .thousandths(500)) && outcome.player.state == .playing }

  static let gateBehindACatchUp = Regression(
    name: "gate-behind-a-catch-up",
    fault: "A live stream that dropped media before it began, and was paused there, kept its observers silent for ever",
    run: [
      .ask(0, 11, .set(.liveBufferMaximum, 0)),
      .ask(0, 12, .set(.tickGate, 1_000_000)),
      .ask(0, 1, .load(item: ItemID(1), start: .standard, autoplay: true, opens: true)),
      .ask(0, 2, .addPeriodicObserver(ObserverID(1), interval: .seconds(1))),
      .engine(100, 1, .buffered(until: .seconds(4), bytesRead: 100, isSaturated: false)),
      .engine(100, 1, .opened(OpenedMedia(duration: .unknown))),
      .ask(200, 3, .pause),
      .ask(300, 4, .play),
      .engine(300, 1, .playbackStarted(position: .seconds(4), rate: .normal)),
      .deadline(1_300),
      .deadline(2_300),
    ]
  ) { outcome in outcome.notifications.contains(.tick(ObserverID(1), position: .seconds(6))) }

  static let liveWithADurationOfZero = Regression(
    name: "live-with-a-duration-of-zero",
    fault: "The playhead of a live stream with a duration of zero stood still, and its observers heard nothing",
    run: [
      .ask(0, 1, .load(item: ItemID(1), start: .standard, autoplay: true, opens: true)),
      .ask(0, 2, .addPeriodicObserver(ObserverID(1), interval: .seconds(1))),
      .engine(100, 1, .opened(OpenedMedia(duration: .zero))),
      .engine(100, 1, .buffered(until: .seconds(4), bytesRead: 100, isSaturated: false)),
      .engine(200, 1, .playbackStarted(position: .zero, rate: .normal)),
      .deadline(1_200),
      .ask(2_000, 3, .pause),
    ]
  ) { outcome in
    outcome.notifications.contains(.tick(ObserverID(1), position: .seconds(1)))
      && outcome.position == .milliseconds(1_800)
  }

  static let reloadInASkip = Regression(
    name: "reload-in-a-skip",
    fault: "Reloads that each came in the middle of a skip failed as if the engine did not get out of blocked media",
    run: [
      .ask(0, 11, .set(.skipLimit, 1)),
      .ask(0, 1, .load(item: ItemID(1), start: .at(.microseconds(1)), autoplay: false, opens: true)),
      .ask(
        0, 2,
        .stageSegment(
          SegmentID(1), start: .zero, end: .microseconds(1), isBlocked: true, isHidden: false, isDated: false)),
      .ask(0, 3, .commitSegments),
      .engine(0, 1, .opened(OpenedMedia(duration: .unknown))),
      .deadline(2_000),
      .engine(2_000, 1, .seekableRangeChanged(start: .seconds(100), end: .seconds(200))),
      .deadline(2_000),
      .ask(2_000, 4, .reload(item: .none, flush: true, isLocal: false)),
      .engine(2_000, 2, .opened(OpenedMedia(duration: .unknown))),
      .deadline(4_000),
      .engine(4_000, 2, .seekableRangeChanged(start: .seconds(100), end: .seconds(200))),
      .deadline(4_000),
    ]
  ) { outcome in
    outcome.player.phase == .prepared
      && outcome.commands.count { if case .seek = $0 { true } else { false } } == 2
  }

  static let stretchForgotten = Regression(
    name: "stretch-forgotten",
    fault: "A change of network that reloaded nothing, as no reloads were left, forgot what had been played until then",
    run: [
      .ask(0, 11, .set(.reloadsOnNetworkChange, 1)),
      .ask(0, 12, .set(.reloadLimit, 0)),
      .ask(0, 13, .set(.retryLimit, 1)),
      .ask(0, 10, .set(.retryDelayKind, 0)),
      Moment(instant: .zero, input: .environment(.networkChanged(.cellular))),
      .ask(0, 14, .load(item: ItemID(1), start: .standard, autoplay: true, opens: true)),
      .engine(0, 1, .failed(Failure(.socket))),
      .engine(0, 2, .opened(OpenedMedia(duration: .seconds(60), supply: .playable))),
      .engine(0, 2, .playbackStarted(position: .zero, rate: .normal)),
      .ask(800, 15, .pause),
      Moment(instant: .microseconds(800_000), input: .environment(.networkChanged(.wifi))),
      .ask(800, 16, .play),
      .engine(800, 2, .playbackStarted(position: .milliseconds(800), rate: .normal)),
      .engine(1_600, 2, .failed(Failure(.socket))),
    ]
  ) { outcome in outcome.player.phase == .opening && outcome.player.retryCount == 1 }

  static let retryAtTheEndOfTime = Regression(
    name: "retry-at-the-end-of-time",
    fault: "A retry whose delay leads beyond the last instant there is was awaited for ever",
    run: [
      .ask(0, 11, .set(.retryLimit, 1)),
      .ask(0, 12, .set(.retryDelayKind, 1)),
      .ask(0, 13, .set(.retryDelay, .max - 1_000_000)),
      .ask(0, 14, .set(.retryDelayMaximum, .max - 1_000_000)),
    ] + playing(seconds: 60) + [
      .engine(2_000, 1, .failed(Failure(.io)))
    ]
  ) { outcome in outcome.player.phase == .failed && !outcome.player.isWaitingToRetry }

  /// A live stream opens and plays, and catches up with a buffer of half a minute.
  private static func live(_ instant: Int64, epoch: UInt32) -> [Moment] {
    (epoch == 1 ? [.ask(instant, 1, .load(item: 1))] : []) + [
      .engine(instant, epoch, .opened(OpenedMedia(duration: .unknown))),
      .engine(instant, epoch, .buffered(until: .zero, bytesRead: 100, isSaturated: true)),
      .engine(instant, epoch, .playbackStarted(position: .zero, rate: .normal)),
      .engine(instant, epoch, .buffered(until: .seconds(30), bytesRead: 200, isSaturated: true)),
    ]
  }
}
