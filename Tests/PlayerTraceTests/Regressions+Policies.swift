import PlayerCore

// Runs that involve segments or the network.

extension Regression {
  static let skipWithinASkip = Regression(
    name: "skip-within-a-skip",
    fault: "An opening that took over in the middle of a skip announced its own before that one had ended",
    run: playing(seconds: 60) + [
      .blocks(1_000, 2, 10...20),
      .ask(1_000, 3, .commitSegments),
      .ask(2_000, 4, .reload(item: .none, flush: false)),
      .ask(3_000, 5, .seek(.at(.seconds(12)))),
      .engine(4_000, 2, .opened(OpenedMedia(duration: .seconds(60)))),
      .ask(4_500, 6, .seek(.at(.seconds(13)))),
    ]
  ) { outcome in
    var isSkipping = false
    return outcome.notifications.allSatisfy { notification in
      switch notification {
      case .willSkip:
        defer { isSkipping = true }
        return !isSkipping
      case .didSkip:
        defer { isSkipping = false }
        return isSkipping
      default: return true
      }
    }
  }

  static let nothingToSeekIn = Regression(
    name: "nothing-to-seek-in",
    fault: "Blocked media of a live stream played on although a window had come in which it could be skipped",
    run: [
      .blocks(0, 1, 0...10),
      .ask(0, 2, .commitSegments),
      .ask(0, 3, .load(item: 1)),
      .engine(100, 1, .opened(OpenedMedia(duration: .unknown))),
      .engine(100, 1, .buffered(until: .seconds(20), bytesRead: 100, isSaturated: true)),
      .engine(200, 1, .playbackStarted(position: .zero, rate: .normal)),
      .engine(1_000, 1, .seekableRangeChanged(start: .zero, end: .seconds(60))),
      .deadline(1_000),
    ]
  ) { outcome in outcome.commands.contains { if case .seek(_, .seconds(10), _, _) = $0 { true } else { false } } }

  static let replayOnCellular = Regression(
    name: "replay-on-cellular",
    fault: "Media that had ended was played again over a network that had come to be not allowed",
    run: [
      .ask(0, 11, .set(.allowsCellular, 0)),
      .ask(0, 12, .set(.checksPolicyWhilePlaying, 1)),
    ] + playing(seconds: 5) + [
      .engine(5_000, 1, .ended(position: .seconds(5))),
      Moment(instant: .microseconds(6_000_000), input: .environment(.networkChanged(.cellular))),
      .ask(7_000, 2, .play),
    ]
  ) { outcome in
    outcome.player.phase == .blocked && outcome.notifications.contains(.policyPrevented(.cellular))
      && outcome.commands.filter { $0 == .play(rate: .normal) }.count == 1
  }

  static let tickInASkippedEnd = Regression(
    name: "tick-in-a-skipped-end",
    fault: "Observers heard of positions in blocked media up to the end, which nobody had played",
    run: playing(seconds: 60) + [
      .ask(0, 5, .set(.seekEndMargin, 100_000)),
      .blocks(0, 2, 4...60),
      .ask(0, 3, .commitSegments),
      .ask(0, 4, .addPeriodicObserver(ObserverID(1), interval: .milliseconds(2_500))),
      .deadline(2_500),
      .deadline(4_000),
      .engine(4_100, 1, .seekCompleted(SeekSerial(1), position: .milliseconds(59_900), isFinished: true)),
      .engine(4_100, 1, .buffered(until: .seconds(60), bytesRead: 100, isSaturated: true)),
      .engine(4_200, 1, .playbackStarted(position: .milliseconds(59_900), rate: .normal)),
      .deadline(4_200),
    ]
  ) { outcome in
    outcome.player.phase == .ended && outcome.ticks == [.milliseconds(2_500)]
  }

  static let loopInPlace = Regression(
    name: "loop-in-place",
    fault: "Media of which only the end is not blocked looped for ever on an engine that lands behind it",
    run: playing(seconds: 60) + [
      .ask(0, 2, .setLooping(true)),
      .blocks(0, 3, 0...55),
      .ask(0, 4, .commitSegments),
      .deadline(0),
      .engine(100, 1, .seekCompleted(SeekSerial(1), position: .seconds(60), isFinished: true)),
      .engine(100, 1, .buffered(until: .seconds(60), bytesRead: 100, isSaturated: true)),
      .engine(100, 1, .ended(position: .seconds(60))),
      .engine(100, 1, .seekCompleted(SeekSerial(2), position: .seconds(60), isFinished: true)),
      .engine(100, 1, .buffered(until: .seconds(60), bytesRead: 100, isSaturated: true)),
      .engine(100, 1, .ended(position: .seconds(60))),
    ]
  ) { outcome in outcome.player.state == .ended && outcome.seekTargets == [.seconds(55), .seconds(55)] }

  static let skipAfterTheEnd = Regression(
    name: "skip-after-the-end",
    fault: "A replay around blocked media that the engine gave up left its skip open in media that had ended",
    run: playing(seconds: 5) + [
      .ask(0, 5, .set(.seekRetryLimit, 0)),
      .engine(5_000, 1, .ended(position: .seconds(5))),
      .blocks(5_000, 2, 0...2),
      .ask(5_000, 3, .commitSegments),
      .ask(6_000, 4, .play),
      .engine(6_100, 1, .seekCompleted(SeekSerial(1), position: .seconds(5), isFinished: false)),
    ]
  ) { outcome in
    outcome.player.phase == .ended
      && outcome.notifications.contains(.didSkip(SegmentID(1), lastPosition: .zero, isFinished: false))
  }

  static let edgeSeenByChance = Regression(
    name: "edge-seen-by-chance",
    fault: "Whether a fast rate was held after a visit near the edge depended on whether something happened there",
    run: [
      .ask(0, 1, .load(item: 1)),
      .engine(0, 1, .seekableRangeChanged(start: .zero, end: .seconds(7_200))),
      .engine(0, 1, .opened(OpenedMedia(duration: .unknown))),
      .engine(0, 1, .buffered(until: .seconds(7_200), bytesRead: 100, isSaturated: true)),
      .engine(100, 1, .playbackStarted(position: .seconds(7_140), rate: .normal)),
      .engine(200, 1, .positionReported(.seconds(7_188))),
      Moment(instant: .microseconds(7_200_001), input: .deadline),
      .engine(9_000, 1, .seekableRangeChanged(start: .seconds(12), end: .seconds(7_212))),
      .ask(9_000, 2, .setRate(.thousandths(2_000))),
    ]
  ) { outcome in outcome.player.effectiveRate == .normal }
}

extension Regression {
  static let tickOfASupersededSeek = Regression(
    name: "tick-of-a-superseded-seek",
    fault: "Observers heard of positions up to the target of a seek that another had superseded",
    run: playing(seconds: 60) + [
      .ask(100, 2, .addPeriodicObserver(ObserverID(1), interval: .seconds(1))),
      .ask(200, 3, .seek(.at(.milliseconds(5_500)))),
      .ask(300, 4, .seek(.at(.zero))),
    ]
  ) { outcome in outcome.player.nextDeadline > .microseconds(300_000) }

  static let dataGoneWhileHeld = Regression(
    name: "data-gone-while-held",
    fault: "Wanted playback was shown as paused after an interruption in which the engine had lost its data",
    run: playing(seconds: 60) + [
      Moment(instant: .microseconds(1_000_000), input: .environment(.interruptionBegan(stopsEngine: false))),
      .engine(1_100, 1, .supplyChanged(.unknown)),
      Moment(instant: .microseconds(1_200_000), input: .environment(.interruptionEnded(mayResume: true))),
    ]
  ) { outcome in outcome.player.state == .preparing }

  static let tickBeforeAnEndThatWasNotPlayed = Regression(
    name: "tick-before-an-end-that-was-not-played",
    fault: "Observers heard of positions before the end of media that had ended without having played",
    run: [
      .ask(0, 1, .load(item: 1, autoplay: false)),
      .engine(0, 1, .opened(OpenedMedia(duration: .seconds(9)))),
      .ask(0, 2, .addPeriodicObserver(ObserverID(1), interval: .seconds(1))),
      .engine(100, 1, .ended(position: .seconds(9))),
    ]
  ) { outcome in outcome.player.phase == .ended && outcome.player.nextDeadline == .never }

  static let gateBeforeTheEdge = Regression(
    name: "gate-before-the-edge",
    fault: "A stream that began at the edge of its window kept its interval notifications silent for ever",
    run: [
      .ask(0, 1, .set(.tickGate, 500_000)),
      .ask(0, 2, .addPeriodicObserver(ObserverID(1), interval: .seconds(1))),
      .ask(0, 3, .load(item: 1)),
      .engine(0, 1, .opened(OpenedMedia(duration: .unknown))),
      .engine(0, 1, .seekableRangeChanged(start: .zero, end: .seconds(7_200))),
      .engine(0, 1, .buffered(until: .seconds(7_230), bytesRead: 100, isSaturated: true)),
      .engine(100, 1, .playbackStarted(position: .seconds(7_200), rate: .normal)),
      .deadline(600),
      .deadline(1_100),
    ]
  ) { outcome in outcome.notifications.contains(.tick(ObserverID(1), position: .seconds(7_201))) }

  static let gateInFrontOfALanding = Regression(
    name: "gate-in-front-of-a-landing",
    fault: "A restart crossed the gate of interval notifications where the playhead came from",
    run: [.ask(0, 11, .set(.tickGate, 500_000))] + playing(seconds: 60) + [
      .ask(0, 2, .addPeriodicObserver(ObserverID(1), interval: .seconds(1))),
      .ask(100, 3, .seek(.at(.seconds(10)))),
      .engine(150, 1, .seekCompleted(SeekSerial(1), position: .seconds(10), isFinished: true)),
      .engine(150, 1, .buffered(until: .seconds(60), bytesRead: 200, isSaturated: true)),
      .engine(200, 1, .playbackStarted(position: .seconds(10), rate: .normal)),
      .ask(2_300, 4, .restart(.at(.milliseconds(10_500)), autoplay: true)),
    ]
  ) { outcome in outcome.ticks.isEmpty }

  static let catchUpAtTheEndOfTime = Regression(
    name: "catch-up-at-the-end-of-time",
    fault: "At the last instant there is, a live stream caught up at every input",
    run: ([
      .command(.set(.liveBufferMaximum, 0)),
      .command(.load(item: ItemID(1), start: .standard, autoplay: true, opens: true)),
      .engine(.opened(OpenedMedia(duration: .unknown))),
      .engine(.buffered(until: .seconds(1), bytesRead: 1, isSaturated: false)),
      .engine(.playbackStarted(position: .zero, rate: .normal)),
      .engine(.playbackStarted(position: .zero, rate: .normal)),
    ] as [Event]).enumerated().map { Moment(instant: .never, input: $0.element.input(UInt32($0.offset) + 1)) }
  ) { outcome in outcome.commands.count { $0 == .catchUp(.seconds(1)) } <= 1 }

  /// What happens at the end of time.
  private enum Event {
    case command(Command)
    case engine(EngineEvent)

    func input(_ number: UInt32) -> Input {
      switch self {
      case .command(let command): .command(command, RequestID(number))
      case .engine(let event): .engine(event, Epoch(1))
      }
    }
  }
}

extension Regression.Moment {
  static func blocks(_ milliseconds: Int64, _ request: UInt32, _ seconds: ClosedRange<Int64>) -> Self {
    stages(milliseconds, request, seconds, isBlocked: true)
  }

  static func stages(
    _ milliseconds: Int64, _ request: UInt32, _ seconds: ClosedRange<Int64>, _ id: UInt32 = 1, isBlocked: Bool = false
  ) -> Self {
    .ask(
      milliseconds, request,
      .stageSegment(
        SegmentID(id), start: .seconds(seconds.lowerBound), end: .seconds(seconds.upperBound), isBlocked: isBlocked,
        isHidden: false, isDated: false))
  }
}
