import PlayerCore

// Runs that campaigns of random sessions brought up.

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
    !outcome.notifications.contains { if case .tick(_, let position) = $0 { position > .seconds(49) } else { false } }
  }

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
