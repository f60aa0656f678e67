import PlayerCore

// Runs that one of hundreds of thousands of random sessions met: faults of the reducer, then what laws took for one.

extension Regression {
  static let reloadLeftUndone = Regression(
    name: "reload-left-undone",
    fault: "A reload that was left undone, as none was left, reset the count of retries",
    run: [
      .ask(0, 10, .set(.retryDelayKind, 0)),
      .ask(0, 11, .set(.retryLimit, 1)),
      .ask(0, 12, .set(.reloadLimit, 0)),
      .ask(0, 13, .set(.reloadsOnStall, 1)),
      .ask(0, 1, .load(item: 1)),
      .engine(0, 1, .opened(OpenedMedia(duration: .seconds(60), isSeekable: false))),
      .engine(0, 1, .failed(Failure(.io))),
      .engine(0, 2, .opened(OpenedMedia(duration: .seconds(60), isSeekable: false))),
      .engine(0, 2, .buffered(until: .seconds(2), bytesRead: 100, isSaturated: false)),
      .engine(0, 2, .playbackStarted(position: .zero, rate: .normal)),
      .ask(1_900, 2, .pause),
      .engine(1_910, 2, .starved(position: .seconds(2))),
    ]
  ) { outcome in outcome.player.state == .paused && outcome.player.retryCount == 1 }

  static let seekInPlaceOfASkip = Regression(
    name: "seek-in-place-of-a-skip",
    fault: "A seek while media opened behind blocked media left that skip open, and it was finished by the seek",
    run: [.blocks(0, 2, 5...6), .ask(0, 3, .commitSegments)] + playing(seconds: 60) + [
      .ask(1_000, 4, .reload(item: .none, flush: false)),
      .deadline(5_000),
      .ask(5_100, 5, .seek(.at(.seconds(20)))),
      .engine(5_200, 2, .opened(OpenedMedia(duration: .seconds(60)))),
      .engine(5_300, 2, .seekCompleted(SeekSerial(1), position: .seconds(20), isFinished: true)),
      .engine(5_300, 2, .buffered(until: .seconds(60), bytesRead: 200, isSaturated: true)),
      .engine(5_300, 2, .playbackStarted(position: .seconds(20), rate: .normal)),
    ]
  ) { outcome in
    outcome.position == .seconds(20)
      && outcome.notifications.filter { if case .didSkip = $0 { true } else { false } }
        == [.didSkip(SegmentID(1), lastPosition: .seconds(5), isFinished: false)]
  }

  static let selectionOfAnOlderSeek = Regression(
    name: "selection-of-an-older-seek",
    fault: "A seek elsewhere while media opened selected what an older one had named",
    run: [.stages(0, 2, 5...10), .ask(0, 3, .commitSegments)] + playing(seconds: 60) + [
      .ask(1_000, 4, .reload(item: .none, flush: false)),
      .ask(2_000, 5, .seek(Position(anchor: .segment, segment: SegmentID(1)))),
      .ask(2_100, 6, .seek(.at(.seconds(20)))),
      .engine(2_200, 2, .opened(OpenedMedia(duration: .seconds(60)))),
      .engine(2_300, 2, .seekCompleted(SeekSerial(1), position: .seconds(20), isFinished: true)),
      .engine(2_300, 2, .buffered(until: .seconds(60), bytesRead: 200, isSaturated: true)),
      .engine(2_300, 2, .playbackStarted(position: .seconds(20), rate: .normal)),
    ]
  ) { outcome in
    outcome.player.currentSegment.isNone
      && !outcome.notifications.contains { if case .segmentStarted = $0 { true } else { false } }
  }

  static let blockedUntilASetting = Regression(
    name: "blocked-until-a-setting",
    fault: "Blocked media played on although a setting had made what comes after it reachable",
    run: [
      .ask(0, 11, .set(.seekEndMargin, 1_000_000)),
      .blocks(0, 2, 0...1),
      .ask(0, 3, .commitSegments),
      .ask(0, 1, .load(item: 1)),
      .engine(0, 1, .opened(OpenedMedia(duration: .unknown))),
      .engine(0, 1, .buffered(until: .seconds(20), bytesRead: 100, isSaturated: true)),
      .engine(0, 1, .seekableRangeChanged(start: .zero, end: .seconds(1))),
      .engine(0, 1, .playbackStarted(position: .zero, rate: .normal)),
      .ask(500, 4, .set(.seekEndMargin, 0)),
      .deadline(500),
    ]
  ) { outcome in outcome.seekTargets == [.seconds(1)] }

  static let endThatHasMoved = Regression(
    name: "end-that-has-moved",
    fault: "Media that had become longer ended where blocked media had been its last",
    run: [.ask(0, 11, .set(.seekEndMargin, 5_000_000)), .blocks(0, 2, 5...10), .ask(0, 3, .commitSegments)]
      + playing(seconds: 10) + [
        .ask(5_000, 4, .pause),
        .engine(5_000, 1, .playbackStopped(position: .seconds(5))),
        .engine(6_000, 1, .durationChanged(.seconds(20))),
        .deadline(6_000),
        .ask(7_000, 5, .play),
      ]
  ) { outcome in outcome.player.phase == .prepared && outcome.seekTargets == [.seconds(10)] }

  static let skipWithoutAWay = Regression(
    name: "skip-without-a-way",
    fault: "A seek into blocked media that cannot be left announced a skip, and finished it where it was",
    run: [.ask(0, 11, .set(.seekEndMargin, 5_000_000)), .blocks(0, 2, 5...10), .ask(0, 3, .commitSegments)]
      + playing(seconds: 10) + [
        .ask(2_000, 4, .seek(.at(.seconds(7)))),
        .engine(2_100, 1, .seekCompleted(SeekSerial(1), position: .seconds(5), isFinished: true)),
        .engine(2_100, 1, .buffered(until: .seconds(10), bytesRead: 200, isSaturated: true)),
        .engine(2_100, 1, .playbackStarted(position: .seconds(5), rate: .normal)),
        .deadline(2_100),
      ]
  ) { outcome in
    outcome.player.state == .ended
      && !outcome.notifications.contains { if case .willSkip = $0 { true } else { false } }
  }

  static let endJumpedTo = Regression(
    name: "end-jumped-to",
    fault: "Blocked media up to the end counted as played when another opening took over there, and reset the retries",
    run: [
      .ask(0, 10, .set(.retryDelayKind, 0)),
      .ask(0, 11, .set(.retryLimit, 1)),
      .ask(0, 12, .set(.reloadLimit, 0)),
      .ask(0, 13, .set(.seekEndMargin, 5_000_000)),
      .blocks(0, 2, 5...10),
      .ask(0, 3, .commitSegments),
      .ask(0, 1, .load(item: ItemID(1), start: .at(.milliseconds(4_500)), autoplay: true, opens: true)),
      .engine(0, 1, .opened(OpenedMedia(duration: .seconds(10)))),
      .engine(0, 1, .seekCompleted(SeekSerial(1), position: .milliseconds(4_500), isFinished: true)),
      .engine(0, 1, .failed(Failure(.io))),
      .engine(0, 2, .opened(OpenedMedia(duration: .seconds(10)))),
      .engine(0, 2, .seekCompleted(SeekSerial(2), position: .milliseconds(4_500), isFinished: true)),
      .engine(0, 2, .buffered(until: .seconds(10), bytesRead: 100, isSaturated: true)),
      .engine(0, 2, .playbackStarted(position: .milliseconds(4_500), rate: .normal)),
      .ask(100, 4, .reload(item: .none, flush: false)),
      .deadline(500),
    ]
  ) { outcome in outcome.player.phase == .opening && outcome.player.retryCount == 1 }

  static let skipBeforeItsRun = Regression(
    name: "skip-before-its-run",
    fault:
      "An engine that landed before what it was to skip met it again for ever, and each time the skip was finished",
    run: playing(seconds: 60) + [.blocks(0, 2, 5...6), .ask(0, 3, .commitSegments)]
      + (1...4).flatMap { skip -> [Moment] in
        let met = Int64(skip) * 5_000
        return [.deadline(met)]
          + (skip > 3
            ? []
            : [
              .engine(met, 1, .seekCompleted(SeekSerial(UInt32(skip)), position: .zero, isFinished: true)),
              .engine(met, 1, .buffered(until: .seconds(60), bytesRead: 100, isSaturated: true)),
              .engine(met, 1, .playbackStarted(position: .zero, rate: .normal)),
            ])
      }
  ) { outcome in
    outcome.player.failure.kind == .stuckSeeking && outcome.seekTargets == [.seconds(6), .seconds(6), .seconds(6)]
      && !outcome.notifications.contains { if case .didSkip(_, _, isFinished: true) = $0 { true } else { false } }
  }

  static let skipOfAnEarlierRun = Regression(
    name: "skip-of-an-earlier-run",
    fault: "A skip that had left its run was unfinished, because that of a later run had fallen short before",
    run: playing(seconds: 60) + [
      .blocks(0, 2, 5...6), .blocks(0, 3, 20...24), .ask(0, 4, .commitSegments),
      .ask(1_000, 5, .seek(.at(.seconds(19)))),
      .engine(1_000, 1, .seekCompleted(SeekSerial(1), position: .seconds(19), isFinished: true)),
      .engine(1_000, 1, .buffered(until: .seconds(60), bytesRead: 100, isSaturated: true)),
      .engine(1_000, 1, .playbackStarted(position: .seconds(19), rate: .normal)),
      .deadline(2_000),
      .engine(2_000, 1, .seekCompleted(SeekSerial(2), position: .seconds(4), isFinished: true)),
      .engine(2_000, 1, .buffered(until: .seconds(60), bytesRead: 100, isSaturated: true)),
      .engine(2_000, 1, .playbackStarted(position: .seconds(4), rate: .normal)),
      .deadline(3_000),
      .engine(3_000, 1, .seekCompleted(SeekSerial(3), position: .seconds(6), isFinished: true)),
      .engine(3_000, 1, .buffered(until: .seconds(60), bytesRead: 100, isSaturated: true)),
      .engine(3_000, 1, .playbackStarted(position: .seconds(6), rate: .normal)),
    ]
  ) { outcome in
    outcome.notifications.compactMap { if case .didSkip(_, _, let isFinished) = $0 { isFinished } else { nil } }
      == [false, true]
  }

  static let tolerantSeekIntoARun = Regression(
    name: "tolerant-seek-into-a-run",
    fault: "A tolerant seek beside blocked media let the engine land in it, and it was played",
    run: playing(seconds: 60) + [
      .blocks(0, 2, 10...14), .blocks(0, 3, 20...24), .ask(0, 4, .commitSegments),
      .ask(1_000, 5, .seek(.around(.seconds(17)))),
    ]
  ) { outcome in
    outcome.commands.contains(
      .seek(
        SeekSerial(1), target: .seconds(17), toleranceBefore: .seconds(3), toleranceAfter: .microseconds(2_999_999)))
  }

  static let playedBeforeASkip = Regression(
    name: "played-before-a-skip",
    fault: "An engine that landed in blocked media was commanded to play there before it was skipped",
    run: playing(seconds: 60) + [
      .blocks(0, 2, 10...14), .ask(0, 3, .commitSegments),
      .ask(1_000, 4, .seek(.at(.seconds(15)))),
      .engine(1_000, 1, .seekCompleted(SeekSerial(1), position: .seconds(13), isFinished: true)),
      .engine(1_000, 1, .buffered(until: .seconds(60), bytesRead: 100, isSaturated: true)),
      .deadline(1_000),
    ]
  ) { outcome in
    outcome.seekTargets == [.seconds(15), .seconds(14)]
      && outcome.commands.count { if case .play = $0 { true } else { false } } == 1
  }

  static let segmentThatWasMissed = Regression(
    name: "segment-that-was-missed",
    fault: "A seek that the engine gave up was announced at its target, and selected the segment there",
    run: playing(seconds: 60) + [
      .stages(0, 2, 20...30), .ask(0, 3, .commitSegments), .ask(0, 11, .set(.seekRetryLimit, 0)),
      .ask(
        1_000, 4,
        .seek(Position(anchor: .segment, segment: SegmentID(1)))),
      .engine(1_000, 1, .seekCompleted(SeekSerial(1), position: .unknown, isFinished: false)),
      .engine(1_000, 1, .buffered(until: .seconds(60), bytesRead: 100, isSaturated: true)),
      .engine(1_000, 1, .playbackStarted(position: .unknown, rate: .normal)),
    ]
  ) { outcome in
    outcome.position == .seconds(1) && outcome.player.currentSegment == .none
      && outcome.notifications.contains(.seekEnded(SeekSerial(1), position: .seconds(1), isFinished: false))
  }

  static let loopWithABlockedTail = Regression(
    name: "loop-with-a-blocked-tail",
    fault: "Media whose end is blocked started over once, and then ended, although something was played in between",
    run: playing(seconds: 8) + [
      .ask(0, 2, .setLooping(true)), .blocks(0, 3, 5...8), .ask(0, 4, .commitSegments),
      .deadline(5_000),
      .engine(5_000, 1, .seekCompleted(SeekSerial(1), position: .seconds(8), isFinished: true)),
      .engine(5_000, 1, .ended(position: .seconds(8))),
      .engine(5_000, 1, .seekCompleted(SeekSerial(2), position: .zero, isFinished: true)),
      .engine(5_000, 1, .buffered(until: .seconds(8), bytesRead: 200, isSaturated: true)),
      .engine(5_000, 1, .playbackStarted(position: .zero, rate: .normal)),
      .deadline(10_000),
      .engine(10_000, 1, .seekCompleted(SeekSerial(3), position: .seconds(8), isFinished: true)),
      .engine(10_000, 1, .ended(position: .seconds(8))),
    ]
  ) { outcome in outcome.notifications.contains(.looped(count: 2)) && outcome.player.phase == .prepared }

  static let startWithoutARange = Regression(
    name: "start-without-a-range",
    fault: "A start position for which no range came was dropped without a diagnostic",
    run: [
      .ask(0, 1, .load(item: ItemID(1), start: .at(.seconds(30)), autoplay: false, opens: true)),
      .engine(0, 1, .opened(OpenedMedia(duration: .unknown))),
      .deadline(2_000),
    ]
  ) { outcome in
    outcome.player.phase == .prepared && outcome.outputs.contains { if case .diagnostic = $0 { true } else { false } }
  }

  private static let date = Position(anchor: .date, offset: .seconds(1_700_000_000))

  static let refusedStartInAWindow = Regression(
    name: "refused-start-in-a-window",
    fault: "A DVR stream whose start was refused was shown at 0:00, and not at the edge where it rests",
    run: [
      .ask(0, 1, .load(item: ItemID(1), start: Self.date, autoplay: false, opens: true)),
      .engine(0, 1, .opened(OpenedMedia(duration: .unknown))),
      .engine(0, 1, .seekableRangeChanged(start: .seconds(1_000), end: .seconds(3_000))),
      .deadline(2_000),
    ]
  ) { outcome in outcome.player.phase == .prepared && outcome.position == .seconds(3_000) }

  static let selectionOfASeekWhileOpening = Regression(
    name: "selection-of-a-seek-while-opening",
    fault: "The segment that a seek was to select while media went to its start was forgotten by a retry",
    run: [
      .ask(0, 11, .set(.retryLimit, 3)), .ask(0, 12, .set(.retryDelay, 0)),
      .stages(0, 2, 20...40, 2), .ask(0, 3, .commitSegments),
      .ask(0, 1, .load(item: ItemID(1), start: .at(.seconds(10)), autoplay: true, opens: true)),
      .engine(0, 1, .opened(OpenedMedia(duration: .seconds(60)))),
      .ask(300, 4, .seek(Position(anchor: .segment, segment: SegmentID(2)))),
      .engine(600, 1, .failed(Failure(.io))),
    ]
  ) { outcome in outcome.player.startPosition.segment == SegmentID(2) }
}
